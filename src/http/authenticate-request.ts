import type { Context } from 'hono'
import type { StoreContext } from '../engine/arguments.js'
import { QuoteError } from '../errors.js'
import type { Credentials } from './authenticate.js'
import type { HttpAppOptions } from './options.js'
import { HttpProblem } from './problem-details.js'
import { limitRate } from './rate-limit.js'
import { nodeRequestOf } from './request/host-body.js'

/**
 * Authenticates a request and applies the rate limit. Every rejected credential gets the same
 * response, so that callers can't tell an unknown store from a wrong token.
 *
 * @throws HttpProblem with status 401 or 429, or 503 if a callback fails
 * @throws QuoteError `invalid_context` if `authenticate` returns an invalid context
 */
export async function authenticateRequest(
  c: Context,
  options: HttpAppOptions,
): Promise<StoreContext> {
  const context = await runAuthenticate(c, options)
  if (!context)
    throw new HttpProblem('unauthorized', 'Missing or invalid credentials', {
      'www-authenticate': options.challenge ?? 'X-Auth-Token realm="quotes"',
    })
  checkContext(context)
  await limitRate(() => options.rateLimit?.(context))
  return context
}

async function runAuthenticate(c: Context, { authenticate }: HttpAppOptions) {
  const client = c.req.header('x-auth-client') ?? ''
  const token = c.req.header('x-auth-token') ?? ''
  try {
    return await authenticate(new RequestCredentials(client, token, c.req.raw, nodeRequestOf(c)))
  } catch (cause) {
    throw new HttpProblem('authentication_failed', 'Authentication is unavailable', {}, { cause })
  }
}

/** The credentials of a request. Says what they are to a host that takes them for the request. */
class RequestCredentials implements Credentials {
  constructor(
    readonly client: string,
    readonly token: string,
    readonly request: Request,
    readonly raw: unknown,
  ) {}

  get headers(): never {
    throw new TypeError(
      'authenticate is called with { client, token, request }: read request.headers',
    )
  }
}

/** Checks only the store id; the engine checks the rest. */
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
