import type { DeskCall } from '../desk-call.js'
import type { ProductSuggestion } from '../options.js'
import type { DraftRow, QuoteDraft } from './draft/quote-draft.js'
import { findProducts, getPicks, withPick } from './find-products.js'
import type { ProductOffers } from './form/edited.js'
import type { Preview } from './preview.js'

/** A draft, after what was typed as its products was searched. */
export interface MatchedDraft {
  readonly draft: QuoteDraft
  readonly offers: ProductOffers
}

const maxSearches = 20

/**
 * Searches what was typed into new rows and is no id of a product. One match is taken, and several
 * are offered.
 *
 * @param preview Returns the errors of the draft, which say what is no id.
 */
export async function matchProducts(
  call: DeskCall,
  draft: QuoteDraft,
  preview: (draft: QuoteDraft) => Promise<Preview>,
): Promise<MatchedDraft> {
  const { rows } = draft
  if (call.options.searchProducts === undefined || !rows.some(isTyped)) return unmatched(draft)
  const { errors } = await preview(draft)
  const unknown = rows.flatMap((row, index) =>
    isTyped(row) && Object.hasOwn(errors, `products[${index}].id`) ? [index] : [],
  )
  const found = await Promise.all(
    unknown.slice(0, maxSearches).map(async (index) => {
      const text = rows[index]?.values.id ?? ''
      return [index, bestMatches((await findProducts(call, text)) ?? [], text)] as const
    }),
  )
  const single = new Map(found.filter(([, products]) => products.length === 1))
  return {
    draft: {
      ...draft,
      rows: rows.map((row, index) => {
        const [pick] = getPicks(single.get(index) ?? [])
        return pick === undefined ? row : withPick(row, pick)
      }),
    },
    offers: new Map(found.filter(([, products]) => products.length > 1)),
  }
}

/** Returns a draft whose products were not searched. */
function unmatched(draft: QuoteDraft): MatchedDraft {
  return { draft, offers: new Map() }
}

function isTyped({ key, values, isRemoved, shown }: DraftRow): boolean {
  return key === '' && values.id !== '' && !isRemoved && shown === undefined
}

/** A product whose name or SKU is exactly what was typed is meant, whatever else was found. */
function bestMatches(
  found: readonly ProductSuggestion[],
  text: string,
): readonly ProductSuggestion[] {
  const typed = text.toLowerCase()
  const exact = found.filter(({ name, sku }) =>
    [name, sku].some((each) => each?.toLowerCase() === typed),
  )
  return exact.length === 1 ? exact : found
}
