import type { Route } from '../../../src/engine/operation.js'
import { createTemplate } from '../../../src/features/templates/template-changes.js'
import { takesIdempotencyKey, takesIfMatch } from '../../../src/http/routes/route.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { operations } from '../../../src/quote-engine/operations.js'
import type { OperationName, QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { approvalTag } from '../../engine/sample-approvals.js'

/** The id of the template that {@link storageWithTemplate} has. */
const sampleTemplateId = '019a0000-0000-7000-8000-000000000001'

const samplePaths: Readonly<Record<string, string>> = {
  name: 'vip',
  userId: 'u1',
  templateId: sampleTemplateId,
}

/** Returns a storage with the template that the paths of {@link pathOf} name. */
export async function storageWithTemplate(): Promise<StoragePort> {
  const storage = memoryStorage()
  const input = { templateId: sampleTemplateId, now: 1_000 }
  const change = createTemplate({ name: 'Office' }, [{ id: 118, qty: 2 }], input)
  await storage.commit('store-1', { changes: [change] })
  return storage
}

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

type Prepare = (engine: QuoteEngine, quoteId: string) => Promise<{ readonly version: number }>

const context = { storeId: 'store-1' }
const send: Prepare = (engine, quoteId) => engine.sendQuote(context, quoteId)

const tagForApproval: Prepare = (engine, quoteId) =>
  engine.updateQuote(context, quoteId, { tag_list: [approvalTag] })
const requestApproval: Prepare = async (engine, quoteId) => {
  await tagForApproval(engine, quoteId)
  return engine.requestApproval(context, quoteId)
}

/** What has to be done to a new quote before a command is possible; nothing for all others. */
const preparations: Partial<Record<string, Prepare>> = {
  requestApproval: tagForApproval,
  approveQuote: requestApproval,
  rejectApproval: requestApproval,
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
  async closeOrder(engine, quoteId) {
    await send(engine, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    const lines = [{ key: '1-1', qty: 1 }]
    return engine.orderQuote(context, quoteId, { order_id: 'order-1', lines })
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
