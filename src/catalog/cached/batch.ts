import { QuoteError } from '../../errors.js'
import {
  type CatalogProduct,
  copyProduct,
  parseCatalogResponse,
} from '../../quote/lines/catalog-product.js'
import { isOtherForm, isProductId, type ProductId } from '../../quote/model/product-fields.js'

/** The response to a batch, divided by product. */
export interface BatchResponse {
  /** Frozen copies of the valid products. */
  readonly valid: ReadonlyMap<ProductId, CatalogProduct>
  /** What the catalog returned for other ids: an invalid product, or several products. */
  readonly invalid: ReadonlyMap<ProductId, readonly CatalogProduct[]>
  /**
   * Values without a valid id, or with the string or number of a requested id. Each of them may be
   * any of the missing products.
   */
  readonly unidentified: readonly CatalogProduct[]
}

export interface BatchOptions {
  /** Sends the ids to the catalog. The signal aborts when every caller has aborted. */
  readonly send: (
    ids: readonly ProductId[],
    signal: AbortSignal,
  ) => Promise<readonly CatalogProduct[]> | readonly CatalogProduct[]
  /** Called when a caller has aborted, usually because the batch takes too long. */
  readonly onAbort: () => void
}

/** One call to the catalog for several callers. It is sent in the next microtask. */
export class CatalogBatch {
  readonly ids: ProductId[] = []
  readonly response: Promise<BatchResponse>
  readonly #onAbort: () => void
  readonly #controller = new AbortController()
  #waiting = 0

  constructor({ send, onAbort }: BatchOptions) {
    this.#onAbort = onAbort
    const { signal } = this.#controller
    this.response = Promise.resolve().then(async () => {
      signal.throwIfAborted()
      return divide(await send(this.ids, signal), new Set(this.ids))
    })
    // No caller may be left to handle it.
    this.response.catch(() => {})
  }

  /** Waits for the response. Rejects with the signal's reason if the signal aborts. */
  wait(signal: AbortSignal | undefined): Promise<BatchResponse> {
    this.#waiting += 1
    if (signal === undefined) return this.response
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason)
        this.#leave(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const stopListening = () => signal.removeEventListener('abort', onAbort)
      this.response.then(resolve, reject)
      this.response.then(stopListening, stopListening)
    })
  }

  #leave(reason: unknown): void {
    this.#waiting -= 1
    this.#onAbort()
    if (this.#waiting === 0) this.#controller.abort(reason)
  }
}

function divide(
  response: readonly CatalogProduct[],
  requested: ReadonlySet<ProductId>,
): BatchResponse {
  if (!Array.isArray(response)) {
    const errors = { '': 'must be an array of products' }
    throw new QuoteError('catalog_invalid_response', { errors })
  }
  const byId = new Map<ProductId, CatalogProduct[]>()
  const unidentified: CatalogProduct[] = []
  for (const product of response) {
    const id = readId(product)
    if (id === undefined || isOtherForm(id, requested)) unidentified.push(product)
    else if (byId.has(id)) byId.get(id)?.push(product)
    else byId.set(id, [product])
  }
  const valid = new Map<ProductId, CatalogProduct>()
  for (const [id, products] of byId) {
    const product = validProduct(id, products)
    if (product === undefined) continue
    valid.set(id, product)
    byId.delete(id)
  }
  return { valid, invalid: byId, unidentified }
}

/** Returns a copy of the product, or undefined if there is not exactly one valid product. */
function validProduct(
  id: ProductId,
  products: readonly CatalogProduct[],
): CatalogProduct | undefined {
  try {
    parseCatalogResponse(products, new Set([id]))
    return copyProduct(products[0] as CatalogProduct)
  } catch {
    return undefined
  }
}

function readId(product: Partial<CatalogProduct> | null | undefined): ProductId | undefined {
  try {
    const id = product?.id
    return isProductId(id) ? id : undefined
  } catch {
    return undefined
  }
}
