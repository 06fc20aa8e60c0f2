import fc from 'fast-check'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StateStorage } from '../../src/ports/state.js'
import type { MaybePromise } from '../../src/ports/storage.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { createRelay, type Relay, type RelayOptions } from '../../src/relay/index.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

/** Kills in all runs together. A run has about ten. */
const kills = Number(process.env.RELAY_KILLS ?? 500)
const killsPerRun = 10

const stores = ['store-1', 'store-2']
const leaseMs = 1_000
const maxAttempts = 3

/** What happens next. `relay` goes on with one of the port calls that are waiting. */
type Step =
  | { readonly do: 'call'; readonly pick: number; readonly fails: number }
  | { readonly do: 'kill'; readonly relay: number }
  | { readonly do: 'sell'; readonly store: number }
  | { readonly do: 'jump'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      pick: fc.nat(1_000),
      fails: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), relay: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sell' as const), store: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      ms: fc.integer({ min: -500, max: 3_000 }),
    }),
  },
)

/** A port call that waits for the test to go on, before it runs and again before it returns. */
interface Waiting {
  readonly owner: object
  readonly kind: 'storage' | 'deliver'
  go(fails: number): void
}

interface Delivered {
  readonly storeId: string
  readonly position: number
  readonly id: string
}

/**
 * Relays of several processes on one storage, of which the test decides which call goes on, and
 * which process is killed: none of its calls ever goes on.
 */
function createWorld() {
  const storage = memoryStorage()
  const clock = { now: 1_700_000_000_000 }
  const now = () => clock.now
  const catalog = memoryCatalog(
    Object.fromEntries(stores.map((id) => [id, [{ id: 1, price: '9.99' }]])),
  )
  const engine = createQuoteEngine({ storage, catalog, now })
  let waiting: Waiting[] = []
  /** Attempts, and those that the destination has accepted, whether or not its process knows. */
  const attempts: Delivered[] = []
  const accepted: Delivered[] = []
  const positions = new Map<string, number>()
  const deadLetters = new Set<string>()
  /** Attempts that began before the position of the event before them was stored. */
  const early: Delivered[] = []

  const gate = (owner: object, kind: Waiting['kind']) =>
    new Promise<number>((resolve) => {
      waiting.push({ owner, kind, go: resolve })
    })

  async function through<T>(owner: object, run: () => MaybePromise<T>): Promise<T> {
    const before = await gate(owner, 'storage')
    if (before === 0) throw new Error('the storage does not answer')
    const result = await run()
    // The process can be killed, or the answer lost, after the storage has written.
    if ((await gate(owner, 'storage')) === 0) throw new Error('the answer is lost')
    return result
  }

  function watchedStorage(owner: object): StateStorage {
    return {
      loadState: (...args) => through(owner, () => storage.loadState(...args)),
      listState: (...args) => through(owner, () => storage.listState(...args)),
      saveState: (storeId, write) =>
        through(owner, async () => {
          const isSaved = await storage.saveState(storeId, write)
          const { position } = write.value as { readonly position: number }
          if (isSaved && write.key.includes(':dead:')) deadLetters.add(`${storeId} ${position}`)
          else if (isSaved) {
            expect(position).toBeGreaterThanOrEqual(positions.get(storeId) ?? 0)
            positions.set(storeId, position)
          }
          return isSaved
        }),
    }
  }

  function startRelay(options: Partial<RelayOptions> = {}) {
    const owner = {}
    const relay = createRelay({
      engine,
      storage: watchedStorage(owner),
      stores,
      now,
      random: () => 0,
      leaseMs,
      timeoutMs: 300,
      minBackoffMs: 10,
      maxBackoffMs: 100,
      maxAttempts,
      destinations: {
        erp: {
          async deliver({ storeId, position, id }) {
            const event = { storeId, position, id }
            attempts.push(event)
            if ((positions.get(storeId) ?? 0) < position - 1) early.push(event)
            if ((await gate(owner, 'deliver')) <= 2) throw new Error('busy')
            accepted.push(event)
            if ((await gate(owner, 'deliver')) === 0) throw new Error('the answer is lost')
          },
        },
      },
      ...options,
    })
    return { owner, relay }
  }

  return {
    clock,
    attempts,
    accepted,
    deadLetters,
    early,
    startRelay,
    sell: (store: number) =>
      engine.createQuote(
        { storeId: stores[store] as string },
        { customer: {}, products: [{ id: 1, qty: 1 }] },
      ),
    /** Lets one of the waiting calls go on, and all that follows until the next ones wait. */
    async call(pick: number, fails: number) {
      if (waiting.length === 0) return
      const [next] = waiting.splice(pick % waiting.length, 1)
      next?.go(fails)
      await settle()
    },
    kill: (owner: object) => {
      waiting = waiting.filter((each) => each.owner !== owner)
    },
    isWaiting: () => waiting.length > 0,
    events: async () => {
      const all: string[] = []
      for (const storeId of stores)
        for await (const { position } of engine.listEvents({ storeId }))
          all.push(`${storeId} ${position}`)
      return all
    },
  }
}

