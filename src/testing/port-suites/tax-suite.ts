import type { PortCallOptions } from '../../ports/call-options.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { TaxPort } from '../../ports/tax.js'
import type { AnyCustomer, ShipTo } from '../../quote/model/quote.js'
import type { ExemptPrices } from '../../quote/taxes/price-taxes.js'
import type { TaxRequest, TaxRequestLine } from '../../quote/taxes/tax-request.js'
import type { TaxResponse } from '../../quote/taxes/tax-response.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { expectEqual } from '../expect.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from '../suite.js'
import {
  expectAbort,
  expectNoFallback,
  expectValidTaxes,
  movedTo,
  newCall,
  percentByLine,
  type StallableFixture,
  sampleCurrencies,
  taxedLines,
  unusualCustomers,
  withoutReference,
} from './port-calls.js'

/** A tax provider, and where it finds taxes, for one test. */
export interface TaxFixture extends Disposable, StallableFixture {
  /** The implementation to test. */
  readonly tax: TaxPort
  /** A store that sells to `customer`. */
  readonly storeId: string
  /** A customer who pays taxes on a product without a tax code, if prices don't include them. */
  readonly customer: AnyCustomer
  /**
   * A customer who pays no taxes, if prices that include taxes can be quoted without them.
   *
   * @default Not tested.
   */
  readonly exemptCustomer?: AnyCustomer | undefined
  /**
   * An address at which other taxes apply than at that of `customer`, or none. Goods that are sent
   * there must have these taxes.
   *
   * @default Not tested.
   */
  readonly otherPlace?: ShipTo | undefined
  /** Where the goods are sent from. */
  readonly from?: AnyCustomer | undefined
  /**
   * A currency of two decimals.
   *
   * @default A quote without a currency.
   */
  readonly currency?: string | undefined
}

/** Creates a line for each amount, with the keys `1-1`, `1-2`, and so on. */
function getLines(amounts: readonly string[]): TaxRequestLine[] {
  return amounts.map((amount, index) => ({
    key: `1-${index + 1}`,
    id: index + 1,
    qty: 1,
    name: `Sample ${index + 1}`,
    sku: `SKU-${index + 1}`,
    amount,
    discount: '0.00',
  }))
}

/** Creates a request for the customer of a fixture. Copies what other cases use too. */
function toRequest(fixture: TaxFixture, fields: Partial<TaxRequest> = {}): TaxRequest {
  const { storeId, customer, from, currency } = fixture
  return {
    storeId,
    quoteId: 'quote-1',
    ...(currency === undefined ? {} : { currency }),
    decimals: 2,
    inclusive: false,
    date: Date.now(),
    ...(from === undefined ? {} : { from: { ...from } }),
    lines: getLines(['10.00', '19.99', '0.01']),
    shipping: { type: 'standard', name: 'Standard', amount: '4.90' },
    ...fields,
    customer: { ...(fields.customer ?? customer) },
  }
}

const valid = 'calculateTaxes must return valid rates or amounts, or { rejected }'

async function calculateValid(
  { tax }: TaxFixture,
  request: TaxRequest,
  rule = valid,
  call: PortCallOptions = newCall(),
  exemptPrices: ExemptPrices = 'gross',
): Promise<TaxResponse> {
  const response = await tax.calculateTaxes(request, call)
  expectValidTaxes(response, request, rule, exemptPrices)
  return response
}

async function expectTaxes(fixture: TaxFixture, request: TaxRequest): Promise<ReadonlySet<string>> {
  const response = await calculateValid(fixture, request)
  const rule = 'calculateTaxes must return taxes for the customer of the fixture'
  const taxed = taxedLines(response)
  if (taxed.size === 0) expectEqual(response, 'rates or amounts above 0', rule)
  return taxed
}

