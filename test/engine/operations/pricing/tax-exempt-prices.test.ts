import { describe, expect, it } from 'vitest'
import type { AnyCustomer, Customer, Quote } from '../../../../src/quote/model/quote.js'
import type { TaxRate } from '../../../../src/quote/taxes/tax-response.js'
import { explainQuote } from '../../../../src/quote/verify/explain-quote.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import type { TaxTableRate } from '../../../../src/tax/parse-rate.js'
import { type TaxTableOptions, taxTable } from '../../../../src/tax/tax-table.js'
import { engineWith, errorOf } from '../../ports.js'

const context = { storeId: 'store-1', actor: 'ann' }
const isExempt = (customer: AnyCustomer) => customer.tax_id?.startsWith('ATU') === true

const german: TaxTableRate[] = [
  { name: 'VAT', rate: 19, country: 'DE', shipping: true },
  { name: 'VAT', rate: 7, country: 'DE', taxCode: 'books' },
]
const withFrench: TaxTableRate[] = [
  ...german,
  { name: 'VAT', rate: 20, country: 'FR', shipping: true },
  { name: 'VAT', rate: '5.5', country: 'FR', taxCode: 'books' },
]

/** Returns an engine of a store whose prices include the taxes. */
function grossEngine(
  rates: readonly TaxTableRate[],
  table: TaxTableOptions = {},
  options: Partial<QuoteEngineOptions> = {},
) {
  return engineWith({
    catalog: {
      findProducts: (_, ids) =>
        ids.map((id) => ({ id, price: String(id), name: 'Chair', taxCode: codes.get(id) })),
    },
    tax: taxTable(rates, { isExempt, ...table }),
    ...options,
    pricing: { pricesIncludeTax: true, ...options.pricing },
  })
}

const codes = new Map<unknown, string>([['10.70', 'books']])

/** Sends a quote of these unit prices, and verifies everything about it. */
async function sentTo(
  customer: Customer,
  prices: readonly string[],
  engine: ReturnType<typeof grossEngine>,
  more: object = {},
): Promise<Quote> {
  const products = prices.map((id) => ({ id, qty: 1 }))
  const { quoteId } = await engine.createQuote(context, { customer, products, ...more })
  const { quote } = await engine.sendQuote(context, quoteId)
  expect(verifyQuote(quote)).toEqual([])
  const explained = explainQuote(quote)
  expect(explained.total).toBe(quote.amounts?.total)
  const parts = [...explained.lines, ...(explained.shipping ? [explained.shipping] : [])]
  const sum = parts.reduce((left, { total }) => left + Math.round(Number(total) * 100), 0)
  expect(sum).toBe(Math.round(Number(explained.total) * 100))
  return quote
}

const amountsOf = ({ amounts }: Quote) => [amounts?.total, amounts?.taxes, amounts?.taxes_removed]

