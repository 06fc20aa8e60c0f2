import { html } from 'hono/html'
import { lastTime } from '../../document/model/formats.js'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import { type FieldKind, fieldKinds } from '../../quote/model/field-rules.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { DeskCall, DeskRuntime, ShowPage } from '../desk-call.js'
import { entryHeading, loadNames, type NameOf, renderDateTime } from '../parts/changes.js'
import { getLabel } from '../parts/fields.js'
import { loadLatestNumber, loadNewest } from '../parts/load.js'
import { quoteHeader, quoteTitle, statusLabel } from '../parts/names.js'
import { requireVersion, versionChoice } from './versions.js'

const pageSize = 25

/** Shows the versions of a quote, the latest first. Deleted and erased quotes have one, too. */
export const showHistory: ShowPage = async (call) => {
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
  const strings = call.strings.history
  const title = view === undefined ? strings.deletedQuote : quoteTitle(call, view)
  const timeline = entries.map((entry) => timelineItem(call, { entry, nameOf, view, quoteId }))
  const main = html`${
    view === undefined
      ? html`<div class="head"><h1>${strings.ofDeleted}</h1></div>`
      : quoteHeader(call, view, strings.title)
  }
    <div class="stack history">
      ${view !== undefined && last > 1 && html`<div class="card">${versionChoice(call, { quoteId, from: last - 1, to: last, last })}</div>`}
      <section class="card" aria-label="${strings.versions}"><ol class="version-timeline" reversed>${timeline}</ol>
      ${pageLinks(call, { quoteId, newest, last, oldest: entries.at(-1)?.version ?? 1 })}</section>
    </div>`
  return call.page({ title: strings.pageTitle(title), section: 'quotes', main })
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
  return loadLatestNumber((after, limit) => engine.listHistory(user, quoteId, { after, limit }))
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
  const strings = call.strings.history
  return html`<li value="${version}">
    <p>${entryHeading(call, 'quote', entry, nameOf)}</p>
    ${words !== '' && html`<p class="as-typed">${words}</p>`}
    <p class="about muted">${renderDateTime(call.formats, time)}${
      view !== undefined &&
      html` · <a href="${call.url(`${path}/versions/${version}`)}">${strings.version(version)}</a>${
        version > 1 &&
        html` · <a href="${call.url(`${path}/differences?from=${version - 1}&to=${version}`)}">${strings.differences}<span class="visually-hidden"> ${strings.ofVersion(version)}</span></a>`
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

function pageLinks(
  { url, strings: { history: strings } }: DeskCall,
  { quoteId, newest, oldest, last }: PageLinks,
): Html | false {
  if (newest >= last && oldest <= 1) return false
  const path = `/quotes/${encodeURIComponent(quoteId)}/history`
  return html`<nav class="actions" aria-label="${strings.pages}">
    ${newest < last && html`<a class="button" href="${url(path)}">${strings.latest}</a>`}
    ${oldest > 1 && html`<a class="button" href="${url(`${path}?before=${oldest}`)}">${strings.earlier}</a>`}
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
  'proposals',
  'delivery',
  'order',
  'acceptance',
  'expiry_reported',
  'reminders',
  'decimals',
  'approvals',
])

/** Operations whose patches are best told by the fields that they change. */
const edits: ReadonlySet<string> = new Set<EntryOperation<'quote'>>([
  'update',
  'reprice',
  'priceTaxes',
])

type EntryDesk = Pick<DeskRuntime, 'formats' | 'options' | 'strings' | 'ownFields'>

/** Returns what a change of a quote was about, in a line; empty if the operation says it all. */
function entryWords(entry: HistoryEntry, desk: EntryDesk): string {
  const { operation, patches } = entry
  if (edits.has(operation)) return changedFields(entry, desk)
  const set = new Map<unknown, unknown>(
    patches.filter(({ path }) => path.length === 1).map(({ path, value }) => [path[0], value]),
  )
  return operation === 'create' || operation === 'copy' ? '' : describeFacts(set, desk)
}

/** Returns the facts that an operation has set: a revision, a date, a reason, an order. */
function describeFacts(
  set: ReadonlyMap<unknown, unknown>,
  { formats, strings }: EntryDesk,
): string {
  const { facts: shown } = strings.history
  const expires = set.get('expires')
  const reason = set.get('reason')
  const revision = set.get('revision')
  const { name, reference } = getFields(set.get('acceptance'))
  const { id } = getFields(set.get('order'))
  return [
    typeof revision === 'number' && shown.revision(revision),
    typeof expires === 'number' && shown.validThrough(lastTime(expires, formats)),
    typeof name === 'string' && name,
    typeof reference === 'string' && shown.reference(reference),
    typeof id === 'string' && shown.order(id),
    typeof reason === 'string' && reason,
  ]
    .filter(Boolean)
    .join(', ')
}

function getFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function changedFields({ patches }: HistoryEntry, desk: EntryDesk): string {
  const { history, labels } = desk.strings
  const fields = new Set<string>()
  const ofCustomer = new Set<string>()
  let status: unknown
  for (const { path, value } of patches) {
    const [name, inner] = path
    if (name === 'customer' && inner !== undefined)
      ofCustomer.add(customerLabel(desk, String(inner)))
    else if (isOwn(name)) for (const each of ownPaths(name, inner, value)) fields.add(each)
    else if (name === 'status') status = value
    else if (name !== undefined && !derived.has(String(name))) fields.add(String(name))
  }
  // Lines get their keys and their order with the first change of any of them.
  if (fields.has('products')) fields.delete('product_order')
  const own = new Map(desk.ownFields.quote.map(({ path, label }) => [path, label]))
  const words = [...fields].map(
    (name) => own.get(name) ?? history.changedField(getLabel(labels.quote, name)),
  )
  if (ofCustomer.size > 0) words.unshift(history.changedCustomer([...ofCustomer]))
  if (typeof status === 'string') words.push(history.changedStatus(statusLabel(desk, status)))
  return words.join(', ')
}

function customerLabel({ ownFields, strings }: EntryDesk, name: string): string {
  return ownFields.customer.get(name)?.label ?? getLabel(strings.labels.customer, name)
}

function isOwn(name: unknown): name is FieldKind {
  return fieldKinds.some((kind) => kind === name)
}

/** Returns the paths of the own fields that a patch changes; their kind if it removes all. */
function ownPaths(kind: FieldKind, name: unknown, value: unknown): readonly string[] {
  if (name !== undefined) return [`${kind}.${String(name)}`]
  const names = Object.keys(getFields(value))
  return names.length === 0 ? [kind] : names.map((each) => `${kind}.${each}`)
}
