import { describe, expect, it } from 'vitest'
import { createQuote } from '../../../../src/quote/operations/create-quote.js'
import type { RecordChange } from '../../../../src/record/commit.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { pricesOf, rules } from '../../../quote/samples.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

/** Returns changes that create quotes `${prefix}0`, `${prefix}1`, … */
function creations(prefix: string, count: number): readonly RecordChange[] {
  const products = pricesOf([{ id: 1, price: '10.00' }])
  return Array.from({ length: count }, (_, index) =>
    createQuote(request, { quoteId: `${prefix}${index}`, now: 1_000, products }, rules),
  )
}

describe('countQuotes', () => {
  it('counts up to 10,000 quotes', async () => {
    const storage = memoryStorage()
    const engine = engineWith({ storage, catalog: everyProduct })
    const caller = { storeId: 'ten-thousand' }
    const count = () => engine.countQuotes(caller, { status: 'new' })
    expect(await count()).toEqual({ count: 0, isCapped: false })
    for (let batch = 0; batch < 10; batch += 1)
      await storage.commit(caller.storeId, { changes: creations(`${batch}-`, 1_000) })
    expect(await count()).toEqual({ count: 10_000, isCapped: false })
    await storage.commit(caller.storeId, { changes: creations('last-', 1) })
    expect(await count()).toEqual({ count: 10_000, isCapped: true })
    expect(await engine.countQuotes(caller, { deleted: true })).toEqual({
      count: 0,
      isCapped: false,
    })
    await engine.deleteQuote(caller, 'last-0')
    expect(await count()).toEqual({ count: 10_000, isCapped: false })
  })

  it('asks the storage for no more than one quote beyond the maximum', async () => {
    const { storage } = countingStorage()
    const max: number[] = []
    const engine = engineWith({
      storage: {
        ...storage,
        count(storeId, filter, upTo) {
          max.push(upTo)
          return storage.count(storeId, filter, upTo)
        },
      },
    })
    expect(await engine.countQuotes(context)).toEqual({ count: 0, isCapped: false })
    expect(max).toEqual([10_001])
  })

  it('stops at a lower maximum', async () => {
    const storage = memoryStorage()
    const engine = engineWith({ storage, catalog: everyProduct })
    const caller = { storeId: 'few' }
    await storage.commit(caller.storeId, { changes: creations('', 5) })
    const results = await Promise.all([4, 5, 6].map((max) => engine.countQuotes(caller, { max })))
    expect(results).toEqual([
      { count: 4, isCapped: true },
      { count: 5, isCapped: false },
      { count: 5, isCapped: false },
    ])
  })

  it.each([0, 10_001, 1.5, '7', Number.NaN, {}])('rejects the maximum %j', async (max) => {
    expect(await errorOf(() => engineWith().countQuotes(context, { max } as never))).toMatchObject({
      code: 'invalid_request',
      details: { errors: { max: expect.stringMatching(/^must be an integer from 1 to 10000/) } },
    })
  })

  it('returns a frozen result', async () => {
    expect(Object.isFrozen(await engineWith().countQuotes(context))).toBe(true)
  })

  it.each(['order', 'after', 'limit'])(
    'rejects the field %s, which only lists have',
    async (name) => {
      const options = { [name]: name === 'limit' ? 10 : 'newest' } as never
      expect(await errorOf(() => engineWith().countQuotes(context, options))).toMatchObject({
        code: 'invalid_request',
        details: { errors: { [name]: expect.stringMatching(/^is not a known field/) } },
      })
    },
  )
})
