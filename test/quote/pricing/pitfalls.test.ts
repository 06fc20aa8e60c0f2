import { describe, expect, it } from 'vitest'
import type { PricingOptions } from '../../../src/engine/pricing-options.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../../src/index.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { TaxRate } from '../../../src/quote/taxes/tax-response.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'

// Figures that order, invoice and shop software has been reported to get wrong.

/** A rate, and the positions of its lines; all of them by default. */
type Rate = Omit<TaxRate, 'name' | 'lines'> & { readonly lines?: readonly number[] }

/** Returns a quote of lines without products, as it is sent. */
async function sent(
  lines: readonly (readonly [price: string, qty?: number, more?: object])[],
  rates: readonly Rate[],
  { pricing, ...request }: Partial<CreateQuoteRequest> & { readonly pricing?: PricingOptions } = {},
): Promise<Quote> {
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [] }),
    currency: 'EUR',
    pricing: { quantityDecimals: 3, ...pricing },
    tax: {
      calculateTaxes: ({ lines: taxed }) => ({
        rates: rates.map(({ lines: of, ...rate }, index) => ({
          ...rate,
          name: `Tax ${index}`,
          lines: taxed.filter((_, place) => of?.includes(place) ?? true).map(({ key }) => key),
        })),
      }),
    },
  })
  const products = lines.map(([price, qty = 1, more]) => ({ name: 'Line', price, qty, ...more }))
  const context = { storeId: 's' }
  const { quoteId } = await engine.createQuote(context, { customer: {}, products, ...request })
  const { quote } = await engine.sendQuote(context, quoteId)
  expect(verifyQuote(quote)).toEqual([])
  return quote
}

const van = (price: string) => ({ type: 'custom', product: { name: 'Van', price } })
const taxesOf = ({ taxes }: Quote) => taxes?.rates.map(({ amount }) => amount)

describe('a line below 0', () => {
  it.each(['line', 'rate'] as const)('lowers the tax and the total, by %s', async (taxRounding) => {
    const lines = [['54.45'], ['600.00'], ['-500.00']] as const
    const { amounts } = await sent(lines, [{ rate: 10 }], { pricing: { taxRounding } })
    expect(amounts).toMatchObject({ lines: '154.45', taxes: '15.45', total: '169.90' })
  })

  it('takes no part in a discount', async () => {
    const discounts = [{ type: 'percent', value: 10 }] as const
    const { amounts } = await sent([['900.00'], ['-100.00']], [], { discounts })
    expect(amounts).toMatchObject({ discounts: '90.00', total: '710.00' })
  })

  it('is rejected at total if the offer would be below 0', async () => {
    await expect(sent([['10.00'], ['-15.00']], [])).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: { total: expect.stringContaining('received -5.00') } },
    })
  })

  it('has two taxes of the sign of the line', async () => {
    const rates = [{ rate: 5 }, { rate: '9.975' }]
    const quote = await sent([['10000.00'], ['-5700.00']], rates, {
      pricing: { taxRounding: 'line' },
    })
    const credit = quote.taxes?.portions.filter(({ line }) => line === '1-2')
    expect(credit?.map(({ amount }) => amount).toSorted()).toEqual(['-285.00', '-568.58'])
  })
})

describe('a charge', () => {
  it('has the tax that prices include', async () => {
    const charges = [{ label: 'Fee', type: 'amount', value: '10.00' }] as const
    const pricing = { pricesIncludeTax: true }
    const { amounts } = await sent([['10.00']], [{ rate: 10 }], { charges, pricing })
    expect(amounts).toMatchObject({ charges: '10.00', taxes: '1.82', total: '20.00' })
  })

  it('per unit follows the quantity, and no discount lowers it', async () => {
    const charges = [{ label: 'Deposit', type: 'unit', value: '10.00' }] as const
    const discounts = [{ type: 'percent', value: 20 }] as const
    const { amounts } = await sent([['100.00', 3]], [], { charges, discounts })
    expect(amounts).toMatchObject({ discounts: '60.00', charges: '30.00', total: '270.00' })
  })
})

