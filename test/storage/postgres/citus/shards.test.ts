import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { describeOnPostgres } from '../schemas.js'
import { citusServers } from '../servers.js'
import { firstCommit, operations, recordStatements } from '../statements/operations.js'

describeOnPostgres(
  'postgresStorage sends each statement to one shard',
  (server) => {
    let schema: string
    let storage: PostgresStorage
    let statementsOf: ReturnType<typeof recordStatements>['statementsOf']
    beforeAll(async () => {
      schema = server.schemas.next()
      const recording = recordStatements(server.client)
      statementsOf = recording.statementsOf
      storage = postgresStorage(recording.client, { schema, ...server.options })
      await storage.migrate()
      await storage.commit('store-1', firstCommit)
    })
    afterAll(() => server.schemas.drop(schema))

    it.each(operations)('%s', async (_, run) => {
      const statements = await statementsOf(() => run(storage))
      expect(statements.length).toBeGreaterThan(0)
      for (const { text, values } of statements) {
        const { rows } = await server.client.query(`explain ${text}`, values)
        const plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN'])
        // A subplan would be executed before, by a statement of its own.
        expect(plan.join('\n')).not.toMatch(/Subplan|Intermediate/)
        expect(plan.filter((line) => /Task Count|Tasks Shown/.test(line))).toEqual([
          '  Task Count: 1',
          '  Tasks Shown: All',
        ])
      }
    })
  },
  citusServers,
)
