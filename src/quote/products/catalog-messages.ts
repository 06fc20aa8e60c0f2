import { describeValue } from '../../validation/describe-value.js'
import { truncate } from '../../validation/identifiers.js'

/** Returns the message for an invalid product id, with the value received and its remedy. */
export function idMessage(value: unknown): string {
  const expected = 'must be an integer of at least 1, or a string of 1 to 255 characters'
  const message = `${expected}, received ${describeValue(value)}`
  return typeof value === 'bigint' ? `${message}: use Number(id)` : message
}

/** Returns the message for a product whose id is the one asked for, but of another type. */
export function otherFormMessage(id: number | string): string {
  const expected = `must be ${typeof id === 'string' ? 'the number' : 'the string'} asked for`
  const remedy = typeof id === 'string' ? 'select id::int, or use Number(id)' : 'use String(id)'
  return `${expected}, received ${describeValue(id)}: ${remedy}`
}

/** Returns the message for an invalid unit price, with the value received and its remedy. */
export function priceMessage(value: unknown): string {
  const range = 'must be a price from 0 to 100000000000 with up to ten decimals and 15 digits'
  const remedy = priceRemedy(value)
  return `${range}, received ${describeValue(value)}${remedy === undefined ? '' : `: ${remedy}`}`
}

/** Returns the price of an amount in cents, as a decimal string: `'12.50'` for 1250n. */
function centsAsPrice(cents: bigint): string {
  const digits = truncate(String(cents)).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function priceRemedy(value: unknown): string | undefined {
  if (typeof value === 'bigint' && value >= 0n)
    return `convert it to a decimal string; cents are not a price: '${centsAsPrice(value)}'`
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'use .toString()'
  if (typeof value === 'number' && !Number.isInteger(value) && Number.isFinite(value))
    return 'round it, or send a decimal string'
  if (typeof value === 'string' && value.includes(',')) return 'use a decimal point'
  return undefined
}

/**
 * Returns a message if a product field is not known but looks like a price, such as `sale_price`,
 * `listPrice` or `Price`. Returns undefined for all other fields, such as `price_currency`.
 */
export function unknownPriceFieldMessage(field: string): string | undefined {
  const name = normalised(field)
  if (!priceLikeName.test(name) || aboutPriceName.test(name)) return undefined
  if (name === 'pricebreaks') return 'is not a field of a product: use priceBreaks'
  const right = /(?<!whole)sale|special|calculated|discounted|promo|offer/.test(name)
    ? 'salePrice'
    : 'price'
  return `is not a field of a product: use ${right}, and leave out prices that quotes must not use`
}

const priceLikeName =
  /price|^sales?(?:pr|amount|value|$)|^(?:special|offer|promo(?:tion)?|discounted)(?:amount|value)?$/
/** Fields that say something about a price, such as its currency. `unitPrice` is a price. */
const aboutPriceName = /currency|listid|updated|created|type|units?$/
const maxNameLength = 64

function normalised(field: string): string {
  return field.slice(0, maxNameLength).toLowerCase().replaceAll(/[_-]/g, '')
}
