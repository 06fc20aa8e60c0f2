import type { PortCallOptions } from '../../ports/call-options.js'
import type { CommitOutcome, QuoteStorage } from '../../ports/storage.js'
import { createBatcher, type PendingCall } from './batching.js'
import type { Query } from './client.js'
import { isStatementError, isUniqueViolation, retrySerializationFailure } from './errors.js'
import {
  batchParams,
  commitParams,
  createBatchParams,
  type SerializedCommit,
  serializeCommit,
} from './serialized-commit.js'
import { commitStatements } from './statements/commit.js'
import { commitBatchStatements } from './statements/commit-batch.js'

/** Returns the method of the storage that writes commits. */
export function commitMethods(query: Query, schema: string): Pick<QuoteStorage, 'commit'> {
  const one = commitStatements(schema)
  const batch = commitBatchStatements(schema)

  const commitSerialized = batchCommits({
    isStatementError,

    async commitOne(commit) {
      const hasKey = commit.idempotency !== undefined
      const create = hasKey ? one.createWithKey : one.create
      const update = hasKey ? one.updateWithKey : one.update
      const statement = commit.version === 1 ? create : update
      try {
        const rows = await retrySerializationFailure(() => query(statement, commitParams(commit)))
        return rows.length === 1 ? 'committed' : 'conflict'
      } catch (error) {
        if (isUniqueViolation(error)) return 'conflict'
        throw error
      }
    },

    async commitBatch(commits) {
      const areCreations = commits.every(
        ({ version, idempotency }) => version === 1 && idempotency === undefined,
      )
      const statement = areCreations ? batch.creations : batch.any
      const values = areCreations ? createBatchParams(commits) : batchParams(commits)
      const rows = await retrySerializationFailure(() =>
        query<{ readonly quote_id: string }>(statement, values),
      )
      return new Set(rows.map((row) => row.quote_id))
    },
  })

  return { commit: async (commit, call) => commitSerialized(serializeCommit(commit), call) }
}

/** Sends commits to the database. */
export interface CommitExecutor {
  commitOne(commit: SerializedCommit): Promise<CommitOutcome>
  /**
   * Returns the ids of the quotes whose commits were applied. All commits are of one store; no
   * quote and no key occurs twice.
   */
  commitBatch(commits: readonly SerializedCommit[]): Promise<ReadonlySet<string>>
  /** Returns true if the database rejected the statement, so that nothing of it was applied. */
  isStatementError(error: unknown): boolean
}

/**
 * Batches commits per store. Two statements run at once, so that the database works on one while
 * the next is prepared. Each commit has its own outcome: if the database rejects a batch, its
 * commits are retried one by one.
 */
export function batchCommits(
  executor: CommitExecutor,
): (commit: SerializedCommit, call: PortCallOptions | undefined) => Promise<CommitOutcome> {
  return createBatcher({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: 2 ** 20,
    storeOf: ({ storeId }) => storeId,
    conflictKeys,
    lengthOf: ({ quote, historyEntry }) => quote.length + historyEntry.length,
    send: (batch) => sendBatch(executor, batch),
  })
}

function conflictKeys({ quoteId, idempotency }: SerializedCommit): readonly string[] {
  const quote = `quote ${quoteId}`
  return idempotency === undefined ? [quote] : [quote, `key ${idempotency.key}`]
}

/** Settles every call of the batch. Never rejects. */
async function sendBatch(
  executor: CommitExecutor,
  batch: readonly PendingCall<SerializedCommit, CommitOutcome>[],
): Promise<void> {
  const { commitOne, commitBatch, isStatementError } = executor
  const [first] = batch
  if (batch.length === 1 && first !== undefined) {
    await commitOne(first.item).then(first.resolve, first.reject)
    return
  }
  try {
    const committed = await commitBatch(batch.map(({ item }) => item))
    for (const { item, resolve } of batch)
      resolve(committed.has(item.quoteId) ? 'committed' : 'conflict')
  } catch (error) {
    if (isStatementError(error))
      await Promise.all(batch.map((pending) => sendBatch(executor, [pending])))
    else for (const { reject } of batch) reject(error)
  }
}
