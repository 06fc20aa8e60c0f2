import type { PostgresClient } from '../client.js'

/** The part of a Kysely transaction that is used. */
export interface KyselyTransaction {
  executeQuery(query: {
    readonly sql: string
    readonly parameters: readonly unknown[]
    readonly query: {
      readonly kind: 'RawNode'
      readonly sqlFragments: readonly string[]
      readonly parameters: readonly never[]
    }
    readonly queryId: { readonly queryId: string }
  }): Promise<{ readonly rows: readonly unknown[] }>
}

/**
 * Returns a client that runs statements in a transaction of Kysely.
 *
 * @example
 * await db.transaction().execute(async (trx) => {
 *   await trx.insertInto('orders').values({ id: 1 }).execute()
 *   await storage.using(kyselyClient(trx)).commit(storeId, commit)
 * })
 */
export function kyselyClient(trx: KyselyTransaction): PostgresClient {
  return {
    query: (sql, parameters = []) =>
      trx.executeQuery({
        sql,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
        queryId: { queryId: 'quotewright' },
      }),
  }
}
