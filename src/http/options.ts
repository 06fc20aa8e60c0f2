import type { StoreContext } from '../engine/context.js'
import type { QuoteEngine } from '../engine/quote-engine.js'
import { QuoteError } from '../errors.js'
import type { Authenticate } from './authenticate.js'

export interface HttpAppOptions {
  readonly engine: QuoteEngine
  readonly authenticate: Authenticate
  /** Largest body of a request in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number
  /**
   * Seconds that this caller must wait, 0 or more, which is answered with 429 and `Retry-After`;
   * undefined or 0 to let the request through. Without it nobody waits. Where it throws, or gives
   * anything else, the response is 503.
   */
  readonly rateLimit?: (context: StoreContext) => number | undefined | Promise<number | undefined>
  /**
   * Told of every error that is answered with a status of 500 or above: the place to log it with
   * its cause. The answer does not wait for it, and what it throws is dropped.
   */
  readonly onError?: (error: unknown, request: Request) => unknown
  /**
   * What stands before `/v3` in the address that clients use, where a proxy or a mount cuts it off;
   * for `Location` only. Of visible ASCII characters; empty by default.
   */
  readonly baseUrl?: string
}

/** All that a `Location` header can carry as it is. */
const visibleAscii = /^[!-~]*$/
const notForLocation =
  'must have visible ASCII characters alone, as Location has; percent-encode all others'

/** @throws QuoteError `invalid_options`, naming every option that is missing or wrong */
export function checkOptions(options: HttpAppOptions | undefined): void {
  const { engine, authenticate, maxBodyBytes = 1, rateLimit, onError, baseUrl = '' } = options ?? {}
  const isFunctionOrAbsent = (value: unknown) => value === undefined || typeof value === 'function'
  const rules: readonly (readonly [option: string, isSound: boolean, message: string])[] = [
    ['engine', typeof engine?.createQuote === 'function', 'must be a quote engine'],
    ['authenticate', typeof authenticate === 'function', 'must be a function'],
    [
      'maxBodyBytes',
      Number.isSafeInteger(maxBodyBytes) && maxBodyBytes > 0,
      'must be an integer of at least 1',
    ],
    ['rateLimit', isFunctionOrAbsent(rateLimit), 'must be a function'],
    ['onError', isFunctionOrAbsent(onError), 'must be a function'],
    ['baseUrl', typeof baseUrl === 'string', 'must be a string'],
    ['baseUrl', typeof baseUrl !== 'string' || visibleAscii.test(baseUrl), notForLocation],
  ]
  const faults = rules.filter(([, isSound]) => !isSound)
  if (faults.length === 0) return
  const errors = Object.fromEntries(faults.map(([option, , message]) => [option, message]))
  throw new QuoteError('invalid_options', { errors })
}
