import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../pages/report-error.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { changesOf, createRequestOf, type DraftRequest } from './changes/quote-changes.js'
import { displayedLines } from './draft/draft-of-quote.js'
import type { QuoteDraft } from './draft/quote-draft.js'
import { jsonResponse } from './find-products.js'
import type { PricedQuote } from './form/edited.js'
import { labelsOf } from './form/labels.js'
import { shownAmounts, totalOf } from './form/totals.js'
import { errorsOf } from './save-quote.js'

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
  const changes = changesOf(base, draft)
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
  if (Object.keys(errors).length > 0) return { priced: undefined, errors }
  try {
    const { quote } = await run()
    return { priced: { quote, keys }, errors }
  } catch (error) {
    if (!isQuoteError(error)) throw error
    if (toProblem(error).status >= 500)
      await reportError(call.options.onError, error, call.c.req.raw)
    if (error.code !== 'version_mismatch')
      return { priced: undefined, errors: errorsOf(error, paths) }
    const message = 'Somebody else has changed the quote. You can compare both versions on saving.'
    return { priced: undefined, errors: { '': message } }
  }
}

/** Returns a preview for the module: formatted amounts, and errors by the names of the fields. */
export function previewResponse(
  { formats }: DeskCall,
  draft: QuoteDraft,
  { priced, errors }: Preview,
  view?: QuoteView,
): Response {
  const labelOf = labelsOf({ draft, quote: view?.quote, errors, choices: noChoices })
  const [first] = Object.entries(errors)
  const message = first && [labelOf(first[0]) ?? first[0], first[1]].filter(Boolean).join(': ')
  if (priced === undefined) return jsonResponse({ errors, message })
  const { quote, keys } = priced
  const money = (amount: string) => formats.money(amount, quote.currency)
  const lines = displayedLines(quote)
  return jsonResponse({
    lines: keys.map((key) => {
      const line = key === undefined ? undefined : lines.get(key)
      if (line === undefined) return null
      const name = line.id === 0 ? '' : line.name
      return { total: money(line.quote_total), price: line.quote, name }
    }),
    amounts: Object.fromEntries(
      shownAmounts(money, quote).map(({ name, amount }) => [name, amount]),
    ),
    sum: money(totalOf(quote)),
    message: quote.taxes?.stale === true ? staleMessage : 'Not saved yet.',
    errors: {},
  })
}

const staleMessage = 'Not saved yet. Taxes are calculated again when the quote is sent.'

const noChoices = { tags: {}, users: undefined, shipping: undefined }
