import { countStatement, type FindShape, findStatement } from '../search/find-statement.js'
import type { FilterShape } from '../search/matching-records.js'
import { type CommitShape, commitStatement, keyStatement } from './commit.js'
import { type BatchShape, commitBatchStatement, creationBatchStatement } from './commit-batch.js'

/** The statements of a schema whose statements take time to build. */
export interface Statements {
  readonly creations: string
  readonly key: string
  commit(shape: CommitShape): string
  batch(shape: BatchShape): string
  find(shape: FindShape): string
  count(shape: FilterShape): string
}

/** Builds each statement at most once, so that storages of one schema can share them. */
export function createStatements(schema: string): Statements {
  return {
    creations: creationBatchStatement(schema),
    key: keyStatement(schema),
    commit: memoizeByShape((shape) => commitStatement(schema, shape)),
    batch: memoizeByShape((shape) => commitBatchStatement(schema, shape)),
    find: memoizeByShape((shape) => findStatement(schema, shape)),
    count: memoizeByShape((shape) => countStatement(schema, shape)),
  }
}

/** Keeps the statements by their shapes, whose fields always come in the same order. */
function memoizeByShape<Shape extends object>(build: (shape: Shape) => string) {
  const statements = new Map<string, string>()
  return (shape: Shape): string => {
    const key = Object.values(shape).join(' ')
    const statement = statements.get(key) ?? build(shape)
    statements.set(key, statement)
    return statement
  }
}
