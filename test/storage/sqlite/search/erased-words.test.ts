import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { quoteSearchRow } from '../../../../src/quote/search/search-terms.js'
import { erasureChange } from '../../../../src/record/change.js'
import { sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import { commitOf, createCommit, getRecord, updateCommit } from '../../../../src/testing/samples.js'

it('a commit that erases a quote leaves none of its words in the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
  const path = join(folder, 'quotes.sqlite')
  const database = new Database(path)
  const storage = sqliteStorage(database)
  const checkpoint = () => database.prepare('pragma wal_checkpoint(truncate)').all()
  const isInFile = (word: string) => readFileSync(path).includes(word)
  try {
    const created = createCommit({ customer: { name: 'Qabcfirst' } })
    const updated = updateCommit(getRecord(created), { customer: { name: 'Qdefsecond' } })
    const input = { now: 1, operation: 'erase', searchRowOf: quoteSearchRow }
    const erased = commitOf(erasureChange(getRecord(updated), input))
    for (let index = 0; index < 50; index += 1)
      await storage.commit('store-1', createCommit({ quoteId: `other-${index}` }))
    await storage.commit('store-1', created)
    await storage.commit('store-1', updated)
    checkpoint()
    for (const word of ['abcfirst', 'defsecond']) expect(isInFile(word)).toBe(true)
    await storage.commit('store-1', erased)
    checkpoint()
    for (const word of ['abcfirst', 'defsecond']) expect(isInFile(word)).toBe(false)
    const check = database.prepare('pragma integrity_check').get()
    expect(check).toMatchObject({ integrity_check: 'ok' })
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
})
