import type { AvailableShipping } from '../../../engine/operations/pricing.js'
import type { FieldErrors } from '../../../errors.js'
import type { Quote } from '../../../quote/quote.js'
import type { StoreTags } from '../../../store/tags.js'
import type { User } from '../../../store/users.js'
import type { ProductSuggestion } from '../../options.js'
import type { QuoteDraft } from '../draft/quote-draft.js'

/** What a user can choose from. */
export interface Choices {
  readonly tags: StoreTags
  /** Undefined if the user may not see the users of the store. */
  readonly users: readonly User[] | undefined
  /** Undefined if there is no shipping provider. */
  readonly shipping: readonly AvailableShipping[] | undefined
  /** What is not available now, and why. */
  readonly notice?: string | undefined
}

/** What a quote would be after the changes of a form. */
export interface PricedQuote {
  readonly quote: Quote
  /** The key of each row's line; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
}

/** The products to choose from by the number of the row into which words were typed. */
export type ProductOffers = ReadonlyMap<number, readonly ProductSuggestion[]>

/** A form with a quote, as it is shown. */
export interface EditedQuote {
  readonly draft: QuoteDraft
  /** The quote whose prices the form shows; undefined for a new one. */
  readonly quote: Quote | undefined
  readonly errors: FieldErrors
  readonly choices: Choices
  /** What the totals are calculated of; undefined for those of `quote`. */
  readonly priced?: PricedQuote | undefined
  /** Undefined if no row has words that match several products. */
  readonly offers?: ProductOffers | undefined
  /** The products that were found; undefined if none were searched. */
  readonly found?: readonly ProductSuggestion[] | undefined
  /** The number of the discount whose lines are chosen now. */
  readonly choosing?: number | undefined
  /** The words that were searched. */
  readonly search?: string | undefined
}
