/**
 * Delivers what happens in an engine to other systems: each event at least once and in order.
 *
 * @module quotewright/relay
 */
export type { StateRange, StateStorage, StateValue, StateWrite } from '../ports/state.js'
export type { ReminderRule } from '../quote/operations/remind-quote.js'
export type { DueOffersEngine, DueOffersOptions } from './due-offers.js'
export {
  type DeliveredEvent,
  type RelayEngine,
  type RelayEvent,
  type RelayEventType,
  relayEventTypes,
} from './event.js'
export type { EventBodyOptions } from './event-body.js'
export { type JetStreamOptions, type JetStreamPublisher, jetStream } from './jet-stream.js'
export {
  type DeliveryCall,
  DeliveryError,
  type Destination,
  type RelayErrorPlace,
  type RelayOptions,
} from './options.js'
export type { Lookup } from './private-addresses.js'
export type { DeadLetter } from './progress.js'
export {
  createRelay,
  type DeadLetterQuery,
  type DisabledDestination,
  type Relay,
  type RelayHealth,
  type RelayLease,
  type ReplayReport,
  type RunReport,
} from './relay.js'
export type { DeliveryOutcome, DeliveryTrace } from './trace-delivery.js'
export { createSecret, type WebhookOptions, webhook } from './webhook.js'
