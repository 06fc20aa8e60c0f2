import { html } from 'hono/html'
import type { QuoteView } from '../../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../../errors.js'
import type { Html } from '../../../pages/layout.js'
import { getKey } from '../../../quote/lines/line-keys.js'
import type { PriceChange } from '../../../quote/operations/reprice-quote.js'
import { shownUnitPrice } from '../../../quote/precision.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { lineName } from '../../parts/names.js'
import { quoteTitle } from '../../parts/quote-header.js'
import type { Action, Question, ShowForm } from './action.js'

/** Shows what would change at current prices. */
export const askAboutPrices: NonNullable<Action['ask']> = async (call, view, form) => {
  const options = { preview: true, expectedVersion: view.version }
  const preview = async (lines?: readonly string[]) => {
    const { changes, record } = await call.engine.repriceQuote(
      call.user,
      view.quoteId,
      { lines },
      options,
    )
    return { changes, totalAfter: record.quote.quote_total, lines }
  }
  try {
    return showChanges(call, view, await preview(), form)
  } catch (error) {
    const missing = missingLines(error, view.quote)
    const lines = view.quote.products.map(getKey).filter((_, index) => !missing.has(index))
    if (missing.size === 0 || lines.length === 0) throw error
    return showChanges(call, view, { ...(await preview(lines)), missing }, form)
  }
}

/** Returns the positions of the lines whose products the catalog no longer has. */
function missingLines(error: unknown, { products }: Quote): ReadonlySet<number> {
  if (!isQuoteError(error) || error.code !== 'invalid_request') return new Set()
  const positions = Object.keys(error.details.errors).map((path) =>
    Number(/^products\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN),
  )
  return new Set(positions.filter((position) => position < products.length))
}

interface Repriced {
  /** The keys of the lines that get current prices; undefined for all. */
  readonly lines?: readonly string[] | undefined
  /** The positions of lines that keep their prices, because their products are gone. */
  readonly missing?: ReadonlySet<number>
  readonly changes: readonly PriceChange[]
  /** The sum of the lines at current prices. */
  readonly totalAfter: string
}

function showChanges(
  call: DeskCall,
  view: QuoteView,
  repriced: Repriced,
  form: ShowForm,
): Question {
  const heading = 'Current prices'
  const content = html`<div class="card stack">
      ${missingNotice(view.quote, repriced)}
      ${
        repriced.changes.length === 0
          ? html`<p>No price has changed. Lines whose price somebody has set keep it.</p>
            <p><a class="button" href="${call.url(`/quotes/${encodeURIComponent(view.quoteId)}`)}">Back to the quote</a></p>`
          : html`${priceTable(call, view, repriced)}
            <p class="hint">Lines whose price somebody has set, and lines without a product, keep theirs.</p>
            ${form({ lines: repriced.lines, isPrimary: true })}`
      }
    </div>`
  return { title: `${heading}: ${quoteTitle(view)}`, heading, content }
}

/** Names the lines that current prices cannot be taken for. */
function missingNotice({ products }: Quote, { missing = new Set() }: Repriced): Html | false {
  if (missing.size === 0) return false
  const names = products.flatMap((line, index) =>
    missing.has(index) ? [`Line ${index + 1}, ${lineName(line)}`] : [],
  )
  return html`<div class="notice warn"><p><strong>The catalog no longer has the products of these
    lines, so they keep their prices:</strong></p>
    <ul>${names.map((name) => html`<li class="wrap">${name}</li>`)}</ul></div>`
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
        <td class="number" data-label="Unit price now">${money(shownUnitPrice(before.quote, quote))}</td>
        <td class="number" data-label="New unit price">${money(shownUnitPrice(after.quote, quote))}</td>
        <td class="number" data-label="Line total now">${money(before.quote_total)}</td>
        <td class="number" data-label="New line total">${money(after.quote_total)}</td>
      </tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">All lines</th><td></td><td></td>
      <td class="number" data-label="Now">${money(totalBefore)}</td>
      <td class="number" data-label="New">${money(totalAfter)}</td></tr></tfoot>
  </table>`
}
