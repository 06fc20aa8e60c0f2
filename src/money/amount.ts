import { Decimal } from 'decimal.js'
import { parseShortDecimal } from './parse-decimal.js'

/**
 * An exact amount of money, in ten-thousandths of the currency's main unit: 12.5 is 125000.
 *
 * A safe integer wherever one is enough, a decimal.js integer beyond; which of the two is never visible from outside of
 * `money`. There is no negative zero. Four decimals are the finest step there is, so sums, differences and products with
 * whole quantities are always exact.
 */
export type Amount = (number | Decimal) & { readonly [amountBrand]: true }
declare const amountBrand: unique symbol

/** How many steps of an {@link Amount} make one main unit. */
const unitsPerOne = 10_000
const decimals = 4

/** Up to here a step count has at most 15 digits, so every such amount is one double and back without loss. */
const maxExactUnits = 1e15

/** A private clone: the host's settings of decimal.js do not reach it, and 60 digits hold every amount that limits allow. */
export const ExactDecimal = Decimal.clone({ defaults: true, precision: 60 })

export const zero = 0 as Amount & number

/** An amount of whole steps: the number itself while it is a safe integer, else what `exactly` computes. */
function fromUnits(steps: number, exactly: () => Decimal): Amount {
  return (Number.isSafeInteger(steps) ? steps + 0 : exactly()) as Amount
}

/** A decimal.js integer as an amount: back to a plain number as soon as it fits, so that equal amounts look alike. */
export function fromDecimal(steps: Decimal): Amount {
  return fromUnits(steps.toNumber(), () => steps)
}

export function add(left: Amount, right: Amount): Amount {
  return typeof left === 'number' && typeof right === 'number'
    ? fromUnits(left + right, () => new ExactDecimal(left).plus(right))
    : fromDecimal(new ExactDecimal(left).plus(right))
}

export function subtract(left: Amount, right: Amount): Amount {
  return typeof left === 'number' && typeof right === 'number'
    ? fromUnits(left - right, () => new ExactDecimal(left).minus(right))
    : fromDecimal(new ExactDecimal(left).minus(right))
}

/** The amount times a whole quantity. */
export function multiply(amount: Amount, quantity: number): Amount {
  return typeof amount === 'number'
    ? fromUnits(amount * quantity, () => new ExactDecimal(amount).times(quantity))
    : fromDecimal(new ExactDecimal(amount).times(quantity))
}

export function equals(left: Amount, right: Amount): boolean {
  return left === right || new ExactDecimal(left).equals(right)
}

export function isNegative(amount: Amount): boolean {
  return typeof amount === 'number' ? amount < 0 : amount.isNegative()
}

export function greaterThan(left: Amount, right: Amount): boolean {
  return typeof left === 'number' && typeof right === 'number'
    ? left > right
    : new ExactDecimal(left).greaterThan(right)
}

/**
 * The exact amount that a number or a decimal text stands for; undefined where there is none: a wrong type, not finite, an
 * exponent, spaces, more than 40 digits before the point, or more than four decimals (trailing zeros do not count). A number
 * stands for its shortest decimal text, the one that JSON shows: 0.1 is one tenth.
 */
export function parseAmount(value: unknown): Amount | undefined {
  if (typeof value === 'number') return parseNumber(value)
  return typeof value === 'string' ? parseDecimalString(value) : undefined
}

function parseNumber(value: number): Amount | undefined {
  const steps = Math.round(value * unitsPerOne)
  if (Math.abs(steps) <= maxExactUnits && steps / unitsPerOne === value)
    return (steps + 0) as Amount
  return parseDecimalString(String(value))
}

const decimalPattern = /^(-?)([0-9]+)(?:\.([0-9]+))?$/
const maxLength = 64

/** 40 digits and four decimals, times a safe integer, make at most the 60 digits that {@link ExactDecimal} keeps. */
const maxIntegerDigits = 40

function parseDecimalString(text: string): Amount | undefined {
  const plain = parseShortDecimal(text)
  if (plain !== undefined) return plain as Amount
  if (text.length > maxLength) return undefined
  const [, sign, whole, fraction = ''] = decimalPattern.exec(text) ?? []
  if (whole === undefined || whole.length > maxIntegerDigits) return undefined
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const steps = `${sign}${whole}${significant.padEnd(decimals, '0')}`
  return fromUnits(Number(steps), () => new ExactDecimal(steps))
}

/** The shortest exact decimal text: `'12.5'`, `'-0.0001'`, `'0'`. */
export function toDecimalString(amount: Amount): string {
  return new ExactDecimal(amount).div(unitsPerOne).toFixed()
}

/** The number whose JSON text is exactly this amount; undefined where no double is. */
export function toNumber(amount: Amount): number | undefined {
  if (typeof amount === 'number' && Math.abs(amount) <= maxExactUnits) return amount / unitsPerOne
  const value = Number(toDecimalString(amount))
  const readBack = parseAmount(value)
  return readBack !== undefined && equals(readBack, amount) ? value : undefined
}
