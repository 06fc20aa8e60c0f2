import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { toQuoteRecord } from '../../src/quote/stored-record.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { catalog, context } from '../engine/ports.js'
import { type AcknowledgedWrite, faultsIn, lostWrites } from './stored-quotes.js'
import { type ProofStore, sqliteKind } from './tested-stores.js'
import { storedValues, writeAccount } from './write-account.js'

const run = promisify(execFile)
/** How often the database is let grow, by this many pages, and filled up again. */
const rounds = 4
const pages = 24
/** Writes that are tried on a full database in each round. */
const refusals = 20
const full = {
  code: 'storage_failed',
  details: { operation: 'commit' },
  cause: { code: 'SQLITE_FULL' },
}

const noLimit = process.platform === 'win32' ? 'Windows has no ulimit' : undefined
/** In blocks of 512 bytes; some shells count 1,024. */
const fileSize = 400

describe(`on ${sqliteKind.name}`, () => {
  let store: ProofStore
  let database: Database.Database
  beforeEach(() => {
    store = sqliteKind.create('full-disk')
    database = new Database(store.address[1])
  })
  afterEach(async () => {
    database.close()
    await store.remove()
  })

  it('a database that is full fails writes, keeps what it has, and is written again when it has space', async () => {
    const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
    const { acknowledged, refused, quoteIds, ...write } = writeAccount(engine)
    const pageCount = () =>
      (database.prepare('pragma page_count').get() as { page_count: number }).page_count
    const writeNext = (count: number) => {
      const quoteId = quoteIds[count % (quoteIds.length || 1)]
      return quoteId === undefined || count % 3 === 0
        ? write.create(1)
        : write.update(quoteId, (count % 2) + 1)
    }

    for (let round = 1; round <= rounds; round += 1) {
      database.exec(`pragma max_page_count = ${pageCount() + pages}`)
      const before = acknowledged.length
      while (refused.length < round * refusals)
        await writeNext(acknowledged.length + refused.length)
      expect(acknowledged.length).toBeGreaterThan(before)
      for (const { error } of refused) expect(error).toMatchObject(full)

      const stored = await store.read()
      expect(stored.flatMap(faultsIn)).toEqual([])
      expect(lostWrites(stored, acknowledged)).toEqual([])
      expect(storedValues(stored)).toHaveLength(acknowledged.length)
      for (const { quoteId, record } of stored)
        expect(await engine.getQuote(context, quoteId)).toEqual(record && toQuoteRecord(record))
    }
    console.log(
      `full disk on ${sqliteKind.name}: filled ${rounds} times, acknowledged writes: ${acknowledged.length}, ` +
        `failed: ${refused.length}, lost: 0`,
    )
  })

  it.skipIf(noLimit !== undefined)(
    `a log that may grow no more fails writes in mid-commit, and is written again when it is emptied (${noLimit ?? 'here'})`,
    async () => {
      const program = `ulimit -f ${fileSize} && exec "$0" test/fault-injection/small-disk-writer.mjs "$1" ${rounds}`
      const { stdout } = await run('sh', ['-c', program, process.execPath, store.address[1]])
      const lines = stdout.trimEnd().split('\n')
      const facts = lines.map((line) => JSON.parse(line) as AcknowledgedWrite | { code: string })
      const acknowledged = facts.filter((fact) => 'value' in fact)
      const failures = facts.filter((fact) => 'code' in fact)
      expect(failures.length).toBeGreaterThanOrEqual(rounds)
      for (const failure of failures)
        expect(failure).toEqual({ code: 'storage_failed', cause: 'SQLITE_IOERR_WRITE' })
      for (let round = 0; round < rounds; round += 1)
        expect(acknowledged.some(({ value }) => value.startsWith(`round-${round}-`))).toBe(true)

      const stored = await store.read()
      expect(stored.flatMap(faultsIn)).toEqual([])
      expect(lostWrites(stored, acknowledged)).toEqual([])
      expect(storedValues(stored)).toHaveLength(acknowledged.length)
    },
  )
})
