import { type Amount, toNumber } from '../../money/amount.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'
import type { PriceBreak, ProductLine } from '../quote.js'
import { priceMessage } from './catalog-messages.js'
import { isQuantity } from './quantity.js'
import { parseUnitPrice } from './unit-price.js'

/** What a line freezes of its product besides the price. */
export type ProductFacts = Pick<
  ProductLine,
  'name' | 'sku' | 'unit' | 'description' | 'image' | 'tax_code' | 'price_breaks'
>

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
type UnparsedFacts = Readonly<
  Partial<
    Record<'name' | 'sku' | 'unit' | 'description' | 'image' | 'taxCode' | 'priceBreaks', unknown>
  >
>

/** Maximum lengths of the strings of a line, in UTF-16 code units. */
export const maxFactLengths = {
  name: 255,
  sku: 255,
  unit: 255,
  description: 5_000,
  image: 2_048,
  tax_code: 255,
} as const

/** Maximum number of price breaks of a product. */
export const maxPriceBreaks = 100

const none: DescribedProduct = Object.freeze({})

/** Returns what a product has besides its prices, and adds an error for each invalid field. */
export function parseProductFacts(
  product: UnparsedFacts,
  index: number,
  errors: FieldErrorCollector,
): DescribedProduct {
  const { name, sku, unit, description, image, taxCode, priceBreaks } = product
  // Catalogs without any of it pay for nothing else.
  if ((name ?? sku ?? unit ?? description ?? image ?? taxCode ?? priceBreaks) == null) return none
  const facts: { -readonly [Field in keyof ProductFacts]: ProductFacts[Field] } = {}
  const add = (field: keyof typeof maxFactLengths, value: unknown, catalogField: string) => {
    if (value == null || value === '') return
    const max = maxFactLengths[field]
    if (isStringUpTo(value, max)) facts[field] = value
    else
      errors.add(
        [index, catalogField],
        `must be a string of up to ${max} characters, or absent, received ${describeValue(value)}`,
      )
  }
  add('name', name, 'name')
  add('sku', sku, 'sku')
  add('unit', unit, 'unit')
  add('description', description, 'description')
  add('image', image, 'image')
  add('tax_code', taxCode, 'taxCode')
  const breaks = parsePriceBreaks(priceBreaks, index, errors)
  if (breaks === undefined) return { facts: Object.freeze(facts) }
  facts.price_breaks = toLineBreaks(breaks)
  return { facts: Object.freeze(facts), breaks }
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
