import type { CatalogPriceBreak, CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-id.js'
import { describeValue } from '../../validation/describe-value.js'

/** A row as statements return it. All but the id of SQLite are text, so that prices are exact. */
export interface ProductRow {
  readonly id: unknown
  readonly price: string
  readonly salePrice?: string | null
  readonly name?: string | null
  readonly sku?: string | null
  readonly unit?: string | null
  readonly description?: string | null
  readonly image?: string | null
  readonly taxCode?: string | null
  readonly priceBreaks?: string | null
  readonly store?: string | null
  readonly currency?: string | null
}

/** Columns that are fields of a product as they are. */
export const textFields = [
  'price',
  'salePrice',
  'name',
  'sku',
  'unit',
  'description',
  'image',
  'taxCode',
] as const satisfies readonly (keyof ProductRow & keyof CatalogProduct)[]

/** Returns the product of a row under the id that was requested. */
export function toProduct(id: ProductId, row: ProductRow): CatalogProduct {
  const fields = textFields.flatMap((field) => {
    const value = row[field]
    return value == null ? [] : [[field, value]]
  })
  const product = { id, price: row.price, ...Object.fromEntries(fields) }
  if (row.priceBreaks == null) return product
  return { ...product, priceBreaks: parsePriceBreaks(id, row.priceBreaks) }
}

/** Only parses JSON, because the engine validates what it contains. */
function parsePriceBreaks(id: ProductId, json: string): readonly CatalogPriceBreak[] {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const message = `sqlCatalog: priceBreaks of product ${describeValue(id)} must be JSON`
    throw new Error(`${message}, received ${describeValue(json)}`, { cause })
  }
}
