import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { QuotePolicy } from '../../../src/quote/model/policy.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { parseTaxResponse } from '../../../src/quote/taxes/tax-response.js'
import { getTaxables } from '../../../src/quote/taxes/taxables.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { computeByRules, type OracleAmounts, type OracleQuote } from './quote-oracle.js'

const currencies = { 0: 'JPY', 2: 'CHF', 3: 'KWD' } as const
const steps = { 0: '5', 2: '0.05', 3: '0.25' } as const
type Decimals = keyof typeof currencies

const amount = (decimals: number, max = 99_999) =>
  fc.nat(max).map((count) => (count / 10 ** decimals).toFixed(decimals))

const percent = fc.oneof(
  fc.constantFrom('0', '10', '19', '33.3333', '100'),
  fc.nat(1_000_000).map((each) => String(each / 10_000)),
)

/** Generates quotes with everything that money can be, of 1 to 5 lines. */
const quotes: fc.Arbitrary<OracleQuote> = fc.constantFrom<Decimals>(0, 2, 3).chain((decimals) => {
  const price = amount(decimals)
  const line = fc.record(
    {
      price: fc.oneof(
        { weight: 5, arbitrary: price },
        { weight: 1, arbitrary: price.map((each) => (Number(each) > 0 ? `-${each}` : each)) },
      ),
      qty: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(0.5, 2.5, 1.125)),
      per: fc.constantFrom(1, 1, 1, 100, 12.5),
      percent,
      period: fc.constantFrom('month', 'year'),
    },
    { requiredKeys: ['price', 'qty', 'per'] },
  )
  return fc.array(line, { minLength: 1, maxLength: 5 }).chain((lines) => {
    const indexes = lines.flatMap(({ price: own }, index) => (Number(own) < 0 ? [] : [index]))
    const some = indexes.length === 0 ? undefined : fc.subarray(indexes, { minLength: 1 })
    const chosen = some === undefined ? fc.constant(undefined) : fc.option(some, { nil: undefined })
    // An amount without lines is for what is charged once, and there must be some.
    const isOnlyRecurring =
      indexes.length > 0 && indexes.every((index) => lines[index]?.period !== undefined)
    const forAmount = isOnlyRecurring && some !== undefined ? some : chosen
    const value = amount(decimals)
    const discount = fc.oneof(
      fc.record({ type: fc.constant('percent' as const), value: percent, lines: chosen }),
      fc.record({
        type: fc.constantFrom('amount' as const, 'target' as const),
        value,
        lines: forAmount,
      }),
      fc.record({
        type: fc.constantFrom('percent' as const, 'amount' as const, 'target' as const),
        value: fc.nat(100).map((each) => each.toFixed(0)),
        on: fc.constantFrom('shipping' as const, 'all' as const),
      }),
    )
    const isTaxedAlone = fc.boolean()
    const charge = fc.oneof(
      fc.record({
        type: fc.constantFrom('percent' as const),
        value: percent,
        lines: chosen,
        isTaxedAlone,
      }),
      fc.record({
        type: fc.constant('unit' as const),
        value: amount(decimals, 999),
        lines: chosen,
        isTaxedAlone,
      }),
      fc.record({ type: fc.constant('amount' as const), value, lines: forAmount, isTaxedAlone }),
    )
    const everywhere = fc.constant(lines.map((_, index) => index))
    const rate = fc.record({
      rate: fc.constantFrom('0', '7', '19', '8.875', '2.5', '33.3333'),
      kind: fc.constantFrom('plain', 'plain', 'plain', 'compound', 'added', 'withheld' as const),
      lines: fc.oneof(everywhere, fc.subarray(lines.map((_, index) => index))),
      charges: fc.boolean(),
      shipping: fc.boolean(),
    }) as fc.Arbitrary<OracleQuote['rates'][number]>
    return fc.record({
      decimals: fc.constant(decimals),
      lines: fc.constant(lines),
      discounts: fc.array(discount, { maxLength: 3 }),
      charges: fc.array(charge, { maxLength: 2 }),
      shipping: fc.option(price, { nil: undefined }),
      inclusive: fc.boolean(),
      rounding: fc.constantFrom('line' as const, 'rate' as const, 'unit' as const),
      isProportional: fc.boolean(),
      rates: fc.array(rate, { maxLength: 4 }),
      cashStep: fc.constantFrom(undefined, steps[decimals]),
    })
  })
})

