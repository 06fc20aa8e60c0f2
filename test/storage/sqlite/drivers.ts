import { createRequire } from 'node:module'
import Libsql from 'libsql'
import type { SqliteDatabase } from '../../../src/storage/sqlite/index.js'

/** A database that a test can close. */
export interface OpenDatabase extends SqliteDatabase {
  close(): unknown
}

export interface SqliteDriver {
  readonly name: string
  /** Why this driver is not available, if it is not. */
  readonly missing?: string
  open(path: string): OpenDatabase
}

const load = createRequire(import.meta.url)

function nodeSqlite(): SqliteDriver {
  const name = 'node:sqlite'
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 13))
    return unavailable(name, `needs Node 22.13, this is ${process.versions.node}`)
  const { DatabaseSync } = load('node:sqlite')
  return { name, open: (path) => new DatabaseSync(path) }
}

function betterSqlite(): SqliteDriver {
  const name = 'better-sqlite3'
  const folder = process.env.QUOTEWRIGHT_BETTER_SQLITE3
  if (folder === undefined)
    return unavailable(name, 'QUOTEWRIGHT_BETTER_SQLITE3 does not name its folder')
  const Database = load(folder)
  return { name, open: (path) => new Database(path) }
}

function unavailable(name: string, missing: string): SqliteDriver {
  const open = () => {
    throw new Error(`${name} ${missing}`)
  }
  return { name, missing, open }
}

/** The supported drivers. `libsql` is always installed. */
export const sqliteDrivers: readonly SqliteDriver[] = [
  { name: 'libsql', open: (path) => new Libsql(path) as unknown as OpenDatabase },
  nodeSqlite(),
  betterSqlite(),
]
