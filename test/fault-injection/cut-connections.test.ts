import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { catalog } from '../engine/ports.js'
import { type Cut, cutKinds } from './cuttable-connection.js'
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.js'
import { expiringLimits, timeoutMs } from './expiring-limits.js'
import { proofSize } from './run-size.js'
import { faultsIn, lostWrites } from './stored-quotes.js'
import { type ProofStore, postgresKind } from './tested-stores.js'
import { storedValues, writeAccount } from './write-account.js'

const cuts = proofSize('CONNECTION_CUTS', 90)
const seed = inject('seed')
const connections = 8
const hands = 12
/** Commands for each cut before the proof says that they no longer reach the server. */
const patience = 100

const cut: fc.Arbitrary<Cut> = fc.record({
  kind: fc.constantFrom(...cutKinds),
  spared: fc.nat(8),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
})

const expectedCodes = new Set(['storage_failed', 'timeout'])

const url = process.env.QUOTEWRIGHT_POSTGRES_URL ?? ''

function proxyBefore(
  server: string,
  plan: readonly Cut[],
  onSilence: () => void,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server)
  return cuttingProxy({ host: hostname, port: Number(port || 5432) }, plan, onSilence)
}

function poolThrough({ port }: CuttingProxy): pg.Pool {
  const connectionString = Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href
  const pool = new pg.Pool({ connectionString, max: connections })
  // Without a listener, the cut of a connection that nobody uses would end the process.
  pool.on('error', () => {})
  return pool
}

const { name, missing, create } = postgresKind
describe.skipIf(missing !== undefined)(`on ${name} (${missing ?? 'here'})`, () => {
  let store: ProofStore
  beforeEach(() => {
    store = create('cut-connections')
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    await store.remove()
  })

  it(
    'connections that are cut anywhere lose no acknowledged write, leave none half there, and are replaced',
    async () => {
      await store.commit([])
      const plan = fc.sample(cut, { seed, numRuns: cuts })
      // Whoever waits for an answer that never comes is among those who wait now.
      const limits = expiringLimits()
      const proxy = await proxyBefore(url, plan, limits.expireAll)
      const pool = poolThrough(proxy)
      const storage = postgresStorage(pool, { schema: store.address[1] })
      const engine = createQuoteEngine({ storage, catalog, timeoutMs })
      const { acknowledged, refused, quoteIds, ...write } = writeAccount(engine)

      let writes = 0
      const writeNext = () => {
        writes += 1
        const quoteId = quoteIds[(writes * 7) % (quoteIds.length || 1)]
        const isCreation = quoteId === undefined || writes % 5 === 0
        return isCreation ? write.create(1) : write.update(quoteId, (writes % 2) + 1)
      }
      const writeWhileCut = async () => {
        while (proxy.cutsLeft() > 0 && writes < cuts * patience) await writeNext()
      }
      await Promise.all(Array.from({ length: hands }, writeWhileCut))
      expect(proxy.cutsLeft()).toBe(0)
      const codes = new Set<string>(refused.map(({ error }) => error.code))
      if (plan.some(({ kind }) => kind === 'silence')) expect(codes).toContain('timeout')
      expect([...codes].filter((code) => !expectedCodes.has(code))).toEqual([])
      const failed = refused.length

      proxy.endSilences()
      await vi.waitFor(
        () => expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]),
        { timeout: 600_000 },
      )
      await Promise.all(quoteIds.map((quoteId) => write.update(quoteId, 2)))
      expect(refused.slice(failed)).toEqual([])
      await pool.end()
      await proxy.close()

      const stored = await store.read()
      const after = `FC_SEED=${seed}`
      expect(stored.flatMap(faultsIn), after).toEqual([])
      expect(lostWrites(stored, acknowledged), after).toEqual([])
      const values = storedValues(stored)
      const tried = new Set([...acknowledged, ...refused].map(({ value }) => value))
      expect(values.filter((value) => !tried.delete(value))).toEqual([])
      const kinds = cutKinds.map(
        (kind) => `${kind} ${plan.filter((each) => each.kind === kind).length}`,
      )
      console.log(
        `cut connections on ${name}: ${after}, cuts: ${cuts} (${kinds.join(', ')}; ${proxy.cutOpenings()} of them while ` +
          `connecting), acknowledged writes: ${acknowledged.length}, failed: ${failed}, ` +
          `stored without being acknowledged: ${values.length - acknowledged.length}, lost: 0`,
      )
    },
    600_000 + cuts * 10_000,
  )
})
