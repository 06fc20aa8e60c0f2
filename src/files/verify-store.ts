import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { describeThrown } from '../errors/thrown.js'
import { QuoteError } from '../errors.js'
import type { StoragePort } from '../ports/storage.js'
import type { Quote } from '../quote/model/quote.js'
import { quoteKind } from '../quote/model/quote-record.js'
import {
  type VerifyAcceptanceOptions,
  verifyAcceptance,
} from '../quote/verify/verify-acceptance.js'
import { verifyQuote } from '../quote/verify/verify-quote.js'
import type { HistoryEntry, StoreEvent } from '../record/history/entry.js'
import { Replay } from '../record/history/replay.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import { guardStorage } from '../storage/moving/guard-storage.js'
import { hasMethods } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { isValidId, validId } from '../validation/identifiers.js'
import {
  booleanOption,
  mustBeObject,
  optionalFunction,
  optionalIntegerBetween,
  optionalSignal,
  withReceived,
} from '../validation/schemas/scalars.js'
import { wrapCallback } from '../validation/wrap-callback.js'

/** Options of {@link verifyStore}. */
export interface VerifyStoreOptions extends VerifyAcceptanceOptions {
  /**
   * Maximum number of findings in the report, from 0 to 10,000. All are counted.
   *
   * @default 100
   */
  readonly maxFindings?: number | undefined
  /**
   * False to find it wrong if the store has no events: its id may have a typing error.
   *
   * @default false
   */
  readonly allowEmpty?: boolean | undefined
  /** Called after each page of events. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined
  /** Ends the verification: it throws `aborted`. */
  readonly signal?: AbortSignal | undefined
}

/** What was verified so far. */
export interface VerifyProgress {
  /** Number of events of the store. */
  readonly events: number
  /** Number of records: quotes, templates, messages and others. */
  readonly records: number
  /** Number of what is wrong. */
  readonly findingCount: number
}

/** Something that is wrong in a store. */
export interface StoreFinding {
  /**
   * The kind of the record, such as `quote`; `event` if a position is wrong; `store_empty` if the
   * storage has nothing of the store.
   */
  readonly kind: string
  /** The id of the record; the position of an event; the id of the store. */
  readonly id: string
  /** The version that is wrong. Absent for all of the record. */
  readonly version?: number
  /** The field that is wrong, such as `products[0].quote_total`; an empty string for all of it. */
  readonly path: string
  /** What it must be. */
  readonly message: string
}

/** The result of {@link verifyStore}. */
export interface VerifyReport extends VerifyProgress {
  /** The first findings. */
  readonly findings: readonly StoreFinding[]
}

const verifyStoreOptionsSchema = z.strictObject(
  {
    maxFindings: optionalIntegerBetween(0, 10_000),
    allowEmpty: booleanOption.optional(),
    require: optionalFunction,
    onProgress: optionalFunction,
    signal: optionalSignal,
  },
  mustBeObject,
)

/** Bounds what is in memory at once. */
const page = { limit: 100, maxBytes: 2 ** 20 }

/** Number of records that are loaded by one call, and whose histories are read at once. */
const recordsAtOnce = 16

/**
 * Verifies all that a storage has of a store: that it has something; that events have positions
 * without gaps; that the history of each record has every version and replays to the current one;
 * and of each quote the totals, the seal of every revision, the acceptance and its approvals. Reads
 * only, in pages. What is changed meanwhile is verified as it was, or as it is.
 *
 * Run it after an upgrade, after a repair by hand and after restoring a backup.
 *
 * @throws QuoteError `invalid_options`; `storage_failed` with the error of the storage;
 * `callback_failed` if `onProgress` throws; `aborted`
 *
 * @example
 * const { findings } = await verifyStore(storage, 'store-1')
 * if (findings.length > 0) console.error(findings)
 */
export async function verifyStore(
  storage: StoragePort,
  storeId: string,
  options: VerifyStoreOptions = {},
): Promise<VerifyReport> {
  const parsed = parseOrThrow(verifyStoreOptionsSchema, options, 'invalid_options')
  assertArguments(storage, storeId)
  const { maxFindings = 100, allowEmpty = false, onProgress = () => undefined, require } = options
  const report = wrapCallback('onProgress', onProgress)
  const findings: StoreFinding[] = []
  const counts = { events: 0, records: 0, findingCount: 0 }
  const call = { signal: parsed.signal ?? new AbortController().signal }
  const run: Verification = {
    storage: withPauses(guardStorage(storage, call.signal), call.signal),
    storeId,
    require,
    call,
    add(finding) {
      counts.findingCount += 1
      if (findings.length < maxFindings) findings.push(finding)
    },
  }
  let position = 0
  for await (const events of listPages(run)) {
    const refs: RecordRef[] = []
    for (const event of events) {
      const id = String(event.position)
      if (event.position !== position + 1)
        run.add({ kind: 'event', id, path: 'position', message: `must be ${position + 1}` })
      position = event.position
      counts.events += 1
      if (event.entry.version === 1) refs.push({ kind: event.kind, id: event.id })
    }
    for (let start = 0; start < refs.length; start += recordsAtOnce)
      await verifyRecords(run, refs.slice(start, start + recordsAtOnce))
    counts.records += refs.length
    report({ ...counts })
  }
  if (counts.events === 0 && !allowEmpty)
    run.add({ kind: 'store_empty', id: storeId, path: '', message: emptyStore })
  return Object.freeze({ ...counts, findings: Object.freeze(findings) })
}

const emptyStore =
  'must have events: check the id of the store; allowEmpty finds nothing wrong in a new one'

