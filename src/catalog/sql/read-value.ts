import { DecimalClone } from '../../money/amount.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import type { ValueFormat } from './dialect.js'

const withExponent = /^-?[0-9]+(?:\.[0-9]+)?e[+-]?[0-9]{1,3}$/i

/** The digits of a decimal number that every number of single precision keeps. */
const singleDigits = 6

/**
 * Returns the number that a column contains, without an exponent, and anything else as it is.
 * Undefined for a number of single precision that is no decimal number of six digits: what was
 * stored had more, and is lost.
 */
export function readNumber(text: string, format: ValueFormat): string | undefined {
  const number = format === 'single' ? shortest(text) : text
  if (number === undefined || !withExponent.test(number)) return number
  return new DecimalClone(number).toFixed()
}

function shortest(text: string): string | undefined {
  const stored = Math.fround(Number(text))
  if (!Number.isFinite(stored)) return text
  const decimal = Number(stored.toPrecision(singleDigits))
  return Math.fround(decimal) === stored ? String(decimal) : undefined
}

/** Parses the JSON of a column. The engine validates what it contains. */
export function parseJsonColumn<T>(id: ProductId, field: string, json: string): readonly T[] {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const message = `sqlCatalog: ${field} of product ${describeValue(id)} must be JSON`
    throw new Error(`${message}, received ${describeValue(json)}`, { cause })
  }
}
