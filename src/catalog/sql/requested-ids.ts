import type { ProductId } from '../../quote/products/product-id.js'
import type { ColumnType } from './column-types.js'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const integerPattern = /^(?:0|-?[1-9][0-9]{0,17})$/

/**
 * Returns the ids that a column of this kind can have, by their text in the database. A UUID in
 * capital letters and one in small letters have the same text.
 */
export function requestedByText(
  ids: readonly ProductId[],
  kind: ColumnType['kind'],
): ReadonlyMap<ProductId, readonly ProductId[]> {
  const byText = new Map<string, ProductId[]>()
  for (const id of ids) {
    const text = textOf(id, kind)
    if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), id])
  }
  return byText
}

function textOf(id: ProductId, kind: ColumnType['kind']): string | undefined {
  if (kind === 'integer') return typeof id === 'number' ? String(id) : undefined
  if (typeof id === 'number') return undefined
  return kind === 'uuid' ? uuidText(id) : id
}

function uuidText(text: string): string | undefined {
  return uuidPattern.test(text) ? text.toLowerCase() : undefined
}

/** Returns the text of a store id in a column of this kind, or undefined if it can't have it. */
export function storeText(storeId: string, kind: ColumnType['kind']): string | undefined {
  if (kind === 'integer') return integerPattern.test(storeId) ? storeId : undefined
  return kind === 'uuid' ? uuidText(storeId) : storeId
}
