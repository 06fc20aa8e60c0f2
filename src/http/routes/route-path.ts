import type { Route } from '../../engine/operations/operation.js'

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

/** Returns true for a command that changes an existing quote, which takes `If-Match`. */
export function takesIfMatch(route: Pick<Route, 'method' | 'path' | 'takesNo'>): boolean {
  const isOfQuote = isCommand(route) && pathParameters(route).includes('quoteId')
  return isOfQuote && route.takesNo !== 'expectedVersion'
}

/** Returns true for a command that takes an `Idempotency-Key`. */
export function takesIdempotencyKey(route: Pick<Route, 'method' | 'takesNo'>): boolean {
  return isCommand(route) && route.takesNo !== 'idempotencyKey'
}
