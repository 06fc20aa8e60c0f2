import { describeThrown, readProperty } from '../errors/thrown.js'
import type { StoreEvent } from '../record/history/entry.js'
import { type DeliveredEvent, type RelayEvent, relayContext, toRelayEvent } from './event.js'
import type { Destination, RelayErrorPlace, ResolvedRelayOptions } from './options.js'
import {
  callWithTimeout,
  type DeadLetter,
  type Lease,
  type Progress,
  type RelayState,
  type StoredProgress,
} from './progress.js'
import { type DeliveryOutcome, traceDelivery } from './trace-delivery.js'

/** A destination of a store. */
export interface Route {
  readonly storeId: string
  readonly name: string
  readonly destination: Destination
}

/** What one turn has done. */
export interface TurnResult {
  readonly delivered: number
  readonly failed: number
  readonly deadLetters: number
  /** True if there may be more to deliver at once. */
  readonly hasMore: boolean
  /** False if nothing has ever happened in the store, as far as is known. */
  readonly hasEvents: boolean
}

const idle: TurnResult = Object.freeze({
  delivered: 0,
  failed: 0,
  deadLetters: 0,
  hasMore: false,
  hasEvents: true,
})

const eventsPerTurn = 100
/** A `Retry-After` that is longer is cut to a day. */
const maxRetryAfterMs = 24 * 60 * 60 * 1_000

/** What a relay delivers with. */
export interface Delivery {
  readonly options: ResolvedRelayOptions
  readonly state: RelayState
  /** Names this relay in leases, different in every process and for every relay. */
  readonly holder: string
  /** Reports an error to the host. Never throws. */
  report(error: unknown, at: RelayErrorPlace): void
  /** Returns true once the relay is to end after the delivery that is in flight. */
  isStopping(): boolean
}

/**
 * Delivers up to a page of the events of a store to a destination, in order, and saves the position
 * after each.
 *
 * The position, the lease and the attempts are one value that is replaced by compare-and-swap. So
 * a process whose lease has ended and was taken by another cannot change any of them, whatever its
 * clock says: an event is first attempted only once the position before it is saved.
 *
 * @throws what the storage or the engine throws
 */
