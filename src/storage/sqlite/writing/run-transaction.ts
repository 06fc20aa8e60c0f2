import { QuoteError } from '../../../errors.js'
import type { StorageTransaction } from '../../../ports/orders.js'
import { assertDatabase, type SqliteDatabase } from '../client.js'
import { busyTimeoutMs, makeDurable } from '../schema/ensure-schema.js'
import { type Begin, createBegin, tryRollback, WriteLockHeld } from '../write-lock.js'

/** The connections of storages: what other calls write there would be part of a transaction. */
const storageConnections = new WeakSet<object>()

export function markStorageConnection(database: SqliteDatabase): void {
  storageConnections.add(database)
}

/** Pause between two attempts to take the write lock, in milliseconds. */
const pauseMs = 10

/**
 * Returns a function that runs another one in a transaction, for the option `orders.transaction`.
 * Transactions run one after the other. While another connection holds the write lock, it waits up
 * to `busy_timeout`, without blocking the event loop.
 *
 * Configures the connection as the storage does its own: `synchronous=FULL`, `secure_delete`, and a
 * `busy_timeout` of five seconds, unless it has one already.
 *
 * @param database A second connection to the file of the storage, which nothing else uses.
 * @throws QuoteError `invalid_options` if it is not a synchronous, open connection
 *
 * @example
 * const transaction = sqliteTransaction(new DatabaseSync('quotes.sqlite'))
 * const orders = { place: 'accept', transaction, placeOrder }
 */
export function sqliteTransaction<Database extends SqliteDatabase>(
  database: Database,
): StorageTransaction<Database> {
  assertDatabase(database)
  makeDurable(database)
  if (getBusyTimeout(database) === 0) database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  let begin: Begin | undefined
  let last: Promise<unknown> = Promise.resolve()
  const runNow = async (run: (client: Database) => Promise<void>) => {
    assertOwnConnection(database)
    if (begin === undefined) assertTables(database)
    begin ??= createBegin(database)
    const { commit, rollback } = await takeWriteLock(database, begin)
    try {
      await run(database)
      database.exec(commit)
    } catch (error) {
      tryRollback(database, rollback)
      throw error
    }
  }
  return (run) => {
    const result = last.then(() => runNow(run))
    last = result.catch(() => undefined)
    return result
  }
}

async function takeWriteLock(database: SqliteDatabase, begin: Begin): Promise<ReturnType<Begin>> {
  const deadline = performance.now() + getBusyTimeout(database)
  for (;;) {
    try {
      return begin()
    } catch (error) {
      if (!(error instanceof WriteLockHeld)) throw error
      if (performance.now() >= deadline) throw error.cause
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** @throws QuoteError `invalid_options` if it is a connection to another file */
function assertTables(database: SqliteDatabase): void {
  const select = "select 1 from sqlite_schema where name = 'quotewright_schema'"
  if (database.prepare(select).get() != null) return
  const message = 'must be a connection to the file of the storage; its file has no quotes'
  throw new QuoteError('invalid_options', { errors: { database: message } })
}

/** Returns how long a connection waits for the write lock, in milliseconds. */
function getBusyTimeout(database: SqliteDatabase): number {
  const row = database.prepare('select timeout from pragma_busy_timeout').get()
  return Number((row as { readonly timeout: number | bigint }).timeout)
}

/** @throws QuoteError `invalid_options` */
function assertOwnConnection(database: SqliteDatabase): void {
  if (!storageConnections.has(database)) return
  const message =
    'must be a connection of its own to the file of the storage, received that of the storage ' +
    'itself: what other calls write meanwhile would be part of the transaction'
  throw new QuoteError('invalid_options', { errors: { database: message } })
}
