import type { Context } from 'hono'
import type { StoreRoute } from '../../files/routes.js'
import { authenticateRequest } from '../authenticate-request.js'
import { reportError } from '../report-error.js'
import { loadJsonBody } from '../request/body.js'
import { hostHasReadBody, nodeRequestOf } from '../request/host-body.js'
import { createQueryParser, emptyQuery } from '../request/query.js'
import { jsonResponse, noStore } from './json-response.js'
import type { RouteRuntime } from './operation-handler.js'
import { rejectHeaders } from './reject-headers.js'

/** Creates the handler of a function's requests. */
export function storeHandler(
  { route, run }: StoreRoute,
  { options, maxBodyBytes }: Pick<RouteRuntime, 'options' | 'maxBodyBytes'>,
): (c: Context) => Promise<Response> {
  const { engine } = options
  const parseQuery = createQueryParser(route.query?.() ?? emptyQuery)
  return async (c) => {
    const hostHasRead = route.body !== undefined && hostHasReadBody(c)
    const context = await authenticateRequest(c, options)
    const query = parseQuery(c.req.url)
    rejectHeaders(c, route, ['If-Match', 'Idempotency-Key'])
    const body =
      route.body === undefined
        ? undefined
        : await loadJsonBody(c, maxBodyBytes, { hostHasRead, isOptional: false })
    const { raw } = c.req
    const result = await run({ engine, context, query, body, signal: raw.signal })
    if ('fields' in result) return jsonResponse({ ...result.fields, success: true }, route.status)
    const { chunks, headers } = result.file
    return streamText(chunks, headers, (error) => {
      reportError(options.onError, error, raw)
      // Else the server would end the response as if it were complete.
      nodeRequestOf(c)?.destroy?.()
    })
  }
}

/**
 * Creates a response whose body is created as fast as the client reads it.
 *
 * @param onError Called with an error after the first chunk, which ends the response in the middle.
 * @throws what the generator throws before its first chunk, so that it has a status of its own
 */
async function streamText(
  chunks: AsyncGenerator<string, void, undefined>,
  headers: Readonly<Record<string, string>>,
  onError: (error: unknown) => void,
): Promise<Response> {
  const encoder = new TextEncoder()
  let next = await chunks.next()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next.done) return controller.close()
        controller.enqueue(encoder.encode(next.value))
        try {
          next = await chunks.next()
          if (next.done) controller.close()
        } catch (error) {
          onError(error)
          controller.error(new Error('The file could not be completed'))
        }
      },
      async cancel() {
        await chunks.return()
      },
    },
    // Nothing is loaded for a HEAD request, or a client that has gone.
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { ...headers, ...noStore } })
}
