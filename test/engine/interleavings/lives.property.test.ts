import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderPort } from '../../../src/ports/orders.js'
import { showKeys } from '../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { quoteRef, replayQuote } from '../../../src/quote/model/quote-record.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { context, engineWith } from '../ports.js'
import { expectOneResultPerKey } from './idempotent-calls.js'
import { type InterleavedEngines, interleave } from './interleaved-engines.js'
import { lifeCall, lifeCalls, storageWithOffers } from './life-calls.js'
import { type Call, isRejection } from './sample-calls.js'
import { expectSequentialOrder } from './sequential-order.js'

const engine = fc.nat(2)
const runs = fc.readConfigureGlobal().numRuns ?? 100
/** The share of the runs of a race of a few calls, which has few orders. */
const raceShare = 0.4
const abort = fc.constantFrom(false, false, false, true)
const prepare = storageWithOffers

/** Expects the numbers of the store to be 1, 2, 3, … in the order in which they were assigned. */
async function expectNumbers({ storage }: InterleavedEngines): Promise<void> {
  const { items: events } = await engineWith({ storage }).listEvents(context, { limit: 1_000 })
  const entries = new Map<string, (typeof events)[0]['entry'][]>()
  const numbers: (string | undefined)[] = []
  for (const { kind, id, entry } of events) {
    if (kind !== 'quote') continue
    const history = entries.get(id) ?? []
    const before = history.length === 0 ? undefined : replayQuote(history).number
    history.push(entry)
    entries.set(id, history)
    const { number } = replayQuote(history)
    if (before !== undefined) expect(number).toBe(before)
    else if (number !== undefined) numbers.push(number)
  }
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)))
  expect(events.filter(({ kind }) => kind === 'numbers').length).toBe(numbers.length)
}

function quoteOf({ storage }: InterleavedEngines, quoteId: string) {
  return engineWith({ storage }).getQuote(context, quoteId)
}

/** Makes calls, each by an engine and at a moment that the scheduler chooses. */
function race(
  title: string,
  calls: readonly Call[],
  check: (world: InterleavedEngines) => unknown,
) {
  it(title, async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      engine,
      abort,
      async (scheduler, by, isAborted) => {
        const world = await interleave(
          scheduler,
          ({ call }) =>
            Promise.all(
              calls.map((each, index) => call(by + index, each, isAborted && index === 0)),
            ),
          { prepare },
        )
        await expectSequentialOrder(world)
        await expectNumbers(world)
        await check(world)
      },
    )
    await fc.assert(property, { numRuns: Math.ceil(runs * raceShare) })
  })
}

const succeeded = ({ made }: InterleavedEngines, operation: string) =>
  made.filter(
    ({ call, outcome }) =>
      call.kind === 'life' && call.operation === operation && !isRejection(outcome),
  ).length

