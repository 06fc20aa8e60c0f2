/**
 * A storage in a SQLite file, through any synchronous driver.
 *
 * @module quotewright/sqlite
 */
import type { StateStorage } from '../../ports/state.js'
import type { MovableStorage } from '../../ports/storage.js'
import { parseRebuildOptions, type RebuildSearchOptions } from '../../store/search-rows.js'
import { rejectOptions } from '../../validation/reject-options.js'
import { assertDatabase, type SqliteDatabase } from './client.js'
import { createHistoryMethods, createRecordMethods } from './records.js'
import { ensureSchema } from './schema/ensure-schema.js'
import { createFindMethods } from './search/find.js'
import { rebuildSearch } from './search/write-search.js'
import { createSqliteState } from './state.js'
import { getStatements } from './statements.js'
import { createCommitMethods } from './writing/commits.js'
import { createFreezeMethods } from './writing/freeze.js'
import { writeInHostTransaction } from './writing/host-transaction.js'
import { markStorageConnection } from './writing/run-transaction.js'
import { createBatcher, type Write } from './writing/transactions.js'

export type { RebuildSearchOptions } from '../../store/search-rows.js'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './client.js'
export { sqliteTransaction } from './writing/run-transaction.js'

/** A storage in a SQLite database. */
export interface SqliteStorage extends MovableStorage, StateStorage {
  /**
   * Returns the storage on a connection on which the host has begun a transaction, so that rows of
   * the host and quotes are committed together. It is the connection of this storage or another one
   * to the same file.
   *
   * Every call runs at once inside that transaction, and a commit inside a savepoint. Nothing is
   * stored until the host commits, and a rollback takes it back. Until then, all other writers of
   * the file wait. Between `begin` and `commit`, nothing else may use the connection: use one that
   * only this transaction uses, or await nothing but calls of this storage.
   *
   * @throws QuoteError `invalid_options` if `database` is not a synchronous, open connection. A
   * commit outside of a transaction rejects with it, too.
   *
   * @example
   * database.exec('begin immediate')
   * const storage = sqlite.using(database)
   */
  using(database: SqliteDatabase): SqliteStorage

  /**
   * Computes again what every record can be found by, from the records themselves, in one
   * transaction. Commits keep this up to date, so it is needed only after a repair by hand, and
   * after own fields are declared to be searched, or no longer. Blocks the event loop meanwhile.
   *
   * @param options The own fields by which quotes are found: only the engine knows them.
   * @throws QuoteError `invalid_options`
   */
  rebuildSearch(options?: RebuildSearchOptions): Promise<void>
}

/**
 * Creates a storage in a SQLite database. Writes made in the same turn of the event loop share a
 * transaction, each with its own outcome.
 *
 * Configures the connection: write-ahead log, `synchronous=FULL`, `secure_delete`, and a
 * `busy_timeout` of five seconds. Creates its tables (all named `quotewright_…`) if they are
 * missing, so the database can contain other tables. The caller closes the connection, after the
 * engine's last call.
 *
 * A write waits while another connection holds the write lock, up to `busy_timeout` or until its
 * caller aborts. The event loop is not blocked. If the host has a transaction open on the
 * connection when a batch is written (at the end of the turn, or after such a wait), the batch
 * becomes part of that transaction. To commit rows of your own and quotes together, use `using`.
 *
 * @throws QuoteError `invalid_options` if `database` is not a synchronous, open connection;
 * `storage_schema_mismatch` if the tables are of another release or program, or the file is not a
 * database; `storage_permission_denied` if it cannot be written; `storage_failed` with any other
 * error of the driver
 *
 * @example
 * const storage = sqliteStorage(new DatabaseSync('quotes.sqlite')) // from 'node:sqlite'
 */
export function sqliteStorage(database: SqliteDatabase, ...unexpected: []): SqliteStorage {
  assertDatabase(database)
  rejectOptions(unexpected)
  ensureSchema(database)
  markStorageConnection(database)
  return createStorage(database, createBatcher(database))
}

function createStorage(database: SqliteDatabase, write: Write): SqliteStorage {
  const prepare = getStatements(database)
  return {
    ...createRecordMethods(prepare),
    ...createCommitMethods(prepare, write),
    ...createFindMethods(database, prepare),
    ...createHistoryMethods(prepare),
    ...createFreezeMethods(prepare, write),
    ...createSqliteState(prepare, write),

    using(other) {
      assertDatabase(other)
      other.exec('pragma secure_delete = on')
      return createStorage(other, writeInHostTransaction(other))
    },

    async rebuildSearch(options) {
      const toSearchRow = parseRebuildOptions(options)
      await write((segments) => {
        rebuildSearch(prepare, segments, toSearchRow)
        return true
      }, 'rebuildSearch')
    },
  }
}
