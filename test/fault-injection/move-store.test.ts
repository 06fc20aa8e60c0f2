import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, inject, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { isQuoteError } from '../../src/errors.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { routedStorage } from '../../src/storage/moving/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { type AcknowledgedWrite, findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { sqliteKind, testStoreKinds } from './stores/test-stores.js'
import { runSize } from './support/run-size.js'
import { type Moment, signalProgramAt } from './support/signalled-program.js'

const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
const context = { storeId: 'store-1', actor: 'seller' }
const quotesBefore = 100
const quotesPerRun = 10

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 1_000 }) }),
)

for (const { name, skipReason, create } of testStoreKinds)
  describe.skipIf(skipReason !== undefined)(`to ${name} (${skipReason ?? 'available'})`, () => {
    it('moveStore that is killed loses nothing of a shop that goes on selling', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'quotewright-route-'))
      const [from, to] = [sqliteKind.create('move-from'), create('move-to')]
      const isMovedFile = join(folder, 'moved')
      const database = new Database(from.address[1])
      const source = sqliteStorage(database)
      const target: StoragePort = {
        ...source,
        commit: () => Promise.reject(new Error('the store has moved')),
      }
      const route = () => (existsSync(isMovedFile) ? target : source)
      const engine = createQuoteEngine({
        storage: routedStorage({ route, maxWaitMs: 1 }),
        catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '9.99' }] }),
      })
      const acknowledged: AcknowledgedWrite[] = []
      const request = { products: [{ id: 1, qty: 1 }] }
      const sell = async (value: string) => {
        const record = await engine.createQuote(context, { ...request, customer: { note: value } })
        acknowledged.push({ ...record, field: 'note', value })
        const { quoteId, version } = await engine.updateQuote(context, record.quoteId, {
          customer: { note: `${value}, changed` },
        })
        acknowledged.push({ quoteId, version, field: 'note', value: `${value}, changed` })
      }
      for (let count = 0; count < quotesBefore; count += 1) await sell(`before ${count}`)

      const sellMeanwhile = async (run: number) => {
        for (let count = 0; count < quotesPerRun; count += 1)
          await sell(`run ${run}, ${count}`).catch((error: unknown) => {
            const codes = ['store_frozen', 'storage_failed']
            if (!isQuoteError(error) || !codes.includes(error.code)) throw error
          })
      }
      const program = ['store-mover.mjs', ...from.address, ...to.address, isMovedFile] as const
      let killed = 0
      const moments = fc.sample(moment, { seed, numRuns: kills })
      for (const [run, at] of [...moments, { writes: Infinity }].entries()) {
        const [{ signal, code, stderr }] = await Promise.all([
          signalProgramAt(at, 'SIGKILL', program),
          sellMeanwhile(run),
        ])
        if (signal === 'SIGKILL') killed += 1
        else expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      }
      expect(existsSync(isMovedFile)).toBe(true)
      expect(acknowledged.length).toBeGreaterThanOrEqual(2 * quotesBefore)

      const stored = await to.read()
      expect(stored.flatMap(findInconsistencies)).toEqual([])
      expect(lostWrites(stored, acknowledged)).toEqual([])
      const original = await from.read()
      expect(stored.map(({ quoteId, entries }) => [quoteId, entries])).toEqual(
        original.map(({ quoteId, entries }) => [quoteId, entries]),
      )
      console.log(
        `moveStore to ${name}: FC_SEED=${seed}, kills: ${killed}, ` +
          `acknowledged writes: ${acknowledged.length}, lost: 0`,
      )
      database.close()
      await from.remove()
      await to.remove()
      rmSync(folder, { recursive: true })
    }, 900_000)
  })
