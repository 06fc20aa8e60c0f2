import { parseAmount } from '../money/amount.js'
import type { ProductLine, Quote, Shipping } from './quote.js'
import { decimal2Pattern, lineKeyPattern } from './quote-schema.js'

type Check = (value: unknown) => boolean

const isDecimal2: Check = (value) => typeof value === 'string' && decimal2Pattern.test(value)
const isAmount: Check = (value) => typeof value === 'number' && parseAmount(value) !== undefined
const isPrice: Check = (value) => isAmount(value) && (value as number) >= 0
const isAtLeastOne: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1
const isLineKey: Check = (value) => typeof value === 'string' && lineKeyPattern.test(value)
const isNonEmptyString: Check = (value) => typeof value === 'string' && value !== ''

const isLine = recordOf<ProductLine>({
  id: isAtLeastOne,
  qty: isAtLeastOne,
  price: isPrice,
  price_total: isAmount,
  quote: isDecimal2,
  quote_total: isDecimal2,
  discount: isAmount,
  discount_total: isAmount,
  calculated_price: isPrice,
  key: nullOr(isLineKey),
})

/**
 * Whether nothing is wrong with the shape of a quote; false where anything is out of the ordinary, and `readQuoteShape` has the last word.
 * Every quote that a storage loads comes through here, and almost all of them are sound.
 */
export const isValidQuote = recordOf<Quote>({
  customer: isStringRecord,
  products: listOf(1, isLine),
  product_order: nullOr(listOf(0, isLineKey)),
  quote_total: isDecimal2,
  price_total: isDecimal2,
  shipping: recordOf<Shipping>({
    type: (value) => value === 'no_additional',
    product: (value) => value === null,
  }),
  created: Number.isSafeInteger,
  status: (value) => value === 'new',
  tags: nullOr(listOf(1, isNonEmptyString)),
  total: isAmount,
})

/** Of plain objects that have these fields, all of them their own, and no others. */
function recordOf<T>(checks: { readonly [Field in keyof T]-?: Check }): Check {
  const byField = new Map<string, Check>(Object.entries(checks))
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    const fields = Object.keys(value)
    if (fields.length !== byField.size) return false
    for (const field of fields)
      if (!byField.get(field)?.((value as Record<string, unknown>)[field])) return false
    return true
  }
}

/** Of arrays of these elements and no others; a hole is an element, too. */
function listOf(fewest: number, isElement: Check): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length < fewest) return false
    for (let index = 0; index < value.length; index += 1) if (!isElement(value[index])) return false
    return true
  }
}

function nullOr(check: Check): Check {
  return (value) => value === null || check(value)
}

function isStringRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((field) => typeof field === 'string')
}
