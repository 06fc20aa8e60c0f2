import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { collect } from '../../engine/list-methods.js'
import { context, engineWith, errorOf, request } from '../../engine/ports.js'

const buyer = { storeId: 'store-1', role: 'buyer' } as const
const roles = ['seller', 'system', undefined] as const

/** An engine with a quote whose messages 2, 3 and 6 are for the customer, and 1, 4, 5 internal. */
async function sixMessages(options: Parameters<typeof engineWith>[0] = {}) {
  const engine = engineWith(options)
  const { quoteId } = await engine.createQuote(context, request)
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const visibility = [2, 3, 6].includes(id) ? 'customer' : 'internal'
    await engine.addMessage(context, quoteId, { text: `message ${id}`, visibility })
  }
  return { engine, quoteId }
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)

describe('listMessages', () => {
  it('returns no messages of a quote that never had any', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    expect(await engine.listMessages(context, quoteId)).toEqual({ items: [] })
  })

  it.each(roles)('lists all messages in order for the role %s', async (role) => {
    const { engine, quoteId } = await sixMessages()
    const caller = { ...context, role }
    const { items, next } = await engine.listMessages(caller, quoteId)
    expect([idsOf(items), next]).toEqual([[1, 2, 3, 4, 5, 6], undefined])
    expect(idsOf(await collect(engine.listMessages(caller, quoteId, { limit: 1 })))).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
  })

  it('lists only messages for the customer for a buyer, in full pages', async () => {
    const { engine, quoteId } = await sixMessages()
    const list = (options = {}) => engine.listMessages(buyer, quoteId, options)
    expect(JSON.stringify(await list())).not.toContain('internal')
    expect(idsOf((await list()).items)).toEqual([2, 3, 6])
    const first = await list({ limit: 2 })
    expect([idsOf(first.items), first.next]).toEqual([[2, 3], 3])
    const second = await list({ limit: 2, after: first.next })
    expect([idsOf(second.items), second.next]).toEqual([[6], undefined])
    expect(idsOf(await collect(list({ limit: 1 })))).toEqual([2, 3, 6])
  })

  it('has no next page for a buyer if only internal messages follow', async () => {
    const { engine, quoteId } = await sixMessages()
    await engine.addMessage(context, quoteId, { text: 'Secret', visibility: 'internal' })
    const page = await engine.listMessages(buyer, quoteId, { limit: 3 })
    expect([idsOf(page.items), page]).toEqual([[2, 3, 6], { items: page.items }])
    expect(await engine.listMessages(buyer, quoteId, { after: 6 })).toEqual({ items: [] })
  })

  it('continues after any id', async () => {
    const { engine, quoteId } = await sixMessages()
    for (const [after, ids] of [
      [0, [1, 2]],
      [4, [5, 6]],
      [6, []],
      [Number.MAX_SAFE_INTEGER, []],
    ] as const)
      expect(
        idsOf((await engine.listMessages(context, quoteId, { after, limit: 2 })).items),
      ).toEqual(ids)
  })

  it('ends a page with the message that reaches maxPageBytes', async () => {
    const { engine, quoteId } = await sixMessages({ limits: { maxPageBytes: 1 } })
    const { items, next } = await engine.listMessages(context, quoteId)
    expect([idsOf(items), next]).toEqual([[1], 1])
    expect(idsOf(await collect(engine.listMessages(context, quoteId)))).toEqual([1, 2, 3, 4, 5, 6])
    expect(idsOf(await collect(engine.listMessages(buyer, quoteId)))).toEqual([2, 3, 6])
  })

  it('lists those that are added during an iteration', async () => {
    const { engine, quoteId } = await sixMessages()
    const ids: number[] = []
    for await (const { id } of engine.listMessages(context, quoteId, { limit: 3 })) {
      if (id === 1)
        await engine.addMessage(context, quoteId, { text: 'Late', visibility: 'internal' })
      ids.push(id)
    }
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it.each([
    ['unknown', 'none', 'store-1'],
    ['invalid', '\ud800', 'store-1'],
    ["another store's", 'quote-1', 'store-2'],
  ])('rejects a quote that is %s', async (_, quoteId, storeId) => {
    const { engine } = await sixMessages()
    const call = () => engine.listMessages({ storeId }, quoteId)
    expect((await errorOf(call)).code).toBe('quote_not_found')
  })

  it.each(['deleteQuote', 'eraseQuote'] as const)('rejects a quote after %s', async (method) => {
    const { engine, quoteId } = await sixMessages()
    await engine[method](context, quoteId)
    const call = () => engine.listMessages(context, quoteId)
    expect((await errorOf(call)).code).toBe('quote_not_found')
    if (method === 'eraseQuote') return
    await engine.restoreQuote(context, quoteId)
    expect((await engine.listMessages(context, quoteId)).items).toHaveLength(6)
  })

  it.each([{ limit: 0 }, { limit: 1_001 }, { after: -1 }, { after: '1' }, { x: 1 }])(
    'rejects the options %j',
    async (options) => {
      const { engine, quoteId } = await sixMessages()
      const call = () => engine.listMessages(context, quoteId, options as never)
      expect((await errorOf(call)).code).toBe('invalid_options')
    },
  )

  it('asks permit with the quote for every page', async () => {
    const asked: unknown[] = []
    const storage = memoryStorage()
    const { quoteId } = await sixMessages({ storage })
    const engine = engineWith({
      storage,
      permit(caller, operation, record, next) {
        asked.push([caller.role, operation, record?.quoteId, next])
        return asked.length < 3 || 'enough'
      },
    })
    const call = () => collect(engine.listMessages(buyer, quoteId, { limit: 1 }))
    expect(await errorOf(call)).toMatchObject({
      code: 'not_permitted',
      details: { operation: 'listMessages', reason: 'enough' },
    })
    expect(asked).toEqual(
      Array.from({ length: 3 }, () => ['buyer', 'listMessages', quoteId, undefined]),
    )
  })
})

it('internal messages are in no list for buyers: neither events nor the history of a quote', async () => {
  const { engine, quoteId } = await sixMessages()
  const text = 'Secret margin'
  await engine.addMessage(context, quoteId, { text, visibility: 'internal' })
  expect(await errorOf(() => engine.listEvents(buyer))).toMatchObject({
    code: 'not_permitted',
    details: { operation: 'listEvents', reason: 'it needs the role seller or system' },
  })
  const lists = [
    await engine.listMessages(buyer, quoteId),
    await engine.listHistory(buyer, quoteId),
    await engine.getQuote(buyer, quoteId),
    await engine.listQuotes(buyer, { text }),
  ]
  expect(JSON.stringify(lists)).not.toContain(text)
  for (const role of ['seller', 'system', undefined] as const)
    expect((await engine.listEvents({ ...context, role })).items).toHaveLength(8)
})
