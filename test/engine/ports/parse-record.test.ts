import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { withoutKeys } from '../../../src/quote/model/line-keys.js'
import type { Quote, QuoteRecord } from '../../../src/quote/model/quote.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { sqliteStorage } from '../../../src/storage/sqlite/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

/** A storage that returns new objects, and whose stored quotes can be corrupted. */
interface OpenStorage {
  readonly storage: StoragePort
  /** Replaces the stored quote with an altered copy. */
  corrupt(alter: (quote: Record<string, unknown>) => object): void
  close(): void
}

function openSqlite(): OpenStorage {
  const database = new Database(':memory:')
  const select = () =>
    database.prepare('select quote from quotewright_current_quotes').get() as { quote: string }
  return {
    storage: sqliteStorage(database),
    corrupt(alter) {
      const altered = alter(JSON.parse(select().quote))
      database.prepare('update quotewright_records set value = ?').run(JSON.stringify(altered))
    },
    close: () => database.close(),
  }
}

/** A memory storage that returns records as parsed JSON. */
function openJson(): OpenStorage {
  const inner = memoryStorage()
  let alterQuote = (quote: Record<string, unknown>): object => quote
  const copyOf = (record: StoredRecord | undefined): StoredRecord | undefined => {
    if (record === undefined) return undefined
    const copy = JSON.parse(JSON.stringify(record))
    return copy.kind === 'quote' ? { ...copy, value: alterQuote(copy.value) } : copy
  }
  return {
    storage: {
      ...inner,
      load: async (...args) => (await inner.load(...args)).map(copyOf),
    },
    corrupt(alter) {
      alterQuote = alter
    },
    close() {},
  }
}

/** Returns the quote that a storage has stored. */
async function storedQuote(storage: StoragePort): Promise<Quote> {
  const [record] = await storage.load('store-1', [quoteRef('quote-1')])
  return record?.value as Quote
}

describe('a loaded quote with inherited fields', () => {
  async function engineOver(alter: (quote: Quote) => Quote) {
    const inner = memoryStorage()
    const { quoteId } = await engineWith({ storage: inner }).createQuote(context, request)
    const load: StoragePort['load'] = async (...args) => {
      const records = await inner.load(...args)
      return records.map((record) => record && { ...record, value: alter(record.value as Quote) })
    }
    return { inner, quoteId, engine: engineWith({ storage: { ...inner, load } }) }
  }
  const inheriting: readonly (readonly [string, (quote: Quote) => Quote])[] = [
    ['all of them', (quote) => Object.create(quote)],
    [
      'some of them',
      ({ status, tags, ...own }) => Object.assign(Object.create({ status, tags }), own),
    ],
    [
      'in its lines',
      (quote) => ({ ...quote, products: quote.products.map((line) => Object.create(line)) }),
    ],
    ['nothing, as it has no prototype', (quote) => Object.assign(Object.create(null), quote)],
  ]

  it.each(inheriting)('getQuote returns them as own fields: %s', async (_, alter) => {
    const { inner, quoteId, engine } = await engineOver(alter)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(JSON.parse(JSON.stringify(withoutKeys(quote)))).toEqual(await storedQuote(inner))
  })

  it.each(inheriting)('updateQuote keeps them: %s', async (_, alter) => {
    const { inner, quoteId, engine } = await engineOver(alter)
    const before = await storedQuote(inner)
    await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
    const after = await storedQuote(inner)
    expect(JSON.parse(JSON.stringify(after))).toEqual({
      ...before,
      customer: { name: 'Ann', city: 'Austin' },
    })
  })

  it('getQuote rejects an unknown inherited field', async () => {
    const { quoteId, engine } = await engineOver((quote) =>
      Object.assign(Object.create({ extra: 1 }), quote),
    )
    expect(await errorOf(() => engine.getQuote(context, quoteId))).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'load',
        errors: { '[0].value.extra': expect.stringMatching(/^is not a known field/) },
      },
    })
  })
})

