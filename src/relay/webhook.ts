import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import * as z from 'zod'
import { isUrl, visibleAscii } from '../validation/addresses.js'
import { parseOrThrow } from '../validation/field-errors.js'
import {
  booleanOption,
  optionalPositiveInteger,
  withReceived,
} from '../validation/schemas/scalars.js'
import { createEventBody, type EventBodyOptions, eventBodyFields } from './event-body.js'
import { type DeliveryCall, DeliveryError, type Destination, destinationFields } from './options.js'
import {
  isPrivateAddress,
  type Lookup,
  privateAddressError,
  publicLookup,
} from './private-addresses.js'

/** Options of `webhook`. */
export interface WebhookOptions extends Pick<Destination, 'types' | 'start'>, EventBodyOptions {
  /** Where events are posted to, with `https:` or `http:`. */
  readonly url: string
  /**
   * Signs every request: `whsec_` and 24 to 64 random bytes in base64. With several, requests have
   * a signature of each, so that a receiver can change from one to the next. `createSecret` makes
   * one.
   */
  readonly secret: string | readonly string[]
  /** Added to every request, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Allows addresses of this machine and of private networks. Leave it off if others choose the
   * URL: they could reach what only your network can reach.
   *
   * @default false
   */
  readonly allowPrivateAddresses?: boolean | undefined
  /**
   * How long a request can take, in milliseconds, up to `timeoutMs` of the relay.
   *
   * @default `timeoutMs` of the relay
   */
  readonly timeoutMs?: number | undefined
  /**
   * Closes the connection after so many bytes of the body of a response, which is not used.
   *
   * @default 16_384
   */
  readonly maxResponseBytes?: number | undefined
  /**
   * Resolves names, as `dns.lookup` with `all` does. Not used with `allowPrivateAddresses`.
   *
   * @default dns.lookup
   */
  readonly lookup?: Lookup | undefined
}

const secretPrefix = 'whsec_'
const expectedSecret = 'must be whsec_ and 24 to 64 bytes in base64; createSecret() makes one'

/** Never shows what was received, which may be a secret. */
const secret = z.custom<string>((value) => decodeSecret(value) !== undefined, {
  error: expectedSecret,
})

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const ownHeader = /^(webhook-.*|content-type|content-length|transfer-encoding|host|connection)$/i

const webhookOptionsSchema = z.strictObject(
  {
    url: z.custom<string>((value) => isWebhookUrl(value), {
      error: withReceived(
        'must be a URL with https:// or http://, without a user and a password, such as ' +
          'https://erp.example/hooks',
      ),
    }),
    secret: z.union([secret, z.array(secret).min(1)], { error: expectedSecret }),
    headers: z
      .record(
        z
          .string()
          .regex(headerName, { error: 'must be the name of a header' })
          .refine((name) => !ownHeader.test(name), { error: 'is set by the webhook itself' }),
        z
          .string({ error: withReceived('must be a string') })
          .regex(/^[ -~]{0,4096}$/, { error: 'must be printable ASCII' }),
        { error: withReceived('must be an object of headers') },
      )
      .optional(),
    allowPrivateAddresses: booleanOption.optional(),
    timeoutMs: optionalPositiveInteger,
    maxResponseBytes: optionalPositiveInteger,
    lookup: z
      .custom<Lookup>((value) => typeof value === 'function', { error: 'must be a function' })
      .optional(),
    ...eventBodyFields,
    ...destinationFields,
  } satisfies { readonly [Name in keyof Required<WebhookOptions>]: z.ZodType },
  { error: withReceived('must be an object') },
)

function isWebhookUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !visibleAscii.test(value) || !isUrl(value)) return false
  const { protocol, username, password } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
}

function decodeSecret(value: unknown): Buffer | undefined {
  if (typeof value !== 'string' || !value.startsWith(secretPrefix)) return undefined
  const text = value.slice(secretPrefix.length)
  const bytes = Buffer.from(text, 'base64')
  const isExact = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  return isExact && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
}

/** Returns a new random secret for `webhook`. */
export function createSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64')
}

