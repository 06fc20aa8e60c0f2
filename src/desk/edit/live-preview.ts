import type { FieldErrors } from '../../errors.js'
import { shownUnitPrice } from '../../quote/precision.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { getVersion } from '../forms.js'
import {
  displayedLines,
  draftOfForm,
  draftOfQuote,
  emptyDraft,
  newRow,
  type QuoteDraft,
} from './draft.js'
import { getTotal, shownAmounts } from './edit-form.js'
import { getLabels, type PricedQuote } from './edited.js'
import { jsonResponse } from './find-products.js'
import { contactErrors } from './form-errors.js'
import { addedName } from './line-row.js'
import { customerValues } from './part-changes.js'
import { matchProducts, type Preview, previewCreate, previewUpdate, recordAt } from './preview.js'

/** Returns what the form of a quote adds up to, while a user types. */
export const previewRoute: DeskRoute = {
  path: '/quotes/:quoteId/preview',
  async post(call, form) {
    const view = await call.engine.getQuote(call.user, call.param('quoteId'))
    const record = await recordAt(call, view, getVersion(form))
    const run = (each: QuoteDraft) => previewUpdate(call, record, each)
    const base = draftOfQuote(record.quote, call.numbers)
    const { draft } = await matchProducts(call, draftOfForm(form, base), run)
    return livePreview(call, { draft, base, quote: view.quote, run })
  },
}

/** Returns what the form of a new quote adds up to, while a user types. */
export const newPreviewRoute: DeskRoute = {
  path: '/quotes/new/preview',
  async post(call, form) {
    const run = (each: QuoteDraft) => previewCreate(call, each)
    const base = { ...emptyDraft, numbers: call.numbers }
    const { draft } = await matchProducts(call, draftOfForm(form, base), run)
    return livePreview(call, { draft, base, run })
  },
}

/** What the live preview is of. */
interface LivePreview {
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
async function livePreview(call: DeskCall, live: LivePreview): Promise<Response> {
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