describe.each([
  ['SQLite', openSqlite],
  ['a storage that returns JSON', openJson],
] as const)('a quote loaded from %s', (_, open) => {
  let opened: OpenStorage
  beforeEach(() => {
    opened = open()
  })
  afterEach(() => opened.close())

  const keysOf = ({ quote }: QuoteRecord) => quote.products.map(({ key }) => key)

  it('getQuote and updateQuote accept the keys of lines that version 12 added', async () => {
    const engine = engineWith({ storage: opened.storage })
    const { quoteId } = await engine.createQuote(context, request)
    for (let version = 2; version <= 12; version += 1) {
      const { quote } = await engine.getQuote(context, quoteId)
      const kept = quote.products.map(({ id, key }) => ({ id, key }))
      const products = [...kept, { id: 1, qty: version }]
      await engine.updateQuote(context, quoteId, { products })
    }
    const order = [
      '12-12',
      ...Array.from({ length: 11 }, (_, place) => `${place + 1}-${place + 1}`),
    ]
    await engine.updateQuote(context, quoteId, { product_order: order })

    const another = engineWith({ storage: opened.storage })
    const loaded = await another.getQuote(context, quoteId)
    expect(loaded.version).toBe(13)
    expect(keysOf(loaded)).toEqual([...order.slice(1), '12-12'])
    expect(loaded.quote.product_order).toEqual(order)
    const tagged = await another.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect(tagged.version).toBe(14)
    expect(keysOf(tagged)).toEqual(keysOf(loaded))
  })

  it('getQuote and updateQuote accept the keys of the tenth line and later ones', async () => {
    const engine = engineWith({ storage: opened.storage })
    const products = Array.from({ length: 12 }, () => ({ id: 1, qty: 1 }))
    const { quoteId } = await engine.createQuote(context, { ...request, products })
    await engine.updateQuote(context, quoteId, { products: [...products, { id: 2, qty: 1 }] })

    const another = engineWith({ storage: opened.storage })
    const loaded = await another.getQuote(context, quoteId)
    expect(keysOf(loaded).slice(-4)).toEqual(['1-10', '1-11', '1-12', '2-13'])
    const removed = await another.updateQuote(context, quoteId, {
      products: [{ key: '2-13' }, { key: '1-10' }],
    })
    expect(keysOf(removed)).toEqual(['2-13', '1-10'])
  })

  const ofFirstLine = (fields: object) => (quote: Record<string, unknown>) => {
    const [first, ...others] = quote.products as object[]
    return { ...quote, products: [{ ...first, ...fields }, ...others] }
  }
  const ofQuote = (fields: object) => (quote: Record<string, unknown>) => ({ ...quote, ...fields })

  it.each([
    ['a customer that is a string', ofQuote({ customer: 'Ann' }), 'customer'],
    ['a customer that is an array', ofQuote({ customer: ['Ann'] }), 'customer'],
    ['quote_total 1.00x', ofQuote({ quote_total: '1.00x' }), 'quote_total'],
    ['quote_total x1.00', ofQuote({ quote_total: 'x1.00' }), 'quote_total'],
    ['price_total 1.00x', ofQuote({ price_total: '1.00x' }), 'price_total'],
    ['a line with quote 1.00x', ofFirstLine({ quote: '1.00x' }), 'products[0].quote'],
    ['a line with quote x1.00', ofFirstLine({ quote: 'x1.00' }), 'products[0].quote'],
    [
      'a line with quote_total 1.00x',
      ofFirstLine({ quote_total: '1.00x' }),
      'products[0].quote_total',
    ],
    ['a line with the key 1-1x', ofFirstLine({ key: '1-1x' }), 'products[0].key'],
    ['a line with the key 0-1', ofFirstLine({ key: '0-1' }), 'products[0].key'],
    ['an order with the key x1-1', ofQuote({ product_order: ['x1-1'] }), 'product_order[0]'],
  ] as const)('getQuote and updateQuote reject %s', async (_, alter, path) => {
    const { storage, corrupt } = opened
    await engineWith({ storage }).createQuote(context, request)
    corrupt(alter)
    const engine = engineWith({ storage })
    for (const call of [
      () => engine.getQuote(context, 'quote-1'),
      () => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }),
    ]) {
      const error = await errorOf(call)
      expect(error).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'load' },
      })
      expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
        `[0].value.${path}`,
      ])
    }
  })
})

describe('getQuote rejects a loaded record with the replay state', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', '1'],
    ['no base', { size: 0 }],
    ['base 0', { base: 0, size: 0 }],
    ['a base after its version', { base: 2, size: 0 }],
    ['a base that is a string', { base: '1', size: 0 }],
    ['no size', { base: 1 }],
    ['a negative size', { base: 1, size: -1 }],
    ['a size that is not an integer', { base: 1, size: 0.5 }],
  ])('%s', async (_name, replay) => {
    const inner = memoryStorage()
    const { quoteId } = await engineWith({ storage: inner }).createQuote(context, request)
    const load: StoragePort['load'] = async (...args) => {
      const records = await inner.load(...args)
      return records.map((record) => record && ({ ...record, replay } as StoredRecord))
    }
    const engine = engineWith({ storage: { ...inner, load } })
    expect(await errorOf(() => engine.getQuote(context, quoteId))).toMatchObject({
      code: 'storage_invalid_response',
      details: { errors: { '[0].replay': 'must be the replay state that was committed' } },
    })
  })
})
