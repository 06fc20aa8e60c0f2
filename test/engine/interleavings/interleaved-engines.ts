import type { Scheduler } from 'fast-check'
import { vi } from 'vitest'
import type { CatalogPort } from '../../../src/ports/catalog.js'
import type { OrderPort } from '../../../src/ports/orders.js'
import type { StoragePage, StoragePort } from '../../../src/ports/storage.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { catalog, engineWith } from '../ports.js'
import { type Call, makeCall, outcomeOf, storageWithQuotes } from './sample-calls.js'

export interface RecordedCall {
  readonly call: Call
  /** Unique. Also the actor of the history entry, if there is one. */
  readonly actor: string
  /** The number of events when the call started, and when it settled. */
  readonly from: number
  readonly to: number
  readonly outcome: string
  readonly isAborted: boolean
}

/** Several engines on one storage, whose port calls the scheduler orders. */
export interface InterleavedEngines {
  readonly storage: StoragePort
  /** Returns a storage with what this one contained at the start. */
  prepare(): Promise<StoragePort>
  readonly engines: readonly QuoteEngine[]
  readonly made: readonly RecordedCall[]
  /** Makes a call at a moment that the scheduler chooses, and aborts it at another if `abort`. */
  call(engine: number, call: Call, abort?: boolean): Promise<string>
}

/** What the engines have in common. */
export interface Shared {
  readonly prepare?: () => Promise<StoragePort>
  readonly orders?: OrderPort
}

/** Runs callers against three engines until all calls have settled. */
export async function interleave(
  scheduler: Scheduler,
  callers: (world: InterleavedEngines) => Promise<unknown>,
  { prepare = storageWithQuotes, orders }: Shared = {},
): Promise<InterleavedEngines> {
  const storage = await prepare()
  vi.stubGlobal('setTimeout', scheduledTimer(scheduler))
  try {
    const engines = interleavedEngines(scheduler, storage, orders)
    const world = { ...engines, prepare }
    await scheduler.waitFor(callers(world))
    // Aborted calls may have left port calls running.
    await scheduler.waitIdle()
    return world
  } finally {
    vi.unstubAllGlobals()
  }
}

function interleavedEngines(
  scheduler: Scheduler,
  storage: StoragePort,
  orders: OrderPort | undefined,
): Omit<InterleavedEngines, 'prepare'> {
  // All have the same ids and times, so that they collide; they cache no, one and all records.
  const engines = [0, 1, 9].map((recordCacheSize, number) =>
    engineWith({
      recordCacheSize,
      storage: scheduledPort(scheduler, `engine ${number}`, storage),
      catalog: scheduledPort<CatalogPort>(scheduler, `engine ${number}`, catalog),
      orders: orders && scheduledPort(scheduler, `engine ${number}`, orders),
    }),
  )
  const made: RecordedCall[] = []
  let calls = 0

  async function call(number: number, data: Call, abort = false): Promise<string> {
    calls += 1
    const actor = `call ${calls}`
    const moment = (name: string) => scheduler.schedule(Promise.resolve(), `${actor} ${name}`)
    const controller = new AbortController()
    await moment(JSON.stringify(data))
    const from = countEvents(storage)
    const engine = engines[number % engines.length] as QuoteEngine
    const settled = outcomeOf(makeCall(engine, data, actor, controller.signal))
    if (abort) void moment('is aborted').then(() => controller.abort())
    const outcome = await settled
    const isAborted = outcome.startsWith('{"code":"aborted"')
    made.push({ call: data, actor, from, to: countEvents(storage), outcome, isAborted })
    return outcome
  }
  return { storage, engines, made, call }
}

function countEvents(storage: StoragePort): number {
  const events = storage.listEvents('store-1', {
    afterPosition: 0,
    limit: 1_000,
    maxBytes: 2 ** 30,
  })
  return (events as StoragePage<unknown>).items.length
}

/**
 * Wraps a port so that requests and responses are both delayed. A caller can then abort before and
 * after its request takes effect.
 */
function scheduledPort<Port extends object>(scheduler: Scheduler, name: string, port: Port): Port {
  const methods = Object.entries(port).map(([operation, method]) => [
    operation,
    async (...args: unknown[]) => {
      await scheduler.schedule(Promise.resolve(), `${name}: ${operation}`)
      const response = await method(...args)
      await scheduler.schedule(Promise.resolve(), `${name}: ${operation} responds`)
      return response
    },
  ])
  return Object.fromEntries(methods)
}

const maxBackoffMs = 50

/** Lets the scheduler end the backoff. Timeouts never expire. */
function scheduledTimer(scheduler: Scheduler) {
  return (callback: () => void, milliseconds: number) => {
    if (milliseconds > maxBackoffMs) return
    void scheduler.schedule(Promise.resolve(), 'the backoff ends').then(callback)
  }
}
