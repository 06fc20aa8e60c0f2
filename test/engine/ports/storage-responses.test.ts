import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { engineWith } from '../ports.js'

describe('listHistory and listEvents', () => {
  const context = { storeId: 'store-1' }
  const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
  const stored = (entry: HistoryEntry) => ({ ...entry, operation: 'price_taxes' })

  it('name an operation of an earlier release as it is named now', async () => {
    const inner = memoryStorage()
    const storage: typeof inner = {
      ...inner,
      async listHistory(...args) {
        const page = await inner.listHistory(...args)
        return { ...page, items: page.items.map(stored) }
      },
      async listEvents(...args) {
        const page = await inner.listEvents(...args)
        const items = page.items.map((event) => ({ ...event, entry: stored(event.entry) }))
        return { ...page, items }
      },
    }
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const history = await engine.listHistory(context, quoteId)
    const events = await engine.listEvents(context)
    expect(history.items.map(({ operation }) => operation)).toEqual(['priceTaxes'])
    expect(events.items.map(({ entry }) => entry.operation)).toEqual(['priceTaxes'])
  })
})
