import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { QuoteCommit } from '../../src/quote/commit.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { withKey } from '../../src/testing/idempotent-commits.js'
import { createCommit, updateCommit } from '../../src/testing/sample-commits.js'
import { createDatabase, missing, type TemporaryDatabase } from './temporary-database.js'

/** Calls everything that a storage has, commits and loads at the same time, too. */
async function callEverything(storage: QuoteStorage): Promise<void> {
  const commitAll = (...commits: readonly QuoteCommit[]) =>
    Promise.all(commits.map((commit) => storage.commit(commit)))
  const many = (prefix: string) =>
    Array.from({ length: 4 }, (_, index) => createCommit({ quoteId: `${prefix}-${index}` }))
  const withOwnKey = (commit: QuoteCommit) => withKey(commit, `key of ${commit.record.quoteId}`)
  const updated = ({ record }: QuoteCommit) => updateCommit(record, { tag_list: ['Approved'] })

  const [one, two] = [createCommit({ quoteId: 'one' }), createCommit({ quoteId: 'two' })]
  await commitAll(one)
  await commitAll(withOwnKey(two))
  await commitAll(updated(one))
  await commitAll(withKey(updated(two), 'key-2'))
  await commitAll(...many('plain'))
  await commitAll(...many('keyed').map(withOwnKey))
  await storage.load('store-1', 'one')
  await Promise.all(['one', 'two', 'plain-1'].map((id) => storage.load('store-1', id)))
  await storage.listHistory('store-1', 'one', { afterVersion: 0, limit: 10, maxBytes: 2 ** 20 })
  await storage.listEvents('store-1', { afterPosition: 0, limit: 10, maxBytes: 2 ** 20 })
  const record = {
    key: 'key-3',
    fingerprint: 'x',
    quoteId: 'one',
    version: 1,
    createdAt: 1,
    expiresAt: 9,
  }
  await storage.addIdempotencyRecord('store-1', record)
  await storage.findIdempotencyRecord('store-1', 'key-3')
  const tag = { value: 'a', label: 'A', color: 'red', backgroundColor: 'blue' }
  await storage.setTag('store-1', tag)
  await storage.listTags('store-1')
  await storage.removeTag('store-1', 'a')
}

describe('the statements of postgresStorage', () => {
  let database: PGlite
  beforeAll(async () => {
    database = await PGlite.create()
  })
  afterAll(() => database.close())

  /** The types that PostgreSQL gives the parameters. */
  async function parameterTypes(statement: string): Promise<readonly string[]> {
    await database.exec(`prepare sent as ${statement}`)
    const { rows } = await database.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'sent'`,
    )
    await database.exec('deallocate sent')
    return rows[0]?.types ?? []
  }

  // Fails as long as JSON is not given as `$n::text::json`: then this is an ordinary `it`, and the
  // recipe of postgres.js needs no `sql.typed` any more.
  it.fails('have no parameter of the type json, which postgres.js would encode again', async () => {
    const statements = new Set<string>()
    const storage = postgresStorage({
      query(text, values) {
        if (values !== undefined) statements.add(text)
        return database.query(text, values)
      },
    })
    await storage.migrate()
    await callEverything(storage)
    const encodedAgain: string[] = []
    for (const statement of statements) {
      const types = await parameterTypes(statement)
      const json = types.flatMap((type, index) => (/^jsonb?$/.test(type) ? [`$${index + 1}`] : []))
      if (json.length > 0) encodedAgain.push(`${json.join(', ')} of ${statement}`)
    }
    expect(encodedAgain).toEqual([])
  })
})

describe.skipIf(missing !== undefined)(`on a PostgreSQL server (${missing ?? 'here'})`, () => {
  let temporary: TemporaryDatabase
  let sql: postgres.Sql
  beforeAll(async () => {
    temporary = await createDatabase('json')
    sql = postgres(temporary.url)
  })
  afterAll(async () => {
    await sql.end()
    await temporary.drop()
  })

  // As above: an ordinary `it` with statements that cast.
  it.fails('postgres.js stores plain values as they are', async () => {
    const storage = postgresStorage({
      query: async (text, values) => ({ rows: await sql.unsafe(text, values) }),
    })
    await storage.migrate()
    const commit = createCommit()
    await storage.commit(commit)
    expect(await storage.load('store-1', 'quote-1')).toEqual(commit.record)
  })
})
