import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findQuotes, quotePosition } from '../../../../src/engine/operations/read-quotes.js'
import { createCheckedStorage } from '../../../../src/engine/ports/checked-storage.js'
import { tagTerm } from '../../../../src/quote/search/search-terms.js'
import {
  compareIds,
  type OrderPosition,
  type RecordOrder,
} from '../../../../src/record/search/find-query.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { engineWith } from '../../ports.js'

const context = { storeId: 'store-1' }
const products = [{ id: 1, qty: 1 }]

/** When a quote is created, changed and expires, and the tag of the filter that finds it. */
const randomQuotes = fc.array(
  fc.record({
    created: fc.integer({ min: 1_000, max: 1_003 }),
    updated: fc.integer({ min: 1_003, max: 1_006 }),
    expires: fc.option(fc.integer({ min: 1_007, max: 1_009 }), { nil: undefined }),
    tag: fc.constantFrom('a', 'b', 'c', 'other'),
  }),
  { maxLength: 12 },
)
type RandomQuote = ReturnType<typeof randomQuotes.generate>['value'][number]

async function storeWith(quotes: readonly RandomQuote[], maxBytes: number) {
  const inner = memoryStorage()
  let time = 0
  const engine = engineWith({ storage: inner, now: () => time })
  for (const { created, updated, expires, tag } of quotes) {
    time = created
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    time = updated
    await engine.updateQuote(context, quoteId, { tag_list: [tag] })
    if (expires !== undefined) await engine.sendQuote(context, quoteId, { expires })
  }
  return createCheckedStorage(inner, 30_000, maxBytes)
}

/** The ids of the quotes with any of the tags, in order. */
function expectedIds(quotes: readonly RandomQuote[], tags: readonly string[], order: RecordOrder) {
  const sign = order === 'newest' || order === 'updated' ? -1 : 1
  const timeOf = ({ created, updated, expires = 0 }: RandomQuote) =>
    order === 'updated' ? updated : order === 'expires' ? expires : created
  return quotes
    .map((quote, index) => ({ id: `quote-${index + 1}`, time: timeOf(quote), quote }))
    .filter(({ quote }) => tags.includes(quote.tag))
    .filter(({ quote }) => order !== 'expires' || quote.expires !== undefined)
    .sort((left, right) => sign * (left.time - right.time || compareIds(left.id, right.id)))
    .map(({ id }) => id)
}

it('findQuotes lists what any of its filters selects, in order, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomQuotes,
      fc.subarray(['a', 'b', 'c']),
      fc.constantFrom<RecordOrder>('newest', 'oldest', 'updated', 'expires'),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(1, 2_000, 2 ** 20),
      async (quotes, tags, order, limit, maxBytes) => {
        const storage = await storeWith(quotes, maxBytes)
        const expected = expectedIds(quotes, tags, order)
        const filters = tags.map((tag) => ({
          kind: 'quote',
          deleted: false,
          terms: [[tagTerm(tag)]],
          words: [],
          times: {},
        }))
        const found: string[] = []
        let after: OrderPosition | undefined
        let hasMore = true
        while (hasMore) {
          const query = { filters, order, after, limit }
          const page = await findQuotes(storage, context.storeId, query, undefined)
          const last = page.items.at(-1)
          hasMore = page.hasMore
          after = last && quotePosition(last, order)
          found.push(...page.items.map(({ id }) => id))
          expect(page.items.length).toBeLessThanOrEqual(limit)
          expect(hasMore).toBe(found.length < expected.length)
          if (hasMore) expect(page.items.length).toBeGreaterThan(0)
          if (hasMore && maxBytes === 2 ** 20) expect(page.items).toHaveLength(limit)
        }
        expect(found).toEqual(expected)
      },
    ),
  )
})
