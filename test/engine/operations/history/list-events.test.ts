import { describe, expect, it } from 'vitest'
import { replayQuote } from '../../../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../../ports.js'

async function storeWithThreeEvents() {
  const engine = engineWith()
  const { quoteId } = await engine.createQuote(context, request)
  await engine.createQuote(context, request)
  await engine.updateQuote({ storeId: 'store-1' }, quoteId, { tag_list: ['vip'] })
  return engine
}

describe('listEvents', () => {
  it('lists the commits of a store in order: kind, id, version, operation and who made it', async () => {
    const engine = await storeWithThreeEvents()
    const { items } = await engine.listEvents(context)
    expect(
      items.map(({ position, kind, id, entry: { version, operation, by } }) => [
        position,
        kind,
        id,
        version,
        operation,
        by,
      ]),
    ).toEqual([
      [1, 'quote', 'quote-1', 1, 'create', 'ann'],
      [2, 'quote', 'quote-2', 1, 'create', 'ann'],
      [3, 'quote', 'quote-1', 2, 'update', undefined],
    ])
  })

  it('lists entries that can be replayed to the quotes', async () => {
    const engine = await storeWithThreeEvents()
    const { items } = await engine.listEvents(context)
    const entries = items.filter(({ id }) => id === 'quote-1').map(({ entry }) => entry)
    expect(replayQuote(entries)).toEqual((await engine.getQuote(context, 'quote-1')).quote)
  })

  it('continues after a position', async () => {
    const engine = await storeWithThreeEvents()
    const first = await engine.listEvents(context, { limit: 2 })
    expect(first.items.map(({ position }) => position)).toEqual([1, 2])
    expect(first.next).toBe(2)
    const second = await engine.listEvents(context, { after: first.next, limit: 2 })
    expect(second.items.map(({ position }) => position)).toEqual([3])
    expect(second).not.toHaveProperty('next')
    expect(await engine.listEvents(context, { after: 3 })).toEqual({ items: [] })
    await engine.createQuote(context, request)
    const later = await engine.listEvents(context, { after: 3 })
    expect(later.items.map(({ position }) => position)).toEqual([4])
  })

  it('lists no events of another store', async () => {
    const engine = await storeWithThreeEvents()
    expect(await engine.listEvents({ storeId: 'store-2' })).toEqual({ items: [] })
  })

  it('lists no event for an update that changes nothing or is rejected', async () => {
    const engine = await storeWithThreeEvents()
    await engine.updateQuote(context, 'quote-1', { tag_list: ['vip'] })
    await errorOf(() => engine.updateQuote(context, 'quote-1', { products: [] }))
    expect((await engine.listEvents(context)).items).toHaveLength(3)
  })

  it('returns deeply frozen pages', async () => {
    const page = await (await storeWithThreeEvents()).listEvents(context)
    expect(Object.isFrozen(page)).toBe(true)
    expect(Object.isFrozen(page.items)).toBe(true)
    expect(Object.isFrozen(page.items[0]?.entry.patches)).toBe(true)
  })

  it('requests 100 events and 4 MiB by default', async () => {
    const ranges: unknown[] = []
    const inner = memoryStorage()
    const engine = engineWith({
      storage: {
        ...inner,
        listEvents(storeId, range) {
          ranges.push(range)
          return inner.listEvents(storeId, range)
        },
      },
    })
    await engine.listEvents(context)
    expect(ranges).toEqual([{ afterPosition: 0, limit: 100, maxBytes: 4 * 2 ** 20 }])
  })

  it.each([
    ['after', -1, 'must be an integer from 0 to 9007199254740991, received the number -1'],
    ['after', 1.5, 'must be an integer from 0 to 9007199254740991, received the number 1.5'],
    ['after', '3', 'must be an integer from 0 to 9007199254740991, received the string "3"'],
    [
      'after',
      2 ** 53,
      'must be an integer from 0 to 9007199254740991, received the number 9007199254740992',
    ],
    ['limit', 0, 'must be an integer from 1 to 1000, received the number 0'],
    ['limit', 1_001, 'must be an integer from 1 to 1000, received the number 1001'],
    ['limit', null, 'must be an integer from 1 to 1000, received null'],
    ['x', 1, expect.stringMatching(/^is not a known field/)],
  ])('rejects the option %s: %j', async (option, value, message) => {
    const error = await errorOf(() => engineWith().listEvents(context, { [option]: value }))
    expect(error).toMatchObject({
      code: 'invalid_options',
      details: { errors: { [option]: message } },
    })
  })

  it('rejects options that are not an object', async () => {
    expect(await errorOf(() => engineWith().listEvents(context, 5 as never))).toMatchObject({
      code: 'invalid_options',
      details: { errors: { '': 'must be an object' } },
    })
  })

  it.each([[{ after: Number.MAX_SAFE_INTEGER, limit: 1_000 }], [{ after: 0, limit: 1 }]])(
    'accepts the options %j',
    async (options) => {
      expect((await engineWith().listEvents(context, options)).items).toEqual([])
    },
  )
})