const calculating: ContractArea<TaxFixture> = {
  name: 'calculateTaxes',
  cases: [
    {
      name: 'calculateTaxes returns valid taxes for the customer of the fixture',
      async check(fixture) {
        await expectTaxes(fixture, toRequest(fixture))
      },
    },
    {
      name: 'calculateTaxes returns no taxes of shipping for a request without shipping',
      async check(fixture) {
        const { shipping: _, ...request } = toRequest(fixture)
        await expectTaxes(fixture, request)
      },
    },
    {
      name: 'calculateTaxes returns the same taxes for the same request',
      async check(fixture) {
        const request = toRequest(fixture)
        const rule = 'calculateTaxes must return the same taxes for the same request'
        const first = withoutReference(await calculateValid(fixture, request))
        expectEqual(withoutReference(await calculateValid(fixture, request)), first, rule)
      },
    },
    {
      name: 'calculateTaxes returns taxes that prices can include, or rejects such quotes',
      async check(fixture) {
        const rule = `${valid}, if the prices include the taxes`
        await calculateValid(fixture, toRequest(fixture, { inclusive: true }), rule)
      },
    },
    {
      name: 'calculateTaxes says what prices contain that include taxes, to customers who pay none',
      async check(fixture) {
        const { exemptCustomer: customer } = fixture
        if (customer === undefined) return
        const rule = `${valid}, with \`included\` for a customer who pays no taxes`
        const request = toRequest(fixture, { customer, inclusive: true })
        await calculateValid(fixture, request, rule, newCall(), 'net')
      },
    },
    {
      name: 'calculateTaxes returns the taxes of the place to which the goods are sent',
      async check(fixture) {
        const { customer, otherPlace: to } = fixture
        if (to === undefined) return
        const rule = 'calculateTaxes must return the taxes of `to`, and not of the customer'
        const there = await calculateValid(
          fixture,
          toRequest(fixture, { customer: movedTo(to, customer) }),
        )
        const sent = await calculateValid(fixture, toRequest(fixture, { to }))
        expectEqual(withoutReference(sent), withoutReference(there), rule)
      },
    },
    {
      name: 'calculateTaxes returns rates in percent',
      async check(fixture) {
        const response = await calculateValid(fixture, toRequest(fixture))
        const rule = 'calculateTaxes must return rates in percent: 19 for 19 %, not 0.19'
        for (const [line, percent] of percentByLine(response))
          if (percent > 0 && percent < 1) expectEqual({ line, percent }, 'at least 1 %', rule)
      },
    },
    {
      name: 'calculateTaxes returns no taxes of lines and shipping that cost nothing',
      async check(fixture) {
        const free = { type: 'free', name: 'Free', amount: '0.00' }
        for (const inclusive of [false, true])
          for (const amounts of [['0.00', '10.00', '0.00'], ['0.00']]) {
            const fields = { inclusive, lines: getLines(amounts), shipping: free }
            const rule = `${valid}, for lines of ${amounts.join(' and ')}`
            await calculateValid(fixture, toRequest(fixture, fields), rule)
          }
      },
    },
    {
      name: 'calculateTaxes returns the taxes of all of 500 lines',
      async check(fixture) {
        const [line] = getLines(['10.00'])
        const lines = Array.from({ length: 500 }, (_, index) => ({
          ...(line as TaxRequestLine),
          key: `1-${index + 1}`,
        }))
        const taxed = await expectTaxes(fixture, toRequest(fixture, { lines }))
        expectEqual(
          taxed.size,
          500,
          'calculateTaxes must return the taxes of all of 500 equal lines',
        )
      },
    },
    {
      name: 'calculateTaxes returns amounts with the decimals of the currency, or rejects the quote',
      async check(fixture) {
        for (const { currency, decimals } of sampleCurrencies) {
          const amounts = ['1000', '1999', '1'].map((amount) => Number(amount).toFixed(decimals))
          const fields = { decimals, lines: getLines(amounts), shipping: undefined }
          const { currency: _, shipping: __, ...request } = toRequest(fixture, fields)
          const rule = `${valid}, for ${currency ?? 'a quote without a currency'}`
          const inCurrency = currency === undefined ? request : { ...request, currency }
          await calculateValid(fixture, inCurrency, rule)
        }
      },
    },
    {
      name: 'calculateTaxes returns taxes or { rejected } for customers without an address',
      async check(fixture) {
        const rule = `${valid}, and not throw, whatever the fields of the customer`
        for (const customer of [{}, { country: 'US' }, ...unusualCustomers])
          await calculateValid(fixture, toRequest(fixture, { customer }), rule)
      },
    },
    {
      name: 'calculateTaxes accepts a frozen request, and leaves it as it is',
      async check(fixture) {
        const date = 1_700_000_000_000
        const create = () => toRequest(fixture, { date })
        const request = create()
        await fixture.tax.calculateTaxes(request, newCall())
        expectEqual(request, create(), 'calculateTaxes must not change the request')
        await calculateValid(fixture, deepFreeze(create()))
      },
    },
    {
      name: 'concurrent calculateTaxes calls return their own taxes',
      async check(fixture) {
        const amounts = [['10.00'], ['1.00', '20.00'], ['5.00', '6.00', '7.00']]
        const requests = amounts.map((each) => toRequest(fixture, { lines: getLines(each) }))
        const expected: unknown[] = []
        for (const request of requests)
          expected.push(withoutReference(await calculateValid(fixture, request)))
        const responses = await Promise.all(
          requests.map((request) => calculateValid(fixture, request)),
        )
        const rule = 'concurrent calculateTaxes calls must return what each of them returns alone'
        expectEqual(responses.map(withoutReference), expected, rule)
      },
    },
    {
      name: 'an aborted calculateTaxes call rejects, or returns the same taxes',
      async check(fixture) {
        const request = toRequest(fixture)
        await expectNoFallback(
          (call) => calculateValid(fixture, request, valid, call),
          withoutReference(await calculateValid(fixture, request)),
          'an aborted calculateTaxes call must not return fewer or other taxes',
          withoutReference,
        )
      },
    },
    {
      name: 'calculateTaxes ends when it is aborted, even if the service does not respond',
      async check(fixture) {
        await expectAbort(
          (call) => fixture.tax.calculateTaxes(toRequest(fixture), call),
          fixture,
          'calculateTaxes must pass call.signal to the requests that it makes',
        )
      },
    },
  ],
}

/**
 * Registers the contract of `TaxPort` as tests of your framework. Each test has its own
 * fixture.
 *
 * @example
 * import { describe, it } from 'vitest'
 * taxSuite({ describe, it }, () => ({
 *   tax: myTaxes,
 *   storeId: 'store-1',
 *   customer: { country: 'DE', zipcode: '10115' },
 *   currency: 'EUR',
 * }))
 */
export function taxSuite(
  testFunctions: TestFunctions,
  createFixture: () => MaybePromise<TaxFixture>,
): void {
  registerSuite(testFunctions, 'tax contract', [calculating], createFixture)
}