describe('pricesIncludeTax', () => {
  const home = { country: 'de' }

  it.each([
    ['at home', { country: 'DE' }, ['119.00', '19.00', undefined]],
    ['who is exempt', { country: 'DE', tax_id: 'ATU1' }, ['100.00', '0.00', '19.00']],
    ['with another rate', { country: 'FR' }, ['120.00', '20.00', '19.00']],
    ['without a rate', { country: 'US' }, ['100.00', '0.00', '19.00']],
  ])('charges a customer %s the net price and their own tax', async (_, customer, amounts) => {
    const quote = await sentTo(customer, ['119.00'], grossEngine(withFrench, { home }))
    expect(amountsOf(quote)).toEqual(amounts)
    expect(quote.taxes?.inclusive).toBe(amounts[2] === undefined)
    expect(quote.total).toBe(Number(amounts[0]))
  })

  it('needs no home if all rows are of one place', async () => {
    const engine = grossEngine(german)
    expect(amountsOf(await sentTo({ country: 'US' }, ['119.00'], engine))).toEqual([
      '100.00',
      '0.00',
      '19.00',
    ])
  })

  it('removes every rate of the store, from lines after discounts and from shipping', async () => {
    const engine = grossEngine(withFrench, { home })
    const shipping = { type: 'custom', product: { name: 'Van', price: '11.90' } }
    const discounts = [{ type: 'percent', value: 50 }]
    const quote = await sentTo({ country: 'FR' }, ['119.00', '10.70'], engine, {
      shipping,
      discounts,
    })
    expect(quote.taxes?.removed).toEqual({
      rounding: 'rate',
      portions: [
        { line: '1-1', name: 'VAT', rate: '19', amount: '9.50' },
        { line: '1-2', name: 'VAT', rate: '7', amount: '0.35' },
        { line: 'shipping', name: 'VAT', rate: '19', amount: '1.90' },
      ],
      rates: [
        { name: 'VAT', rate: '19', base: '71.40', net: '60.00', amount: '11.40' },
        { name: 'VAT', rate: '7', base: '5.35', net: '5.00', amount: '0.35' },
      ],
    })
    expect(quote.taxes?.rates).toEqual([
      { name: 'VAT', rate: '20', base: '60.00', amount: '12.00' },
      { name: 'VAT', rate: '5.5', base: '5.00', amount: '0.28' },
    ])
    expect(quote.amounts).toEqual({
      lines: '129.70',
      discounts: '64.85',
      shipping: '11.90',
      taxes: '12.28',
      taxes_removed: '11.75',
      total: '77.28',
    })
  })

  it('keeps the price of a line of which the customer pays the same rate', async () => {
    const rates: TaxTableRate[] = [
      ...german,
      { name: 'VAT', rate: 7, country: 'NL', taxCode: 'books' },
    ]
    const engine = grossEngine(rates, { home })
    const { taxes } = await sentTo({ country: 'NL' }, ['119.00', '10.70'], engine)
    expect(taxes?.portions).toEqual([{ line: '1-2', name: 'VAT', rate: '7', amount: '0.70' }])
    expect(taxes?.removed?.portions.map(({ amount }) => amount)).toEqual(['19.00', '0.70'])
  })

  // The figures of other shops' own tests, for customers who pay no tax.
  it.each([
    ['Solidus', '7', '20.00', '18.69'],
    ['Solidus', '19', '30.00', '25.21'],
    ['Solidus', '19', '10.00', '8.40'],
    ['Magento', '10', '19.98', '18.16'],
    // The exact net is 8.325: the tax of 1.665 is rounded, and the net is what is left.
    ['WooCommerce', '20', '9.99', '8.33', 'half-even' as const],
  ])('has the net price of %s: %s %% in %s is %s', async (_, rate, price, net, rounding?) => {
    const engine = grossEngine(
      [{ name: 'VAT', rate, country: 'DE' }],
      {},
      { pricing: { rounding } },
    )
    expect((await sentTo({ country: 'US' }, [price], engine)).amounts?.total).toBe(net)
  })

  it('rounds the removed tax by rate, if taxes are rounded by rate', async () => {
    const engine = grossEngine(german, {}, { pricing: { taxRounding: 'rate' } })
    const quote = await sentTo({ country: 'US' }, ['1.03', '1.03', '1.03'], engine)
    expect(quote.taxes?.removed?.portions.map(({ amount }) => amount)).toEqual([
      '0.17',
      '0.16',
      '0.16',
    ])
    expect(quote.amounts?.total).toBe('2.60')
  })

  it('is proven by the acceptance, and a changed figure is not', async () => {
    const engine = grossEngine(german)
    const customer = { country: 'US' }
    const products = [{ id: '119.00', qty: 1 }]
    const { quoteId } = await engine.createQuote(context, { customer, products })
    await engine.sendQuote(context, quoteId)
    const { quote } = await engine.acceptQuote(context, quoteId, { revision: 1, name: 'Bea' })
    expect(verifyAcceptance(quote)).toEqual([])
    const amounts = { ...quote.amounts, taxes_removed: '18.00', total: '101.00' }
    expect(verifyAcceptance({ ...quote, amounts })).not.toEqual([])
    expect(verifyQuote({ ...quote, amounts })).not.toEqual([])
  })

  it('accepts a quote that is sent back as it was read, by a seller and a buyer', async () => {
    const engine = grossEngine(german)
    const products = [{ id: '119.00', qty: 1 }]
    const customer = { country: 'US' }
    const { quoteId } = await engine.createQuote(context, { customer, products })
    const { quote, version } = await engine.priceTaxes(context, quoteId)
    expect(quote.taxes?.removed).toBeDefined()
    for (const role of ['seller', 'buyer'] as const) {
      const sent = JSON.parse(JSON.stringify(quote)) as typeof quote
      const { status: _, ...whole } = sent
      const back = await engine.updateQuote({ ...context, role }, quoteId, whole as object)
      expect(back.version).toBe(version)
    }
    const changed = { ...quote.taxes, removed: { ...quote.taxes?.removed, rates: [] } }
    const error = await errorOf(() =>
      engine.updateQuote(context, quoteId, { taxes: changed } as never),
    )
    expect(error.details).toEqual({ errors: { taxes: 'cannot be set; call priceTaxes' } })
  })

  it('shows the gross price of stale taxes, and the net price again once they are priced', async () => {
    const engine = grossEngine(german)
    const products = [{ id: '119.00', qty: 1 }]
    const customer = { country: 'US' }
    const { quoteId } = await engine.createQuote(context, { customer, products })
    await engine.priceTaxes(context, quoteId)
    const changes = { product_changes: [{ key: '1-1', qty: 2 }] }
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(amountsOf(quote)).toEqual(['238.00', '0.00', undefined])
    expect(verifyQuote(quote)).toEqual([])
    expect(amountsOf((await engine.priceTaxes(context, quoteId)).quote)).toEqual([
      '200.00',
      '0.00',
      '38.00',
    ])
  })
})