/** Lists the events of a store page by page, and reads the next page while one is used. */
async function* listPages({
  storage,
  storeId,
  call,
}: Verification): AsyncGenerator<readonly StoreEvent[]> {
  const load = (afterPosition: number) => {
    const loading = Promise.resolve(storage.listEvents(storeId, { ...page, afterPosition }, call))
    // It is awaited later, or never if what is before it fails.
    loading.catch(() => undefined)
    return loading
  }
  let position = 0
  for (let next = load(0); ; ) {
    const { items, hasMore } = await next
    const last = items.at(-1)
    // A storage that repeats a position would be read forever.
    const isRepeated = items.some((event, index) => {
      const before = index === 0 ? position : (items[index - 1] as StoreEvent).position
      return !(event.position > before)
    })
    const isLast = !hasMore || last === undefined || isRepeated
    if (!isLast) next = load(last.position)
    if (items.length > 0) yield items
    if (isLast) return
    position = last.position
  }
}

function assertArguments(storage: unknown, storeId: unknown): void {
  const errors: Record<string, string> = {}
  if (!hasMethods(storage, ['load', 'listHistory', 'listEvents']))
    errors.storage = 'must be a storage, as the first argument'
  if (!isValidId(storeId)) errors.storeId = withReceived(`must be ${validId}`)({ input: storeId })
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_options', { errors })
}

interface Verification {
  readonly storage: Pick<StoragePort, 'load' | 'listHistory' | 'listEvents'>
  readonly storeId: string
  readonly require: VerifyAcceptanceOptions['require']
  readonly call: { readonly signal: AbortSignal }
  add(finding: StoreFinding): void
}

/**
 * Lets each call wait for the next turn of the event loop: a synchronous storage would block all
 * else, also the signal, and a driver that frees memory between turns would never free any.
 */
function withPauses(storage: Verification['storage'], signal: AbortSignal): typeof storage {
  const aborted = () => new QuoteError('aborted', {}, { cause: signal.reason })
  const call = async <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
    await nextTurn()
    if (signal.aborted) throw aborted()
    try {
      return await run()
    } catch (error) {
      throw signal.aborted && error === signal.reason ? aborted() : error
    }
  }
  return {
    load: (...args) => call(() => storage.load(...args)),
    listHistory: (...args) => call(() => storage.listHistory(...args)),
    listEvents: (...args) => call(() => storage.listEvents(...args)),
  }
}

/** Verifies several records at once. Their findings are in the order of the records. */
async function verifyRecords(run: Verification, refs: readonly RecordRef[]): Promise<void> {
  const records = await run.storage.load(run.storeId, refs, run.call)
  const findings = await Promise.all(
    refs.map(async (ref, index) => {
      const found: StoreFinding[] = []
      await verifyRecord({ ...run, add: (finding) => found.push(finding) }, ref, records[index])
      return found
    }),
  )
  for (const finding of findings.flat()) run.add(finding)
}

async function verifyRecord(
  run: Verification,
  { kind, id }: RecordRef,
  record: StoredRecord | undefined,
): Promise<void> {
  const add = (path: string, message: string, version?: number) =>
    run.add({ kind, id, ...(version !== undefined && { version }), path, message })
  if (record === undefined) return add('', 'must exist, because the store has events of it')
  const last = await replayRecord(run, record, add)
  if (last === undefined) return
  if (last.entry.time !== record.updated)
    add('updated', `must be ${last.entry.time}, the time of the last entry`, record.version)
  if (record.value === null) return
  if (!isDeepStrictEqual(toJson(last.replay.value), toJson(record.value)))
    return add('', 'must be what its history leads to', record.version)
  if (kind !== quoteKind) return
  for (const { path, message } of verifyQuote(record.value)) add(path, message, record.version)
  if ((record.value as Quote).acceptance === undefined) return
  const options = run.require === undefined ? {} : { require: run.require }
  for (const { path, message } of verifyAcceptance(record.value, options))
    add(path, message, record.version)
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

interface LastVersion {
  readonly replay: Replay
  readonly entry: HistoryEntry
}

/** Replays up to the version of the record. Returns undefined if that is not possible. */
async function replayRecord(
  { storage, storeId, call }: Verification,
  record: StoredRecord,
  add: (path: string, message: string, version?: number) => void,
): Promise<LastVersion | undefined> {
  const { kind, id, version: current } = record
  const replay = new Replay()
  let entry: HistoryEntry | undefined
  for (let version = 0; version < current; ) {
    const range = { ...page, afterVersion: version }
    const { items } = await storage.listHistory(storeId, { kind, id }, range, call)
    if (items.length === 0) {
      add('', 'must be in the history', version + 1)
      return undefined
    }
    for (entry of items) {
      if (entry.version !== version + 1) {
        add('', 'must be in the history', version + 1)
        return undefined
      }
      version = entry.version
      if (record.value !== null && !applyEntry(replay, entry, kind, add)) return undefined
      if (version === current) break
    }
  }
  return entry && { replay, entry }
}

/** Applies an entry, and verifies each revision as it was sent. */
function applyEntry(
  replay: Replay,
  entry: HistoryEntry,
  kind: string,
  add: (path: string, message: string, version?: number) => void,
): boolean {
  try {
    replay.apply(entry)
  } catch (error) {
    add('', `cannot be replayed: ${describeThrown(error)}`, entry.version)
    return false
  }
  const isSealed = entry.patches.some(({ path: [field] }) => field === 'seal')
  if (kind === quoteKind && isSealed)
    for (const { path, message } of verifyQuote(toJson(replay.value)))
      add(path, message, entry.version)
  return true
}