describe('a discount that reaches shipping', () => {
  it('is divided among goods and shipping, each with its tax', async () => {
    const quote = await sent(
      [['120.00']],
      [{ rate: 20 }, { rate: 25, lines: [], shipping: true }],
      { shipping: van('12.50'), discounts: [{ type: 'amount', value: '5.00', on: 'all' }] },
    )
    expect(quote.discounts?.[0]?.shares).toEqual({ '1-1': '4.53', shipping: '0.47' })
    expect(taxesOf(quote)).toEqual(['23.09', '3.01'])
    expect(quote.amounts?.total).toBe('153.60')
  })

  it('can take all of shipping and leaves the goods', async () => {
    const discounts = [{ type: 'amount', value: '19.90', on: 'shipping' }] as const
    const { amounts } = await sent([['1.00']], [], { shipping: van('19.90'), discounts })
    expect(amounts?.total).toBe('1.00')
  })
})

describe('shipping that is taxed in proportion', () => {
  it('has no tax of what it costs for goods without one', async () => {
    const rates = [
      { rate: 20, lines: [0], shipping: 'proportional' },
      { rate: 0, lines: [1], shipping: 'proportional' },
    ] as const
    const quote = await sent([['30.00'], ['10.00']], rates, { shipping: van('4.00') })
    expect(quote.amounts?.taxes).toBe('6.60')
  })

  it('follows what goods cost after discounts', async () => {
    const rates = [
      { rate: 7, lines: [0], shipping: 'proportional' },
      { rate: 19, lines: [1], shipping: 'proportional' },
    ] as const
    const quote = await sent([['50.00'], ['50.00']], rates, {
      shipping: van('5.00'),
      discounts: [{ type: 'percent', value: 100, lines: ['1-2'] }],
      pricing: { pricesIncludeTax: true },
    })
    const shipped = quote.taxes?.portions.filter(({ line }) => line === 'shipping')
    expect(shipped?.map(({ amount }) => amount)).toEqual(['0.00', '0.33'])
  })
})

describe('several taxes', () => {
  it('of which one is compound are each of the price with those before', async () => {
    const quote = await sent([['9.99']], [{ rate: 10 }, { rate: 2, compound: true }])
    expect(taxesOf(quote)).toEqual(['1.00', '0.22'])
    expect(quote.amounts?.total).toBe('11.21')
  })

  it('of which one is withheld lower what is paid, and not the total', async () => {
    const { amounts, total } = await sent(
      [['100.00']],
      [{ rate: 21 }, { rate: 19, withheld: true }],
    )
    expect(amounts).toMatchObject({ total: '121.00', withheld: '19.00', payable: '102.00' })
    expect(total).toBe(102)
  })

  it('are withheld from what discounts have left', async () => {
    const { taxes } = await sent([['100.00', 3]], [{ rate: 2, withheld: true }], {
      discounts: [{ type: 'percent', value: 10 }],
    })
    expect(taxes?.rates).toMatchObject([{ base: '270.00', amount: '5.40' }])
  })
})

describe('the tax of a piece', () => {
  it.each([
    ['unit', '1.66', 36, 20, '11.88'],
    ['line', '1.66', 36, 20, '11.95'],
    ['unit', '5.63', 4, 22, '4.96'],
    ['line', '5.63', 4, 22, '4.95'],
    ['unit', '5.63', 2.5, 22, '3.10'],
  ] as const)('by %s, of %s × %d at %d %%, is %s', async (taxRounding, price, qty, rate, taxes) => {
    const quote = await sent([[price, qty]], [{ rate }], { pricing: { taxRounding } })
    expect(quote.amounts?.taxes).toBe(taxes)
  })
})

it('a price per 100 is rounded once, on the line', async () => {
  const more = { price_quantity: 100, discount_percent: 10 }
  const { quote_total: total } = await sent([['128.49', 50, more]], [])
  expect(total).toBe('57.82')
})

it.each([
  ['47.77', 7.7, '51.45', '0.00', '51.45'],
  ['21.23', 20, '25.48', '0.02', '25.50'],
] as const)('%s with %d %% in cash', async (price, rate, total, rounding, payable) => {
  const pricing = { cashRounding: { CHF: '0.05' } }
  const { amounts } = await sent([[price]], [{ rate }], { currency: 'CHF', pricing })
  expect(amounts).toMatchObject({ total, rounding, payable })
})
