import fc from 'fast-check'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, request } from '../ports.js'
import type { Call, LifeCall } from './sample-calls.js'

/** Creates a storage with a quote that is sent, one that is accepted, and two that are new. */
export async function storageWithOffers(): Promise<StoragePort> {
  const storage = memoryStorage()
  const engine = engineWith({ storage })
  for (let count = 0; count < 4; count += 1) await engine.createQuote(context, request)
  for (const quoteId of ['quote-1', 'quote-2']) await engine.sendQuote(context, quoteId)
  await engine.acceptQuote(context, 'quote-2', { revision: 1 })
  return storage
}

/** Returns a call of an operation. */
export function lifeCall(
  operation: LifeCall['operation'],
  quoteId: string,
  content: object = {},
): LifeCall {
  return { kind: 'life', operation, quoteId, request: content }
}

const wishes = { lines: [{ key: '1-1', qty: 3 }], add: [{ id: 2, qty: 1 }] }

const requests: readonly (readonly [LifeCall['operation'], object])[] = [
  ['sendQuote', {}],
  ['sendQuote', {}],
  ['requestRevision', { reason: 'fewer' }],
  ['requestRevision', wishes],
  ['requestRevision', wishes],
  ['reviseQuote', {}],
  ['reviseQuote', { take: { proposal: 'proposal-1', lines: 'all', add: [0] } }],
  ['acceptQuote', { revision: 1 }],
  ['acceptQuote', { revision: 1, name: 'Ada' }],
  ['acceptQuote', { revision: 2 }],
  ['declineQuote', { reason: 'too expensive' }],
  ['cancelQuote', {}],
  ['orderQuote', { order_id: 'order-1' }],
  ['orderQuote', { order_id: 'order-2' }],
  ['orderQuote', { order_id: 'order-3', lines: [{ key: '1-1', qty: 1 }] }],
  ['closeOrder', {}],
  ['recordDelivery', { type: 'opened', time: 1 }],
  ['recordPayment', { id: 'pay-1', amount: '12.50', time: 1 }],
]

const quoteId = fc.constantFrom('quote-1', 'quote-1', 'quote-1', 'quote-2', 'quote-3', 'quote-4')

const operations = fc
  .record(
    {
      content: fc.constantFrom(...requests),
      quoteId,
      key: fc.constantFrom('key-1', 'key-2'),
      expectedVersion: fc.constantFrom(2, 2, 3),
    },
    { requiredKeys: ['content', 'quoteId'] },
  )
  .map(
    ({ content: [operation, content], quoteId: id, ...options }): LifeCall => ({
      ...lifeCall(operation, id, content),
      ...options,
    }),
  )

const updates = fc
  .record({
    quoteId,
    changes: fc.constantFrom(
      { customer: { city: 'Rome' } },
      { tag_list: ['vip'] },
      { status: 'sent' },
      { status: 'draft' },
      { status: 'canceled' },
      { customer: { city: 'Oslo' }, status: 'sent' },
    ),
  })
  .map((update): Call => ({ kind: 'update', ...update }))

/** Calls that change the status or the content of quotes. */
export const lifeCalls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: operations },
  { weight: 1, arbitrary: updates },
)
