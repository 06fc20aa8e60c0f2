import { describe, expect, it } from 'vitest'
import type { PricingOptions } from '../../../src/engine/pricing-options.js'
import { createQuoteEngine, memoryCatalog, memoryStorage, taxTable } from '../../../src/index.js'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { splitBundles } from '../../../src/quote/taxes/tax-parts.js'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'

const book: CatalogProduct = { id: 1, price: '30.00', taxCode: 'books', name: 'Book' }
const disc: CatalogProduct = { id: 2, price: '35.00', taxCode: 'media', name: 'Disc' }
const bundle: CatalogProduct = {
  id: 9,
  price: '90.00',
  name: 'Course',
  components: [
    { id: 1, qty: 1 },
    { id: 2, qty: 2 },
  ],
}

const rates = taxTable([
  { tax: 'VAT', name: 'VAT 19 %', country: 'DE', rate: 19, shipping: true },
  { tax: 'VAT', name: 'VAT 7 %', country: 'DE', rate: 7, taxCode: 'books' },
])

const context = { storeId: 's' }

interface Store {
  readonly products?: readonly CatalogProduct[]
  readonly pricing?: PricingOptions
  readonly tax?: TaxPort
}

function engineOf({ products = [book, disc, bundle], pricing, tax = rates }: Store) {
  const asked: TaxRequest[] = []
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: products }),
    currency: 'EUR',
    pricing,
    tax: {
      calculateTaxes(request, call) {
        asked.push(request)
        return tax.calculateTaxes(request, call)
      },
    },
  })
  return { engine, asked }
}

/** Returns a quote as it is sent, of which every amount is verified. */
async function sent(store: Store, request: Partial<CreateQuoteRequest> = {}): Promise<Quote> {
  const { engine } = engineOf(store)
  const { quoteId } = await engine.createQuote(context, {
    customer: { country: 'DE' },
    products: [{ id: 9, qty: 1 }],
    ...request,
  })
  const { quote } = await engine.sendQuote(context, quoteId)
  expect(verifyQuote(quote)).toEqual([])
  return quote
}