describe('taxExemptPrices', () => {
  it.each(['gross', (storeId: string) => (storeId === 'store-1' ? 'gross' : 'net')] as const)(
    'keeps the same price for all, and says so: %s',
    async (taxExemptPrices) => {
      const engine = grossEngine(
        withFrench,
        { home: { country: 'DE' } },
        { pricing: { taxExemptPrices } },
      )
      const quote = await sentTo({ country: 'US' }, ['119.00'], engine)
      expect(amountsOf(quote)).toEqual(['119.00', '0.00', undefined])
      expect([quote.taxes?.same_gross, explainQuote(quote).same_gross]).toEqual([true, true])
      const french = await sentTo({ country: 'FR' }, ['119.00'], engine)
      expect(amountsOf(french)).toEqual(['119.00', '19.83', undefined])
      expect(french.taxes?.same_gross).toBe(true)
      const own = await sentTo({ country: 'DE' }, ['119.00'], engine)
      expect(own.taxes).not.toHaveProperty('same_gross')
    },
  )

  it.each([
    ['some', { pricing: { taxExemptPrices: 'some' as never } }],
    ['null', { pricing: { taxExemptPrices: null as never } }],
  ])('rejects %s', async (_, options) => {
    expect(() => grossEngine(german, {}, options)).toThrow('must be net, gross or a function')
  })

  it('rejects what its function must not return', async () => {
    const engine = grossEngine(german, {}, { pricing: { taxExemptPrices: () => 'some' as never } })
    const error = await errorOf(() => sentTo({ country: 'US' }, ['119.00'], engine))
    expect(error).toMatchObject({
      code: 'invalid_options',
      details: { errors: { taxExemptPrices: expect.stringContaining('must return net or gross') } },
    })
  })
})

