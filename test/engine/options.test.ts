import { describe, expect, it } from 'vitest'
import { lifecycleSchema } from '../../src/engine/lifecycle-options.js'
import { pricingSchema } from '../../src/engine/pricing-options.js'
import { defaultLimits } from '../../src/quote/model/policy.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { catalog, context, engineWith, errorOf, request } from './ports.js'

const errorsOf = (options: unknown) =>
  fieldErrorsOf(() => createQuoteEngine(options as never), 'invalid_options')
const ports = { storage: memoryStorage(), catalog }

describe('createQuoteEngine: options', () => {
  it('requires a storage and a catalog', () => {
    expect(errorsOf({})).toEqual({
      storage:
        'must be a storage with load, commit, find, count, listHistory, listEvents, findIdempotencyRecord, received undefined: pass memoryStorage(), sqliteStorage(…) or postgresStorage(…)',
      catalog:
        'must be a catalog with findProducts, received undefined: pass memoryCatalog(…) or { findProducts }',
    })
  })

  it('names the methods that a storage lacks', () => {
    const storage = { ...memoryStorage(), find: undefined, listEvents: 5 }
    expect(errorsOf({ ...ports, storage }).storage).toMatch(
      /findIdempotencyRecord; missing: find, listEvents$/,
    )
  })

  it('says how to pass a storage that is a promise', () => {
    expect(errorsOf({ ...ports, storage: Promise.resolve(ports.storage) }).storage).toMatch(
      /findIdempotencyRecord, received a Promise object: await it$/,
    )
  })

  it.each([[undefined], [null], [5], ['x']])('rejects %j', (options) => {
    expect(errorsOf(options)).toEqual({ '': 'must be an object with storage and catalog' })
  })

  it('rejects each unknown option', () => {
    expect(errorsOf({ ...ports, roundng: 'half-up', retries: 5 })).toEqual({
      roundng: expect.stringMatching(/^is not a known field/),
      retries: expect.stringMatching(/^is not a known field/),
    })
  })

  it('names the group of an option that is not in it', () => {
    const groups = {
      pricing: Object.keys(pricingSchema().shape),
      lifecycle: Object.keys(lifecycleSchema().shape),
      limits: Object.keys(defaultLimits).filter(
        (name) => !['fields', 'quantityDecimals'].includes(name),
      ),
      numbers: ['assign', 'format'],
    }
    for (const [group, names] of Object.entries(groups))
      for (const name of names)
        expect(errorsOf({ ...ports, [name]: 'up' })).toEqual({
          [name]: `is not a known field here; did you mean ${group}.${name}?`,
        })
    expect(errorsOf({ ...ports, pricing: { currency: 'EUR', timeoutMS: 1 } })).toEqual({
      'pricing.currency': 'is not a known field here; did you mean currency?',
      'pricing.timeoutMS': 'is not a known field here; did you mean timeoutMs?',
    })
  })

  it.each([
    ['now', 5],
    ['generateId', 'x'],
    ['resolveRegion', {}],
    ['rounding', 'up'],
    ['maxAttempts', 0],
    ['maxAttempts', 1.5],
    ['recordCacheSize', -1],
    ['recordCacheSize', 1.5],
    ['recordCacheSize', '10'],
    ['storage', { load: () => undefined }],
    ['catalog', null],
  ])('rejects %s %j', (option, value) => {
    expect(Object.keys(errorsOf({ ...ports, [option]: value }))).toEqual([option])
  })

  it.each([
    ['lines', 0],
    ['quantity', '5'],
    ['linez', 5],
    ['tags', null],
  ])('rejects the limit %s %j', (limit, value) => {
    expect(Object.keys(errorsOf({ ...ports, limits: { [limit]: value } }))).toEqual([
      `limits.${limit}`,
    ])
  })

  it('accepts undefined for an optional option', () => {
    const options = {
      ...ports,
      now: undefined,
      pricing: { rounding: undefined },
      lifecycle: undefined,
      limits: { maxLines: undefined },
    }
    expect(() => createQuoteEngine(options as never)).not.toThrow()
  })

  it('accepts ports that are instances of classes', async () => {
    class Products {
      readonly price = '3.00'
      findProducts(_: string, ids: readonly number[]) {
        return ids.map((id) => ({ id, price: this.price }))
      }
    }
    const { quote } = await engineWith({ catalog: new Products() }).createQuote(context, request)
    expect(quote.quote_total).toBe('6.00')
  })
})