export async function runTurn(delivery: Delivery, route: Route): Promise<TurnResult> {
  const { options, state, holder } = delivery
  const { engine, now, leaseMs, timeoutMs } = options
  const { storeId, name, destination } = route
  const found = await state.load(storeId, name)
  const before = found?.progress ?? firstProgress(destination)
  const since = getSince(before, destination, now())
  if (!canDeliver(before, delivery)) return idle
  const { items: events, next } = await engine.listEvents(relayContext(storeId), {
    after: before.position,
    limit: eventsPerTurn,
  })
  if (events.length === 0) {
    // So that `now` stays the position at which the store was first seen.
    if (found === undefined || before.since === untilEnd)
      await state.save(storeId, name, found?.version ?? 0, { ...before, ...endFound(before) })
    return { ...idle, hasEvents: before.position > 0 }
  }

  const newLease = () => ({ holder, until: now() + leaseMs, leaseMs })
  let current: StoredProgress | undefined = await state.save(storeId, name, found?.version ?? 0, {
    ...before,
    lease: newLease(),
  })
  const counts = { delivered: 0, failed: 0, deadLetters: 0, hasEvents: true }
  /** Returns false if another process has taken over. */
  const save = async (changes: Partial<Progress>): Promise<boolean> => {
    while (current !== undefined) {
      const { version, progress } = current
      const saved = await state.save(storeId, name, version, { ...progress, ...changes })
      current = saved ?? (await reload(progress))
      if (saved !== undefined) return true
    }
    return false
  }
  /** Returns what is stored if it is still this relay's turn: `enable` and erasures change it. */
  const reload = async ({ position }: Progress): Promise<StoredProgress | undefined> => {
    const stored = await state.load(storeId, name)
    const isOurs = stored?.progress.lease?.holder === holder
    return isOurs && stored.progress.position === position ? stored : undefined
  }
  /** The last event that needs no delivery, while its position is not saved. */
  let skipped = before.position
  if (current === undefined) return idle
  for (const event of events) {
    if (delivery.isStopping()) break
    // A relay that was stopped meanwhile, or whose storage the engine doesn't know, does it now.
    if (isErasure(event)) await state.eraseErrors(storeId, event.id)
    const wanted = toWantedEvent(delivery, route, since, event)
    if (wanted === undefined) {
      skipped = event.position
      continue
    }
    const until = current?.progress.lease?.until ?? 0
    const isEnding = until - now() < 2 * timeoutMs
    if (isEnding && !(await save({ lease: newLease() }))) return { ...counts, hasMore: false }
    const { attempts, failingSince } = (current as StoredProgress).progress
    const attempt = attempts + 1
    const failure = await tryDelivery(delivery, route, wanted, attempt)
    if (failure === undefined) {
      counts.delivered += 1
      const delivered = { ...notFailing, position: event.position, lease: newLease() }
      if (!(await save(delivered))) return { ...counts, hasMore: false }
      continue
    }
    counts.failed += 1
    const { outcome, text: lastError } = failure
    const failed = { lastError, lastErrorOf: wanted.quoteId }
    const failing = { ...failed, attempts: attempt, failingSince: failingSince ?? now() }
    if (outcome === 'disabled') {
      const disabled = { time: now(), reason: lastError }
      await save({ ...failing, attempts, disabled, lease: null })
      await eraseIfErased(delivery, wanted)
      return { ...counts, hasMore: false }
    }
    if (outcome === 'failed') {
      const retryAt = now() + getBackoff(options, attempt, failure.retryAfterMs)
      await save({ ...failing, retryAt, lease: null })
      await eraseIfErased(delivery, wanted)
      return { ...counts, hasMore: false }
    }
    // Stored before the position, so that the event is never neither of the two.
    await state.addDeadLetter(storeId, name, {
      ...toStoredEvent(wanted),
      attempts: attempt,
      error: lastError,
      failedAt: now(),
    })
    counts.deadLetters += 1
    const next = { ...notFailing, ...failed, position: event.position, lease: newLease() }
    const isSaved = await save(next)
    await eraseIfErased(delivery, wanted)
    if (!isSaved) return { ...counts, hasMore: false }
  }
  const position = Math.max(skipped, current?.progress.position ?? 0)
  const isEnd = next === undefined && position === events.at(-1)?.position
  const isSaved = await save({ position, lease: null, ...(isEnd && endFound(before)) })
  return { ...counts, hasMore: next !== undefined && isSaved && !delivery.isStopping() }
}

const notFailing = { attempts: 0, retryAt: 0, failingSince: null } as const

/** The stored `since` while the last event of a store is looked for, with which `now` begins. */
const untilEnd = Number.MAX_SAFE_INTEGER

/** For `now`, the position says what was there: a clock may be ahead or behind. */
function firstProgress({ start = 'beginning' }: Destination): Progress {
  const since = start === 'beginning' ? 0 : start === 'now' ? untilEnd : start.getTime()
  return { position: 0, since, lease: null, ...notFailing, lastError: null, disabled: null }
}

/** Returns the change with which the next event is delivered, once the last one is known. */
function endFound({ since }: Progress): Pick<Progress, 'since'> {
  return { since: since === untilEnd ? 0 : since }
}

/**
 * Returns the time before which no event is delivered. Earlier releases have stored for `now` what
 * their clock said: if it was ahead, the events after the position are delivered.
 */
function getSince({ since }: Progress, { start }: Destination, now: number): number {
  return start === 'now' && since !== untilEnd && since > now ? 0 : since
}

function canDeliver({ lease, retryAt, disabled }: Progress, delivery: Delivery): boolean {
  const { holder, options } = delivery
  const now = options.now()
  if (disabled !== null || isPause(retryAt, now, options)) return false
  return lease === null || lease.holder === holder || !isValidLease(lease, now, options)
}

/**
 * Returns true until the next attempt. A time that no process would have stored now does not count:
 * the clock of the one that did was ahead.
 */
function isPause(
  retryAt: number,
  now: number,
  { maxBackoffMs }: Pick<ResolvedRelayOptions, 'maxBackoffMs'>,
): boolean {
  return retryAt > now && retryAt <= now + Math.max(maxBackoffMs, maxRetryAfterMs)
}

/**
 * Returns false for a lease that has ended, and for one that no process would have taken now: its
 * clock was ahead, and what it has written would block the destination for as long. The clocks of
 * processes may differ by the `leaseMs` of the relay that has taken it.
 */
