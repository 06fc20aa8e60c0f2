import type { AvailableShipping } from '../../engine/operations/pricing.js'
import { type FieldErrors, isQuoteError, type QuoteErrorCode } from '../../errors.js'
import type { StoreTags } from '../../features/tags/tags.js'
import type { User } from '../../features/users/users.js'
import { reportError } from '../../http/report-error.js'
import type { ProductSuggestion } from '../../ports/product-search.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import type { CustomerSuggestion } from '../options.js'
import { ifPermitted, loadAllUsers } from '../parts/load.js'
import type { Draft } from './draft-rows.js'

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

/** Customers to choose from. */
export interface FoundCustomers {
  readonly text: string
  readonly found: readonly CustomerSuggestion[]
}

/** A form with a quote, as it is shown. */
export interface EditedQuote {
  readonly draft: Draft
  /** The quote whose prices the form shows; undefined for a new one. */
  readonly quote: Quote | undefined
  readonly errors: FieldErrors
  /** What is to be said of lines as they are stored, by the names of their fields. */
  readonly hints?: FieldErrors | undefined
  readonly choices: Choices
  /** What the totals are calculated of; undefined for those of `quote`. */
  readonly priced?: PricedQuote | undefined
  /** Undefined if no row has words that match several products. */
  readonly offers?: ProductOffers | undefined
  /** The products that were found; undefined if none were searched. */
  readonly found?: readonly ProductSuggestion[] | undefined
  /** What the names of the discount or charge whose lines are chosen now start with. */
  readonly choosing?: string | undefined
  /** The keys of the lines that show their fields in a long quote. */
  readonly open?: ReadonlySet<string> | undefined
  /** The key of the line that was opened last. */
  readonly opening?: string | undefined
  /** The customers that were found, and the words. */
  readonly customers?: FoundCustomers | undefined
  /** The rows of a pasted table that are no products. */
  readonly pasted?: string | undefined
  /** The words that were searched. */
  readonly search?: string | undefined
}

/**
 * Loads what a user can choose from. A page does without what the user may not see, and without
 * shipping options if the provider fails.
 *
 * @param quoteId The quote whose shipping can be chosen; undefined for none.
 */
export async function loadChoices(call: DeskCall, quoteId: string | undefined): Promise<Choices> {
  const { engine, user } = call
  const [tags, users, shipping] = await Promise.all([
    ifPermitted(engine.listTags(user), {}),
    ifPermitted(loadAllUsers(call), undefined),
    quoteId === undefined ? undefined : loadShipping(call, quoteId),
  ])
  if (shipping !== unavailable) return { tags, users, shipping }
  return { tags, users, shipping: undefined, notice: call.strings.edit.shippingUnavailable }
}

const unavailable = Symbol('unavailable')

async function loadShipping({ engine, user, options, c }: DeskCall, quoteId: string) {
  try {
    return await engine.listShippingOptions(user, quoteId)
  } catch (error) {
    if (!isQuoteError(error)) throw error
    if (['not_permitted', 'invalid_options'].includes(error.code)) return undefined
    if (!providerErrors.has(error.code)) throw error
    reportError(options.onError, error, c.req.raw)
    return unavailable
  }
}

const providerErrors: ReadonlySet<QuoteErrorCode> = new Set([
  'shipping_failed',
  'shipping_invalid_response',
  'timeout',
])
