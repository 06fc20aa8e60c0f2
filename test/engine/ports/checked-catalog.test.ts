import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, countingStorage, engineWith, errorOf, request } from '../ports.js'

const cause = new Error('the disk is gone')

const throwsAtOnce = () => {
  throw cause
}

const rejects = () => Promise.reject(cause)

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

/** Creates an engine with one tagged quote, and then replaces these methods of its storage. */
async function engineOf(methods: Partial<QuoteStorage>) {
  const storage: QuoteStorage = { ...memoryStorage() }
  const { quoteId } = await engineWith({ storage }).createQuote(context, request)
  await engineWith({ storage }).updateQuote(context, quoteId, { tag_list: ['vip'] })
  await engineWith({ storage }).setTag(context, 'vip', colors)
  return engineWith({ storage: { ...storage, ...methods } })
}

describe.each([
  ['throws', throwsAtOnce],
  ['rejects', rejects],
])('a storage that %s', (_, fails) => {
  it.each([
    ['load', (engine: Engine) => engine.getQuote(context, 'quote-1')],
    ['load', (engine: Engine) => engine.updateQuote(context, 'quote-1', { tag_list: [] })],
    ['commit', (engine: Engine) => engine.createQuote(context, request)],
    ['commit', (engine: Engine) => engine.updateQuote(context, 'quote-1', { tag_list: [] })],
    ['load', (engine: Engine) => engine.listTags(context)],
    ['load', (engine: Engine) => engine.setTag(context, 'vip', colors)],
    ['load', (engine: Engine) => engine.removeTag(context, 'vip')],
    ['commit', (engine: Engine) => engine.setTag(context, 'new', colors)],
    ['commit', (engine: Engine) => engine.removeTag(context, 'vip')],
    ['find', (engine: Engine) => engine.listQuotes(context)],
    ['load', (engine: Engine) => engine.listQuotes(context)],
    ['count', (engine: Engine) => engine.countQuotes(context)],
    ['listHistory', (engine: Engine) => engine.listHistory(context, 'quote-1')],
    ['listHistory', (engine: Engine) => engine.getQuote(context, 'quote-1', { version: 1 })],
    ['listEvents', (engine: Engine) => engine.listEvents(context)],
  ] as const)(
    'in %s rejects the call with storage_failed and the cause: %o',
    async (operation, call) => {
      const engine = await engineOf({ [operation]: fails })
      const error = await errorOf(() => call(engine))
      expect(error).toMatchObject({ code: 'storage_failed', details: { operation } })
      expect(error.cause).toBe(cause)
    },
  )
})

type Engine = ReturnType<typeof engineWith>

describe('a catalog', () => {
  it('whose response throws rejects with catalog_invalid_response and the cause', async () => {
    const cause = new Error('no')
    const product = Object.defineProperty({ id: 1 }, 'price', {
      get() {
        throw cause
      },
    })
    const engine = engineWith({ catalog: { findProducts: () => [product as never] } })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error).toMatchObject({ code: 'catalog_invalid_response', cause })
  })

  it.each([
    ['throws', throwsAtOnce],
    ['rejects', rejects],
  ])('that %s rejects the call with catalog_failed and the cause', async (_, findProducts) => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage, catalog: { findProducts } })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error).toMatchObject({
      code: 'catalog_failed',
      details: { operation: 'findProducts' },
    })
    expect(error.cause).toBe(cause)
    expect(written).toEqual([])
  })

  it.each([
    [undefined, ''],
    [{}, ''],
    [[null], '[0]'],
    [[{ id: '1', price: 1 }], '[0].id'],
    [[{ id: 1, price: -1 }], '[0].price'],
    [[{ id: 1, price: Number.NaN }], '[0].price'],
    [[{ id: 1, price: 1, salePrice: 'x' }], '[0].salePrice'],
    [
      [
        { id: 1, price: 1 },
        { id: 1, price: 2 },
      ],
      '[1].id',
    ],
  ])('that returns %j is rejected', async (response, path) => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage, catalog: { findProducts: () => response as never } })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error.code).toBe('catalog_invalid_response')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([path])
    expect(written).toEqual([])
  })

  it('that fails rejects an update, and nothing is stored', async () => {
    const { storage, written } = countingStorage()
    await engineWith({ storage }).createQuote(context, request)
    const engine = engineWith({ storage, catalog: { findProducts: rejects } })
    const changes = { products: [{ id: 2, qty: 1 }], tag_list: ['vip'] }
    const error = await errorOf(() => engine.updateQuote(context, 'quote-1', changes))
    expect(error.code).toBe('catalog_failed')
    expect(written).toHaveLength(1)
  })

  it('that lacks a product rejects the request', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage, catalog: { findProducts: () => [] } })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { errors: { 'products[0].id': 'is not a product of this store' } },
    })
    expect(written).toEqual([])
  })
})

describe('updateQuote', () => {
  it('succeeds after an earlier call of the quote has failed', async () => {
    let isDown = true
    const inner = memoryStorage()
    const storage: QuoteStorage = {
      ...inner,
      load: (...ids) => (isDown ? throwsAtOnce() : inner.load(...ids)),
    }
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const failed = errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['a'] }))
    expect((await failed).code).toBe('storage_failed')
    isDown = false
    expect((await engine.updateQuote(context, quoteId, { tag_list: ['b'] })).version).toBe(2)
  })
})
