import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { StoredRecord } from '../../../src/quote/stored-record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { created } from '../../quote/samples.js'
import { context, countingStorage, engineWith, errorOf, request } from '../ports.js'

const cause = new Error('the disk is gone')
const throwsAtOnce = () => {
  throw cause
}
const rejects = () => Promise.reject(cause)
const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

/** An engine with one quote that has a tag, whose storage then gets these methods. */
async function engineOf(methods: Partial<QuoteStorage>) {
  const storage: QuoteStorage = { ...memoryStorage() }
  const { quoteId } = await engineWith({ storage }).createQuote(context, request)
  await engineWith({ storage }).updateQuote(context, quoteId, { tag_list: ['vip'] })
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
    ['listTags', (engine: Engine) => engine.listTags(context)],
    ['listTags', (engine: Engine) => engine.getQuote(context, 'quote-1')],
    ['setTag', (engine: Engine) => engine.setTag(context, 'vip', colours)],
    ['removeTag', (engine: Engine) => engine.removeTag(context, 'vip')],
  ] as const)('in %s makes a storage_failed of it, with its cause: %o', async (operation, call) => {
    const engine = await engineOf({ [operation]: fails })
    const error = await errorOf(() => call(engine))
    expect(error).toMatchObject({ code: 'storage_failed', details: { operation } })
    expect(error.cause).toBe(cause)
  })
})

type Engine = ReturnType<typeof engineWith>

describe('a storage that lies', () => {
  const { quote } = created()
  const record = { storeId: 'store-1', quoteId: 'quote-1', version: 1, updated: 1, quote }
  const withQuote = (fields: object) => ({ ...record, quote: { ...quote, ...fields } })
  const cycle: Record<string, unknown> = {}
  cycle.name = cycle

  it.each([
    ['a record of another store', { ...record, storeId: 'store-2' }],
    ['a record of another id', { ...record, quoteId: 'quote-2' }],
    ['a record without a version', { ...record, version: undefined }],
    ['a record of version 0', { ...record, version: 0 }],
    ['a record without a quote', { ...record, quote: undefined }],
    ['a record whose quote is null', { ...record, quote: null }],
    ['a record without a time', { ...record, updated: undefined }],
    ['an empty quote', { ...record, quote: {} }],
    ['a quote without a customer', withQuote({ customer: undefined })],
    ['a quote whose customer leads back to itself', withQuote({ customer: cycle })],
    ['a quote without lines', withQuote({ products: [] })],
    ['a quote with a line of null', withQuote({ products: [null] })],
    ['a quote with a line without prices', withQuote({ products: [{ id: 1, qty: 1 }] })],
    ['a quote with tags of text', withQuote({ tags: 'abc' })],
    ['a quote with an order of numbers', withQuote({ product_order: [5] })],
    ['a quote with a field of its own', withQuote({ blob: Buffer.alloc(2) })],
    ['a number', 5],
    ['a text', 'record'],
  ])('in load, with %s, is found out', async (_, answer) => {
    const engine = await engineOf({ load: () => answer as never })
    for (const call of [
      () => engine.getQuote(context, 'quote-1'),
      () => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }),
    ]) {
      const error = await errorOf(call)
      expect(error).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'load' },
      })
    }
  })

  it.each([[undefined], [null], [true], ['ok'], [1], ['Committed'], [['committed']]])(
    'in commit, with %j, is found out',
    async (answer) => {
      const engine = await engineOf({ commit: () => answer as never })
      const error = await errorOf(() => engine.createQuote(context, request))
      expect(error).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'commit' },
      })
    },
  )

  it.each([[undefined], [null], [{}], ['tags'], [[null]], [[5]], [[{}]], [[{ value: 5 }]]])(
    'in listTags, with %j, is found out',
    async (answer) => {
      const engine = await engineOf({ listTags: () => answer as never })
      for (const call of [
        () => engine.listTags(context),
        () => engine.getQuote(context, 'quote-1'),
      ]) {
        const error = await errorOf(call)
        expect(error).toMatchObject({
          code: 'storage_invalid_response',
          details: { operation: 'listTags' },
        })
      }
    },
  )

  const tag = { ...colours, label: 'VIP', value: 'vip' }
  const halves = Object.keys(tag).flatMap((field) =>
    [undefined, null, 5, ['x']].map((value) => [field, value] as const),
  )
  it.each(halves)('in listTags, with a tag whose %s is %j, is found out', async (field, value) => {
    const engine = await engineOf({ listTags: () => [tag, { ...tag, [field]: value }] as never })
    for (const call of [() => engine.listTags(context), () => engine.getQuote(context, 'quote-1')])
      expect(await errorOf(call)).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'listTags', errors: { '': 'must be an array of tags' } },
      })
  })

  it.each(Object.keys(tag))('in listTags, with a tag without %s, is found out', async (field) => {
    const half = Object.fromEntries(Object.entries(tag).filter(([name]) => name !== field))
    const engine = await engineOf({ listTags: () => [half] as never })
    expect((await errorOf(() => engine.listTags(context))).code).toBe('storage_invalid_response')
  })

  const noBooleans: readonly (readonly [unknown])[] = [
    [undefined],
    [null],
    [0],
    [1],
    [''],
    ['true'],
    [{}],
    [[]],
  ]

  it.each(noBooleans)('in removeTag, with %j, is found out', async (answer) => {
    const engine = await engineOf({ removeTag: () => answer as never })
    expect(await errorOf(() => engine.removeTag(context, 'vip'))).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'removeTag', errors: { '': 'must be true or false' } },
    })
  })

  it.each(noBooleans)('in addIdempotencyRecord, with %j, is found out', async (answer) => {
    const engine = await engineOf({ addIdempotencyRecord: () => answer as never })
    const update = () => engine.updateQuote(context, 'quote-1', {}, { idempotencyKey: 'key-1' })
    expect(await errorOf(update)).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'addIdempotencyRecord', errors: { '': 'must be true or false' } },
    })
  })

  it.each([true, false])('may answer removeTag with %j', async (answer) => {
    const engine = await engineOf({ removeTag: () => answer })
    expect(await engine.removeTag(context, 'vip')).toBe(answer)
  })

  it('may say null for a quote that it does not have', async () => {
    const engine = await engineOf({ load: () => null as never })
    const error = await errorOf(() => engine.getQuote(context, 'quote-1'))
    expect(error.code).toBe('quote_not_found')
  })
})

