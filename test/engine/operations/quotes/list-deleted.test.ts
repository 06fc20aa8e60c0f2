import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../../src/ports/storage.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

describeOnEveryStorage('listQuotes with deleted: all', (opened) => {
  it('keeps a copy of the quotes up to date, with the deletions', async () => {
    let time = 1_000
    const engine = engineWith({ storage: opened().storage, catalog: everyProduct, now: () => time })
    const caller = { ...context, storeId: 'copies' }
    const copy = new Map<string, string>()
    let position = 0
    let last = 0
    async function synchronize(): Promise<void> {
      const started = time
      const changed = { updated: { from: last }, deleted: 'all', limit: 1 } as const
      for await (const { quoteId, deleted, quote } of engine.listQuotes(caller, changed))
        if (deleted === undefined) copy.set(quoteId, quote.customer.name ?? '')
        else copy.delete(quoteId)
      for await (const event of engine.listEvents(caller, { after: position })) {
        if (event.entry.operation === 'erase') copy.delete(event.id)
        position = event.position
      }
      last = started
    }

    const quoteIds: string[] = []
    for (const name of ['Ann', 'Bob', 'Eve', 'Zoë']) {
      const { quoteId } = await engine.createQuote(caller, { ...request, customer: { name } })
      quoteIds.push(quoteId)
    }
    const [ann = '', bob = '', eve = ''] = quoteIds
    await synchronize()
    expect([...copy.values()].toSorted()).toEqual(['Ann', 'Bob', 'Eve', 'Zoë'])

    time = 2_000
    await engine.deleteQuote(caller, ann)
    await engine.updateQuote(caller, bob, { customer: { name: 'Bo' } })
    await engine.eraseQuote(caller, eve)
    await synchronize()
    expect([...copy.values()].toSorted()).toEqual(['Bo', 'Zoë'])

    time = 3_000
    await engine.restoreQuote(caller, ann)
    await synchronize()
    expect([...copy.values()].toSorted()).toEqual(['Ann', 'Bo', 'Zoë'])
  })

  it('lists both in one order, says when one was deleted, and counts both', async () => {
    let time = 1_000
    const engine = engineWith({ storage: opened().storage, catalog: everyProduct, now: () => time })
    const caller = { ...context, storeId: 'deleted or not' }
    const quoteIds: string[] = []
    for (; time < 1_004; time += 1)
      quoteIds.push((await engine.createQuote(caller, request)).quoteId)
    time = 2_000
    for (const id of [quoteIds[0], quoteIds[2]]) await engine.deleteQuote(caller, id as string)

    const all = { deleted: 'all', order: 'oldest' } as const
    const first = await engine.listQuotes(caller, { ...all, limit: 3 })
    const second = await engine.listQuotes(caller, { ...all, limit: 3, after: first.next })
    const views = [...first.items, ...second.items]
    expect(views.map(({ quoteId, deleted }) => [quoteId, deleted])).toEqual(
      quoteIds.map((id, index) => [id, index % 2 === 0 ? 2_000 : undefined]),
    )
    for (const [deleted, count] of [
      ['all', 4],
      [true, 2],
      [false, 2],
    ] as const)
      expect((await engine.countQuotes(caller, { deleted })).count).toBe(count)
    const { items } = await engine.listQuotes(caller, { deleted: true })
    expect(items.map(({ deleted }) => deleted)).toEqual([2_000, 2_000])
    expect(JSON.stringify(await engine.listQuotes(caller))).not.toContain('"deleted"')
  })
})

describe('listQuotes with deleted: all', () => {
  /** Deletes a quote once the quotes that are not deleted were found, or before that. */
  async function deletedMeanwhile(order: 'newest' | 'updated', isBefore: boolean) {
    const inner = memoryStorage()
    let act = async () => {}
    const storage: StoragePort = {
      ...inner,
      async find(storeId, query, call) {
        if (isBefore && query.deleted) await act()
        const page = await inner.find(storeId, query, call)
        if (!isBefore && !query.deleted) await act()
        return page
      },
    }
    let time = 1_000
    const engine = engineWith({ storage, now: () => time })
    for (let count = 0; count < 3; count += 1) await engine.createQuote(context, request)
    time = 2_000
    act = async () => {
      act = async () => {}
      await engine.deleteQuote(context, 'quote-2')
    }
    const views: [string, number | undefined][] = []
    for await (const { quoteId, deleted } of engine.listQuotes(context, { deleted: 'all', order }))
      views.push([quoteId, deleted])
    return views
  }

  it.each([true, false])('lists a quote once that is deleted meanwhile', async (isBefore) => {
    const live = (number: number) => [`quote-${number}`, undefined]
    const gone = ['quote-2', 2_000]
    expect(await deletedMeanwhile('newest', isBefore)).toEqual([live(3), gone, live(1)])
    expect(await deletedMeanwhile('updated', isBefore)).toEqual([gone, live(3), live(1)])
  })
})
