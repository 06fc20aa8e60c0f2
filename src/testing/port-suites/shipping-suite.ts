import type { PortCallOptions } from '../../ports/call-options.js'
import type { ShippingPort, ShippingRequest } from '../../ports/shipping.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { AnyCustomer, ShipTo } from '../../quote/model/quote.js'
import type { ShippingOption } from '../../quote/pricing/shipping.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { expectEqual } from '../expect.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from '../suite.js'
import {
  expectAbort,
  expectNoFallback,
  expectValidOptions,
  movedTo,
  newCall,
  noCurrency,
  type SampleQuote,
  type StallableFixture,
  sampleCurrencies,
  sampleQuote,
  unusualCustomers,
  unusualStoreIds,
} from './port-calls.js'

/** A shipping provider, and to whom it ships, for one test. */
export interface ShippingFixture extends Disposable, StallableFixture {
  /** The implementation to test. */
  readonly shipping: ShippingPort
  /** A store that ships to `customer`. */
  readonly storeId: string
  /** A customer for whom the provider has at least one option, for a quote without a currency. */
  readonly customer: AnyCustomer
  /**
   * A customer for whom it has other options. The case about concurrent calls compares the two.
   *
   * @default A customer without fields.
   */
  readonly otherCustomer?: AnyCustomer | undefined
  /**
   * An address for which it has other options than for that of `customer`. A quote that is
   * delivered there must have these options.
   *
   * @default Not tested.
   */
  readonly otherPlace?: ShipTo | undefined
}

const valid = 'listShippingOptions must return valid options'

/** Lists the options of a sample quote, and checks that they are valid. */
async function listValid(
  { shipping, storeId, customer }: ShippingFixture,
  sample: Partial<SampleQuote> & { readonly storeId?: string } = {},
  rule = valid,
  call: PortCallOptions = newCall(),
): Promise<readonly ShippingOption[]> {
  const quote = sampleQuote({ customer, ...sample })
  const response = await shipping.listShippingOptions(
    { storeId: sample.storeId ?? storeId, quote },
    call,
  )
  expectValidOptions(response, (sample.currency ?? noCurrency).decimals, rule)
  return response
}

const listShippingOptions: ContractArea<ShippingFixture> = {
  name: 'listShippingOptions',
  cases: [
    {
      name: 'listShippingOptions returns valid options, at least one for the customer of the fixture',
      async check(fixture) {
        const { length } = await listValid(fixture)
        expectEqual(length > 0, true, 'listShippingOptions must return an option for the customer')
      },
    },
    {
      name: 'listShippingOptions returns the options for the place of delivery',
      async check(fixture) {
        const { customer, otherPlace: shipTo } = fixture
        if (shipTo === undefined) return
        const rule = 'listShippingOptions must return the options for `quote.ship_to`, if it is set'
        const there = await listValid(fixture, { customer: movedTo(shipTo, customer) })
        expectEqual(await listValid(fixture, { shipTo }), there, rule)
      },
    },
    {
      name: 'listShippingOptions returns the same options for the same request',
      async check(fixture) {
        const rule = 'listShippingOptions must return the same options for the same request'
        expectEqual(await listValid(fixture), await listValid(fixture), rule)
      },
    },
    {
      name: 'listShippingOptions returns prices with the decimals of the currency',
      async check(fixture) {
        for (const currency of sampleCurrencies) {
          const name = currency.currency ?? 'no currency'
          await listValid(fixture, { currency }, `${valid} for a quote with ${name}`)
        }
      },
    },
    {
      name: 'listShippingOptions accepts a quote of 500 lines',
      async check(fixture) {
        await listValid(fixture, { lines: 500 })
      },
    },
    {
      name: 'listShippingOptions accepts a frozen request, and leaves it as it is',
      async check({ shipping, storeId, customer }) {
        const create = (): ShippingRequest => ({
          storeId,
          quote: sampleQuote({ customer, lines: 3 }),
        })
        const rule = 'listShippingOptions must not change the request'
        const request = create()
        await shipping.listShippingOptions(request, newCall())
        expectEqual(request, create(), rule)
        const response = await shipping.listShippingOptions(deepFreeze(create()), newCall())
        expectValidOptions(response, noCurrency.decimals, valid)
      },
    },
    {
      name: 'listShippingOptions returns options or an empty array for unusual customers',
      async check(fixture) {
        const rule = `${valid}, or an empty array, whatever the fields of the customer`
        for (const customer of [{}, ...unusualCustomers])
          await listValid(fixture, { customer }, rule)
      },
    },
    {
      name: 'listShippingOptions accepts store ids such as __proto__ and constructor',
      async check(fixture) {
        for (const storeId of unusualStoreIds)
          await listValid(fixture, { storeId }, `${valid} for a store '${storeId}'`)
      },
    },
    {
      name: 'concurrent listShippingOptions calls return their own options',
      async check(fixture) {
        const samples: Partial<SampleQuote>[] = [
          {},
          { customer: fixture.otherCustomer ?? {} },
          { lines: 500 },
        ]
        const expected: (readonly ShippingOption[])[] = []
        for (const sample of samples) expected.push(await listValid(fixture, sample))
        expectEqual(
          await Promise.all(samples.map((sample) => listValid(fixture, sample))),
          expected,
          'concurrent listShippingOptions calls must return what each of them returns alone',
        )
      },
    },
    {
      name: 'an aborted listShippingOptions call rejects, or returns the same options',
      async check(fixture) {
        await expectNoFallback(
          (call) => listValid(fixture, {}, valid, call),
          await listValid(fixture),
          'an aborted listShippingOptions call must not return fewer or other options',
        )
      },
    },
    {
      name: 'listShippingOptions ends when it is aborted, even if the service does not respond',
      async check(fixture) {
        await expectAbort(
          (call) => listValid(fixture, {}, valid, call),
          fixture,
          'listShippingOptions must pass call.signal to the requests that it makes',
        )
      },
    },
  ],
}

/**
 * Registers the contract of `ShippingPort` as tests of your framework. Each test has its own
 * fixture.
 *
 * @example
 * import { describe, it } from 'vitest'
 * shippingSuite({ describe, it }, () => ({
 *   shipping: myShipping,
 *   storeId: 'store-1',
 *   customer: { country: 'DE', zipcode: '10115' },
 *   otherCustomer: { country: 'US', state: 'California', zipcode: '94103' },
 * }))
 */
export function shippingSuite(
  testFunctions: TestFunctions,
  createFixture: () => MaybePromise<ShippingFixture>,
): void {
  registerSuite(testFunctions, 'shipping contract', [listShippingOptions], createFixture)
}
