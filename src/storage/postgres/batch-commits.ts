import type { PortCallOptions } from '../../ports/call-options.js'
import type { CommitOutcome } from '../../ports/storage.js'
import { createBatcher, type PendingCall } from './batching.js'
import type { SerializedCommit } from './serialized-commit.js'

/** How commits reach the database. */
export interface CommitExecutor {
  commitOne(change: SerializedCommit): Promise<CommitOutcome>
  /** The ids of the quotes whose changes are committed. All are of one store; no quote and no key comes twice. */
  commitBatch(changes: readonly SerializedCommit[]): Promise<ReadonlySet<string>>
  /** Whether the database refused a statement, so that nothing of it is committed, and its changes may do better one by one. */
  isStatementError(error: unknown): boolean
}

/**
 * Commits share statements as `lanes` says: two are on their way at once, so that the database is at one while the other is made. Each
 * commit has its own outcome: where one makes the database refuse a statement, each of the group is tried alone.
 */
export function batchCommits(
  statements: CommitExecutor,
): (change: SerializedCommit, call: PortCallOptions | undefined) => Promise<CommitOutcome> {
  return createBatcher({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: 2 ** 20,
    storeOf: ({ storeId }) => storeId,
    conflictKeys,
    lengthOf: ({ quote, historyEntry: entry }) => quote.length + entry.length,
    send: (group) => sendBatch(statements, group),
  })
}

function conflictKeys({ quoteId, idempotency }: SerializedCommit): readonly string[] {
  const quote = `quote ${quoteId}`
  return idempotency === undefined ? [quote] : [quote, `key ${idempotency.key}`]
}

/** Tells every commit its outcome. Never rejects. */
async function sendBatch(
  statements: CommitExecutor,
  group: readonly PendingCall<SerializedCommit, CommitOutcome>[],
): Promise<void> {
  const { commitOne, commitBatch, isStatementError } = statements
  const [first] = group
  if (group.length === 1 && first !== undefined) {
    await commitOne(first.item).then(first.resolve, first.reject)
    return
  }
  try {
    const committed = await commitBatch(group.map(({ item }) => item))
    for (const { item, resolve } of group)
      resolve(committed.has(item.quoteId) ? 'committed' : 'conflict')
  } catch (error) {
    if (isStatementError(error))
      await Promise.all(group.map((member) => sendBatch(statements, [member])))
    else for (const { reject } of group) reject(error)
  }
}
