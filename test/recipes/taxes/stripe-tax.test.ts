import { beforeAll, describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'
import type { TaxRate } from '../../../src/quote/taxes/tax-response.js'
import { taxSuite } from '../../../src/testing/port-suites/tax-suite.js'
import { importProvider } from '../import-provider.js'
import { type Respond, startService } from '../local-service.js'
import { calculateTaxes, customer, requestWith } from './sample-request.js'
import { fieldsOf, stripeService } from './stripe-service.js'

interface Recipe {
  stripeTax(options: {
    apiKey: string
    currency: string
    baseUrl: string
    included?: (request: TaxRequest) => readonly TaxRate[] | undefined
  }): TaxPort
}

let recipe: Recipe
beforeAll(async () => {
  recipe = await importProvider<Recipe>('taxes/stripe-tax')
})

async function open(respond: Respond = stripeService()) {
  const service = await startService(respond)
  const { baseUrl } = service
  return { ...service, tax: recipe.stripeTax({ apiKey: 'sk_test_1', currency: 'USD', baseUrl }) }
}

describe('the provider of taxes/stripe-tax.ts', () => {
  taxSuite({ describe, it }, async () => {
    const { tax, stall } = await open()
    return { tax, stall, storeId: 'store-1', customer, currency: 'USD' }
  })

  it('sends the amounts in cents, the addresses and the tax codes', async () => {
    const { tax, requests } = await open()
    await calculateTaxes(tax)
    const [request] = requests
    expect([request?.method, request?.url.pathname]).toEqual(['POST', '/v1/tax/calculations'])
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk_test_1',
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
    })
    expect(request && fieldsOf(request)).toEqual([
      ['currency', 'usd'],
      ['tax_date', '1769860800'],
      ['customer_details[address][line1]', '1 Market St'],
      ['customer_details[address][line2]', 'Suite 2'],
      ['customer_details[address][city]', 'San Francisco'],
      ['customer_details[address][state]', 'California'],
      ['customer_details[address][postal_code]', '94105'],
      ['customer_details[address][country]', 'US'],
      ['customer_details[address_source]', 'shipping'],
      ['ship_from_details[address][line1]', '100 Congress Ave'],
      ['ship_from_details[address][city]', 'Austin'],
      ['ship_from_details[address][state]', 'TX'],
      ['ship_from_details[address][postal_code]', '78701'],
      ['ship_from_details[address][country]', 'US'],
      ['line_items[0][reference]', '1-1'],
      ['line_items[0][amount]', '10'],
      ['line_items[0][tax_behavior]', 'exclusive'],
      ['line_items[1][reference]', '1-2'],
      ['line_items[1][amount]', '109999'],
      ['line_items[1][tax_behavior]', 'exclusive'],
      ['line_items[1][tax_code]', 'book'],
      ['shipping_cost[amount]', '490'],
      ['shipping_cost[tax_behavior]', 'exclusive'],
      ['expand[]', 'line_items.data.tax_breakdown'],
      ['expand[]', 'shipping_cost.tax_breakdown'],
    ])
  })

  it('returns the taxes by line, with those of equal names and rates as one', async () => {
    const { tax } = await open()
    const state = { name: 'California Sales Tax', rate: 7.25 }
    const district = { name: 'Bay Area Sales Tax', rate: 0.5 }
    expect(await calculateTaxes(tax)).toEqual({
      amounts: [
        { line: '1-1', ...state, amount: '0.00' },
        { line: '1-1', ...district, amount: '0.00' },
        { line: '1-2', ...state, amount: '79.74' },
        { line: '1-2', ...district, amount: '10.98' },
        { line: 'shipping', ...state, amount: '0.35' },
        { line: 'shipping', ...district, amount: '0.04' },
      ],
      total: '91.11',
      reference: 'taxcalc_1',
    })
  })

  it('sends tax ids, an exemption, and prices that include taxes', async () => {
    const { tax, requests } = await open()
    const business = {
      ...customer,
      tax_id: 'DE123456789',
      tax_id_type: 'eu_vat',
      tax_exempt: 'yes',
    }
    await calculateTaxes(tax, { customer: business, inclusive: true })
    const fields = Object.fromEntries(requests[0] ? fieldsOf(requests[0]) : [])
    expect(fields).toMatchObject({
      'customer_details[tax_ids][0][type]': 'eu_vat',
      'customer_details[tax_ids][0][value]': 'DE123456789',
      'customer_details[taxability_override]': 'customer_exempt',
      'line_items[0][tax_behavior]': 'inclusive',
      'shipping_cost[tax_behavior]': 'inclusive',
    })
  })

  it('asks for the taxes of the prices without those that they contain, if they are others', async () => {
    const { baseUrl, requests } = await open()
    const included = [{ name: 'VAT', rate: 10, lines: ['1-2'] }]
    const isHome = ({ customer: { country } }: TaxRequest) => country === 'DE'
    const tax = recipe.stripeTax({
      apiKey: 'sk_test_1',
      currency: 'USD',
      baseUrl,
      included: (request) => (isHome(request) ? undefined : included),
    })
    const response = await calculateTaxes(tax, { inclusive: true })
    expect(Object.fromEntries(requests[0] ? fieldsOf(requests[0]) : [])).toMatchObject({
      'line_items[0][amount]': '10',
      'line_items[1][amount]': '99999',
      'line_items[1][tax_behavior]': 'exclusive',
    })
    expect(response).toMatchObject({ included })
    await calculateTaxes(tax, { inclusive: true, customer: { ...customer, country: 'DE' } })
    expect(requests[1]?.body).toContain('tax_behavior%5D=inclusive')
    expect(await calculateTaxes(tax)).not.toHaveProperty('included', included)
  })

  it.each([
    ['JPY', 0, '500', '500', '36'],
    ['KWD', 3, '5.120', '5120', '0.371'],
    ['ISK', 0, '500', '50000', '36'],
    ['EUR', 2, '5.00', '500', '0.36'],
  ])(
    'sends amounts in %s in the units of Stripe',
    async (currency, decimals, amount, sent, state) => {
      const { tax, requests } = await open()
      const [line] = requestWith().lines
      const lines = line === undefined ? [] : [{ ...line, amount }]
      const response = await calculateTaxes(tax, { currency, decimals, lines })
      const fields = Object.fromEntries(requests[0] ? fieldsOf(requests[0]) : [])
      expect(fields).toMatchObject({
        currency: currency.toLowerCase(),
        'line_items[0][amount]': sent,
      })
      expect(response).toHaveProperty('amounts[0].amount', state)
    },
  )

  it('takes the currency of the options for a quote without one', async () => {
    const { tax, requests } = await open()
    await calculateTaxes(tax, { currency: undefined })
    expect(requests[0]?.body).toContain('currency=usd')
  })

  it('sends no lines that are free, and nothing if all of it is', async () => {
    const { tax, requests } = await open()
    const [first, second] = requestWith().lines.map((line) => ({ ...line, amount: '0.00' }))
    const free = [first, second].filter((line) => line !== undefined)
    const { lines } = requestWith()
    await calculateTaxes(tax, { lines: [...free.slice(0, 1), ...lines.slice(1)] })
    expect(requests[0]?.body).not.toContain('1-1')
    expect(await calculateTaxes(tax, { lines: free, shipping: undefined })).toEqual({
      amounts: [],
      total: 0,
    })
    expect(await calculateTaxes(tax, { lines: free })).toHaveProperty('rejected')
    expect(requests).toHaveLength(1)
  })

  it.each([
    [{ ...customer, zipcode: '' }, "We could not determine the customer's tax location"],
    [{}, 'Missing required param: customer_details[address][country].'],
  ])('rejects the quote of the customer %j with the message of Stripe', async (to, message) => {
    const { tax } = await open()
    expect(await calculateTaxes(tax, { customer: to })).toEqual({
      rejected: expect.stringContaining(message),
    })
  })

  it.each([
    [400, { error: { code: 'tax_settings_invalid', message: 'no head office' } }, 'no head office'],
    [401, { error: { message: 'Invalid API Key' } }, 'responded with 401'],
    [429, { error: { code: 'rate_limit' } }, 'responded with 429'],
    [500, '<html>', 'responded with 500'],
    [503, '', 'responded with 503'],
    [200, '<html>', 'JSON'],
  ])('throws for the status %i with %j', async (status, body, message) => {
    const { tax } = await open(() => ({ status, body }))
    await expect(calculateTaxes(tax)).rejects.toThrow(message)
  })
})
