import { type Context, Hono } from 'hono'
import { isInstance } from '../errors/thrown.js'
import { type StoreRoute, storeRoutes } from '../files/routes.js'
import { operations } from '../quote-engine/operations.js'
import { createOnFirstCall } from '../validation/create-on-first-call.js'
import { checkOptions } from '../validation/schemas/app-options.js'
import { createSignalRunner } from './client-signal.js'
import { createOpenApiDocument, type DocumentOptions } from './openapi/document.js'
import { defaultPrefix, type HttpAppOptions, httpOptionsSchema } from './options.js'
import { HttpProblem, internalError, problemResponse, toProblem } from './problem-details.js'
import { reportError } from './report-error.js'
import { operationHandler } from './routes/operation-handler.js'
import {
  hasMethod,
  operationsOfFeatures,
  type RouteList,
  type ServedRoute,
  servedOperations,
  toHonoPath,
} from './routes/route.js'
import { storeHandler } from './routes/store-handler.js'

/**
 * Creates a Hono app that serves the operations of an engine: the published interface, and every
 * other one. `app.fetch` takes and returns web-standard requests and responses.
 * `@hono/node-server` serves it with Node and mounts it into Express, Fastify and Nest.
 *
 * Its OpenAPI document is at `/openapi.json` below the prefix, and needs no authentication.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const authenticate = tokenAuthenticator({ 'store-1': [token] })
 * serve({ fetch: createHttpApp({ engine, authenticate }).fetch })
 */
export function createHttpApp<Raw = unknown>(options: HttpAppOptions<Raw>): Hono {
  const list: RouteList = { ...operations, ...operationsOfFeatures<RouteList>(options?.engine) }
  const names = [...Object.keys(list), ...storeRoutes.map(({ name }) => name)]
  checkOptions(httpOptionsSchema(names), options)
  return createAppOf(list, options, storeRoutes)
}

/** Creates the app that serves a list of operations, and functions that call them. */
export function createAppOf(
  list: RouteList,
  options: HttpAppOptions,
  functions: readonly StoreRoute[] = [],
): Hono {
  const { engine, maxBodyBytes = 2 ** 20, prefix = defaultPrefix, baseUrl = '' } = options
  const location = `${baseUrl}${prefix}`
  const served = servedOperations(list, engine, options.operations)
  const servedFunctions = functions.filter(
    ({ name, calls }) =>
      options.operations?.includes(name) !== false &&
      calls.every((each) => hasMethod(engine, each)),
  )
  const runtime = { options, maxBodyBytes, location, withClientSignal: createSignalRunner() }
  const app = new Hono()

  app.onError((error, c) => {
    const problem = toProblem(error)
    if (problem.status >= 500) reportError(options.onError, error, c.req.raw)
    return problemResponse(problem)
  })
  app.notFound(() => {
    throw new HttpProblem('not_found', `No such path; quotes are at ${prefix}/quotes`)
  })
  mountRoutes(app, [
    ...served.map((operation) => ({
      method: operation.route.method,
      path: `${prefix}${toHonoPath(operation.route)}`,
      handler: createOnFirstCall(() => operationHandler(operation, runtime)),
    })),
    ...servedFunctions.map((route) => ({
      method: route.route.method,
      path: `${prefix}${toHonoPath(route.route)}`,
      handler: createOnFirstCall(() => storeHandler(route, runtime)),
    })),
    documentRoute(prefix, [...served, ...servedFunctions], {
      serverUrl: location,
      challenge: options.challenge,
      fields: engine.fields,
    }),
  ])
  return app
}

/** Serves the OpenAPI document, which is created with the first request. */
function documentRoute(
  prefix: string,
  served: readonly ServedRoute[],
  documentOptions: DocumentOptions,
): MountedRoute {
  return {
    method: 'GET',
    path: `${prefix}/openapi.json`,
    handler: createOnFirstCall(() => {
      const json = JSON.stringify(createOpenApiDocument(served, documentOptions))
      return () => new Response(json, { headers: { 'content-type': 'application/json' } })
    }),
  }
}

/** A method of a path, and how to respond to it. */
interface MountedRoute {
  readonly method: string
  /** The path as Hono writes it. */
  readonly path: string
  readonly handler: (c: Context) => Promise<Response> | Response
}

/** Mounts routes. Every other method of their paths is rejected with 405 and `Allow`. */
function mountRoutes(app: Hono, routes: readonly MountedRoute[]): void {
  for (const { method, path, handler } of routes) app.on(method, path, handle(handler))
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    app.all(path, methodNotAllowed(getAllow(methods)))
  }
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** A path that is read with GET can be read with HEAD as well. */
function getAllow(methods: readonly string[]): string {
  return methodOrder
    .filter((method) => methods.includes(method === 'HEAD' ? 'GET' : method))
    .join(', ')
}

function methodNotAllowed(allow: string) {
  return () => {
    throw new HttpProblem('method_not_allowed', `Method not allowed; use ${allow}`, { allow })
  }
}

/** Wraps thrown values that are no errors, because Hono's `onError` receives errors only. */
function handle(handler: MountedRoute['handler']) {
  return async (c: Context): Promise<Response> => {
    try {
      return await handler(c)
    } catch (cause) {
      throw isInstance(cause, Error) ? cause : internalError(cause)
    }
  }
}
