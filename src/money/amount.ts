import { expandExponent, parseTenThousandths } from './parse-decimal.js'

/**
 * An exact amount of money: a safe integer of ten-thousandths of the currency's main unit if there
 * is one, so that 12.5 is 125000, else a bigint of ten-billionths. That is a large amount, or a
 * unit price with more than four decimals.
 *
 * Only the code in `money` sees the difference. There is no negative zero, and equal amounts are
 * the same value. Sums, differences and products with integer quantities are always exact.
 */
export type Amount = (number | bigint) & { readonly [amountBrand]: true }
declare const amountBrand: unique symbol

/** Units of an {@link Amount} per main unit of the currency. */
const unitsPerOne = 10_000
const decimals = 4

/** Units up to here have at most 15 digits, so a double holds the amount without loss. */
const maxExactUnits = 1e15

/** Ten-billionths per ten-thousandth. */
const finePerUnit = 1_000_000n

/** The most decimals of unit prices: those of ten-billionths. */
export const maxUnitDecimals = 10

export const zero = 0 as Amount & number

/** Returns an amount in ten-billionths. */
export function toFine(amount: Amount): bigint {
  return typeof amount === 'number' ? BigInt(amount) * finePerUnit : amount
}

/** Returns the amount of so many ten-billionths. */
export function fromFine(fine: bigint): Amount {
  const units = fine % finePerUnit === 0n ? Number(fine / finePerUnit) : Number.NaN
  return (Number.isSafeInteger(units) ? units : fine) as Amount
}

export function add(left: Amount, right: Amount): Amount {
  const units = typeof left === 'number' && typeof right === 'number' ? left + right : Number.NaN
  return Number.isSafeInteger(units)
    ? ((units + 0) as Amount)
    : fromFine(toFine(left) + toFine(right))
}

export function subtract(left: Amount, right: Amount): Amount {
  const units = typeof left === 'number' && typeof right === 'number' ? left - right : Number.NaN
  return Number.isSafeInteger(units)
    ? ((units + 0) as Amount)
    : fromFine(toFine(left) - toFine(right))
}

/** Returns the amount times an integer quantity. */
export function multiplyByInteger(amount: Amount, quantity: number): Amount {
  const units = typeof amount === 'number' ? amount * quantity : Number.NaN
  return Number.isSafeInteger(units)
    ? ((units + 0) as Amount)
    : fromFine(toFine(amount) * BigInt(quantity))
}

export function equals(left: Amount, right: Amount): boolean {
  return left === right
}

export function isNegative(amount: Amount): boolean {
  return amount < 0
}

export function isGreaterThan(left: Amount, right: Amount): boolean {
  return typeof left === 'number' && typeof right === 'number'
    ? left > right
    : toFine(left) > toFine(right)
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

const maxIntegerDigits = 40

function parseDecimalString(value: string): Amount | undefined {
  const short = parseTenThousandths(value)
  if (short !== undefined) return short as Amount
  if (value.length > maxLength) return undefined
  const [, sign, integer, fraction = ''] = decimalPattern.exec(value) ?? []
  if (integer === undefined || integer.length > maxIntegerDigits) return undefined
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const units = Number(`${sign}${integer}${significant.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(units)
    ? ((units + 0) as Amount)
    : fromDigits(sign, integer, significant)
}

function fromDigits(sign: string | undefined, integer: string, fraction: string): Amount {
  const fine = BigInt(integer + fraction.padEnd(maxUnitDecimals, '0'))
  return fromFine(sign === '-' ? -fine : fine)
}

/**
 * Returns the exact unit price, or difference of unit prices, that a value represents: like
 * {@link parseAmount}, but with up to ten decimals. Values with up to four take the same time.
 */
export function parseUnitAmount(value: unknown): Amount | undefined {
  return parseAmount(value) ?? parseLongFraction(value)
}

function parseLongFraction(value: unknown): Amount | undefined {
  // The shortest string of a number below 0.000001 has an exponent.
  const text = typeof value === 'number' ? expandExponent(String(value)) : value
  if (typeof text !== 'string' || text.length > maxLength) return undefined
  const [, sign, integer, fraction = ''] = decimalPattern.exec(text) ?? []
  if (integer === undefined || integer.length > maxIntegerDigits) return undefined
  const significant = fraction.replace(/0+$/, '')
  if (significant.length <= decimals || significant.length > maxUnitDecimals) return undefined
  return fromDigits(sign, integer, significant)
}

/** Returns the shortest exact decimal string: `'12.5'`, `'-0.0001'`, `'0'`. */
export function toDecimalString(amount: Amount): string {
  // Such a number has at most 15 digits and no exponent, so its shortest string is exact.
  if (typeof amount === 'number' && Math.abs(amount) <= maxExactUnits)
    return String(amount / unitsPerOne)
  return fineToFixed(toFine(amount), maxUnitDecimals).replace(/\.?0+$/, '')
}

/** Returns ten-billionths as a decimal string. Cuts off further decimals, which must be zeros. */
export function fineToFixed(fine: bigint, places: number): string {
  const digits = String(fine < 0n ? -fine : fine).padStart(maxUnitDecimals + 1, '0')
  const point = digits.length - maxUnitDecimals
  const fraction = places === 0 ? '' : `.${digits.slice(point, point + places)}`
  return `${fine < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

/** Returns the number whose JSON is exactly this amount; undefined if there is none. */
export function toExactNumber(amount: Amount): number | undefined {
  if (typeof amount === 'number' && Math.abs(amount) <= maxExactUnits) return amount / unitsPerOne
  const value = Number(toDecimalString(amount))
  const parsed = parseUnitAmount(value)
  return parsed !== undefined && equals(parsed, amount) ? value : undefined
}