describe('a tax provider that gives a line no tax', () => {
  const engineOf = (response: object, options: Partial<QuoteEngineOptions> = {}) =>
    grossEngine([], {}, { tax: { calculateTaxes: () => response as never }, ...options })
  const rate = (percent: number, lines: readonly string[]): TaxRate => {
    return { name: 'VAT', rate: percent, lines }
  }

  it.each([
    ['rates', { rates: [] }],
    ['rates of another line', { rates: [rate(19, ['1-2'])] }],
    ['amounts', { amounts: [], total: 0 }],
  ])('is rejected, if it returns %s and not what the prices contain', async (_, response) => {
    const engine = engineOf(response)
    const error = await errorOf(() => sentTo({}, ['119.00', '10.70'], engine))
    expect(error.code).toBe('tax_invalid_response')
    expect(error.details).toMatchObject({
      errors: {
        included: expect.stringMatching(/line 1-1 gets none.*set home.*taxExemptPrices to 'gross'/),
      },
    })
  })

  it.each([
    ['a rate of 0', { rates: [rate(0, ['1-1'])] }],
    ['an amount of 0', { amounts: [{ line: '1-1', name: 'VAT', amount: 0 }], total: 0 }],
    ['that the prices contain nothing', { rates: [], included: [] }],
  ])('is accepted, if it says %s', async (_, response) => {
    const quote = await sentTo({}, ['119.00'], engineOf(response))
    expect(amountsOf(quote)).toEqual(['119.00', '0.00', undefined])
  })

  it('is accepted for lines that cost nothing, and for shipping besides taxed lines', async () => {
    const shipping = { type: 'custom', product: { name: 'Van', price: '11.90' } }
    const engine = engineOf({ rates: [rate(19, ['1-2'])] })
    await sentTo({}, ['0.00', '119.00'], engine, { shipping })
    const error = await errorOf(() => sentTo({}, ['0.00'], engineOf({ rates: [] }), { shipping }))
    expect(JSON.stringify(error.details)).toContain('shipping gets none')
  })

  it('is accepted with the same price for all, or with prices that include no taxes', async () => {
    const none = { rates: [] }
    const gross = await sentTo(
      {},
      ['119.00'],
      engineOf(none, { pricing: { taxExemptPrices: 'gross' } }),
    )
    expect(gross.taxes?.same_gross).toBe(true)
    const net = await sentTo(
      {},
      ['119.00'],
      engineOf(none, { pricing: { pricesIncludeTax: false } }),
    )
    expect(net.amounts?.total).toBe('119.00')
  })
})

describe('included', () => {
  const rate = { name: 'VAT', rate: 19, lines: ['1-1'] }
  const engineOf = (response: object, options: Partial<QuoteEngineOptions> = {}) =>
    grossEngine([], {}, { tax: { calculateTaxes: () => response as never }, ...options })

  it('of amounts is removed, and the amounts are added', async () => {
    const amounts = [{ line: '1-1', name: 'Sales tax', rate: '8.25', amount: '8.25' }]
    const engine = engineOf({ amounts, total: '8.25', included: [rate] })
    const quote = await sentTo({}, ['119.00'], engine)
    expect(amountsOf(quote)).toEqual(['108.25', '8.25', '19.00'])
    expect(quote.taxes?.rounding).toBe('provider')
    expect(quote.taxes?.rates[0]?.base).toBe('100.00')
  })

  it.each([
    ['no list', 19, 'included'],
    ['a line that does not exist', [{ ...rate, lines: ['9-9'] }], 'included[0].lines[0]'],
    ['no name', [{ ...rate, name: '' }], 'included[0].name'],
    ['a rate that is none', [{ ...rate, rate: -1 }], 'included[0].rate'],
    ['a hostile key', [{ ...rate, lines: ['__proto__'] }], 'included[0].lines[0]'],
  ])('with %s is rejected', async (_, included, path) => {
    const error = await errorOf(() => sentTo({}, ['119.00'], engineOf({ rates: [], included })))
    expect(error.code).toBe('tax_invalid_response')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([path])
  })

  it('is rejected if the prices of the store include no taxes', async () => {
    const engine = engineOf(
      { rates: [], included: [rate] },
      { pricing: { pricesIncludeTax: false } },
    )
    const error = await errorOf(() => sentTo({}, ['119.00'], engine))
    expect(JSON.stringify(error.details)).toContain('see pricesIncludeTax')
  })
})
