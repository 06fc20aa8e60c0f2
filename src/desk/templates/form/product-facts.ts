import { isQuoteError } from '../../../errors.js'
import type { ProductId } from '../../../quote/products/product-fields.js'
import type { ProductLine } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { getProductId, type LineDraft } from './template-draft.js'

/** What the catalog says of products now. Empty if it cannot be asked. */
export interface ProductFacts {
  readonly currency?: string | undefined
  /** The products as lines of one piece, by their ids. */
  readonly lines: ReadonlyMap<ProductId, ProductLine>
  /** The products that the store does not have, or that have no price. */
  readonly missing: ReadonlySet<ProductId>
}

const none: ProductFacts = { lines: new Map(), missing: new Set() }

/** Loads the names and prices of the products of lines, which a template does not store. */
export async function loadProductFacts(
  call: DeskCall,
  drafts: readonly LineDraft[],
): Promise<ProductFacts> {
  const ids = new Set(drafts.flatMap((line) => getProductId(line) ?? []))
  const missing = new Set<ProductId>()
  // The first call names the products that the store does not have; the second is without them.
  for (let attempt = 0; attempt < 2 && ids.size > missing.size; attempt += 1) {
    const found = [...ids].filter((id) => !missing.has(id))
    const priced = await priceProducts(call, found)
    if ('lines' in priced) return { ...priced, missing }
    for (const index of priced.rejected) missing.add(found[index] as ProductId)
  }
  return { ...none, missing }
}

type Priced = Pick<ProductFacts, 'currency' | 'lines'> | { readonly rejected: readonly number[] }

async function priceProducts(
  { engine, user }: DeskCall,
  ids: readonly ProductId[],
): Promise<Priced> {
  const request = { customer: {}, products: ids.map((id) => ({ id, qty: 1 })) }
  try {
    const { quote } = await engine.createQuote(user, request, { preview: true })
    const lines = new Map(quote.products.map((line) => [line.id, line] as const))
    return { currency: quote.currency, lines }
  } catch (error) {
    // A template can be written without the catalog, or without the right to create quotes.
    if (!isQuoteError(error) || error.code !== 'invalid_request') return { lines: none.lines }
    return { rejected: Object.keys(error.details.errors).flatMap(getIndex) }
  }
}

function getIndex(path: string): number[] {
  const index = /^products\[(\d+)\]/.exec(path)?.[1]
  return index === undefined ? [] : [Number(index)]
}