describe('taxes of a bundle', () => {
  it('are those of a usual line if its components have one tax code', async () => {
    const coded = [book, { ...disc, taxCode: 'books' }, bundle]
    const { products, taxes } = await sent({ products: coded })
    expect(products[0]).toMatchObject({ tax_code: 'books' })
    expect(products[0]).not.toHaveProperty('tax_shares')
    expect(taxes?.portions).toEqual([{ line: '1-1', name: 'VAT 7 %', rate: '7', amount: '6.30' }])
  })

  it('are by the code of the bundle for components without one', async () => {
    const { taxCode: _, ...plain } = disc
    const coded = [book, plain, { ...bundle, taxCode: 'books' }]
    expect((await sent({ products: coded })).amounts?.taxes).toBe('6.30')
  })

  it('are divided in proportion to what components of other codes cost', async () => {
    const { products, taxes, amounts } = await sent({})
    expect(products[0]?.tax_shares).toEqual([
      { tax_code: 'books', percent: '30' },
      { tax_code: 'media', percent: '70' },
    ])
    expect(taxes?.portions).toEqual([
      { line: '1-1', part: 1, name: 'VAT 7 %', rate: '7', base: '27.00', amount: '1.89' },
      { line: '1-1', part: 2, name: 'VAT 19 %', rate: '19', base: '63.00', amount: '11.97' },
    ])
    expect(amounts).toMatchObject({ lines: '90.00', taxes: '13.86', total: '103.86' })
  })

  it('asks the provider for each part with its tax code and its shares', async () => {
    const { engine, asked } = engineOf({})
    const { quoteId } = await engine.createQuote(context, {
      customer: { country: 'DE' },
      products: [{ id: 9, qty: 2 }],
      discounts: [{ type: 'percent', value: 10 }],
    })
    await engine.sendQuote(context, quoteId)
    const named = { id: 9, qty: 2, name: 'Course' }
    expect(asked[0]?.lines).toEqual([
      { ...named, key: '1-1/1', taxCode: 'books', amount: '48.60', discount: '5.40' },
      { ...named, key: '1-1/2', taxCode: 'media', amount: '113.40', discount: '12.60' },
    ])
  })

  it.each(['line', 'rate', 'unit'] as const)(
    'are contained in prices, by %s',
    async (taxRounding) => {
      const pricing = { pricesIncludeTax: () => true, taxRounding }
      const { taxes, amounts } = await sent({ pricing }, { products: [{ id: 9, qty: 3 }] })
      // 7 % of 27.00 is 1.77, and of 81.00 it is 5.30.
      expect(taxes?.rates.map(({ base, amount }) => [base, amount])).toEqual([
        ['81.00', taxRounding === 'unit' ? '5.31' : '5.30'],
        ['189.00', '30.18'],
      ])
      expect(amounts?.total).toBe('270.00')
    },
  )

  it('are removed for a customer elsewhere', async () => {
    const pricing = { pricesIncludeTax: () => true }
    const customer = { country: 'CH' }
    const { taxes, amounts } = await sent({ pricing }, { customer })
    expect(taxes?.removed?.portions.map(({ part, base, amount }) => [part, base, amount])).toEqual([
      [1, '27.00', '1.77'],
      [2, '63.00', '10.06'],
    ])
    expect(amounts).toMatchObject({ taxes_removed: '11.83', total: '78.17' })
  })

  it('follow from the table of the offer for every selection', async () => {
    const { engine } = engineOf({})
    const { quoteId } = await engine.createQuote(context, {
      customer: { country: 'DE' },
      products: [
        { id: 2, qty: 1 },
        { id: 9, qty: 2, optional: true, selected: false, qty_range: { min: 1, max: 5 } },
      ],
    })
    const { quote } = await engine.sendQuote(context, quoteId)
    expect(quote.amounts?.taxes).toBe('6.65')
    const selection = { selected: ['1-2'], quantities: { '1-2': 1 } }
    const { quote: accepted } = await engine.acceptQuote(context, quoteId, {
      revision: 1,
      selection,
      total: 145.51,
    })
    expect(accepted.acceptance?.amounts).toMatchObject({ taxes: '20.51', total: '145.51' })
    expect(verifyQuote(accepted)).toEqual([])
  })

  it('can be amounts of a provider, whose bases are verified', async () => {
    const tax: TaxPort = {
      calculateTaxes: ({ lines }) => ({
        amounts: lines.map(({ key, amount }) => ({
          line: key,
          name: 'Tax',
          amount: (Number(amount) / 10).toFixed(2),
        })),
        total: '9.00',
      }),
    }
    const quote = await sent({ tax })
    expect(quote.taxes?.portions.map(({ base, amount }) => [base, amount])).toEqual([
      ['27.00', '2.70'],
      ['63.00', '6.30'],
    ])
    const [first, ...others] = quote.taxes?.portions ?? []
    const portions = [{ ...first, base: '28.00' }, ...others]
    const violations = verifyQuote({ ...quote, taxes: { ...quote.taxes, portions } })
    expect(violations[0]).toEqual({
      path: 'taxes.portions[0].base',
      message: 'must be 27.00, what the part costs',
    })
  })

  it('divide shipping, if that is taxed in proportion', async () => {
    const table = taxTable([
      { tax: 'VAT', name: 'VAT 19 %', country: 'DE', rate: 19, shipping: 'proportional' },
      {
        tax: 'VAT',
        name: 'VAT 7 %',
        country: 'DE',
        rate: 7,
        taxCode: 'books',
        shipping: 'proportional',
      },
    ])
    const shipping = { type: 'custom', product: { name: 'Post', price: '10.00' } }
    const { taxes } = await sent({ tax: table }, { shipping })
    expect(taxes?.portions.filter(({ line }) => line === 'shipping')).toEqual([
      { line: 'shipping', name: 'VAT 19 %', rate: '19', base: '7.00', amount: '1.33' },
      { line: 'shipping', name: 'VAT 7 %', rate: '7', base: '3.00', amount: '0.21' },
    ])
  })

  it('are the same parts of equal size if all components are free of charge', async () => {
    const free = [{ ...book, price: 0 }, { ...disc, price: 0 }, bundle]
    const { products } = await sent({ products: free })
    expect(products[0]?.tax_shares?.map(({ percent }) => percent)).toEqual(['50', '50'])
  })

  it('leave out the tax code of components that are free of charge', async () => {
    const { products, taxes } = await sent({ products: [{ ...book, price: 0 }, disc, bundle] })
    expect(products[0]).toMatchObject({ tax_code: 'media' })
    expect(taxes?.rates.map(({ base }) => base)).toEqual(['90.00'])
  })

  it('are explained beside the price of the line', async () => {
    const [line] = explainQuote(await sent({})).lines
    expect(line?.steps.map(({ type, label, change }) => [type, label, change])).toEqual([
      ['list', undefined, '90.00'],
      ['tax', 'VAT 7 %', '1.89'],
      ['tax', 'VAT 19 %', '11.97'],
    ])
    expect(line?.total).toBe('103.86')
  })

  it('are part of what a bundle costs in each period', async () => {
    const monthly = { ...bundle, billing: { interval: 'month' } } as const
    const { amounts } = await sent({ products: [book, disc, monthly] })
    expect(amounts?.recurring).toEqual([{ interval: 'month', total: '103.86' }])
  })
})

