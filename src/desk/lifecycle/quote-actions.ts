import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { Exchange } from '../../quote/model/exchange.js'
import { hasPendingOrder } from '../../quote/model/lifecycle.js'
import { type DeliveryType, deliveryTypes } from '../../quote/model/lifecycle-fields.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { Quote } from '../../quote/model/quote.js'
import type { PriceChange } from '../../quote/operations/reprice-quote.js'
import type { DeskCall } from '../desk-call.js'
import { lineIndexOf } from '../parts/fields.js'
import { lineName, quoteTitle } from '../parts/names.js'
import { exchangeText } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import {
  type ActionField,
  assertConfirmed,
  confirmationField,
  defineAction,
  type Question,
  reasonField,
  type ShowForm,
  toNumber,
} from './action.js'
import { paymentActions } from './payment-actions.js'

/** What can be done with a quote besides its offer. */
export const quoteActions = {
  'price-taxes': defineAction({
    when: ({ isEditable }) => isEditable,
    form: (_, { strings: { actions } }) => ({
      button: actions['price-taxes'].label,
      explanation: actions['price-taxes'].explanation,
      fields: [],
    }),
    async run({ call: { engine, user }, quoteId, options }) {
      await engine.priceTaxes(user, quoteId, {}, options)
      return { done: 'taxes-priced' }
    },
    // A shop without taxes is no failure of the server.
    explain: (error, { actions }) =>
      error.code === 'invalid_options' && Object.hasOwn(error.details.errors, 'tax')
        ? {
            message: actions['price-taxes'].noProvider,
            status: 409,
          }
        : undefined,
  }),

  reprice: defineAction({
    when: ({ quote, isEditable }) => isEditable && quote.products.some(({ id }) => id !== 0),
    form: ({ lines }, { strings: { actions, labels } }) => ({
      button: actions.reprice.button,
      fields:
        lines === undefined
          ? []
          : [
              {
                name: 'lines',
                label: labels.quote.products,
                value: lines.join(' '),
                isHidden: true,
              },
            ],
    }),
    ask: askAboutPrices,
    async run({ call: { engine, user }, quoteId, read, options }) {
      const lines = read('lines')?.split(' ')
      const { changes } = await engine.repriceQuote(user, quoteId, { lines }, options)
      return { done: changes.length > 0 ? 'repriced' : 'prices-kept' }
    },
  }),

  delivery: defineAction({
    when: ({ quote, isInternal }) => isInternal && quote.revision !== undefined,
    form: (
      { quote: { revision = 1 } },
      {
        strings,
        strings: {
          actions: { delivery },
        },
      },
    ) => ({
      button: delivery.button,
      fields: [
        {
          name: 'type',
          label: delivery.type,
          options: deliveryTypes.map((type) => [type, strings.deliveries[type]] as const),
        },
        ...(revision === 1 ? [] : [revisionField(strings, revision)]),
        { name: 'recipient', label: delivery.recipient, hint: delivery.recipientHint },
        { name: 'detail', label: delivery.detail, hint: delivery.detailHint },
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
  }),

  ...paymentActions,

  copy: defineAction({
    when: ({ isInternal }) => isInternal,
    form: (
      { quote: { currency } },
      {
        strings: {
          actions: { copy },
          labels,
        },
      },
    ) => ({
      button: copy.button,
      fields: [
        {
          name: 'prices',
          label: copy.prices,
          options: [
            ['frozen', copy.frozen],
            ['current', copy.current],
          ],
        },
        {
          name: 'currency',
          label: labels.quote.currency,
          hint: copy.currencyHint(currency),
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const request = { prices: read('prices') as 'frozen', currency: read('currency') }
      const copy = await engine.copyQuote(user, quoteId, request, options)
      return { done: 'copied', path: `/quotes/${encodeURIComponent(copy.quoteId)}` }
    },
    link: {
      label: ({ actions }) => actions.copy.link,
      path: (quoteId) => `/templates/new?from=${encodeURIComponent(quoteId)}`,
    },
  }),

  cancel: defineAction({
    when: 'cancelQuote',
    unsaved: 'drop',
    form: (_, { strings, strings: { actions } }) => ({
      button: actions.cancel.label,
      explanation: actions.cancel.explanation,
      isDangerous: true,
      fields: [reasonField(strings)],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.cancelQuote(user, quoteId, { reason: read('reason') }, options)
      return { done: 'canceled' }
    },
  }),

  delete: defineAction({
    unsaved: 'drop',
    when: ({ quote, isInternal }) => isInternal && !hasPendingOrder(quote),
    form: ({ quote }, { strings: { actions } }) => ({
      button: actions.delete.button,
      explanation: actions.delete.explanation,
      isDangerous: true,
      fields: isAgreed(quote)
        ? [
            confirmationField(
              actions.delete.confirm((quote.order ?? quote.order_parts) !== undefined),
            ),
          ]
        : [],
    }),
    async ask(call, view, form) {
      const { engine, user, strings } = call
      await engine.deleteQuote(user, view.quoteId, { preview: true })
      const heading = strings.actions.delete.title
      const content = html`<div class="card narrow-page">${form()}</div>`
      return { title: `${heading} ${quoteTitle(call, view)}`, heading, content }
    },
    async run(sent) {
      const { call, quoteId, options } = sent
      if (await isAgreedQuote(call, quoteId)) assertConfirmed(sent)
      await call.engine.deleteQuote(call.user, quoteId, options)
      return { done: 'deleted', path: '/' }
    },
  }),
}

function revisionField({ actions, labels }: DeskStrings, revision: number): ActionField {
  const hint = actions.delivery.revisionHint(revision)
  return { name: 'revision', label: labels.quote.revision, value: String(revision), hint }
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
    const { quote_total: totalAfter, exchange } = record.quote
    return { changes, totalAfter, exchange, lines }
  }
  try {
    return showChanges(call, view, await preview(), form)
  } catch (error) {
    const missing = missingLines(error, view.quote)
    const lines = view.quote.products.map(getLineKey).filter((_, index) => !missing.has(index))
    if (missing.size === 0 || lines.length === 0) throw error
    return showChanges(call, view, { ...(await preview(lines)), missing }, form)
  }
}

/** Returns the positions of the lines whose products the catalog no longer has. */
function missingLines(error: unknown, { products }: Quote): ReadonlySet<number> {
  if (!isQuoteError(error) || error.code !== 'invalid_request') return new Set()
  const positions = Object.keys(error.details.errors).flatMap((path) => lineIndexOf(path) ?? [])
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
  /** The rate at which they are converted. */
  readonly exchange: Exchange | undefined
}

function showChanges(
  call: DeskCall,
  view: QuoteView,
  repriced: Repriced,
  form: ShowForm,
): Question {
  const { actions, common, labels } = call.strings
  const { title: heading, unchanged, kept } = actions.reprice
  const { changes, exchange, lines } = repriced
  const content = html`<div class="card stack">
      ${missingNotice(call, view.quote, repriced)}
      ${
        changes.length === 0
          ? html`<p>${unchanged}</p>
            <p><a class="button" href="${call.url(`/quotes/${encodeURIComponent(view.quoteId)}`)}">${common.backToQuote}</a></p>`
          : html`${priceTable(call, view, repriced)}
            ${exchange && html`<p>${labels.quote.exchange}: ${exchangeText(call, exchange, view.quote)}</p>`}
            <p class="hint">${kept}</p>
            ${form({ lines, isPrimary: true })}`
      }
    </div>`
  return { title: `${heading}: ${quoteTitle(call, view)}`, heading, content }
}

/** Names the lines that current prices cannot be taken for. */
function missingNotice(
  call: DeskCall,
  { products }: Quote,
  { missing = new Set() }: Repriced,
): Html | false {
  const { common, actions } = call.strings
  if (missing.size === 0) return false
  const names = products.flatMap((line, index) =>
    missing.has(index) ? [common.lineNumber(index + 1, lineName(call, line))] : [],
  )
  return html`<div class="notice warn"><p><strong>${actions.reprice.missing}</strong></p>
    <ul>${names.map((name) => html`<li class="wrap">${name}</li>`)}</ul></div>`
}

function priceTable(call: DeskCall, { quote }: QuoteView, { changes, totalAfter }: Repriced): Html {
  const { formats, strings } = call
  const words = strings.actions.reprice
  const { currency, quote_total: totalBefore } = quote
  const money = (amount: string) => formats.money(amount, currency)
  return html`<table class="rows">
    <caption>${words.caption}</caption>
    <thead><tr><th scope="col">${words.line}</th>
      <th scope="col" class="number">${words.unitPriceNow}</th>
      <th scope="col" class="number">${words.new}</th>
      <th scope="col" class="number">${words.lineTotalNow}</th>
      <th scope="col" class="number">${words.new}</th></tr></thead>
    <tbody>${changes.map(
      ({ id, before, after }) => html`<tr>
        <th scope="row" class="wrap">${lineName(call, { ...after, id })}</th>
        <td class="number" data-label="${words.unitPriceNow}">${money(shownUnitPrice(before.quote, quote))}</td>
        <td class="number" data-label="${words.newUnitPrice}">${money(shownUnitPrice(after.quote, quote))}</td>
        <td class="number" data-label="${words.lineTotalNow}">${money(before.quote_total)}</td>
        <td class="number" data-label="${words.newLineTotal}">${money(after.quote_total)}</td>
      </tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">${words.allLines}</th><td></td><td></td>
      <td class="number" data-label="${words.now}">${money(totalBefore)}</td>
      <td class="number" data-label="${words.new}">${money(totalAfter)}</td></tr></tfoot>
  </table>`
}
