import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import { hasPendingOrder } from '../../quote/lifecycle/lifecycle.js'
import { type DeliveryType, deliveryTypes } from '../../quote/lifecycle-fields.js'
import { getKey } from '../../quote/lines/line-keys.js'
import type { PriceChange } from '../../quote/operations/reprice-quote.js'
import { shownUnitPrice } from '../../quote/precision.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { deliveryWord, lineName, quoteTitle } from '../parts/names.js'
import {
  type ActionField,
  action,
  assertConfirmed,
  confirmation,
  type Question,
  reason,
  type ShowForm,
  toNumber,
} from './action.js'

/** What can be done with a quote besides its offer. */
export const quoteActions = {
  'price-taxes': action({
    label: 'Calculate taxes',
    when: ({ isEditable }) => isEditable,
    form: () => ({
      button: 'Calculate taxes',
      explanation: 'Shows the taxes before the quote is sent. Sending calculates them as well.',
      fields: [],
    }),
    async run({ call: { engine, user }, quoteId, options }) {
      await engine.priceTaxes(user, quoteId, {}, options)
      return { done: 'taxes-priced' }
    },
    done: { 'taxes-priced': 'The taxes are calculated.' },
    // A shop without taxes is no failure of the server.
    explain: (error) =>
      error.code === 'invalid_options' && Object.hasOwn(error.details.errors, 'tax')
        ? {
            message: 'This shop calculates no taxes, because it has no tax provider.',
            status: 409,
          }
        : undefined,
  }),

  reprice: action({
    label: 'Take current prices',
    when: ({ quote, isEditable }) => isEditable && quote.products.some(({ id }) => id !== 0),
    form: ({ lines }) => ({
      button: 'Take these prices',
      fields:
        lines === undefined
          ? []
          : [{ name: 'lines', label: 'Lines', value: lines.join(' '), isHidden: true }],
    }),
    ask: askAboutPrices,
    async run({ call: { engine, user }, quoteId, read, options }) {
      const lines = read('lines')?.split(' ')
      const { changes } = await engine.repriceQuote(user, quoteId, { lines }, options)
      return { done: changes.length > 0 ? 'repriced' : 'prices-kept' }
    },
    done: {
      repriced: 'The lines have their current prices.',
      'prices-kept': 'No price has changed.',
    },
  }),

  delivery: action({
    label: 'Record a delivery',
    when: ({ quote, isInternal }) => isInternal && quote.revision !== undefined,
    form: ({ quote: { revision = 1 } }) => ({
      button: 'Record',
      fields: [
        {
          name: 'type',
          label: 'What happened',
          options: deliveryTypes.map((type) => [type, deliveryWord(type)] as const),
        },
        ...(revision === 1 ? [] : [revisionField(revision)]),
        { name: 'recipient', label: 'Recipient', hint: 'For example an e-mail address. Optional.' },
        { name: 'detail', label: 'Details', hint: 'Optional, at most 500 characters.' },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const report = {
        type: read('type') as DeliveryType,
        revision: toNumber(read('revision')),
        recipient: read('recipient'),
        detail: read('detail'),
      }
      await engine.recordDelivery(user, quoteId, report, options)
      return { done: 'delivery-recorded' }
    },
    done: { 'delivery-recorded': 'The delivery is recorded.' },
  }),

  copy: action({
    label: 'Copy',
    when: ({ isInternal }) => isInternal,
    form: ({ quote: { currency } }) => ({
      button: 'Copy to a new quote',
      fields: [
        {
          name: 'prices',
          label: 'Prices',
          options: [
            ['frozen', 'As in this quote'],
            ['current', 'Current prices of the products'],
          ],
        },
        {
          name: 'currency',
          label: 'Currency',
          hint: `Three capital letters, to change it${
            currency === undefined ? '' : ` from ${currency}`
          }. Needs current prices. Optional.`,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const request = { prices: read('prices') as 'frozen', currency: read('currency') }
      const copy = await engine.copyQuote(user, quoteId, request, options)
      return { done: 'copied', path: `/quotes/${encodeURIComponent(copy.quoteId)}` }
    },
    done: { copied: 'This is the copy.' },
    link: {
      label: 'Save as template',
      path: (quoteId) => `/templates/new?from=${encodeURIComponent(quoteId)}`,
    },
  }),

  cancel: action({
    label: 'Cancel the quote',
    when: 'cancelQuote',
    form: () => ({
      button: 'Cancel the quote',
      explanation: 'The customer can no longer accept it. You can revise it later.',
      isDangerous: true,
      fields: [reason],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.cancelQuote(user, quoteId, { reason: read('reason') }, options)
      return { done: 'canceled' }
    },
    done: { canceled: 'The quote is canceled.' },
  }),

  delete: action({
    label: 'Delete',
    when: ({ quote, isInternal }) => isInternal && !hasPendingOrder(quote),
    form: ({ quote }) => ({
      button: 'Delete the quote',
      explanation: 'Removes it from all lists. It can be restored from the deleted quotes.',
      isDangerous: true,
      fields: isAgreed(quote)
        ? [confirmation(`Delete it although it was ${quote.order ? 'ordered' : 'accepted'}`)]
        : [],
    }),
    async ask({ engine, user }, view, form) {
      await engine.deleteQuote(user, view.quoteId, { preview: true })
      const heading = 'Delete this quote?'
      const content = html`<div class="card narrow-page">${form()}</div>`
      return { title: `${heading} ${quoteTitle(view)}`, heading, content }
    },
    async run(sent) {
      const { call, quoteId, options } = sent
      if (await isAgreedQuote(call, quoteId)) assertConfirmed(sent)
      await call.engine.deleteQuote(call.user, quoteId, options)
      return { done: 'deleted', path: '/' }
    },
    done: {
      deleted:
        'The quote was deleted. You find it among the deleted quotes, and can restore it there.',
    },
  }),
}

function revisionField(revision: number): ActionField {
  const hint = `1 to ${revision}. The revision that it is about.`
  return { name: 'revision', label: 'Revision', value: String(revision), hint }
}

/** Returns true if a deletion would take an agreement with the customer out of the lists. */
function isAgreed({ acceptance, order }: Quote): boolean {
  return acceptance !== undefined || order !== undefined
}

/** A quote that is deleted already, as by a double click, needs no confirmation. */
async function isAgreedQuote({ engine, user }: DeskCall, quoteId: string): Promise<boolean> {
  try {
    return isAgreed((await engine.getQuote(user, quoteId)).quote)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return false
    throw error
  }
}

/** Shows what would change at current prices. */
async function askAboutPrices(call: DeskCall, view: QuoteView, form: ShowForm): Promise<Question> {
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
