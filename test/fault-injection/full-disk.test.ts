import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toQuoteRecord } from '../../src/quote/model/quote-record.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { catalog, context } from '../engine/ports.js'
import { type AcknowledgedWrite, findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { sqliteKind, type TestStore } from './stores/test-stores.js'
import { storedValues, writeLog } from './stores/write-log.js'

const run = promisify(execFile)
/** How often the database may grow by this many pages before it is full again. */
const rounds = 4
const pages = 24
/** Failed writes per round. */
const rejections = 20
const full = {
  code: 'storage_failed',
  details: { operation: 'commit' },
  cause: { code: 'SQLITE_FULL' },
}

const noLimit = process.platform === 'win32' ? 'Windows has no ulimit' : undefined
/** In blocks of 512 bytes (1,024 in some shells). */
const fileSize = 400

describe(`on ${sqliteKind.name}`, () => {
  let store: TestStore
  let database: Database.Database
  beforeEach(() => {
    store = sqliteKind.create('full-disk')
    database = new Database(store.address[1])
  })
  afterEach(async () => {
    database.close()
    await store.remove()
  })

  it('a full database rejects writes, keeps its content and accepts writes again after it may grow', async () => {
    const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
    const { acknowledged, rejected, quoteIds, ...write } = writeLog(engine)
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
      while (rejected.length < round * rejections)
        await writeNext(acknowledged.length + rejected.length)
      expect(acknowledged.length).toBeGreaterThan(before)
      for (const { error } of rejected) expect(error).toMatchObject(full)

      const stored = await store.read()
      expect(stored.flatMap(findInconsistencies)).toEqual([])
      expect(lostWrites(stored, acknowledged)).toEqual([])
      expect(storedValues(stored)).toHaveLength(acknowledged.length)
      for (const { quoteId, record } of stored)
        expect(await engine.getQuote(context, quoteId)).toEqual(
          record && toQuoteRecord('store-1', record),
        )
    }
    console.log(
      `full disk on ${sqliteKind.name}: filled ${rounds} times, acknowledged writes: ${acknowledged.length}, ` +
        `failed: ${rejected.length}, lost: 0`,
    )
  })

  it.skipIf(noLimit !== undefined)(
    `a full log fails commits, and accepts commits again after a checkpoint (${noLimit ?? 'available'})`,
    async () => {
      const program = `ulimit -f ${fileSize} && exec "$0" test/fault-injection/programs/small-disk-writer.mjs "$1" ${rounds}`
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
      expect(stored.flatMap(findInconsistencies)).toEqual([])
      expect(lostWrites(stored, acknowledged)).toEqual([])
      expect(storedValues(stored)).toHaveLength(acknowledged.length)
    },
  )
})
