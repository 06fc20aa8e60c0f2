import { describe, expect, it } from 'vitest'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import {
  context,
  countingCatalog,
  countingStorage,
  engineWith,
  errorOf,
  request,
} from '../ports.js'

const once = { idempotencyKey: 'key-1' }

const day = 86_400_000

describe('an idempotency key that was used for another request', () => {
  it.each([
    ['another quantity', { ...request, products: [{ id: 1, qty: 3 }] }],
    ['another customer', { ...request, customer: { name: 'Bob' } }],
  ])('is rejected: %s', async (_, other) => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    await engine.createQuote(context, request, once)
    const error = await errorOf(() => engine.createQuote(context, other, once))
    expect(error).toMatchObject({
      code: 'idempotency_key_reused',
      details: { idempotencyKey: 'key-1' },
    })
    expect(written).toHaveLength(1)
  })

  it('is rejected: another operation, quote or expectedVersion', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request, once)
    const other = await engine.createQuote(context, request)
    const changes = { tag_list: ['vip'] }
    const inUse = { idempotencyKey: 'key-2', expectedVersion: 1 }
    await engine.updateQuote(context, quoteId, changes, inUse)
    for (const call of [
      () => engine.updateQuote(context, quoteId, changes, once),
      () => engine.updateQuote(context, other.quoteId, changes, inUse),
      () => engine.updateQuote(context, quoteId, changes, { ...inUse, expectedVersion: 2 }),
      () => engine.updateQuote(context, quoteId, changes, { idempotencyKey: 'key-2' }),
    ])
      expect((await errorOf(call)).code).toBe('idempotency_key_reused')
  })

  it('is accepted in another store', async () => {
    const engine = engineWith()
    const ours = await engine.createQuote(context, request, once)
    const theirs = await engine.createQuote({ storeId: 'store-2' }, request, once)
    expect(theirs.quoteId).not.toBe(ours.quoteId)
    expect(theirs.quote.quote_total).toBe('40.00')
  })
})

describe('null in an update with an idempotency key', () => {
  const customerOf = (city: string | null | undefined) => ({ customer: { zipcode: '1', city } })
  const tagsOf = (tag_list: readonly string[] | null | undefined) => ({
    customer: { zipcode: '1' },
    tag_list,
  })
  const orderOf = (product_order: readonly string[] | null | undefined) => ({
    customer: { zipcode: '1' },
    product_order,
  })
  const readOnlyTags = (tags: unknown) => ({ customer: { zipcode: '1' }, tags: tags as null })
  const lineOf = (key: string | null | undefined) => ({ products: [{ id: 1, key, qty: 7 }] })

  const cases: readonly (readonly [string, UpdateQuoteRequest, readonly UpdateQuoteRequest[]])[] = [
    [
      'a customer field',
      customerOf(null),
      [customerOf(undefined), customerOf(''), customerOf('null'), customerOf('Rome')],
    ],
    ['tag_list', tagsOf(null), [tagsOf(undefined), tagsOf([]), tagsOf(['null'])]],
    ['product_order', orderOf(null), [orderOf(undefined), orderOf([]), orderOf(['1-1'])]],
    [
      'a read-only field',
      readOnlyTags(null),
      [readOnlyTags(undefined), readOnlyTags({}), readOnlyTags([])],
    ],
    ['the key of a line', lineOf(null), [lineOf(undefined), lineOf('null')]],
  ]

  it.each(cases)('identifies the same request: %s', async (_, changes) => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const first = await engine.updateQuote(context, quoteId, changes, once)
    const again = await engine.updateQuote(context, quoteId, { ...changes }, once)
    expect(first.version).toBe(2)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
  })

  it.each(cases)(
    'identifies another request than no value or another value: %s',
    async (_, changes, others) => {
      const engine = engineWith()
      const { quoteId } = await engine.createQuote(context, request)
      await engine.updateQuote(context, quoteId, changes, once)
      for (const other of others) {
        const error = await errorOf(() => engine.updateQuote(context, quoteId, other, once))
        expect(error.code).toBe('idempotency_key_reused')
      }
    },
  )

  it('identifies the same request as one with additional undefined fields', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const changes = { customer: { city: null } }
    const first = await engine.updateQuote(context, quoteId, changes, once)
    const undefinedFields = { customer: { city: null, name: undefined }, tag_list: undefined }
    expect(await engine.updateQuote(context, quoteId, undefinedFields, once)).toEqual(first)
  })
})

describe('an idempotency key', () => {
  it.each([
    ['24 hours', {}, day],
    ['idempotencyTtlMs', { idempotencyTtlMs: 1_000 }, 1_000],
  ])('is valid for %s', async (_, options, ttlMs) => {
    let time = 1_700_000_000_000
    const engine = engineWith({ now: () => time, ...options })
    const first = await engine.createQuote(context, request, once)
    time += ttlMs - 1
    expect(await engine.createQuote(context, request, once)).toEqual(first)
    time += 1
    const next = await engine.createQuote(context, request, once)
    expect(next.quoteId).not.toBe(first.quoteId)
    expect(await engine.createQuote(context, request, once)).toEqual(next)
  })

  it('is unused after a request that was rejected or failed', async () => {
    let isDown = false
    const inner = countingCatalog().catalog
    const engine = engineWith({
      catalog: {
        findProducts(storeId, ids) {
          if (isDown) throw new Error('down')
          return inner.findProducts(storeId, ids)
        },
      },
    })
    const unknown = { ...request, products: [{ id: 99, qty: 1 }] }
    expect((await errorOf(() => engine.createQuote(context, unknown, once))).code).toBe(
      'invalid_request',
    )
    isDown = true
    expect((await errorOf(() => engine.createQuote(context, request, once))).code).toBe(
      'catalog_failed',
    )
    isDown = false
    expect((await engine.createQuote(context, request, once)).version).toBe(1)
  })

  it.each([[''], ['x'.repeat(256)], [5], [null], [{}], ['a\0b'], ['\ud800']])(
    'is rejected if it is %j',
    async (idempotencyKey) => {
      const { storage, written } = countingStorage()
      const options = { idempotencyKey } as never
      const engine = engineWith({ storage })
      for (const call of [
        () => engine.createQuote(context, request, options),
        () => engine.updateQuote(context, 'quote-1', {}, options),
      ]) {
        const error = await errorOf(call)
        expect(error).toMatchObject({ code: 'invalid_options' })
        expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
          'idempotencyKey',
        ])
      }
      expect(written).toEqual([])
    },
  )

  it.each([['__proto__'], ['constructor'], ["'; --"], ['x'.repeat(255)], ['👩‍🚀'], [' ']])(
    'may be %j',
    async (idempotencyKey) => {
      const engine = engineWith()
      const first = await engine.createQuote(context, request, { idempotencyKey })
      expect(await engine.createQuote(context, request, { idempotencyKey })).toEqual(first)
    },
  )

  it('is rejected with changes that are not JSON', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const circular: { self?: unknown } = {}
    circular.self = circular
    for (const status of [circular, 1n, () => 1, Symbol('x')] as never[]) {
      const error = await errorOf(() => engine.updateQuote(context, quoteId, { status }, once))
      expect(error.code).toBe('invalid_request')
    }
  })
})
