import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresClient, postgresStorage } from '../../../src/storage/postgres/index.js'
import {
  commitOf,
  createCommit,
  createSample,
  eraseSample,
  getRecord,
  withKey,
} from '../../../src/testing/samples.js'
import { borrowPglite } from '../../setup/pglite.js'

/** A single connection, so that its role can be changed. */
interface Connection extends PostgresClient {
  readonly close: () => Promise<void>
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL

async function openPglite(): Promise<Connection> {
  const { database, giveBack } = await borrowPglite()
  return { query: (text, values) => database.query(text, values), close: giveBack }
}

async function openServer(): Promise<Connection> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { query: (text, values) => client.query(text, values), close: () => client.end() }
}

const servers = [
  { name: 'PGlite', missing: undefined, open: openPglite },
  {
    name: 'a PostgreSQL server',
    missing: url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined,
    open: openServer,
  },
]

const quoteRef = { kind: 'quote', id: 'quote-1' }
const schema = `quotewright_rejections_${process.pid}`
const role = `quotewright_role_${process.pid}`

for (const { name, missing, open } of servers) {
  describe.skipIf(missing !== undefined)(
    `postgresStorage on ${name} (${missing ?? 'here'})`,
    () => {
      let connection: Connection
      beforeAll(async () => {
        connection = await open()
        await connection.query(`create role ${role}`)
      })
      afterEach(async () => {
        await connection.query('reset role')
        await connection.query(`drop schema if exists ${schema} cascade`)
      })
      afterAll(async () => {
        await connection.query(`drop role ${role}`)
        await connection.close()
      })

      it('migrate rejects with the required privileges if the client cannot create tables', async () => {
        await connection.query(`set role ${role}`)
        await expect(postgresStorage(connection, { schema }).migrate()).rejects.toMatchObject({
          code: 'storage_permission_denied',
          details: { requiredPrivileges: expect.stringContaining(`usage of the schema ${schema}`) },
        })
      })

      it('load and commit reject if the client lacks the privileges for them', async () => {
        const storage = postgresStorage(connection, { schema })
        await storage.migrate()
        const change = createCommit()
        await storage.commit('store-1', change)
        await connection.query(`set role ${role}`)
        await expect(storage.load('store-1', [quoteRef])).rejects.toMatchObject({
          code: 'storage_permission_denied',
        })
        await connection.query('reset role')
        await connection.query(`grant usage on schema ${schema} to ${role}`)
        await connection.query(`grant select on all tables in schema ${schema} to ${role}`)
        await connection.query(`set role ${role}`)
        expect(await storage.load('store-1', [quoteRef])).toEqual([getRecord(change)])
        await expect(
          storage.commit('store-1', createCommit({ quoteId: 'quote-2' })),
        ).rejects.toMatchObject({
          code: 'storage_permission_denied',
        })
      })

      it('the privileges that the error names are sufficient', async () => {
        await postgresStorage(connection, { schema }).migrate()
        await connection.query(`grant usage on schema ${schema} to ${role}`)
        await connection.query(
          `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
        )
        await connection.query(`set role ${role}`)
        const storage = postgresStorage(connection, { schema })
        await storage.migrate()
        expect(await storage.commit('store-1', withKey(createCommit(), 'key-1'))).toBe('committed')
        const range = { afterPosition: 0, limit: 5, maxBytes: 2 ** 30 }
        expect((await storage.listEvents('store-1', range)).items).toHaveLength(1)
        const sample = createSample('sample-1')
        expect(await storage.commit('store-1', commitOf(sample))).toBe('committed')
        const erasure = commitOf(eraseSample(sample.record))
        expect(await storage.commit('store-1', erasure)).toBe('committed')
      })

      it('migrate and load reject the tables of another program, and do not change them', async () => {
        await connection.query(`create schema ${schema}`)
        await connection.query(`create table ${schema}.records (mine text)`)
        const storage = postgresStorage(connection, { schema })
        const mismatch = {
          code: 'storage_schema_mismatch',
          message: expect.stringContaining('of another program'),
        }
        await expect(storage.migrate()).rejects.toMatchObject(mismatch)
        await expect(storage.load('store-1', [quoteRef])).rejects.toMatchObject(mismatch)
        const { rows } = await connection.query(
          `select table_name from information_schema.tables where table_schema = '${schema}'`,
        )
        expect(rows).toEqual([{ table_name: 'records' }])
      })
    },
  )
}
