import { type Amount, toNumber } from '../../money/amount.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'
import type { PriceBreak, ProductLine } from '../quote.js'
import {
  type CatalogTextField,
  type TextFieldValues,
  textFieldNames,
  textFields,
} from '../text-fields.js'
import { priceMessage } from './catalog-messages.js'
import { isQuantity } from './quantity.js'
import { parseUnitPrice } from './unit-price.js'

/** What a line freezes of its product besides the price. */
export interface ProductFacts extends TextFieldValues<string>, Pick<ProductLine, 'price_breaks'> {}

/** A price for larger quantities. */
export interface UnitPriceBreak {
  readonly qty: number
  readonly price: Amount
}

/** What a product has besides its prices. */
export interface DescribedProduct {
  /** Prices for larger quantities, by ascending quantity. Undefined if there are none. */
  readonly breaks?: readonly UnitPriceBreak[] | undefined
  /** What lines freeze besides the prices. Undefined if there is nothing. Frozen. */
  readonly facts?: ProductFacts | undefined
}

/** The fields of a product as a catalog returns them, valid or not. */
type UnparsedFacts = { readonly [Field in CatalogTextField | 'priceBreaks']?: unknown }

/** Maximum number of price breaks of a product. */
export const maxPriceBreaks = 100

const textEntries = textFieldNames.map((name) => [name, textFields[name]] as const)

const none: DescribedProduct = Object.freeze({})

/** Returns what a product has besides its prices, and adds an error for each invalid field. */
export function parseProductFacts(
  product: UnparsedFacts,
  index: number,
  errors: FieldErrorCollector,
): DescribedProduct {
  let strings: { -readonly [Field in keyof ProductFacts]: ProductFacts[Field] } | undefined
  for (const [name, { inCatalog, maxLength }] of textEntries) {
    const value = product[inCatalog]
    if (value == null) continue
    strings ??= {}
    if (value === '') continue
    if (isStringUpTo(value, maxLength)) strings[name] = value
    else errors.add([index, inCatalog], textMessage(maxLength, value))
  }
  const { priceBreaks } = product
  // Catalogs without any of it pay for nothing else.
  if (strings === undefined && priceBreaks == null) return none
  const facts = strings ?? {}
  const breaks = parsePriceBreaks(priceBreaks, index, errors)
  if (breaks === undefined) return { facts: Object.freeze(facts) }
  facts.price_breaks = toLineBreaks(breaks)
  return { facts: Object.freeze(facts), breaks }
}

function textMessage(maxLength: number, value: unknown): string {
  const received = describeValue(value)
  return `must be a string of up to ${maxLength} characters, or absent, received ${received}`
}

function parsePriceBreaks(
  breaks: unknown,
  index: number,
  errors: FieldErrorCollector,
): readonly UnitPriceBreak[] | undefined {
  if (breaks == null) return undefined
  const path = [index, 'priceBreaks']
  if (!Array.isArray(breaks) || breaks.length > maxPriceBreaks) {
    errors.add(path, `must be an array of at most ${maxPriceBreaks} price breaks`)
    return undefined
  }
  const byQuantity = new Map<number, Amount>()
  for (const [position, entry] of breaks.entries()) {
    const { qty, price } = Object(entry) as { readonly qty?: unknown; readonly price?: unknown }
    const amount = parseUnitPrice(price)
    if (!isQuantity(qty)) errors.add([...path, position, 'qty'], quantityMessage(qty))
    else if (byQuantity.has(qty)) errors.add([...path, position, 'qty'], 'is that of another break')
    else if (amount !== undefined) byQuantity.set(qty, amount)
    if (amount === undefined) errors.add([...path, position, 'price'], priceMessage(price))
  }
  if (byQuantity.size === 0) return undefined
  const sorted = [...byQuantity].sort(([left], [right]) => left - right)
  return sorted.map(([qty, price]) => ({ qty, price }))
}

function quantityMessage(value: unknown): string {
  const received = describeValue(value)
  const remedy = value === undefined ? ': a price break is { qty, price }' : ''
  return `must be a number above 0 with up to three decimals, received ${received}${remedy}`
}

/** Returns the price breaks as lines show them. */
function toLineBreaks(breaks: readonly UnitPriceBreak[]): readonly PriceBreak[] {
  return Object.freeze(
    breaks.map(({ qty, price }) => Object.freeze({ qty, price: toNumber(price) as number })),
  )
}
