import { Decimal } from 'decimal.js'
import { stepsInShortText } from './plain-text.js'

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
const stepsPerUnit = 10_000
const decimals = 4

/** Up to here a step count has at most 15 digits, so every such amount is one double and back without loss. */
const largestPlainSteps = 1e15

/** A private clone: the host's settings of decimal.js do not reach it, and 60 digits hold every amount that limits allow. */
export const ExactDecimal = Decimal.clone({ defaults: true, precision: 60 })

export const zero = 0 as Amount & number

/** An amount of whole steps: the number itself while it is a safe integer, else what `exactly` computes. */
function ofSteps(steps: number, exactly: () => Decimal): Amount {
  return (Number.isSafeInteger(steps) ? steps + 0 : exactly()) as Amount
}

/** A decimal.js integer as an amount: back to a plain number as soon as it fits, so that equal amounts look alike. */
export function ofDecimalSteps(steps: Decimal): Amount {
  return ofSteps(steps.toNumber(), () => steps)
}

export function add(left: Amount, right: Amount): Amount {
  return typeof left === 'number' && typeof right === 'number'
    ? ofSteps(left + right, () => new ExactDecimal(left).plus(right))
    : ofDecimalSteps(new ExactDecimal(left).plus(right))
}

export function subtract(left: Amount, right: Amount): Amount {
  return typeof left === 'number' && typeof right === 'number'
    ? ofSteps(left - right, () => new ExactDecimal(left).minus(right))
    : ofDecimalSteps(new ExactDecimal(left).minus(right))
}

/** The amount times a whole quantity. */
export function multiply(amount: Amount, quantity: number): Amount {
  return typeof amount === 'number'
    ? ofSteps(amount * quantity, () => new ExactDecimal(amount).times(quantity))
    : ofDecimalSteps(new ExactDecimal(amount).times(quantity))
}

export function equals(left: Amount, right: Amount): boolean {
  return left === right || new ExactDecimal(left).equals(right)
}

export function isNegative(amount: Amount): boolean {
  return typeof amount === 'number' ? amount < 0 : amount.isNegative()
}

export function isGreater(left: Amount, right: Amount): boolean {
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
  return typeof value === 'string' ? parseText(value) : undefined
}

function parseNumber(value: number): Amount | undefined {
  const steps = Math.round(value * stepsPerUnit)
  if (Math.abs(steps) <= largestPlainSteps && steps / stepsPerUnit === value)
    return (steps + 0) as Amount
  return parseText(String(value))
}

const decimalText = /^(-?)([0-9]+)(?:\.([0-9]+))?$/
const longestText = 64

/** 40 digits and four decimals, times a safe integer, make at most the 60 digits that {@link ExactDecimal} keeps. */
const mostDigits = 40

function parseText(text: string): Amount | undefined {
  const plain = stepsInShortText(text)
  if (plain !== undefined) return plain as Amount
  if (text.length > longestText) return undefined
  const [, sign, whole, fraction = ''] = decimalText.exec(text) ?? []
  if (whole === undefined || whole.length > mostDigits) return undefined
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const steps = `${sign}${whole}${significant.padEnd(decimals, '0')}`
  return ofSteps(Number(steps), () => new ExactDecimal(steps))
}

/** The shortest exact decimal text: `'12.5'`, `'-0.0001'`, `'0'`. */
export function toText(amount: Amount): string {
  return new ExactDecimal(amount).div(stepsPerUnit).toFixed()
}

/** The number whose JSON text is exactly this amount; undefined where no double is. */
export function toNumber(amount: Amount): number | undefined {
  if (typeof amount === 'number' && Math.abs(amount) <= largestPlainSteps)
    return amount / stepsPerUnit
  const value = Number(toText(amount))
  const readBack = parseAmount(value)
  return readBack !== undefined && equals(readBack, amount) ? value : undefined
}
