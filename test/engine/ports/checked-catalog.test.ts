import { describe, expect, it } from 'vitest'
import { context, countingStorage, engineWith, errorOf, request } from '../ports.js'

const cause = new Error('the disk is gone')

const throwsAtOnce = () => {
  throw cause
}

const rejects = () => Promise.reject(cause)

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