/** Runs all promises that can go on, none of which waits for a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

const key = ({ storeId, position }: Delivered) => `${storeId} ${position}`

// Timeouts of calls never fire: what does not go on belongs to a process that was killed.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('nothing is lost, and order and ids are kept, however relays are killed', async () => {
  let killed = 0
  let repeated = 0
  let dead = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 100, maxLength: 400, size: 'max' }),
      async (steps) => {
        const world = createWorld()
        const start = () => {
          const process = world.startRelay()
          void loop(process.relay)
          return process
        }
        const processes = [start(), start(), start()]
        for (const store of [0, 0, 0, 1]) await world.sell(store)
        await settle()
        for (const each of steps)
          if (each.do === 'call') await world.call(each.pick, each.fails)
          else if (each.do === 'sell') await world.sell(each.store)
          else if (each.do === 'jump') world.clock.now += each.ms
          else {
            world.kill(processes[each.relay]?.owner as object)
            processes[each.relay] = start()
            killed += 1
            await settle()
          }
        for (const { owner } of processes) world.kill(owner)

        // One process that is not killed delivers the rest.
        const last = world.startRelay()
        for (let pass = 0; pass < 20; pass += 1) {
          world.clock.now += 10 * leaseMs
          let isDone = false
          void last.relay.run().then(() => {
            isDone = true
          })
          await settle()
          for (let calls = 0; !isDone; calls += 1) {
            expect(calls).toBeLessThan(1_000)
            await world.call(0, 9)
          }
        }

        const { attempts, accepted, deadLetters, early } = world
        // Whatever is killed, at most the event that was attempted last is repeated.
        expect(early).toEqual([])
        const delivered = new Set([...accepted.map(key), ...deadLetters])
        expect([...delivered].sort()).toEqual((await world.events()).sort())
        // Each event is first attempted after the one before it, and keeps its id.
        for (const storeId of stores) {
          const first = [...new Set(attempts.filter((each) => each.storeId === storeId).map(key))]
          expect(first).toEqual(first.map((_, index) => `${storeId} ${index + 1}`))
        }
        const ids = new Map(attempts.map((each) => [each.id, key(each)]))
        expect(ids.size).toBe(new Set(attempts.map(key)).size)
        repeated += accepted.length - new Set(accepted.map(key)).size
        dead += deadLetters.size
      },
    ),
    { numRuns: Math.ceil(kills / killsPerRun), seed: inject('seed') },
  )
  console.log(`kills: ${killed}, repeated: ${repeated}, dead letters: ${dead}, lost: 0`)
}, 600_000)

/** Runs a relay as `start` does, without a timer: once a pass has ended, the next one begins. */
async function loop(relay: Relay): Promise<void> {
  for (let passes = 0; passes < 1_000; passes += 1) await relay.run()
}
