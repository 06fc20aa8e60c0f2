import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import { createQuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { sqliteStorage } from '../../../../src/storage/sqlite/index.js'

const caller = { storeId: 's', actor: 'ada' }

/** Stores rows as an earlier release did, which knew fewer words. */
function withFewerWords(storage: StoragePort): StoragePort {
  return {
    ...storage,
    commit: (storeId, { changes, ...commit }, call) => {
      const older = changes.map((change) => {
        const { search } = change
        const fewer = search && { ...search, words: search.words.slice(-1) }
        return {
          ...change,
          record: change.record,
          historyEntry: change.historyEntry,
          search: fewer,
        }
      })
      return storage.commit(storeId, { ...commit, changes: older as typeof changes }, call)
    },
  }
}

function engineWith(storage: StoragePort) {
  const catalog = memoryCatalog({ s: [{ id: 1, price: '5.00' }] })
  return createQuoteEngine({ storage, catalog, numbers: { assign: 'create' } })
}

describe('sqliteStorage with search rows of an earlier release', () => {
  it.each(['deleteQuote', 'eraseQuote'] as const)('runs %s of its only quote', async (name) => {
    const storage = sqliteStorage(new Database(':memory:') as never)
    const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engineWith(withFewerWords(storage)).createQuote(caller, request)
    const engine = engineWith(storage)
    expect((await engine.listQuotes(caller, { text: 'ada' })).items).toHaveLength(1)
    await engine.updateQuote(caller, quoteId, { customer: { name: 'Bob' } })
    await engine[name](caller, quoteId)
    expect((await engine.listQuotes(caller, { text: 'bob' })).items).toHaveLength(0)
    await engine.createQuote(caller, request)
    expect((await engine.listQuotes(caller, { text: 'ada' })).items).toHaveLength(1)
  })
})

describe('sqliteStorage', () => {
  it('does not grow if a quote is deleted and restored', async () => {
    const database = new Database(':memory:')
    const engine = engineWith(sqliteStorage(database as never))
    const request = { customer: { name: 'Łukasz' }, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(caller, request)
    database.exec(
      `create virtual table temp.tokens using fts5vocab (main, quotewright_search, instance)`,
    )
    const count = () => database.prepare('select term, doc from temp.tokens').all().length
    const before = count()
    for (let index = 0; index < 5; index += 1) {
      await engine.deleteQuote(caller, quoteId)
      await engine.restoreQuote(caller, quoteId)
    }
    expect(count()).toEqual(before)
  })
})
