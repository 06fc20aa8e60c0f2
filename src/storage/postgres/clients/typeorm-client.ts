import type { PostgresClient } from '../client.js'

/** The part of a TypeORM entity manager or query runner that is used. */
export interface TypeormManager {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/**
 * Returns a client that runs statements in a transaction of TypeORM.
 *
 * @example
 * await dataSource.transaction(async (manager) => {
 *   await manager.insert(Order, { id: 1 })
 *   await engine.using(typeormClient(manager)).createQuote(context, request)
 * })
 */
export function typeormClient(manager: TypeormManager): PostgresClient {
  return {
    query: async (text, values) => ({ rows: (await manager.query(text, values)) as unknown[] }),
  }
}
