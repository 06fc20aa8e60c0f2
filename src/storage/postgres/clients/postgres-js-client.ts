import type { PostgresClient } from '../client.js'

/** The part of postgres.js, or of one of its transactions, that is used. */
export interface PostgresJsTransaction {
  unsafe(text: string, values?: (string | number)[]): PromiseLike<readonly unknown[]>
}

/**
 * Returns a client that runs statements through postgres.js, in a transaction or not.
 *
 * @example
 * await sql.begin(async (tx) => {
 *   await tx`insert into orders (id) values (1)`
 *   await engine.using(postgresJsClient(tx)).createQuote(context, request)
 * })
 */
export function postgresJsClient(sql: PostgresJsTransaction): PostgresClient {
  return { query: async (text, values) => ({ rows: await sql.unsafe(text, values) }) }
}
