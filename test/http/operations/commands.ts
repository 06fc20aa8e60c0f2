import { operations } from '../../../src/engine/operations/list.js'
import type { Route } from '../../../src/engine/operations/operation.js'
import { takesIdempotencyKey, takesIfMatch } from '../../../src/http/routes/route-path.js'

const samplePaths: Readonly<Record<string, string>> = { name: 'vip' }

/** Every operation with its route, so that tests meet new ones too. */
export const allRoutes: readonly (readonly [name: string, route: Route])[] = Object.entries(
  operations,
).map(([name, { route }]) => [name, route])

/** Those that take an idempotency key. */
export const commands = allRoutes.filter(([, route]) => takesIdempotencyKey(route))

/** Those that change an existing quote. */
export const quoteCommands = commands.filter(([, route]) => takesIfMatch(route))

/** Returns the path of a route, with values for its parameters. */
export function pathOf({ path }: Route, quoteId: string): string {
  const values = { ...samplePaths, quoteId: encodeURIComponent(quoteId) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name as 'quoteId'])
  return `/v3/bc/public${filled}`
}

/** A request of a route with its example. Commands of a quote can be sent to a new quote. */
export function requestOf({ method, example }: Route) {
  return { method, body: example === undefined ? null : JSON.stringify(example) }
}
