import { hash } from 'node:crypto'
import { isQuoteError } from '../errors.js'
import { toBuyersQuote } from '../quote/model/buyers-view.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import type { StoreEvent } from '../record/history/entry.js'
import { type EntryOperation, entryTitles } from '../record/history/entry-operations.js'

/** The kinds of records whose events are delivered: those that belong to a quote. */
const deliveredKinds = ['quote', 'messages'] as const

type DeliveredKind = (typeof deliveredKinds)[number]

/** What happened, for example `quote.send` or `messages.addMessage`. */
export type RelayEventType = {
  [Kind in DeliveredKind]: `${Kind}.${EntryOperation<Kind>}`
}[DeliveredKind]

/** The types of all events that a relay delivers. */
export const relayEventTypes: readonly RelayEventType[] = Object.freeze(
  deliveredKinds.flatMap((kind) =>
    Object.keys(entryTitles[kind]).map((operation) => `${kind}.${operation}` as RelayEventType),
  ),
)

/** The part of an engine that a relay calls. */
export type RelayEngine = Pick<QuoteEngine, 'listEvents' | 'getQuote'>

/** An event as a relay delivers it. It contains no data of the quote. */
export interface RelayEvent {
  /** The same whenever this event is delivered again, and different for every other event. */
  readonly id: string
  /** What happened. */
  readonly type: RelayEventType
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  /** The id of the store. */
  readonly storeId: string
  /** Position among the events of the store, which are delivered in this order. */
  readonly position: number
  /** The id of the quote. */
  readonly quoteId: string
  /** The version of the quote, or of its messages, that the event made. */
  readonly version: number
  /** Who did it: the `actor` of the call. Absent if it had none. */
  readonly by?: string
}

/** An event with what a function may read of its quote. */
export interface DeliveredEvent extends RelayEvent {
  /**
   * Loads the quote: as it was after this event, or as it is now for an event of `messages`. It has
   * the fields for the store only. Resolves to undefined if the quote was erased since.
   *
   * @throws QuoteError as `getQuote` of the engine
   */
  load(): Promise<QuoteRecord | undefined>
  /** Loads the quote without the fields for the store only, as a buyer sees it. */
  loadPublic(): Promise<Quote | undefined>
}

/** Returns an event to deliver; undefined for one of a record that belongs to no quote. */
export function toRelayEvent(
  engine: RelayEngine,
  storeId: string,
  { kind, id: quoteId, position, entry }: StoreEvent,
): DeliveredEvent | undefined {
  if (!(deliveredKinds as readonly string[]).includes(kind)) return undefined
  const { version, time, operation, by } = entry
  const type = `${kind}.${operation}` as RelayEventType
  const selected = kind === 'quote' ? { version } : {}

  async function load(): Promise<QuoteRecord | undefined> {
    try {
      return await engine.getQuote(relayContext(storeId), quoteId, selected)
    } catch (error) {
      const isGone = isQuoteError(error) && goneCodes.includes(error.code)
      if (isGone) return undefined
      throw error
    }
  }

  return {
    id: `evt_${hash('sha256', JSON.stringify([storeId, position, kind, quoteId, version]), 'base64url').slice(0, 27)}`,
    type,
    time,
    storeId,
    position,
    quoteId,
    version,
    ...(by !== undefined && { by }),
    load,
    loadPublic: async () => {
      const record = await load()
      return record && toBuyersQuote(record.quote)
    },
  }
}

const goneCodes: readonly string[] = ['quote_not_found', 'version_not_found']

/** The caller of the engine, as its option `permit` sees it. */
export function relayContext(storeId: string) {
  return { storeId, role: 'system', actor: 'relay' } as const
}
