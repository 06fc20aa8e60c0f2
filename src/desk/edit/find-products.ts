import { HttpProblem } from '../../http/problem-details.js'
import type { Form } from '../../pages/forms/form.js'
import { reportError } from '../../pages/report-error.js'
import { pageHeaders } from '../../pages/security-headers.js'
import { isProductId } from '../../quote/products/product-id.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import type { ProductSuggestion } from '../options.js'
import { productIdValue } from './draft/product-values.js'
import { type DraftRow, emptyValues } from './draft/quote-draft.js'

const maxResults = 20
const maxTextLength = 200

/** Suggests products while a user types: `GET /products?q=chair`. */
export const productsRoute: DeskRoute = {
  path: '/products',
  async get(call) {
    if (call.options.searchProducts === undefined)
      throw new HttpProblem('not_found', 'There is no search for products')
    const found = (await findProducts(call, call.query('q'))) ?? []
    const products = found.map(({ id, name, sku, price }) => ({
      value: productIdValue(id),
      label: [name, sku, price].filter(Boolean).join(' · '),
    }))
    return jsonResponse({ products })
  },
}

/** Returns a response for the module. */
export function jsonResponse(body: unknown): Response {
  const headers = { ...pageHeaders, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { headers })
}

/** Returns the products that match words; undefined if the host's search fails. */
export async function findProducts(
  { options, user, c }: DeskCall,
  text: string,
): Promise<readonly ProductSuggestion[] | undefined> {
  if (text === '') return []
  try {
    const found = await options.searchProducts?.(user, text.slice(0, maxTextLength))
    return (found ?? []).slice(0, maxResults).filter(({ id }) => isProductId(id))
  } catch (error) {
    await reportError(options.onError, error, c.req.raw)
    return undefined
  }
}

/** Returns rows for the products that were checked among those that were found. */
export function checkedProducts(form: Form): readonly DraftRow[] {
  return form
    .getAll('found')
    .slice(0, maxResults)
    .flatMap((value) => {
      const id = parseId(value)
      if (!isProductId(id)) return []
      return [{ key: '', values: { ...emptyValues, id: productIdValue(id) }, isRemoved: false }]
    })
}

function parseId(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