/** Returns what the library makes of the quote that the oracle computes. */
function priced(quote: OracleQuote): Quote {
  const { decimals, cashStep, rounding } = quote
  const currency = currencies[decimals as Decimals]
  const policy: QuotePolicy = {
    ...defaultPolicy,
    limits: { ...defaultPolicy.limits, quantityDecimals: 3 },
    unitPriceDecimals: 4,
    taxRounding: rounding,
    ...(cashStep !== undefined && { cashRounding: { [currency]: cashStep } }),
  }
  const keysOf = (lines: readonly number[]) => lines.map((index) => `1-${index + 1}`)
  const request: CreateQuoteRequest = {
    customer: {},
    currency,
    products: quote.lines.map(({ price, qty, per, percent: less, period }, index) => ({
      name: `Line ${index}`,
      price,
      qty,
      ...(per !== 1 && { price_quantity: per }),
      ...(less !== undefined && { discount_percent: less }),
      ...(period !== undefined && { billing: { interval: period as 'month' } }),
    })),
    discounts: quote.discounts.map(({ lines, ...terms }) =>
      lines === undefined ? terms : { ...terms, lines: keysOf(lines) },
    ),
    charges: quote.charges.map(({ isTaxedAlone, lines, ...terms }) => ({
      label: 'Fee',
      ...terms,
      ...(lines !== undefined && { lines: keysOf(lines) }),
      ...(isTaxedAlone && { tax_code: 'fee' }),
    })),
    ...(quote.shipping !== undefined && {
      shipping: { type: 'custom', product: { name: 'Van', price: quote.shipping } },
    }),
  }
  const input = { quoteId: 'quote-1', now: 1_000, products: new Map() }
  const { record } = createQuote(request, input, policy)
  const taxables = getTaxables(record.value)
  const charges = [...taxables.keys()].filter((key) => key.startsWith('charge-'))
  const rates = quote.rates.map(({ rate, kind, lines, charges: isOfCharges, shipping }, index) => ({
    name: `Tax ${index}`,
    rate,
    lines: [...keysOf(lines), ...(isOfCharges ? charges : [])],
    shipping: shipping && quote.isProportional ? ('proportional' as const) : shipping,
    ...(kind !== 'plain' && { [kind]: true }),
  }))
  const { inclusive } = quote
  const parsed = parseTaxResponse({ rates }, { taxables, decimals, inclusive })
  if ('rejected' in parsed) throw new Error('no response rejects the quote')
  const taxes = { parsed, inclusive, date: 1_000 }
  return (priceTaxes(record, { now: 2_000, taxes }, policy)?.record ?? record).value
}

function amountsOf(quote: Quote): OracleAmounts {
  const { amounts, quote_total: lines, decimals = 2 } = quote
  const none = (0).toFixed(decimals)
  const total = amounts?.total ?? lines
  return {
    lines,
    discounts: amounts?.discounts ?? none,
    charges: amounts?.charges ?? none,
    taxes: amounts?.taxes ?? none,
    total,
    withheld: amounts?.withheld ?? none,
    payable: amounts?.payable ?? total,
    upfront: amounts?.upfront ?? total,
    recurring: Object.fromEntries(
      (amounts?.recurring ?? []).map((each) => [each.interval, each.total]),
    ),
  }
}

it('a quote costs what the oracle computes, and verifyQuote and explainQuote agree', () => {
  fc.assert(
    fc.property(quotes, (quote) => {
      const result = priced(quote)
      expect(amountsOf(result)).toEqual(computeByRules(quote))
      expect(verifyQuote(result)).toEqual([])
      expect(explainQuote(result).total).toBe(result.amounts?.total ?? result.quote_total)
    }),
    // The rules are many, and each run is short.
    { numRuns: Math.max(fc.readConfigureGlobal().numRuns ?? 100, 10) * 10 },
  )
})
