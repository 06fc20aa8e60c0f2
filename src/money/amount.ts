import { Decimal } from 'decimal.js'
import { parseTenThousandths } from './parse-decimal.js'

/**
 * An exact amount of money in ten-thousandths of the currency's main unit: 12.5 is 125000.
 *
 * A safe integer if possible, else a decimal.js number: a large integer, or the fraction of a unit
 * price with more than four decimals. Only the code in `money` sees the difference. There is no
 * negative zero. Sums, differences and products with integer quantities are always exact.
 */
export type Amount = (number | Decimal) & { readonly [amountBrand]: true }
declare const amountBrand: unique symbol

/** Units of an {@link Amount} per main unit of the currency. */
const unitsPerOne = 10_000
const decimals = 4

/** Units up to here have at most 15 digits, so a double holds the amount without loss. */
const maxExactUnits = 1e15

/**
 * A clone that the host's settings of decimal.js don't reach. 60 digits hold every amount within
 * the limits.
 */
export const DecimalClone = Decimal.clone({ defaults: true, precision: 60 })

export const zero = 0 as Amount & number

/** Returns an integer of units as an amount. Computes it again with `exactly` if it isn't safe. */
function fromUnits(units: number, exactly: () => Decimal): Amount {
  return (Number.isSafeInteger(units) ? units + 0 : exactly()) as Amount
}

/** Returns a number of decimal.js as an amount: a safe integer if it is one, so equals match. */
export function fromDecimal(units: Decimal): Amount {
  return fromUnits(units.toNumber(), () => units)
}

export function add(left: Amount, right: Amount): Amount {
  return typeof left === 'number' && typeof right === 'number'
    ? fromUnits(left + right, () => new DecimalClone(left).plus(right))
    : fromDecimal(new DecimalClone(left).plus(right))
}

export function subtract(left: Amount, right: Amount): Amount {
  return typeof left === 'number' && typeof right === 'number'
    ? fromUnits(left - right, () => new DecimalClone(left).minus(right))
    : fromDecimal(new DecimalClone(left).minus(right))
}

/** Returns the amount times an integer quantity. */
export function multiplyByInteger(amount: Amount, quantity: number): Amount {
  return typeof amount === 'number'
    ? fromUnits(amount * quantity, () => new DecimalClone(amount).times(quantity))
    : fromDecimal(new DecimalClone(amount).times(quantity))
}

export function equals(left: Amount, right: Amount): boolean {
  return left === right || new DecimalClone(left).equals(right)
}

export function isNegative(amount: Amount): boolean {
  return typeof amount === 'number' ? amount < 0 : amount.isNegative()
}

/** Returns the amount without its sign. */
export function absolute(amount: Amount): Amount {
  return isNegative(amount) ? subtract(zero, amount) : amount
}

export function isGreaterThan(left: Amount, right: Amount): boolean {
  return typeof left === 'number' && typeof right === 'number'
    ? left > right
    : new DecimalClone(left).greaterThan(right)
}

/**
 * Returns the exact amount that a number or a decimal string represents. Returns undefined for
 * other types, non-finite numbers, exponents, spaces, more than 40 digits before the point, and
 * more than four decimals (trailing zeros don't count). A number represents its shortest decimal
 * string, the one that JSON shows: 0.1 is one tenth.
 */
export function parseAmount(value: unknown): Amount | undefined {
  if (typeof value === 'number') return parseNumber(value)
  return typeof value === 'string' ? parseDecimalString(value) : undefined
}

function parseNumber(value: number): Amount | undefined {
  const units = Math.round(value * unitsPerOne)
  if (Math.abs(units) <= maxExactUnits && units / unitsPerOne === value)
    return (units + 0) as Amount
  return parseDecimalString(String(value))
}

const decimalPattern = /^(-?)([0-9]+)(?:\.([0-9]+))?$/
const maxLength = 64

/** With four decimals and times a safe integer, at most the 60 digits of {@link DecimalClone}. */
const maxIntegerDigits = 40

function parseDecimalString(value: string): Amount | undefined {
  const short = parseTenThousandths(value)
  if (short !== undefined) return short as Amount
  if (value.length > maxLength) return undefined
  const [, sign, integer, fraction = ''] = decimalPattern.exec(value) ?? []
  if (integer === undefined || integer.length > maxIntegerDigits) return undefined
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const units = `${sign}${integer}${significant.padEnd(decimals, '0')}`
  return fromUnits(Number(units), () => new DecimalClone(units))
}

/** The most decimals of unit prices. */
export const maxUnitDecimals = 10

/**
 * Returns the exact unit price, or difference of unit prices, that a value represents: like
 * {@link parseAmount}, but with up to ten decimals. Values with up to four take the same time.
 */
export function parseUnitAmount(value: unknown): Amount | undefined {
  return parseAmount(value) ?? parseLongFraction(value)
}

function parseLongFraction(value: unknown): Amount | undefined {
  // The shortest string of a number below 0.000001 has an exponent.
  const text = typeof value === 'number' ? new DecimalClone(value).toFixed() : value
  if (typeof text !== 'string' || text.length > maxLength) return undefined
  const [, sign, integer, fraction = ''] = decimalPattern.exec(text) ?? []
  if (integer === undefined || integer.length > maxIntegerDigits) return undefined
  const { length } = fraction.replace(/0+$/, '')
  if (length <= decimals || length > maxUnitDecimals) return undefined
  return fromDecimal(new DecimalClone(`${sign}${integer}.${fraction}`).times(unitsPerOne))
}

/** Returns the shortest exact decimal string: `'12.5'`, `'-0.0001'`, `'0'`. */
export function toDecimalString(amount: Amount): string {
  // Such a number has at most 15 digits and no exponent, so its shortest string is exact.
  if (typeof amount === 'number' && Math.abs(amount) <= maxExactUnits)
    return String(amount / unitsPerOne)
  return new DecimalClone(amount).div(unitsPerOne).toFixed()
}

/** Returns the number whose JSON is exactly this amount; undefined if there is none. */
export function toExactNumber(amount: Amount): number | undefined {
  if (typeof amount === 'number' && Math.abs(amount) <= maxExactUnits) return amount / unitsPerOne
  const value = Number(toDecimalString(amount))
  const parsed = parseUnitAmount(value)
  return parsed !== undefined && equals(parsed, amount) ? value : undefined
}
