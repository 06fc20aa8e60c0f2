import type { ProductLine } from '../../quote/quote.js'

/** Returns what people call a line: the name of its product, or its id. */
export function lineName({ id, name, sku }: Pick<ProductLine, 'id' | 'name' | 'sku'>): string {
  const shown = name ?? (id === 0 ? 'Line without a name' : `Product ${id}`)
  return sku === undefined ? shown : `${shown} (${sku})`
}
