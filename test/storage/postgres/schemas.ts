import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  type PostgresClient,
  type PostgresStorage,
  type PostgresStorageOptions,
  postgresStorage,
} from '../../../src/storage/postgres/index.js'
import { type OpenClient, postgresServers } from './servers.js'

/** Schemas of one test file in a shared database. */
export interface TestSchemas {
  /** Returns a name that no other test uses. */
  next(): string
  drop(schema: string): Promise<void>
  /** Returns a schema that was released, or a new name, without tables. */
  take(): { readonly schema: string; readonly isMigrated: boolean }
  /** Empties the tables of a schema, so that the next test need not create them. */
  release(schema: string): Promise<void>
  dropReleased(): Promise<void>
  /** Creates a migrated storage whose statements can be counted. */
  openCounted(schema: string): Promise<{
    readonly storage: PostgresStorage
    statementsOf(operation: () => unknown): Promise<number>
  }>
}

/** A server with a client that all tests of a file share. Both are open while the tests run. */
interface TestServer {
  readonly client: OpenClient
  readonly schemas: TestSchemas
  readonly options: PostgresStorageOptions
}

/** Describes tests on PGlite and on the servers that there are. */
export function describeOnPostgres(
  title: string,
  tests: (server: TestServer) => void,
  servers = postgresServers,
): void {
  for (const { name, missing, open, options } of servers)
    describe.skipIf(missing !== undefined)(`${title} on ${name} (${missing ?? 'here'})`, () => {
      const server = {} as TestServer
      beforeAll(async () => {
        const client = await open()
        Object.assign(server, { client, options, schemas: createTestSchemas(client, options) })
      })
      afterAll(async () => {
        await server.schemas.dropReleased()
        await server.client.close()
      })
      tests(server)
    })
}

function createTestSchemas(client: PostgresClient, options: PostgresStorageOptions): TestSchemas {
  const released: string[] = []
  const next = () => `quotewright_test_${randomBytes(8).toString('hex')}`
  const drop = async (schema: string) => {
    await client.query(`drop schema if exists ${schema} cascade`)
  }
  return {
    next,
    drop,

    take() {
      const schema = released.pop()
      return { schema: schema ?? next(), isMigrated: schema !== undefined }
    },

    async release(schema) {
      // For few rows much faster than truncate, which creates the files of all indexes again.
      for (const table of ['stores', 'records', 'history', 'idempotency', 'search'])
        await client.query(`delete from ${schema}.${table}`)
      released.push(schema)
    },

    async dropReleased() {
      for (const schema of released) await drop(schema)
    },

    async openCounted(schema) {
      let statements = 0
      const counting: PostgresClient = {
        query(text, values) {
          statements += 1
          return client.query(text, values)
        },
      }
      const storage = postgresStorage(counting, { schema, ...options })
      await storage.migrate()
      return {
        storage,
        async statementsOf(operation) {
          statements = 0
          await operation()
          return statements
        },
      }
    },
  }
}

/** Returns what a promise is rejected with, or undefined if it resolves. */
export const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )
