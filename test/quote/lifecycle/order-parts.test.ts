import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { getOrderParts } from '../../../src/quote/lifecycle/order-parts.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { rejectionOf } from './samples.js'

const context = { storeId: 'store-1' }
const vat = { name: 'VAT', rate: 19 }

type Lines = readonly (readonly [key: string, qty: number])[]

/** Returns a quote that was accepted, and ordered in these parts. */
async function ordered(
  request: object,
  parts: readonly Lines[],
  options: Partial<QuoteEngineOptions> = {},
  accepted: object = {},
): Promise<Quote> {
  const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '10.00' }] })
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, ...options })
  const { quoteId } = await engine.createQuote(context, {
    customer: {},
    currency: 'EUR',
    ...request,
  } as never)
  await engine.sendQuote(context, quoteId)
  await engine.acceptQuote(context, quoteId, { revision: 1, ...accepted })
  for (const [index, part] of parts.entries()) {
    const lines = part.map(([key, qty]) => ({ key, qty }))
    await engine.orderQuote(context, quoteId, { order_id: `order-${index + 1}`, lines })
  }
  return (await engine.getQuote(context, quoteId)).quote
}

const line = (name: string, price: string, qty = 1, rest: object = {}) => ({
  name,
  price,
  qty,
  ...rest,
})

