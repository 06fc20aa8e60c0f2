import type { StorageTransaction } from '../../ports/orders.js'
import { runInTransaction } from '../sql/host-transaction.js'
import { assertPool, type MysqlPool, type MysqlPoolConnection } from './client.js'
import { releaseConnection } from './transactions.js'

/**
 * Returns a function that runs another one in a transaction on a connection of the pool, for the
 * option `orders.transaction`.
 *
 * @throws QuoteError `invalid_options` unless it is a pool of `mysql2/promise`
 *
 * @example
 * const orders = { place: 'accept', transaction: mysqlTransaction(pool), placeOrder }
 */
export function mysqlTransaction<Connection extends MysqlPoolConnection>(
  pool: MysqlPool<Connection>,
): StorageTransaction<Connection> {
  assertPool(pool)
  return async (run) => {
    const connection = await pool.getConnection()
    const lent = {
      query: (sql: string) => connection.query(sql, []),
      release: (isIntact: boolean) => releaseConnection(connection, isIntact),
    }
    // What another writer has committed meanwhile must be seen when a commit is repeated.
    const begin = ['set transaction isolation level read committed', 'start transaction']
    await runInTransaction(lent, begin, () => run(connection))
  }
}
