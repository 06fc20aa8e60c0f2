import * as z from 'zod'
import { describeThrown, readMessage, readProperty } from '../errors/thrown.js'
import { hasMethods } from '../validation/database-library.js'
import { describeValue } from '../validation/describe-value.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { optionalPositiveInteger, withReceived } from '../validation/schemas/scalars.js'
import type { RelayEvent } from './event.js'
import { createEventBody, type EventBodyOptions, eventBodyFields } from './event-body.js'
import { DeliveryError, type Destination, destinationFields } from './options.js'

/** The part of a client of NATS JetStream that a relay calls. */
export interface JetStreamPublisher {
  /** Publishes a message, and resolves once a stream has stored it. */
  publish(
    subject: string,
    payload: string,
    options: {
      readonly msgID: string
      readonly timeout?: number
      readonly expect?: { readonly streamName: string }
    },
  ): Promise<unknown>
}

/** Options of `jetStream`. */
export interface JetStreamOptions extends Pick<Destination, 'types' | 'start'>, EventBodyOptions {
  /** `jetstream(connection)` of the package `@nats-io/jetstream`. */
  readonly client: JetStreamPublisher
  /**
   * The subject of a message, or a function that returns it: `{storeId}`, `{type}` and `{quoteId}`
   * are replaced. What a token of a subject cannot have, dots as well, is percent-encoded in ids.
   *
   * @default 'quotes.{storeId}.{type}', such as quotes.shop-1.quote.send
   */
  readonly subject?: string | ((event: RelayEvent) => string) | undefined
  /** Fails if the subject belongs to another stream than the one of this name. */
  readonly stream?: string | undefined
  /**
   * How long a stream can take to store a message, in milliseconds, up to `timeoutMs` of the relay.
   *
   * @default that of the client, 5_000
   */
  readonly timeoutMs?: number | undefined
}

const defaultSubject = 'quotes.{storeId}.{type}'
/** The maximum payload of a server is 1 MiB by default, with the headers of the message. */
const defaultMaxBodyBytes = 1_000_000
const expectedSubject =
  'must be a subject such as quotes.{storeId}.{type}: tokens with dots between them, of printable ' +
  'ASCII without spaces, * and >, with the placeholders {storeId}, {type} and {quoteId}'

const jetStreamOptionsSchema = z.strictObject(
  {
    client: z.custom<JetStreamPublisher>((value) => hasMethods(value, ['publish']), {
      error: withReceived('must be jetstream(connection) of the package @nats-io/jetstream'),
    }),
    subject: z
      .custom<NonNullable<JetStreamOptions['subject']>>(
        (value) => typeof value === 'function' || (typeof value === 'string' && isPattern(value)),
        { error: withReceived(`${expectedSubject}; or a function that returns one`) },
      )
      .optional(),
    stream: z
      .custom<string>(
        (value) => typeof value === 'string' && /^[^\s.*>/\\\p{Cc}]{1,255}$/u.test(value),
        { error: withReceived('must be the name of a stream') },
      )
      .optional(),
    timeoutMs: optionalPositiveInteger,
    ...eventBodyFields,
    ...destinationFields,
  } satisfies { readonly [Name in keyof Required<JetStreamOptions>]: z.ZodType },
  { error: withReceived('must be an object') },
)

/**
 * Creates a destination that publishes each event to a stream of NATS JetStream, with its id as
 * `Nats-Msg-Id`: within its `duplicate_window`, the stream drops what it has stored already.
 *
 * A delivery fails unless a stream confirms that it has stored the message. If a server or a stream
 * takes no message of that size, the message is published without the quote.
 *
 * @throws QuoteError `invalid_options`
 *
 * @example
 * import { jetstream } from '@nats-io/jetstream'
 * import { connect } from '@nats-io/transport-node'
 *
 * const connection = await connect({ servers: 'nats://localhost:4222', maxReconnectAttempts: -1 })
 * const events = jetStream({ client: jetstream(connection), stream: 'QUOTES' })
 */
