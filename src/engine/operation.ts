import type * as z from 'zod'
import type { PortName } from '../errors/operation-names.js'
import type { QuoteErrorCode } from '../errors.js'
import type { Role } from '../quote/model/transitions.js'
import type { PagedResult } from './execution/pages.js'
import type { EngineRuntime } from './runtime.js'

/** A method of the engine: who can call it, how it is implemented and served over HTTP. */
export type Operation<Method> = {
  readonly roles: OperationRoles
  /**
   * The codes of its own errors, which `@throws` of the method explains. Those of every method, and
   * those that follow from the route, are described at the engine.
   *
   * @default none
   */
  readonly errors?: readonly QuoteErrorCode[]
  /** Creates the method for an engine, with the name that it has there. */
  readonly create: (runtime: EngineRuntime, name: string) => Method
  readonly route: Route
  /**
   * Present if agents get the operation as a tool by default. Those that a person should do, that a
   * program does, or that set up a store, are only tools of hosts that name them.
   */
  readonly tool?: DefaultTool
} & (Method extends PagedMethod ? { readonly isPaged: true } : { readonly isPaged?: never })

/** What agents should know of an operation that they get by default. */
export interface DefaultTool {
  /** What a model needs to know besides the summary and the request. Each token costs. */
  readonly hint?: string
  /** True if it is of no use without the option `approvals`. */
  readonly needsApprovals?: true
}

/**
 * The roles that can call an operation: some; those of its transitions in the life cycle of the
 * engine; or all, whose calls the operation itself or the option `permit` can restrict. It is
 * checked before the operation runs. A caller without a role can call all.
 */
export type OperationRoles = readonly Role[] | 'transitions' | 'all'

/** The operations of an interface of methods, by their names. */
export type OperationsOf<Methods> = {
  readonly [Name in keyof Methods]: Operation<Methods[Name]>
}

/** Returns the codes of a port that fails, besides `timeout`. */
export function errorsOfPort<Port extends PortName>(port: Port) {
  return [`${port}_failed`, `${port}_invalid_response`] as const
}

/** The roles of those who offer. */
export const internalRoles: readonly Role[] = ['seller', 'system']

// biome-ignore lint/suspicious/noExplicitAny: any method that lists
type PagedMethod = (...args: any[]) => PagedResult<any, any>

/**
 * The HTTP route of an operation. A `GET` route reads. All others are commands: they take an
 * idempotency key and `preview`, and `expectedVersion` if their path has a `{quoteId}` or a
 * `{templateId}`, except for what `takesNo` names.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * The path after the prefix. Its parameters, in braces, are the arguments of the method after the
   * context.
   */
  readonly path: string
  /** What the operation does, in a few words. */
  readonly summary: string
  /**
   * Returns the schema of the JSON body, which is the next argument. The body is optional if the
   * schema accepts undefined. It describes a request to clients; the method itself parses it.
   * Limits have their defaults.
   */
  readonly body?: () => z.ZodType
  /** Fields of the request that only code of the host sets: a body with one is rejected. */
  readonly hostOnly?: readonly string[]
  /** A body, for the documentation. */
  readonly example?: object
  /**
   * Returns what parses the query string of a `GET` route to options of the method. By default, it
   * has none.
   */
  readonly query?: () => z.ZodType<object>
  /**
   * What this command does not take, so that a header of it is ignored: `expectedVersion` if it
   * does not change the quote in its path, `idempotencyKey` if it can be repeated without one,
   * `preview` if it only reads, or cannot tell beforehand what it would do.
   */
  readonly takesNo?: readonly ('expectedVersion' | 'idempotencyKey' | 'preview')[]
  /** The status of a successful response. */
  readonly status: 200 | 201 | 204
  /** What the body of a successful response is. */
  readonly response: ResponseBody
  /** Returns the schema of the `value` of a `featureRecord`, to describe it. */
  readonly value?: () => z.ZodType
}

export type ResponseBody =
  | 'createdQuote'
  | 'quote'
  | 'quotes'
  | 'count'
  | 'history'
  | 'events'
  | 'tags'
  | 'tag'
  | 'message'
  | 'messages'
  | 'reported'
  | 'users'
  | 'user'
  | 'createdTemplate'
  | 'template'
  | 'templates'
  | 'repriced'
  | 'shippingOptions'
  | 'featureRecord'
  | 'featureHistory'
  | 'none'

/** Defines an operation. Its type makes the implementation check itself against the method. */
export function defineOperation<Method>(operation: Operation<Method>): Operation<Method> {
  Object.freeze(operation)
  return operation
}