describe('verifyQuote and the parts of a bundle', () => {
  it.each([
    [
      'tax_shares',
      [{ percent: '30' }, { tax_code: 'x', percent: '69' }],
      'must add up to 100 percent',
    ],
    ['tax_shares', [{ percent: '30' }, { percent: '70' }], 'must have each tax code once'],
    ['components', undefined, 'must be absent, as the line has no components'],
  ])('finds %s that are not those of the line', async (field, value, message) => {
    const quote = await sent({})
    const { components, ...line } = quote.products[0] as NonNullable<(typeof quote.products)[0]>
    const changed = value === undefined ? line : { ...line, components, [field]: value }
    expect(verifyQuote({ ...quote, products: [changed] })).toContainEqual({
      path: 'products[0].tax_shares',
      message,
    })
  })

  it('finds a portion of all of the line', async () => {
    const quote = await sent({})
    const { taxes } = quote
    const portions = taxes?.portions.map(({ part: _, ...portion }) => portion)
    const violations = verifyQuote({ ...quote, taxes: { ...taxes, portions } })
    expect(violations[0]?.path).toBe('taxes.portions[0].line')
  })
})

describe('splitBundles', () => {
  it('makes no part that costs less than 0 after discounts, whatever charges it has', () => {
    const line = {
      id: 9,
      qty: 735_343,
      price: 0.0012,
      price_total: 882.41,
      quote: '0.001002',
      quote_total: '1473.98',
      discount: 0,
      discount_total: 0,
      calculated_price: 0.0012,
      key: '1-1',
      components: [],
      component_prices: 'hidden' as const,
      tax_shares: [{ tax_code: 'a', percent: '0.0011420368' }, { percent: '99.9988579632' }],
    }
    const shares = { '1-1': '1473.98' }
    const charged = { '1-1': '334036911.18' }
    const quote = {
      products: [line],
      discounts: [{ type: 'amount', value: '1473.98', amount: '1473.98', shares }],
      charges: [{ key: 'charge-1', type: 'unit', amount: charged['1-1'], shares: charged }],
    }
    const split = splitBundles(quote as unknown as Quote)
    const [discount] = split.discounts ?? []
    for (const { key, quote_total: total } of split.products)
      expect(Number(total) - Number(discount?.shares[key as string])).toBe(0)
    const sums = Object.values(split.charges?.[0]?.shares ?? {}).map((each) => Number(each) * 100)
    expect(Math.round(sums.reduce((all, each) => all + each, 0))).toBe(33_403_691_118)
  })
})
