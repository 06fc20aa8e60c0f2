import {
  createExecutor,
  type Executor,
  type MysqlPool,
  type MysqlPoolConnection,
} from './client.js'
import type { ResolvedOptions } from './options.js'

/** Runs statements on one connection of the pool. */
export type WithConnection = <T>(run: (executor: Executor) => Promise<T>) => Promise<T>

/** Runs statements in one transaction, which is rolled back unless the result is to be kept. */
export type InTransaction = <T>(
  run: (executor: Executor) => Promise<T>,
  isKept: (result: T) => boolean,
) => Promise<T>

/**
 * Returns a function that takes a connection of the pool. One on which a statement has failed is
 * closed.
 */
export function createWithConnection(pool: MysqlPool, options: ResolvedOptions): WithConnection {
  return async (run) => {
    const connection = await pool.getConnection()
    let isIntact = false
    try {
      const result = await run(createExecutor(connection, options, pool))
      isIntact = true
      return result
    } finally {
      releaseConnection(connection, isIntact)
    }
  }
}

/** Returns a connection to its pool, or closes it if a transaction or a lock may be open on it. */
export function releaseConnection(connection: MysqlPoolConnection, isIntact: boolean): void {
  if (isIntact) connection.release()
  else connection.destroy()
}

/**
 * Returns a function that runs a transaction of its own. It works in every isolation level: what
 * it reads without a lock, it reads after it has locked the row of the store.
 */
export function createInTransaction(withConnection: WithConnection): InTransaction {
  return async (run, isKept) => {
    const outcome = await withConnection(async (executor) => {
      await executor.run('start transaction')
      try {
        const result = await run(executor)
        await executor.run(isKept(result) ? 'commit' : 'rollback')
        return { result }
      } catch (error) {
        // The connection is fine if it can roll back; otherwise this rejects, and closes it.
        await executor.run('rollback').catch(() => {
          throw error
        })
        return { error }
      }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.result as never
  }
}
