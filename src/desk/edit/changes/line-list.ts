import { isPricedByHand } from '../../../quote/lines/line-pricing.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import type { LineChangeRequest, UpdateLineRequest } from '../../../quote/requests/line-request.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import { catalogPrice } from '../draft/product-values.js'
import type { FormPath } from './error-paths.js'

/** All lines of a quote as a request has them. */
export interface LineList {
  readonly products: readonly UpdateLineRequest[]
  readonly paths: readonly FormPath[]
}

/**
 * Returns true if changes add a product that the quote has already. A change of a single line would
 * change that one, so all lines have to be sent.
 */
export function needsLineList(quote: Quote, changes: readonly LineChangeRequest[]): boolean {
  const ids = new Set(quote.products.map(({ id }) => id))
  return changes.some(({ key, id }) => key === undefined && id !== undefined && ids.has(id))
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
  { qty, price, discount_percent: percent }: LineChangeRequest,
): Pick<UpdateLineRequest, 'quote'> {
  if (percent !== undefined) return {}
  const isByHand = isPricedByHand(line, 'half-up') && isPricedByHand(line, 'half-even')
  if (isByHand) return { quote: line.quote }
  if (line.id === 0) return { quote: price ?? line.quote }
  if (qty === undefined || line.price_breaks === undefined) return { quote: line.quote }
  const isOnly = products.every((other) => other === line || other.id !== line.id)
  return isOnly ? {} : { quote: catalogPrice(line, qty) }
}
