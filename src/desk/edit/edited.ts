import type { AvailableShipping } from '../../engine/operations/pricing.js'
import { type FieldErrors, isQuoteError, type QuoteErrorCode } from '../../errors.js'
import { reportError } from '../../http/report-error.js'
import type { LabelOf } from '../../pages/forms/error-summary.js'
import type { ProductSuggestion } from '../../ports/product-search.js'
import type { Quote } from '../../quote/model/quote.js'
import type { StoreTags } from '../../store/tags.js'
import type { User } from '../../store/users.js'
import type { DeskCall } from '../desk-call.js'
import { loadAllUsers } from '../parts/load.js'
import type { DeskStrings } from '../strings.js'
import { isBlankDiscount, type QuoteDraft, type RowField } from './draft.js'
import { customerLabel, getRowLabel } from './flatten.js'
import { mapStoreInputs } from './store-fields.js'

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

/**
 * Loads what a user can choose from. A page does without what the user may not see, and without
 * shipping options if the provider fails.
 *
 * @param quoteId The quote whose shipping can be chosen; undefined for none.
 */
export async function loadChoices(call: DeskCall, quoteId: string | undefined): Promise<Choices> {
  const { engine, user } = call
  const [tags, users, shipping] = await Promise.all([
    unless(['not_permitted'], engine.listTags(user)),
    unless(['not_permitted'], loadAllUsers(call)),
    quoteId === undefined ? undefined : loadShipping(call, quoteId),
  ])
  const isAvailable = shipping !== unavailable
  const notice = call.strings.edit.shippingUnavailable
  return {
    tags: tags ?? {},
    users,
    shipping: isAvailable ? shipping : undefined,
    ...(isAvailable ? undefined : { notice }),
  }
}

const unavailable = Symbol('unavailable')

async function loadShipping({ engine, user, options, c }: DeskCall, quoteId: string) {
  try {
    return await unless(
      ['not_permitted', 'invalid_options'],
      engine.listShippingOptions(user, quoteId),
    )
  } catch (error) {
    if (!isQuoteError(error) || !providerErrors.has(error.code)) throw error
    reportError(options.onError, error, c.req.raw)
    return unavailable
  }
}

const providerErrors: ReadonlySet<QuoteErrorCode> = new Set([
  'shipping_failed',
  'shipping_invalid_response',
  'timeout',
])

/** Returns undefined instead of an error with one of these codes. */
async function unless<T>(
  codes: readonly QuoteErrorCode[],
  result: Promise<T>,
): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if (isQuoteError(error) && codes.includes(error.code)) return undefined
    throw error
  }
}

function getPlainLabels({ labels, edit }: DeskStrings): ReadonlyMap<string, string> {
  const { products, tags, currency } = labels.quote
  const ofStore = mapStoreInputs((name) => labels.quote[name])
  return new Map([
    ...Object.entries({ products, tags, ...ofStore, currency, ...edit.errorLabels }),
    ...Object.entries(labels.customer).map(([name, label]) => [`customer.${name}`, label] as const),
  ])
}

/** Returns the labels of the fields that a form has, for the list of its errors. */
export function getLabels({ draft, quote }: EditedQuote): LabelOf {
  const { strings } = draft
  const { common, edit, labels } = strings
  const plainLabels = getPlainLabels(strings)
  const productKeys = new Set(
    draft.rows.flatMap(({ key, values }) => (key !== '' && values.id !== '' ? [key] : [])),
  )
  const lineLabel = (index: number, column: string | undefined): string | undefined => {
    const row = draft.rows[index]
    if (row === undefined) return undefined
    if (column === 'id' && row.key === '') return edit.lineProduct(index + 1, labels.line.id)
    const name = common.lineNumber(index + 1, getRowLabel(strings, row))
    if (column === undefined) return name
    const isFixed = productKeys.has(row.key) && !productColumns.has(column)
    const own = draft.ownFields.line.find(({ path }) => path === column)
    if (own !== undefined) return edit.errorField(name, own.label)
    if (isFixed || !Object.hasOwn(labels.line, column)) return undefined
    if (column === 'id') return undefined
    return edit.errorField(name, labels.line[column as RowField])
  }
  return (path) => {
    const plain = plainLabels.get(path)
    if (plain !== undefined) return path === 'currency' && quote !== undefined ? undefined : plain
    const own = draft.ownFields.quote.find((each) => each.path === path)
    if (own !== undefined) return own.label
    const [, list, index, column] = /^(\w+)\[(\d+)\](?:\.([\w.-]+))?$/.exec(path) ?? []
    if (list === 'products') return lineLabel(Number(index), column)
    if (list === 'fields') return fieldLabel(draft, draft.fields[Number(index)]?.name, column)
    if (list !== 'discounts' || column === undefined) return undefined
    const discount = draft.discounts[Number(index)]
    if (discount === undefined || isBlankDiscount(discount)) return undefined
    if (!Object.hasOwn(edit.discountFields, column)) return undefined
    return edit.discountField(Number(index) + 1, edit.discountFields[column as 'type'])
  }
}

/** What can be changed on a line with a product. */
const productColumns = new Set(['position', 'qty', 'quote', 'discount_percent', 'note'])

function fieldLabel(
  draft: QuoteDraft,
  name: string | undefined,
  column: string | undefined,
): string | undefined {
  if (name === undefined) return undefined
  const { edit } = draft.strings
  if (column === 'name') return edit.customerFieldName
  return column === 'value' ? customerLabel(draft, name) || edit.customerFieldValue : undefined
}
