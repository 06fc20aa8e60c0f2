import type { SearchedCustomer } from '../../engine/search-products.js'
import { reportError } from '../../http/report-error.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import { permittedPicture } from '../../pages/pictures.js'
import { pageHeaders } from '../../pages/security-headers.js'
import { type ProductSuggestion, parseSuggestions } from '../../ports/product-search.js'
import type { CatalogPriceBreak } from '../../quote/lines/catalog-product.js'
import { type HostIdName, mapHostIdFilters } from '../../quote/model/host-ids.js'
import { isValidId } from '../../validation/identifiers.js'
import type { DeskCall } from '../desk-call.js'
import type { DeskStrings } from '../strings.js'
import { type PickedProduct, productIdValue } from './draft.js'

const maxTextLength = 200

/** Returns a response for the module. */
export function jsonResponse(body: unknown): Response {
  const headers = { ...pageHeaders, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { headers })
}

/**
 * Returns the products that match words; undefined if the host's search fails.
 *
 * @param typed Returns an id of the customer that a form has; undefined for the one that is stored.
 */
export async function findProducts(
  { options, user, c, param, query }: DeskCall,
  text: string,
  typed: (name: HostIdName) => string | undefined,
): Promise<readonly ProductSuggestion[] | undefined> {
  if (text === '') return []
  try {
    const { searchProducts } = options
    if (!searchProducts) return []
    const words = text.slice(0, maxTextLength)
    const quoteId = param('quoteId') || query('quote') || undefined
    const customer = toSearched(typed, quoteId === undefined)
    const search = () => searchProducts(user, words, quoteId, customer)
    const found = await callHost(options, 'searchProducts', search)
    return parseSuggestions(found, (expected, received) =>
      wrongResult('searchProducts', expected, received),
    )
  } catch (error) {
    reportError(options.onError, error, c.req.raw)
    return undefined
  }
}

/**
 * Returns the customer whose prices a search shows. What is no valid id is left to the errors of
 * the form. An empty field removes the id of a quote; a new one gets what its creation gives it.
 */
function toSearched(
  typed: (name: HostIdName) => string | undefined,
  isNew: boolean,
): SearchedCustomer {
  return mapHostIdFilters((name) => {
    const id = typed(name)
    if (id === '' && !isNew) return null
    return isValidId(id) ? id : undefined
  })
}

/**
 * Returns what picks each product. Its text is the name; products with one name also show
 * their SKU or id.
 */
export function getPicks(products: readonly ProductSuggestion[]): readonly PickedProduct[] {
  const counts = new Map<string, number>()
  for (const product of products) {
    const name = shownName(product)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return products.map((product) => {
    const id = productIdValue(product.id)
    const name = shownName(product)
    const isOnly = counts.get(name) === 1
    return { id, text: isOnly ? name : `${name} · ${product.sku?.trim() || id}` }
  })
}

/** What is shown of a product that was found, besides its name. Empty strings are not shown. */
interface ShownProduct {
  readonly sku: string
  readonly price: string
  /** `from 10: €11.00, from 50: €9.00` */
  readonly breaks: string
  /** The address of its picture, if the host permits it. */
  readonly image: string
}

const maxBreaks = 4

/** Returns what is shown of a product that was found: at most four of its price breaks. */
export function showProduct(
  { options, strings, formats }: DeskCall,
  { sku = '', price, priceBreaks = [], image }: ProductSuggestion,
  currency: string | undefined,
): ShownProduct {
  const money = (amount: number | string) => formats.money(String(amount), currency)
  const breaks = breaksText(strings, priceBreaks.slice(0, maxBreaks), money)
  return {
    sku,
    price: price ? money(price) : '',
    breaks: priceBreaks.length > maxBreaks ? `${breaks}…` : breaks,
    image: permittedPicture(image, options) ?? '',
  }
}

/** Returns price breaks as a text: `from 10: €11.00, from 50: €9.00`. */
export function breaksText(
  { edit }: DeskStrings,
  breaks: readonly CatalogPriceBreak[],
  money: (price: number | string) => string,
): string {
  return breaks.map(({ qty, price }) => edit.priceFrom(qty, money(price))).join(', ')
}

/** Inputs drop line breaks, and forms lose spaces around a value. */
function shownName({ id, name }: ProductSuggestion): string {
  return name.replaceAll(/\s+/g, ' ').trim() || productIdValue(id)
}

/** Returns the product whose name or SKU is exactly what was typed, or else all that were found. */
export function bestMatches(
  found: readonly ProductSuggestion[],
  text: string,
): readonly ProductSuggestion[] {
  const exact = found.filter((each) => isNamed(each, text))
  return exact.length === 1 ? exact : found
}

/** Returns true if a string is the whole name or SKU of a product, in whichever case. */
export function isNamed({ name, sku }: ProductSuggestion, text: string): boolean {
  return [name, sku].some((each) => each?.toLowerCase() === text.toLowerCase())
}
