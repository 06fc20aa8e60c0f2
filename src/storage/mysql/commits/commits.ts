import { batchCommits } from '../../../ports/batching.js'
import type { CommitOutcome, StoragePort } from '../../../ports/storage.js'
import type { Executor } from '../client.js'
import { isConcurrent, isDuplicate, isStatementError, retryDeadlock } from '../errors.js'
import type { Tables } from '../schema/tables.js'
import type { InTransaction } from '../transactions.js'
import { type SerializedCommit, serializeCommit } from './serialized-commit.js'
import { writeCommits } from './write-commits.js'

type CommitMethod = Pick<StoragePort, 'commit'>

/** Returns the method of the storage that writes commits. */
export function createCommitMethods(inTransaction: InTransaction, tables: Tables): CommitMethod {
  async function write(commits: readonly SerializedCommit[]): Promise<ReadonlySet<number>> {
    try {
      return await retryDeadlock(() =>
        inTransaction(
          (executor) => writeCommits(executor, tables, commits),
          ({ size }) => size > 0,
        ),
      )
    } catch (error) {
      if (isConcurrent(error)) return new Set()
      throw error
    }
  }

  const commitSerialized = batchCommits<SerializedCommit>({
    // A key or a record that exists fails all of a batch, which is then written one by one.
    isStatementError,
    commitBatch: write,

    async commitOne(commit) {
      try {
        return toOutcome(await write([commit]))
      } catch (error) {
        if (isDuplicate(error)) return 'conflict'
        throw error
      }
    },
  })
  return {
    commit: async (storeId, commit, call) =>
      commitSerialized(serializeCommit(storeId, commit), call),
  }
}

/** Returns the method that writes each commit by itself, on a connection in a transaction. */
export function createUnbatchedCommitMethods(executor: Executor, tables: Tables): CommitMethod {
  return {
    commit: async (storeId, commit) =>
      toOutcome(await writeCommits(executor, tables, [serializeCommit(storeId, commit)])),
  }
}

function toOutcome({ size }: ReadonlySet<number>): CommitOutcome {
  return size > 0 ? 'committed' : 'conflict'
}
