import { describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'
import type { TaxResponse } from '../../../src/quote/taxes/tax-response.js'
import { taxTable } from '../../../src/tax/tax-table.js'
import { type TaxFixture, taxSuite } from '../../../src/testing/port-suites/tax-suite.js'
import { errorOfStalled, failuresOf, stallableService } from './failures.js'

type Calculate = TaxPort['calculateTaxes']

const table = taxTable([
  { name: 'VAT', rate: 19, country: 'DE', shipping: true },
  { name: 'VAT', rate: 20, country: 'FR' },
])

/** Calculates 10 % of each line and of shipping, as a service would. */
function tenPercent({ lines, shipping, decimals, inclusive, customer }: TaxRequest): TaxResponse {
  if (customer.country !== 'DE') return { rejected: 'the address is not in Germany' }
  const divisor = inclusive ? 11 : 10
  const taxOf = (amount: string) => Math.floor((Number(amount) * 10 ** decimals) / divisor)
  const charges = [...lines, ...(shipping ? [{ key: 'shipping', amount: shipping.amount }] : [])]
  const toAmount = (units: number) => (units / 10 ** decimals).toFixed(decimals)
  const amounts = charges.map(({ key, amount }) => ({
    line: key,
    name: 'VAT',
    rate: '10',
    amount: toAmount(taxOf(amount)),
  }))
  const total = toAmount(charges.reduce((sum, { amount }) => sum + taxOf(amount), 0))
  return { amounts, total, reference: crypto.randomUUID() }
}

const fixtureOf = (calculateTaxes: Calculate, more: Partial<TaxFixture> = {}) => ({
  tax: { calculateTaxes },
  storeId: 'store-1',
  customer: { country: 'DE' },
  ...more,
})

describe('taxTable', () => {
  taxSuite({ describe, it }, () => fixtureOf(table.calculateTaxes))
})

describe('a provider that calls a service', () => {
  taxSuite({ describe, it }, () => {
    const { stall, respond } = stallableService()
    return fixtureOf((request, { signal }) => respond(() => tenPercent(request), signal), {
      stall,
      currency: 'EUR',
      from: { country: 'DE' },
    })
  })
})

describe('taxSuite', () => {
  const failures = (calculateTaxes: Calculate) =>
    failuresOf((testFunctions) => taxSuite(testFunctions, () => fixtureOf(calculateTaxes)))
  /** Changes the rates that the table returns. */
  const changed =
    (
      change: (
        response: { rates: { name: string; rate: unknown }[] },
        request: TaxRequest,
      ) => unknown,
    ) =>
    async (request: TaxRequest) => {
      const response = await table.calculateTaxes(request, { signal: new AbortController().signal })
      return ('rates' in response ? change(response as never, request) : response) as TaxResponse
    }
  /** Changes the amounts that the service returns. */
  const changedAmounts =
    (
      change: (
        response: Extract<TaxResponse, { amounts: unknown }>,
        request: TaxRequest,
      ) => unknown,
    ) =>
    (request: TaxRequest) => {
      const response = tenPercent(request)
      return ('amounts' in response ? change(response, request) : response) as TaxResponse
    }

  it.each([
    ['rates', changed(({ rates }) => ({ rates: rates.map((r) => ({ ...r, rate: '0.19' })) }))],
    [
      'amounts',
      changedAmounts((r) => ({ ...r, amounts: r.amounts.map((a) => ({ ...a, rate: '0.1' })) })),
    ],
  ])('finds %s that are fractions, not percentages', async (_, calculateTaxes) => {
    expect(await failures(calculateTaxes)).toEqual(['calculateTaxes returns rates in percent'])
  })

  it('finds a provider that does not look where the goods are sent', async () => {
    const failuresElsewhere = (calculateTaxes: Calculate) =>
      failuresOf((testFunctions) =>
        taxSuite(testFunctions, () =>
          fixtureOf(calculateTaxes, { otherPlace: { city: 'Paris', country: 'FR' } }),
        ),
      )
    expect(await failuresElsewhere(table.calculateTaxes)).toEqual([])
    const ignoring: Calculate = ({ to: _, ...request }, call) => table.calculateTaxes(request, call)
    expect(await failuresElsewhere(ignoring)).toEqual([
      'calculateTaxes returns the taxes of the place to which the goods are sent',
    ])
  })

  const exempt = { country: 'US' }
  const exemptCase =
    'calculateTaxes says what prices contain that include taxes, to customers who pay none'
  const failuresFor = (calculateTaxes: Calculate) =>
    failuresOf((testFunctions) =>
      taxSuite(testFunctions, () => fixtureOf(calculateTaxes, { exemptCustomer: exempt })),
    )

  it('finds a provider that does not say what the prices of an exempt customer contain', async () => {
    expect(await failuresFor(table.calculateTaxes)).toEqual([exemptCase])
    const home = { country: 'DE' }
    const atHome = taxTable(
      [
        { name: 'VAT', rate: 19, country: 'DE', shipping: true },
        { name: 'VAT', rate: 20, country: 'FR' },
      ],
      { home },
    )
    expect(await failuresFor(atHome.calculateTaxes)).toEqual([])
  })

  const first = <T>(list: readonly T[], change: object) => [
    { ...list[0], ...change },
    ...list.slice(1),
  ]

  const returnsValid = 'calculateTaxes returns valid taxes for the customer of the fixture'

  it.each([
    ['no taxes', () => ({ rates: [] })],
    ['rates of zero', changed(({ rates }) => ({ rates: rates.map((r) => ({ ...r, rate: 0 })) }))],
    ['nothing', () => undefined as never],
    ['no field', () => ({}) as never],
    ['rates and amounts', changed(({ rates }) => ({ rates, amounts: [], total: 0 }))],
    ['a rejection', () => ({ rejected: 'no' })],
    ['a rejection without a reason', () => ({ rejected: '' })],
    ['rates that are no array', changed(() => ({ rates: { VAT: 19 } }))],
    ['a rate without a name', changed(({ rates }) => ({ rates: first(rates, { name: '' }) }))],
    ['a rate above 1000', changed(({ rates }) => ({ rates: first(rates, { rate: 1001 }) }))],
    ['a negative rate', changed(({ rates }) => ({ rates: first(rates, { rate: -1 }) }))],
    [
      'a rate of five decimals',
      changed(({ rates }) => ({ rates: first(rates, { rate: 0.12345 }) })),
    ],
    ['a rate with a sign', changed(({ rates }) => ({ rates: first(rates, { rate: '19 %' }) }))],
    ['an unknown line', changed(({ rates }) => ({ rates: first(rates, { lines: ['9-9'] }) }))],
    ['a line twice', changed(({ rates }) => ({ rates: first(rates, { lines: ['1-1', '1-1'] }) }))],
    [
      'shipping as a line',
      changed(({ rates }) => ({ rates: first(rates, { lines: ['shipping'] }) })),
    ],
    [
      'shipping that is no boolean',
      changed(({ rates }) => ({ rates: first(rates, { shipping: 1 }) })),
    ],
    ['an empty reference', changed(({ rates }) => ({ rates, reference: '' }))],
    ['a reference that is no string', changed(({ rates }) => ({ rates, reference: 5 }))],
    ['a total that is no sum', changedAmounts((r) => ({ ...r, total: '0.01' }))],
    ['no total', changedAmounts(({ amounts }) => ({ amounts }))],
    [
      'an amount of an unknown line',
      changedAmounts((r) => ({ ...r, amounts: first(r.amounts, { line: '9-9' }) })),
    ],
    [
      'a negative amount',
      changedAmounts((r) => ({ ...r, amounts: first(r.amounts, { amount: '-1.00' }) })),
    ],
    [
      'a fraction of a cent',
      changedAmounts((r) => ({ ...r, amounts: first(r.amounts, { amount: '1.005' }) })),
    ],
    [
      'an amount without a name',
      changedAmounts((r) => ({ ...r, amounts: first(r.amounts, { name: undefined }) })),
    ],
    [
      'an amount with an invalid rate',
      changedAmounts((r) => ({ ...r, amounts: first(r.amounts, { rate: 'ten' }) })),
    ],
  ] as [string, Calculate][])('fails a provider that returns %s', async (_, calculateTaxes) => {
    expect(await failures(calculateTaxes)).toContain(returnsValid)
  })

  it('fails a provider that taxes shipping that is not charged', async () => {
    const failing = await failures(
      changedAmounts((response) => ({
        ...response,
        amounts: [
          ...response.amounts.filter(({ line }) => line !== 'shipping'),
          { line: 'shipping', name: 'VAT', amount: 0 },
        ],
        total: response.amounts
          .filter(({ line }) => line !== 'shipping')
          .reduce((sum, { amount }) => sum + Number(amount), 0)
          .toFixed(2),
      })),
    )
    expect(failing).toContain(
      'calculateTaxes returns no taxes of shipping for a request without shipping',
    )
    expect(failing).not.toContain(returnsValid)
  })

  it('fails a provider whose rates change', async () => {
    let rate = 1
    const failing = await failures(
      changed(({ rates }) => {
        rate += 1
        return { rates: rates.map((each) => ({ ...each, rate })) }
      }),
    )
    expect(failing).toContain('calculateTaxes returns the same taxes for the same request')
  })

  it('fails a provider that adds taxes to prices that include them', async () => {
    const failing = await failures((request) => {
      if (!request.inclusive) return tenPercent(request)
      const [line] = request.lines
      const amount = (Number(line?.amount) + 1).toFixed(request.decimals)
      return { amounts: [{ line: line?.key ?? '', name: 'VAT', amount }], total: amount }
    })
    expect(failing).toContain(
      'calculateTaxes returns taxes that prices can include, or rejects such quotes',
    )
    expect(failing).not.toContain(returnsValid)
  })

  it('fails a provider with a minimum tax for each line', async () => {
    const failing = await failures(({ lines }) => ({
      amounts: lines.map(({ key }) => ({ line: key, name: 'Fee', amount: 1 })),
      total: lines.length,
    }))
    expect(failing).toContain(
      'calculateTaxes returns no taxes of lines and shipping that cost nothing',
    )
  })

  it('fails a provider that leaves out what a service returns on later pages', async () => {
    const failing = await failures((request) =>
      tenPercent({ ...request, lines: request.lines.slice(0, 10) }),
    )
    expect(failing).toEqual(['calculateTaxes returns the taxes of all of 500 lines'])
  })

  it('fails a provider that takes no more than 100 lines', async () => {
    const failing = await failures((request) => {
      if (request.lines.length > 100) throw new Error('too many lines')
      return tenPercent(request)
    })
    expect(failing).toEqual(['calculateTaxes returns the taxes of all of 500 lines'])
  })

  it('fails a provider with cents in every currency', async () => {
    const failing = await failures((request) => tenPercent({ ...request, decimals: 2 }))
    expect(failing).toEqual([
      'calculateTaxes returns amounts with the decimals of the currency, or rejects the quote',
    ])
  })

  it('fails a provider that throws for an incomplete address', async () => {
    const failing = await failures((request) => {
      if (!request.customer.country) throw new Error('400 Bad Request')
      return tenPercent(request)
    })
    expect(failing).toEqual([
      'calculateTaxes returns taxes or { rejected } for customers without an address',
    ])
  })

  it('fails a provider that changes the request', async () => {
    const failing = await failures((request) => {
      ;(request.lines as unknown[]).reverse()
      return tenPercent(request)
    })
    expect(failing).toContain('calculateTaxes accepts a frozen request, and leaves it as it is')
  })

  it('fails a provider that mixes up concurrent calls', async () => {
    let latest: TaxRequest
    const failing = await failures(async (request) => {
      latest = request
      await Promise.resolve()
      return tenPercent(latest)
    })
    expect(failing).toEqual(['concurrent calculateTaxes calls return their own taxes'])
  })

  it('fails a provider that returns no taxes if it is aborted', async () => {
    const failing = await failures((request, { signal }) =>
      signal.aborted ? { rates: [] } : tenPercent(request),
    )
    expect(failing).toEqual(['an aborted calculateTaxes call rejects, or returns the same taxes'])
  })

  it('fails a provider that ignores the signal of a call that does not end', async () => {
    const name = 'calculateTaxes ends when it is aborted, even if the service does not respond'
    const error = await errorOfStalled((testFunctions) => {
      const { stall, respond } = stallableService()
      const calculateTaxes: Calculate = (request) => respond(() => tenPercent(request))
      taxSuite(testFunctions, () => fixtureOf(calculateTaxes, { stall }))
    }, name)
    expect(error?.message).toContain('must pass call.signal to the requests that it makes')
  })
})
