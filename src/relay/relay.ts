import { randomUUID } from 'node:crypto'
import { QuoteError } from '../errors.js'
import type { StoragePage } from '../ports/storage.js'
import { describeValue } from '../validation/describe-value.js'
import { isValidId } from '../validation/identifiers.js'
import {
  type Delivery,
  eraseIfErased,
  failedAgain,
  isValidLease,
  type Route,
  runTurn,
  tryDelivery,
} from './deliver.js'
import { type ResolvedDueOffers, recordDueOffers } from './due-offers.js'
import { relayContext, toRelayEvent } from './event.js'
import { type RelayErrorPlace, type RelayOptions, resolveRelayOptions } from './options.js'
import { createRelayState, type DeadLetter } from './progress.js'

/** What a pass has done. */
export interface RunReport {
  /** Number of events that were delivered. */
  readonly delivered: number
  /** Number of attempts that failed. */
  readonly failed: number
  /** Number of events that became dead letters. */
  readonly deadLetters: number
}

/** The state of a destination of a store. Times are milliseconds since the Unix epoch. */
export interface RelayHealth {
  /** The id of the store. */
  readonly storeId: string
  /** The name of the destination. */
  readonly destination: string
  /** Position of the last event that needs no further attempt. */
  readonly position: number
  /** Number of events after it, also of types that are not delivered. At most 100 are counted. */
  readonly pending: number
  /** For how long the oldest of them waits, in milliseconds; 0 if there is none. */
  readonly lagMs: number
  /** Since when the next event could not be delivered; undefined if it was not attempted. */
  readonly failingSince: number | undefined
  /** Failed attempts to deliver the next event. */
  readonly attempts: number
  /** When it is attempted again; undefined if at once. */
  readonly retryAt: number | undefined
  /**
   * The error of the last attempt that failed. It stays until another one fails, or its quote is
   * erased.
   */
  readonly lastError: string | undefined
  /** Number of dead letters. At most 100 are counted. */
  readonly deadLetters: number
  /** Set if the destination wants no more events: see `enable`. */
  readonly disabled: DisabledDestination | undefined
  /** Which relay delivers now, or was killed while it did: others wait until then. */
  readonly lease: RelayLease | undefined
  /** False if nothing has ever happened in the store: is its id right? */
  readonly hasEvents: boolean
}

/** Who delivers the events of a store to a destination, and until when. */
export interface RelayLease {
  /** Names a relay: different in every process, and for every relay of one. */
  readonly holder: string
  /** Milliseconds since the Unix epoch. It renews the lease while it delivers. */
  readonly until: number
}

/** When and why a destination has disabled itself. */
export interface DisabledDestination {
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  /** The message of its error. */
  readonly reason: string
}

/** What a replay of dead letters has done. */
export interface ReplayReport {
  /** Number of events that were delivered. */
  readonly delivered: number
  /** Number of events that failed again, and stay dead letters. */
  readonly failed: number
}

