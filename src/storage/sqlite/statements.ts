import type { SqliteDatabase, SqliteStatement } from './client.js'

/** Returns the prepared statement of a SQL text. Prepares it when it is first used. */
export type Prepare = (sql: string) => SqliteStatement

/** Storages on the same connection share its statements, so that another storage costs little. */
const statementsOfConnections = new WeakMap<SqliteDatabase, Prepare>()

/** Returns the prepared statements of a connection. */
export function statementsOf(database: SqliteDatabase): Prepare {
  const known = statementsOfConnections.get(database)
  if (known !== undefined) return known
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string) => {
    const prepared = statements.get(sql)
    if (prepared !== undefined) return prepared
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  statementsOfConnections.set(database, prepare)
  return prepare
}
