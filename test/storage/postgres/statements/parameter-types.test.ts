import type { PGlite } from '@electric-sql/pglite'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { borrowPglite } from '../../../setup/pglite.js'
import { firstCommit, operations, recordStatements } from './operations.js'

/** The types that every driver sends as the string or number it is given. */
const plainTypes = ['text', 'integer', 'bigint']

let database: PGlite
let storage: PostgresStorage
let statementsOf: ReturnType<typeof recordStatements>['statementsOf']

beforeAll(async () => {
  const borrowed = await borrowPglite()
  database = borrowed.database
  const recording = recordStatements(database)
  statementsOf = recording.statementsOf
  storage = postgresStorage(recording.client)
  await storage.migrate()
  await storage.commit('store-1', firstCommit)
  return borrowed.giveBack
})

/** Returns the types that PostgreSQL infers for the parameters of a statement. */
async function parameterTypes(text: string): Promise<readonly string[]> {
  await database.exec(`prepare checked as ${text}`)
  const { rows } = await database.query<{ readonly types: string[] }>(
    "select parameter_types::text[] as types from pg_prepared_statements where name = 'checked'",
  )
  await database.exec('deallocate checked')
  return rows[0]?.types ?? []
}

describe('postgresStorage has no parameter that a driver could serialize a second time', () => {
  it.each(operations)('%s', async (_, run) => {
    const statements = await statementsOf(() => run(storage))
    expect(statements.length).toBeGreaterThan(0)
    for (const { text, values } of statements) {
      const types = await parameterTypes(text)
      expect(types).toHaveLength(values.length)
      for (const type of types) expect(plainTypes, text).toContain(type)
    }
  })
})
