import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quoteRef } from '../../../../src/quote/quote-record.js'
import { customerTerm, tagTerm } from '../../../../src/quote/search/terms.js'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { tagsRef } from '../../../../src/store/tags-record.js'
import { createPglite } from '../../../setup/pglite.js'
import { restoreSavedDatabase, savedStores } from './saved-database.js'

const everything = { limit: 1_000, maxBytes: 2 ** 30 }
const noFilter = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }
const firstPage = { ...noFilter, ...everything, order: 'newest', after: undefined } as const

let database: PGlite
let storage: PostgresStorage

beforeEach(async () => {
  database = await createPglite()
  await restoreSavedDatabase(database)
  storage = postgresStorage(database)
})
afterEach(() => database.close())

const idsOf = async (storeId: string, filter: object) => {
  const { items } = await storage.find(storeId, { ...firstPage, ...filter })
  return items.map(({ id }) => id)
}

describe('migrate upgrades a saved database of schema version 3', () => {
  it('keeps every quote and its history', async () => {
    await storage.migrate()
    for (const { storeId, quotes } of savedStores)
      for (const { quoteId, current, history } of quotes) {
        const [record] = await storage.load(storeId, [quoteRef(quoteId)])
        const { version, updated, quote } = current
        expect(record).toMatchObject({ kind: 'quote', id: quoteId, version, updated })
        expect(JSON.stringify(record?.value)).toBe(JSON.stringify(quote))
        const range = { afterVersion: 0, ...everything }
        const { items } = await storage.listHistory(storeId, quoteRef(quoteId), range)
        expect(items).toEqual(history)
      }
  })

  it('keeps the events at their positions, and adds one for the tags of a store', async () => {
    await storage.migrate()
    for (const { storeId, events, tagsInOrder } of savedStores) {
      const { items } = await storage.listEvents(storeId, { afterPosition: 0, ...everything })
      const kept = items.slice(0, -1).map(({ position, kind, id, entry }) => {
        expect(kind).toBe('quote')
        return { position, quoteId: id, version: entry.version }
      })
      expect(kept).toEqual(events)
      expect(items.at(-1)).toMatchObject({
        ...tagsRef,
        position: events.length + 1,
        entry: { version: 1, operation: 'setTag' },
      })
      expect(items.at(-1)?.entry.patches).toEqual([{ op: 'replace', path: [], value: tagsInOrder }])
    }
  })

  it('makes the tags of a store one record, in the order in which they were first set', async () => {
    await storage.migrate()
    for (const { storeId, tagsInOrder } of savedStores) {
      const [record] = await storage.load(storeId, [tagsRef])
      expect(record).toMatchObject({ ...tagsRef, version: 1, replay: { base: 1, size: 0 } })
      expect(JSON.stringify(record?.value)).toBe(JSON.stringify(tagsInOrder))
    }
    const order = savedStores[0]?.tagsInOrder.map(({ value }) => value)
    expect(order).toEqual(['vip', 'Needs Approval', '__proto__', '10'])
  })

  it('keeps the idempotency records', async () => {
    await storage.migrate()
    expect(await storage.findIdempotencyRecord('store-1', 'update-4')).toMatchObject({
      kind: 'quote',
      id: "'; drop table quotes; --",
      version: 2,
    })
    const [one, two] = savedStores.map(({ storeId }) => storeId) as [string, string]
    const first = await storage.findIdempotencyRecord(one, 'key-1')
    const second = await storage.findIdempotencyRecord(two, 'key-1')
    expect(first?.fingerprint).not.toBe(second?.fingerprint)
  })

  it('makes the quotes findable', async () => {
    await storage.migrate()
    for (const { storeId, quotes } of savedStores) {
      const ids = quotes.map(({ quoteId }) => quoteId)
      expect((await idsOf(storeId, {})).toSorted()).toEqual(ids.toSorted())
    }
    const terms = [[customerTerm('ZOE.mueller@example.com')], [tagTerm('vip')]]
    expect(await idsOf('store-1', { terms })).toEqual(['quote-1'])
    expect(await idsOf('store-1', { words: ['mul'] })).toEqual(['quote-1'])
  })

  it('computes only the search rows that are missing after an interruption', async () => {
    await database.query(storage.migrationSql)
    let writes = 0
    const failing = postgresStorage({
      query(text, values) {
        if (text.includes('into "quotewright".search')) writes += 1
        if (writes === 2) throw new Error('the process died')
        return database.query(text, values)
      },
    })
    await expect(failing.migrate()).rejects.toMatchObject({ code: 'storage_failed' })
    const { rows: computed } = await database.query('select xmin::text, id from quotewright.search')
    expect(computed.length).toBeGreaterThan(0)
    await storage.migrate()
    const { rows } = await database.query('select xmin::text, id from quotewright.search')
    expect(rows).toEqual(expect.arrayContaining(computed))
    expect(rows).toHaveLength(savedStores.flatMap(({ quotes }) => quotes).length)
  })

  it('computes no search row again once all are computed', async () => {
    await storage.migrate()
    await database.query('delete from quotewright.search')
    await storage.migrate()
    expect(await idsOf('store-1', {})).toEqual([])
  })

  it('creates the tables, indexes and constraints of a new database', async () => {
    await storage.migrate()
    const created = await createPglite()
    await postgresStorage(created).migrate()
    expect(await structureOf(database)).toEqual(await structureOf(created))
    await created.close()
  })

  it.each([2, 5])('but not if it has version %i', async (version) => {
    await database.query('update quotewright.quotewright_version set version = $1', [version])
    await expect(storage.migrate()).rejects.toMatchObject({
      code: 'storage_schema_mismatch',
      details: { found: `schema version ${version}`, supported: 'schema version 4' },
    })
    const { rows } = await database.query(
      'select count(*)::integer as quotes from quotewright.quotes',
    )
    expect(rows).toEqual([{ quotes: savedStores.flatMap(({ quotes }) => quotes).length }])
  })
})

/** Returns all columns, indexes, constraints and views of the schema. */
async function structureOf(client: PGlite): Promise<unknown> {
  const { rows } = await client.query(`
    select 'column' as what, table_name as name, concat_ws(' ', column_name, data_type,
      collation_name, is_nullable, column_default, generation_expression) as definition
      from information_schema.columns where table_schema = 'quotewright'
    union all select 'index', tablename, indexdef from pg_indexes
      where schemaname = 'quotewright'
    union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'quotewright'::regnamespace and contype <> 'n'
    union all select 'view', viewname, definition from pg_views where schemaname = 'quotewright'
    order by 1, 2, 3`)
  return rows
}
