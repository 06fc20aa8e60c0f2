import * as z from 'zod'
import type { StoreContext } from '../engine/arguments.js'
import type { FeatureOperationName } from '../engine/features.js'
import type { StoreRouteName } from '../files/routes.js'
import type { OperationName, QuoteEngine } from '../quote-engine/quote-engine.js'
import { isAddress, validAddress, visibleAscii } from '../validation/addresses.js'
import {
  appOptionsSchema,
  engineSchema,
  optionalPrefix,
} from '../validation/schemas/app-options.js'
import {
  optionalFunction,
  optionalPositiveInteger,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'
import type { Authenticate } from './authenticate.js'

/**
 * Options of `createHttpApp`.
 *
 * @typeParam Raw The request of the server, which is inferred from `authenticate`.
 */
export interface HttpAppOptions<Raw = unknown> {
  /** The engine to serve. */
  readonly engine: QuoteEngine
  /** Identifies the store of a request, for example {@link tokenAuthenticator}. */
  readonly authenticate: Authenticate<Raw>
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
   * The operations to serve, by the names of the engine's methods, such as `getQuote` and
   * `callNotes.addNote`, and the functions
   * `exportQuotes`, `exportCustomer` and `eraseCustomer`. Requests of all others get 404,
   * or 405 if their path has other methods.
   *
   * @default all
   */
  readonly operations?:
    | readonly (OperationName | FeatureOperationName | StoreRouteName)[]
    | undefined
}

/**
 * Returns `retryAfterSeconds`: how long the caller must wait, in seconds, 0 or more. A positive
 * number rejects the request with 429 and `Retry-After`; 0 or undefined accepts it. If it throws or
 * returns anything else, the response is 503.
 */
export type RateLimit = RateLimitMethod['rateLimit']

/** A method, so that hosts can annotate the context that `authenticate` returns. */
interface RateLimitMethod {
  rateLimit(context: StoreContext): number | undefined | Promise<number | undefined>
}

export const defaultPrefix = '/v3/bc/public'

/** A scheme, and parameters of visible ASCII characters. */
const challengePattern = /^[\w-]+(?: [ -~]+)?$/

/** @param operationNames The names that the option `operations` can have. */
export function httpOptionsSchema(operationNames: readonly string[]) {
  return appOptionsSchema<HttpAppOptions>({
    engine: engineSchema,
    authenticate: requiredFunction,
    prefix: optionalPrefix(defaultPrefix),
    baseUrl: z
      .string({ error: withReceived('must be a string') })
      .regex(visibleAscii, {
        error: 'must have visible ASCII characters only; percent-encode all others',
      })
      .refine((value) => value === '' || isAddress(value), {
        error: withReceived(`must be empty or ${validAddress}`),
      })
      .optional(),
    maxBodyBytes: optionalPositiveInteger,
    rateLimit: optionalFunction,
    onError: optionalFunction,
    challenge: z
      .custom<string>((value) => typeof value === 'string' && challengePattern.test(value), {
        error: withReceived('must be an authentication scheme, such as Bearer'),
      })
      .optional(),
    operations: z
      .custom<readonly string[]>(
        (value) => Array.isArray(value) && value.every((name) => operationNames.includes(name)),
        { error: `must be an array of names of: ${operationNames.join(', ')}` },
      )
      .optional(),
  })
}
