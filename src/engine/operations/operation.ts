import type { EngineRuntime } from '../runtime.js'

/** A method of the engine: how it is implemented, and how it is served over HTTP. */
export interface Operation<Method> {
  /** Creates the method for an engine. */
  readonly create: (runtime: EngineRuntime) => Method
  readonly route: Route
}

/** The HTTP route of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path after the prefix, with its parameters in braces. */
  readonly path: string
  /** Where the arguments between the context and the options come from. */
  readonly args: readonly RouteArgument[]
  /** The status of a successful response. */
  readonly status: 200 | 201 | 204
  /** What the body of a successful response is. */
  readonly response: ResponseBody
  /** What the query string sets in the options. Absent if there are no such options. */
  readonly query?: RouteQuery
}

export type RouteArgument = 'quoteId' | 'name' | 'body'

export type RouteQuery = 'version' | 'page' | 'filter' | 'filteredPage'

export type ResponseBody =
  | 'createdQuote'
  | 'quote'
  | 'quotes'
  | 'count'
  | 'history'
  | 'events'
  | 'tags'
  | 'tag'
  | 'none'

/** Defines an operation. Its type makes the implementation check itself against the method. */
export function defineOperation<Method>(operation: Operation<Method>): Operation<Method> {
  return Object.freeze(operation)
}
