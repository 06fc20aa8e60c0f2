import type { FieldErrors } from '../../../errors.js'
import { keyOf } from '../../../quote/lines/line-keys.js'
import { catalogOffer, isCatalogOffer } from '../../../quote/lines/line-pricing.js'
import type { ProductId } from '../../../quote/products/product-id.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import type { LineChangeRequest, UpdateLineRequest } from '../../../quote/requests/line-request.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import type { FormPath } from './error-paths.js'

/** All lines of a quote as a request has them. */
export interface LineList {
  readonly products: readonly UpdateLineRequest[]
  readonly paths: readonly FormPath[]
}

/**
 * Returns true if changes add a product that a line has already which is not removed. A change of a
 * single line would change that one, so all lines have to be sent.
 */
export function needsLineList(quote: Quote, changes: readonly LineChangeRequest[]): boolean {
  const removed = removedKeys(changes)
  const ids = new Set(
    quote.products.flatMap((line, index) => (removed.has(keyOf(line, index)) ? [] : [line.id])),
  )
  return changes.some(({ key, id }) => key === undefined && id !== undefined && ids.has(id))
}

/** Returns the keys of the lines that changes remove. */
export function removedKeys(changes: readonly LineChangeRequest[]): ReadonlySet<string> {
  return new Set(changes.flatMap(({ key, remove }) => (remove && key ? [key] : [])))
}

/**
 * Returns the errors of new lines that would get the price and the note of a line that is removed
 * with the same form: in a list of all lines, the engine takes them for that line.
 */
export function replacedLineErrors(
  quote: Quote,
  changes: readonly LineChangeRequest[],
  paths: readonly FormPath[],
): FieldErrors {
  if (!needsLineList(quote, changes)) return {}
  const removed = removedKeys(changes)
  const ids = new Set<ProductId | undefined>(
    quote.products.flatMap((line, index) => (removed.has(keyOf(line, index)) ? [line.id] : [])),
  )
  const message = 'is the product of a line that is removed; save the removal before you add it'
  return Object.fromEntries(
    changes.flatMap(({ key, id }, index) =>
      key === undefined && id !== undefined && ids.has(id)
        ? [[`${paths[index]?.[1]}.id`, message]]
        : [],
    ),
  )
}

/** Returns all lines of a quote after changes of single lines, the new ones last. */
export function lineList(
  quote: Quote,
  changes: readonly LineChangeRequest[],
  paths: readonly FormPath[],
): LineList {
  const byKey = new Map(changes.map((change, index) => [change.key, index]))
  const products: UpdateLineRequest[] = []
  const listPaths: FormPath[] = []
  const add = (line: UpdateLineRequest, change: number | undefined) => {
    const name = change === undefined ? undefined : paths[change]?.[1]
    if (name !== undefined) listPaths.push([`products[${products.length}]`, name])
    products.push(line)
  }
  const stored = displayedLines({ ...quote, product_order: null })
  for (const [key, line] of stored) {
    const index = byKey.get(key)
    const { remove, ...change } = (index === undefined ? undefined : changes[index]) ?? { key }
    if (remove !== true) add(line.key === null ? withoutKey(quote, line, change) : change, index)
  }
  for (const [index, change] of changes.entries())
    if (change.key === undefined || !stored.has(change.key as string)) add(change, index)
  return { products, paths: listPaths }
}

/** Returns all lines in another order. */
export function reorderedList(quote: Quote, order: readonly string[]): LineList {
  const lines = displayedLines(quote)
  const products = order.flatMap((key) => {
    const line = lines.get(key)
    return line === undefined ? [] : [withoutKey(quote, line, {})]
  })
  return { products, paths: [] }
}

/**
 * Returns a line that has no key yet after a change. It is found by its product, so it has all that
 * another line of the same product can have differently.
 */
function withoutKey(quote: Quote, line: ProductLine, change: LineChangeRequest): UpdateLineRequest {
  const { key: _, ...changed } = change
  const { id, qty, note = null, name, price } = line
  const { sku = null, unit = null, description = null, image = null, tax_code = null } = line
  const offer = offerWithoutKey(quote, line, changed)
  if (id !== 0) return { id, qty, note, ...offer, ...changed }
  const named = name === undefined ? undefined : { name }
  const facts = { ...named, price, sku, unit, description, image, tax_code }
  return { id, qty, note, ...facts, ...offer, ...changed }
}

/**
 * Returns the offered price of a line after a change. A price that is not set by hand follows the
 * quantity, or the price of a line without a product.
 */
function offerWithoutKey(
  { products }: Quote,
  line: ProductLine,
  { qty, price, quote, discount_percent: percent }: LineChangeRequest,
): Pick<UpdateLineRequest, 'quote' | 'discount_percent'> {
  if (quote !== undefined || percent !== undefined) return {}
  if (line.discount_percent !== undefined) return { discount_percent: line.discount_percent }
  if (!isCatalogOffer(line)) return { quote: line.quote }
  if (line.id === 0) return { quote: price ?? line.quote }
  if (qty === undefined || line.price_breaks === undefined) return { quote: line.quote }
  const isOnly = products.every((other) => other === line || other.id !== line.id)
  return isOnly ? {} : { quote: catalogOffer(line, qty) }
}
