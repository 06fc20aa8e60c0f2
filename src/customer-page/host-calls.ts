import type { Context } from 'hono'
import { isInstance } from '../errors/thrown.js'
import { internalError } from '../http/problem-details.js'
import { limitRate } from '../http/rate-limit.js'
import { reportError } from '../http/report-error.js'
import { nodeRequestOf } from '../http/request/host-body.js'
import { callHost, wrongResult } from '../pages/host-function.js'
import { maxAddressLength } from '../quote/model/lifecycle-fields.js'
import { isBlank } from '../validation/blanks.js'
import { isValidString } from '../validation/identifiers.js'
import type { CustomerPageOptions } from './options.js'

/** One request, with options of its page. */
interface HostCall<Options> {
  readonly c: Context
  readonly options: Options & Pick<CustomerPageOptions, 'timeoutMs' | 'onError'>
}

/** Returns a handler that throws errors only: the `onError` of Hono receives nothing else. */
export function throwingErrors(
  respond: (c: Context) => Promise<Response>,
): (c: Context) => Promise<Response> {
  return async (c) => {
    try {
      return await respond(c)
    } catch (cause) {
      throw isInstance(cause, Error) ? cause : internalError(cause)
    }
  }
}

/**
 * Returns the store of the address of a request; undefined if there is none.
 *
 * @throws TypeError if `storeOf` has returned something else, and what it throws
 */
export async function getStore({
  options,
  c,
}: HostCall<Pick<CustomerPageOptions, 'storeOf'>>): Promise<string | undefined> {
  const store: unknown = await callHost(options, 'storeOf', () => options.storeOf?.(c.req.raw))
  if (store === undefined || store === null) return undefined
  if (typeof store === 'string') return store
  throw wrongResult('storeOf', 'the id of a store', store)
}

/**
 * Returns the network address of a caller; undefined if the host does not say it.
 *
 * @throws TypeError if `addressOf` has returned something else than an address, and what it throws
 */
export async function getAddress({
  options,
  c,
}: HostCall<Pick<CustomerPageOptions, 'addressOf'>>): Promise<string | undefined> {
  const sent = { request: c.req.raw, raw: nodeRequestOf(c) }
  const address: unknown = await callHost(options, 'addressOf', () => options.addressOf?.(sent))
  if (address === undefined || isAddress(address)) return address
  const expected = `a network address of 1 to ${maxAddressLength} characters, or undefined`
  throw wrongResult('addressOf', expected, address)
}

function isAddress(value: unknown): value is string {
  const isShort = typeof value === 'string' && value.length <= maxAddressLength
  return isShort && !isBlank(value) && value.trim() === value && isValidString(value)
}

/** @throws HttpProblem `too_many_requests`, or `rate_limit_failed` if `rateLimit` fails */
export function limitCaller(
  { options }: HostCall<object>,
  rateLimit: () => number | undefined | Promise<number | undefined>,
): Promise<void> {
  return limitRate(async () => (await callHost(options, 'rateLimit', rateLimit)) ?? undefined)
}

/** Tells the host what a customer has done. What goes wrong there never changes the page. */
export async function reportEvent<Event>(
  { options, c }: HostCall<{ readonly notify?: ((event: Event) => unknown) | undefined }>,
  event: Event,
): Promise<void> {
  try {
    await callHost(options, 'notify', () => options.notify?.(event))
  } catch (error) {
    reportError(options.onError, error, c.req.raw)
  }
}
