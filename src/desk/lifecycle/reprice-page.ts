import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { parseForm } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { PriceChange } from '../../quote/operations/reprice-quote.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { lineName } from '../parts/line-name.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { actionForm } from './actions/action-form.js'
import { respondToError } from './process-action.js'

/** Shows what would change at current prices, and asks whether to take them. */
export const repricePage: ShowPage = async (call) => {
  const { engine, user } = call
  const quoteId = call.param('quoteId')
  try {
    const view = await engine.getQuote(user, quoteId)
    const options = { preview: true, expectedVersion: view.version }
    const { changes, record } = await engine.repriceQuote(user, quoteId, {}, options)
    return showChanges(call, view, { changes, totalAfter: record.quote.quote_total })
  } catch (error) {
    return respondToError(call, { name: 'reprice', quoteId, form: parseForm('') }, error)
  }
}

interface Repriced {
  readonly changes: readonly PriceChange[]
  /** The sum of the lines at current prices. */
  readonly totalAfter: string
}

function showChanges(call: DeskCall, view: QuoteView, repriced: Repriced): Promise<Response> {
  const heading = 'Current prices'
  const main = html`${quoteHeader(call, view, heading)}
    <div class="card stack">
      ${
        repriced.changes.length === 0
          ? html`<p>No price has changed. Lines whose price somebody has set keep it.</p>
            <p><a class="button" href="${call.url(`/quotes/${encodeURIComponent(view.quoteId)}`)}">Back to the quote</a></p>`
          : html`${priceTable(call, view, repriced)}
            <p class="hint">Lines whose price somebody has set, and lines without a product, keep theirs.</p>
            ${actionForm(call, { name: 'reprice', record: view, isPrimary: true })}`
      }
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(view)}`, section: 'quotes', main })
}

function priceTable(call: DeskCall, { quote }: QuoteView, { changes, totalAfter }: Repriced): Html {
  const { formats } = call
  const { currency, quote_total: totalBefore } = quote
  const money = (amount: string) => formats.money(amount, currency)
  return html`<table class="rows">
    <caption>What changes if you take the current prices</caption>
    <thead><tr><th scope="col">Line</th>
      <th scope="col" class="number">Unit price now</th><th scope="col" class="number">New</th>
      <th scope="col" class="number">Line total now</th><th scope="col" class="number">New</th></tr></thead>
    <tbody>${changes.map(
      ({ id, before, after }) => html`<tr>
        <th scope="row" class="wrap">${lineName({ ...after, id })}</th>
        <td class="number" data-label="Unit price now">${money(before.quote)}</td>
        <td class="number" data-label="New unit price">${money(after.quote)}</td>
        <td class="number" data-label="Line total now">${money(before.quote_total)}</td>
        <td class="number" data-label="New line total">${money(after.quote_total)}</td>
      </tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">All lines</th><td></td><td></td>
      <td class="number" data-label="Now">${money(totalBefore)}</td>
      <td class="number" data-label="New">${money(totalAfter)}</td></tr></tfoot>
  </table>`
}
