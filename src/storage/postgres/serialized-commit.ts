import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import { snapshotOf } from '../../quote/history/entry.js'
import type { ReplayState } from '../../quote/stored-record.js'
import { keyParams } from './idempotency.js'

/** A commit whose quote and history entry are JSON. */
export interface SerializedCommit {
  readonly storeId: string
  readonly quoteId: string
  readonly version: number
  readonly updated: number
  readonly replay: ReplayState
  /** Empty if the history entry contains the quote. */
  readonly quote: string
  readonly historyEntry: string
  readonly idempotency: IdempotencyRecord | undefined
}

export function serializeCommit({
  previousVersion,
  record,
  historyEntry,
  idempotency,
}: QuoteCommit): SerializedCommit {
  const { storeId, quoteId, version, updated, replay, quote } = record
  const isInEntry = previousVersion === 0 && snapshotOf(historyEntry) === quote
  return {
    storeId,
    quoteId,
    version,
    updated,
    replay,
    quote: isInEntry ? '' : JSON.stringify(quote),
    historyEntry: JSON.stringify(historyEntry),
    idempotency,
  }
}

/** Returns the parameters of one commit, as `commitStatements` numbers them. */
export function commitParams(commit: SerializedCommit): (string | number)[] {
  const { storeId, quoteId, version, updated, replay, quote, historyEntry, idempotency } = commit
  const values = [storeId, quoteId, version, updated, quote, historyEntry]
  if (version > 1) values.push(replay.base, replay.size)
  return idempotency === undefined ? values : [...values, ...keyParams(idempotency)]
}

/**
 * Returns the parameters of creations of one store, as `commitBatchStatements` numbers them.
 * Serialized JSON contains no line breaks, so they can separate the quotes and the entries.
 */
export function createBatchParams(commits: readonly SerializedCommit[]): (string | number)[] {
  return [
    commits[0]?.storeId ?? '',
    JSON.stringify(commits.map(toRow)),
    commits.map(({ quote }) => quote).join('\n'),
    commits.map(({ historyEntry }) => historyEntry).join('\n'),
  ]
}

/** Returns the parameters of any commits of one store. */
export function batchParams(commits: readonly SerializedCommit[]): (string | number)[] {
  const latest = Math.max(...commits.map(({ idempotency }) => idempotency?.createdAt ?? 0))
  return [...createBatchParams(commits), latest]
}

/** Leaves the replay state of a creation out: the table's defaults are its values. */
function toRow({ quoteId, version, updated, replay, idempotency }: SerializedCommit): object {
  const { key, fingerprint, createdAt, expiresAt } = idempotency ?? {}
  const [base, size] = version === 1 ? [] : [replay.base, replay.size]
  return {
    quote_id: quoteId,
    version,
    updated,
    base,
    size,
    key,
    fingerprint,
    created_at: createdAt,
    expires_at: expiresAt,
  }
}
