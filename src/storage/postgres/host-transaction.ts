import { QuoteError } from '../../errors.js'
import type { StorageTransaction, TransactionRunner } from '../../ports/orders.js'
import { hasMethods } from '../../validation/database-library.js'
import { describeKind } from '../../validation/describe-value.js'
import { runInTransaction } from '../sql/host-transaction.js'
import type { PostgresClient } from './client.js'

/** The part of a `pg` Pool that `postgresTransaction` uses. */
export interface PostgresPool {
  /** Returns a client that is not used by others until it is released. */
  connect(): Promise<
    PostgresClient & {
      /** Returns the client to the pool, or closes its connection. */
      release(destroy?: boolean): void
    }
  >
}

/** The part of a PGlite instance that `postgresTransaction` uses. */
export interface PostgresInstance {
  /** Runs a function in a transaction, which commits if it resolves. */
  transaction(run: (client: PostgresClient) => Promise<void>): Promise<unknown>
}

/** The client that functions in a transaction get: what `connect` or `transaction` provides. */
export type TransactionClient<Pool> = Pool extends {
  /** That of a PGlite instance. */
  transaction(run: (client: infer Client) => never): unknown
}
  ? Client
  : Pool extends {
        /** That of `pg` has two signatures, of which the one that takes a callback is the last. */
        readonly connect: { (): Promise<infer Client>; (...args: never): unknown }
      }
    ? unknown extends Client
      ? PostgresClient
      : Client
    : PostgresClient

/**
 * Returns a function that runs another one in a transaction on a connection of the pool, for the
 * option `orders.transaction`. With a library such as Drizzle, pass its own function instead.
 *
 * @param pool A pool of `pg`, or a PGlite instance.
 * @throws QuoteError `invalid_options` if it is neither
 *
 * @example
 * const orders = { place: 'accept', transaction: postgresTransaction(pool), placeOrder }
 */
export function postgresTransaction<Pool extends PostgresPool | PostgresInstance>(
  pool: Pool,
): StorageTransaction<TransactionClient<Pool>> {
  return createRunner(pool) as StorageTransaction<never>
}

function createRunner(pool: PostgresPool | PostgresInstance): TransactionRunner<PostgresClient> {
  if (hasMethods(pool, ['transaction']))
    return (run) => (pool as PostgresInstance).transaction((client) => run(client))
  if (hasMethods(pool, ['connect']))
    return async (run) => {
      const client = await (pool as PostgresPool).connect()
      const connection = {
        query: (sql: string) => client.query(sql),
        release: (isIntact: boolean) => client.release(!isIntact),
      }
      await runInTransaction(connection, ['begin'], () => run(client))
    }
  const message = `must be a pool of pg or a PGlite instance, received ${describeKind(pool)}`
  throw new QuoteError('invalid_options', { errors: { pool: message } })
}
