import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach } from 'vitest'
import type { StoragePort } from '../../../../src/ports/storage.js'
import {
  type SqliteDatabase,
  type SqliteValue,
  sqliteStorage,
} from '../../../../src/storage/sqlite/index.js'

/** Replaces the execution of a statement: it can execute it, throw, or do both. */
export type Interception = (sql: string, execute: () => void) => void

/** A storage whose statements a test can intercept. */
export interface InterceptedDatabase {
  readonly connection: Database.Database
  readonly storage: StoragePort
  intercept: Interception | undefined
  beforeRun: ((sql: string, parameters: readonly SqliteValue[]) => void) | undefined
}

/** Opens a new file before each test, and deletes it afterwards. */
export function useInterceptedDatabase() {
  let folder: string
  let current: InterceptedDatabase
  /** A second connection, which sees only what was committed. */
  let observer: Database.Database

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
    const path = join(folder, 'quotes.sqlite')
    current = open(new Database(path))
    observer = new Database(path)
  })
  afterEach(() => {
    observer.close()
    current.connection.close()
    rmSync(folder, { recursive: true })
  })

  const idsIn = (table: string) =>
    (observer.prepare(`select id from ${table} order by id`).all() as RecordId[]).map(
      ({ id }) => id,
    )
  const count = (table: string) =>
    (observer.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count

  return {
    current: () => current,
    /** Returns what is committed. */
    stored: () => ({
      records: idsIn('quotewright_records'),
      history: idsIn('quotewright_history'),
      keys: count('quotewright_idempotency'),
    }),
  }
}

interface RecordId {
  readonly id: string
}

function open(connection: Database.Database): InterceptedDatabase {
  const hooks: Pick<InterceptedDatabase, 'intercept' | 'beforeRun'> = {
    intercept: undefined,
    beforeRun: undefined,
  }
  const database: SqliteDatabase = {
    exec(sql) {
      if (hooks.intercept === undefined) return connection.exec(sql)
      return hooks.intercept(sql, () => connection.exec(sql))
    },
    prepare(sql) {
      const statement = connection.prepare(sql)
      return {
        run(...parameters) {
          hooks.beforeRun?.(sql, parameters)
          return statement.run(...parameters)
        },
        get: (...parameters) => statement.get(...parameters),
        all: (...parameters) => statement.all(...parameters),
      }
    },
  }
  return Object.assign(hooks, { connection, storage: sqliteStorage(database) })
}
