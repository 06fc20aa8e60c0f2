import { operations } from '../../../src/engine/operations/list.js'
import type { Route } from '../../../src/engine/operations/operation.js'
import type { OperationName } from '../../../src/engine/operations/operation-name.js'
import type { QuoteEngine } from '../../../src/engine/quote-engine.js'

const samplePaths: Readonly<Record<string, string>> = { name: 'vip' }

/** Every operation with its route, so that tests meet new ones too. */
export const allRoutes: readonly (readonly [name: string, route: Route])[] = Object.entries(
  operations,
).map(([name, { route }]) => [name, route])

export const commands = allRoutes.filter(([, { method }]) => method !== 'GET')

export const quoteCommands = commands.filter(([, { path }]) => path.includes('{quoteId}'))

/** Returns the path of a route, with values for its parameters. */
export function pathOf({ path }: Route, quoteId: string): string {
  const values = { ...samplePaths, quoteId: encodeURIComponent(quoteId) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name as 'quoteId'])
  return `/v3/bc/public${filled}`
}

type Prepare = (engine: QuoteEngine, quoteId: string) => Promise<{ readonly version: number }>

const context = { storeId: 'store-1' }
const send: Prepare = (engine, quoteId) => engine.sendQuote(context, quoteId)

/** What has to be done to a new quote before a command is possible; nothing for all others. */
const preparations: Partial<Record<string, Prepare>> = {
  restoreQuote: (engine, quoteId) => engine.deleteQuote(context, quoteId),
  requestRevision: send,
  reviseQuote: send,
  acceptQuote: send,
  declineQuote: send,
  recordDelivery: send,
  async orderQuote(engine, quoteId) {
    await send(engine, quoteId)
    return engine.acceptQuote(context, quoteId, { revision: 1 })
  },
} satisfies Partial<Record<OperationName, Prepare>>

/** Makes a command with its example possible for a new quote, and returns its version then. */
export async function prepare(name: string, engine: QuoteEngine, quoteId: string): Promise<number> {
  return (await preparations[name]?.(engine, quoteId))?.version ?? 1
}

/** A request of a route with its example. */
export function requestOf({ method, example }: Route) {
  return { method, body: example === undefined ? null : JSON.stringify(example) }
}
