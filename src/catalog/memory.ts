import { QuoteError } from '../errors.js'
import type { Catalog } from '../ports/catalog.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import { formatPath } from '../validation/field-errors.js'

/**
 * A catalog of fixed products by store. The products are copied: what happens to the objects later changes nothing.
 *
 * @throws QuoteError `invalid_options`, naming every product that cannot be sold (`store-1[0].price`)
 *
 * @example
 * memoryCatalog({ 'store-1': [{ id: 118, price: '200.00', salePrice: '149.95' }] })
 */
export function memoryCatalog(
  stores: Readonly<Record<string, readonly CatalogProduct[]>>,
): Catalog {
  const byStore = new Map(
    Object.entries(stores ?? {}).map(([storeId, products]) => [storeId, byId(storeId, products)]),
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
  }
}

/** All ids are wanted, so that each product is looked at, whatever is wrong with it. */
const anyId: Pick<ReadonlySet<number>, 'has'> = { has: () => true }

function byId(
  storeId: string,
  products: readonly CatalogProduct[],
): ReadonlyMap<number, CatalogProduct> {
  try {
    parseCatalogResponse(products, anyId)
  } catch (error) {
    if (!(error instanceof QuoteError) || error.code !== 'catalog_invalid_response') throw error
    const { errors } = error.details as { readonly errors: Readonly<Record<string, string>> }
    throw new QuoteError('invalid_options', {
      errors: Object.fromEntries(
        Object.entries(errors).map(([path, message]) => [
          `${formatPath([storeId])}${path}`,
          message,
        ]),
      ),
    })
  }
  return new Map(products.map((product) => [product.id, Object.freeze({ ...product })]))
}
