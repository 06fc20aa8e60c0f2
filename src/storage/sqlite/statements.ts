import type { SqliteDatabase, SqliteStatement, SqliteValue } from './client.js'

/** A prepared statement. Every driver also binds null, though the types of some don't say so. */
export interface PreparedStatement extends Omit<SqliteStatement, 'run'> {
  run(...parameters: (SqliteValue | null)[]): ReturnType<SqliteStatement['run']>
}

/** Returns the prepared statement of a SQL text. Prepares it when it is first used. */
export type Prepare = (sql: string) => PreparedStatement

/** Finds have a statement for each combination of conditions, so their number must be limited. */
const maxStatements = 200

/** Storages on the same connection share its statements, so that another storage costs little. */
const statementsOfConnections = new WeakMap<SqliteDatabase, Prepare>()

/** Returns the prepared statements of a connection. */
export function getStatements(database: SqliteDatabase): Prepare {
  const known = statementsOfConnections.get(database)
  if (known !== undefined) return known
  const statements = new Map<string, PreparedStatement>()
  const prepare = (sql: string) => {
    const prepared = statements.get(sql)
    if (prepared !== undefined) return prepared
    if (statements.size === maxStatements) statements.clear()
    const statement = database.prepare(sql) as PreparedStatement
    statements.set(sql, statement)
    return statement
  }
  statementsOfConnections.set(database, prepare)
  return prepare
}

/** Returns the rows of a statement that has at most one: `get` is faster than `all`. */
export function getOneRow<Row>(
  statement: PreparedStatement,
  ...parameters: SqliteValue[]
): readonly Row[] {
  const row = statement.get(...parameters) as Row | null | undefined
  return row == null ? [] : [row]
}
