import type { PostgresClient } from '../client.js'

/** The part of a Drizzle transaction that is used. */
export interface DrizzleTransaction {
  // biome-ignore lint/suspicious/noExplicitAny: a structural type of the class SQL is not possible
  execute(query: any): PromiseLike<unknown>
}

/**
 * Returns a client that runs statements in a transaction of Drizzle.
 *
 * @example
 * await db.transaction(async (tx) => {
 *   await tx.insert(orders).values({ id: 1 })
 *   await storage.using(drizzleClient(tx)).commit(storeId, commit)
 * })
 */
export function drizzleClient(tx: DrizzleTransaction): PostgresClient {
  return {
    async query(sql, params = []) {
      // `sql.raw` has no parameters, so this is an SQL object whose text is already known.
      const toQuery = () => ({ sql, params })
      const result = await tx.execute({ getSQL: () => ({ toQuery }) })
      // The rows themselves from postgres.js, an object with `rows` from the other drivers.
      return Array.isArray(result) ? { rows: result } : (result as { rows: unknown[] })
    },
  }
}
