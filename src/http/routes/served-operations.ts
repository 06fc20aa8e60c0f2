import type { Route } from '../../engine/operations/operation.js'
import type { QuoteEngine } from '../../engine/quote-engine.js'

/** An operation with its name. */
export interface NamedRoute {
  readonly name: string
  readonly route: Route
}

/** Operations by name. */
export type RouteList = Readonly<Record<string, { readonly route: Route }>>

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
    .map(([name, { route }]) => ({ name, route }))
}

function hasMethod(engine: object, name: string): boolean {
  return typeof (engine as Record<string, unknown>)[name] === 'function'
}
