import { type Amount, isGreaterThan } from '../money/amount.js'
import type { CatalogPriceBreak, CatalogProduct } from '../quote/lines/catalog-product.js'
import { maxPriceBreaks } from '../quote/model/line-fields.js'
import {
  isProductId,
  isQuantity,
  type ProductId,
  parseUnitPrice,
} from '../quote/model/product-fields.js'
import { textFields } from '../quote/model/text-fields.js'
import { isStringUpTo } from '../validation/identifiers.js'

/** A product that can be added to a quote. */
export interface ProductSuggestion {
  /** The identifier of the product in the catalog. */
  readonly id: ProductId
  /** The name to show. */
  readonly name: string
  /** Stock keeping unit. */
  readonly sku?: string | undefined
  /** The unit price to show, as a decimal string. The catalog's price is the one that counts. */
  readonly price?: string | undefined
  /**
   * Prices for larger quantities, in any order. Those that are invalid, or not lower than the price
   * of a smaller quantity, are not shown.
   */
  readonly priceBreaks?: readonly CatalogPriceBreak[] | undefined
  /** The address of a picture. The desk shows those of the origins that its host permits. */
  readonly image?: string | undefined
}

/** Maximum number of products that a search finds. */
export const maxSuggestions = 20

/**
 * Returns the suggestions that a search of the host has returned, as many as are shown. Those whose
 * id no product can have are left out.
 *
 * @param rejected Creates the error for anything but products with names.
 */
export function parseSuggestions(
  found: unknown,
  rejected: (expected: string, received: unknown) => Error,
): readonly ProductSuggestion[] {
  const expected = 'an array of products with id and name'
  if (!Array.isArray(found)) throw rejected(expected, found)
  const shown: readonly Partial<ProductSuggestion>[] = found.slice(0, maxSuggestions)
  const wrong = shown.findIndex((product) => typeof Object(product).name !== 'string')
  if (wrong !== -1) throw rejected(expected, shown[wrong])
  const known = (shown as readonly ProductSuggestion[]).filter(({ id }) => isProductId(id))
  return known.map(({ id, name, sku, price, priceBreaks, image }) => ({
    id,
    name,
    sku: sku == null ? undefined : String(sku),
    ...suggestPrices(price == null ? undefined : String(price), priceBreaks),
    image: isStringUpTo(image, textFields.image.maxLength) ? image : undefined,
  }))
}

/**
 * Returns the price of one unit, and the price breaks above it that lower it, by ascending
 * quantity. They are left out if there are none, or if the price is invalid.
 *
 * @param breaks What a catalog returns as the price breaks of a product, valid or not.
 */
export function suggestPrices(
  price: string | undefined,
  breaks: unknown,
): Pick<ProductSuggestion, 'price' | 'priceBreaks'> {
  let lowest = Array.isArray(breaks) && breaks.length > 0 ? parseUnitPrice(price) : undefined
  if (lowest === undefined) return { price }
  let ofOne = price
  const lower: CatalogPriceBreak[] = []
  for (const each of parseBreaks(breaks as readonly unknown[])) {
    if (!isGreaterThan(lowest, each.amount)) continue
    lowest = each.amount
    if (each.qty <= 1) ofOne = each.price
    else lower.push({ qty: each.qty, price: each.price })
  }
  return { price: ofOne, ...(lower.length > 0 && { priceBreaks: lower }) }
}

/** Returns the price breaks that are valid, by ascending quantity. */
function parseBreaks(breaks: readonly unknown[]) {
  const valid: { readonly qty: number; readonly price: string; readonly amount: Amount }[] = []
  for (const each of breaks.slice(0, maxPriceBreaks)) {
    const { qty, price } = Object(each) as Partial<CatalogPriceBreak>
    const amount = parseUnitPrice(price)
    if (isQuantity(qty) && amount !== undefined) valid.push({ qty, price: String(price), amount })
  }
  return valid.sort((one, other) => one.qty - other.qty)
}

/** What somebody searches. */
export interface ProductSearch {
  /** All that was typed, without spaces around it: the id or the SKU of a product comes first. */
  readonly text: string
  /** The words, of which a product must have all. At least one. */
  readonly words: readonly string[]
}

const maxTextLength = 200
const maxWords = 10

/**
 * Parses what was typed: its first 200 characters, and of these the first ten words. Returns
 * undefined if there is no word.
 */
export function parseProductSearch(text: string): ProductSearch | undefined {
  // A character that is cut in half is no text.
  const typed = text
    .slice(0, maxTextLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  if (typed === '') return undefined
  return { text: typed, words: typed.split(/\s+/).slice(0, maxWords) }
}

/** Returns the products of a list whose names and SKUs have all words, in the order of the list. */
export function searchInMemory(
  products: Iterable<CatalogProduct>,
  text: string,
): ProductSuggestion[] {
  const search = parseProductSearch(text)
  if (search === undefined) return []
  const exactText = search.text.toLowerCase()
  const words = search.words.map((word) => word.toLowerCase())
  const exact: CatalogProduct[] = []
  const others: CatalogProduct[] = []
  for (const product of products) {
    const fields = [product.name, product.sku].map((field) => field?.toLowerCase() ?? '')
    if (String(product.id) === search.text || fields[1] === exactText) exact.push(product)
    else if (
      others.length < maxSuggestions &&
      words.every((word) => fields.some((field) => field.includes(word)))
    )
      others.push(product)
  }
  return [...exact, ...others].slice(0, maxSuggestions).map(toSuggestion)
}

function toSuggestion(product: CatalogProduct): ProductSuggestion {
  const { id, name, sku, price, salePrice, priceBreaks, image, componentPrices } = product
  return {
    id,
    name: name ?? sku ?? String(id),
    ...(sku != null && { sku }),
    // What components cost together is not known here.
    ...(componentPrices !== 'summed' && suggestPrices(String(salePrice ?? price), priceBreaks)),
    ...(image && { image }),
  }
}