describe('inherited options', () => {
  it('of an engine are accepted, also in its ports and limits', async () => {
    const storage = Object.create(memoryStorage())
    const inherited = { storage, catalog: Object.create(catalog), generateId: () => 'inherited' }
    const limits = Object.create({ maxQuantity: 5 })
    const engine = createQuoteEngine(Object.create({ ...inherited, limits }))
    const { quoteId } = await engine.createQuote(context, request)
    expect(quoteId).toBe('inherited')
    const products = [{ id: 1, qty: 6 }]
    expect(
      (await errorOf(() => engine.updateQuote(context, quoteId, { products }))).details,
    ).toEqual({
      errors: { 'products[0].qty': 'must be an integer from 1 to 5' },
    })
  })

  it('of an engine are rejected if they are unknown', () => {
    expect(errorsOf(Object.assign(Object.create({ retries: 5 }), ports))).toEqual({
      retries: expect.stringMatching(/^is not a known field/),
    })
    expect(errorsOf({ ...ports, limits: Object.create({ linez: 5 }) })).toEqual({
      'limits.linez': expect.stringMatching(/^is not a known field/),
    })
  })

  it('of a call are accepted', async () => {
    const engine = engineWith()
    const once = Object.create({ idempotencyKey: 'key-1' })
    const first = await engine.createQuote(context, request, once)
    expect(await engine.createQuote(context, request, once)).toEqual(first)
    const { quoteId } = first
    const changes = { tag_list: ['x'] }
    const late = Object.create({ expectedVersion: 9 })
    expect((await errorOf(() => engine.updateQuote(context, quoteId, changes, late))).code).toBe(
      'version_mismatch',
    )
    await engine.updateQuote(context, quoteId, changes)
    expect((await engine.getQuote(context, quoteId, Object.create({ version: 1 }))).version).toBe(1)
    const { items: entries } = await engine.listHistory(
      context,
      quoteId,
      Object.create({ limit: 1 }),
    )
    expect(entries).toHaveLength(1)
    const signal = Object.create({ signal: AbortSignal.abort() })
    expect((await errorOf(() => engine.listTags(context, signal))).code).toBe('aborted')
  })

  it('of a call are rejected if they are unknown', async () => {
    const engine = engineWith()
    const options = Object.create({ extra: 1 })
    for (const call of [
      () => engine.createQuote(context, request, options),
      () => engine.updateQuote(context, 'quote-1', {}, options),
      () => engine.getQuote(context, 'quote-1', options),
      () => engine.listHistory(context, 'quote-1', options),
      () => engine.listEvents(context, options),
      () => engine.listTags(context, options),
    ])
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_options',
        details: { errors: { extra: expect.stringMatching(/^is not a known field/) } },
      })
  })

  it('of a context are accepted', async () => {
    const engine = engineWith()
    const caller = Object.create({ storeId: 'store-2', actor: 'bob', session: 'other' })
    const { storeId, quoteId } = await engine.createQuote(caller, request)
    expect(storeId).toBe('store-2')
    const { items: entries } = await engine.listHistory({ storeId: 'store-2' }, quoteId)
    expect(entries).toMatchObject([{ by: 'bob' }])
  })
})

