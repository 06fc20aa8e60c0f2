import type { CommitOutcome } from '../../../ports/storage.js'
import type { CommitExecutor } from '../../sql/commits.js'
import type { Executor } from '../client.js'
import { isConcurrent, isDuplicate, isStatementError, retryDeadlock } from '../errors.js'
import type { Tables } from '../schema/tables.js'
import type { InTransaction } from '../transactions.js'
import {
  type SerializedChange,
  type SerializedCommit,
  serializeChange,
} from './serialized-commit.js'
import { writeCommits } from './write-commits.js'

/** Returns how commits are written in transactions of their own. */
export function commitExecutor(
  inTransaction: InTransaction,
  tables: Tables,
): CommitExecutor<SerializedChange> {
  async function commitBatch(commits: readonly SerializedCommit[]): Promise<ReadonlySet<number>> {
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

  return {
    serialize: serializeChange,
    // A key or a record that exists fails all of a batch, which is then written one by one.
    isStatementError,
    commitBatch,

    async commitOne(commit) {
      try {
        return toOutcome(await commitBatch([commit]))
      } catch (error) {
        if (isDuplicate(error)) return 'conflict'
        throw error
      }
    },
  }
}

/** Returns how a commit is written on a connection in a transaction of the host. */
export function commitExecutorInTransaction(
  executor: Executor,
  tables: Tables,
): Pick<CommitExecutor<SerializedChange>, 'serialize' | 'commitOne'> {
  return {
    serialize: serializeChange,
    commitOne: async (commit) => toOutcome(await writeCommits(executor, tables, [commit])),
  }
}

function toOutcome({ size }: ReadonlySet<number>): CommitOutcome {
  return size > 0 ? 'committed' : 'conflict'
}
