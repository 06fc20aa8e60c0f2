import { rmSync } from 'node:fs'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Knex } from 'knex'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Sql } from 'postgres'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresClient, postgresStorage } from '../../src/storage/postgres/index.js'
import { createCommit } from '../../src/testing/samples.js'
import { storageSuite } from '../../src/testing/storage-suite/index.js'
import { sampleWorkspace } from '../docs/sample-workspace.js'
import { recipeClient } from './recipe-client.js'
import { createDatabase, missing, type TemporaryDatabase } from './temporary-database.js'

interface OpenRecipe {
  readonly client: PostgresClient
  /** Runs something in a transaction of the library, which is rolled back in the end. */
  readonly rolledBack: (work: () => Promise<unknown>) => Promise<unknown>
  readonly close: () => Promise<unknown>
}

interface Recipe {
  readonly name: string
  /** Whether the driver is `pg`, for which test/storage runs the contract. */
  readonly isPg: boolean
  open(): Promise<OpenRecipe>
}

let workspace: string

function recipe<Library>(
  name: string,
  variable: string,
  uses: {
    readonly isPg: boolean
    readonly transaction: (library: Library, work: () => Promise<never>) => Promise<unknown>
    readonly close: (library: Library) => Promise<unknown>
  },
): Recipe {
  return {
    name,
    isPg: uses.isPg,
    async open() {
      const { client, library } = await recipeClient<Library>(name, variable, workspace)
      const rollBack = new Error('roll back')
      return {
        client,
        close: () => uses.close(library),
        async rolledBack(work) {
          let result: unknown
          const failing = uses.transaction(library, async () => {
            result = await work()
            throw rollBack
          })
          await expect(failing).rejects.toBe(rollBack)
          return result
        },
      }
    },
  }
}

const recipes = [
  recipe<Sql>('postgres-js', 'sql', {
    isPg: false,
    transaction: (sql, work) => sql.begin(work),
    close: (sql) => sql.end(),
  }),
  recipe<NodePgDatabase & { readonly $client: pg.Pool }>('drizzle', 'db', {
    isPg: true,
    transaction: (db, work) => db.transaction(work),
    close: (db) => db.$client.end(),
  }),
  recipe<Kysely<object>>('kysely', 'db', {
    isPg: true,
    transaction: (db, work) => db.transaction().execute(work),
    close: (db) => db.destroy(),
  }),
  recipe<Knex>('knex', 'db', {
    isPg: true,
    transaction: (db, work) => db.transaction(work),
    close: (db) => db.destroy(),
  }),
  recipe<DataSource>('typeorm', 'dataSource', {
    isPg: true,
    transaction: (dataSource, work) => dataSource.transaction(work),
    close: (dataSource) => dataSource.destroy(),
  }),
]

describe.skipIf(missing !== undefined)(`on a PostgreSQL server (${missing ?? 'here'})`, () => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    workspace = sampleWorkspace()
    database = await createDatabase('clients')
    vi.stubEnv('DATABASE_URL', database.url)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await database.drop()
    rmSync(workspace, { recursive: true, force: true })
  })

  describe.each(recipes)('the client of $name', ({ isPg, open }) => {
    let opened: OpenRecipe
    let schemas = 0
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    const suite: typeof storageSuite = isPg ? () => {} : storageSuite
    suite({ describe, it }, async () => {
      schemas += 1
      const schema = `suite_${schemas}`
      const storage = postgresStorage(opened.client, { schema })
      await storage.migrate()
      return {
        storage,
        reopen: () => postgresStorage(opened.client, { schema }),
        async dispose() {
          await opened.client.query(`drop schema ${schema} cascade`)
        },
      }
    })

    it('works beside a transaction of the library, and does not take part in it', async () => {
      const storage = postgresStorage(opened.client, { schema: 'beside' })
      await storage.migrate()
      const commit = createCommit()
      const { record } = commit.changes[0]
      const outcome = await opened.rolledBack(async () => storage.commit('store-1', commit))
      expect(outcome).toBe('committed')
      expect(await storage.load('store-1', [record])).toEqual([record])
      await opened.client.query('drop schema beside cascade')
    })
  })
})
