import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { StateStorage } from '../ports/state.js'
import type { MovableStorage } from '../ports/storage.js'
import { mysqlStorage } from '../storage/mysql/index.js'
import { postgresStorage } from '../storage/postgres/index.js'
import { sqliteStorage } from '../storage/sqlite/index.js'
import { UsageError } from './command.js'

/** The option that names a database. */
export const databaseOption = {
  type: 'string',
  value: 'url',
  description: 'postgres://…, mysql://… or the path of a SQLite file',
  isRequired: true,
} as const

/** A storage that the program has opened. */
export interface OpenedStorage {
  readonly storage: MovableStorage & StateStorage
  /** Creates the tables, or brings them to the version of this release. */
  migrate(): Promise<void>
  close(): Promise<void>
}

/** How a database is opened. */
export interface OpenOptions {
  /** Schema of PostgreSQL that holds the tables. */
  readonly schema?: string | undefined
  /** True if a SQLite file that does not exist is created. */
  readonly isCreated?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: drivers of the host, of any version
type Driver = any

/** Drivers are those of the project in which the program runs. */
const requireFromHost = createRequire(join(process.cwd(), 'package.json'))

/** @throws UsageError if none of the packages is installed */
function loadDriver(names: readonly string[], database: string): Driver {
  for (const name of names)
    try {
      return [name, requireFromHost(name)]
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw error
    }
  const [first] = names
  throw new UsageError(
    `${database} needs ${names.join(', or ')}: run npm install ${first} in the folder of your ` +
      `project, and quotewright from there`,
  )
}

/**
 * Opens the storage of a database.
 *
 * @throws UsageError if the driver is missing, or the file does not exist
 */
export function openStorage(url: string, options: OpenOptions = {}): OpenedStorage {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'postgres' || scheme === 'postgresql') return openPostgres(url, options)
  if (scheme === 'mysql' || scheme === 'mariadb') return openMysql(url)
  if (scheme !== undefined && scheme !== 'sqlite' && scheme !== 'file')
    throw new UsageError(`A database must be ${databaseOption.description}, received ${scheme}:`)
  return openSqlite(url.replace(/^(sqlite|file):(\/\/(?=\/))?/i, ''), options)
}

function openPostgres(connectionString: string, { schema }: OpenOptions): OpenedStorage {
  const [, { Pool }] = loadDriver(['pg'], 'PostgreSQL')
  const pool = new Pool({ connectionString })
  pool.on('error', () => undefined)
  const storage = postgresStorage(pool, schema === undefined ? {} : { schema })
  return { storage, migrate: () => storage.migrate(), close: () => pool.end() }
}

function openMysql(url: string): OpenedStorage {
  const [, { createPool }] = loadDriver(['mysql2/promise'], 'MariaDB or MySQL')
  const pool = createPool(url.replace(/^mariadb:/i, 'mysql:'))
  const storage = mysqlStorage(pool)
  return { storage, migrate: () => storage.migrate(), close: () => pool.end() }
}

function openSqlite(path: string, { isCreated = false }: OpenOptions): OpenedStorage {
  if (!isCreated && !existsSync(path))
    throw new UsageError(`There is no SQLite file ${path}; quotewright migrate creates it`)
  const [name, driver] = loadDriver(['libsql', 'better-sqlite3', 'node:sqlite'], 'SQLite')
  const Database = name === 'node:sqlite' ? driver.DatabaseSync : driver
  const database = new Database(path)
  return {
    storage: sqliteStorage(database),
    migrate: async () => undefined,
    close: async () => database.close(),
  }
}
