import { html } from 'hono/html'
import type { Formats } from '../../document/model/formats.js'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { DeskCall, DeskRuntime, ShowPage } from '../desk-call.js'
import { entryHeading, getTime, loadNames, type NameOf } from '../parts/changes.js'
import { customerLabels, getLabel, quoteLabels } from '../parts/fields.js'
import { findLastNumber, loadNewest } from '../parts/load.js'
import { quoteHeader, quoteTitle, statusLabel } from '../parts/names.js'
import { requireVersion, versionChoice } from './versions.js'

const pageSize = 25

/** Shows the versions of a quote, the latest first. Deleted and erased quotes have one, too. */
export const historyPage: ShowPage = async (call) => {
  const quoteId = call.param('quoteId')
  const view = await loadQuote(call, quoteId)
  const [last, nameOf] = await Promise.all([
    view?.version ?? loadLastVersion(call, quoteId),
    loadNames(call),
  ])
  const before =
    call.query('before') === '' ? last : requireVersion(call.query('before'), quoteId) - 1
  const newest = Math.min(before, last)
  const entries = await loadEntries(call, quoteId, newest)
  const title = view === undefined ? 'Deleted quote' : quoteTitle(view)
  const timeline = entries.map((entry) => timelineItem(call, { entry, nameOf, view, quoteId }))
  const main = html`${
    view === undefined
      ? html`<div class="title"><h1>History of a deleted quote</h1></div>`
      : quoteHeader(call, view, 'History')
  }
    <div class="stack history">
      ${view !== undefined && last > 1 && html`<div class="card">${versionChoice(call, { quoteId, from: last - 1, to: last, last })}</div>`}
      <section class="card" aria-label="Versions"><ol class="version-timeline" reversed>${timeline}</ol>
      ${pageLinks(call, { quoteId, newest, last, oldest: entries.at(-1)?.version ?? 1 })}</section>
    </div>`
  return call.page({ title: `History: ${title}`, section: 'quotes', main })
}

/** Returns undefined for a quote that is deleted or erased, and for none at all. */
async function loadQuote(
  { engine, user }: DeskCall,
  quoteId: string,
): Promise<QuoteView | undefined> {
  try {
    return await engine.getQuote(user, quoteId)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return undefined
    throw error
  }
}

/** @throws QuoteError `quote_not_found` if the quote never existed in this store */
function loadLastVersion({ engine, user }: DeskCall, quoteId: string): Promise<number> {
  return findLastNumber((after, limit) => engine.listHistory(user, quoteId, { after, limit }))
}

/** Returns the entries of one page up to a version, the latest first. */
function loadEntries(
  { engine, user }: DeskCall,
  quoteId: string,
  newest: number,
): Promise<readonly HistoryEntry[]> {
  const load = (after: number, limit: number) => engine.listHistory(user, quoteId, { after, limit })
  return loadNewest(load, newest, pageSize)
}

interface TimelineItem {
  readonly entry: HistoryEntry
  readonly nameOf: NameOf
  readonly view: QuoteView | undefined
  readonly quoteId: string
}

function timelineItem(call: DeskCall, { entry, nameOf, view, quoteId }: TimelineItem): Html {
  const { version, time } = entry
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const words = entryWords(entry, call)
  return html`<li value="${version}">
    <p>${entryHeading('quote', entry, nameOf)}</p>
    ${words !== '' && html`<p class="as-typed">${words}</p>`}
    <p class="about muted">${getTime(call.formats, time)}${
      view !== undefined &&
      html` · <a href="${call.url(`${path}/versions/${version}`)}">Version ${version}</a>${
        version > 1 &&
        html` · <a href="${call.url(`${path}/differences?from=${version - 1}&to=${version}`)}">Differences<span class="visually-hidden"> of version ${version} from the one before</span></a>`
      }`
    }</p>
  </li>`
}

interface PageLinks {
  readonly quoteId: string
  readonly newest: number
  readonly oldest: number
  readonly last: number
}

function pageLinks({ url }: DeskCall, { quoteId, newest, oldest, last }: PageLinks): Html | false {
  if (newest >= last && oldest <= 1) return false
  const path = `/quotes/${encodeURIComponent(quoteId)}/history`
  return html`<nav class="actions" aria-label="Pages of the history">
    ${newest < last && html`<a class="button" href="${url(path)}">Latest versions</a>`}
    ${oldest > 1 && html`<a class="button" href="${url(`${path}?before=${oldest}`)}">Earlier versions</a>`}
  </nav>`
}

/** What follows from other fields, or says what the operation says already. */
const derived = new Set([
  'quote_total',
  'price_total',
  'total',
  'amounts',
  'seal',
  'sent',
  'number',
  'delivery',
  'order',
  'acceptance',
  'expiry_reported',
  'decimals',
])

/** Operations whose patches are best told by the fields that they change. */
const edits: ReadonlySet<string> = new Set<EntryOperation<'quote'>>([
  'update',
  'reprice',
  'priceTaxes',
])

/** Returns what a change of a quote was about, in a line; empty if the operation says it all. */
function entryWords(entry: HistoryEntry, desk: Pick<DeskRuntime, 'formats' | 'options'>): string {
  const { formats } = desk
  const { operation, patches } = entry
  if (edits.has(operation)) return changedFields(entry, desk)
  const set = new Map<unknown, unknown>(
    patches.filter(({ path }) => path.length === 1).map(({ path, value }) => [path[0], value]),
  )
  return operation === 'create' || operation === 'copy' ? '' : facts(set, formats)
}

/** Returns the facts that an operation has set: a revision, a date, a reason, an order. */
function facts(set: ReadonlyMap<unknown, unknown>, formats: Formats): string {
  const expires = set.get('expires')
  const reason = set.get('reason')
  const revision = set.get('revision')
  const { name, reference } = getFields(set.get('acceptance'))
  const { id } = getFields(set.get('order'))
  return [
    typeof revision === 'number' && `revision ${revision}`,
    typeof expires === 'number' && `valid through ${formats.date(expires - 1)}`,
    typeof name === 'string' && name,
    typeof reference === 'string' && `reference ${reference}`,
    typeof id === 'string' && `order ${id}`,
    typeof reason === 'string' && reason,
  ]
    .filter(Boolean)
    .join(', ')
}

function getFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function changedFields({ patches }: HistoryEntry, desk: Pick<DeskRuntime, 'options'>): string {
  const fields = new Set<string>()
  const ofCustomer = new Set<string>()
  let status: unknown
  for (const { path, value } of patches) {
    const [name, inner] = path
    if (name === 'customer' && inner !== undefined)
      ofCustomer.add(getLabel(customerLabels, String(inner)))
    else if (name === 'status') status = value
    else if (name !== undefined && !derived.has(String(name))) fields.add(String(name))
  }
  // Lines get their keys and their order with the first change of any of them.
  if (fields.has('products')) fields.delete('product_order')
  const words = [...fields].map((name) => getLabel(quoteLabels, name).toLowerCase())
  if (ofCustomer.size > 0) words.unshift(`customer (${[...ofCustomer].join(', ').toLowerCase()})`)
  if (typeof status === 'string') words.push(`status ${statusLabel(desk, status).toLowerCase()}`)
  return words.join(', ')
}
