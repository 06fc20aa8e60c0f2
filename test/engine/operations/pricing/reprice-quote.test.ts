import { describe, expect, it } from 'vitest'
import { errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

const dearer = { id: 2, price: '300.00', salePrice: '160.00' }

async function quoteToReprice() {
  const shop = pricedShop()
  const { quoteId } = await shop.engine.createQuote(context, request)
  const reprice = (...rest: [lines?: object, options?: object]) =>
    shop.engine.repriceQuote(context, quoteId, ...rest)
  return { ...shop, quoteId, reprice }
}

describe('repriceQuote', () => {
  it('takes current prices and reports them, as its preview does', async () => {
    const { engine, quoteId, prices, reprice } = await quoteToReprice()
    prices.set(2, dearer)
    const preview = await reprice({}, { preview: true })
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
    const result = await reprice()
    expect(result.changes).toMatchObject([
      { key: '1-2', id: 2, before: { quote: '150.00' }, after: { quote: '160.00' } },
    ])
    expect(result.changes).toEqual(preview.changes)
    expect(result.record.quote).toEqual(preview.record.quote)
    expect(result.record.version).toBe(2)
  })

  it('reports a change of a tax code alone', async () => {
    const { prices, reprice } = await quoteToReprice()
    prices.set(2, { id: 2, price: '200.00', salePrice: '150.00', taxCode: 'standard' })
    const { changes } = await reprice()
    expect(changes).toMatchObject([{ key: '1-2', after: { tax_code: 'standard' } }])
  })

  it('keeps prices that are set by hand, custom lines, and lines that are not named', async () => {
    const { engine, quoteId, prices, reprice } = await quoteToReprice()
    await engine.updateQuote(context, quoteId, { product_changes: [{ id: 2, quote: '140.00' }] })
    prices.set(2, dearer)
    prices.set('SCREW', { id: 'SCREW', price: '2.00' })
    expect((await reprice({ lines: ['1-2', '1-3'] })).changes).toEqual([])
    const { record, changes } = await reprice()
    expect(changes.map(({ key }) => key)).toEqual(['1-1'])
    expect(record.quote.products.map(({ quote }) => quote)).toEqual(['2.00', '140.00', '99.50'])
  })

  it.each([
    ['that changes lines', true],
    ['that changes nothing', false],
  ])('returns the original result for a retry %s', async (_, isChanging) => {
    const { engine, quoteId, prices, reprice, asked } = await quoteToReprice()
    if (isChanging) prices.set(2, dearer)
    const options = { idempotencyKey: 'key' }
    const first = await reprice({}, options)
    expect(first.changes).toHaveLength(isChanging ? 1 : 0)
    await engine.updateQuote(context, quoteId, { product_changes: [{ key: '1-1', qty: 7 }] })
    const calls = asked.catalog.length
    expect(await reprice({}, options)).toEqual(first)
    expect(asked.catalog).toHaveLength(calls)
  })

  it('reports no changes of an update before it for a retry', async () => {
    const { engine, quoteId, reprice } = await quoteToReprice()
    await engine.updateQuote(context, quoteId, { product_changes: [{ id: 2, quote: '1.00' }] })
    const options = { idempotencyKey: 'key' }
    expect((await reprice({}, options)).changes).toEqual([])
    expect((await reprice({}, options)).changes).toEqual([])
  })

  it('rejects unknown lines, products that are gone, and quotes that are locked', async () => {
    const { engine, quoteId, prices, reprice } = await quoteToReprice()
    const errors = async (call: () => unknown) => (await errorOf(call)).details
    for (const lines of [['__proto__'], ['constructor'], ['9-9']])
      expect(await errors(() => reprice({ lines }))).toHaveProperty(['errors', 'lines[0]'])
    for (const lines of [[], 'all', [1], null])
      expect((await errorOf(() => reprice({ lines }))).code).toBe('invalid_request')
    prices.delete(2)
    expect((await errorOf(() => reprice())).code).toBe('invalid_request')
    expect((await errorOf(() => reprice({}, { expectedVersion: 2 }))).code).toBe('version_mismatch')
    await engine.sendQuote(context, quoteId)
    expect((await errorOf(() => reprice())).code).toBe('quote_locked')
    const other = () => engine.repriceQuote({ storeId: 'store-2' }, quoteId)
    expect((await errorOf(other)).code).toBe('quote_not_found')
  })
})
