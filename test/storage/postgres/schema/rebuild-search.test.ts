import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTemplate,
  deleteTemplate,
} from '../../../../src/features/templates/template-changes.js'
import { type PostgresStorage, postgresStorage } from '../../../../src/storage/postgres/index.js'
import { commitOf, createCommit, updateCommit } from '../../../../src/testing/samples.js'
import { createPglite } from '../../../setup/pglite.js'

let database: PGlite
let storage: PostgresStorage

beforeEach(async () => {
  database = await createPglite()
  storage = postgresStorage(database)
  await storage.migrate()
  for (const storeId of ['store-1', 'store-2'])
    for (const quoteId of ['a', 'b', "it's \\ odd"]) {
      const customer = { name: `Ann ${storeId}`, email: `${quoteId}@example.com` }
      const created = createCommit({ quoteId, customer })
      await storage.commit(storeId, created)
      const [{ record }] = created.changes
      await storage.commit(storeId, updateCommit(record, { tag_list: [quoteId] }))
      const input = { templateId: quoteId, now: record.updated + 1 }
      const template = createTemplate({ name: `Office ${quoteId}` }, [{ id: 1, qty: 1 }], input)
      await storage.commit(storeId, commitOf(template))
      if (quoteId === 'b')
        await storage.commit(storeId, commitOf(deleteTemplate(template.record, input)))
    }
})
afterEach(() => database.close())

const searchRows = async () => {
  const { rows } = await database.query(
    'select *, terms::text as terms from quotewright.search order by store_id, kind, id, created',
  )
  return rows
}

describe('rebuildSearch gives exactly what commits have written', () => {
  it.each([
    ['rows were deleted', `delete from quotewright.search where id <> 'a'`],
    ['terms were changed', `update quotewright.search set terms = '''x'''`],
    ['rows were moved', `update quotewright.search set deleted = true, created = 1`],
    [
      'rows without a record were added',
      `insert into quotewright.search (store_id, kind, id, deleted, created, terms)
       select store_id, kind, 'no record ' || id, deleted, created, terms from quotewright.search`,
    ],
    ['the records lost their times', 'update quotewright.records set created = null'],
  ])('if %s', async (_, corrupt) => {
    const written = await searchRows()
    expect(written).toHaveLength(10)
    await database.query(corrupt)
    await storage.rebuildSearch()
    expect(await searchRows()).toEqual(written)
    const { rows } = await database.query(
      'select count(created)::integer as placed from quotewright.records',
    )
    expect(rows).toEqual([{ placed: 10 }])
  })

  it('and leaves rows that are right as they are', async () => {
    const before = await database.query('select xmin::text, id from quotewright.search order by 1')
    await storage.rebuildSearch()
    const after = await database.query('select xmin::text, id from quotewright.search order by 1')
    expect(after.rows).toEqual(before.rows)
  })
})
