import { readProperty } from '../../errors/thrown.js'
import type { PostgresClient } from './client.js'

/** The part of a Drizzle transaction that is used. */
interface DrizzleTransaction {
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
      const result = await executeInDrizzle(tx, { getSQL: () => ({ toQuery }) })
      // The rows themselves from postgres.js, an object with `rows` from the other drivers.
      return Array.isArray(result) ? { rows: result } : (result as { rows: unknown[] })
    },
  }
}

/** Rejects with the driver's error, without Drizzle's own, whose message has all parameters. */
async function executeInDrizzle(tx: DrizzleTransaction, query: object): Promise<unknown> {
  try {
    return await tx.execute(query)
  } catch (error) {
    throw readProperty(error, 'cause') ?? error
  }
}

/** The part of a Knex transaction that is used: its connection of `pg`. */
interface KnexTransaction {
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

/** The part of a Kysely transaction that is used. */
interface KyselyTransaction {
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

/** The part of postgres.js, or of one of its transactions, that is used. */
interface PostgresJsTransaction {
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

/** The part of a Prisma transaction that is used. */
interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>
}

/**
 * Returns a client that runs statements in an interactive transaction of Prisma.
 *
 * @example
 * await prisma.$transaction(async (tx) => {
 *   await tx.order.create({ data: { id: 1 } })
 *   await engine.using(prismaClient(tx)).createQuote(context, request)
 * })
 */
export function prismaClient(tx: PrismaTransaction): PostgresClient {
  return {
    query: async (text, values = []) => ({
      rows: (await tx.$queryRawUnsafe(text, ...values)) as unknown[],
    }),
  }
}

/** The part of a TypeORM entity manager or query runner that is used. */
interface TypeormManager {
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
