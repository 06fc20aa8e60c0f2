import fc from 'fast-check'
import type { Decimals } from './price-by-library.js'
import type { OracleQuote } from './quote-oracle.js'

const steps = { 0: '5', 2: '0.05', 3: '0.25' } as const

const amount = (decimals: number, max = 99_999) =>
  fc.nat(max).map((count) => (count / 10 ** decimals).toFixed(decimals))

const percent = fc.oneof(
  fc.constantFrom('0', '10', '19', '33.3333', '100'),
  fc.nat(1_000_000).map((each) => String(each / 10_000)),
)

/** Generates quotes with everything that money can be, of 1 to 5 lines. */
export const oracleQuotes: fc.Arbitrary<OracleQuote> = fc
  .constantFrom<Decimals>(0, 2, 3)
  .chain((decimals) => {
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
      const chosen =
        some === undefined ? fc.constant(undefined) : fc.option(some, { nil: undefined })
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
