import { type Context, Hono } from 'hono'
import { authorize } from './authorize.js'
import { parseJsonBody } from './body.js'
import { clientSignals } from './client-signal.js'
import { hostHasReadBody } from './host-body.js'
import { checkOptions, defaultPrefix, type HttpAppOptions } from './options.js'
import { entityTag, parseIdempotencyKey, parseIfMatch } from './preconditions.js'
import {
  HttpProblem,
  internalError,
  isInstance,
  problemResponse,
  toProblem,
} from './problem-details.js'
import { serializeCreated, serializeQuote, stripReadOnly } from './serializers.js'

/**
 * Creates a Hono app that serves the published interface: create, update and get a quote, list the
 * tags. `app.fetch` takes and returns web-standard requests and responses. `@hono/node-server`
 * serves it with Node and mounts it into Express, Fastify and Nest.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const authenticate = tokenAuthenticator({ 'store-1': [token] })
 * serve({ fetch: createHttpApp({ engine, authenticate }).fetch })
 */
export function createHttpApp(options: HttpAppOptions): Hono {
  checkOptions(options)
  const { engine, maxBodyBytes = 2 ** 20, prefix = defaultPrefix, baseUrl = '' } = options
  const withClientSignal = clientSignals()
  const app = new Hono()

  app.onError((error, c) => {
    const problem = toProblem(error)
    if (problem.status >= 500) reportError(options, error, c.req.raw)
    return problemResponse(problem)
  })
  app.notFound(() => {
    throw new HttpProblem('not_found', `No such path; quotes are at ${prefix}/quotes`)
  })

  app.post(
    `${prefix}/quotes`,
    handle(async (c) => {
      const hostHasRead = hostHasReadBody(c)
      const context = await authorize(c, options)
      const body = await parseJsonBody(c, maxBodyBytes, hostHasRead)
      const key = parseIdempotencyKey(c.req.header('idempotency-key'))
      const record = await withClientSignal(c.req.raw, (signal) =>
        engine.createQuote(context, body as never, { idempotencyKey: key, signal }),
      )
      return jsonResponse(serializeCreated(record), 201, {
        etag: entityTag(record),
        location: `${baseUrl}${prefix}/quotes/${encodeURIComponent(record.quoteId)}`,
      })
    }),
  )
  app.all(`${prefix}/quotes`, methodNotAllowed('POST'))

  app.get(
    `${prefix}/quotes/:quoteId`,
    handle(async (c) => {
      const context = await authorize(c, options)
      const record = await withClientSignal(c.req.raw, (signal) =>
        engine.getQuote(context, quoteIdOf(c), { signal }),
      )
      return jsonResponse(serializeQuote(record), 200, { etag: entityTag(record) })
    }),
  )
  app.put(
    `${prefix}/quotes/:quoteId`,
    handle(async (c) => {
      const hostHasRead = hostHasReadBody(c)
      const context = await authorize(c, options)
      const quoteId = quoteIdOf(c)
      const body = await parseJsonBody(c, maxBodyBytes, hostHasRead)
      const changes = stripReadOnly(body, quoteId)
      const key = parseIdempotencyKey(c.req.header('idempotency-key'))
      const ifMatch = c.req.header('if-match')
      const record = await withClientSignal(c.req.raw, async (signal) => {
        const version = await parseIfMatch(ifMatch, engine, context, quoteId, signal)
        return engine.updateQuote(context, quoteId, changes as never, {
          expectedVersion: version,
          idempotencyKey: key,
          signal,
        })
      })
      return jsonResponse(serializeQuote(record), 200, { etag: entityTag(record) })
    }),
  )
  app.all(`${prefix}/quotes/:quoteId`, methodNotAllowed('GET, HEAD, PUT'))

  app.get(
    `${prefix}/tags`,
    handle(async (c) => {
      const context = await authorize(c, options)
      const storeTags = await withClientSignal(c.req.raw, (signal) =>
        engine.listTags(context, { signal }),
      )
      return jsonResponse(storeTags, 200)
    }),
  )
  app.all(`${prefix}/tags`, methodNotAllowed('GET, HEAD'))

  return app
}

/** Returns the id in the path. Every route that calls it has one. */
function quoteIdOf(c: Context): string {
  return c.req.param('quoteId') ?? ''
}

/** Wraps thrown values that are no errors, because Hono's `onError` receives errors only. */
function handle(handler: (c: Context) => Promise<Response>) {
  return async (c: Context): Promise<Response> => {
    try {
      return await handler(c)
    } catch (cause) {
      throw isInstance(cause, Error) ? cause : internalError(cause)
    }
  }
}

/** Reports an error to the host. A failing log must change neither the response nor the process. */
async function reportError(
  { onError }: HttpAppOptions,
  error: unknown,
  request: Request,
): Promise<void> {
  try {
    await onError?.(error, request)
  } catch {
    // The host's log failed: there is no other place to report to.
  }
}

function methodNotAllowed(allow: string) {
  return () => {
    throw new HttpProblem('method_not_allowed', `Method not allowed; use ${allow}`, { allow })
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
