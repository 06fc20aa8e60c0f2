import { unknownProductMessage } from '../products/catalog-product.js'
import type { ProductId } from '../products/product-id.js'
import type { ProductLine } from '../quote.js'
import { isCustomEntry, mergeCustomFields, parseCustomPrice } from './custom-line.js'
import {
  customReadOnlyFields,
  getNote,
  type LineChangesInput,
  type LineEntry,
  productReadOnlyFields,
  type ReadOnlyLine,
  repriceLine,
} from './line-entry.js'
import { pricesFromProduct } from './line-pricing.js'
import type { OverridePolicy } from './price-override.js'
import { rejectReadOnlyChanges } from './read-only-fields.js'

/**
 * Returns the line that an entry adds; undefined if the entry is invalid.
 *
 * @param key The key of the line, if it has one already.
 */
export function newLine(
  { entry, path, errors }: LineEntry,
  { products, policy }: LineChangesInput,
  key: string | null = null,
): ProductLine | undefined {
  const { id, qty } = entry
  if (entry.key != null) return undefined
  if (qty === undefined) errors.add([...path, 'qty'], 'is required on a new line')
  if (isCustomEntry(entry)) return newCustomLine({ entry, path, errors }, policy, key)
  const isPlain = hasOnlyQuantity(entry)
  if (!isPlain)
    rejectReadOnlyChanges(productReadOnlyFields, undefined, entry as ReadOnlyLine, path, errors)
  const product = products.get(id as ProductId)
  if (product === undefined) errors.add([...path, 'id'], unknownProductMessage)
  if (qty === undefined || product === undefined) return undefined
  const identity = { id: id as ProductId, qty, key }
  const base =
    isPlain && product.facts === undefined
      ? identity
      : { ...identity, ...product.facts, ...getNote(entry) }
  const prices = pricesFromProduct(product, qty, policy)
  return repriceLine(base, prices, entry, { path, errors }, policy)
}

/** Returns true for an entry with only a product and a quantity: the rest can be skipped. */
function hasOnlyQuantity(entry: LineEntry['entry']): boolean {
  for (const field in entry) if (field !== 'id' && field !== 'qty') return false
  return true
}

function newCustomLine(
  { entry, path, errors }: LineEntry,
  policy: OverridePolicy,
  key: string | null,
): ProductLine | undefined {
  const { name, qty } = entry
  rejectReadOnlyChanges(customReadOnlyFields, undefined, entry, path, errors)
  if (name === undefined) errors.add([...path, 'name'], 'is required on a line without a product')
  const price = parseCustomPrice(entry.price, policy, path, errors)
  if (name === undefined || price === undefined || qty === undefined) return undefined
  const base = { id: 0, qty, key, ...mergeCustomFields({}, entry), ...getNote(entry) }
  const prices = pricesFromProduct({ price, calculatedPrice: price }, qty, policy)
  return repriceLine(base, prices, entry, { path, errors }, policy)
}
