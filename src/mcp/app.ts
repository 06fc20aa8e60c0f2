import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type Context, Hono } from 'hono'
import { authenticateRequest } from '../http/authenticate-request.js'
import { createSignalRunner } from '../http/client-signal.js'
import { HttpProblem, problemResponse, toProblem } from '../http/problem-details.js'
import { reportError } from '../http/report-error.js'
import { loadJsonBody } from '../http/request/body.js'
import { hostHasReadBody } from '../http/request/host-body.js'
import { operationsOfFeatures } from '../http/routes/route.js'
import { operations } from '../quote-engine/operations.js'
import { checkOptions } from '../validation/schemas/app-options.js'
import { defaultPath, type McpAppOptions, mcpAppOptionsSchema } from './options.js'
import { createServerOf } from './server.js'
import { createToolset, type OperationList } from './toolset.js'

/**
 * Creates a Hono app that serves an engine to agents over Streamable HTTP. Each request is
 * authenticated and has its own server, so that any process can answer it: there are no sessions.
 * Mount it as the app of `createHttpApp`.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const authenticate = ({ raw }: { raw: express.Request }) => raw.session.user
 * express().use(getRequestListener(createMcpApp({ engine, authenticate }).fetch))
 */
export function createMcpApp<Raw = unknown>(options: McpAppOptions<Raw>): Hono {
  const list = { ...operations, ...operationsOfFeatures<OperationList>(options?.engine) }
  checkOptions(mcpAppOptionsSchema(Object.keys(list)), options)
  const { path = defaultPath, maxBodyBytes = 2 ** 20, challenge = 'Bearer', onError } = options
  const toolset = createToolset(list, options)
  const withClientSignal = createSignalRunner()
  const app = new Hono()

  async function respond(c: Context): Promise<Response> {
    const hostHasRead = hostHasReadBody(c)
    const context = await authenticateRequest(c, { ...options, challenge })
    const parsedBody = await loadJsonBody(c, maxBodyBytes, { hostHasRead, isOptional: false })
    // A rate limit counts requests, and the protocol has no more batches.
    if (Array.isArray(parsedBody))
      throw new HttpProblem('invalid_json', 'The body must be one message, not an array')
    const request = c.req.raw
    return withClientSignal(request, async (signal) => {
      const server = createServerOf(toolset, {
        context,
        signal,
        instructions: options.instructions,
        onError: (error) => reportError(onError, error, request),
      })
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      await server.connect(transport as Parameters<typeof server.connect>[0])
      try {
        return await transport.handleRequest(request, { parsedBody })
      } finally {
        await server.close()
      }
    })
  }

  app.onError((error, c) => {
    const problem = toProblem(error)
    if (problem.status >= 500) reportError(onError, error, c.req.raw)
    return problemResponse(problem)
  })
  app.post(path, respond)
  app.all(path, () => {
    // There is no stream that the server begins, and no session to end.
    throw new HttpProblem('method_not_allowed', 'Method not allowed; use POST', { allow: 'POST' })
  })
  app.notFound(() => {
    throw new HttpProblem('not_found', `No such path; use ${path}`)
  })
  return app
}
