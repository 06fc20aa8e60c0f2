import type { StoreContext } from '../engine/context.js'
import type { OperationName, QuoteEngine } from '../engine/quote-engine.js'
import { QuoteError } from '../errors.js'
import { isAddress, validAddress, visibleAscii } from '../validation/addresses.js'
import { describeValue } from '../validation/describe-value.js'
import { unknownFieldMessages } from '../validation/known-fields.js'
import type { Authenticate } from './authenticate.js'

/** Options of `createHttpApp`. */
export interface HttpAppOptions {
  /** The engine to serve. */
  readonly engine: QuoteEngine
  /** Identifies the store of a request, for example {@link tokenAuthenticator}. */
  readonly authenticate: Authenticate
  /**
   * The path before `/quotes`, `/tags` and all others: empty, or a path such as `/api/sales`.
   * Routes and the `Location` header follow it.
   *
   * @default '/v3/bc/public'
   */
  readonly prefix?: string | undefined
  /**
   * What clients put before `prefix`, if a proxy or a mount removes it: an origin, a path, or both.
   * Used for the `Location` header and the OpenAPI document. Visible ASCII characters.
   *
   * @default ''
   */
  readonly baseUrl?: string | undefined
  /**
   * Maximum size of a request body in bytes.
   *
   * @default 1048576 (1 MiB)
   */
  readonly maxBodyBytes?: number | undefined
  /** Limits the rate of requests. By default, requests are not limited. */
  readonly rateLimit?: RateLimit | undefined
  /**
   * Receives every error that is answered with a status of 500 or above, with its cause, for your
   * log. The response doesn't wait for it. An error that it throws is ignored.
   */
  readonly onError?: ((error: unknown, request: Request) => unknown) | undefined
  /**
   * Value of the `WWW-Authenticate` header of a 401 response. Set it if `authenticate` uses other
   * credentials than `x-auth-token`, for example to `Bearer`.
   *
   * @default 'X-Auth-Token realm="quotes"'
   */
  readonly challenge?: string | undefined
  /**
   * The operations to serve, by the names of the engine's methods. Requests of all others get 404,
   * or 405 if their path has other methods.
   *
   * @default all
   */
  readonly operations?: readonly OperationName[] | undefined
}

/**
 * Returns `retryAfterSeconds`: how long the caller must wait, in seconds, 0 or more. A positive
 * number rejects the request with 429 and `Retry-After`; 0 or undefined accepts it. If it throws or
 * returns anything else, the response is 503.
 */
export type RateLimit = (context: StoreContext) => number | undefined | Promise<number | undefined>

export const defaultPrefix = '/v3/bc/public'

const optionNames: readonly string[] = [
  'engine',
  'authenticate',
  'prefix',
  'baseUrl',
  'maxBodyBytes',
  'rateLimit',
  'onError',
  'challenge',
  'operations',
] satisfies readonly (keyof HttpAppOptions)[]

/** Segments without a character that is special in a route or that URLs normalise away. */
export const prefixPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** A scheme, and parameters of visible ASCII characters. */
const challengePattern = /^[\w-]+(?: [ -~]+)?$/

/**
 * @param operationNames The names that the option `operations` can have.
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 */
export function checkOptions(
  options: HttpAppOptions | undefined,
  operationNames: readonly string[],
): void {
  const {
    engine,
    authenticate,
    prefix = '',
    baseUrl = '',
    maxBodyBytes = 1,
    rateLimit,
    onError,
    challenge = 'Bearer',
    operations = [],
  } = options ?? {}
  const unknownMessage = unknownFieldMessages()
  const isFunctionOrAbsent = (value: unknown) => value === undefined || typeof value === 'function'
  const rules: readonly (readonly [option: string, isValid: boolean, message: string])[] = [
    ['engine', typeof engine?.createQuote === 'function', 'must be a quote engine'],
    ['authenticate', typeof authenticate === 'function', 'must be a function'],
    [
      'prefix',
      typeof prefix === 'string' && prefixPattern.test(prefix),
      `must be empty or a path such as ${defaultPrefix}, without a slash at the end`,
    ],
    [
      'baseUrl',
      baseUrl === '' || isAddress(baseUrl),
      `must be empty or ${validAddress}, received ${describeValue(baseUrl)}`,
    ],
    ['baseUrl', typeof baseUrl === 'string', 'must be a string'],
    [
      'baseUrl',
      typeof baseUrl !== 'string' || visibleAscii.test(baseUrl),
      'must have visible ASCII characters only; percent-encode all others',
    ],
    [
      'maxBodyBytes',
      Number.isSafeInteger(maxBodyBytes) && maxBodyBytes > 0,
      'must be an integer of at least 1',
    ],
    ['rateLimit', isFunctionOrAbsent(rateLimit), 'must be a function'],
    ['onError', isFunctionOrAbsent(onError), 'must be a function'],
    [
      'challenge',
      typeof challenge === 'string' && challengePattern.test(challenge),
      'must be an authentication scheme, such as Bearer',
    ],
    [
      'operations',
      Array.isArray(operations) && operations.every((name) => operationNames.includes(name)),
      `must be an array of names of: ${operationNames.join(', ')}`,
    ],
    ...unknownNames(options).map(
      (name) => [name, false, unknownMessage(name, optionNames)] as const,
    ),
  ]
  const failed = rules.filter(([, isValid]) => !isValid)
  if (failed.length === 0) return
  const errors = Object.fromEntries(failed.map(([option, , message]) => [option, message]))
  throw new QuoteError('invalid_options', { errors })
}

function unknownNames(options: object | undefined): readonly string[] {
  return Object.keys(options ?? {}).filter((name) => !optionNames.includes(name))
}
