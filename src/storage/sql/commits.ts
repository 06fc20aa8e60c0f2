import type { CommitOutcome, StoragePort } from '../../ports/storage.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../record/commit.js'
import { getSnapshot } from '../../record/history/entry.js'
import type { StoredRecord } from '../../record/record.js'
import { createBatcher, getRecordKey, type PendingCall } from './batching.js'

/** A commit of a store whose values and history entries are JSON. */
export interface SerializedCommit<Change extends SerializedChange = SerializedChange> {
  readonly storeId: string
  readonly changes: readonly Change[]
  readonly idempotency: IdempotencyRecord | undefined
}

/** A change whose value and history entry are JSON. */
export interface SerializedChange extends Omit<StoredRecord, 'value'> {
  /** Empty if the history entry contains the value. */
  readonly value: string
  readonly historyEntry: string
  readonly erasesHistory: boolean
}

/** Returns true if the history entry of a change contains the value, which is then stored once. */
export function isValueInEntry({ previousVersion, record, historyEntry }: RecordChange): boolean {
  return previousVersion === 0 && getSnapshot(historyEntry) === record.value
}

/** Serializes what every database stores of a change. */
export function serializeChange(change: RecordChange): SerializedChange {
  const { kind, id, version, updated, deleted, replay, value } = change.record
  return {
    kind,
    id,
    version,
    updated,
    ...(deleted === undefined ? undefined : { deleted }),
    replay,
    value: isValueInEntry(change) ? '' : JSON.stringify(value),
    historyEntry: JSON.stringify(change.historyEntry),
    erasesHistory: change.erasesHistory === true,
  }
}

/**
 * The position of a frozen store: the maximum of the type bigint. Each commit adds to the position
 * of its store, so the server rejects those of a frozen one, whichever process sends them.
 */
export const frozenPosition = '9223372036854775807'

/** Sends commits to the database. */
export interface CommitExecutor<Change extends SerializedChange> {
  serialize(storeId: string, change: RecordChange): Change
  commitOne(commit: SerializedCommit<Change>): Promise<CommitOutcome>
  /**
   * Returns the indexes of the commits that were applied. All commits are of one store; no record
   * and no key occurs twice.
   */
  commitBatch(commits: readonly SerializedCommit<Change>[]): Promise<ReadonlySet<number>>
  /** Returns true if the database rejected the statement, so that nothing of it was applied. */
  isStatementError(error: unknown): boolean
}

/**
 * Returns the method of a storage that writes commits. Batches them per store: two statements run
 * at once, so that the database works on one while the next is prepared. Each commit has its own
 * outcome: if the database rejects a batch, its commits are retried one by one.
 */
export function createCommitMethods<Change extends SerializedChange>(
  executor: CommitExecutor<Change>,
): Pick<StoragePort, 'commit'> {
  const commitBatched = createBatcher<SerializedCommit<Change>, CommitOutcome>({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: 2 ** 20,
    storeOf: ({ storeId }) => storeId,
    conflictKeys,
    lengthOf: ({ changes }) =>
      changes.reduce((sum, { value, historyEntry }) => sum + value.length + historyEntry.length, 0),
    send: (batch) => sendCommits(executor, batch),
  })
  return {
    commit: async (storeId, commit, call) =>
      commitBatched(serializeCommit(executor, storeId, commit), call),
  }
}

/** Returns the method that writes each commit by itself. */
export function createUnbatchedCommitMethods<Change extends SerializedChange>(
  executor: Pick<CommitExecutor<Change>, 'serialize' | 'commitOne'>,
): Pick<StoragePort, 'commit'> {
  return {
    commit: async (storeId, commit) =>
      executor.commitOne(serializeCommit(executor, storeId, commit)),
  }
}

function serializeCommit<Change extends SerializedChange>(
  { serialize }: Pick<CommitExecutor<Change>, 'serialize'>,
  storeId: string,
  { changes, idempotency }: RecordCommit,
): SerializedCommit<Change> {
  return { storeId, changes: changes.map((change) => serialize(storeId, change)), idempotency }
}

function conflictKeys({ changes, idempotency }: SerializedCommit): readonly string[] {
  const records = changes.map((change) => `record ${getRecordKey(change)}`)
  return idempotency === undefined ? records : [...records, `key ${idempotency.key}`]
}

/** Settles every call of the batch. Never rejects. */
async function sendCommits<Change extends SerializedChange>(
  executor: CommitExecutor<Change>,
  batch: readonly PendingCall<SerializedCommit<Change>, CommitOutcome>[],
): Promise<void> {
  const { commitOne, commitBatch, isStatementError } = executor
  const [first] = batch
  if (batch.length === 1 && first !== undefined) {
    await commitOne(first.item).then(first.resolve, first.reject)
    return
  }
  try {
    const committed = await commitBatch(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries())
      resolve(committed.has(index) ? 'committed' : 'conflict')
  } catch (error) {
    if (isStatementError(error))
      await Promise.all(batch.map((pending) => sendCommits(executor, [pending])))
    else for (const { reject } of batch) reject(error)
  }
}
