import { operations } from '../../../src/engine/operations/list.js'
import type { Route } from '../../../src/engine/operations/operation.js'
import { takesIdempotencyKey, takesIfMatch } from '../../../src/http/routes/route-path.js'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { createTemplate } from '../../../src/store/templates/template-record.js'

/** The id of the template that {@link storageWithTemplate} has. */
const sampleTemplateId = '019a0000-0000-7000-8000-000000000001'

const samplePaths: Readonly<Record<string, string>> = {
  name: 'vip',
  userId: 'u1',
  templateId: sampleTemplateId,
}

/** Returns a storage with the template that the paths of {@link pathOf} name. */
export async function storageWithTemplate(): Promise<QuoteStorage> {
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

/** A request of a route with its example. Commands of a quote can be sent to a new quote. */
export function requestOf({ method, example }: Route) {
  return { method, body: example === undefined ? null : JSON.stringify(example) }
}
