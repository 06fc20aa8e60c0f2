import type { FieldErrors } from '../../errors.js'
import type { ProductSuggestion } from '../../ports/product-search.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { Template } from '../../store/templates/template.js'
import type { DeskCall } from '../desk-call.js'
import { findProducts } from '../edit/find-products.js'
import { bestMatches } from '../edit/preview.js'
import { productIdValue } from '../parts/fields.js'
import {
  getProductId,
  type LineDraft,
  loadProductFacts,
  type TemplateDraft,
} from './template-draft.js'

/** A template whose products were searched, as those of a quote are. */
export interface MatchedTemplate {
  readonly draft: TemplateDraft
  /** The products to choose from, by the paths of the lines with words that match several. */
  readonly offers: ReadonlyMap<string, readonly ProductSuggestion[]>
  /** What is typed and is no product, by the names of the fields. */
  readonly errors: FieldErrors
}

const maxSearches = 20

/**
 * Searches what was typed as a product and is no id of one: one match is taken, several are
 * offered, and without a match it is an error. A product that the template had before can be gone.
 */
export async function matchLines(
  call: DeskCall,
  draft: TemplateDraft,
  stored?: Template,
): Promise<MatchedTemplate> {
  const { templates, edit } = call.strings
  const { missing } = await loadProductFacts(call, draft.lines, draft.currency)
  const known = new Set<ProductId | undefined>(stored?.products.map(({ id }) => id))
  const isUnknown = (line: LineDraft) => {
    const id = getProductId(line)
    return id !== undefined && missing.has(id) && !known.has(id)
  }
  const unknown = draft.lines.filter(isUnknown)
  const found = await Promise.all(
    unknown.slice(0, maxSearches).map(async ({ id }) => {
      const products = (await findProducts(call, id, () => undefined)) ?? []
      return bestMatches(products, id)
    }),
  )
  const productsOf = (line: LineDraft) => found[unknown.indexOf(line)] ?? []
  const offers = new Map<string, readonly ProductSuggestion[]>()
  const errors: Record<string, string> = {}
  const lines = draft.lines.map((line, index) => {
    if (!unknown.includes(line)) return line
    const products = productsOf(line)
    const [single] = products
    if (single !== undefined && products.length === 1)
      return { ...line, id: productIdValue(single.id) }
    const path = `products[${index}]`
    if (products.length > 1) offers.set(path, products)
    errors[`${path}.id`] = products.length > 1 ? edit.severalProducts : templates.missingProduct
    return line
  })
  return { draft: { ...draft, lines }, offers, errors }
}
