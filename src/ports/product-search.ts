import type { CatalogProduct } from '../quote/lines/catalog-product.js'
import { isProductId, type ProductId } from '../quote/model/product-fields.js'

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
  return known.map(({ id, name, sku, price }) => ({
    id,
    name,
    sku: sku == null ? undefined : String(sku),
    price: price == null ? undefined : String(price),
  }))
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

function toSuggestion({ id, name, sku, price, salePrice }: CatalogProduct): ProductSuggestion {
  return {
    id,
    name: name ?? sku ?? String(id),
    ...(sku != null && { sku }),
    price: String(salePrice ?? price),
  }
}
