import { describe, expect, it } from 'vitest'
import type { StoreContext } from '../../src/engine/arguments.js'
import type { SearchProducts } from '../../src/engine/search-products.js'
import type { CatalogCallOptions, CatalogPort } from '../../src/ports/catalog.js'
import { context, engineWith, errorOf, request } from './ports.js'

const seller = { ...context, role: 'seller' } as const

/** Creates an engine whose catalog returns this, and records its calls. */
function searchable(found: unknown = [{ id: 1, name: 'Desk' }], options = {}) {
  const calls: unknown[] = []
  const catalog: CatalogPort = {
    findProducts: (_, ids) => ids.map((id) => ({ id, price: 10 })),
    searchProducts(storeId, text, call = {} as CatalogCallOptions) {
      const { customer, customerId, companyId, currency, signal } = call
      calls.push({ storeId, text, customer, customerId, companyId, currency, signal })
      return found as never
    },
  }
  const engine = engineWith({ catalog, currency: 'EUR', ...options })
  return { engine, search: engine.searchProducts as SearchProducts, calls }
}

describe('engine.searchProducts', () => {
  it('asks the catalog for all customers, in the currency of the store', async () => {
    const { search, calls } = searchable([{ id: 1, name: 'Desk', price: 10, extra: true }])
    expect(await search(seller, 'desk')).toEqual([{ id: 1, name: 'Desk', price: '10' }])
    expect(calls).toEqual([
      expect.objectContaining({
        storeId: 'store-1',
        text: 'desk',
        customer: {},
        customerId: undefined,
        currency: 'EUR',
        signal: expect.any(AbortSignal),
      }),
    ])
  })

  it('asks for the customer and the currency of a quote', async () => {
    const { engine, search, calls } = searchable()
    const owner = { customer_id: '7', company_id: 'c1' }
    const { quoteId } = await engine.createQuote(seller, { ...request, ...owner, currency: 'USD' })
    await search(seller, 'desk', { quoteId })
    expect(calls).toEqual([
      expect.objectContaining({
        customer: { name: 'Ann' },
        customerId: '7',
        companyId: 'c1',
        currency: 'USD',
      }),
    ])
  })

  it('asks for the customer that the call names instead of that of the quote', async () => {
    const { engine, search, calls } = searchable()
    const ids = { customer_id: '7', company_id: 'c1' }
    const { quoteId } = await engine.createQuote(seller, { ...request, ...ids })
    await search(seller, 'desk', { quoteId, customerId: '8' })
    await search(seller, 'desk', { quoteId, customerId: null, companyId: 'c2' })
    await search(seller, 'desk', { quoteId, customerId: undefined })
    await search(seller, 'desk', { customerId: '__proto__' })
    expect(calls).toEqual([
      expect.objectContaining({ customerId: '8', companyId: 'c1' }),
      expect.objectContaining({ customerId: undefined, companyId: 'c2' }),
      expect.objectContaining({ customerId: '7', companyId: 'c1' }),
      expect.objectContaining({ customerId: '__proto__', companyId: undefined }),
    ])
  })

  it.each(['', 'x'.repeat(256), 'a\0', '\ud800', 7, ['7'], { id: '7' }, false])(
    'rejects %j as the id of a customer, and does not call the catalog',
    async (customerId) => {
      const { search, calls } = searchable()
      const error = await errorOf(() => search(seller, 'desk', { customerId } as never))
      expect(error).toMatchObject({
        code: 'invalid_options',
        details: {
          errors: {
            customerId: expect.stringContaining('must be a string of 1 to 255 characters'),
          },
        },
      })
      expect(calls).toEqual([])
    },
  )

  it('is undefined if the catalog has no search', () => {
    expect(engineWith({ catalog: { findProducts: () => [] } }).searchProducts).toBeUndefined()
  })

  it('does not call the catalog for no words', async () => {
    const { search, calls } = searchable()
    for (const text of ['', '  \n']) expect(await search(seller, text)).toEqual([])
    expect(calls).toEqual([])
  })

  it.each([
    ['a buyer', () => [{ ...context, role: 'buyer' }, 'desk'], 'not_permitted'],
    ['no context', () => [undefined, 'desk'], 'invalid_context'],
    ['text that is no string', () => [seller, ['desk']], 'invalid_request'],
    ['options that are null', () => [seller, 'desk', null], 'invalid_options'],
    ['options that are a number', () => [seller, 'desk', 5], 'invalid_options'],
    ['an unknown option', () => [seller, 'desk', { limit: 5 }], 'invalid_options'],
    ['an unknown quote', () => [seller, 'desk', { quoteId: '__proto__' }], 'quote_not_found'],
    ['an invalid quote', () => [seller, 'desk', { quoteId: 7 }], 'quote_not_found'],
    ['an aborted signal', () => [seller, 'desk', { signal: AbortSignal.abort() }], 'aborted'],
  ] as const)('rejects %s', async (_, parameters, code) => {
    const { search, calls } = searchable()
    const error = await errorOf(() => Reflect.apply(search, undefined, parameters()))
    expect([error.code, calls]).toEqual([code, []])
  })

  it('does not show prices of a quote outside of the scope of the caller', async () => {
    const scope = ({ actor }: StoreContext) => (actor === 'ann' ? 'all' : { customerId: '8' })
    const { engine, search, calls } = searchable(undefined, { scope })
    const { quoteId } = await engine.createQuote(seller, { ...request, customer_id: '7' })
    const error = await errorOf(() => search({ ...seller, actor: 'bob' }, 'desk', { quoteId }))
    expect([error.code, calls]).toEqual(['quote_not_found', []])
  })

  it('asks for the customer of the scope of the caller if there is no quote', async () => {
    const { search, calls } = searchable(undefined, { scope: () => ({ companyId: 'c1' }) })
    await search(seller, 'desk')
    await search(seller, 'desk', { customerId: '7' })
    expect(calls).toEqual([
      expect.objectContaining({ customerId: undefined, companyId: 'c1' }),
      expect.objectContaining({ customerId: '7', companyId: 'c1' }),
    ])
  })

  it('rejects a customer outside of the scope, and does not call the catalog', async () => {
    const { engine, search, calls } = searchable(undefined, { scope: () => ({ customerId: '8' }) })
    const { quoteId } = await engine.createQuote(seller, request)
    for (const options of [{ customerId: '7' }, { customerId: '7', quoteId }, { customerId: null }])
      expect(await errorOf(() => search(seller, 'desk', options))).toMatchObject({
        code: 'invalid_request',
        details: { errors: { customer_id: expect.any(String) } },
      })
    expect(calls).toEqual([])
    await search(seller, 'desk', { customerId: '8', quoteId })
    expect(calls).toEqual([expect.objectContaining({ customerId: '8' })])
  })

  it.each([undefined, null, 'x', {}, [null], [{ id: 1 }], [{ id: 1, name: 5 }]])(
    'rejects with catalog_invalid_response if the catalog returns %j',
    async (found) => {
      const catalog = { findProducts: () => [], searchProducts: () => found as never }
      const { searchProducts } = engineWith({ catalog })
      const error = await errorOf(() => (searchProducts as SearchProducts)(seller, 'desk'))
      expect(error).toMatchObject({
        code: 'catalog_invalid_response',
        details: { errors: { '': expect.stringContaining('searchProducts must return an array') } },
      })
    },
  )

  it('leaves out products whose id no product can have, and those beyond 20', async () => {
    const ids = [0, -1, 1.5, '', Number.NaN, ...Array.from({ length: 30 }, (_, index) => index + 1)]
    const { search } = searchable(ids.map((id) => ({ id, name: 'Desk' })))
    expect((await search(seller, 'desk')).map(({ id }) => id)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
  })

  it('rejects with catalog_failed and with timeout if the catalog fails', async () => {
    const failing = searchable(Promise.reject(new Error('offline')))
    expect(await errorOf(() => failing.search(seller, 'desk'))).toMatchObject({
      code: 'catalog_failed',
      details: { operation: 'searchProducts' },
    })
    const slow = searchable(new Promise(() => {}), { timeoutMs: 5 })
    expect(await errorOf(() => slow.search(seller, 'desk'))).toMatchObject({
      code: 'timeout',
      details: { operation: 'searchProducts' },
    })
  })

  it('rejects with engine_closed after close', async () => {
    const { engine, search } = searchable()
    await engine.close()
    expect((await errorOf(() => search(seller, 'desk'))).code).toBe('engine_closed')
  })
})
