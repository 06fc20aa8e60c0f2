import type { StoreContext } from '../engine/arguments.js'
import type { ListQuotesOptions, QuoteView } from '../engine/operations/read-quotes.js'
import { QuoteError } from '../errors.js'
import type { Quote } from '../quote/model/quote.js'
import { quoteStatuses } from '../quote/model/transitions.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { Replay } from '../record/history/replay.js'
import { InsightFold } from './fold-insight.js'
import type { Insight } from './insight.js'
import { type InsightOptions, parseInsightOptions } from './options.js'
import {
  courseOfCurrent,
  foldVersion,
  noCourse,
  type QuoteCourse,
  withExpiry,
} from './quote-course.js'

/** The parts of an engine that insight reads. */
export type InsightEngine = Pick<
  QuoteEngine,
  'listQuotes' | 'listHistory' | 'transitions' | 'storeSettings'
>

/** Number of quotes that are in memory at once. The limit `maxPageBytes` bounds them as well. */
const pageLimit = 200

/** As many histories are read at the same time. */
const batchSize = 8

/**
 * Reads what the quotes of a store say about its sales: the pipeline, and by month, owner and tag
 * the win rate, the time to respond and the discount given. Currencies are never added up.
 *
 * Folds the versions of each quote, page by page: what is in memory grows with the months, owners
 * and tags, and not with the quotes. Most quotes tell all of it by themselves; the history is read
 * of those that were revised, declined or canceled. Deleted quotes do not count. The role, `scope`
 * and `permit` apply as to `listQuotes` and `listHistory`.
 *
 * @throws QuoteError `invalid_options` with one error per invalid field
 * @throws QuoteError `not_permitted` if the caller is a buyer
 *
 * @example
 * const { currencies } = await loadInsight(engine, context, { from: '2026-06', to: '2026-11' })
 * for (const { currency, total } of currencies) console.log(currency, total.winRate)
 */
export async function loadInsight(
  engine: InsightEngine,
  context: StoreContext,
  options: InsightOptions,
): Promise<Insight> {
  const parsed = parseInsightOptions(options)
  const { storeId, role } = Object(context) as StoreContext
  if (role === 'buyer') throw buyerError()
  const { from, to, owner, tag, signal } = parsed
  const timeZone = parsed.timeZone ?? engine.storeSettings(storeId).timeZone
  const fold = new InsightFold(from, to, timeZone)
  const filter = { order: 'oldest', owner, tag, limit: pageLimit, signal } as ListQuotesOptions
  const statuses = openStatuses(engine)
  for await (const { quote } of engine.listQuotes(context, { ...filter, status: statuses }))
    fold.addOpen(quote)
  const { start, end } = fold.period
  // What happens in the period changes the quote, but for an offer that expires by itself.
  const changed = { ...filter, created: { to: end }, updated: { from: start } }
  const expired = {
    ...filter,
    status: 'expired',
    expires: { from: start, to: end },
    updated: { to: start },
  } as const
  for (const selected of [changed, expired])
    for await (const batch of inBatches(engine.listQuotes(context, selected))) {
      const load = (view: QuoteView) => loadCourse(engine, context, view, signal)
      const courses = await Promise.all(batch.map(load))
      for (const [index, { quote }] of batch.entries())
        fold.addCourse(quote, courses[index] as QuoteCourse)
    }
  return fold.toInsight()
}

/** The figures of a store are for its sellers, also those of the quotes that a buyer may read. */
function buyerError(): QuoteError {
  const reason = 'insight is for sellers and the system'
  return new QuoteError('not_permitted', { operation: 'loadInsight', reason })
}

const endedStatuses: readonly string[] = ['accepted', 'ordered', 'declined', 'canceled', 'expired']

function openStatuses({ transitions }: InsightEngine): readonly string[] {
  const ofHost = transitions.flatMap(({ from, to }) => [...from, to])
  return [...new Set([...quoteStatuses, ...ofHost])].filter(
    (status) => !endedStatuses.includes(status),
  )
}

/** Returns true if quotes have only the statuses of the library, and so only their courses. */
function hasOwnStatuses({ transitions }: InsightEngine): boolean {
  const known: readonly string[] = [...quoteStatuses, 'expired']
  return transitions.some(({ from, to }) => [...from, to].some((each) => !known.includes(each)))
}

async function loadCourse(
  engine: InsightEngine,
  context: StoreContext,
  { quoteId, version, quote }: QuoteView,
  signal: AbortSignal | undefined,
): Promise<QuoteCourse> {
  const current = hasOwnStatuses(engine) ? undefined : courseOfCurrent(quote)
  if (current !== undefined) return withExpiry(current, quote)
  const replay = new Replay()
  let course = noCourse
  for await (const entry of engine.listHistory(context, quoteId, { signal })) {
    // What happened since the quote was listed counts the next time.
    if (entry.version > version) break
    replay.apply(entry)
    course = foldVersion(course, replay.value as Quote, entry.time)
  }
  return withExpiry(course, quote)
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
