import type { Scheduler } from 'fast-check'
import { vi } from 'vitest'
import type { QuoteEngine } from '../../../src/engine/quote-engine.js'
import type { Catalog } from '../../../src/ports/catalog.js'
import type { QuoteStorage, StoragePage } from '../../../src/ports/storage.js'
import { catalog, engineWith } from '../ports.js'
import { type Call, make, outcomeOf, storageWithQuotes } from './sample-calls.js'

export interface MadeCall {
  readonly call: Call
  /** Unique, and what a history entry says of who made it. */
  readonly actor: string
  /** How many events there were when the call was made, and when it came to its end. */
  readonly from: number
  readonly to: number
  readonly outcome: string
  readonly isAborted: boolean
}

/** Several engines on one storage, whose port calls happen when the scheduler says so. */
export interface InterleavedEngines {
  readonly storage: QuoteStorage
  readonly engines: readonly QuoteEngine[]
  readonly made: readonly MadeCall[]
  /** Makes a call at a moment of the scheduler's choice, and aborts it at another one where that is asked for. */
  call(engine: number, call: Call, isToBeAborted?: boolean): Promise<string>
}

/** Runs callers against three engines until nothing is under way any more, in an order that is the scheduler's alone. */
export async function interleave(
  scheduler: Scheduler,
  callers: (world: InterleavedEngines) => Promise<unknown>,
): Promise<InterleavedEngines> {
  const storage = await storageWithQuotes()
  vi.stubGlobal('setTimeout', scheduledTimer(scheduler))
  try {
    const world = interleavedEngines(scheduler, storage)
    await scheduler.waitFor(callers(world))
    // What aborted calls left under way.
    await scheduler.waitIdle()
    return world
  } finally {
    vi.unstubAllGlobals()
  }
}

function interleavedEngines(scheduler: Scheduler, storage: QuoteStorage): InterleavedEngines {
  // Ids and times that are the same in all of them, so that they collide; records at hand in none, one, and all.
  const engines = [0, 1, 9].map((recordCacheSize, number) =>
    engineWith({
      recordCacheSize,
      storage: scheduledPort(scheduler, `engine ${number}`, storage),
      catalog: scheduledPort<Catalog>(scheduler, `engine ${number}`, catalog),
    }),
  )
  const made: MadeCall[] = []
  let calls = 0

  async function call(number: number, what: Call, isToBeAborted = false): Promise<string> {
    calls += 1
    const actor = `call ${calls}`
    const moment = (name: string) => scheduler.schedule(Promise.resolve(), `${actor} ${name}`)
    const controller = new AbortController()
    await moment(JSON.stringify(what))
    const from = countEvents(storage)
    const engine = engines[number % engines.length] as QuoteEngine
    const answer = outcomeOf(make(engine, what, actor, controller.signal))
    if (isToBeAborted) void moment('is aborted').then(() => controller.abort())
    const outcome = await answer
    const isAborted = outcome.startsWith('{"code":"aborted"')
    made.push({ call: what, actor, from, to: countEvents(storage), outcome, isAborted })
    return outcome
  }
  return { storage, engines, made, call }
}

function countEvents(storage: QuoteStorage): number {
  const events = storage.listEvents('store-1', {
    afterPosition: 0,
    limit: 1_000,
    maxBytes: 2 ** 30,
  })
  return (events as StoragePage<unknown>).items.length
}

/**
 * The port, at a distance: what is asked takes its time to come there, and the answer its time to come back. In between it happens at once.
 * With one of the two alone, a caller could not leave both before and after what it asked for has happened.
 */
function scheduledPort<Port extends object>(scheduler: Scheduler, name: string, port: Port): Port {
  const methods = Object.entries(port).map(([operation, method]) => [
    operation,
    async (...asked: unknown[]) => {
      await scheduler.schedule(Promise.resolve(), `${name}: ${operation}`)
      const answer = await method(...asked)
      await scheduler.schedule(Promise.resolve(), `${name}: ${operation} is answered`)
      return answer
    },
  ])
  return Object.fromEntries(methods)
}

const longestPause = 50

/** Timers without time: a pause is over when the scheduler says so, and a time limit is never reached. */
function scheduledTimer(scheduler: Scheduler) {
  return (callback: () => void, milliseconds: number) => {
    if (milliseconds > longestPause) return
    void scheduler.schedule(Promise.resolve(), 'a pause is over').then(callback)
  }
}
