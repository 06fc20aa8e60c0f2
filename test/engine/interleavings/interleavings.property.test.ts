import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { context, engineWith } from '../ports.js'
import { expectOneResultPerKey } from './idempotent-calls.js'
import { type InterleavedEngines, interleave } from './interleaved-engines.js'
import { calls, isRejection, storageWithQuotes } from './sample-calls.js'
import { expectSequentialOrder } from './sequential-order.js'

const engine = fc.nat(2)

async function countOne({ call }: InterleavedEngines, engine: number): Promise<void> {
  const quoteId = 'quote-1'
  for (let isCounted = false; !isCounted; ) {
    const { version, quote } = JSON.parse(await call(engine, { kind: 'get', quoteId }))
    const changes = { customer: { counter: String(Number(quote.customer.counter ?? 0) + 1) } }
    const update = { kind: 'update', quoteId, changes, expectedVersion: version } as const
    isCounted = !isRejection(await call(engine, update), 'version_mismatch')
  }
}

/** Sets one tag several times, through every engine in turn; undefined removes it. */
async function labelInTurn(
  { engines }: InterleavedEngines,
  name: string,
  labels: readonly (string | undefined)[],
): Promise<void> {
  const colors = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }
  for (const [turn, label] of labels.entries()) {
    const engine = engines[turn % engines.length]
    if (label === undefined) await engine?.removeTag(context, name)
    else await engine?.setTag(context, name, { ...colors, label })
  }
}

describe('concurrent calls of several engines, in any order of their port calls', () => {
  it('are serializable', async () => {
    const callers = fc.record({
      engine,
      call: calls,
      times: fc.constantFrom(1, 1, 2, 3),
      abort: fc.constantFrom(false, false, false, true),
    })
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(callers, { minLength: 1, maxLength: 6, size: 'max' }),
      async (scheduler, each) => {
        const world = await interleave(scheduler, ({ call }) =>
          Promise.all(
            each.flatMap(({ engine, call: data, times, abort }) =>
              Array.from({ length: times }, (_, index) =>
                call(engine + index, data, abort && index === 0),
              ),
            ),
          ),
        )
        expectOneResultPerKey(world.made)
        await expectSequentialOrder(world)
      },
    )
    await fc.assert(property)
  })

  it('lose no increment that is made with expectedVersion', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(engine, { minLength: 1, maxLength: 5 }),
      fc.array(fc.record({ engine, call: calls }), { maxLength: 3 }),
      async (scheduler, counters, others) => {
        const world = await interleave(scheduler, (world) =>
          Promise.all([
            ...counters.map((engine) => countOne(world, engine)),
            ...others.map((other) => world.call(other.engine, other.call)),
          ]),
        )
        const { quote } = await engineWith({ storage: world.storage }).getQuote(context, 'quote-1')
        expect(quote.customer).toMatchObject({ counter: String(counters.length) })
        await expectSequentialOrder(world)
      },
    )
    await fc.assert(property)
  })

  it('apply all updates of different fields, with the same result in any order', async () => {
    const fields: readonly UpdateQuoteRequest[] = [
      { customer: { city: 'Rome' } },
      { customer: { zipcode: '78701' } },
      { customer: { state: 'TX', country: 'US' } },
      { customer: { name: null } },
      { tag_list: ['vip'] },
      { products: [{ key: '1-1', qty: 7 }, { key: '1-2' }] },
    ]
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.shuffledSubarray([...fields], { minLength: 2 }),
      engine,
      async (scheduler, chosen, first) => {
        const { storage } = await interleave(scheduler, ({ call }) =>
          Promise.all(
            chosen.map((changes, index) =>
              call(first + index, { kind: 'update', quoteId: 'quote-1', changes }),
            ),
          ),
        )
        const after = await engineWith({ storage }).getQuote(context, 'quote-1')
        expect(after.version).toBe(2 + chosen.length)
        const alone = engineWith({ storage: await storageWithQuotes() })
        for (const changes of chosen) await alone.updateQuote(context, 'quote-1', changes)
        expect((await alone.getQuote(context, 'quote-1')).quote).toEqual(after.quote)
      },
    )
    await fc.assert(property)
  })

  it('keep the last label that the only caller of a tag has set', async () => {
    const label = fc.constantFrom('first', 'second', undefined)
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.array(label, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
      async (scheduler, callers) => {
        const { storage } = await interleave(scheduler, (world) =>
          Promise.all(callers.map((labels, index) => labelInTurn(world, `tag-${index}`, labels))),
        )
        const tags = await engineWith({ storage }).listTags(context)
        expect(callers.map((_, index) => tags[`tag-${index}`]?.label)).toEqual(
          callers.map((labels) => labels.at(-1)),
        )
      },
    )
    await fc.assert(property)
  })
})
