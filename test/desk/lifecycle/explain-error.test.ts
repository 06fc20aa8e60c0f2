import { describe, expect, it } from 'vitest'
import { type ActionName, actionNames } from '../../../src/desk/lifecycle/actions.js'
import { explainError } from '../../../src/desk/lifecycle/explain-error.js'
import { deskStrings } from '../../../src/desk/strings.js'
import { getFormats } from '../../../src/document/model/formats.js'
import { QuoteError } from '../../../src/errors.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { QuoteEngine, QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { approvalTag, sampleApprovals, sampleRequirement } from '../../engine/sample-approvals.js'
import {
  request,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
} from '../sample-desk.js'
import { type SampleStatus, statusEngine } from './quotes-in-every-status.js'

const never = (): Promise<never> => new Promise(() => {})

/** Options of an engine in which one port does not respond. */
const hanging = {
  'orders.placeOrder': { orders: { parts: true, placeOrder: never } },
  'tax.calculateTaxes': { tax: { calculateTaxes: never } },
  'shipping.listShippingOptions': { shipping: { listShippingOptions: never } },
  findProducts: { catalog: { findProducts: never } },
} as const satisfies Readonly<Record<string, Partial<QuoteEngineOptions>>>

type Hanging = keyof typeof hanging | 'permit' | 'commit'

const later = 'Nothing was changed. Try again in a few minutes.'
const sentences: Readonly<Record<Hanging, string>> = {
  'orders.placeOrder': 'an order that exists is found, and not placed twice',
  'tax.calculateTaxes': `The taxes cannot be calculated at the moment. ${later}`,
  'shipping.listShippingOptions': `The shipping options are not available at the moment. ${later}`,
  findProducts: `The current prices are not available at the moment. ${later}`,
  permit: `Whether you are permitted to do this could not be found out in time. ${later}`,
  commit: 'so it is not known whether this was done',
}

interface Example {
  readonly status: SampleStatus
  /** The ports that it calls. */
  readonly ports: readonly (keyof typeof hanging)[]
  /** What has to be done with the quote before. */
  readonly prepare?: (engine: QuoteEngine, quoteId: string) => Promise<unknown>
  readonly fields?: SentFields | ((quote: Quote) => SentFields)
}

const tagForApproval = (engine: QuoteEngine, quoteId: string) =>
  engine.updateQuote(seller, quoteId, { tag_list: [approvalTag] })

async function requestApproval(engine: QuoteEngine, quoteId: string): Promise<void> {
  await tagForApproval(engine, quoteId)
  await engine.requestApproval(seller, quoteId)
}

const examples: Readonly<Record<ActionName, Example>> = {
  'request-approval': {
    status: 'new',
    ports: ['tax.calculateTaxes'],
    prepare: tagForApproval,
  },
  approve: {
    status: 'new',
    ports: [],
    prepare: requestApproval,
    fields: { 'approve.requirement': sampleRequirement },
  },
  'reject-approval': {
    status: 'new',
    ports: [],
    prepare: requestApproval,
    fields: { 'reject-approval.requirement': sampleRequirement, 'reject-approval.note': 'no' },
  },
  'take-wishes': {
    status: 'sent',
    ports: ['findProducts'],
    prepare: ({ requestRevision }, quoteId) =>
      requestRevision({ storeId: seller.storeId }, quoteId, { add: [{ id: 118, qty: 1 }] }),
    fields: { 'take-wishes.proposal': 'proposal-1', 'take-wishes.add': '0' },
  },
  send: { status: 'new', ports: ['tax.calculateTaxes'] },
  status: { status: 'new', ports: [], fields: { 'status.to': 'in_review' } },
  accept: {
    status: 'sent',
    ports: [],
    fields: { 'accept.revision': '1', 'accept.name': 'Ada', 'accept.confirmed': 'yes' },
  },
  order: { status: 'accepted', ports: ['orders.placeOrder'] },
  'order-part': {
    status: 'accepted',
    ports: ['orders.placeOrder'],
    fields: { 'order-part.qty-1-1': '1' },
  },
  'close-order': {
    status: 'partly ordered',
    ports: [],
    fields: { 'close-order.confirmed': 'yes' },
  },
  'order-result': {
    status: 'pending order',
    ports: [],
    fields: ({ order }) => ({
      'order-result.order_key': order?.key ?? '',
      'order-result.confirmed': 'yes',
    }),
  },
  revise: { status: 'sent', ports: [] },
  'request-revision': { status: 'sent', ports: [], fields: { 'request-revision.reason': 'x' } },
  decline: { status: 'sent', ports: [] },
  'price-taxes': { status: 'new', ports: ['tax.calculateTaxes'] },
  reprice: { status: 'new', ports: ['findProducts'] },
  delivery: { status: 'sent', ports: [], fields: { 'delivery.type': 'opened' } },
  payment: {
    status: 'sent',
    ports: [],
    fields: { 'payment.id': 'pay-1', 'payment.amount': '5', 'payment.type': 'paid' },
  },
  copy: {
    status: 'new',
    ports: ['findProducts'],
    fields: { 'copy.prices': 'current' },
  },
  cancel: { status: 'new', ports: [] },
  delete: { status: 'new', ports: [] },
}