export function isValidLease(
  { until, leaseMs = 0 }: Lease,
  now: number,
  options: Pick<ResolvedRelayOptions, 'leaseMs'>,
): boolean {
  const longest = Math.max(leaseMs, options.leaseMs)
  return until > now && until <= now + 2 * longest
}

function isErasure({ kind, entry }: StoreEvent): boolean {
  return kind === 'quote' && entry.operation === 'erase'
}

/**
 * Removes what was just stored of the error of an event if its quote was erased meanwhile: the
 * erasure may have looked before.
 */
export async function eraseIfErased(
  { options: { engine }, state }: Pick<Delivery, 'options' | 'state'>,
  { storeId, position, quoteId, load }: DeliveredEvent,
): Promise<void> {
  const range = { after: position - 1, limit: 1 }
  const [event] = (await engine.listEvents(relayContext(storeId), range)).items
  // Besides entries of what is erased, those that delete or restore a quote have no patches.
  if (event !== undefined && event.entry.patches.length > 0) return
  // A quote that cannot be loaded need not be erased: its event `quote.erase` comes in any case.
  const isErased = await load().then(
    (quote) => quote === undefined,
    () => false,
  )
  if (isErased) await state.eraseErrors(storeId, quoteId)
}

function toWantedEvent(
  { options }: Delivery,
  { storeId, destination: { types } }: Route,
  since: number,
  event: StoreEvent,
): DeliveredEvent | undefined {
  if (event.entry.time < since) return undefined
  const wanted = toRelayEvent(options.engine, storeId, event)
  return wanted !== undefined && (types?.includes(wanted.type) ?? true) ? wanted : undefined
}

/** How an attempt has failed: all that is read of what was thrown, once and safely. */
export interface DeliveryFailure {
  readonly outcome: Exclude<DeliveryOutcome, 'delivered'>
  /** Describes the error. */
  readonly text: string
  readonly retryAfterMs: unknown
}

/** Returns how the delivery has failed, and reports it; undefined if it succeeded. */
export async function tryDelivery(
  { options, report }: Pick<Delivery, 'options' | 'report'>,
  { name, destination }: Omit<Route, 'storeId'>,
  event: DeliveredEvent,
  attempt: number,
): Promise<DeliveryFailure | undefined> {
  const { timeoutMs, now } = options
  const deliver = () =>
    callWithTimeout(timeoutMs, 'deliver', ({ signal }) =>
      destination.deliver(event, { signal, attempt, now: now() }),
    )
  try {
    await traceDelivery({ event, destination: name, attempt }, deliver, (error) =>
      toOutcome(options, attempt, error),
    )
    return undefined
  } catch (error) {
    const outcome = toOutcome(options, attempt, error)
    const failed = { event: toPublicEvent(event), attempt, outcome }
    report(error, { storeId: event.storeId, destination: name, ...failed })
    return {
      outcome,
      text: describeThrown(error),
      retryAfterMs: readProperty(error, 'retryAfterMs'),
    }
  }
}

/** Returns what follows from the error of an attempt. */
function toOutcome(
  { maxAttempts }: ResolvedRelayOptions,
  attempt: number,
  error: unknown,
): Exclude<DeliveryOutcome, 'delivered'> {
  if (readProperty(error, 'disable') === true) return 'disabled'
  return attempt < maxAttempts ? 'failed' : 'dead_letter'
}

function getBackoff(
  { minBackoffMs, maxBackoffMs, random }: ResolvedRelayOptions,
  attempt: number,
  retryAfterMs: unknown,
): number {
  const backoff = Math.min(maxBackoffMs, minBackoffMs * 2 ** (attempt - 1))
  const shortened = Math.round(backoff * (1 - random() / 2))
  const isNumber = typeof retryAfterMs === 'number' && retryAfterMs > 0
  return isNumber ? Math.max(shortened, Math.min(retryAfterMs, maxRetryAfterMs)) : shortened
}

function toPublicEvent({ load: _, loadPublic: __, ...event }: DeliveredEvent): RelayEvent {
  return event
}

/** Who did it is in the event alone, from which it goes when the quote is erased. */
function toStoredEvent(event: DeliveredEvent): Omit<RelayEvent, 'by'> {
  const { by: _, ...stored } = toPublicEvent(event)
  return stored
}

/** Returns a dead letter after it was replayed in vain. */
export function failedAgain(letter: DeadLetter, error: string, now: number): DeadLetter {
  return { ...letter, attempts: letter.attempts + 1, error, failedAt: now }
}
