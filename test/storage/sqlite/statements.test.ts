import Database from 'libsql'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FindQuery } from '../../../src/ports/storage.js'
import { quoteSearchRow } from '../../../src/quote/search/search-terms.js'
import { erasureChange } from '../../../src/record/change.js'
import { type SqliteDatabase, sqliteStorage } from '../../../src/storage/sqlite/index.js'
import {
  commitOf,
  createCommit,
  getRecord,
  keyRecord,
  updateCommit,
} from '../../../src/testing/samples.js'

const database = new Database(':memory:')
const statements = new Set<string>()
const recording: SqliteDatabase = {
  exec: (sql) => database.exec(sql),
  prepare(sql) {
    if (sql.includes('quotewright_')) statements.add(sql)
    return database.prepare(sql)
  },
}

/** Statements that are not about one store, by a part of each. */
const ofNoStore = ['quotewright_schema', 'sqlite_schema']

const page = { limit: 10, maxBytes: 2 ** 20 }
const query: FindQuery = {
  kind: 'quote',
  deleted: false,
  terms: [],
  words: [],
  times: {},
  order: 'newest',
  after: undefined,
  ...page,
}

/** Runs every operation, and finds by every order and condition. */
beforeAll(async () => {
  const storage = sqliteStorage(recording)
  const ref = { kind: 'quote', id: 'quote-1' }
  const created = createCommit()
  const idempotency = keyRecord('key', { ...ref, version: 1 })
  await storage.commit('store-1', { ...created, idempotency })
  const updated = updateCommit(getRecord(created), { tag_list: ['x'] })
  await storage.commit('store-1', updated)
  const input = { now: 1, operation: 'erase', searchRowOf: quoteSearchRow }
  await storage.commit('store-1', commitOf(erasureChange(getRecord(updated), input)))
  await storage.load('store-1', [ref])
  await storage.listHistory('store-1', ref, { afterVersion: 0, ...page })
  await storage.listEvents('store-1', { afterPosition: 0, ...page })
  await storage.commit('store-1', createCommit({ quoteId: 'quote-2' }))
  const range = { from: 0, to: 1 }
  for (const order of ['newest', 'oldest', 'updated', 'expires'] as const)
    for (const terms of [[], [['status:new']]])
      for (const times of [{}, { created: range }, { updated: range }, { expires: range }]) {
        const filter = { ...query, terms, times }
        await storage.find('store-1', { ...filter, order, after: { time: 1, id: 'quote-1' } })
        await storage.count('store-1', filter, 10)
      }
})

const tablePattern = /\b(?:from|join|update|into)\s+(quotewright_\w+)/g

describe('every statement of sqliteStorage', () => {
  const ofStores = () =>
    [...statements].filter((sql) => !ofNoStore.some((part) => sql.includes(part)))

  it('was recorded', () => {
    expect(ofStores().length).toBeGreaterThan(30)
  })

  it('filters every table by store_id', () => {
    for (const sql of ofStores()) {
      // The tokens of the search table begin with the number of a segment, which is of one store.
      const tables = [...sql.matchAll(tablePattern)].filter(
        ([, table]) => table !== 'quotewright_search',
      )
      const conditions = sql.match(/\bstore_id = \?/g) ?? []
      const isInsert = /insert (?:or replace )?into quotewright_\w+\s+\(store_id,/.test(sql)
      expect({ sql, filters: conditions.length + Number(isInsert) }).toEqual({
        sql,
        filters: tables.length,
      })
    }
  })

  it('uses an index of every table', () => {
    for (const sql of ofStores()) {
      const scans = planOf(sql).filter((step) =>
        /^SCAN (record|first|history|quotewright_)/.test(step),
      )
      expect({ sql, scans }).toEqual({ sql, scans: [] })
    }
  })

  it('sorts no page that an index has in order', () => {
    const byIndex = ofStores().filter((sql) => sql.includes('indexed by'))
    expect(byIndex.length).toBeGreaterThan(3)
    for (const sql of byIndex) expect(planOf(sql).join()).not.toContain('TEMP B-TREE')
  })
})

describe('the view quotewright_current_quotes', () => {
  it.each([
    ['its id', "where store_id = 's' and quote_id = 'q'", 'sqlite_autoindex_quotewright_records_1'],
    ['created', "where store_id = 's' order by created desc limit 9", 'records_by_created'],
    ['updated', "where store_id = 's' order by updated desc limit 9", 'records_by_updated'],
  ])('uses an index for %s, and sorts nothing', (_, condition, index) => {
    const plan = planOf(`select * from quotewright_current_quotes ${condition}`)
    expect(plan[0]).toContain(index)
    expect(plan.join()).not.toMatch(/SCAN|TEMP B-TREE/)
  })

  it('has the quotes that are neither deleted nor erased, with status and time', async () => {
    expect(
      database
        .prepare('select quote_id, version, created, status from quotewright_current_quotes')
        .all(),
    ).toMatchObject([
      { quote_id: 'quote-2', version: 1, created: 1_700_000_000_000, status: 'new' },
    ])
  })
})

function planOf(sql: string): readonly string[] {
  const rows = database.prepare(`explain query plan ${sql.replaceAll('?', '1')}`).all()
  return (rows as { readonly detail: string }[]).map(({ detail }) => detail)
}
