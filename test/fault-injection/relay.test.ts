import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createCommit } from '../../src/testing/samples.js'
import { openStorage } from './programs/open-storage.mjs'
import { testStoreKinds } from './stores/test-stores.js'
import { runSize } from './support/run-size.js'
import { type Moment, signalProgramAt } from './support/signalled-program.js'

const kills = runSize('CRASH_KILLS', 10)
const seed = inject('seed')
const stores = ['store-1', 'store-2']
const eventsPerRun = 6

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ writes: fc.integer({ min: 0, max: 8 }) }),
  fc.record({ milliseconds: fc.integer({ min: 0, max: 500 }) }),
)

interface Delivered {
  readonly storeId: string
  readonly position: number
  readonly id: string
}

for (const { name, skipReason, create } of testStoreKinds)
  describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
    it('a relay that is killed delivers every event, in order and with one id', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'quotewright-relay-'))
      const file = join(folder, 'delivered')
      writeFileSync(file, '')
      const store = create('relay')
      const { storage, close } = await openStorage(...store.address)
      let sold = 0
      const sell = async () => {
        for (let count = 0; count < eventsPerRun; count += 1) {
          for (const storeId of stores)
            await storage.commit(storeId, createCommit({ quoteId: `quote-${sold}` }))
          sold += 1
        }
      }
      const run = (at: Moment, hours: number) =>
        signalProgramAt(at, 'SIGKILL', ['relay-runner.mjs', ...store.address, file, String(hours)])
      let killed = 0
      const moments = fc.sample(moment, { seed, numRuns: 2 * kills })
      for (let index = 0; index < kills; index += 1) {
        // Two processes at the same time, while the shop sells.
        const ends = await Promise.all([
          run(moments[2 * index] as Moment, index),
          run(moments[2 * index + 1] as Moment, index),
          sell(),
        ])
        for (const end of ends)
          if (end?.signal === 'SIGKILL') killed += 1
          else if (end !== undefined)
            expect({ code: end.code, stderr: end.stderr }).toEqual({ code: 0, stderr: '' })
      }
      const { code, stderr } = await run({ writes: Infinity }, kills)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })

      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      const delivered = lines.map((line) => JSON.parse(line) as Delivered)
      for (const storeId of stores) {
        const ofStore = delivered.filter((each) => each.storeId === storeId)
        const first = [...new Set(ofStore.map(({ position }) => position))]
        expect(first).toEqual(Array.from({ length: sold }, (_, index) => index + 1))
        expect(new Set(ofStore.map(({ id }) => id)).size).toBe(sold)
      }
      console.log(
        `relay on ${name}: FC_SEED=${seed}, kills: ${killed}, events: ${2 * sold}, ` +
          `repeated: ${delivered.length - 2 * sold}, lost: 0`,
      )
      await close()
      await store.remove()
      rmSync(folder, { recursive: true })
    }, 900_000)
  })
