import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import { snapshotOf } from '../../quote/history/entry.js'
import type { ReplayState } from '../../quote/stored-record.js'

/** A change with its JSON as the database gets it. */
export interface SerializedCommit {
  readonly storeId: string
  readonly quoteId: string
  readonly version: number
  readonly updated: number
  readonly replay: ReplayState
  /** Empty where the entry has it whole. */
  readonly quote: string
  readonly historyEntry: string
  readonly idempotency: IdempotencyRecord | undefined
}

export function serializeCommit({
  previousVersion,
  record,
  historyEntry: entry,
  idempotency,
}: QuoteCommit): SerializedCommit {
  const { storeId, quoteId, version, updated, replay, quote } = record
  const isInEntry = previousVersion === 0 && snapshotOf(entry) === quote
  const texts = {
    quote: isInEntry ? '' : JSON.stringify(quote),
    historyEntry: JSON.stringify(entry),
  }
  return { storeId, quoteId, version, updated, replay, ...texts, idempotency }
}

/** The values of a statement for one commit, as `commitStatements` numbers them. */
export function commitParams(change: SerializedCommit): (string | number)[] {
  const {
    storeId,
    quoteId,
    version,
    updated,
    replay,
    quote,
    historyEntry: entry,
    idempotency,
  } = change
  const values = [storeId, quoteId, version, updated, quote, entry]
  if (version > 1) values.push(replay.base, replay.size)
  return idempotency === undefined ? values : [...values, ...idempotencyParams(idempotency)]
}

export function idempotencyParams({
  key,
  fingerprint,
  createdAt: time,
  expiresAt: expires,
}: IdempotencyRecord): (string | number)[] {
  return [key, fingerprint, time, expires]
}

/** The values of a statement for creations of one store, as `groupStatements` numbers them. JSON has no line ends of its own. */
export function createBatchParams(changes: readonly SerializedCommit[]): (string | number)[] {
  return [
    changes[0]?.storeId ?? '',
    JSON.stringify(changes.map(scalarFields)),
    changes.map(({ quote }) => quote).join('\n'),
    changes.map(({ historyEntry: entry }) => entry).join('\n'),
  ]
}

/** The values of a statement for any commits of one store. */
export function batchParams(changes: readonly SerializedCommit[]): (string | number)[] {
  const latest = Math.max(...changes.map(({ idempotency }) => idempotency?.createdAt ?? 0))
  return [...createBatchParams(changes), latest]
}

/** A creation leaves the replay state out: the defaults of the table are its values. */
function scalarFields({
  quoteId,
  version,
  updated,
  replay,
  idempotency,
}: SerializedCommit): object {
  const { key, fingerprint, createdAt: time, expiresAt: expires } = idempotency ?? {}
  const [base, size] = version === 1 ? [] : [replay.base, replay.size]
  return { quote_id: quoteId, version, updated, base, size, key, fingerprint, time, expires }
}
