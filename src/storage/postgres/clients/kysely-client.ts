import type { PostgresClient } from '../client.js'

/** The part of a Kysely transaction that is used. */
export interface KyselyTransaction {
  withoutPlugins(): KyselyExecutor
}

interface KyselyExecutor {
  executeQuery(query: KyselyQuery): Promise<{ readonly rows: readonly unknown[] }>
}

/** What `CompiledQuery.raw` of Kysely returns. */
interface KyselyQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: {
    readonly kind: 'RawNode'
    readonly sqlFragments: readonly string[]
    readonly parameters: readonly never[]
  }
  readonly queryId: { readonly queryId: string }
}

/**
 * Returns a client that runs statements in a transaction of Kysely.
 *
 * @example
 * await db.transaction().execute(async (trx) => {
 *   await trx.insertInto('orders').values({ id: 1 }).execute()
 *   await engine.using(kyselyClient(trx)).createQuote(context, request)
 * })
 */
export function kyselyClient(trx: KyselyTransaction): PostgresClient {
  // Plugins such as `CamelCasePlugin` would rename the columns of the results.
  const executor = trx.withoutPlugins()
  return {
    query: (sql, parameters = []) =>
      executor.executeQuery({
        sql,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
        queryId: { queryId: 'quotewright' },
      }),
  }
}
