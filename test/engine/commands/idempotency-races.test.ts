import { expect, it } from 'vitest'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

interface Race {
  readonly changes?: UpdateQuoteRequest
  readonly first?: UpdateQuoteRequest
  readonly expectedVersion?: number
}

/**
 * Prepares an update that finds its key unused, and then loses against an update of a second engine
 * that commits before the quote is loaded.
 */
async function race({ changes = { tag_list: ['vip'] }, first = changes, ...options }: Race) {
  const storage = memoryStorage()
  const other = engineWith({ storage })
  const products = [1, 2].map((id) => ({ id, qty: 1 }))
  const { quoteId } = await other.createQuote(context, { ...request, products })
  await other.updateQuote(context, quoteId, { products: [{ id: 1, qty: 2 }, { id: 2 }] })
  const once = { ...options, idempotencyKey: 'key-1' }
  let firstResult: unknown
  const engine = engineWith({
    storage: {
      ...storage,
      async load(...ids) {
        firstResult ??= await other.updateQuote(context, quoteId, first, once)
        return storage.load(...ids)
      },
    },
  })
  const update = () => engine.updateQuote(context, quoteId, changes, once)
  return { update, firstResult: () => firstResult, other, quoteId }
}

it.each<[string, Race]>([
  ['its expected version', { expectedVersion: 2 }],
  ['the lines that it names', { changes: { products: [{ key: '1-1' }, { id: 1, qty: 1 }] } }],
])(
  'updateQuote returns the result of the same request that has just changed %s',
  async (_, given) => {
    const { update, firstResult, other, quoteId } = await race(given)
    expect(JSON.stringify(await update())).toBe(JSON.stringify(firstResult()))
    expect((await other.getQuote(context, quoteId)).version).toBe(3)
  },
)

it('updateQuote rejects with idempotency_key_reused before any other rejection', async () => {
  const { update } = await race({ first: { tag_list: ['other'] }, expectedVersion: 2 })
  expect((await errorOf(update)).code).toBe('idempotency_key_reused')
})