describe('concurrent calls that change statuses, in any order of their port calls', () => {
  it('are serializable, and take numbers without gaps', async () => {
    const callers = fc.record({ engine, call: lifeCalls, times: fc.constantFrom(1, 1, 2), abort })
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(callers, { minLength: 1, maxLength: 6, size: 'max' }),
      async (scheduler, each) => {
        const world = await interleave(
          scheduler,
          ({ call }) =>
            Promise.all(
              each.flatMap(({ engine: by, call: data, times, abort: isAborted }) =>
                Array.from({ length: times }, (_, index) =>
                  call(by + index, data, isAborted && index === 0),
                ),
              ),
            ),
          { prepare },
        )
        expectOneResultPerKey(world.made)
        await expectSequentialOrder(world)
        await expectNumbers(world)
      },
    )
    await fc.assert(property)
  })

  const accept = lifeCall('acceptQuote', 'quote-1', { revision: 1 })

  race(
    'accept or cancel, or first accept and then cancel',
    [accept, lifeCall('cancelQuote', 'quote-1')],
    async (world) => {
      const { quote } = await quoteOf(world, 'quote-1')
      expect(['accepted', 'canceled', 'sent']).toContain(quote.status)
      if (quote.status === 'accepted') expect(verifyAcceptance(quote)).toEqual([])
    },
  )

  race('accept or revise, but not both', [accept, lifeCall('reviseQuote', 'quote-1')], (world) => {
    expect(succeeded(world, 'acceptQuote') + succeeded(world, 'reviseQuote')).toBeLessThan(2)
  })

  race(
    'accept once if two people accept',
    [accept, { ...accept, request: { revision: 1, name: 'Ada' } }],
    (world) => {
      expect(succeeded(world, 'acceptQuote')).toBeLessThan(2)
    },
  )

  race(
    'send what the last update before left, and reject those after',
    [
      lifeCall('sendQuote', 'quote-3'),
      { kind: 'update', quoteId: 'quote-3', changes: { customer: { city: 'Rome' } } },
    ],
    async (world) => {
      const { quote } = await quoteOf(world, 'quote-3')
      const update = world.made.find(({ call }) => call.kind === 'update')
      if (update === undefined || quote.status !== 'sent') return
      expect(quote.customer.city).toBe(isRejection(update.outcome) ? undefined : 'Rome')
    },
  )

  race(
    'send several quotes with a number each',
    ['quote-3', 'quote-4', 'quote-3'].map((quoteId) => lifeCall('sendQuote', quoteId)),
    (world) => {
      expect(succeeded(world, 'sendQuote')).toBeLessThan(3)
    },
  )

  race(
    'record one of two orders',
    ['order-1', 'order-2'].map((order_id) => lifeCall('orderQuote', 'quote-2', { order_id })),
    (world) => {
      expect(succeeded(world, 'orderQuote')).toBeLessThan(2)
    },
  )

  it('place one order with the port, which can fail, and never one that is canceled', async () => {
    const behaviors = fc.constantFrom('placeOrder', 'fail', 'place and fail')
    const others = fc.constantFrom<Call>(
      lifeCall('cancelQuote', 'quote-2'),
      lifeCall('reviseQuote', 'quote-2'),
      { kind: 'update', quoteId: 'quote-2', changes: { customer: { city: 'Rome' } } },
      { kind: 'update', quoteId: 'quote-2', changes: { tag_list: ['vip'] } },
    )
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ engine, abort }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ engine, call: others }), { maxLength: 2 }),
      fc.array(behaviors, { maxLength: 4 }),
      async (scheduler, callers, rest, planned) => {
        const placed = new Map<string, string>()
        const left = [...planned]
        const orders: OrderPort = {
          placeOrder({ key }) {
            const behavior = left.shift() ?? 'placeOrder'
            if (behavior === 'fail') throw new Error('no connection')
            const orderId = placed.get(key) ?? `order-${placed.size + 1}`
            placed.set(key, orderId)
            if (behavior === 'place and fail') throw new Error('connection lost')
            return { orderId }
          },
        }
        const order = lifeCall('orderQuote', 'quote-2')
        const world = await interleave(
          scheduler,
          ({ call }) =>
            Promise.all([
              ...callers.map((each) => call(each.engine, order, each.abort)),
              ...rest.map((each) => call(each.engine, each.call)),
            ]),
          { prepare, orders },
        )
        const { quote } = await quoteOf(world, 'quote-2')
        expect(placed.size).toBeLessThan(2)
        // A canceled quote may have been revised since.
        if (['canceled', 'draft'].includes(quote.status)) expect(placed.size).toBe(0)
        else {
          left.length = 0
          const finishing = engineWith({ storage: world.storage, orders })
          const { quote: ordered } = await finishing.orderQuote(context, 'quote-2')
          expect(ordered).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
          expect(verifyAcceptance(ordered)).toEqual([])
          expect([...placed.values()]).toEqual(['order-1'])
        }
        const [record] = await world.storage.load('store-1', [quoteRef('quote-2')])
        const { items } = await engineWith({ storage: world.storage }).listHistory(
          context,
          'quote-2',
        )
        expect(JSON.stringify(replayQuote(items))).toBe(
          JSON.stringify(showKeys(record?.value as Quote)),
        )
      },
    )
    await fc.assert(property)
  })
})