const lifecycle = {
  transitions: [{ operation: 'updateQuote', from: ['new'], to: 'in_review', by: ['seller'] }],
} as const

/** Makes a quote, and sends the form of an action to an engine in which something hangs. */
async function actWhile(port: Hanging, name: ActionName) {
  const { status, prepare, fields } = examples[name]
  const storage = memoryStorage()
  const approvals = sampleApprovals
  const sample = statusEngine({ storage, approvals })
  const quoteId = await sample.createIn(status)
  await prepare?.(sample.engine, quoteId)
  let isHanging = false
  const slow: Partial<QuoteEngineOptions> =
    port === 'permit'
      ? { permit: (_, operation) => (operation === 'getQuote' ? true : never()) }
      : port === 'commit'
        ? {
            storage: {
              ...storage,
              commit: (...args) => (isHanging ? never() : storage.commit(...args)),
            },
          }
        : hanging[port]
  const orders = { parts: true, placeOrder: () => ({ orderId: 'order-2' }) }
  const engine = sampleEngine({ storage, orders, approvals, timeoutMs: 1, lifecycle, ...slow })
  const { version, quote } = await engine.getQuote(seller, quoteId)
  const user = name === 'request-revision' ? { storeId: 'store-1' } : seller
  const desk = sampleDesk({ engine })
  desk.user = user
  isHanging = true
  const hidden = { expectedVersion: String(version), key: 'key-1' }
  return desk.post(`/quotes/${quoteId}/${name}`, {
    ...hidden,
    ...(typeof fields === 'function' ? fields(quote) : fields),
  })
}

describe('explainError', () => {
  it.each([
    ['2023-11-30T07:00:00Z', 'Nov 30, 2023, 7:00 AM UTC'],
    ['2023-12-01T00:00:00Z', 'November 30, 2023'],
  ])('says until when an offer was valid that has expired: %s', (end, shown) => {
    const details = { quoteId: 'q', expires: Date.parse(end) }
    const desk = { formats: getFormats('en', 'UTC'), options: {}, strings: deskStrings }
    const explained = explainError(
      new QuoteError('quote_expired', details),
      'accept',
      desk as never,
    )
    expect(explained?.message).toContain(`The offer was valid through ${shown}.`)
  })
})

describe('explainError, of an order that waits for a payment', () => {
  it('says that the payment is recorded first, in the language of the desk', async () => {
    const engine = sampleEngine({ lifecycle: { requirePayment: true } })
    const { quoteId } = await engine.createQuote(seller, {
      ...request,
      payment_plan: [{ label: 'All', type: 'rest', due: 'acceptance' }],
    })
    await engine.sendQuote(seller, quoteId)
    const { version } = await engine.acceptQuote(seller, quoteId, { revision: 1 })
    for (const [locale, message] of [
      ['en', 'what is due is not paid yet. Record the payment first.'],
      ['de', 'Was fällig ist, ist noch nicht bezahlt.'],
    ] as const) {
      const desk = sampleDesk({ engine, locale })
      const fields = { expectedVersion: String(version), key: locale, 'order.order_id': 'A-1' }
      const { status, html } = await desk.post(`/quotes/${quoteId}/order`, fields)
      expect([status, textOf(html)]).toEqual([409, expect.stringContaining(message)])
    }
  })
})

const placing: readonly ActionName[] = ['order', 'order-part']

describe('explainError, while something does not respond,', () => {
  for (const name of actionNames) {
    for (const port of Object.keys(hanging) as (keyof typeof hanging)[])
      it(`says in a sentence what became of ${name}: ${port}`, async () => {
        const { status, html } = await actWhile(port, name)
        const isCalled = examples[name].ports.includes(port)
        expect(status).toBe(isCalled ? 503 : 303)
        if (isCalled) expect(textOf(html)).toContain(sentences[port])
      })

    it(`says in a sentence what became of ${name}: permit, commit`, async () => {
      const unpermitted = await actWhile('permit', name)
      expect([unpermitted.status, textOf(unpermitted.html)]).toEqual([
        503,
        expect.stringContaining(sentences.permit),
      ])
      const unstored = await actWhile('commit', name)
      expect([unstored.status, textOf(unstored.html)]).toEqual([
        503,
        expect.stringContaining(sentences[placing.includes(name) ? 'orders.placeOrder' : 'commit']),
      ])
    })
  }
})
