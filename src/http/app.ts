import { type Context, Hono } from 'hono'
import type { StoreContext } from '../engine/context.js'
import type { QuoteEngine } from '../engine/quote-engine.js'
import { QuoteError } from '../errors.js'
import type { Authenticate } from './authenticate.js'
import { readJson } from './body.js'
import { changesOf, createdBody, quoteBody } from './envelopes.js'
import { entityTag, expectedVersion, idempotencyKey } from './preconditions.js'
import { HttpProblem, problemOf, problemResponse } from './problems.js'

export interface HttpAppOptions {
  readonly engine: QuoteEngine
  readonly authenticate: Authenticate
  /** Largest body of a request in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number
  /**
   * Seconds that this caller must wait, which is answered with 429 and `Retry-After`; undefined or 0 to let the request
   * through. Without it nobody waits.
   */
  readonly rateLimit?: (context: StoreContext) => number | undefined | Promise<number | undefined>
  /**
   * Told of every error that is answered with a status of 500 or above: the place to log it with its cause. The answer does not wait
   * for it, and what it throws is dropped.
   */
  readonly onFailure?: (error: unknown, request: Request) => unknown
  /** What stands before `/v3` in the address that clients use, where a proxy or a mount cuts it off; for `Location` only. */
  readonly baseUrl?: string
}

const prefix = '/v3/bc/public'
const longestWait = 86_400

/**
 * The published interface as a Hono app: create, update and get a quote, list the tags. `app.fetch` takes and gives web-standard
 * requests and responses; with `@hono/node-server` it serves Node, and mounts into Express and Fastify.
 *
 * @throws QuoteError `invalid_options`, naming every option that is missing or wrong
 *
 * @example
 * serve({ fetch: createHttpApp({ engine, authenticate: tokenAuthenticator({ 'store-1': [token] }) }).fetch })
 */
export function createHttpApp(options: HttpAppOptions): Hono {
  checkOptions(options)
  const { engine, maxBodyBytes = 2 ** 20, baseUrl = '' } = options
  const app = new Hono()

  app.onError((error, c) => {
    const problem = problemOf(error)
    if (problem.status >= 500) tell(options, error, c.req.raw)
    return problemResponse(problem)
  })
  app.notFound(() => {
    throw new HttpProblem('not_found', 'There is nothing at this path')
  })

  app.post(`${prefix}/quotes`, async (c) => {
    const context = await admit(c, options)
    const body = await readJson(c.req.raw, maxBodyBytes)
    const key = idempotencyKey(c.req.header('idempotency-key'))
    const keyed = key === undefined ? undefined : { idempotencyKey: key }
    const record = await engine.createQuote(context, body as never, keyed)
    return jsonResponse(createdBody(record), 201, {
      etag: entityTag(record),
      location: `${baseUrl}${prefix}/quotes/${encodeURIComponent(record.quoteId)}`,
    })
  })
  app.all(`${prefix}/quotes`, methodNotAllowed('POST'))

  app.get(`${prefix}/quotes/:quoteId`, async (c) => {
    const context = await admit(c, options)
    const record = await engine.getQuote(context, c.req.param('quoteId'))
    return jsonResponse(quoteBody(record), 200, { etag: entityTag(record) })
  })
  app.put(`${prefix}/quotes/:quoteId`, async (c) => {
    const context = await admit(c, options)
    const quoteId = c.req.param('quoteId')
    const changes = changesOf(await readJson(c.req.raw, maxBodyBytes), quoteId)
    const key = idempotencyKey(c.req.header('idempotency-key'))
    const version = await expectedVersion(c.req.header('if-match'), engine, context, quoteId)
    const record = await engine.updateQuote(context, quoteId, changes as never, {
      expectedVersion: version,
      idempotencyKey: key,
    })
    return jsonResponse(quoteBody(record), 200, { etag: entityTag(record) })
  })
  app.all(`${prefix}/quotes/:quoteId`, methodNotAllowed('GET, HEAD, PUT'))

  app.get(`${prefix}/tags`, async (c) => {
    const context = await admit(c, options)
    return jsonResponse(await engine.listTags(context), 200)
  })
  app.all(`${prefix}/tags`, methodNotAllowed('GET, HEAD'))

  return app
}

function checkOptions(options: HttpAppOptions | undefined): void {
  const {
    engine,
    authenticate,
    maxBodyBytes = 1,
    rateLimit,
    onFailure,
    baseUrl = '',
  } = options ?? {}
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
    ['onFailure', isFunctionOrAbsent(onFailure), 'must be a function'],
    ['baseUrl', typeof baseUrl === 'string', 'must be a text'],
  ]
  const faults = rules.filter(([, isSound]) => !isSound)
  if (faults.length === 0) return
  const errors = Object.fromEntries(faults.map(([option, , message]) => [option, message]))
  throw new QuoteError('invalid_options', { errors })
}

/** A log that fails must not take the answer with it, nor the process. */
async function tell(
  { onFailure }: HttpAppOptions,
  error: unknown,
  request: Request,
): Promise<void> {
  try {
    await onFailure?.(error, request)
  } catch {
    // There is nobody left to tell.
  }
}

/** For whom the request is made. One answer for every reason to refuse, so that nothing can be learned from it. */
async function admit(c: Context, options: HttpAppOptions): Promise<StoreContext> {
  const client = c.req.header('x-auth-client')
  const token = c.req.header('x-auth-token')
  const context = client && token ? await authenticated(options, client, token) : undefined
  if (!context)
    throw new HttpProblem('unauthorized', 'x-auth-client and x-auth-token must name a store', {
      'www-authenticate': 'X-Auth-Token realm="quotes"',
    })
  const wait = (await options.rateLimit?.(context)) ?? 0
  if (wait > 0)
    throw new HttpProblem('too_many_requests', 'Too many requests for now', {
      'retry-after': String(Math.ceil(Math.min(wait, longestWait))),
    })
  return context
}

async function authenticated({ authenticate }: HttpAppOptions, client: string, token: string) {
  try {
    return await authenticate({ client, token })
  } catch (cause) {
    throw new HttpProblem('authentication_failed', 'Nobody can be authenticated now', {}, { cause })
  }
}

function methodNotAllowed(allow: string) {
  return () => {
    throw new HttpProblem('method_not_allowed', `Only ${allow} can be used here`, { allow })
  }
}

function jsonResponse(
  body: object,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