describe('limits', () => {
  it.each([
    [{ maxLines: 1 }, { products: [1, 2].map((id) => ({ id, qty: 1 })) }, 'products'],
    [{ maxQuantity: 5 }, { products: [{ id: 1, qty: 6 }] }, 'products[0].qty'],
    [{ maxStringLength: 4 }, { customer: { name: 'Annie' } }, 'customer.name'],
    [{ maxCustomerFields: 1 }, { customer: { a: '', b: '' } }, 'customer'],
  ])('%j is enforced by createQuote', async (limits, part, path) => {
    const engine = engineWith({ limits })
    const error = await errorOf(() => engine.createQuote(context, { ...request, ...part } as never))
    expect(error.code).toBe('invalid_request')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([path])
  })

  it.each([
    [{ maxTags: 1 }, { tag_list: ['a', 'b'] }, 'tag_list'],
    [{ maxTagLength: 2 }, { tag_list: ['abc'] }, 'tag_list[0]'],
  ])('%j is enforced by updateQuote', async (limits, changes, path) => {
    const engine = engineWith({ limits })
    const { quoteId } = await engine.createQuote(context, request)
    const error = await errorOf(() => engine.updateQuote(context, quoteId, changes))
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([path])
  })

  it('keep their defaults if they are undefined', async () => {
    const { quantityDecimals: _, fields: __, ...defaults } = defaultLimits
    const undefinedLimits = Object.fromEntries(
      Object.keys(defaults).map((limit) => [limit, undefined]),
    )
    const engine = engineWith({ limits: undefinedLimits, pricing: { quantityDecimals: undefined } })
    const lines = (count: number) => Array.from({ length: count }, () => ({ id: 1, qty: 1 }))
    const { quoteId, quote } = await engine.createQuote(context, {
      customer: {},
      products: lines(1_000),
    })
    expect(quote.products).toHaveLength(1_000)
    for (const [changes, path, message] of [
      [{ products: lines(1_001) }, 'products', 'must have at most 1000 lines'],
      [
        { products: [{ id: 1, qty: 1_000_001 }] },
        'products[0].qty',
        'must be an integer from 1 to 1000000',
      ],
      [
        { customer: { name: 'x'.repeat(1_001) } },
        'customer.name',
        'must have at most 1000 characters',
      ],
      [
        { customer: Object.fromEntries(lines(65).map((_, index) => [`field-${index}`, 'x'])) },
        'customer',
        'must have at most 64 fields',
      ],
      [
        { tag_list: Array.from({ length: 251 }, (_, index) => `tag ${index}`) },
        'tag_list',
        'must have at most 250 tags',
      ],
      [{ tag_list: ['x'.repeat(65)] }, 'tag_list[0]', 'must have at most 64 characters'],
    ] as const) {
      const error = await errorOf(() => engine.updateQuote(context, quoteId, changes))
      expect(error.details).toEqual({ errors: { [path]: message } })
    }
    const error = await errorOf(() =>
      engine.createQuote(context, { customer: {}, products: lines(1_001) }),
    )
    expect(error.details).toEqual({ errors: { products: 'must have at most 1000 lines' } })
  })

  it('keep their defaults if they are absent', async () => {
    const engine = engineWith({ limits: { maxLines: 1 } })
    const products = [{ id: 1, qty: 1_000_001 }]
    const error = await errorOf(() => engine.createQuote(context, { customer: {}, products }))
    expect(error.details).toEqual({
      errors: { 'products[0].qty': 'must be an integer from 1 to 1000000' },
    })
  })
})

describe('now', () => {
  it.each([[Number.NaN], [1.5], ['1000'], [undefined], [2 ** 53], [new Date(0)]])(
    'is rejected if it returns %s',
    async (now) => {
      const engine = engineWith({ now: () => now as never })
      const error = await errorOf(() => engine.createQuote(context, request))
      expect(error).toMatchObject({
        code: 'invalid_options',
        details: {
          errors: { now: expect.stringMatching(/^must return a time in milliseconds, received /) },
        },
      })
    },
  )
})

describe('generateId', () => {
  it.each([[''], [5], [undefined], ['x'.repeat(256)], ['a\0'], ['\ud800']])(
    'is rejected if it returns %j',
    async (quoteId) => {
      const engine = engineWith({ generateId: () => quoteId as never })
      const error = await errorOf(() => engine.createQuote(context, request))
      expect(error).toMatchObject({
        code: 'invalid_options',
        details: {
          errors: {
            generateId:
              'must return a string of 1 to 255 characters, without NUL or lone surrogates',
          },
        },
      })
    },
  )

  it('can return an id that another store has', async () => {
    const engine = engineWith({ generateId: () => 'same' })
    await engine.createQuote(context, request)
    const other = await engine.createQuote({ storeId: 'store-2' }, request)
    expect(other.quote.quote_total).toBe('40.00')
    expect((await engine.getQuote(context, 'same')).quote.quote_total).toBe('20.00')
  })
})

describe('the context', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['store-1', ''],
    [{}, 'storeId'],
    [{ storeId: '' }, 'storeId'],
    [{ storeId: 5 }, 'storeId'],
    [{ storeId: 'a\0' }, 'storeId'],
    [{ storeId: 'x'.repeat(256) }, 'storeId'],
    [{ storeId: 's', actor: '' }, 'actor'],
    [{ storeId: 's', actor: null }, 'actor'],
  ])('%j is rejected by every method', async (bad, path) => {
    const engine = engineWith()
    const caller = bad as never
    for (const call of [
      () => engine.createQuote(caller, request),
      () => engine.updateQuote(caller, 'q', {}),
      () => engine.getQuote(caller, 'q'),
      () => engine.listTags(caller),
      () => engine.setTag(caller, 'x', {} as never),
      () => engine.removeTag(caller, 'x'),
    ]) {
      const error = await errorOf(call)
      expect(error.code).toBe('invalid_context')
      expect(Object.keys((error.details as { errors: object }).errors)).toEqual([path])
    }
  })
})
