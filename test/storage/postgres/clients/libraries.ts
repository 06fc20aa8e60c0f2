import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleOnPg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleOnPglite } from 'drizzle-orm/pglite'
import { drizzle as drizzleOnPostgresJs } from 'drizzle-orm/postgres-js'
import knex from 'knex'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import postgres from 'postgres'
import { DataSource } from 'typeorm'
import {
  drizzleClient,
  knexClient,
  kyselyClient,
  type PostgresClient,
  postgresJsClient,
  typeormClient,
} from '../../../../src/storage/postgres/index.js'
import { createDatabase, missing } from '../../../recipes/temporary-database.js'
import { createPglite } from '../../../setup/pglite.js'

/** A transaction of a library. */
export interface LibraryTransaction {
  /** What is given to `using`. */
  readonly client: PostgresClient
  /** The library's own object, if it is not itself a client. */
  readonly own?: unknown
  /** Inserts a row into the table `orders` by the library's own means. */
  insertOrder(id: string): PromiseLike<unknown>
}

/** A library that is connected to a database. */
interface Connected {
  /** Rolls back if `work` rejects. */
  transaction<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<T>
  close(): Promise<unknown>
}

export interface OpenLibrary extends Connected {
  /** Sees only what is committed. */
  readonly outside: PostgresClient
}

export interface Library {
  readonly name: string
  /** Why it is not available, if it is not. */
  readonly missing: string | undefined
  open(): Promise<OpenLibrary>
}

type Transaction = Connected['transaction']

function onPglite(name: string, connect: (database: PGlite) => Transaction): Library {
  return {
    name: `${name} on PGlite`,
    missing: undefined,
    async open() {
      const database = await createPglite()
      return {
        outside: database,
        transaction: connect(database),
        close: () => database.close(),
      }
    },
  }
}

function onServer(name: string, connect: (url: string) => Promise<Connected>): Library {
  return {
    name: `${name} on a PostgreSQL server`,
    missing,
    async open() {
      const database = await createDatabase(`using_${name.replaceAll(/\W/g, '_').toLowerCase()}`)
      const outside = new pg.Pool({ connectionString: database.url, max: 2 })
      const { transaction, close } = await connect(database.url)
      return {
        outside,
        transaction,
        async close() {
          await close()
          await outside.end()
          await database.drop()
        },
      }
    },
  }
}

type DrizzleDatabase = Pick<PgDatabase<PgQueryResultHKT>, 'transaction'>

const drizzle =
  (db: DrizzleDatabase): Transaction =>
  (work) =>
    db.transaction((tx) =>
      work({
        client: drizzleClient(tx),
        own: tx,
        insertOrder: (id) => tx.execute(sql`insert into orders values (${id})`),
      }),
    )

/** The plugin renames columns: those of the storage's statements, too, unless they are exempt. */
function openKysely(pool: PostgresPool) {
  return new Kysely<{ readonly orders: { readonly id: string } }>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  })
}

const kysely =
  (db: ReturnType<typeof openKysely>): Transaction =>
  (work) =>
    db.transaction().execute((trx) =>
      work({
        client: kyselyClient(trx),
        own: trx,
        insertOrder: (id) => trx.insertInto('orders').values({ id }).execute(),
      }),
    )

/** Looks like a pool of one connection. */
function poolOf(database: PGlite): PostgresPool {
  const connection = {
    query: (text: string, values: readonly unknown[]) => database.query(text, [...values]),
    release() {},
  }
  return { connect: async () => connection, end: async () => {} } as unknown as PostgresPool
}

/** Each library in every way in which it reaches a database. */
export const libraries: readonly Library[] = [
  onPglite(
    'plain SQL',
    (database) => (work) =>
      database.transaction((tx) =>
        work({
          client: tx,
          insertOrder: (id) => tx.query('insert into orders values ($1)', [id]),
        }),
      ),
  ),
  onPglite('Drizzle', (database) => drizzle(drizzleOnPglite({ client: database }))),
  onPglite('Kysely', (database) => kysely(openKysely(poolOf(database)))),

  onServer('Drizzle with pg', async (url) => {
    const pool = new pg.Pool({ connectionString: url })
    return { transaction: drizzle(drizzleOnPg({ client: pool })), close: () => pool.end() }
  }),

  onServer('Drizzle with postgres.js', async (url) => {
    const connections = postgres(url)
    const transaction = drizzle(drizzleOnPostgresJs({ client: connections }))
    return { transaction, close: () => connections.end() }
  }),

  onServer('Kysely', async (url) => {
    const db = openKysely(new pg.Pool({ connectionString: url }))
    return { transaction: kysely(db), close: () => db.destroy() }
  }),

  onServer('Knex', async (url) => {
    const db = knex({ client: 'pg', connection: url })
    return {
      transaction: (work) =>
        db.transaction((trx) =>
          work({
            client: knexClient(trx),
            own: trx,
            insertOrder: (id) => trx('orders').insert({ id }),
          }),
        ),
      close: () => db.destroy(),
    }
  }),

  onServer('TypeORM', async (url) => {
    const dataSource = await new DataSource({ type: 'postgres', url }).initialize()
    return {
      transaction: (work) =>
        dataSource.transaction((manager) =>
          work({
            client: typeormClient(manager),
            own: manager,
            insertOrder: (id) => manager.query('insert into orders values ($1)', [id]),
          }),
        ),
      close: () => dataSource.destroy(),
    }
  }),

  onServer('postgres.js', async (url) => {
    const connections = postgres(url)
    const transaction: Transaction = (work) =>
      connections.begin((tx) =>
        work({
          client: postgresJsClient(tx),
          own: tx,
          insertOrder: (id) => tx`insert into orders values (${id})`,
        }),
      ) as ReturnType<typeof work>
    return { transaction, close: () => connections.end() }
  }),

  onServer('plain SQL', async (url) => {
    const pool = new pg.Pool({ connectionString: url })
    return { transaction: (work) => inTransaction(pool, work), close: () => pool.end() }
  }),
]

async function inTransaction<T>(
  pool: pg.Pool,
  work: (transaction: LibraryTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const insertOrder = (id: string) => client.query('insert into orders values ($1)', [id])
    const result = await work({ client, insertOrder })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
