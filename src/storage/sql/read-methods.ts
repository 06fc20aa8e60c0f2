import type { PortCallOptions } from '../../ports/call-options.js'
import type {
  EventRange,
  HistoryRange,
  IdempotencyRange,
  MaybePromise,
  MovableStorage,
  StoragePort,
} from '../../ports/storage.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { createBatcher, getRecordKey, type PendingCall } from './batching.js'
import {
  type EntryRow,
  type EventRow,
  type IdempotencyRow,
  pageOfRows,
  type RecordRow,
  toEntry,
  toEvent,
  toIdempotencyRecord,
  toRecord,
  toText,
} from './rows.js'

/**
 * The statements that list history entries and idempotency records. The limit of a range includes
 * one row that shows whether there are more. A driver that waits for nothing returns rows at once.
 */
export interface ReadStatements {
  /** Entries beyond `maxBytes` are null. */
  selectHistory(
    storeId: string,
    ref: RecordRef,
    range: HistoryRange,
  ): MaybePromise<readonly EntryRow[]>
  /** Entries beyond `maxBytes` are null. */
  selectEvents(storeId: string, range: EventRange): MaybePromise<readonly EventRow[]>
  /** Returns a row if there is such a key. */
  selectKey(storeId: string, key: string): MaybePromise<readonly IdempotencyRow[]>
  selectKeys(storeId: string, range: IdempotencyRange): MaybePromise<readonly IdempotencyRow[]>
}

/** Returns the methods of a storage that read history entries and idempotency records. */
export function createReadMethods(
  statements: ReadStatements,
): Pick<
  MovableStorage,
  'listHistory' | 'listEvents' | 'findIdempotencyRecord' | 'listIdempotencyRecords'
> {
  return {
    listHistory: (storeId, ref, range) =>
      mapResult(statements.selectHistory(storeId, ref, withOneMore(range)), (rows) =>
        pageOfRows(rows, range.limit, toEntry),
      ),

    listEvents: (storeId, range) =>
      mapResult(statements.selectEvents(storeId, withOneMore(range)), (rows) =>
        pageOfRows(rows, range.limit, toEvent),
      ),

    findIdempotencyRecord: (storeId, key) =>
      mapResult(statements.selectKey(storeId, key), ([row]) => row && toIdempotencyRecord(row)),

    listIdempotencyRecords: (storeId, range) =>
      mapResult(statements.selectKeys(storeId, withOneMore(range)), (rows) =>
        pageOfRows(rows, range.limit, toIdempotencyRecord),
      ),
  }
}

/** Returns a range whose limit includes the row that shows whether there are more. */
export function withOneMore<Range extends { readonly limit: number }>(range: Range): Range {
  return { ...range, limit: range.limit + 1 }
}

/** Maps what a statement returns, at once if it does. */
export function mapResult<T, Mapped>(
  result: MaybePromise<T>,
  map: (result: T) => Mapped,
): MaybePromise<Mapped> {
  return result instanceof Promise ? result.then(map) : map(result)
}

/** Selects records of one store, each at most once. */
export type SelectRecords = (
  storeId: string,
  refs: readonly RecordRef[],
) => Promise<readonly RecordRow[]>

type Records = readonly (StoredRecord | undefined)[]

interface LoadCall {
  readonly storeId: string
  readonly refs: readonly RecordRef[]
}

/** Returns the method of a storage that loads records. Calls of a tick share a statement. */
export function createLoadMethods(select: SelectRecords): Pick<StoragePort, 'load'> {
  async function send(batch: readonly PendingCall<LoadCall, Records>[]): Promise<void> {
    const results = loadTogether(
      select,
      batch.map(({ item }) => item),
    )
    await Promise.all(
      batch.map(({ resolve, reject }, index) => results[index]?.then(resolve, reject)),
    )
  }

  const load = createBatcher<LoadCall, Records>({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: Number.POSITIVE_INFINITY,
    storeOf: ({ storeId }) => storeId,
    conflictKeys: () => [],
    lengthOf: () => 0,
    send,
  })
  return { load: (storeId, refs, call?: PortCallOptions) => load({ storeId, refs }, call) }
}

/** Returns the method that loads the records of each call in a statement of its own. */
export function createUnbatchedLoadMethods(select: SelectRecords): Pick<StoragePort, 'load'> {
  return {
    load: (storeId, refs) => loadTogether(select, [{ storeId, refs }])[0] as Promise<Records>,
  }
}

/** Loads the records of calls of one store in one statement. Each call gets its own copies. */
function loadTogether(
  select: SelectRecords,
  calls: readonly LoadCall[],
): readonly Promise<Records>[] {
  const loading = loadRows(select, calls)
  return calls.map(async ({ refs }) => {
    const rows = await loading
    return refs.map((ref) => {
      const row = rows.get(getRecordKey(ref))
      return row && toRecord(row)
    })
  })
}

async function loadRows(
  select: SelectRecords,
  calls: readonly LoadCall[],
): Promise<ReadonlyMap<string, RecordRow>> {
  const [{ storeId }] = calls as [LoadCall]
  const wanted = new Map<string, RecordRef>()
  for (const { refs } of calls)
    for (const { kind, id } of refs) wanted.set(getRecordKey({ kind, id }), { kind, id })
  const rows = await select(storeId, [...wanted.values()])
  return new Map(
    rows.map((row) => [getRecordKey({ kind: toText(row.kind), id: toText(row.id) }), row]),
  )
}
