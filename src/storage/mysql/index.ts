/**
 * A storage in MariaDB or MySQL, through `mysql2`.
 *
 * @module quotewright/mysql
 */
import type { StoragePort } from '../../ports/storage.js'
import { createCommitMethods, createUnbatchedCommitMethods } from '../sql/commits.js'
import { transactionStorage } from '../sql/host-transaction.js'
import { createLoadMethods, createUnbatchedLoadMethods } from '../sql/read-methods.js'
import { createSchemaMethods, type ServerStorage } from '../sql/schema-methods.js'
import { getOwner } from './charset.js'
import {
  assertConnection,
  assertPool,
  createExecutor,
  type Executor,
  type MysqlConnection,
  type MysqlPool,
} from './client.js'
import { commitExecutor, commitExecutorInTransaction } from './commits/commits.js'
import { commitsInTransaction } from './commits/commits-in-transaction.js'
import { createFreezeMethods } from './commits/freeze.js'
import { type MysqlStorageOptions, resolveOptions } from './options.js'
import { createHistoryMethods, recordSelection } from './records.js'
import { createMigration } from './schema/migrate.js'
import { getTables } from './schema/tables.js'
import { createFindMethods } from './search/find.js'
import { createRebuildSearch } from './search/rebuild-search.js'
import { createMysqlState } from './state.js'
import { createInTransaction, createWithConnection } from './transactions.js'

export type { RebuildSearchOptions } from '../../store/search-rows.js'
export type { MysqlConnection, MysqlPool, MysqlPoolConnection } from './client.js'
export { mysqlTransaction } from './host-transaction.js'
export type { MysqlStorageOptions } from './options.js'

/** A storage in MariaDB or MySQL, with its migration. */
export interface MysqlStorage extends ServerStorage {
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
  const readMethods = (reader: Executor) => ({
    ...createFindMethods(reader, tables),
    ...createHistoryMethods(reader, tables),
  })
  return {
    ...createSchemaMethods({
      ...createMigration(withConnection, tables, resolved.database),
      rebuildSearch: createRebuildSearch(executor, inTransaction, tables),
    }),
    ...createLoadMethods(recordSelection(executor, tables)),
    ...createCommitMethods(commitExecutor(inTransaction, tables)),
    ...createFreezeMethods(inTransaction, tables),
    ...readMethods(executor),
    ...createMysqlState(executor, inTransaction, tables),

    using(connection) {
      assertConnection(connection)
      const inHost = createExecutor(connection, resolved, getOwner(connection))
      const commits = createUnbatchedCommitMethods(commitExecutorInTransaction(inHost, tables))
      return transactionStorage(connection, {
        ...createUnbatchedLoadMethods(recordSelection(inHost, tables)),
        ...commitsInTransaction(inHost, commits),
        ...readMethods(inHost),
      })
    },
  }
}
