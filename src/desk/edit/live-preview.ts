import type { FieldErrors } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { getVersion } from '../forms.js'
import { neededMessage } from '../parts/approval-state.js'
import { lineIndexOf } from '../parts/fields.js'
import { totalText } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import { lineToOpen, openLines } from './closed-line.js'
import { draftOfForm, draftOfQuote, isNewLine, isTemplate, newDraft } from './draft.js'
import { type Draft, type Row, rowsOf, splitName, withFields } from './draft-rows.js'
import type { PricedQuote } from './edited.js'
import { jsonResponse } from './find-products.js'
import { slipErrors } from './form-errors.js'
import { getLabels } from './labels.js'
import { addedName, componentsText } from './line-row.js'
import { rowPage } from './line-table.js'
import {
  findTypedProducts,
  loadVersion,
  type Preview,
  previewCreate,
  previewTaxes,
  previewUpdate,
} from './preview.js'
import { calculateTaxes, shownAmounts } from './total-rows.js'

/** Returns what a form adds up to while a user types, or the row of a line to open. */
export const previewRoute: DeskRoute = {
  path: '/quotes/:quoteId/preview',
  async post(call, form) {
    const view = await call.engine.getQuote(call.user, call.param('quoteId'))
    const record = await loadVersion(call, view, getVersion(call, form))
    const preview = form.get('action') === calculateTaxes ? previewTaxes : previewUpdate
    const run = (each: Draft) => preview(call, record, each)
    const base = draftOfQuote(record.quote, call)
    const typed = draftOfForm(form, base, call)
    const opening = lineToOpen(form)
    if (opening !== undefined) {
      const [quote, open] = [record.quote, new Set([opening])]
      return rowPage(call, { draft: typed, quote, errors: {}, choices: noChoices, open, opening })
    }
    const { draft } = await findTypedProducts(call, typed, run)
    return livePreview(call, { draft, base, record: view, run, open: openLines(form) })
  },
}

/** Returns what the form of a new quote adds up to, while a user types. */
export const newPreviewRoute: DeskRoute = {
  path: '/quotes/new/preview',
  post: (call, form) => previewNew(call, form, newDraft(call)),
}

/**
 * Returns what a form adds up to that makes a quote, or a template of quotes.
 *
 * @param base What the form shows before something is typed.
 */
export async function previewNew(call: DeskCall, form: Form, base: Draft): Promise<Response> {
  const run = (each: Draft) => previewCreate(call, each)
  const { draft } = await findTypedProducts(call, draftOfForm(form, base, call), run)
  return livePreview(call, { draft, base, run, open: openLines(form) })
}

/** What a row needs of what the other parts of a form offer. */
const noChoices = { tags: {}, users: undefined, shipping: undefined }

/** What the live preview is of. */
interface LivePreview {
  readonly draft: Draft
  /** What the form showed. */
  readonly base: Draft
  /** The quote as it is now; undefined for a new one. */
  readonly record?: QuoteRecord | undefined
  /** The keys of the lines whose fields the form has. All others cost what they did. */
  readonly open: ReadonlySet<string>
  readonly run: (draft: Draft) => Promise<Preview>
}

/**
 * Returns a preview for the module: formatted amounts, and errors by the names of the fields. Rows
 * with errors are left out of the amounts, or count as they are stored. A product that is not
 * typed to its end is no error yet.
 */
async function livePreview(call: DeskCall, live: LivePreview): Promise<Response> {
  const { draft, base } = live
  const { priced, omitted, errors: found } = await previewWithoutErrors(live)
  const isUnfinished = (name: string) => {
    const [path, field] = splitName(name)
    return field === 'id' && draft.get(`${path}.key`) === ''
  }
  const [unfinished, errors] = split(Object.entries(found), ([name]) => isUnfinished(name))
  const slips = slipErrors(call, base, draft)
  const labelOf = getLabels(call, draft)
  const [worst] = errors
  const message = [
    worst && `${[labelOf(worst[0]) ?? worst[0], worst[1]].filter(Boolean).join(': ')}.`,
    ...omittedMessages(call, draft, omitted),
  ].filter(Boolean)
  return jsonResponse({
    ...getAmounts(call, live, priced, new Set(omitted)),
    message: message.length > 0 ? message.join(' ') : await savedMessage(call, live, priced),
    errors: Object.fromEntries(errors),
    // What was said of these fields stays as it is.
    pending: [...unfinished.map(([name]) => name), ...Object.keys(slips)],
  })
}

