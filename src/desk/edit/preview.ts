import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { getErrors } from './changes/error-paths.js'
import { createRequestOf, type DraftRequest, getChanges } from './changes/quote-changes.js'
import type { QuoteDraft } from './draft/quote-draft.js'
import type { PricedQuote } from './form/edited.js'

/** What the changes of a form would make of a quote, without storing them. */
export interface Preview {
  /** Undefined if the changes are rejected. */
  readonly priced: PricedQuote | undefined
  /** By the names of the form's fields. */
  readonly errors: FieldErrors
}

/** Returns what a quote would be after the changes of its form. */
export function previewUpdate(
  call: DeskCall,
  base: QuoteRecord,
  draft: QuoteDraft,
): Promise<Preview> {
  const { engine, user } = call
  const changes = getChanges(base, draft)
  const options = { preview: true, expectedVersion: base.version }
  return preview(call, changes, () =>
    engine.updateQuote(user, base.quoteId, changes.request, options),
  )
}

/** Returns the quote that a form would create. */
export function previewCreate(call: DeskCall, draft: QuoteDraft): Promise<Preview> {
  const changes = createRequestOf(draft)
  return preview(call, changes, () =>
    call.engine.createQuote(call.user, changes.request, { preview: true }),
  )
}

async function preview(
  call: DeskCall,
  { errors, keys, paths }: DraftRequest<unknown>,
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
    const message = 'Somebody else has changed the quote. You can compare both versions on saving.'
    return { priced: undefined, errors: { '': message } }
  }
}

/** Returns a version of a quote that a form names. */
export async function recordAt(
  { engine, user }: DeskCall,
  current: QuoteRecord,
  version: number,
): Promise<QuoteRecord> {
  if (version === current.version) return current
  return engine.getQuote(user, current.quoteId, { version })
}
