/** What `sqliteStorage` needs of a driver. `node:sqlite`, `better-sqlite3` and `libsql` databases fit as they are. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
}

/** A prepared statement; parameters are bound by position. */
export interface SqliteStatement {
  run(...parameters: SqliteValue[]): { readonly changes: number | bigint }
  get(...parameters: SqliteValue[]): unknown
  all(...parameters: SqliteValue[]): unknown[]
}

export type SqliteValue = string | number
