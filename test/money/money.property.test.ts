import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  equals,
  isGreaterThan,
  isNegative,
  multiplyByInteger,
  parseAmount,
  subtract,
  toDecimalString,
  toExactNumber,
} from '../../src/money/amount.js'
import {
  divideTowardsZero,
  hasAtMostDecimals,
  multiplyRatio,
  roundingModes,
  roundTo,
  toFixed,
} from '../../src/money/rounding.js'

/** decimal.js with more digits than the money functions need. */
const Oracle = Decimal.clone({ defaults: true, precision: 200, toExpNeg: -100, toExpPos: 200 })
const modes = { 'half-up': Oracle.ROUND_HALF_UP, 'half-even': Oracle.ROUND_HALF_EVEN } as const
const unsigned = (value: string) => (/^-[0.]+$/.test(value) ? value.slice(1) : value)

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)
const units = fc.oneof(
  fc.bigInt(-1_000_000n, 1_000_000n),
  fc.bigInt(maxSafe - 1_000_000n, maxSafe + 1_000_000n),
  fc.bigInt(-maxSafe - 1_000_000n, -maxSafe + 1_000_000n),
  // A tie has 40 digits before its point, the most that are parsed.
  fc.bigInt(-(10n ** 40n) + 1n, 10n ** 40n - 1n),
  fc.bigInt(-1_000_000_000n, 1_000_000_000n).map((cents) => cents * 50n),
)
const decimals = units.map((count) => new Oracle(count.toString()).div(10_000).toFixed())
const amount = (value: number | string) => parseAmount(value) as Amount
const quantity = fc.integer({ min: 1, max: 1_000_000 })

describe('parseAmount and toDecimalString', () => {
  it('return the same decimal string', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        expect(toDecimalString(amount(decimal))).toBe(decimal)
      }),
    )
  })

  it('ignore trailing zeros', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 1, max: 6 }), (decimal, zeros) => {
        const padded = `${decimal.includes('.') ? decimal : `${decimal}.`}${'0'.repeat(zeros)}`
        expect(equals(amount(padded), amount(decimal))).toBe(true)
      }),
    )
  })

  it('parse a number as its JSON, or return undefined', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const read = parseAmount(value)
        const decimal = JSON.stringify(value)
        const isAmount = Number.isFinite(value) && /^-?[0-9]+(\.[0-9]{1,4})?$/.test(decimal)
        expect(read === undefined ? undefined : toDecimalString(read)).toBe(
          isAmount ? unsigned(decimal) : undefined,
        )
      }),
    )
  })

  it('toNumber returns the number with exactly this JSON, if there is one', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const shown = String(Number(decimal))
        expect(toExactNumber(amount(decimal))).toBe(shown === decimal ? Number(decimal) : undefined)
      }),
    )
  })

  it('toNumber returns a parsed number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (count) => {
        expect(toExactNumber(amount(count / 10_000))).toBe(count / 10_000)
      }),
    )
  })
})

describe('arithmetic equals that of decimal.js', () => {
  const pairs = fc.tuple(decimals, decimals)

  it('in sums and differences', () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const [a, b] = [amount(left), amount(right)]
        expect(toDecimalString(add(a, b))).toBe(unsigned(new Oracle(left).plus(right).toFixed()))
        expect(toDecimalString(subtract(a, b))).toBe(
          unsigned(new Oracle(left).minus(right).toFixed()),
        )
      }),
    )
  })

  it('in products with a quantity', () => {
    fc.assert(
      fc.property(decimals, quantity, (decimal, qty) => {
        expect(toDecimalString(multiplyByInteger(amount(decimal), qty))).toBe(
          unsigned(new Oracle(decimal).times(qty).toFixed()),
        )
      }),
    )
  })

  it('in comparisons', () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const [a, b] = [amount(left), amount(right)]
        expect(equals(a, b)).toBe(new Oracle(left).equals(right))
        expect(isGreaterThan(a, b)).toBe(new Oracle(left).greaterThan(right))
        expect(isNegative(a)).toBe(new Oracle(left).lessThan(0))
      }),
    )
  })

  it('and a sum minus one addend is the other, with the same representation', () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const back = subtract(add(amount(left), amount(right)), amount(right))
        expect(back).toStrictEqual(amount(left))
      }),
    )
  })
})

