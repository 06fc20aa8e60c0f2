import type { Context, Hono } from 'hono'
import { HttpProblem, internalError, isInstance } from '../problem-details.js'

/** A method of a path, and how to respond to it. */
export interface MountedRoute {
  readonly method: string
  /** The path as Hono writes it. */
  readonly path: string
  readonly handler: (c: Context) => Promise<Response> | Response
}

/** Mounts routes. Every other method of their paths is rejected with 405 and `Allow`. */
export function mountRoutes(app: Hono, routes: readonly MountedRoute[]): void {
  for (const { method, path, handler } of routes) app.on(method, path, handle(handler))
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    app.all(path, methodNotAllowed(allowOf(methods)))
  }
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** A path that is read with GET can be read with HEAD as well. */
function allowOf(methods: readonly string[]): string {
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
