import type { PostgresClient } from '../client.js'

/** The part of a Knex transaction that is used: its connection of `pg`. */
export interface KnexTransaction {
  readonly client: {
    acquireConnection(): Promise<PostgresClient>
    releaseConnection(connection: PostgresClient): Promise<unknown>
  }
}

/**
 * Returns a client that runs statements in a transaction of Knex.
 *
 * @example
 * await knex.transaction(async (trx) => {
 *   await trx('orders').insert({ id: 1 })
 *   await engine.using(knexClient(trx)).createQuote(context, request)
 * })
 */
export function knexClient({ client }: KnexTransaction): PostgresClient {
  return {
    async query(text, values) {
      // `raw` numbers each use of a parameter again, so that PostgreSQL cannot infer their types.
      const connection = await client.acquireConnection()
      try {
        return await connection.query(text, values)
      } finally {
        await client.releaseConnection(connection)
      }
    },
  }
}