/** Selects dead letters of a destination of a store. */
export interface DeadLetterQuery {
  /** The id of the store. */
  readonly storeId: string
  /** The name of the destination. */
  readonly destination: string
  /**
   * Lists those after this position.
   *
   * @default 0
   */
  readonly after?: number | undefined
  /**
   * Maximum number, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** Delivers events of stores to destinations. Methods can be destructured. */
export interface Relay {
  /** Delivers until `stop`. Does nothing if it has been started. */
  start(): void
  /** Stops, and resolves once the deliveries in flight have ended and their leases are given up. */
  stop(): Promise<void>
  /**
   * Makes `start` look for events at once, for example after a change in the same process. With the
   * id of a store, it looks at that store only, unless the relay doesn't know it yet.
   *
   * @example
   * await engine.sendQuote(context, quoteId)
   * relay.wake(context.storeId)
   */
  wake(storeId?: string): void
  /**
   * Delivers what is due now, and resolves when there is nothing more: for cron jobs and tests.
   * With `dueOffers`, it records first which offers are due.
   * Rejects with what `stores` throws. Other errors, and attempts that fail, go to `onError`, and
   * block no other store.
   */
  run(): Promise<RunReport>
  /** Returns the state of every destination of every store. */
  health(): Promise<readonly RelayHealth[]>
  /** Lists dead letters in the order of their events. */
  listDeadLetters(query: DeadLetterQuery): Promise<StoragePage<DeadLetter>>
  /**
   * Delivers dead letters again, once each, in the order of their events, and removes those that
   * are delivered. Other events can be delivered meanwhile.
   */
  replayDeadLetters(query: DeadLetterQuery): Promise<ReplayReport>
  /**
   * Delivers again to a destination that has disabled itself, or that waits for its next attempt,
   * from where it stopped.
   *
   * @returns false if it has no state yet, or another process has changed it at the same moment
   */
  enable(storeId: string, destination: string): Promise<boolean>
}

const maxCounted = 100

/**
 * Creates a relay, which delivers what happens in an engine: every event at least once, those of a
 * store in order, with the same id if one is repeated. Any number of processes can run relays with
 * the same stores and destinations: a lease in the storage decides which of them delivers.
 *
 * @throws QuoteError `invalid_options`, naming each option that is missing, invalid or unknown
 *
 * @example
 * const relay = createRelay({
 *   engine,
 *   storage,
 *   stores: ['store-1'],
 *   destinations: {
 *     erp: webhook({ url: 'https://erp.example/hooks', secret: process.env.ERP_SECRET }),
 *     mail: { types: ['quote.send'], deliver: async (event) => mailOffer(await event.load()) },
 *   },
 * })
 * relay.start()
 */
export function createRelay(relayOptions: RelayOptions): Relay {
  const options = resolveRelayOptions(relayOptions)
  const { engine, destinations, dueOffers, now, pollMs, sleep } = options
  const state = createRelayState(options.storage, options.timeoutMs)
  let isStopping = false
  const report = (error: unknown, at: RelayErrorPlace) => {
    // What `onError` throws rejects this promise as well: a broken reporter must not stop it.
    const call = async () => options.onError(error, at)
    call().catch(() => undefined)
  }
  const delivery: Delivery = {
    options,
    state,
    holder: randomUUID(),
    report,
    isStopping: () => isStopping,
  }
  const limits = new Map([...destinations.keys()].map((name) => [name, options.maxConcurrent]))
  const runLimited = createLimiter(limits)
  /** The drains that are in flight, by the key of their route. */
  const active = new Map<string, Promise<RunReport>>()
  /** The keys of routes that were woken while they were drained. */
  const woken = new Set<string>()
  /** Stores that were looked for in vain, which is reported once. */
  const emptyStores = new Set<string>()
  /** The stores of the last pass. */
  let knownStores: ReadonlySet<string> = new Set()
  let loop: Promise<void> | undefined
  let waiting = new AbortController()
  /** When `start` looks for offers that are due, and the check that runs. */
  let nextCheck = 0
  let checking: Promise<void> | undefined
  let checks = new AbortController()

  async function drain(route: Route, key: string): Promise<RunReport> {
    const sum = { delivered: 0, failed: 0, deadLetters: 0 }
    for (let hasMore = true; hasMore && !isStopping; ) {
      woken.delete(key)
      try {
        // One turn at a time, so that a store with many events leaves room for others.
        const turn = await runLimited(route.name, () => runTurn(delivery, route))
        sum.delivered += turn.delivered
        sum.failed += turn.failed
        sum.deadLetters += turn.deadLetters
        hasMore = turn.hasMore || woken.has(key)
        if (!turn.hasEvents) reportEmptyStore(route.storeId)
      } catch (error) {
        report(error, { storeId: route.storeId, destination: route.name })
        hasMore = false
      }
    }
    return sum
  }

  /** A function lists stores that exist; in an array, one may be misspelled. */
  function reportEmptyStore(storeId: string): void {
    if (typeof relayOptions.stores === 'function' || emptyStores.has(storeId)) return
    emptyStores.add(storeId)
    const message =
      `has ${describeValue(storeId)}, a store in which nothing has happened: check its id, unless ` +
      'it is new'
    report(new QuoteError('invalid_options', { errors: { stores: message } }), { storeId })
  }

  function drainOnce(route: Route): Promise<RunReport> {
    const key = toKey(route)
    const running = active.get(key)
    if (running !== undefined) return running
    const drained = drain(route, key).finally(() => active.delete(key))
    active.set(key, drained)
    return drained
  }

  /** Drains again what is drained already: the event may be later than what was read there. */
  function wakeRoute(route: Route): void {
    const key = toKey(route)
    if (active.has(key)) woken.add(key)
    else void drainOnce(route)
  }

  /** Records which offers are due in each store, one after the other, and delivers the events. */
  async function checkOffers(
    dueOffers: ResolvedDueOffers,
    storeIds: Iterable<string>,
  ): Promise<void> {
    const { signal } = checks
    for (const storeId of storeIds) {
      const onError = (error: unknown) => report(error, { storeId })
      await recordDueOffers(engine, relayContext(storeId), dueOffers, { signal, onError })
      if (signal.aborted) return
      if (loop !== undefined) listRoutesOf(storeId).forEach(wakeRoute)
    }
  }

  /** Checks in the background, so that events are delivered meanwhile. */
  function startCheck(dueOffers: ResolvedDueOffers): void {
    const time = now()
    const pause = nextCheck - time
    // A longer pause is of a clock that was ahead.
    if (checking !== undefined || (pause > 0 && pause <= dueOffers.intervalMs)) return
    nextCheck = time + dueOffers.intervalMs
    checking = checkOffers(dueOffers, knownStores).finally(() => {
      checking = undefined
    })
  }

  async function listStores(): Promise<readonly string[]> {
    const storeIds = await options.stores()
    const isList = Array.isArray(storeIds) && storeIds.every(isValidId)
    if (!isList) {
      const cause = new TypeError('it must return an array of store ids')
      throw new QuoteError('callback_failed', { option: 'stores' }, { cause })
    }
    return [...new Set(storeIds)]
  }

  async function listRoutes(): Promise<readonly Route[]> {
    const storeIds = await listStores()
    knownStores = new Set(storeIds)
    return storeIds.flatMap(listRoutesOf)
  }

  function listRoutesOf(storeId: string): readonly Route[] {
    return [...destinations].map(([name, destination]) => ({ storeId, name, destination }))
  }

  async function runLoop(): Promise<void> {
    let isWoken = false
    while (!isStopping) {
      try {
        for (const route of await listRoutes())
          if (isWoken) wakeRoute(route)
          else void drainOnce(route)
        if (dueOffers !== undefined) startCheck(dueOffers)
      } catch (error) {
        report(error, {})
      }
      if (isStopping) break
      await sleep(pollMs, waiting.signal)
      isWoken = waiting.signal.aborted
      if (!isStopping) waiting = new AbortController()
    }
    await checking
    await Promise.all(active.values())
  }

  function getDestination(name: string) {
    const destination = destinations.get(name)
    if (destination !== undefined) return destination
    const known = [...destinations.keys()].join(', ')
    const message = `must be one of the destinations ${known}; received ${JSON.stringify(name)}`
    throw new QuoteError('invalid_options', { errors: { destination: message } })
  }

  function parseQuery(query: DeadLetterQuery) {
    const { storeId, destination, after = 0, limit = 100 } = Object(query) as DeadLetterQuery
    const errors = {
      ...(!isValidId(storeId) && { storeId: 'must be the id of a store' }),
      ...(!(Number.isSafeInteger(after) && after >= 0) && { after: 'must be a position, from 0' }),
      ...(!(Number.isSafeInteger(limit) && limit >= 1 && limit <= 1_000) && {
        limit: 'must be an integer from 1 to 1000',
      }),
    }
    if (Object.keys(errors).length > 0) throw new QuoteError('invalid_options', { errors })
    getDestination(destination)
    return { storeId, name: destination, after, limit }
  }

  async function getHealth({ storeId, name }: Route): Promise<RelayHealth> {
    const progress = (await state.load(storeId, name))?.progress
    const position = progress?.position ?? 0
    const context = relayContext(storeId)
    const { items } = await engine.listEvents(context, { after: position, limit: maxCounted })
    const letters = await state.listDeadLetters(storeId, name, 0, maxCounted)
    const [oldest] = items
    return {
      storeId,
      destination: name,
      position,
      pending: items.length,
      lagMs: oldest === undefined ? 0 : Math.max(0, now() - oldest.entry.time),
      failingSince: progress?.failingSince ?? undefined,
      attempts: progress?.attempts ?? 0,
      retryAt: progress?.retryAt || undefined,
      lastError: progress?.lastError ?? undefined,
      deadLetters: letters.items.length,
      disabled: progress?.disabled ?? undefined,
      lease: toPublicLease(progress?.lease),
      hasEvents: position > 0 || items.length > 0,
    }
  }

  return {
    start() {
      if (loop !== undefined) return
      isStopping = false
      waiting = new AbortController()
      nextCheck = 0
      loop = runLoop()
    },

    async stop() {
      isStopping = true
      waiting.abort()
      checks.abort()
      await loop
      await Promise.all(active.values())
      loop = undefined
      isStopping = false
      checks = new AbortController()
    },

    wake(storeId) {
      if (storeId === undefined || !knownStores.has(storeId)) waiting.abort()
      else if (loop !== undefined && !isStopping) listRoutesOf(storeId).forEach(wakeRoute)
    },

    async run() {
      if (dueOffers !== undefined) await checkOffers(dueOffers, await listStores())
      const reports = await Promise.all((await listRoutes()).map(drainOnce))
      const sum = (name: keyof RunReport) => reports.reduce((total, each) => total + each[name], 0)
      return {
        delivered: sum('delivered'),
        failed: sum('failed'),
        deadLetters: sum('deadLetters'),
      }
    },

    async health() {
      const all: RelayHealth[] = []
      for (const route of await listRoutes()) all.push(await getHealth(route))
      return all
    },

    async listDeadLetters(query) {
      const { storeId, name, after, limit } = parseQuery(query)
      const { items, hasMore } = await state.listDeadLetters(storeId, name, after, limit)
      return { items: items.map(({ letter }) => letter), hasMore }
    },

    async replayDeadLetters(query) {
      const { storeId, name, after, limit } = parseQuery(query)
      const destination = getDestination(name)
      const { items } = await state.listDeadLetters(storeId, name, after, limit)
      const counts = { delivered: 0, failed: 0 }
      for (const stored of items) {
        const { letter } = stored
        const range = { after: letter.position - 1, limit: 1 }
        const { items: events } = await engine.listEvents(relayContext(storeId), range)
        const [event] = events
        const delivered = event && toRelayEvent(engine, storeId, event)
        const failure =
          delivered === undefined
            ? { text: 'the store has no such event any more' }
            : await tryDelivery(delivery, { name, destination }, delivered, letter.attempts + 1)
        const next = failure === undefined ? null : failedAgain(letter, failure.text, now())
        await state.replaceDeadLetter(storeId, name, stored, next)
        if (failure === undefined) counts.delivered += 1
        else {
          counts.failed += 1
          if (delivered !== undefined) await eraseIfErased(delivery, delivered)
        }
      }
      return counts
    },

    async enable(storeId, name) {
      const query = parseQuery({ storeId, destination: name })
      const stored = await state.load(query.storeId, name)
      if (stored === undefined) return false
      const { lease } = stored.progress
      const isHeld = lease !== null && isValidLease(lease, now(), options)
      const enabled = {
        ...stored.progress,
        disabled: null,
        retryAt: 0,
        lease: isHeld ? lease : null,
      }
      return (await state.save(storeId, name, stored.version, enabled)) !== undefined
    },
  }
}

function toPublicLease(lease: RelayLease | null | undefined): RelayLease | undefined {
  return lease == null ? undefined : { holder: lease.holder, until: lease.until }
}

function toKey({ storeId, name }: Route): string {
  return JSON.stringify([storeId, name])
}

/** Returns a function that runs at most so many functions of a name at once, the others in turn. */
function createLimiter(limits: ReadonlyMap<string, number>) {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  return async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const count = running.get(name) ?? 0
    if (count < (limits.get(name) ?? 1)) running.set(name, count + 1)
    // A function that ends passes its place on.
    else
      await new Promise<void>((resolve) => {
        waiting.set(name, [...(waiting.get(name) ?? []), resolve])
      })
    try {
      return await run()
    } finally {
      const [next, ...others] = waiting.get(name) ?? []
      waiting.set(name, others)
      if (next === undefined) running.set(name, (running.get(name) ?? 1) - 1)
      else next()
    }
  }
}
