import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { shownUnitPrice } from '../../quote/precision.js'
import type { Quote, QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { contactErrors } from './changes/contact-errors.js'
import { customerValues } from './changes/content-changes.js'
import { getErrors } from './changes/error-paths.js'
import { createRequestOf, type DraftRequest, getChanges } from './changes/quote-changes.js'
import { displayedLines } from './draft/draft-of-quote.js'
import { newRow, type QuoteDraft } from './draft/quote-draft.js'
import { jsonResponse } from './find-products.js'
import type { PricedQuote } from './form/edited.js'
import { getLabels } from './form/labels.js'
import { addedName } from './form/line-row.js'
import { getTotal, shownAmounts } from './form/totals.js'

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

/** What the live preview is of. */
export interface LivePreview {
  readonly draft: QuoteDraft
  /** What the form showed. */
  readonly base: QuoteDraft
  /** The quote as it is now; undefined for a new one. */
  readonly quote?: Quote | undefined
  readonly run: (draft: QuoteDraft) => Promise<Preview>
}

/**
 * Returns a preview for the module: formatted amounts, and errors by the names of the fields. Rows
 * with errors are left out of the amounts, or count as they are stored. A product that is not
 * typed to its end is no error yet.
 */
export async function livePreview(call: DeskCall, live: LivePreview): Promise<Response> {
  const { draft, base, quote } = live
  const { priced, omitted, errors: found } = await previewWithoutErrors(live)
  const isUnfinished = (name: string) => {
    const index = /^products\[(\d+)\]\.id$/.exec(name)?.[1]
    return index !== undefined && draft.rows[Number(index)]?.key === ''
  }
  const [unfinished, errors] = split(Object.entries(found), ([name]) => isUnfinished(name))
  const contact = contactErrors(customerValues(base), customerValues(draft), call.formats.locale)
  const labelOf = getLabels({ draft, quote, errors: found, choices: noChoices })
  const [worst] = errors
  const message = [
    worst && `${[labelOf(worst[0]) ?? worst[0], worst[1]].filter(Boolean).join(': ')}.`,
    ...omittedMessages(draft, omitted),
  ].filter(Boolean)
  return jsonResponse({
    ...getAmounts(call, draft, priced, new Set(omitted)),
    message: message.length > 0 ? message.join(' ') : savedMessage(priced),
    errors: Object.fromEntries(errors),
    // What was said of these fields stays as it is.
    pending: [...unfinished.map(([name]) => name), ...Object.keys(contact)],
  })
}

/** The engine checks in so many stages: what is typed, and then what the catalog has of it. */
const stages = 2

/** Returns the preview of the rows that have no errors, and all errors. */
async function previewWithoutErrors({ draft, base, run }: LivePreview) {
  let preview = await run(draft)
  let { errors } = preview
  let omitted: readonly number[] = []
  for (let stage = 0; stage < stages && preview.priced === undefined; stage += 1) {
    const invalid = [...new Set([...omitted, ...omittedRows(preview.errors)])]
    if (invalid.length === omitted.length) break
    omitted = invalid
    preview = await run(withoutRows(draft, base, omitted))
    // A quote of nothing but such rows has no lines, which is no error of its own.
    const { products: _, ...others } = preview.errors
    errors = { ...others, ...errors }
  }
  return { priced: preview.priced, omitted, errors }
}

function split<T>(list: readonly T[], isFirst: (each: T) => boolean): readonly [T[], T[]] {
  return [list.filter(isFirst), list.filter((each) => !isFirst(each))]
}

/** Returns the numbers of the rows that have errors. */
function omittedRows(errors: FieldErrors): readonly number[] {
  const indexes = Object.keys(errors).flatMap((name) => {
    const index = /^products\[(\d+)\]/.exec(name)?.[1]
    return index === undefined ? [] : [Number(index)]
  })
  return [...new Set(indexes)]
}

function withoutRows(draft: QuoteDraft, base: QuoteDraft, omitted: readonly number[]): QuoteDraft {
  const stored = new Map(base.rows.map((row) => [row.key, row]))
  const indexes = new Set(omitted)
  const rows = draft.rows.map((row, index) =>
    indexes.has(index) ? (stored.get(row.key) ?? newRow) : row,
  )
  return { ...draft, rows }
}

function omittedMessages({ rows }: QuoteDraft, omitted: readonly number[]): readonly string[] {
  const [added, changed] = split(omitted, (index) => rows[index]?.key === '')
  return [
    added.length > 0 ? `${lineNumbers(added)} not counted yet.` : '',
    changed.length > 0 ? `${lineNumbers(changed)} counted without your change.` : '',
  ]
}

/** Returns the lines as the start of a sentence: `Line 2 is`, `Lines 2, 4 are`. */
function lineNumbers(indexes: readonly number[]): string {
  const numbers = indexes.map((index) => index + 1).join(', ')
  return indexes.length === 1 ? `Line ${numbers} is` : `Lines ${numbers} are`
}

/** Returns what the rows and the quote cost; empty strings for what has no price now. */
function getAmounts(
  { formats, numbers }: DeskCall,
  { rows }: QuoteDraft,
  priced: PricedQuote | undefined,
  omitted: ReadonlySet<number>,
) {
  const money = (amount: string) => formats.money(amount, priced?.quote.currency)
  const lines = priced && displayedLines(priced.quote)
  return {
    lines: rows.map((row, index) => {
      const key = priced?.keys[index]
      const line = key === undefined || omitted.has(index) ? undefined : lines?.get(key)
      if (line === undefined) return null
      const name = row.key === '' ? addedName(row, line) : ''
      const price = numbers.format(shownUnitPrice(line.quote, priced?.quote ?? {}))
      return { total: money(line.quote_total), price, name }
    }),
    amounts: Object.fromEntries(
      shownAmounts(money, priced?.quote).map(({ name, amount }) => [name, amount]),
    ),
    sum: priced === undefined ? '' : money(getTotal(priced.quote)),
  }
}

function savedMessage(priced: PricedQuote | undefined): string {
  return ['Not saved yet.', priced && staleMessage(priced.quote)].filter(Boolean).join(' ')
}

function staleMessage({ taxes, shipping }: PricedQuote['quote']): string | undefined {
  const stale = [shipping.stale && 'Shipping', taxes?.stale && 'Taxes'].filter(Boolean)
  const words = { Shipping: 'Shipping is priced', Taxes: 'Taxes are calculated' }
  if (stale.length > 1) return 'Shipping and taxes are priced again when the quote is sent.'
  const [only] = stale as (keyof typeof words)[]
  return only && `${words[only]} again when the quote is sent.`
}

const noChoices = { tags: {}, users: undefined, shipping: undefined }
