/**
 * A storage in MariaDB or MySQL, through `mysql2`.
 *
 * @module quotewright/mysql
 */
import type { StateStorage } from '../../ports/state.js'
import type { MovableStorage, StoragePort } from '../../ports/storage.js'
import { transactionStorage } from '../../ports/transaction-storage.js'
import type { RebuildSearchOptions } from '../../store/search-rows.js'
import { getOwner } from './charset.js'
import {
  assertConnection,
  assertPool,
  createExecutor,
  type Executor,
  type MysqlConnection,
  type MysqlPool,
} from './client.js'
import { createCommitMethods, createUnbatchedCommitMethods } from './commits/commits.js'
import { commitsInTransaction } from './commits/commits-in-transaction.js'
import { createFreezeMethods } from './commits/freeze.js'
import { type MysqlStorageOptions, resolveOptions } from './options.js'
import {
  createHistoryMethods,
  createIdempotencyMethods,
  createRecordMethods,
  createUnbatchedRecordMethods,
} from './records.js'
import { createSchemaMethods } from './schema/migrate.js'
import { getTables } from './schema/tables.js'
import { createFindMethods } from './search/find.js'
import { searchRebuild } from './search/rebuild-search.js'
import { createStateMethods } from './state.js'
import { createInTransaction, createWithConnection } from './transactions.js'

export type { RebuildSearchOptions } from '../../store/search-rows.js'
export type { MysqlConnection, MysqlPool, MysqlPoolConnection } from './client.js'
export { mysqlTransaction } from './host-transaction.js'
export type { MysqlStorageOptions } from './options.js'

/** A {@link MovableStorage} in MariaDB or MySQL, with its migration. */
export interface MysqlStorage extends MovableStorage, StateStorage {
  /**
   * Creates the tables if they are missing. Call it at every start; concurrent calls are safe. A
   * call that was interrupted is completed by the next one.
   *
   * @throws QuoteError `storage_schema_mismatch` if the tables are of another release or program;
   * `storage_permission_denied` if a privilege is missing; `storage_failed` with the client's error
   */
  migrate(): Promise<void>
  /**
   * The statements by which `migrate` creates the tables, each of which ends with `;`, for teams
   * that run their own migrations.
   */
  readonly migrationSql: string
  /**
   * Computes again what all quotes can be found by, store by store, while others read and write.
   * Necessary only after own fields are declared to be searched, or no longer, and if the table
   * `quotewright_terms` was changed or restored without the others.
   *
   * @param options The own fields by which quotes are found: only the engine knows them.
   * @throws QuoteError `invalid_options`; `storage_failed` with the client's error
   */
  rebuildSearch(options?: RebuildSearchOptions): Promise<void>
  /**
   * Returns a storage that works in a transaction of the host, so that its rows and quotes are
   * committed together. It costs almost nothing to create. Use it only until the transaction ends.
   *
   * It never retries. Calls on the same connection are sent one after the other. A commit makes
   * other writers of the store wait until the transaction ends.
   *
   * Its methods reject with `transaction_failed` if the database rejects a statement. Calls that
   * wait for their turn reject with the same error. Roll the transaction back then: after a
   * deadlock, the server has already done so, and each further statement would be stored by itself.
   *
   * @param connection Runs statements inside the transaction: a connection of `mysql2/promise`
   * after `beginTransaction`, or an object with its `query`. A commit rejects with
   * `invalid_options`, and writes nothing, if it is not inside a transaction.
   *
   * @throws QuoteError `invalid_options` if `connection` has no `query` function, or is a pool
   */
  using(connection: MysqlConnection): StoragePort
}

/**
 * Creates a storage in MariaDB or MySQL. It is tested on MariaDB 10.11, also on a Galera cluster.
 *
 * Reads are one statement each. Concurrent commits of a store share a transaction, each with its
 * own outcome, and so do concurrent loads. A commit takes one connection of the pool. Durability
 * follows the server's `innodb_flush_log_at_trx_commit`. The caller closes the pool.
 *
 * Before its first statement on a pool, and on a connection of `using`, it checks the character
 * set: methods reject with `invalid_options` if it is not utf8mb4, the default of `mysql2`.
 *
 * @throws QuoteError `invalid_options` if `pool` is not a pool of `mysql2/promise`, or if an option
 * is invalid or unknown
 *
 * @example
 * const storage = mysqlStorage(createPool(url)) // from 'mysql2/promise'
 * await storage.migrate()
 */
export function mysqlStorage(pool: MysqlPool, options: MysqlStorageOptions = {}): MysqlStorage {
  assertPool(pool)
  const resolved = resolveOptions(options)
  const tables = getTables(resolved.database)
  const executor = createExecutor(pool, resolved)
  const withConnection = createWithConnection(pool, resolved)
  const inTransaction = createInTransaction(withConnection)
  const rebuildSearch = searchRebuild(executor, inTransaction, tables)
  const readMethods = (reader: Executor) => ({
    ...createFindMethods(reader, tables),
    ...createHistoryMethods(reader, tables),
    ...createIdempotencyMethods(reader, tables),
  })
  return {
    ...createSchemaMethods(withConnection, tables, resolved.database, rebuildSearch),
    ...createRecordMethods(executor, tables),
    ...createCommitMethods(inTransaction, tables),
    ...createFreezeMethods(inTransaction, tables),
    ...readMethods(executor),
    ...createStateMethods(executor, inTransaction, tables),

    using(connection) {
      assertConnection(connection)
      const inHost = createExecutor(connection, resolved, getOwner(connection))
      const commits = createUnbatchedCommitMethods(inHost, tables)
      return transactionStorage(connection, {
        ...createUnbatchedRecordMethods(inHost, tables),
        ...commitsInTransaction(inHost, commits),
        ...readMethods(inHost),
      })
    },
  }
}
