import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { statusPill } from './status.js'

/** Returns what a quote is called: by its number, or by its customer until it has one. */
export function quoteTitle({ quote }: Pick<QuoteRecord, 'quote'>): string {
  const { number, customer } = quote
  if (number !== undefined) return `Quote ${number}`
  const name = customer.company || customer.name
  return name ? `Quote for ${name}` : 'Quote without a number'
}

/** Shows the heading of a page about a quote, with a link to the quote. */
export function quoteHeader(
  call: DeskCall,
  record: QuoteRecord,
  heading: string = quoteTitle(record),
): Html {
  const address = call.url(`/quotes/${encodeURIComponent(record.quoteId)}`)
  return html`<p class="back-link no-print"><a href="${address}">← ${quoteTitle(record)}</a></p>
    <div class="title"><h1>${heading}</h1> ${statusPill(call, record.quote.status)}</div>`
}
