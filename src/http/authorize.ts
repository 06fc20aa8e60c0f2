import type { Context } from 'hono'
import type { StoreContext } from '../engine/context.js'
import { QuoteError } from '../errors.js'
import type { HttpAppOptions } from './options.js'
import { HttpProblem } from './problem-details.js'

/**
 * Says for whom the request is made. One response to every reason to reject it, so that nothing can
 * be learned from it.
 *
 * @throws HttpProblem with status 401 or 429, or 503 where a function of the host fails
 * @throws QuoteError `invalid_context` where the host gives a context that is none
 */
export async function authorize(c: Context, options: HttpAppOptions): Promise<StoreContext> {
  const client = c.req.header('x-auth-client')
  const token = c.req.header('x-auth-token')
  const context = client && token ? await runAuthenticate(options, client, token) : undefined
  if (!context)
    throw new HttpProblem('unauthorized', 'x-auth-client and x-auth-token must name a store', {
      'www-authenticate': 'X-Auth-Token realm="quotes"',
    })
  checkContext(context)
  const wait = await callRateLimit(options, context)
  if (wait > 0)
    throw new HttpProblem('too_many_requests', 'Too many requests for now', {
      'retry-after': String(Math.ceil(Math.min(wait, maxRetryAfterSeconds))),
    })
  return context
}

async function runAuthenticate({ authenticate }: HttpAppOptions, client: string, token: string) {
  try {
    return await authenticate({ client, token })
  } catch (cause) {
    throw new HttpProblem('authentication_failed', 'Nobody can be authenticated now', {}, { cause })
  }
}

/** Looks no closer than is needed to hand a context on; the engine checks it whole. */
function checkContext(context: StoreContext): void {
  let storeId: unknown
  try {
    storeId = context.storeId
  } catch (cause) {
    throw new QuoteError('invalid_context', { errors: { storeId: 'cannot be read' } }, { cause })
  }
  if (typeof storeId !== 'string')
    throw new QuoteError('invalid_context', { errors: { storeId: 'must be a string' } })
}

/** In seconds: one day. */
const maxRetryAfterSeconds = 86_400

async function callRateLimit(
  { rateLimit }: HttpAppOptions,
  context: StoreContext,
): Promise<number> {
  try {
    const wait: unknown = await rateLimit?.(context)
    if (wait === undefined) return 0
    if (typeof wait === 'number' && wait >= 0) return wait
    throw new TypeError('rateLimit must return undefined, or the seconds to wait: 0 or more')
  } catch (cause) {
    throw new HttpProblem('rate_limit_failed', 'No request can be let through now', {}, { cause })
  }
}
