import { beforeAll, describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../src/ports/tax.js'
import { taxSuite } from '../../../src/testing/port-suites/tax-suite.js'
import { importProvider } from '../import-provider.js'
import { type Respond, startService } from '../local-service.js'
import { calculateTaxes, customer } from './sample-request.js'

interface Recipe {
  taxjarTax(options: Record<string, string>): TaxPort
}

interface SentOrder {
  readonly to_country?: string
  readonly to_state?: string
  readonly to_zip?: string
  readonly shipping: number
  readonly line_items: readonly { readonly id: string; readonly unit_price: number }[]
}

let recipe: Recipe
beforeAll(async () => {
  recipe = await importProvider<Recipe>('taxes/taxjar')
})

const badRequest = (detail: string) => ({
  status: 400,
  body: { status: 400, error: 'Bad Request', detail },
})
const rate = 0.08625

/** Responds as TaxJar: rounds the tax of each line, and that of their sum. */
const taxjar: Respond = ({ body }) => {
  const { to_country, to_zip, to_state, shipping, line_items }: SentOrder = JSON.parse(body)
  if (!to_country) return badRequest("to_country can't be blank")
  if (to_country !== 'US') return { body: { tax: { amount_to_collect: 0, has_nexus: false } } }
  if (!to_zip) return badRequest('No to zip, required when country is US')
  if (to_state !== 'CA') return badRequest(`to_zip ${to_zip} is not used within to_state`)
  const round = (amount: number) => Math.round(amount * 100) / 100
  const taxed = (amount: number) => ({
    taxable_amount: amount,
    tax_collectable: round(amount * rate),
    combined_tax_rate: rate,
    state_amount: round(amount * 0.0725),
    state_sales_tax_rate: 0.0725,
  })
  const sum = line_items.reduce((total, { unit_price }) => total + unit_price, shipping)
  return {
    body: {
      tax: {
        order_total_amount: sum,
        amount_to_collect: round(sum * rate),
        rate,
        has_nexus: true,
        freight_taxable: true,
        tax_source: 'destination',
        breakdown: {
          ...taxed(sum),
          ...(shipping > 0 ? { shipping: taxed(shipping) } : {}),
          line_items: line_items.map(({ id, unit_price }) => ({ id, ...taxed(unit_price) })),
        },
      },
    },
  }
}

async function open(respond = taxjar) {
  const service = await startService(respond)
  return { ...service, tax: recipe.taxjarTax({ apiKey: 'token', baseUrl: service.baseUrl }) }
}

describe('the provider of taxes/taxjar.ts', () => {
  taxSuite({ describe, it }, async () => {
    const { tax, stall } = await open()
    return { tax, stall, storeId: 'store-1', customer, currency: 'USD' }
  })

  it('sends the amounts, the addresses with codes of states, and the tax codes', async () => {
    const { tax, requests } = await open()
    const exempt = { customer_id: 'C-1', exemption_type: 'wholesale' }
    await calculateTaxes(tax, { customer: { ...customer, ...exempt } })
    const [request] = requests
    expect([request?.method, request?.url.pathname]).toEqual(['POST', '/v2/taxes'])
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer token',
      'content-type': 'application/json',
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      from_country: 'US',
      from_state: 'TX',
      from_zip: '78701',
      from_city: 'Austin',
      from_street: '100 Congress Ave',
      to_country: 'US',
      to_state: 'CA',
      to_zip: '94105',
      to_city: 'San Francisco',
      to_street: '1 Market St',
      customer_id: 'C-1',
      exemption_type: 'wholesale',
      shipping: 4.9,
      line_items: [
        { id: '1-1', quantity: 1, unit_price: 0.1 },
        { id: '1-2', quantity: 1, unit_price: 1099.99, product_tax_code: 'book' },
      ],
    })
  })

  it('returns the taxes by line, which sum to the amount to collect', async () => {
    const { tax } = await open()
    const salesTax = { name: 'Sales tax', rate: 8.625 }
    expect(await calculateTaxes(tax)).toEqual({
      amounts: [
        { line: '1-1', ...salesTax, amount: '0.01' },
        // The lines are 0.01 + 94.87 + 0.42, but TaxJar collects 95.31 for their sum.
        { line: '1-2', ...salesTax, amount: '94.88' },
        { line: 'shipping', ...salesTax, amount: '0.42' },
      ],
      total: '95.31',
    })
  })

  it.each([
    [{ inclusive: true }, 'exclude the taxes'],
    [{ decimals: 0, currency: 'JPY' }, 'two decimals'],
  ])('rejects a quote with %j without a request', async (fields, reason) => {
    const { tax, requests } = await open()
    expect(await calculateTaxes(tax, fields)).toEqual({ rejected: expect.stringContaining(reason) })
    expect(requests).toEqual([])
  })

  it.each([
    [{}, "to_country can't be blank"],
    [{ country: 'US' }, 'No to zip, required when country is US'],
    [{ ...customer, state: 'New York' }, 'to_zip 94105 is not used within to_state'],
  ])('rejects the quote of the customer %j with the message of TaxJar', async (to, detail) => {
    const { tax } = await open()
    expect(await calculateTaxes(tax, { customer: to })).toEqual({ rejected: detail })
  })

  it('returns no taxes if there is no nexus', async () => {
    const { tax } = await open()
    expect(await calculateTaxes(tax, { customer: { country: 'FR' } })).toEqual({
      amounts: [],
      total: '0.00',
    })
  })

  it.each([
    [400, badRequest('from_zip 1 is not used within from_state TX').body, 'from_zip'],
    [401, { error: 'Unauthorized' }, 'responded with 401'],
    [429, { error: 'Too Many Requests' }, 'responded with 429'],
    [500, '<html>', 'responded with 500'],
    [200, '<html>', 'JSON'],
    [200, { tax: { amount_to_collect: 5, has_nexus: true } }, 'without its lines'],
  ])('throws for the status %i with %j', async (status, body, message) => {
    const { tax } = await open(() => ({ status, body }))
    await expect(calculateTaxes(tax)).rejects.toThrow(message)
  })
})
