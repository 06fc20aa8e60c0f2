import { beforeAll, describe, expect, it } from 'vitest'
import {
  createListedQuotes,
  listsAmong,
  productsByStore,
  storeId,
} from '../../bench/subjects/listed-quotes.mjs'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../src/index.js'

const quotes = 1_000
const engine = createQuoteEngine({
  storage: memoryStorage(),
  catalog: memoryCatalog(productsByStore()),
})

beforeAll(() => createListedQuotes(engine, quotes))

function countAll(options: object, context = { storeId }) {
  return engine.countQuotes(context, options)
}

describe('createListedQuotes', () => {
  it('creates quotes of 10 distinct products with a tag on every tenth', async () => {
    const tags = new Set<string>()
    let tagged = 0
    for await (const { quote } of engine.listQuotes({ storeId })) {
      expect(new Set(quote.products.map(({ id }) => id)).size).toBe(10)
      for (const tag of quote.tags ?? []) tags.add(tag)
      if (quote.tags?.length) tagged += 1
    }
    expect(tagged).toBe(quotes / 10)
    expect(tags.size).toBe(10)
  })

  it('creates a fiftieth as many quotes in other stores', async () => {
    const stores = Object.keys(productsByStore()).filter((store) => store !== storeId)
    const counts = await Promise.all(stores.map((store) => countAll({}, { storeId: store })))
    expect(counts.map(({ count }) => count)).toEqual(stores.map(() => 1))
  })
})

describe('listsAmong', () => {
  it.each(listsAmong(quotes))('$name finds the share of the quotes that it names', async (list) => {
    const { order: _, ...filter } = list.options
    const { count } = await countAll(filter)
    expect(count / quotes / list.share).toBeGreaterThan(0.8)
    expect(count / quotes / list.share).toBeLessThan(1.25)
  })
})