describe('what a storage gives', () => {
  it('beside the fields of a record goes no further', async () => {
    const stored = memoryStorage()
    const load: QuoteStorage['load'] = (...ids) => ({
      ...(stored.load(...ids) as StoredRecord),
      ...{ _id: 7 },
    })
    const engine = engineWith({ storage: { ...stored, load } })
    const { quoteId } = await engine.createQuote(context, request)
    expect(await engine.getQuote(context, quoteId)).not.toHaveProperty('_id')
    expect(await engine.updateQuote(context, quoteId, { tag_list: ['x'] })).not.toHaveProperty(
      '_id',
    )
  })

  it('is frozen before anyone gets it', async () => {
    const stored = memoryStorage()
    const engine = engineWith({
      storage: { ...stored, load: (...ids) => structuredClone(stored.load(...ids)) },
    })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    for (const part of [quote, quote.customer, quote.products, quote.products[0]])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('is frozen within, even where the storage froze its surface', async () => {
    const stored = memoryStorage()
    const load: QuoteStorage['load'] = (...ids) =>
      Object.freeze(structuredClone(stored.load(...ids)))
    const engine = engineWith({ storage: { ...stored, load } })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(Object.isFrozen(quote.products[0])).toBe(true)
  })
})

describe('a catalog', () => {
  it('whose answer throws while it is read gives catalog_invalid_response, with the cause', async () => {
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
  ])('that %s makes a catalog_failed of it, with its cause', async (_, findProducts) => {
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
  ])('that answers %j is found out', async (answer, path) => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage, catalog: { findProducts: () => answer as never } })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error.code).toBe('catalog_invalid_response')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([path])
    expect(written).toEqual([])
  })

  it('that fails leaves an update unstored', async () => {
    const { storage, written } = countingStorage()
    await engineWith({ storage }).createQuote(context, request)
    const engine = engineWith({ storage, catalog: { findProducts: rejects } })
    const changes = { products: [{ id: 2, qty: 1 }], tag_list: ['vip'] }
    const error = await errorOf(() => engine.updateQuote(context, 'quote-1', changes))
    expect(error.code).toBe('catalog_failed')
    expect(written).toHaveLength(1)
  })

  it('that lacks a product has the request refused', async () => {
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

describe('after a failure', () => {
  it('the next command on the same quote runs', async () => {
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