/** The engine checks in so many stages: what is typed, and then what the catalog has of it. */
const stages = 2

/** Returns the preview of the rows that have no errors, and all errors. */
export async function previewWithoutErrors({
  draft,
  base,
  run,
}: Omit<LivePreview, 'record' | 'open'>) {
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
  return [...new Set(Object.keys(errors).flatMap((name) => lineIndexOf(name) ?? []))]
}

/** Returns a draft whose rows with these numbers are as they are stored, or empty. */
function withoutRows(draft: Draft, base: Draft, omitted: readonly number[]): Draft {
  const paths = new Set(omitted.map((index) => `products[${index}]`))
  const rows = rowsOf(draft, 'products').filter(({ path }) => paths.has(path))
  return withFields(
    draft,
    rows.flatMap(({ path, values }) =>
      Array.from(values.keys(), (field) => {
        const name = `${path}.${field}`
        return [name, base.get(name) ?? ''] as const
      }),
    ),
  )
}

function omittedMessages(
  { strings }: DeskCall,
  draft: Draft,
  omitted: readonly number[],
): readonly string[] {
  const [added, changed] = split(omitted, (index) => draft.get(`products[${index}].key`) === '')
  const numbers = (indexes: readonly number[]) => indexes.map((index) => index + 1)
  return [
    added.length > 0 ? strings.edit.notCounted(numbers(added)) : '',
    changed.length > 0 ? strings.edit.countedWithout(numbers(changed)) : '',
  ]
}

/**
 * Returns what the quote and the rows of a form cost, by their numbers; empty strings for what has
 * no price now.
 */
function getAmounts(
  call: DeskCall,
  { draft, open }: LivePreview,
  priced: PricedQuote | undefined,
  omitted: ReadonlySet<number>,
) {
  const { formats, numbers } = call
  const money = (amount: string) => formats.money(amount, priced?.quote.currency)
  const lines = priced && linesByKey(priced.quote)
  const shown = (row: Row, index: number) => {
    const key = priced?.keys[index]
    const line = key === undefined || omitted.has(index) ? undefined : lines?.get(key)
    if (line === undefined) return null
    const name = isNewLine(row) ? addedName(row, line) : ''
    const price = numbers.format(shownUnitPrice(line.quote, priced?.quote ?? {}))
    const isProduct = line.id !== 0
    const words = { strings: call.strings, money, number: formats.number }
    const components = componentsText({ ...words, shown: priced?.quote ?? {} }, line)
    return line.unpriced
      ? { total: call.strings.common.toBePriced, price: '', name, isProduct }
      : {
          total: money(line.quote_total),
          price,
          name,
          isProduct,
          ...(components && { components }),
        }
  }
  return {
    lines: Object.fromEntries(
      rowsOf(draft, 'products').flatMap((row, index) =>
        isNewLine(row) || open.has(row.get('key')) ? [[index, shown(row, index)]] : [],
      ),
    ),
    amounts: Object.fromEntries(
      shownAmounts(call, money, priced?.quote).map(({ name, amount }) => [name, amount]),
    ),
    sum: priced === undefined ? '' : totalText(call, priced.quote),
  }
}

async function savedMessage(
  call: DeskCall,
  { draft, record }: LivePreview,
  priced: PricedQuote | undefined,
): Promise<string> {
  const { edit } = call.strings
  const stale = priced && staleMessage(edit, priced.quote)
  const isSent = priced !== undefined && !isTemplate(draft)
  const needed = isSent && (await neededMessage(call, priced.quote, record))
  return [edit.notSavedYet, stale, needed].filter(Boolean).join(' ')
}

function staleMessage(
  { bothStale, onlyShippingStale, onlyTaxesStale }: DeskStrings['edit'],
  { taxes, shipping }: PricedQuote['quote'],
): string | undefined {
  if (shipping.stale) return taxes?.stale ? bothStale : onlyShippingStale
  return taxes?.stale ? onlyTaxesStale : undefined
}