/**
 * Creates a destination that posts each event to a URL, signed as Standard Webhooks describes:
 * receivers verify it with any library for that, and drop what they have seen by `webhook-id`.
 *
 * Any status from 200 to 299 is a success. Redirects are not followed. `Retry-After` is honoured,
 * and 410 disables the destination until `enable` is called.
 *
 * @throws QuoteError `invalid_options`
 *
 * @example
 * const erp = webhook({ url: 'https://erp.example/hooks', secret: process.env.ERP_SECRET })
 */
export function webhook(options: WebhookOptions): Destination {
  parseOrThrow(webhookOptionsSchema, options, 'invalid_options')
  const { types, start, allowPrivateAddresses = false, timeoutMs } = options
  const url = new URL(options.url)
  const keys = [options.secret].flat().map((each) => decodeSecret(each) as Buffer)
  const lookup = allowPrivateAddresses ? undefined : publicLookup(options.lookup)
  const client = url.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true, maxFreeSockets: 4, ...(lookup && { lookup }) })

  return {
    types,
    start,
    async deliver(event, call) {
      assertPublic(url, allowPrivateAddresses)
      const { text: body } = await createEventBody(event, options)
      const timestamp = Math.floor(call.now / 1_000)
      const signature = keys
        .map((key) => `v1,${sign(key, `${event.id}.${timestamp}.${body}`)}`)
        .join(' ')
      const isCloudEvent = options.envelope === 'cloudevents'
      await post(client, url, body, call, {
        agent,
        timeoutMs,
        maxResponseBytes: options.maxResponseBytes ?? 16_384,
        headers: {
          ...options.headers,
          'content-type': isCloudEvent
            ? 'application/cloudevents+json; charset=utf-8'
            : 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'webhook-id': event.id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signature,
        },
      })
    },
  }
}

/** Sockets don't look up a host that is an address. */
function assertPublic({ hostname }: URL, allowPrivateAddresses: boolean): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (allowPrivateAddresses || isIP(address) === 0 || !isPrivateAddress(address)) return
  throw privateAddressError(address, address)
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64')
}

interface PostOptions {
  readonly agent: http.Agent
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number | undefined
  readonly maxResponseBytes: number
}

async function post(
  client: typeof http | typeof https,
  url: URL,
  body: string,
  call: DeliveryCall,
  { agent, headers, timeoutMs, maxResponseBytes }: PostOptions,
): Promise<void> {
  const ending = new AbortController()
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => ending.abort(new Error(`no response within ${timeoutMs} ms`)),
          timeoutMs,
        ).unref()
  const signal = AbortSignal.any([call.signal, ending.signal])
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = client.request(url, { method: 'POST', agent, headers, signal })
      request.on('response', resolve)
      request.on('error', reject)
      // A receiver that switches to another protocol has not answered.
      request.on('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        reject(new DeliveryError(`status ${statusCode}`))
      })
      request.on('close', () => reject(new Error('the connection was closed without a response')))
      request.end(body)
    })
    await discard(response, maxResponseBytes)
    assertAccepted(response, call.now)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the body, so that the connection can be used again, unless it is too long. */
function discard(response: http.IncomingMessage, maxBytes: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) response.destroy()
    })
    // The status is known, and a body that breaks off changes nothing.
    response.on('error', () => undefined)
    response.on('close', resolve)
  })
}

/** @throws DeliveryError for a status that is no success */
function assertAccepted({ statusCode = 0, headers }: http.IncomingMessage, now: number): void {
  if (statusCode >= 200 && statusCode < 300) return
  if (statusCode === 410)
    throw new DeliveryError('the receiver wants no more events: status 410', { disable: true })
  const isRedirect = statusCode >= 300 && statusCode < 400
  throw new DeliveryError(
    `status ${statusCode}${isRedirect ? '; redirects are not followed' : ''}`,
    { retryAfterMs: parseRetryAfter(headers['retry-after'], now) },
  )
}

/** Parses seconds, or a date of HTTP. Returns undefined for anything else. */
function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000
  const time = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}
