import type { PostgresClient } from '../client.js'

/** The part of a Drizzle transaction that is used. */
export interface DrizzleTransaction {
  // biome-ignore lint/suspicious/noExplicitAny: a structural type of the class SQL is not possible
  execute(query: any): PromiseLike<unknown>
}

/**
 * Returns a client that runs statements in a transaction of Drizzle, with any of its drivers.
 *
 * @example
 * await db.transaction(async (tx) => {
 *   await tx.insert(orders).values({ id: 1 })
 *   await engine.using(drizzleClient(tx)).createQuote(context, request)
 * })
 */
export function drizzleClient(tx: DrizzleTransaction): PostgresClient {
  return {
    async query(sql, params = []) {
      // The `sql` tag numbers each use of a parameter again, so that PostgreSQL cannot infer their
      // types. This is an `SQLWrapper` whose text is already known.
      const toQuery = () => ({ sql, params })
      const result = await execute(tx, { getSQL: () => ({ toQuery }) })
      // The rows themselves from postgres.js, an object with `rows` from the other drivers.
      return Array.isArray(result) ? { rows: result } : (result as { rows: unknown[] })
    },
  }
}

/** Rejects with the driver's error, without Drizzle's own, whose message has all parameters. */
async function execute(tx: DrizzleTransaction, query: object): Promise<unknown> {
  try {
    return await tx.execute(query)
  } catch (error) {
    throw (Object(error) as { readonly cause?: unknown }).cause ?? error
  }
}
