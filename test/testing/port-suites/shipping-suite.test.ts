import { describe, expect, it } from 'vitest'
import type { ShippingPort, ShippingRequest } from '../../../src/ports/shipping.js'
import type { ShippingOption } from '../../../src/quote/pricing/shipping.js'
import { memoryShipping } from '../../../src/shipping/memory.js'
import {
  type ShippingFixture,
  shippingSuite,
} from '../../../src/testing/port-suites/shipping-suite.js'
import { errorOfStalled, failuresOf, stallableService } from './failures.js'

type ListOptions = ShippingPort['listShippingOptions']

const correct = memoryShipping({
  'store-1': [
    { type: 'standard', name: 'Standard', price: '4.90', countries: ['DE'] },
    { type: 'pickup', name: 'Pickup', price: 0 },
  ],
})
const correctOptions = (request: ShippingRequest) =>
  correct.listShippingOptions(request, { signal: new AbortController().signal }) as ShippingOption[]

function fixtureOf(listShippingOptions: ListOptions, more: Partial<ShippingFixture> = {}) {
  const customer = { country: 'DE' }
  return { shipping: { listShippingOptions }, storeId: 'store-1', customer, ...more }
}

describe('memoryShipping', () => {
  shippingSuite({ describe, it }, () => fixtureOf(correct.listShippingOptions))
})

describe('a provider that calls a service', () => {
  shippingSuite({ describe, it }, () => {
    const { stall, respond } = stallableService()
    return fixtureOf((request, { signal }) => respond(() => correctOptions(request), signal), {
      stall,
    })
  })
})

describe('shippingSuite', () => {
  const failures = (listShippingOptions: ListOptions) =>
    failuresOf((testFunctions) =>
      shippingSuite(testFunctions, () => fixtureOf(listShippingOptions)),
    )

  const returnsValid =
    'listShippingOptions returns valid options, at least one for the customer of the fixture'
  it('finds a provider that does not look where the quote is delivered', async () => {
    const failuresElsewhere = (listShippingOptions: ListOptions) =>
      failuresOf((testFunctions) =>
        shippingSuite(testFunctions, () =>
          fixtureOf(listShippingOptions, { otherPlace: { country: 'FR' } }),
        ),
      )
    expect(await failuresElsewhere(correct.listShippingOptions)).toEqual([])
    const ignoring: ListOptions = ({ storeId, quote: { ship_to: _, ...quote } }) =>
      correctOptions({ storeId, quote })
    expect(await failuresElsewhere(ignoring)).toEqual([
      'listShippingOptions returns the options for the place of delivery',
    ])
  })

  const withOption =
    (option: object): ListOptions =>
    () => [option as ShippingOption]
  const option = { type: 'a', name: 'A', price: 1 }

  it.each([
    ['no options', () => []],
    ['no array', () => ({ options: [option] }) as never],
    ['undefined', () => undefined as never],
    ['an empty type', withOption({ ...option, type: '' })],
    ['a type of 65 characters', withOption({ ...option, type: 'x'.repeat(65) })],
    ['the type custom', withOption({ ...option, type: 'custom' })],
    ['the type no_additional', withOption({ ...option, type: 'no_additional' })],
    ['a type twice', () => [option, { ...option, price: 2 }]],
    ['an empty name', withOption({ ...option, name: '' })],
    ['no name', withOption({ type: 'a', price: 1 })],
    ['a negative price', withOption({ ...option, price: -1 })],
    ['a price with three decimals', withOption({ ...option, price: '1.005' })],
    ['a price that is no number', withOption({ ...option, price: Number.NaN })],
    ['a price with a currency', withOption({ ...option, price: '1.00 EUR' })],
    ['a tax code that is no string', withOption({ ...option, taxCode: 5 })],
  ] as const)('fails a provider that returns %s', async (_, listShippingOptions) => {
    expect(await failures(listShippingOptions)).toContain(returnsValid)
  })

  it('fails a provider whose prices change', async () => {
    let price = 0
    const failing = await failures((request) => {
      price += 1
      return correctOptions(request).map((each) => ({ ...each, price }))
    })
    expect(failing).toContain('listShippingOptions returns the same options for the same request')
  })

  it('fails a provider with cents in every currency', async () => {
    const failing = await failures(withOption({ ...option, price: '4.90' }))
    expect(failing).toEqual([
      'listShippingOptions returns prices with the decimals of the currency',
    ])
  })

  it('fails a provider that takes no more than 100 lines', async () => {
    const failing = await failures((request) => {
      if (request.quote.products.length > 100) throw new Error('too many')
      return correctOptions(request)
    })
    expect(failing).toContain('listShippingOptions accepts a quote of 500 lines')
  })

  it.each([
    ['sorts the lines', ({ quote }: ShippingRequest) => void (quote.products as never[]).reverse()],
    [
      'adds a country',
      ({ quote }: ShippingRequest) => {
        Object.assign(quote.customer, { country: 'DE', city: 'Berlin' })
      },
    ],
  ])('fails a provider that %s in the request', async (_, change) => {
    const failing = await failures((request) => {
      change(request)
      return correctOptions(request)
    })
    expect(failing).toContain(
      'listShippingOptions accepts a frozen request, and leaves it as it is',
    )
  })

  it('fails a provider that throws for an unknown country', async () => {
    const failing = await failures((request) => {
      const { country = 'DE' } = request.quote.customer
      return [
        { ...option, name: new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? '' },
      ]
    })
    expect(failing).toEqual([
      'listShippingOptions returns options or an empty array for unusual customers',
    ])
  })

  it('fails a provider that looks stores up in an object', async () => {
    const stores: Record<string, ShippingOption[]> = { 'store-1': [option] }
    const failing = await failures(({ storeId }) => stores[storeId] ?? [])
    expect(failing).toEqual([
      'listShippingOptions accepts store ids such as __proto__ and constructor',
    ])
  })

  it('fails a provider that mixes up concurrent calls', async () => {
    let latest: ShippingRequest
    const failing = await failures(async (request) => {
      latest = request
      await Promise.resolve()
      return correctOptions(latest)
    })
    expect(failing).toEqual(['concurrent listShippingOptions calls return their own options'])
  })

  it('fails a provider that returns no options if it is aborted', async () => {
    const failing = await failures((request, { signal }) =>
      signal.aborted ? [] : correctOptions(request),
    )
    expect(failing).toEqual([
      'an aborted listShippingOptions call rejects, or returns the same options',
    ])
  })

  it('fails a provider that ignores the signal of a call that does not end', async () => {
    const name = 'listShippingOptions ends when it is aborted, even if the service does not respond'
    const error = await errorOfStalled((testFunctions) => {
      const { stall, respond } = stallableService()
      const listShippingOptions: ListOptions = (request) => respond(() => correctOptions(request))
      shippingSuite(testFunctions, () => fixtureOf(listShippingOptions, { stall }))
    }, name)
    expect(error?.message).toContain('must pass call.signal to the requests that it makes')
  })
})
