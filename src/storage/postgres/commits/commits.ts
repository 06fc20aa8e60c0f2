import { batchCommits } from '../../../ports/batching.js'
import type { CommitOutcome, StoragePort } from '../../../ports/storage.js'
import type { Query } from '../client.js'
import { isStatementError, isUniqueViolation, retrySerializationFailure } from '../errors.js'
import type { Statements } from '../statements/statements.js'
import {
  batchParameters,
  commitParameters,
  creationParameters,
  getBatchShape,
  getCommitShape,
  getOnlyChange,
  keyParameters,
} from './commit-parameters.js'
import { type SerializedCommit, serializeCommit } from './serialized-commit.js'

type CommitMethod = Pick<StoragePort, 'commit'>

export interface Statement {
  readonly text: string
  readonly values: (string | number)[]
}

/**
 * Returns the statement that writes commits of one store. It returns a row for each commit that was
 * applied, with its index as `commit` if there are several.
 */
export type WriteCommits = (commits: readonly SerializedCommit[]) => Statement

/** Returns the method of the storage that writes commits. */
export function createCommitMethods(
  query: Query,
  write: WriteCommits,
  toCommitError: (storeId: string, error: unknown) => Promise<unknown>,
): CommitMethod {
  const executor = commitExecutor(query, write)
  const commitSerialized = batchCommits<SerializedCommit>({
    isStatementError,
    commitBatch: (commits) => retrySerializationFailure(() => executor.commitBatch(commits)),

    async commitOne(commit) {
      try {
        return await retrySerializationFailure(() => executor.commitOne(commit))
      } catch (error) {
        if (isUniqueViolation(error)) return 'conflict'
        throw await toCommitError(commit.storeId, error)
      }
    },
  })
  return {
    commit: async (storeId, commit, call) =>
      commitSerialized(serializeCommit(storeId, commit), call),
  }
}

/** Returns the method that writes each commit in a statement of its own, and never retries it. */
export function createUnbatchedCommitMethods(query: Query, write: WriteCommits): CommitMethod {
  const { commitOne } = commitExecutor(query, write)
  return { commit: async (storeId, commit) => commitOne(serializeCommit(storeId, commit)) }
}

function commitExecutor(query: Query, write: WriteCommits) {
  async function commitBatch(commits: readonly SerializedCommit[]): Promise<ReadonlySet<number>> {
    const { text, values } = write(commits)
    const rows = await query<{ readonly commit: number }>(text, values)
    return new Set(rows.map((row) => row.commit))
  }

  async function commitOne(commit: SerializedCommit): Promise<CommitOutcome> {
    const { text, values } = write([commit])
    const rows = await query(text, values)
    return rows.length > 0 ? 'committed' : 'conflict'
  }

  return { commitOne, commitBatch }
}

/** Returns what makes the statement that writes commits: the smallest one that can. */
export function plainCommits(statements: Statements): WriteCommits {
  return (commits) => {
    const [first] = commits
    const single =
      commits.length === 1 && first !== undefined ? fastPathStatement(first, statements) : undefined
    return single ?? getBatch(commits, statements)
  }
}

/** Returns the small statement that writes a commit; undefined if there is none. */
function fastPathStatement(
  commit: SerializedCommit,
  statements: Statements,
): Statement | undefined {
  const { storeId, changes, idempotency } = commit
  if (changes.length === 0 && idempotency !== undefined)
    return { text: statements.key, values: keyParameters(storeId, idempotency) }
  const change = getOnlyChange(commit)
  if (change === undefined) return undefined
  const text = statements.commit(getCommitShape(change, commit))
  return { text, values: commitParameters(commit, change) }
}

function getBatch(commits: readonly SerializedCommit[], statements: Statements): Statement {
  const isCreation = (commit: SerializedCommit) =>
    commit.idempotency === undefined && getOnlyChange(commit)?.version === 1
  if (commits.every(isCreation))
    return { text: statements.creations, values: creationParameters(commits) }
  const shape = getBatchShape(commits)
  return { text: statements.batch(shape), values: batchParameters(commits, shape) }
}
