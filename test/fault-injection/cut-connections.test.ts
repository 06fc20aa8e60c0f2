import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { catalog } from '../engine/ports.js'
import { type Cut, cutKinds } from './network/cuttable-connection.js'
import { type CuttingProxy, cuttingProxy } from './network/cutting-proxy.js'
import { findInconsistencies, lostWrites } from './stores/stored-quotes.js'
import { postgresKind, type TestStore } from './stores/test-stores.js'
import { storedValues, writeLog } from './stores/write-log.js'
import { controlledTimeouts, timeoutMs } from './support/controlled-timeouts.js'
import { runSize } from './support/run-size.js'

const cuts = runSize('CONNECTION_CUTS', 90)
const seed = inject('seed')
const connections = 8
const workers = 12
/** Writes per cut before the test gives up. */
const maxCommandsPerCut = 100

const cut: fc.Arbitrary<Cut> = fc.record({
  kind: fc.constantFrom(...cutKinds),
  skipped: fc.nat(8),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
})

const expectedCodes = new Set(['storage_failed', 'timeout'])

const url = process.env.QUOTEWRIGHT_POSTGRES_URL ?? ''

function startProxy(
  server: string,
  plan: readonly Cut[],
  onSilence: () => void,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server)
  return cuttingProxy({ host: hostname, port: Number(port || 5432) }, plan, onSilence)
}

function createPool({ port }: CuttingProxy): pg.Pool {
  const connectionString = Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href
  const pool = new pg.Pool({ connectionString, max: connections })
  // Without a listener, cutting an idle connection would end the process.
  pool.on('error', () => {})
  return pool
}

const { name, skipReason, create } = postgresKind
describe.skipIf(skipReason !== undefined)(`on ${name} (${skipReason ?? 'available'})`, () => {
  let store: TestStore
  beforeEach(() => {
    store = create('cut-connections')
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    await store.remove()
  })

  it(
    'cut connections lose no acknowledged write, leave no partial write and are replaced',
    async () => {
      await store.commit([])
      const plan = fc.sample(cut, { seed, numRuns: cuts })
      // A call on a silent connection is among the pending ones, which then time out.
      const timeouts = controlledTimeouts()
      const proxy = await startProxy(url, plan, timeouts.expireAll)
      const pool = createPool(proxy)
      const storage = postgresStorage(pool, { schema: store.address[1] })
      const engine = createQuoteEngine({ storage, catalog, timeoutMs })
      const { acknowledged, rejected, quoteIds, ...write } = writeLog(engine)

      let writes = 0
      const writeNext = () => {
        writes += 1
        const quoteId = quoteIds[(writes * 7) % (quoteIds.length || 1)]
        const isCreation = quoteId === undefined || writes % 5 === 0
        return isCreation ? write.create(1) : write.update(quoteId, (writes % 2) + 1)
      }
      const writeWhileCut = async () => {
        while (proxy.cutsLeft() > 0 && writes < cuts * maxCommandsPerCut) await writeNext()
      }
      await Promise.all(Array.from({ length: workers }, writeWhileCut))
      expect(proxy.cutsLeft()).toBe(0)
      const codes = new Set<string>(rejected.map(({ error }) => error.code))
      if (plan.some(({ kind }) => kind === 'silence')) expect(codes).toContain('timeout')
      expect([...codes].filter((code) => !expectedCodes.has(code))).toEqual([])
      const failed = rejected.length

      proxy.endSilences()
      await vi.waitFor(
        () => expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]),
        { timeout: 600_000 },
      )
      await Promise.all(quoteIds.map((quoteId) => write.update(quoteId, 2)))
      expect(rejected.slice(failed)).toEqual([])
      await pool.end()
      await proxy.close()

      const stored = await store.read()
      const after = `FC_SEED=${seed}`
      expect(stored.flatMap(findInconsistencies), after).toEqual([])
      expect(lostWrites(stored, acknowledged), after).toEqual([])
      const values = storedValues(stored)
      const tried = new Set([...acknowledged, ...rejected].map(({ value }) => value))
      expect(values.filter((value) => !tried.delete(value))).toEqual([])
      const kinds = cutKinds.map(
        (kind) => `${kind} ${plan.filter((each) => each.kind === kind).length}`,
      )
      console.log(
        `cut connections on ${name}: ${after}, cuts: ${cuts} (${kinds.join(', ')}; ${proxy.cutHandshakes()} of them while ` +
          `connecting), acknowledged writes: ${acknowledged.length}, failed: ${failed}, ` +
          `stored without being acknowledged: ${values.length - acknowledged.length}, lost: 0`,
      )
    },
    600_000 + cuts * 10_000,
  )
})
