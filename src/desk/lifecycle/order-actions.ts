import { html } from 'hono/html'
import { isQuoteError, QuoteError } from '../../errors.js'
import { getOpenLines } from '../../quote/lifecycle/order-parts.js'
import { hasPendingOrder } from '../../quote/model/lifecycle.js'
import type { OrderedLine } from '../../quote/model/order-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import type { Explanation } from '../forms.js'
import { lineName, quoteTitle } from '../parts/names.js'
import type { DeskStrings } from '../strings.js'
import {
  assertConfirmed,
  confirmationField,
  defineAction,
  reasonField,
  type SentFields,
} from './action.js'

/** The name of the field for the quantity of a line. */
const quantityField = (key: string) => `qty-${key}`

/** The order of an accepted quote, as a whole or in parts. */
export const orderActions = {
  order: defineAction({
    when: 'orderQuote',
    nextStep: 1,
    form: (
      { quote },
      {
        strings: {
          actions: { order },
        },
      },
    ) =>
      hasPendingOrder(quote)
        ? {
            button: order.again,
            explanation: order.pending,
            fields: [],
          }
        : {
            button: order.label,
            fields: [
              {
                name: 'order_id',
                label: order.number,
                hint: order.numberHint,
                explain: (error, sent) => (sent === '' ? order.numberRequired : error),
              },
            ],
          },
    async run({ call: { engine, user }, quoteId, read, options }) {
      const request = { order_id: read('order_id') }
      const { quote } = await engine.orderQuote(user, quoteId, request, options)
      return { done: quote.status === 'ordered' ? 'ordered' : 'part-ordered' }
    },
    explain: explainTimeout,
  }),

  'order-result': defineAction({
    when: ({ quote, isInternal }) => isInternal && hasPendingOrder(quote),
    form: ({ quote: { order } }, { strings: { actions, labels } }) => ({
      button: actions['order-result'].button,
      explanation: actions['order-result'].explanation(order?.key ?? ''),
      fields: [
        {
          name: 'order_id',
          label: actions.order.number,
          hint: actions['order-result'].numberHint,
        },
        { name: 'order_key', label: labels.line.key, value: order?.key, isHidden: true },
        confirmationField(actions['order-result'].confirm),
      ],
    }),
    async run(sent) {
      const { call, quoteId, read, options } = sent
      assertConfirmed(sent)
      const orderId = read('order_id') ?? null
      const request = { order_id: orderId, order_key: read('order_key') }
      const { quote } = await call.engine.orderQuote(call.user, quoteId, request, options)
      if (orderId === null) return { done: 'order-released' }
      return { done: quote.status === 'ordered' ? 'ordered' : 'part-ordered' }
    },
  }),

  'order-part': defineAction({
    when: ({ quote, isInternal, operations }) =>
      isInternal &&
      operations.includes('orderQuote') &&
      !hasPendingOrder(quote) &&
      getOpenLines(quote).length > 0,
    asksAgain: true,
    ask: (call, view, form) => {
      const { label } = call.strings.actions['order-part']
      return Promise.resolve({
        title: `${label}: ${quoteTitle(call, view)}`,
        heading: label,
        content: html`<section class="card narrow">${form({ isPrimary: true })}</section>`,
      })
    },
    form: ({ quote }, desk) => {
      const { order, 'order-part': strings } = desk.strings.actions
      return {
        button: strings.label,
        explanation: strings.explanation,
        fields: [
          ...openLines(quote).map(({ key, qty, line }) => ({
            name: quantityField(key),
            label: lineName(desk, line),
            hint: strings.open(desk.numbers.format(String(qty))),
          })),
          {
            name: 'order_id',
            label: order.number,
            hint: order.numberHint,
            explain: (error, sent) => (sent === '' ? order.numberRequired : error),
          },
        ],
      }
    },
    async run(sent) {
      const { call, quoteId, read, options } = sent
      const { quote } = await call.engine.getQuote(call.user, quoteId)
      const lines = readLines(sent, quote)
      const request = { order_id: read('order_id'), lines }
      const { engine, user } = call
      const ordered = await engine.orderQuote(user, quoteId, request, options).catch((error) => {
        throw atFields(error, lines)
      })
      return { done: ordered.quote.status === 'ordered' ? 'ordered' : 'part-ordered' }
    },
    explain: explainTimeout,
  }),

  'close-order': defineAction({
    when: ({ quote, isInternal }) =>
      isInternal && quote.order_parts !== undefined && quote.order === undefined,
    form: (_, { strings, strings: { actions } }) => ({
      button: actions['close-order'].label,
      explanation: actions['close-order'].explanation,
      isDangerous: true,
      fields: [reasonField(strings), confirmationField(actions['close-order'].confirm)],
    }),
    async run(sent) {
      const { call, quoteId, read, options } = sent
      assertConfirmed(sent)
      await call.engine.closeOrder(call.user, quoteId, { reason: read('reason') }, options)
      return { done: 'order-closed' }
    },
  }),
}

/** Once the port was called, the order can exist, whatever else takes too long. */
function explainTimeout(error: QuoteError, { explain }: DeskStrings): Explanation | undefined {
  const isUnknown = error.code === 'timeout' && error.details.operation !== 'permit'
  return isUnknown ? { message: explain.orderUnknown } : undefined
}

/** Returns what is open of each line, with the line. */
function openLines(quote: Quote) {
  const lines = new Map(quote.products.map((line) => [line.key, line]))
  return getOpenLines(quote).flatMap(({ key, qty }) => {
    const line = lines.get(key)
    return line === undefined ? [] : [{ key, qty, line }]
  })
}

/** @throws QuoteError `invalid_request` with one error per invalid field, or if there is no line */
function readLines({ call, read }: SentFields, quote: Quote): readonly OrderedLine[] {
  const { numbers, strings } = call
  const errors: Record<string, string> = {}
  const open = getOpenLines(quote)
  const lines = open.flatMap(({ key }) => {
    const typed = read(quantityField(key))?.trim() ?? ''
    const parsed = typed === '' ? undefined : numbers.parse(typed, 'quantity')
    if (typed !== '' && parsed === undefined)
      errors[quantityField(key)] = numbers.error('quantity', typed)
    return parsed === undefined || Number(parsed) === 0 ? [] : [{ key, qty: Number(parsed) }]
  })
  const [first] = open
  if (first !== undefined && lines.length === 0 && Object.keys(errors).length === 0)
    errors[quantityField(first.key)] = strings.actions['order-part'].none
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_request', { errors })
  return lines
}

/** Returns an error of the engine with the names of the fields instead of its paths. */
function atFields(error: unknown, lines: readonly OrderedLine[]): unknown {
  if (!isQuoteError(error) || error.code !== 'invalid_request') return error
  const errors = Object.entries(error.details.errors).map(([path, message]) => {
    const [, index = ''] = /^lines\[(\d+)\]/.exec(path) ?? []
    const line = lines[Number(index)]
    // A port that gets no parts: the number of an order that was placed elsewhere is needed.
    if (path === 'lines') return ['order_id', message] as const
    return [index === '' || !line ? path : quantityField(line.key), message] as const
  })
  return new QuoteError('invalid_request', { errors: Object.fromEntries(errors) })
}
