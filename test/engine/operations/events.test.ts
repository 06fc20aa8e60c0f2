import { describe, expect, it } from 'vitest'
import { replayQuote } from '../../../src/quote/history/entry.js'
import { context, engineWith, errorOf, request } from '../ports.js'

async function storeWithThreeEvents() {
  const engine = engineWith()
  const { quoteId } = await engine.createQuote(context, request)
  await engine.createQuote(context, request)
  await engine.updateQuote({ storeId: 'store-1' }, quoteId, { tag_list: ['vip'] })
  return engine
}

describe("a store's events", () => {
  it('are its commits in their order: which quote, who, when and what', async () => {
    const engine = await storeWithThreeEvents()
    const { events, next } = await engine.listEvents(context)
    expect(next).toBe(3)
    expect(
      events.map(({ position, quoteId, entry: { version, operation, actor } }) => [
        position,
        quoteId,
        version,
        operation,
        actor,
      ]),
    ).toEqual([
      [1, 'quote-1', 1, 'create', 'ann'],
      [2, 'quote-2', 1, 'create', 'ann'],
      [3, 'quote-1', 2, 'update', undefined],
    ])
  })

  it('carry what replays to the quotes', async () => {
    const engine = await storeWithThreeEvents()
    const { events } = await engine.listEvents(context)
    const entries = events.filter(({ quoteId }) => quoteId === 'quote-1').map(({ entry }) => entry)
    expect(replayQuote(entries)).toEqual((await engine.getQuote(context, 'quote-1')).quote)
  })

  it('are read on from where a reader stopped', async () => {
    const engine = await storeWithThreeEvents()
    const first = await engine.listEvents(context, { limit: 2 })
    expect(first.events.map(({ position }) => position)).toEqual([1, 2])
    const second = await engine.listEvents(context, { after: first.next, limit: 2 })
    expect(second.events.map(({ position }) => position)).toEqual([3])
    const third = await engine.listEvents(context, { after: second.next })
    expect(third).toEqual({ events: [], next: 3 })
    await engine.createQuote(context, request)
    expect((await engine.listEvents(context, { after: third.next })).next).toBe(4)
  })

  it('are none of another store', async () => {
    const engine = await storeWithThreeEvents()
    expect(await engine.listEvents({ storeId: 'store-2' })).toEqual({ events: [], next: 0 })
  })

  it('are none where nothing changed, or nothing was stored', async () => {
    const engine = await storeWithThreeEvents()
    await engine.updateQuote(context, 'quote-1', { tag_list: ['vip'] })
    await errorOf(() => engine.updateQuote(context, 'quote-1', { products: [] }))
    expect((await engine.listEvents(context)).next).toBe(3)
  })

  it('are deeply frozen', async () => {
    const { events } = await (await storeWithThreeEvents()).listEvents(context)
    expect(Object.isFrozen(events)).toBe(true)
    expect(Object.isFrozen(events[0]?.entry.patches)).toBe(true)
  })

  it.each([
    ['after', -1],
    ['after', 1.5],
    ['after', '3'],
    ['limit', 0],
    ['limit', 1_001],
  ])('are not given with %s %j', async (option, value) => {
    const error = await errorOf(() => engineWith().listEvents(context, { [option]: value }))
    expect(error.code).toBe('invalid_options')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([option])
  })
})
