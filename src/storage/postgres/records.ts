import type { PortCallOptions } from '../../ports/call-options.js'
import type { QuoteStorage } from '../../ports/storage.js'
import { snapshotOf } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import { createBatcher, type PendingCall } from './batching.js'
import type { Query } from './client.js'

/** Returns the method of the storage that loads records. */
export function recordMethods(query: Query, schema: string): Pick<QuoteStorage, 'load'> {
  const load = batchLoads(query, schema)
  return { load: (storeId, quoteId, call) => load({ storeId, quoteId }, call) }
}

interface QuoteRef {
  readonly storeId: string
  readonly quoteId: string
}

/** Batches loads per store. Each caller gets its own copy of the record. */
function batchLoads(
  query: Query,
  schema: string,
): (ref: QuoteRef, call: PortCallOptions | undefined) => Promise<StoredRecord | undefined> {
  const select = `select quote_id, version, updated::text, replay_base, replay_size, quote::text,
      case when quote is null then (
        select entry::text from ${schema}.history as first
        where first.store_id = stored.store_id and first.quote_id = stored.quote_id
          and first.version = 1) end as entry
    from ${schema}.quotes as stored where store_id = $1 and quote_id =`
  const selectOne = `${select} $2`
  // The limit makes PostgreSQL look up each id in the index, whatever it estimates for the table.
  const selectBatch = `select found.* from json_array_elements_text($2::text::json) as wanted
    cross join lateral (${select} wanted.value limit 1) as found`

  async function loadRows(refs: readonly QuoteRef[]): Promise<ReadonlyMap<string, QuoteRow>> {
    const [{ storeId, quoteId }] = refs as [QuoteRef]
    const ids = new Set(refs.map((ref) => ref.quoteId))
    const rows = await (ids.size === 1
      ? query<QuoteRow>(selectOne, [storeId, quoteId])
      : query<QuoteRow>(selectBatch, [storeId, JSON.stringify([...ids])]))
    return new Map(rows.map((row) => [row.quote_id, row]))
  }

  async function send(
    batch: readonly PendingCall<QuoteRef, StoredRecord | undefined>[],
  ): Promise<void> {
    const rows = loadRows(batch.map(({ item }) => item))
    const recordOf = async (ref: QuoteRef) => toRecord(ref, (await rows).get(ref.quoteId))
    await Promise.all(
      batch.map(({ item, resolve, reject }) => recordOf(item).then(resolve, reject)),
    )
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
  /** Null while it equals the quote of the first history entry. */
  readonly quote: string | null
  readonly entry: string | null
}

/** Returns a record without a quote if its first entry was deleted; the engine rejects it. */
function toRecord(
  { storeId, quoteId }: QuoteRef,
  row: QuoteRow | undefined,
): StoredRecord | undefined {
  if (row === undefined) return undefined
  const { version, updated, replay_base: base, replay_size: size, quote: json, entry } = row
  const quote = json === null ? snapshotOf(JSON.parse(entry ?? 'null')) : JSON.parse(json)
  return { storeId, quoteId, version, updated: Number(updated), quote, replay: { base, size } }
}
