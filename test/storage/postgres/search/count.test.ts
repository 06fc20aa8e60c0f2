import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordFilter } from '../../../../src/record/search/find-query.js'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { vectorOf } from '../../../../src/storage/postgres/search/search-terms.js'
import { createPglite } from '../../../setup/pglite.js'
import { recordStatements } from '../statements/operations.js'

/** More than the statement takes of the index of a time before it reads all of the terms. */
const quotes = 9_000

let database: PGlite
let storage: PostgresStorage

beforeAll(async () => {
  database = await createPglite()
  storage = postgresStorage(recordStatements(database).client)
  await storage.migrate()
  const row = { deleted: false, created: 1, terms: ['all'], words: [] }
  const [all, rare] = [row, { ...row, terms: ['all', 'rare'] }].map((each) =>
    vectorOf('s', 'quote', each),
  )
  await database.exec(`
    insert into quotewright.records (store_id, kind, id, version, updated, value, created)
      select 's', 'quote', 'q' || n, 1, n, '{}', n from generate_series(1, ${quotes}) as n;
    insert into quotewright.search (store_id, kind, id, deleted, created, expires, terms)
      select 's', 'quote', 'q' || n, false, n, n,
        (case when n % 90 = 0 then $$${rare}$$ else $$${all}$$ end)::tsvector
      from generate_series(1, ${quotes}) as n`)
})
afterAll(() => database.close())

const from = (time: number) => ({ from: time })
const count = (term: string, times: RecordFilter['times'], max: number) =>
  storage.count('s', { kind: 'quote', deleted: false, terms: [[term]], words: [], times }, max)

describe.each(['created', 'updated', 'expires'] as const)('count of a term by %s', (field) => {
  it.each([
    ['a frequent term, up to the maximum', 'all', 1, 1_000, 1_000],
    ['a frequent term in a small range', 'all', quotes - 9, 1_000, 10],
    ['a rare term among more than are walked', 'rare', 1, 1_000, 100],
    ['a rare term, up to the maximum', 'rare', 1, 7, 7],
    ['a rare term in a small range', 'rare', quotes - 179, 1_000, 2],
    ['no quote in the range', 'all', quotes + 1, 1_000, 0],
    ['a term that no quote has', 'none', 1, 1_000, 0],
  ])('counts %s', async (_, term, first, max, expected) => {
    expect(await count(term, { [field]: from(first) }, max)).toBe(expected)
  })
})

it('count of a term by two times counts what is in both ranges', async () => {
  const times = { updated: from(4_501), expires: { from: 1, to: 8_101 } }
  expect(await count('rare', times, 1_000)).toBe(40)
  expect(await count('all', times, 10_000)).toBe(3_600)
})