const cases = roundingModes.flatMap((rounding) =>
  [0, 1, 2, 3, 4].map((places) => [rounding, places] as const),
)

describe.each(cases)('rounding %s to %d decimals equals that of decimal.js', (rounding, places) => {
  const oracle = (decimal: string) => new Oracle(decimal).toDecimalPlaces(places, modes[rounding])
  const fraction = places === 0 ? '' : `\\.[0-9]{${places}}`
  const shape = new RegExp(`^(?!-[0.]+$)-?(0|[1-9][0-9]*)${fraction}$`)

  it('in strings with so many decimals', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const shown = toFixed(amount(decimal), places, rounding)
        expect(shown).toBe(unsigned(oracle(decimal).toFixed(places)))
        expect(shown).toMatch(shape)
      }),
    )
  })

  it('on ties', () => {
    const half = places === 4 ? '0' : `${new Oracle(10).pow(-places).div(2).toFixed()}`
    const ties = units.map((count) =>
      new Oracle(count.toString())
        .div(10 ** places)
        .plus(half)
        .toFixed(),
    )
    fc.assert(
      fc.property(ties, (decimal) => {
        expect(toDecimalString(roundTo(amount(decimal), places, rounding))).toBe(
          unsigned(oracle(decimal).toFixed()),
        )
      }),
    )
  })

  it('and rounding twice is rounding once', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const once = roundTo(amount(decimal), places, rounding)
        expect(hasAtMostDecimals(once, places)).toBe(true)
        expect(roundTo(once, places, rounding)).toStrictEqual(once)
      }),
    )
  })

  it('in a fraction of an amount', () => {
    const ratio = fc.tuple(
      fc.integer({ min: 0, max: 20_000_000 }),
      fc.integer({ min: 1, max: 20_000_000 }),
    )
    fc.assert(
      fc.property(decimals, ratio, (decimal, [numerator, denominator]) => {
        const exact = new Oracle(decimal).times(numerator).div(denominator)
        const rounded = exact.toDecimalPlaces(places, modes[rounding]).toFixed()
        const actual = multiplyRatio(amount(decimal), numerator, denominator, places, rounding)
        expect(toDecimalString(actual)).toBe(unsigned(rounded))
      }),
    )
  })
})

describe('divideTowardsZero', () => {
  const divisors = fc.oneof(
    fc.integer({ min: 1, max: 1_000 }),
    fc.maxSafeInteger().map((divisor) => Math.max(Math.abs(divisor), 1)),
  )
  /** Integers whose quotient is an integer, or nearly. */
  const dividends = fc
    .tuple(divisors, fc.nat(), fc.integer({ min: -1, max: 1 }), fc.boolean())
    .map(([divisor, quotient, rest, isNegative]) => {
      const limit = Math.floor(Number.MAX_SAFE_INTEGER / divisor) - 1
      const dividend = Math.max(Math.min(quotient, limit), 0) * divisor + rest
      return [isNegative ? -dividend : dividend, divisor] as const
    })
  const pairs = fc.oneof(dividends, fc.tuple(fc.maxSafeInteger(), divisors))

  it('returns the exact quotient of safe integers, rounded towards zero', () => {
    fc.assert(
      fc.property(pairs, ([dividend, divisor]) => {
        const expected = BigInt(dividend) / BigInt(divisor)
        expect(BigInt(divideTowardsZero(dividend, divisor))).toBe(expected)
      }),
    )
  })

  it('returns the integer below a quotient that is nearly the next one', () => {
    const dividend = Number.MAX_SAFE_INTEGER
    expect(divideTowardsZero(dividend, dividend - 1)).toBe(1)
    expect(divideTowardsZero(dividend - 1, dividend)).toBe(0)
    expect(divideTowardsZero(1 - dividend, dividend) + 0).toBe(0)
  })
})
