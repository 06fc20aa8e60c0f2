import type { PortCallOptions } from '../../ports/call-options.js'
import { snapshotOf } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import { createBatcher, type PendingCall } from './batching.js'
import type { Query } from './client.js'

/** Which quote to load. */
interface QuoteRef {
  readonly storeId: string
  readonly quoteId: string
}

/** Loads share statements as `lanes` says; each caller gets a record of its own. */
export function batchLoads(
  query: Query,
  schema: string,
): (address: QuoteRef, call: PortCallOptions | undefined) => Promise<StoredRecord | undefined> {
  const columns = `quote_id, version, updated::text, replay_base, replay_size, quote::text, case when quote is null then (
    select entry::text from ${schema}.history as first
    where first.store_id = stored.store_id and first.quote_id = stored.quote_id and first.version = 1) end as entry`
  const select = `select ${columns} from ${schema}.quotes as stored where store_id = $1 and quote_id =`
  const selectOne = `${select} $2`
  // The limit keeps each id a look-up of its own, whatever the planner thinks of the table.
  const selectGroup = `select found.* from json_array_elements_text($2) as wanted
    cross join lateral (${select} wanted.value limit 1) as found`

  async function rowsOf(addresses: readonly QuoteRef[]): Promise<ReadonlyMap<string, QuoteRow>> {
    const [{ storeId, quoteId }] = addresses as [QuoteRef]
    const ids = new Set(addresses.map((address) => address.quoteId))
    const rows = await (ids.size === 1
      ? query<QuoteRow>(selectOne, [storeId, quoteId])
      : query<QuoteRow>(selectGroup, [storeId, JSON.stringify([...ids])]))
    return new Map(rows.map((row) => [row.quote_id, row]))
  }

  async function send(
    group: readonly PendingCall<QuoteRef, StoredRecord | undefined>[],
  ): Promise<void> {
    const rows = rowsOf(group.map(({ item }) => item))
    const answer = async (item: QuoteRef) => toRecord(item, (await rows).get(item.quoteId))
    await Promise.all(group.map(({ item, resolve, reject }) => answer(item).then(resolve, reject)))
  }

  return createBatcher({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: Number.POSITIVE_INFINITY,
    storeOf: ({ storeId }) => storeId,
    conflictKeys: () => [],
    lengthOf: () => 0,
    send,
  })
}

interface QuoteRow {
  readonly quote_id: string
  readonly version: number
  readonly updated: string
  readonly replay_base: number
  readonly replay_size: number
  /** Null where it is the one that its first entry set. */
  readonly quote: string | null
  readonly entry: string | null
}

/** A record without a quote, where the entry that holds it was removed, is refused by the engine. */
function toRecord(
  { storeId, quoteId }: QuoteRef,
  row: QuoteRow | undefined,
): StoredRecord | undefined {
  if (row === undefined) return undefined
  const { version, updated, replay_base: base, replay_size: size, quote: text, entry } = row
  const quote = text === null ? snapshotOf(JSON.parse(entry ?? 'null')) : JSON.parse(text)
  return { storeId, quoteId, version, updated: Number(updated), quote, replay: { base, size } }
}