export function jetStream(options: JetStreamOptions): Destination {
  parseOrThrow(jetStreamOptionsSchema, options, 'invalid_options')
  const { client, types, start, stream, timeoutMs, subject: pattern = defaultSubject } = options
  const { quote, envelope, maxBodyBytes = defaultMaxBodyBytes } = options
  const bodyOptions = { quote, envelope, maxBodyBytes }

  return {
    types,
    start,
    async deliver(event) {
      const subject = getSubject(pattern, event)
      const publish = async (payload: string) => {
        const confirmation = await client.publish(subject, payload, {
          msgID: event.id,
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
          ...(stream !== undefined && { expect: { streamName: stream } }),
        })
        assertStored(confirmation)
      }
      const { text, hasQuote } = await createEventBody(event, bodyOptions)
      try {
        await publish(text).catch(async (error) => {
          if (!isTooLarge(error) || !hasQuote) throw error
          const shorter = await createEventBody(event, { ...bodyOptions, maxBodyBytes: 1 })
          await publish(shorter.text)
        })
      } catch (cause) {
        throw toDeliveryError(cause, subject, options)
      }
    },
  }
}

const placeholder = /\{(storeId|type|quoteId)\}/g

/** Returns true if messages can be published to it once the placeholders are replaced. */
function isPattern(value: string): boolean {
  const subject = value.replaceAll(placeholder, 'x')
  return /^[!-~]{1,1000}$/.test(subject) && !/[*>{}]|^\.|\.\.|\.$/.test(subject)
}

/** @throws DeliveryError for a subject that a function has returned, and can't be */
function getSubject(pattern: NonNullable<JetStreamOptions['subject']>, event: RelayEvent): string {
  const found = typeof pattern === 'function' ? pattern(event) : pattern
  if (typeof found !== 'string' || !isPattern(found))
    throw new DeliveryError(
      `the function subject has returned ${describeValue(found)}: it ${expectedSubject}`,
    )
  return found.replaceAll(placeholder, (_, name: 'storeId' | 'type' | 'quoteId') =>
    name === 'type' ? event.type : encodeToken(event[name]),
  )
}

/** Returns an id as one token of a subject, from which `decodeURIComponent` returns the id. */
function encodeToken(id: string): string {
  return encodeURIComponent(id).replaceAll('.', '%2E').replaceAll('*', '%2A')
}

/**
 * A connection of NATS has the same method, which stores nothing and returns nothing.
 *
 * @throws TypeError if it is no confirmation of a stream
 */
function assertStored(confirmation: unknown): void {
  const { stream, seq } = Object(confirmation) as Partial<Record<string, unknown>>
  if (typeof stream === 'string' && stream !== '' && typeof seq === 'number') return
  throw new TypeError(
    'no stream has confirmed the message: client must be jetstream(connection) of the package ' +
      '@nats-io/jetstream, and not the connection',
  )
}

/** Codes of errors of JetStream. */
const wrongStream = 10_060
const tooLarge = 10_054

/** Errors are recognised by their form, because they are of another package. */
function isTooLarge(error: unknown): boolean {
  const isNamed = readMessage(error)?.includes('max_payload') === true
  return isNamed || readProperty(error, 'code') === tooLarge
}

/** Returns an error that says what to do, for what the client has thrown. */
function toDeliveryError(
  cause: unknown,
  subject: string,
  { stream, timeoutMs }: JetStreamOptions,
): DeliveryError {
  return new DeliveryError(describe(), { cause })

  function describe(): string {
    const name = readProperty(cause, 'name')
    // The client takes a subject without a stream for a server without JetStream.
    if (name === 'JetStreamNotEnabled' || name === 'NoRespondersError')
      return (
        `no stream takes the subject ${subject}: add it to the subjects of a stream, and check ` +
        'that the server has JetStream enabled'
      )
    if (readProperty(cause, 'code') === wrongStream)
      return (
        `the subject ${subject} belongs to another stream than ${stream}: change the option ` +
        'stream, or the subjects of the streams'
      )
    if (isTooLarge(cause))
      return (
        'the message is too large, also without the quote: raise max_payload of the server or ' +
        'max_msg_size of the stream'
      )
    if (name === 'TimeoutError')
      return timeoutMs === undefined
        ? 'no stream has confirmed the message in time'
        : `no stream has confirmed the message within ${timeoutMs} ms`
    return `JetStream: ${describeThrown(cause)}`
  }
}
