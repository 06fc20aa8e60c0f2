import type { CommitExecutor } from '../../sql/commits.js'
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
import {
  type SerializedChange,
  type SerializedCommit,
  serializeChange,
} from './serialized-commit.js'

export interface Statement {
  readonly text: string
  readonly values: (string | number)[]
}

/**
 * Returns the statement that writes commits of one store. It returns a row for each commit that was
 * applied, with its index as `commit` if there are several.
 */
export type WriteCommits = (commits: readonly SerializedCommit[]) => Statement

/**
 * Returns how commits are written, each by itself or several together, without retrying them.
 *
 * @param write Returns the statement for commits of one store.
 */
export function commitExecutor(
  query: Query,
  write: WriteCommits,
): CommitExecutor<SerializedChange> {
  return {
    serialize: serializeChange,
    isStatementError,

    async commitOne(commit) {
      const { text, values } = write([commit])
      const rows = await query(text, values)
      return rows.length > 0 ? 'committed' : 'conflict'
    },

    async commitBatch(commits) {
      const { text, values } = write(commits)
      const rows = await query<{ readonly commit: number }>(text, values)
      return new Set(rows.map((row) => row.commit))
    },
  }
}

/** Retries what fails because of a concurrent statement. */
export function retryCommits(
  executor: CommitExecutor<SerializedChange>,
  toCommitError: (storeId: string, error: unknown) => Promise<unknown>,
): CommitExecutor<SerializedChange> {
  const { commitOne, commitBatch } = executor
  return {
    ...executor,
    commitBatch: (commits) => retrySerializationFailure(() => commitBatch(commits)),

    async commitOne(commit) {
      try {
        return await retrySerializationFailure(() => commitOne(commit))
      } catch (error) {
        if (isUniqueViolation(error)) return 'conflict'
        throw await toCommitError(commit.storeId, error)
      }
    },
  }
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
