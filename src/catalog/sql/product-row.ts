import type { CatalogPriceBreak, CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { type CatalogTextFieldValues, catalogTextFieldNames } from '../../quote/text-fields.js'
import { describeValue } from '../../validation/describe-value.js'

/** A row as statements return it. All but the id of SQLite are text, so that prices are exact. */
export interface ProductRow extends CatalogTextFieldValues<string | null> {
  readonly id: unknown
  readonly price: string
  readonly salePrice?: string | null
  readonly priceBreaks?: string | null
  readonly store?: string | null
  readonly currency?: string | null
}

/** Columns that are fields of a product as they are. */
export const copiedFields = [
  'price',
  'salePrice',
  ...catalogTextFieldNames,
] as const satisfies readonly (keyof ProductRow & keyof CatalogProduct)[]

/** Returns the product of a row under the id that was requested. */
export function toProduct(id: ProductId, row: ProductRow): CatalogProduct {
  const fields = copiedFields.flatMap((field) => {
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
