import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import { isRemoved, pickEntries } from './draft.js'
import { type Draft, type Row, rowsOf, withFields } from './draft-rows.js'
import type { PricedQuote, ProductOffers } from './edited.js'
import { bestMatches, findProducts, getPicks, isNamed } from './find-products.js'
import { getErrors } from './form-errors.js'
import { createRequestOf, type FormRequest, getChanges } from './requests.js'

/** What the changes of a form would make of a quote, without storing them. */
export interface Preview {
  /** Undefined if the changes are rejected. */
  readonly priced: PricedQuote | undefined
  /** By the names of the form's fields. */
  readonly errors: FieldErrors
}

/** Returns what a quote would be after the changes of its form. */
export function previewUpdate(call: DeskCall, base: QuoteRecord, draft: Draft): Promise<Preview> {
  const { engine, user } = call
  const changes = getChanges(call, base, draft)
  const options = { preview: true, expectedVersion: base.version }
  return preview(call, changes, () =>
    engine.updateQuote(user, base.quoteId, changes.request, options),
  )
}

/**
 * Returns what a quote would be if it was sent like that, with its taxes. If it cannot be sent, or
 * the tax provider fails, the quote is without them, and the errors say why.
 */
export async function previewTaxes(
  call: DeskCall,
  base: QuoteRecord,
  draft: Draft,
): Promise<Preview> {
  const { engine, user } = call
  const plain = await previewUpdate(call, base, draft)
  if (plain.priced === undefined) return plain
  const changes = getChanges(call, base, draft)
  const request = { ...changes.request, status: 'sent' }
  const options = { preview: true, expectedVersion: base.version }
  const sent = await preview(call, changes, () =>
    engine.updateQuote(user, base.quoteId, request, options),
  )
  return { priced: sent.priced ?? plain.priced, errors: sent.errors }
}

/** Returns the quote that a form would create. */
export function previewCreate(call: DeskCall, draft: Draft): Promise<Preview> {
  const changes = createRequestOf(call, draft)
  return preview(call, changes, () =>
    call.engine.createQuote(call.user, changes.request, { preview: true }),
  )
}

async function preview(
  call: DeskCall,
  { errors, keys, paths }: FormRequest<unknown>,
  run: () => Promise<QuoteRecord>,
): Promise<Preview> {
  try {
    const { quote } = await run()
    const isValid = Object.keys(errors).length === 0
    return { priced: isValid ? { quote, keys } : undefined, errors }
  } catch (error) {
    if (!isQuoteError(error)) throw error
    if (toProblem(error).status >= 500) reportError(call.options.onError, error, call.c.req.raw)
    // What the form says of a field is more to the point than what the engine says of its value.
    if (error.code !== 'version_mismatch')
      return { priced: undefined, errors: { ...getErrors(error, paths), ...errors } }
    return { priced: undefined, errors: { '': call.strings.common.changedMeanwhile } }
  }
}

/** Returns a version of a quote that a form names. */
export async function loadVersion(
  { engine, user }: DeskCall,
  current: QuoteRecord,
  version: number,
): Promise<QuoteRecord> {
  if (version === current.version) return current
  return engine.getQuote(user, current.quoteId, { version })
}

/** A draft, after what was typed as its products was searched. */
export interface MatchedDraft {
  readonly draft: Draft
  readonly offers: ProductOffers
}

const maxSearches = 20

/**
 * Searches what was typed into new rows and is no id of a product. One match is taken, and several
 * are offered.
 *
 * @param preview Returns the errors of the draft, which say what is no id.
 * @param onlyNamed True to take only a product whose name or SKU was typed, and offer others: for a
 *   form that is not seen again before something is done with it.
 */
export async function findTypedProducts(
  call: DeskCall,
  draft: Draft,
  preview: (draft: Draft) => Promise<Preview>,
  onlyNamed = false,
): Promise<MatchedDraft> {
  const typed = call.options.searchProducts ? rowsOf(draft, 'products').filter(isTyped) : []
  if (typed.length === 0) return { draft, offers: new Map() }
  const { errors } = await preview(draft)
  const unknown = typed.filter(({ path }) => Object.hasOwn(errors, `${path}.id`))
  const found = await Promise.all(
    unknown.slice(0, maxSearches).map(async (row) => {
      const text = row.get('id')
      const products = (await findProducts(call, text, (name) => draft.get(name))) ?? []
      return [row, bestMatches(products, text)] as const
    }),
  )
  const isTaken = ([row, products]: (typeof found)[number]) =>
    products.length === 1 && (!onlyNamed || products.some((each) => isNamed(each, row.get('id'))))
  const picked = found.filter(isTaken).flatMap(([{ path }, products]) =>
    getPicks(products)
      .flatMap(pickEntries)
      .map(([field, value]) => [`${path}.${field}`, value] as const),
  )
  const offered = found.filter((each) => each[1].length > 0 && !isTaken(each))
  return {
    draft: withFields(draft, picked),
    offers: new Map(offered.map(([{ index }, products]) => [index, products])),
  }
}

function isTyped(row: Row): boolean {
  const isNew = row.get('key') === '' && row.get('picked') === ''
  return isNew && row.get('id') !== '' && !isRemoved(row)
}
