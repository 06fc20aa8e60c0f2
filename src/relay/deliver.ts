import type { StoreEvent } from '../record/history/entry.js'
import { type DeliveredEvent, type RelayEvent, relayContext, toRelayEvent } from './event.js'
import type { Destination, ResolvedRelayOptions } from './options.js'
import {
  callWithTimeout,
  type DeadLetter,
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
}

const idle: TurnResult = Object.freeze({ delivered: 0, failed: 0, deadLetters: 0, hasMore: false })

const eventsPerTurn = 100
const maxErrorLength = 500
/** A `Retry-After` that is longer is cut to a day. */
const maxRetryAfterMs = 24 * 60 * 60 * 1_000

/** What a relay delivers with. */
export interface Delivery {
  readonly options: ResolvedRelayOptions
  readonly state: RelayState
  /** Names this relay in leases, different in every process and for every relay. */
  readonly holder: string
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
  const before = found?.progress ?? firstProgress(destination, now())
  if (!canDeliver(before, holder, now())) return idle
  const { items: events, next } = await engine.listEvents(relayContext(storeId), {
    after: before.position,
    limit: eventsPerTurn,
  })
  if (events.length === 0) {
    // So that `now` stays the time at which the store was first seen.
    if (found === undefined) await state.save(storeId, name, 0, before)
    return idle
  }

  const newLease = () => ({ holder, until: now() + leaseMs })
  let current: StoredProgress | undefined = await state.save(storeId, name, found?.version ?? 0, {
    ...before,
    lease: newLease(),
  })
  const counts = { delivered: 0, failed: 0, deadLetters: 0 }
  /** Returns false if another process has taken over. */
  const save = async (changes: Partial<Progress>): Promise<boolean> => {
    if (current === undefined) return false
    const { version, progress } = current
    current = await state.save(storeId, name, version, { ...progress, ...changes })
    return current !== undefined
  }
  /** The last event that needs no delivery, while its position is not saved. */
  let skipped = before.position
  if (current === undefined) return idle
  for (const event of events) {
    if (delivery.isStopping()) break
    const wanted = toWantedEvent(delivery, route, before.since, event)
    if (wanted === undefined) {
      skipped = event.position
      continue
    }
    const until = current?.progress.lease?.until ?? 0
    const isEnding = until - now() < 2 * timeoutMs
    if (isEnding && !(await save({ lease: newLease() }))) return { ...counts, hasMore: false }
    const { attempts, failingSince } = (current as StoredProgress).progress
    const attempt = attempts + 1
    const error = await tryDelivery(delivery, route, wanted, attempt)
    const outcome = error === undefined ? 'delivered' : toOutcome(options, attempt, error)
    if (outcome === 'delivered') {
      counts.delivered += 1
      const delivered = { ...notFailing, position: event.position, lease: newLease() }
      if (!(await save(delivered))) return { ...counts, hasMore: false }
      continue
    }
    counts.failed += 1
    const lastError = toErrorText(error)
    const failing = { attempts: attempt, failingSince: failingSince ?? now(), lastError }
    if (outcome === 'disabled') {
      const disabled = { time: now(), reason: lastError }
      await save({ ...failing, attempts, disabled, lease: null })
      return { ...counts, hasMore: false }
    }
    if (outcome === 'failed') {
      const retryAt = now() + getBackoff(options, attempt, Object(error).retryAfterMs)
      await save({ ...failing, retryAt, lease: null })
      return { ...counts, hasMore: false }
    }
    // Stored before the position, so that the event is never neither of the two.
    await state.addDeadLetter(storeId, name, {
      ...toPlainEvent(wanted),
      attempts: attempt,
      error: lastError,
      failedAt: now(),
    })
    counts.deadLetters += 1
    const next = { ...notFailing, lastError, position: event.position, lease: newLease() }
    if (!(await save(next))) return { ...counts, hasMore: false }
  }
  const position = Math.max(skipped, (current as StoredProgress).progress.position)
  const isSaved = await save({ position, lease: null })
  return { ...counts, hasMore: next !== undefined && isSaved && !delivery.isStopping() }
}

const notFailing = { attempts: 0, retryAt: 0, failingSince: null } as const

function firstProgress({ start = 'beginning' }: Destination, now: number): Progress {
  const since = start === 'beginning' ? 0 : start === 'now' ? now : start.getTime()
  return { position: 0, since, lease: null, ...notFailing, lastError: null, disabled: null }
}

function canDeliver({ lease, retryAt, disabled }: Progress, holder: string, now: number): boolean {
  if (disabled !== null || retryAt > now) return false
  return lease === null || lease.holder === holder || lease.until <= now
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

/** Returns the error of the delivery; undefined if it succeeded. */
export async function tryDelivery(
  { options }: Pick<Delivery, 'options'>,
  { name, destination }: Omit<Route, 'storeId'>,
  event: DeliveredEvent,
  attempt: number,
): Promise<unknown> {
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
    return error ?? new Error(`deliver has thrown ${String(error)}`)
  }
}

/** Returns what follows from the error of an attempt. */
function toOutcome(
  { maxAttempts }: ResolvedRelayOptions,
  attempt: number,
  error: unknown,
): Exclude<DeliveryOutcome, 'delivered'> {
  if (Object(error).disable === true) return 'disabled'
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

/** Returns the message of an error as every storage can keep it. */
function toErrorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.slice(0, maxErrorLength).toWellFormed().replaceAll('\0', ' ')
}

function toPlainEvent({ load: _, loadPublic: __, ...event }: DeliveredEvent): RelayEvent {
  return event
}

/** Returns a dead letter after it was replayed in vain. */
export function failedAgain(letter: DeadLetter, error: unknown, now: number): DeadLetter {
  return { ...letter, attempts: letter.attempts + 1, error: toErrorText(error), failedAt: now }
}
