import { beforeAll, describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { TaxRate } from '../../../src/quote/taxes/tax-response.js'
import { taxSuite } from '../../../src/testing/port-suites/tax-suite.js'
import { importProvider } from '../import-provider.js'
import { type Respond, startService } from '../local-service.js'
import { calculateTaxes, customer } from './sample-request.js'

interface Recipe {
  avalaraTax(options: Record<string, string> | { included?: () => readonly TaxRate[] }): TaxPort
}

interface SentTransaction {
  readonly code: string
  readonly lines: readonly { readonly number: string; readonly amount: number }[]
  readonly addresses: {
    readonly shipTo: { readonly country?: string; readonly postalCode?: string }
  }
}

let recipe: Recipe
beforeAll(async () => {
  recipe = await importProvider<Recipe>('taxes/avalara')
})

const errorResult = (code: string, message: string) => ({
  error: {
    code,
    message,
    target: 'HttpRequest',
    details: [{ code, number: 309, message, description: '', severity: 'Error' }],
  },
})

/** Responds as AvaTax: 6.25 % state tax and two equal district taxes of 1 %. */
const avatax: Respond = ({ body }) => {
  const { code, lines, addresses }: SentTransaction = JSON.parse(body)
  const { country, postalCode } = addresses.shipTo
  if (country !== 'US' || !postalCode)
    return { status: 400, body: errorResult('InvalidAddress', 'The address is not deliverable.') }
  const detail = (amount: number, taxName: string, rate: number) => ({
    country: 'US',
    region: 'CA',
    jurisType: 'STA',
    taxType: 'Sales',
    taxName,
    rate,
    taxableAmount: amount,
    tax: Math.floor(amount * rate * 100) / 100,
  })
  const details = (amount: number) => [
    detail(amount, 'CA STATE TAX', 0.0625),
    detail(amount, 'CA SPECIAL TAX', 0.01),
    detail(amount, 'CA SPECIAL TAX', 0.01),
  ]
  return {
    status: 201,
    body: {
      id: 0,
      code,
      type: 'SalesOrder',
      status: 'Temporary',
      lines: lines.map(({ number, amount }) => ({
        lineNumber: number,
        lineAmount: amount,
        details: details(amount),
      })),
    },
  }
}

async function open(respond = avatax) {
  const service = await startService(respond)
  const { baseUrl } = service
  const options = { accountId: '42', licenseKey: 'key', companyCode: 'DEFAULT', currency: 'USD' }
  return { ...service, tax: recipe.avalaraTax({ ...options, baseUrl }) }
}

describe('the provider of taxes/avalara.ts', () => {
  taxSuite({ describe, it }, async () => {
    const { tax, stall } = await open()
    return { tax, stall, storeId: 'store-1', customer, currency: 'USD' }
  })

  it('sends a sales order with the amounts, the addresses and the tax codes', async () => {
    const { tax, requests } = await open()
    await calculateTaxes(tax)
    const [request] = requests
    expect(`${request?.method} ${request?.url.pathname}${request?.url.search}`).toBe(
      'POST /api/v2/transactions/create?$include=Details',
    )
    expect(request?.headers).toMatchObject({
      authorization: 'Basic NDI6a2V5',
      'content-type': 'application/json',
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      type: 'SalesOrder',
      code: 'quote-1',
      companyCode: 'DEFAULT',
      date: '2026-01-31',
      customerCode: 'quote-1',
      currencyCode: 'USD',
      addresses: {
        shipFrom: {
          line1: '100 Congress Ave',
          city: 'Austin',
          region: 'TX',
          postalCode: '78701',
          country: 'US',
        },
        shipTo: {
          line1: '1 Market St',
          line2: 'Suite 2',
          city: 'San Francisco',
          region: 'California',
          postalCode: '94105',
          country: 'US',
        },
      },
      lines: [
        {
          number: '1-1',
          quantity: 2,
          amount: 0.1,
          itemCode: 'OAK',
          description: 'Oak table',
          taxIncluded: false,
        },
        { number: '1-2', quantity: 1, amount: 1099.99, taxCode: 'book', taxIncluded: false },
        {
          number: 'shipping',
          quantity: 1,
          amount: 4.9,
          taxCode: 'FR',
          description: 'Standard',
          taxIncluded: false,
        },
      ],
    })
  })

  it('returns the taxes by line, with those of equal names and rates as one', async () => {
    const { tax } = await open()
    const state = { name: 'CA STATE TAX', rate: 6.25 }
    const district = { name: 'CA SPECIAL TAX', rate: 1 }
    expect(await calculateTaxes(tax)).toEqual({
      amounts: [
        { line: '1-1', ...state, amount: '0.00' },
        { line: '1-1', ...district, amount: '0.00' },
        { line: '1-2', ...state, amount: '68.74' },
        { line: '1-2', ...district, amount: '21.98' },
        { line: 'shipping', ...state, amount: '0.30' },
        { line: 'shipping', ...district, amount: '0.08' },
      ],
      total: '91.10',
      reference: 'quote-1',
    })
  })

  it('sends a tax id, exemptions, and prices that include taxes', async () => {
    const { tax, requests } = await open()
    const exempt = {
      tax_id: 'DE1',
      entity_use_code: 'A',
      exemption_no: 'E-1',
      customer_code: 'C-1',
    }
    await calculateTaxes(tax, { customer: { ...customer, ...exempt }, inclusive: true })
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      customerCode: 'C-1',
      businessIdentificationNo: 'DE1',
      entityUseCode: 'A',
      exemptionNo: 'E-1',
      lines: [{ taxIncluded: true }, { taxIncluded: true }, { taxIncluded: true }],
    })
  })

  it('asks for the taxes of the prices without those that they contain, if they are others', async () => {
    const { baseUrl, requests } = await open()
    const account = { accountId: '42', licenseKey: 'key', companyCode: 'DEFAULT', currency: 'USD' }
    const included = [{ name: 'VAT', rate: 10, lines: ['1-2'] }]
    const tax = recipe.avalaraTax({ ...account, baseUrl, included: () => included })
    const response = await calculateTaxes(tax, { inclusive: true })
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      lines: [
        { amount: 0.1, taxIncluded: false },
        { amount: 999.99, taxIncluded: false },
        { amount: 4.9, taxIncluded: false },
      ],
    })
    expect(response).toMatchObject({ included })
  })

  it('cuts the code of a transaction to the 50 characters that AvaTax takes', async () => {
    const { tax, requests } = await open()
    await calculateTaxes(tax, { quoteId: 'q'.repeat(255), currency: undefined })
    const { code, customerCode, currencyCode } = JSON.parse(requests[0]?.body ?? '')
    expect([code.length, customerCode.length, currencyCode]).toEqual([50, 50, 'USD'])
  })

  it('rejects quotes in a currency without two decimals', async () => {
    const { tax, requests } = await open()
    expect(await calculateTaxes(tax, { decimals: 0 })).toHaveProperty('rejected')
    expect(requests).toEqual([])
  })

  it.each(['InvalidAddress', 'GetTaxError', 'InvalidPostalCode', 'InvalidCountry'])(
    'rejects the quote for the error %s with the message of Avalara',
    async (code) => {
      const { tax } = await open(() => ({ status: 400, body: errorResult(code, 'Not found.') }))
      expect(await calculateTaxes(tax)).toEqual({ rejected: 'Not found.' })
    },
  )

  it.each([
    [400, errorResult('ModelStateInvalid', 'not formatted'), 'not formatted'],
    [401, errorResult('AuthenticationIncomplete', 'no'), 'responded with 401'],
    [429, '', 'responded with 429'],
    [500, '<html>', 'responded with 500'],
    [201, '<html>', 'JSON'],
  ])('throws for the status %i with %j', async (status, body, message) => {
    const { tax } = await open(() => ({ status, body }))
    await expect(calculateTaxes(tax)).rejects.toThrow(message)
  })
})
