import * as z from 'zod'
import { QuoteError } from '../errors.js'
import type { SearchableCatalog } from '../ports/catalog.js'
import { searchInMemory } from '../ports/product-search.js'
import {
  type CatalogProduct,
  copyProduct,
  parseCatalogResponse,
} from '../quote/products/catalog-product.js'
import type { ProductId } from '../quote/products/product-fields.js'
import { describeKind } from '../validation/describe-value.js'
import { formatPath, parseOrThrow } from '../validation/field-errors.js'
import { rejectOptions } from '../validation/reject-options.js'

const storesSchema = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  {
    error: ({ input }) =>
      'must be an object with a list of products for each store id, ' +
      `such as { 'store-1': products }, received ${describeKind(input)}`,
  },
)

/**
 * Creates a catalog of fixed products by store. The products are copied, so later changes to the
 * objects have no effect. Prices are the same for every customer and currency.
 *
 * @throws QuoteError `invalid_options`, with the path of every invalid product
 * (`store-1[0].price`)
 *
 * @example
 * memoryCatalog({ 'store-1': [{ id: 118, price: '200.00', salePrice: '149.95' }] })
 */
export function memoryCatalog(
  stores: Readonly<Record<string, readonly CatalogProduct[]>>,
  ...unexpected: []
): SearchableCatalog {
  rejectOptions(unexpected)
  parseOrThrow(storesSchema, stores, 'invalid_options')
  const byStore = new Map(
    Object.entries(stores).map(([storeId, products]) => [storeId, indexById(storeId, products)]),
  )
  return {
    findProducts(storeId, ids) {
      const products = byStore.get(storeId)
      const found: CatalogProduct[] = []
      for (const id of ids) {
        const product = products?.get(id)
        if (product !== undefined) found.push(product)
      }
      return found
    },
    searchProducts: (storeId, text) => searchInMemory(byStore.get(storeId)?.values() ?? [], text),
  }
}

/** Marks every id as requested, so that every product is validated. */
const anyId: Pick<ReadonlySet<ProductId>, 'has'> = { has: () => true }

function indexById(
  storeId: string,
  products: readonly CatalogProduct[],
): ReadonlyMap<ProductId, CatalogProduct> {
  try {
    parseCatalogResponse(products, anyId)
  } catch (error) {
    if (!(error instanceof QuoteError) || error.code !== 'catalog_invalid_response') throw error
    const { errors } = error.details as { readonly errors: Readonly<Record<string, string>> }
    const prefix = formatPath([storeId])
    throw new QuoteError('invalid_options', {
      errors: Object.fromEntries(
        Object.entries(errors).map(([path, message]) => [`${prefix}${path}`, message]),
      ),
    })
  }
  return new Map(products.map((product) => [product.id, copyProduct(product)]))
}
