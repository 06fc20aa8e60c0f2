import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { rejectedOf } from './form/rejected.js'

/** The quote that a template gives now, or why it gives none. */
export type QuotePreview = { readonly quote: Quote } | { readonly errors: FieldErrors }

/** Prices the lines of a template, and stores nothing. */
export async function previewQuote(call: DeskCall, templateId: string): Promise<QuotePreview> {
  try {
    const { quote } = await call.engine.createFromTemplate(
      call.user,
      templateId,
      {},
      { preview: true },
    )
    return { quote }
  } catch (error) {
    return { errors: (await rejectedOf(call, error)).errors }
  }
}

/** Shows the lines of a quote that is not stored yet. */
export function previewTable(
  { formats }: DeskCall,
  { products, quote_total, currency }: Quote,
): Html {
  return html`<table class="preview">
    <caption>At the prices of now</caption>
    <thead><tr><th scope="col">Item</th><th scope="col" class="number">Quantity</th>
      <th scope="col" class="number">Total</th></tr></thead>
    <tbody>${products.map(
      ({ id, name, qty, quote_total: total }) => html`<tr>
        <td class="wrap">${name ?? `Product ${id}`}</td>
        <td class="number">${formats.number(qty)}</td>
        <td class="number">${formats.money(total, currency)}</td></tr>`,
    )}</tbody>
    <tfoot><tr class="preview-total"><th scope="row" colspan="2">Total before taxes</th>
      <td class="number"><strong>${formats.money(quote_total, currency)}</strong></td></tr></tfoot>
  </table>`
}
