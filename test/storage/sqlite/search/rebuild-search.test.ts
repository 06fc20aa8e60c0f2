import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Template } from '../../../../src/features/templates/template.js'
import {
  createTemplate,
  deleteTemplate,
  updateTemplate,
} from '../../../../src/features/templates/template-changes.js'
import { defaultLimits } from '../../../../src/quote/model/policy.js'
import { quoteSearchRow } from '../../../../src/quote/search/search-terms.js'
import { erasureChange } from '../../../../src/record/change.js'
import type { StoredRecord } from '../../../../src/record/record.js'
import { type SqliteStorage, sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { commitOf, createCommit, getRecord, updateCommit } from '../../../../src/testing/samples.js'
import { seller, shopWith } from '../../../engine/own-fields/shop.js'

/** Creates, renames and deletes templates, whose ids are also those of quotes. */
async function commitTemplates(storage: SqliteStorage, storeId: string): Promise<void> {
  for (const templateId of ['a', 'd', 'e']) {
    const input = { templateId, now: 1_800_000_000_000 }
    const created = createTemplate({ name: `Office ${templateId}` }, [{ id: 1, qty: 1 }], input)
    await storage.commit(storeId, commitOf(created))
    const change = templateChange(templateId, created.record)
    if (change !== undefined) await storage.commit(storeId, commitOf(change))
  }
}

function templateChange(templateId: string, record: StoredRecord<Template>) {
  if (templateId === 'a') return undefined
  if (templateId === 'd') return deleteTemplate(record, input)
  return updateTemplate(record, { name: 'Kitchen' }, input, defaultLimits)
}

const input = { now: 1_900_000_000_000 }

describe('rebuildSearch', () => {
  let database: Database.Database
  let storage: SqliteStorage

  beforeEach(async () => {
    database = new Database(':memory:')
    storage = sqliteStorage(database)
    database.exec(
      "create virtual table temp.tokens using fts5vocab('main', 'quotewright_search', 'instance')",
    )
    for (const storeId of ['store-1', 'store-2'])
      for (const quoteId of ['a', 'b', 'c'])
        await storage.commit(storeId, createCommit({ quoteId }))
    const {
      changes: [created],
    } = createCommit({ quoteId: 'a' })
    const tagged = updateCommit(created.record, { tag_list: ['Needs Approval'] })
    await storage.commit('store-1', tagged)
    const renamed = updateCommit(getRecord(tagged), {
      customer: { name: 'Grace Hopper' },
      tag_list: [],
    })
    await storage.commit('store-1', renamed)
    const {
      changes: [erased],
    } = createCommit({ quoteId: 'b' })
    const erasure = { now: 1_800_000_000_000, operation: 'erase', searchRowOf: quoteSearchRow }
    await storage.commit('store-2', commitOf(erasureChange(erased.record, erasure)))
    await commitTemplates(storage, 'store-1')
  })
  afterEach(() => database.close())

  const written = () => ({
    tokens: database
      .prepare('select term, doc from temp.tokens where doc > 0 order by term, doc')
      .all(),
    segments: database
      .prepare(
        'select store_id, kind, first_created, last_created, is_ordered from quotewright_segments',
      )
      .all(),
    records: database
      .prepare('select number, is_deleted, created, expires, segment from quotewright_records')
      .all(),
  })

  it.each([
    [
      'were deleted',
      "insert into quotewright_search (quotewright_search) values ('delete-all'); delete from quotewright_segments",
    ],
    ['have other tokens', "insert into quotewright_search (rowid, tokens) values (2, '1tother')"],
    ['have other times', 'update quotewright_records set created = 1, is_deleted = 1, segment = 9'],
  ])('writes what commits had written if the search tables %s', async (_, corruption) => {
    const before = written()
    expect(before.tokens.length).toBeGreaterThan(20)
    database.exec(corruption)
    expect(written()).not.toEqual(before)
    await storage.rebuildSearch()
    const after = written()
    expect(after.tokens).toEqual(before.tokens)
    // The segment of an erased record is not needed again.
    expect(after).toEqual({
      ...before,
      records: before.records.map((row) =>
        (row as { is_deleted: unknown }).is_deleted === null
          ? { ...(row as object), segment: null }
          : row,
      ),
    })
  })

  it('leaves a valid index if own fields were declared to be searched meanwhile', async () => {
    const base = { customer: {}, products: [{ id: 3, qty: 1 }] }
    const plain = shopWith({ storage, fields: { quote: { a: {} } } })
    const searched = shopWith({ storage, fields: { quote: { a: { search: true } } } })
    const { quoteId } = await plain.createQuote(seller, { ...base, fields: { a: 'x' } })
    for (const a of ['y', 'x', 'z']) await searched.updateQuote(seller, quoteId, { fields: { a } })
    await plain.updateQuote(seller, quoteId, { fields: { a: 'w' } })
    await searched.updateQuote(seller, quoteId, { fields: { a: 'v' } })
    const check = "insert into quotewright_search (quotewright_search) values ('integrity-check')"
    expect(() => database.exec(check)).not.toThrow()
    await storage.rebuildSearch({ fields: searched.fields })
    const found = async (a: string) =>
      (await searched.listQuotes(seller, { fields: { a } })).items.map((each) => each.quoteId)
    expect(await Promise.all(['v', 'w', 'x'].map(found))).toEqual([[quoteId], [], []])
  })

  it('is not needed after an update: replaced words cannot be found', () => {
    const tokens = database.prepare('select term from temp.tokens where doc = 1').all()
    expect(tokens).toContainEqual({ term: '1whopper' })
    expect(tokens).not.toContainEqual({ term: '1wlovelace' })
  })
})
