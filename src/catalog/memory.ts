import * as z from 'zod'
import { QuoteError } from '../errors.js'
import type { CatalogCallOptions, SearchableCatalog } from '../ports/catalog.js'
import { isOtherCurrency } from '../ports/catalog-prices.js'
import { searchInMemory } from '../ports/product-search.js'
import {
  type CatalogProduct,
  copyProduct,
  parseCatalogResponse,
} from '../quote/lines/catalog-product.js'
import type { ProductId } from '../quote/model/product-fields.js'
import { describeKind } from '../validation/describe-value.js'
import { formatPath, parseOrThrow } from '../validation/field-errors.js'
import { currencyCode, withReceived } from '../validation/schemas/scalars.js'

/** Options of `memoryCatalog`. */
export interface MemoryCatalogOptions {
  /**
   * The currency of the prices, three capital letters. Quotes in other currencies find no products.
   *
   * @default none: the prices are used whatever the currency of the quote is
   */
  readonly currency?: string | undefined
}

const memoryCatalogOptionsSchema: z.ZodType<MemoryCatalogOptions> = z.strictObject(
  { currency: currencyCode.optional() },
  { error: withReceived('must be an object') },
)

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
 * objects have no effect. Prices are the same for every customer.
 *
 * @throws QuoteError `invalid_options`, with the path of every invalid product
 * (`store-1[0].price`)
 *
 * @example
 * const products = [{ id: 118, price: '200.00', salePrice: '149.95' }]
 * memoryCatalog({ 'store-1': products }, { currency: 'EUR' })
 */
export function memoryCatalog(
  stores: Readonly<Record<string, readonly CatalogProduct[]>>,
  options: MemoryCatalogOptions = {},
): SearchableCatalog {
  const { currency } = parseOrThrow(memoryCatalogOptionsSchema, options, 'invalid_options')
  parseOrThrow(storesSchema, stores, 'invalid_options')
  const byStore = new Map(
    Object.entries(stores).map(([storeId, products]) => [storeId, indexById(storeId, products)]),
  )
  const productsOf = (storeId: string, call: CatalogCallOptions | undefined) =>
    isOtherCurrency(currency, call) ? undefined : byStore.get(storeId)
  return {
    findProducts(storeId, ids, call) {
      const products = productsOf(storeId, call)
      const found: CatalogProduct[] = []
      for (const id of ids) {
        const product = products?.get(id)
        if (product !== undefined) found.push(product)
      }
      return found
    },
    searchProducts: (storeId, text, call) =>
      searchInMemory(productsOf(storeId, call)?.values() ?? [], text),
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
