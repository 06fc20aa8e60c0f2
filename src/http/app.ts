import { type Context, Hono } from 'hono'
import { admit } from './admit.js'
import { readJson } from './body.js'
import { clientSignals } from './client-signal.js'
import { changesOf, createdBody, quoteBody } from './envelopes.js'
import { checkOptions, type HttpAppOptions } from './options.js'
import { entityTag, expectedVersion, idempotencyKey } from './preconditions.js'
import { HttpProblem, internalError, problemOf, problemResponse } from './problems.js'

const prefix = '/v3/bc/public'

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
  const withClientSignal = clientSignals()
  const app = new Hono()

  app.onError((error, c) => {
    const problem = problemOf(error)
    if (problem.status >= 500) tell(options, error, c.req.raw)
    return problemResponse(problem)
  })
  app.notFound(() => {
    throw new HttpProblem('not_found', 'There is nothing at this path')
  })

  app.post(
    `${prefix}/quotes`,
    handle(async (c) => {
      const context = await admit(c, options)
      const body = await readJson(c.req.raw, maxBodyBytes)
      const key = idempotencyKey(c.req.header('idempotency-key'))
      const record = await withClientSignal(c.req.raw, (signal) =>
        engine.createQuote(context, body as never, { idempotencyKey: key, signal }),
      )
      return jsonResponse(createdBody(record), 201, {
        etag: entityTag(record),
        location: `${baseUrl}${prefix}/quotes/${encodeURIComponent(record.quoteId)}`,
      })
    }),
  )
  app.all(`${prefix}/quotes`, methodNotAllowed('POST'))

  app.get(
    `${prefix}/quotes/:quoteId`,
    handle(async (c) => {
      const context = await admit(c, options)
      const record = await withClientSignal(c.req.raw, (signal) =>
        engine.getQuote(context, quoteIdOf(c), { signal }),
      )
      return jsonResponse(quoteBody(record), 200, { etag: entityTag(record) })
    }),
  )
  app.put(
    `${prefix}/quotes/:quoteId`,
    handle(async (c) => {
      const context = await admit(c, options)
      const quoteId = quoteIdOf(c)
      const changes = changesOf(await readJson(c.req.raw, maxBodyBytes), quoteId)
      const key = idempotencyKey(c.req.header('idempotency-key'))
      const ifMatch = c.req.header('if-match')
      const record = await withClientSignal(c.req.raw, async (signal) => {
        const version = await expectedVersion(ifMatch, engine, context, quoteId, signal)
        return engine.updateQuote(context, quoteId, changes as never, {
          expectedVersion: version,
          idempotencyKey: key,
          signal,
        })
      })
      return jsonResponse(quoteBody(record), 200, { etag: entityTag(record) })
    }),
  )
  app.all(`${prefix}/quotes/:quoteId`, methodNotAllowed('GET, HEAD, PUT'))

  app.get(
    `${prefix}/tags`,
    handle(async (c) => {
      const context = await admit(c, options)
      const storeTags = await withClientSignal(c.req.raw, (signal) =>
        engine.listTags(context, { signal }),
      )
      return jsonResponse(storeTags, 200)
    }),
  )
  app.all(`${prefix}/tags`, methodNotAllowed('GET, HEAD'))

  return app
}

/** The id in the path; every route that asks for it has one. */
function quoteIdOf(c: Context): string {
  return c.req.param('quoteId') ?? ''
}

/** Makes an Error of whatever a handler throws: Hono's `onError` is given nothing else. */
function handle(handler: (c: Context) => Promise<Response>) {
  return async (c: Context): Promise<Response> => {
    try {
      return await handler(c)
    } catch (cause) {
      throw cause instanceof Error ? cause : internalError(cause)
    }
  }
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
