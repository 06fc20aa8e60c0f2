import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { entryHeading, loadNames, type NameOf, renderDateTime } from '../parts/changes.js'
import { loadLatestNumber, loadNewest } from '../parts/load.js'
import { quoteHeader, quoteTitle } from '../parts/names.js'
import { entryWords } from './entry-words.js'
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
