import { beforeAll, describe, expect, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { defaultLimits } from '../../src/quote/model/policy.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { estimateJsonLength } from '../../src/validation/json-length.js'
import { sampleDesk, sampleEngine, seller } from './sample-desk.js'

/** A storage that counts what it returns, in characters of JSON. */
function countingStorage() {
  const storage = memoryStorage()
  const lengths = new WeakMap<object, number>()
  function lengthOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 0
    if (Array.isArray(value)) return value.reduce((sum, each) => sum + lengthOf(each), 0)
    const known = lengths.get(value) ?? estimateJsonLength(value)
    lengths.set(value, known)
    return known
  }
  const counter = { loaded: 0 }
  function count<Args extends unknown[], T>(method: (...args: Args) => T) {
    return async (...args: Args): Promise<Awaited<T>> => {
      const result = await method(...args)
      const page = Object(result) as { readonly items?: unknown }
      counter.loaded += lengthOf(page.items ?? result)
      return result
    }
  }
  const counting: StoragePort = {
    ...storage,
    load: count(storage.load),
    find: count(storage.find),
    listHistory: count(storage.listHistory),
    listEvents: count(storage.listEvents),
  }
  return { storage: counting, counter }
}

const quotes = 50
const lineCount = 1_000
const megabyte = 1_000_000

const products = Array.from({ length: lineCount }, (_, index) => ({
  name: `Line ${index} ${'n'.repeat(180)}`,
  price: '1.00',
  qty: 1,
  note: 'n'.repeat(1_800),
}))

describe('pages of a store with 50 quotes of 2 MB', () => {
  const { storage, counter } = countingStorage()
  const engine: QuoteEngine = sampleEngine({ storage })
  const desk = sampleDesk({ engine })
  const ids: string[] = []

  beforeAll(async () => {
    const { quoteId, quote } = await engine.createQuote(seller, { customer: {}, products })
    expect(estimateJsonLength(quote)).toBeGreaterThan(2 * megabyte)
    ids.push(quoteId)
    const half = products.map(({ name, price, qty }) => ({ name, price, qty }))
    for (let change = 0; change < 4; change += 1)
      await engine.updateQuote(seller, quoteId, {
        products: (change % 2 === 0 ? half : products) as never,
      })
    while (ids.length < quotes) ids.push((await engine.copyQuote(seller, quoteId)).quoteId)
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])
      await engine.createTemplate(seller, { name, customer: {}, products } as never)
    for (const id of ids.slice(25)) await engine.deleteQuote(seller, id)
    await engine.setTag(seller, 'Hot', {
      color: 'rgb(0%, 0%, 0%)',
      backgroundColor: 'rgba(100%, 100%, 100%, 1)',
    })
    await engine.setUser(seller, 'ann', { name: 'Ann', email: 'a@b', position: 'owner' })
    // The position of the latest event is found once, by reading single events.
    await desk.get('/activity')
  }, 120_000)

  // Two pages, and the items that end them.
  const most = 2 * defaultLimits.maxPageBytes + 5 * 2.5 * megabyte

  it.each([
    ['the list', () => '/'],
    ['deleted quotes', () => '/?deleted=yes'],
    ['the activity', () => '/activity'],
    ['earlier activity', () => `/activity?before=60`],
    ['templates', () => '/templates'],
    ['tags', () => '/tags'],
    ['users', () => '/users'],
    ['a timeline', () => `/quotes/${ids[0]}/timeline`],
    ['a history', () => `/quotes/${ids[0]}/history`],
    ['a history of a deleted quote', () => `/quotes/${ids.at(-1)}/history`],
    ['differences', () => `/quotes/${ids[0]}/differences?from=1&to=2`],
    ['a version', () => `/quotes/${ids[0]}/versions/2`],
    ['a document', () => `/quotes/${ids[0]}/document`],
  ])('%s loads no more than two pages and their last items', async (_, path) => {
    counter.loaded = 0
    const { status } = await desk.get(path())
    expect(status).toBe(200)
    expect(counter.loaded).toBeGreaterThan(0)
    expect(counter.loaded).toBeLessThan(most)
  })

  it('shows every event, page by page, with links to the quotes that exist', async () => {
    const { items } = await engine.listEvents(seller, { after: 0, limit: 1 })
    expect(items[0]?.position).toBe(1)
    let path: string | undefined = '/activity'
    let count = 0
    let links = 0
    while (path !== undefined) {
      const { html } = await desk.get(path)
      count += html.match(/<td class="what">/g)?.length ?? 0
      links += html.match(/href="\/desk\/quotes\/(?!new)[^"]+"/g)?.length ?? 0
      path = /href="\/desk(\/activity\?before=\d+)"/.exec(html)?.[1]
    }
    expect(count).toBe(quotes + 4 + 25 + 8 + 2)
    expect(links).toBe(25 + 4)
  })
})
