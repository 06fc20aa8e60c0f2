import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  equals,
  greaterThan,
  isNegative,
  multiply,
  parseAmount,
  subtract,
  toDecimalString,
  toNumber,
} from '../../src/money/amount.js'
import { isWholeCents, roundingModes, roundToCents, toFixed2 } from '../../src/money/rounding.js'

/** decimal.js with more digits than the money functions need. */
const Oracle = Decimal.clone({ defaults: true, precision: 200, toExpNeg: -100, toExpPos: 200 })
const modes = { 'half-up': Oracle.ROUND_HALF_UP, 'half-even': Oracle.ROUND_HALF_EVEN } as const
const unsigned = (value: string) => (/^-[0.]+$/.test(value) ? value.slice(1) : value)

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)
const units = fc.oneof(
  fc.bigInt(-1_000_000n, 1_000_000n),
  fc.bigInt(maxSafe - 1_000_000n, maxSafe + 1_000_000n),
  fc.bigInt(-maxSafe - 1_000_000n, -maxSafe + 1_000_000n),
  fc.bigInt(-(10n ** 40n), 10n ** 40n),
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
        expect(toNumber(amount(decimal))).toBe(shown === decimal ? Number(decimal) : undefined)
      }),
    )
  })

  it('toNumber returns a parsed number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (count) => {
        expect(toNumber(amount(count / 10_000))).toBe(count / 10_000)
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
        expect(toDecimalString(multiply(amount(decimal), qty))).toBe(
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
        expect(greaterThan(a, b)).toBe(new Oracle(left).greaterThan(right))
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

describe.each(roundingModes)('rounding %s equals that of decimal.js', (rounding) => {
  const oracle = (decimal: string) => new Oracle(decimal).toDecimalPlaces(2, modes[rounding])

  it('in strings with two decimals', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const shown = toFixed2(amount(decimal), rounding)
        expect(shown).toBe(unsigned(oracle(decimal).toFixed(2)))
        expect(shown).toMatch(/^(?!-0\.00$)-?(0|[1-9][0-9]*)\.[0-9]{2}$/)
      }),
    )
  })

  it('on ties', () => {
    const ties = units.map((count) => new Oracle(count.toString()).div(100).plus('0.005').toFixed())
    fc.assert(
      fc.property(ties, (decimal) => {
        expect(toDecimalString(roundToCents(amount(decimal), rounding))).toBe(
          unsigned(oracle(decimal).toFixed()),
        )
      }),
    )
  })

  it('and rounding twice is rounding once', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const once = roundToCents(amount(decimal), rounding)
        expect(isWholeCents(once)).toBe(true)
        expect(roundToCents(once, rounding)).toStrictEqual(once)
      }),
    )
  })
})
