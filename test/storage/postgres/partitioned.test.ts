import { describe, expect, it } from 'vitest'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { createCommit } from '../../../src/testing/samples.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { partitioned } from './partitioned-tables.js'
import { describeOnPostgres } from './schemas.js'
import { postgresServers } from './servers.js'

describeOnPostgres(
  'postgresStorage with partitioned tables',
  (server) => {
    async function createFixture() {
      const schema = server.schemas.next()
      const storage = postgresStorage(server.client, { schema, ...server.options })
      await server.client.query(partitioned(storage.migrationSql, 4))
      await storage.migrate()
      return {
        schema,
        storage,
        reopen: () => postgresStorage(server.client, { schema, ...server.options }),
        dispose: () => server.schemas.drop(schema),
      }
    }

    storageSuite({ describe, it }, createFixture)

    it('keeps the rows of one store in one partition', async () => {
      const { schema, storage, dispose } = await createFixture()
      const stores = Array.from({ length: 40 }, (_, index) => `store-${index}`)
      for (const storeId of stores) {
        await storage.commit(storeId, createCommit())
        await storage.commit(storeId, createCommit({ quoteId: 'quote-2' }))
      }
      for (const table of ['records', 'history', 'search']) {
        const { rows } = await server.client.query(
          `select count(distinct tableoid)::integer as parts, count(*)::integer as rows
             from ${schema}.${table}
             union all
             select max(parts)::integer, null from (
               select count(distinct tableoid) as parts from ${schema}.${table}
               group by store_id) as of_store`,
        )
        expect(rows, table).toEqual([
          { parts: 4, rows: 80 },
          { parts: 1, rows: null },
        ])
      }
      await dispose()
    })
  },
  // Partitions do not change how a client sends its statements.
  postgresServers.filter(({ options }) => !options.citus && !options.preparedStatements),
)
