import type { Route } from '../../engine/operation.js'
import { QuoteError, type QuoteErrorCode } from '../../errors.js'
import type { StoreRoute } from '../../files/routes.js'
import type { QuoteEngine } from '../../quote-engine/quote-engine.js'

/** An operation with its name. */
export interface NamedRoute {
  readonly name: string
  readonly route: Route
  readonly errors?: readonly QuoteErrorCode[] | undefined
}

/** A route with its name: of an operation, or of a function that calls several. */
export type ServedRoute =
  | NamedRoute
  | (Pick<StoreRoute, 'name' | 'route'> & { readonly errors?: never })

/** Operations by name. */
export type RouteList = Readonly<Record<string, Omit<NamedRoute, 'name'>>>

/**
 * Returns the operations to serve, in the order of the list: those of `names`, by default all. An
 * engine of another version of the package may lack a method; that operation is not served.
 */
export function servedOperations(
  list: RouteList,
  engine: QuoteEngine,
  names: readonly string[] = Object.keys(list),
): readonly NamedRoute[] {
  return Object.entries(list)
    .filter(([name]) => names.includes(name) && hasMethod(engine, name))
    .map(([name, { route, errors }]) => ({ name, route, errors }))
}

/** Returns false for an operation of another version of the package. */
export function hasMethod(engine: object, name: string): boolean {
  return typeof methodOf(engine, name) === 'function'
}

/** Returns the method of an operation. That of a feature is `engine.features.callNotes.addNote`. */
export function methodOf(engine: object, name: string): unknown {
  const { features } = engine as { readonly features?: object }
  const [feature = '', operation] = name.split('.')
  const [owner, key] =
    operation === undefined ? [engine, name] : [ownField(features, feature), operation]
  return Object(owner)[key]
}

function ownField(value: object | undefined, name: string): unknown {
  return value !== undefined && Object.hasOwn(value, name) ? Object(value)[name] : undefined
}

/** Returns the operations of the features of an engine, by names such as `callNotes.addNote`. */
export function operationsOfFeatures<Operations extends object>(
  engine: Partial<QuoteEngine> | undefined,
): Operations {
  return (engine?.featureOperations ?? {}) as Operations
}

const parameter = /\{(\w+)\}/g

/** Returns the names of the parameters in a path, in order. */
export function pathParameters({ path }: Pick<Route, 'path'>): readonly string[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => name)
}

/** Returns a path as Hono writes it. */
export function toHonoPath({ path }: Pick<Route, 'path'>): string {
  return path.replaceAll(parameter, ':$1')
}

/** Returns true for a route that changes something. */
export function isCommand({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET'
}

/** The parameters that are the id of a record with versions. Each comes first in its paths. */
export type VersionedParameter = 'quoteId' | 'templateId'

/** Returns the parameter of a path that is the id of a record with versions, if it has one. */
export function versionedParameter(route: Pick<Route, 'path'>): VersionedParameter | undefined {
  const [first] = pathParameters(route)
  return first === 'quoteId' || first === 'templateId' ? first : undefined
}

/** Returns true for a command of an existing quote or template, which takes `If-Match`. */
export function takesIfMatch(route: Pick<Route, 'method' | 'path' | 'takesNo'>): boolean {
  return (
    isCommand(route) &&
    versionedParameter(route) !== undefined &&
    route.takesNo?.includes('expectedVersion') !== true
  )
}

/** Returns true for a command that takes an `Idempotency-Key`. */
export function takesIdempotencyKey(route: Pick<Route, 'method' | 'takesNo'>): boolean {
  return isCommand(route) && route.takesNo?.includes('idempotencyKey') !== true
}

/** Returns true for a command that takes `preview`. */
export function takesPreview(route: Pick<Route, 'method' | 'takesNo'>): boolean {
  return isCommand(route) && route.takesNo?.includes('preview') !== true
}

/**
 * Rejects a body with a field that only code of the host sets.
 *
 * @throws QuoteError `invalid_request` at the field
 */
export function rejectHostFields({ hostOnly = [] }: Pick<Route, 'hostOnly'>, body: unknown): void {
  const field = hostOnly.find((name) => Object.hasOwn(Object(body), name))
  if (field === undefined) return
  const message = 'can only be set by code of the host, not by a request'
  throw new QuoteError('invalid_request', { errors: { [field]: message } })
}
