import { beforeAll, describe, expect, it } from 'vitest'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { createCommit, getRecord, updateCommit } from '../../../../src/testing/samples.js'
import { borrowPglite } from '../../../setup/pglite.js'
import { describeOnPostgres, rejection } from '../schemas.js'
import { citusServers } from '../servers.js'

const everything = { limit: 1_000, maxBytes: 2 ** 30 }
const stores = Array.from({ length: 20 }, (_, index) => `store-${index}`)

describeOnPostgres(
  'postgresStorage with the option citus',
  (server) => {
    let schema: string
    const open = (citus: boolean): PostgresStorage =>
      postgresStorage(server.client, { schema, citus })
    beforeAll(() => {
      schema = server.schemas.next()
    })

    const tables = async () => {
      const { rows } = await server.client.query(
        `select table_name::text, distribution_column, colocation_id from citus_tables
         where table_name::text like '${schema}.%' order by 1`,
      )
      return rows as readonly {
        readonly table_name: string
        readonly distribution_column: string
        readonly colocation_id: string
      }[]
    }
    const contentOf = async (storage: PostgresStorage, storeId: string) => [
      await storage.load(storeId, [{ kind: 'quote', id: 'quote-1' }]),
      await storage.listEvents(storeId, { afterPosition: 0, ...everything }),
    ]

    it('migrate distributes the tables of one server with their rows', async () => {
      const before = open(false)
      await before.migrate()
      for (const storeId of stores) {
        const created = createCommit()
        await before.commit(storeId, created)
        await before.commit(storeId, updateCommit(getRecord(created), { tag_list: [storeId] }))
      }
      const contents = await Promise.all(stores.map((storeId) => contentOf(before, storeId)))
      expect(await tables()).toEqual([])

      await Promise.all([open(true), open(true), open(true)].map((storage) => storage.migrate()))
      const after = open(true)
      expect(await Promise.all(stores.map((storeId) => contentOf(after, storeId)))).toEqual(
        contents,
      )
      const distributed = await tables()
      const names = ['history', 'idempotency', 'records', 'search', 'state', 'stores']
      expect(distributed.map((table) => table.table_name)).toEqual(
        names.map((name) => `${schema}.${name}`),
      )
      expect(new Set(distributed.map((table) => table.distribution_column))).toEqual(
        new Set(['store_id']),
      )
      expect(new Set(distributed.map((table) => table.colocation_id)).size).toBe(1)
    })

    it('migrate can be repeated, and creates its functions again if they are missing', async () => {
      const storage = open(true)
      const { rows } = await server.client.query(
        `select oid::regprocedure::text as name from pg_proc
         where pronamespace = '${schema}'::regnamespace`,
      )
      expect(rows).toHaveLength(2)
      for (const { name } of rows as { name: string }[])
        await server.client.query(`drop function ${name}`)
      expect(await rejection(Promise.resolve(storage.commit('new', createCommit())))).toMatchObject(
        {
          code: 'storage_schema_mismatch',
          details: { supported: expect.stringContaining('call migrate() first') },
        },
      )
      await storage.migrate()
      expect(await storage.commit('new', createCommit())).toBe('committed')
    })

    it('migrate adds the table of the state to tables that were distributed without it', async () => {
      await server.client.query(`drop table ${schema}.state`)
      const storage = open(true)
      const write = { key: 'a', previousVersion: 0, version: 1, value: 1 }
      expect(await rejection(Promise.resolve(storage.saveState('new', write)))).toMatchObject({
        code: 'storage_schema_mismatch',
        details: { supported: expect.stringContaining('call migrate() first') },
      })
      await storage.migrate()
      expect(await storage.saveState('new', write)).toBe(true)
      expect(await tables()).toHaveLength(6)
    })

    it('stores are on all workers, and all rows of one are on the same worker', async () => {
      const { rows } = await server.client.query(
        `select count(distinct nodeport)::integer as workers from citus_shards
         where table_name = '${schema}.records'::regclass`,
      )
      expect(rows).toEqual([{ workers: 2 }])
      for (const storeId of stores) {
        const { rows: nodes } = await server.client.query(
          `select count(distinct shard.nodeport)::integer as workers
           from unnest(array['stores', 'records', 'history', 'idempotency', 'search', 'state']) as name
           join citus_shards as shard on shard.shardid = get_shard_id_for_distribution_column(
             ('${schema}.' || name)::regclass, '${storeId}')`,
        )
        expect(nodes).toEqual([{ workers: 1 }])
      }
    })

    it('migrate without the option rejects distributed tables', async () => {
      expect(await rejection(open(false).migrate())).toMatchObject({
        code: 'storage_schema_mismatch',
        details: {
          found: `tables that Citus distributes in the schema ${schema}`,
          supported: expect.stringContaining('citus: true'),
        },
      })
      await server.schemas.drop(schema)
    })

    it('migrationSql does the same for teams that run it', async () => {
      schema = server.schemas.next()
      const storage = open(true)
      await server.client.query(storage.migrationSql)
      expect(await tables()).toHaveLength(6)
      await storage.migrate()
      expect(await storage.commit('store-1', createCommit())).toBe('committed')
      await server.schemas.drop(schema)
    })
  },
  citusServers,
)

describe('postgresStorage with the option citus, without the extension', () => {
  it('migrate asks for it, and creates nothing', async () => {
    const { database, giveBack } = await borrowPglite()
    const storage = postgresStorage(database, { citus: true })
    expect(await rejection(storage.migrate())).toMatchObject({
      code: 'storage_schema_mismatch',
      details: { found: 'a database without the extension citus' },
    })
    const { rows } = await database.query(`select to_regnamespace('quotewright') as schema`)
    expect(rows).toEqual([{ schema: null }])
    await giveBack()
  })
})
