import { tracingChannel } from 'node:diagnostics_channel'
import type { MaybePromise } from '../ports/storage.js'
import { hasSubscribers } from '../ports/tracing-channel.js'
import type { RelayEvent } from './event.js'

/**
 * How an attempt to deliver an event has ended: `delivered`; `failed`, so that it is repeated;
 * `dead_letter`, as it was the last attempt; or `disabled`, as the destination wants no more
 * events.
 */
export type DeliveryOutcome = 'delivered' | 'failed' | 'dead_letter' | 'disabled'

/**
 * What the tracing channel `quotewright.delivery` says of an attempt to deliver an event. All
 * messages of an attempt have the same object.
 */
export interface DeliveryTrace {
  /** The event, with its store and its quote. */
  readonly event: RelayEvent
  /** The name of the destination. */
  readonly destination: string
  /** 1 for the first attempt to deliver this event, 2 for the next one. */
  readonly attempt: number
  /** Set once the attempt has ended. */
  readonly outcome?: DeliveryOutcome
  /** What the destination has thrown. */
  readonly error?: unknown
}

const deliveries = tracingChannel<unknown, DeliveryTrace>('quotewright.delivery')

/**
 * Delivers an event, and publishes that. Only delivers it if there are no subscribers.
 *
 * @param toOutcome Returns what follows from an error of the destination.
 */
export async function traceDelivery(
  described: Pick<DeliveryTrace, 'event' | 'destination' | 'attempt'>,
  deliver: () => MaybePromise<unknown>,
  toOutcome: (error: unknown) => DeliveryOutcome,
): Promise<void> {
  if (!hasSubscribers(deliveries)) {
    await deliver()
    return
  }
  const trace: { -readonly [Name in keyof DeliveryTrace]: DeliveryTrace[Name] } = { ...described }
  await deliveries.tracePromise(async () => {
    try {
      await deliver()
      trace.outcome = 'delivered'
    } catch (error) {
      trace.outcome = toOutcome(error)
      throw error
    }
  }, trace)
}
