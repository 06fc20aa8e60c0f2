import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { entryHeading } from '../parts/entry-title.js'
import { findLastNumber, loadNewest } from '../parts/load-newest.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { timeOf } from '../parts/time.js'
import { loadNames, type NameOf } from '../parts/user-names.js'
import { entryWords } from './entry-words.js'
import { versionChoice } from './version-choice.js'
import { parseVersion } from './version-parameter.js'

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
    call.query('before') === '' ? last : parseVersion(call.query('before'), quoteId) - 1
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
  const { version, timestamp } = entry
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const words = entryWords(entry, call)
  return html`<li value="${version}">
    <p>${entryHeading('quote', entry, nameOf)}</p>
    ${words !== '' && html`<p class="as-typed">${words}</p>`}
    <p class="about muted">${timeOf(call.formats, timestamp)}${
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
