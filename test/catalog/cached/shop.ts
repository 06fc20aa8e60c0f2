import { type CachedCatalogOptions, cachedCatalog } from '../../../src/catalog/cached/index.js'
import type { CatalogPort } from '../../../src/ports/catalog.js'
import type { ProductId } from '../../../src/quote/model/product-fields.js'

const isEven = (id: ProductId) => Number(id) % 2 === 0

/** Creates a catalog of products with even ids, whose price increases with every call. */
export function createShop() {
  const calls: string[] = []
  const catalog: CatalogPort = {
    async findProducts(storeId, ids) {
      calls.push(`${storeId}:${ids.join()}`)
      return ids.filter(isEven).map((id) => ({ id, price: calls.length }))
    },
  }
  return { catalog, calls }
}

/** A product like those of an ORM, whose fields are getters of the prototype. */
export class ProductEntity {
  readonly #fields: readonly [id: number, price: string, salePrice?: string]

  constructor(...fields: [id: number, price: string, salePrice?: string]) {
    this.#fields = fields
  }

  get id() {
    return this.#fields[0]
  }

  get price() {
    return this.#fields[1]
  }

  get salePrice(): string | null {
    return this.#fields[2] as string | null
  }
}

/** Creates a cached shop whose clock the test advances. */
export function createCachedShop(options: CachedCatalogOptions & { readonly start?: number } = {}) {
  const { start = 0, ...rest } = options
  const { catalog, calls } = createShop()
  let now = start
  const cached = cachedCatalog(catalog, { ...rest, now: () => now })
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { cached, calls, wait }
}
