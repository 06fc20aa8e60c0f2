import { parseAmount } from '../money/amount.js'

/** What the texts of amounts and the keys of lines look like; minus zero is not among them. */
export const twoPlacesPattern = /^(?!-0\.00$)-?(0|[1-9][0-9]{0,37})\.[0-9]{2}$/
export const lineKeyPattern = /^[1-9][0-9]*-[1-9][0-9]*$/

/**
 * Whether nothing is wrong with the shape of a quote; false where anything is out of the ordinary, and `readQuoteShape` has the last word.
 * Every quote that a storage loads comes through here, and almost all of them are sound.
 */
export function isSoundQuote(value: unknown): boolean {
  return (
    isRecordOf(value, quoteFields) &&
    isTextObject(value.customer) &&
    isListOf(value.products, isLine) &&
    (value.product_order === null || isListOf(value.product_order, isLineKey, 0)) &&
    isTwoPlaces(value.quote_total) &&
    isTwoPlaces(value.price_total) &&
    isRecordOf(value.shipping, shippingFields) &&
    value.shipping.type === 'no_additional' &&
    value.shipping.product === null &&
    Number.isSafeInteger(value.created) &&
    value.status === 'new' &&
    (value.tags === null || isListOf(value.tags, isFilledText)) &&
    isAmount(value.total)
  )
}

const shippingFields = ['type', 'product']
const quoteFields = [
  'customer',
  'products',
  'product_order',
  'quote_total',
  'price_total',
  'shipping',
  'created',
  'status',
  'tags',
  'total',
]
const lineFields = [
  'id',
  'qty',
  'price',
  'price_total',
  'quote',
  'quote_total',
  'discount',
  'discount_total',
  'calculated_price',
  'key',
]

function isLine(line: unknown): boolean {
  return (
    isRecordOf(line, lineFields) &&
    isAtLeastOne(line.id) &&
    isAtLeastOne(line.qty) &&
    isPrice(line.price) &&
    isAmount(line.price_total) &&
    isTwoPlaces(line.quote) &&
    isTwoPlaces(line.quote_total) &&
    isAmount(line.discount) &&
    isAmount(line.discount_total) &&
    isPrice(line.calculated_price) &&
    (line.key === null || isLineKey(line.key))
  )
}

/** Whether a value is a plain object that has these fields, all of them its own, and no others. */
function isRecordOf(
  value: unknown,
  fields: readonly string[],
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  const own = Object.keys(value)
  return own.length === fields.length && own.every((field) => fields.includes(field))
}

function isTextObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((field) => typeof field === 'string')
}

/** Whether a value is an array of these elements and no others; a hole is an element, too. */
function isListOf(
  value: unknown,
  isElement: (element: unknown) => boolean,
  fewest: 0 | 1 = 1,
): boolean {
  if (!Array.isArray(value) || value.length < fewest) return false
  for (let index = 0; index < value.length; index += 1) if (!isElement(value[index])) return false
  return true
}

const isLineKey = (value: unknown) => typeof value === 'string' && lineKeyPattern.test(value)
const isTwoPlaces = (value: unknown) => typeof value === 'string' && twoPlacesPattern.test(value)
const isFilledText = (value: unknown) => typeof value === 'string' && value !== ''
const isAtLeastOne = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1
const isAmount = (value: unknown) => typeof value === 'number' && parseAmount(value) !== undefined
const isPrice = (value: unknown) => isAmount(value) && (value as number) >= 0
