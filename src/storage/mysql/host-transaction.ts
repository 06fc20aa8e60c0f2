import type { StorageTransaction } from '../../ports/orders.js'
import { assertPool, type MysqlPool, type MysqlPoolConnection } from './client.js'

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
    let isIntact = false
    try {
      // What another writer has committed meanwhile must be seen when a commit is repeated.
      await connection.query('set transaction isolation level read committed', [])
      await connection.query('start transaction', [])
      await run(connection)
      await connection.query('commit', [])
      isIntact = true
    } catch (error) {
      isIntact = await connection.query('rollback', []).then(
        () => true,
        () => false,
      )
      throw error
    } finally {
      if (isIntact) connection.release()
      else connection.destroy()
    }
  }
}