describe('getOrderParts', () => {
  it('divides a discount so that the parts sum to it: 99.90, 99.90, 100.20', async () => {
    const quote = await ordered(
      {
        products: [line('A', '333.00'), line('B', '333.00'), line('C', '334.00')],
        discounts: [{ type: 'amount', value: '300.00' }],
      },
      [[['1-1', 1]], [['1-2', 1]], [['1-3', 1]]],
    )
    const parts = getOrderParts(quote).ordered
    expect(parts.map(({ discounts }) => discounts?.[0]?.amount)).toEqual([
      '99.90',
      '99.90',
      '100.20',
    ])
    expect(parts.map(({ amounts }) => amounts?.total)).toEqual(['233.10', '233.10', '233.80'])
  })

  it('leaves open what is not ordered of each line, also of lines of one product', async () => {
    const product = { id: 1 }
    const quote = await ordered(
      {
        products: [
          { ...product, qty: 2 },
          { ...product, qty: 2 },
          { ...product, qty: 3 },
        ],
      },
      [
        [
          ['1-1', 2],
          ['1-2', 2],
        ],
      ],
    )
    const { open, ordered: parts, isClosed } = getOrderParts(quote)
    expect([quote.status, isClosed, parts.length]).toEqual(['accepted', false, 1])
    expect([...parts, open].every((each) => Object.isFrozen(each))).toBe(true)
    expect(open?.products.map(({ key, qty }) => [key, qty])).toEqual([['1-3', 3]])
    expect([open?.amounts?.total, open?.status, open?.order]).toEqual([
      '30.00',
      'accepted',
      undefined,
    ])
  })

  it('rounds each part so that they sum, whatever a third of a cent is', async () => {
    const quote = await ordered(
      { products: [line('Rod', '10.00', 3, { discount_percent: '0.1' })], currency: 'EUR' },
      [[['1-1', 1]], [['1-1', 1]], [['1-1', 1]]],
    )
    // 30.00 less 0.03 is 29.97: 9.99 each.
    const totals = getOrderParts(quote).ordered.map(({ products }) => products[0]?.quote_total)
    expect([quote.products[0]?.quote_total, totals]).toEqual(['29.97', ['9.99', '9.99', '9.99']])
    const odd = await ordered({ products: [line('Rod', '0.05', 3, { discount_percent: '10' })] }, [
      [['1-1', 1]],
      [['1-1', 1]],
      [['1-1', 1]],
    ])
    // 0.15 less 0.02 is 0.13: 0.0433… each.
    const cents = getOrderParts(odd).ordered.map(({ products }) => products[0]?.quote_total)
    expect([odd.products[0]?.quote_total, cents]).toEqual(['0.13', ['0.04', '0.05', '0.04']])
  })

  it('divides taxes, and has shipping, its tax and charges of their own in the first part', async () => {
    const tax = {
      calculateTaxes: ({
        lines,
        charges = [],
      }: {
        lines: readonly { key: string }[]
        charges?: readonly { key: string }[]
      }) => ({
        rates: [{ ...vat, lines: [...lines, ...charges].map(({ key }) => key), shipping: true }],
      }),
    }
    const quote = await ordered(
      {
        products: [line('Desk', '99.99', 3)],
        shipping: { type: 'custom', product: { name: 'Truck', price: '10.00' } },
        charges: [{ label: 'Disposal', type: 'amount', value: '5.00', tax_code: 'fee' }],
      },
      [[['1-1', 1]], [['1-1', 2]]],
      { tax: tax as never },
    )
    const parts = getOrderParts(quote).ordered
    expect(quote.amounts).toMatchObject({ lines: '299.97', taxes: '59.84', total: '374.81' })
    expect(parts.map(({ amounts }) => amounts)).toMatchObject([
      { lines: '99.99', shipping: '10.00', charges: '5.00', taxes: '21.85', total: '136.84' },
      { lines: '199.98', shipping: '0.00', taxes: '37.99', total: '237.97' },
    ])
    expect(parts.map(({ taxes }) => taxes?.rates)).toEqual([
      [{ name: 'VAT', rate: '19', base: '114.99', amount: '21.85' }],
      [{ name: 'VAT', rate: '19', base: '199.98', amount: '37.99' }],
    ])
  })

  it('rounds each part to what can be paid in cash', async () => {
    const quote = await ordered(
      { products: [line('A', '47.77', 2)], currency: 'CHF' },
      [[['1-1', 1]], [['1-1', 1]]],
      { pricing: { cashRounding: { CHF: '0.05' } } },
    )
    const parts = getOrderParts(quote).ordered
    expect(quote.amounts).toMatchObject({ total: '95.54', rounding: '0.01', payable: '95.55' })
    expect(parts.map(({ amounts }) => [amounts?.rounding, amounts?.payable])).toEqual([
      ['-0.02', '47.75'],
      ['0.03', '47.80'],
    ])
    expect(parts.map(({ total }) => total)).toEqual([47.75, 47.8])
  })

  it('is of what was selected, at its quantities', async () => {
    const quote = await ordered(
      {
        products: [
          line('Chair', '50.00', 2, { qty_range: { min: 1, max: 6 } }),
          line('Lamp', '30.00', 1, { optional: true }),
        ],
      },
      [[['1-1', 3]]],
      {},
      { selection: { selected: [], quantities: { '1-1': 4 } }, total: '200.00' },
    )
    const { ordered: parts, open } = getOrderParts(quote)
    expect([parts[0]?.total, open?.total]).toEqual([150, 50])
    expect(open?.products.map(({ key, qty }) => [key, qty])).toEqual([['1-1', 1]])
  })

  it('has the sections of its lines, their order, and no plan of payments', async () => {
    const quote = await ordered(
      {
        products: [
          line('Desk', '1.00', 1, { section: 'b' }),
          line('Bed', '2.00', 1, { section: 'a' }),
          line('Sofa', '3.00', 1, { section: 'a' }),
        ],
        sections: [
          { key: 'a', title: 'A' },
          { key: 'b', title: 'B' },
        ],
        payment_plan: [{ label: 'All', type: 'rest', due: 'acceptance' }],
      },
      [[['1-3', 1]]],
    )
    const { ordered: parts, open } = getOrderParts(quote)
    expect(parts[0]?.sections?.map(({ key }) => key)).toEqual(['a'])
    expect(open?.sections?.map(({ key }) => key)).toEqual(['a', 'b'])
    expect([parts[0]?.payment_plan, parts[0]?.order_parts, parts[0]?.order]).toEqual([
      undefined,
      undefined,
      { id: 'order-1' },
    ])
    expect(parts[0]?.acceptance).toEqual(quote.acceptance)
  })

  it('taxes a charge of its own with the first part, also if it is for lines of a later one', async () => {
    const tax = {
      calculateTaxes: () => ({
        amounts: [{ line: 'charge-1', name: 'VAT', amount: '0.50' }],
        total: '0.50',
      }),
    }
    const quote = await ordered(
      {
        products: [line('A', '1.00'), line('B', '2.00')],
        charges: [{ label: 'Fee', type: 'amount', value: '5.00', tax_code: 'fee', lines: ['1-2'] }],
      },
      [[['1-1', 1]], [['1-2', 1]]],
      { tax: tax as never },
    )
    const parts = getOrderParts(quote).ordered
    expect(parts.map(({ amounts }) => amounts?.total)).toEqual(['6.50', '2.00'])
    expect(parts[0]?.taxes?.rates).toEqual([{ name: 'VAT', base: '5.00', amount: '0.50' }])
    expect(parts[0]?.charges?.[0]).not.toHaveProperty('lines')
  })

  it('cuts charges by the piece and in percent that are taxed by themselves with their lines', async () => {
    const tax = {
      calculateTaxes: () => ({
        amounts: [{ line: 'charge-1', name: 'VAT', amount: '4.75' }],
        total: '4.75',
      }),
    }
    const charge = { label: 'Deposit', type: 'unit', value: '0.25', tax_code: 'fee' }
    const quote = await ordered(
      {
        products: [line('Bottle', '1.00', 100), line('Glass', '5.00', 2)],
        charges: [{ ...charge, lines: ['1-1'] }],
      },
      [[['1-2', 1]], [['1-1', 40]]],
      { tax: tax as never },
    )
    const { ordered: parts, open } = getOrderParts(quote)
    expect(parts.map(({ amounts }) => amounts?.total)).toEqual(['5.00', '51.90'])
    expect(parts.map(({ charges }) => charges?.[0]?.amount)).toEqual([undefined, '10.00'])
    expect(parts[1]?.taxes?.rates).toEqual([{ name: 'VAT', base: '10.00', amount: '1.90' }])
    expect(open?.amounts).toMatchObject({ charges: '15.00', total: '82.85' })
    const percent = await ordered(
      {
        products: [line('A', '10.00', 3), line('B', '70.00')],
        charges: [{ label: 'Handling', type: 'percent', value: '10', tax_code: 'fee' }],
      },
      [[['1-1', 1]], [['1-2', 1]]],
      { tax: { calculateTaxes: () => ({ rates: [] }) } },
    )
    const amounts = getOrderParts(percent)
    expect([...amounts.ordered, amounts.open].map((each) => each?.charges?.[0]?.amount)).toEqual([
      '1.00',
      '7.00',
      '2.00',
    ])
  })

  it('never has a part that cannot be paid in cash', async () => {
    const quote = await ordered(
      { products: [line('Screw', '0.01', 2), line('Box', '3.00')], currency: 'CHF' },
      [[['1-1', 1]], [['1-1', 1]], [['1-2', 1]]],
      { pricing: { cashRounding: { CHF: '0.05' } } },
    )
    const parts = getOrderParts(quote).ordered
    expect(quote.amounts?.payable).toBe('3.00')
    expect(parts.map(({ amounts }) => amounts?.payable)).toEqual(['0.00', '0.00', '3.00'])
  })

  it('returns the whole for a quote without parts, and nothing before it is accepted', async () => {
    const request = { products: [line('A', '1.00')] }
    const accepted = await ordered(request, [])
    expect(getOrderParts(accepted)).toEqual({ ordered: [], open: accepted, isClosed: false })
    const whole = await ordered(request, [[['1-1', 1]]])
    expect(getOrderParts(whole)).toEqual({ ordered: [whole], open: undefined, isClosed: false })
    const { acceptance: _, ...sent } = accepted
    expect(getOrderParts(sent)).toEqual({ ordered: [], open: undefined, isClosed: false })
  })

  it.each([null, {}, 'quote', { record: {} }])('rejects %j', (value) => {
    expect(rejectionOf(() => getOrderParts(value as never))[0]).toBe('invalid_request')
  })
})
