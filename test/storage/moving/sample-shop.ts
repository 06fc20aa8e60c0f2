import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { createQuoteEngine, type QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import type { RecordRef } from '../../../src/record/record.js'

const products = Array.from({ length: 5 }, (_, index) => ({
  id: index + 1,
  price: 10 + index,
  name: `Product ${index + 1}`,
}))

/** Creates an engine whose catalog has five products in each of these stores. */
export function createShop(storage: StoragePort, ...storeIds: readonly string[]): QuoteEngine {
  const catalog = memoryCatalog(Object.fromEntries(storeIds.map((id) => [id, products])))
  return createQuoteEngine({ storage, catalog, lifecycle: { allowLateAcceptance: true } })
}

/** Makes a store that has records of all kinds: changed, deleted, restored and erased ones. */
export async function fillStore(engine: QuoteEngine, storeId: string): Promise<void> {
  const context = { storeId, actor: 'ann' }
  await engine.setTag(context, 'vip', {
    backgroundColor: 'rgba(10%, 20%, 30%, 0.5)',
    color: 'rgb(10%, 20%, 30%)',
  })
  const line = { id: 1, qty: 2 }
  const template = await engine.createTemplate(context, { name: 'Chairs', products: [line] })
  await engine.updateTemplate(context, template.templateId, { name: 'Tables' })
  const ids: string[] = []
  for (let index = 0; index < 8; index += 1) {
    const request = {
      customer: { name: `Customer ${index}` },
      products: [{ id: 2, qty: index + 1 }],
    }
    const { quoteId } = await engine.createQuote(context, request, { idempotencyKey: `k${index}` })
    ids.push(quoteId)
  }
  const [sent, changed, deleted, restored, erased, discussed] = ids as [string, ...string[]] &
    string[]
  const { quote } = await engine.sendQuote(context, sent, {})
  const offer = { revision: quote.revision as number, seal: quote.seal as string }
  await engine.acceptQuote(context, sent, offer)
  for (let city = 0; city < 40; city += 1)
    await engine.updateQuote(context, changed as string, { customer: { city: `City ${city}` } })
  await engine.updateQuote(context, changed as string, { tag_list: ['vip'] })
  await engine.deleteQuote(context, deleted as string)
  await engine.deleteQuote(context, restored as string)
  await engine.restoreQuote(context, restored as string)
  await engine.updateQuote(context, erased as string, { customer: { name: 'Secret' } })
  await engine.eraseQuote(context, erased as string)
  await engine.addMessage(context, discussed as string, {
    text: 'Hello',
    visibility: 'internal',
  })
}

const all = { limit: 10_000, maxBytes: 2 ** 30 }

/** Returns everything that a storage has of a store, besides idempotency keys. */
export async function readStore(storage: StoragePort, storeId: string) {
  const { items: events } = await storage.listEvents(storeId, { ...all, afterPosition: 0 })
  const refs = new Map<string, RecordRef>(
    events.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }]),
  )
  const histories = []
  for (const ref of refs.values())
    histories.push((await storage.listHistory(storeId, ref, { ...all, afterVersion: 0 })).items)
  const found = []
  for (const kind of ['quote', 'template'])
    for (const deleted of [false, true])
      for (const words of [[], ['customer'], ['tables']]) {
        const filter = { kind, deleted, words, terms: [], times: {} }
        const page = await storage.find(storeId, {
          ...all,
          ...filter,
          order: 'newest',
          after: undefined,
        })
        found.push(page.items.map(({ id }) => id))
      }
  return structuredClone({
    events,
    histories,
    found,
    records: await storage.load(storeId, [...refs.values()]),
  })
}
