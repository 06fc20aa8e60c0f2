import type { Quote, QuoteRecord } from '../../quote/quote.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import { isTime } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted } from '../parts/if-permitted.js'

/** What the next offer of a quote depends on. */
export interface LastOffer {
  /** How long the last offer was valid, in milliseconds; undefined if it had no end. */
  readonly validMs?: number
  /** What the customer wants to have changed since the last offer. */
  readonly request?: { readonly reason: string; readonly actor?: string; readonly time: number }
}

const none: LastOffer = Object.freeze({})
const pageSize = 50
/** An offer that was edited more often than this since it was sent is not searched further. */
const maxPages = 4

/**
 * Finds the last offer of a quote that is being revised, and what the customer asked for since. The
 * quote itself has neither once it is a draft again. Reads the latest entries of the history first;
 * those who may not read it do without.
 */
export async function loadLastOffer(call: DeskCall, record: QuoteRecord): Promise<LastOffer> {
  const { seal, revision, status } = record.quote
  if (revision === undefined || (seal !== undefined && status !== 'revision_requested')) return none
  let request: LastOffer['request']
  let last = record.version
  for (let page = 0; page < maxPages && last > 0; page += 1) {
    const after = Math.max(0, last - pageSize)
    const entries = await entriesBetween(call, record.quoteId, after, last)
    for (const entry of entries.toReversed()) {
      const set = getFields(entry)
      if (isOf(entry, 'requestRevision') && request === undefined) request = toRequest(entry, set)
      const { sent, expires } = set
      if (typeof sent === 'number')
        return {
          ...(typeof expires === 'number' && { validMs: expires - sent }),
          ...(request && { request }),
        }
    }
    if (entries.length === 0) break
    last = after
  }
  return { ...(request && { request }) }
}

async function entriesBetween(
  { engine, user }: DeskCall,
  quoteId: string,
  after: number,
  last: number,
): Promise<readonly HistoryEntry<Quote>[]> {
  const entries: HistoryEntry<Quote>[] = []
  let position = after
  // A page of the engine can have fewer entries than its limit.
  while (position < last) {
    const range = { after: position, limit: last - position }
    const { items } = await ifPermitted(engine.listHistory(user, quoteId, range), { items: [] })
    if (items.length === 0) break
    entries.push(...items)
    position = items.at(-1)?.version ?? last
  }
  return entries
}

function isOf({ operation }: HistoryEntry, expected: EntryOperation<'quote'>): boolean {
  return operation === expected
}

function toRequest(
  { actor, timestamp }: HistoryEntry,
  { reason }: Readonly<Record<string, unknown>>,
): LastOffer['request'] {
  if (typeof reason !== 'string') return undefined
  return { reason, time: timestamp, ...(actor !== undefined && { actor }) }
}

/** Returns the fields that an entry has set. */
function getFields({ patches }: HistoryEntry): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    patches.flatMap(({ op, path, value }) =>
      path.length === 1 && op !== 'remove' ? [[String(path[0]), value]] : [],
    ),
  )
}

const dayMs = 86_400_000

/** The last day on which an offer can be accepted, for the form that sends it. */
export interface SuggestedExpiry {
  /** The first day that can be chosen: YYYY-MM-DD. */
  readonly min: string
  /** Undefined if the offer is to have no end. */
  readonly value: string | undefined
}

/**
 * Suggests until when the next offer is valid: at least as long as the last one was, or for the
 * days of the option `validDays`. Days are those of the desk's time zone.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function suggestedExpiry(
  { options }: Pick<DeskCall, 'options'>,
  { validMs }: LastOffer,
  now: number,
): SuggestedExpiry {
  const { timeZone = 'UTC', validDays } = options
  const min = getDate(now, timeZone)
  // The day of that instant ends after it. What is stored can be no time at all.
  if (validMs !== undefined && isTime(now + validMs))
    return { min, value: getDate(now + validMs, timeZone) }
  return { min, value: validDays === undefined ? undefined : addDays(min, validDays) }
}

/** Returns when a change of the quote would be stored: the time of a quote never goes back. */
export function nextTime({ updated }: Pick<QuoteRecord, 'updated'>): number {
  return isTime(updated) ? Math.max(Date.now(), updated) : Date.now()
}

/** Returns the day in a time zone: YYYY-MM-DD. */
function getDate(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time)
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${value('year').padStart(4, '0')}-${value('month')}-${value('day')}`
}

function addDays(date: string, days: number): string {
  const length = 'YYYY-MM-DD'.length
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, length)
}
