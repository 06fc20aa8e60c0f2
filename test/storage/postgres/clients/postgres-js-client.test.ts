import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type PostgresClient,
  postgresJsClient,
  postgresStorage,
} from '../../../../src/storage/postgres/index.js'
import { createCommit, getRecord, updateCommit } from '../../../../src/testing/samples.js'
import { storageSuite } from '../../../../src/testing/storage-suite/index.js'

interface PostgresJs {
  unsafe(text: string, values?: (string | number)[]): Promise<readonly unknown[]>
  end(): Promise<void>
}
type Connect = (url: string, options: { readonly max: number; onnotice(): void }) => PostgresJs

const url = process.env.QUOTEWRIGHT_POSTGRES_URL

/** Returns the package `postgres`, or undefined if it is not installed. */
function loadPostgresJs(): Connect | undefined {
  try {
    return createRequire(import.meta.url)('postgres')
  } catch {
    return undefined
  }
}

const connect = loadPostgresJs()
const missing =
  (url === undefined && 'QUOTEWRIGHT_POSTGRES_URL is not set') ||
  (connect === undefined && 'the package postgres is not installed') ||
  undefined

describe.skipIf(missing)(`postgresStorage through postgres.js (${missing ?? 'here'})`, () => {
  let sql: PostgresJs
  let client: PostgresClient
  let schemas = 0

  beforeAll(() => {
    sql = (connect as Connect)(url as string, { max: 10, onnotice() {} })
    client = postgresJsClient(sql)
  })
  afterAll(() => sql.end())

  async function createFixture() {
    schemas += 1
    const schema = `quotewright_postgres_js_${process.pid}_${schemas}`
    const storage = postgresStorage(client, { schema })
    await storage.migrate()
    const reopen = () => postgresStorage(client, { schema })
    const dispose = async () => {
      await client.query(`drop schema ${schema} cascade`)
    }
    return { schema, storage, reopen, dispose }
  }

  storageSuite({ describe, it }, createFixture)

  it('stores quotes and history entries as JSON objects, not as JSON strings', async () => {
    const { schema, storage, dispose } = await createFixture()
    const first = createCommit()
    await storage.commit('store-1', first)
    await storage.commit('store-1', updateCommit(getRecord(first), { tag_list: ['a'] }))
    const ids = ['quote-2', 'quote-3']
    await Promise.all(ids.map((quoteId) => storage.commit('store-1', createCommit({ quoteId }))))
    const { rows } = await client.query(
      `select distinct json_typeof(quote) as type from ${schema}.current_quotes
       union all select distinct json_typeof(entry) from ${schema}.history`,
    )
    expect([...rows]).toEqual([{ type: 'object' }, { type: 'object' }])
    await dispose()
  })
})
