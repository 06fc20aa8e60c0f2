import { describe, expect, it, vi } from 'vitest'
import { withoutKeys } from '../../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../../ports.js'
import { threeVersions } from '../../three-versions.js'

describe('listHistory', () => {
  it('lists the version, time, operation, author and patches of every change', async () => {
    const { engine, quoteId, records } = await threeVersions()
    const { items, next } = await engine.listHistory(context, quoteId)
    expect(items).toEqual([
      {
        version: 1,
        time: 1_000,
        operation: 'create',
        by: 'ann',
        patches: [{ op: 'replace', path: [], value: withoutKeys(records[0]?.quote as Quote) }],
      },
      {
        version: 2,
        time: 2_000,
        operation: 'update',
        by: 'ann',
        base: 1,
        patches: [{ op: 'add', path: ['customer', 'city'], value: 'Austin' }],
      },
      {
        version: 3,
        time: 3_000,
        operation: 'update',
        base: 1,
        patches: [{ op: 'replace', path: ['tags'], value: ['vip'] }],
      },
    ])
    expect(next).toBeUndefined()
  })

  it('lists no entry for an update that changes nothing', async () => {
    const { engine, quoteId } = await threeVersions()
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect((await engine.listHistory(context, quoteId)).items).toHaveLength(3)
  })

  it('continues after a version', async () => {
    const { engine, quoteId } = await threeVersions()
    const first = await engine.listHistory(context, quoteId, { limit: 2 })
    expect(first.items.map(({ version }) => version)).toEqual([1, 2])
    const second = await engine.listHistory(context, quoteId, { limit: 2, after: first.next })
    expect(second.items.map(({ version }) => version)).toEqual([3])
    expect(second).not.toHaveProperty('next')
    expect(await engine.listHistory(context, quoteId, { after: 3 })).toEqual({ items: [] })
  })

  it('returns no next page if the last entry fills the page', async () => {
    const { engine, quoteId } = await threeVersions()
    expect(await engine.listHistory(context, quoteId, { limit: 3 })).not.toHaveProperty('next')
  })

  it('rejects a quote id that is unknown, invalid or of another store', async () => {
    const { engine, quoteId } = await threeVersions()
    for (const [caller, id] of [
      [context, 'none'],
      [{ storeId: 'store-2' }, quoteId],
      [context, '\ud800'],
    ] as const)
      expect(await errorOf(() => engine.listHistory(caller, id))).toMatchObject({
        code: 'quote_not_found',
      })
  })

  it('loads the quote only if the page is empty', async () => {
    const inner = memoryStorage()
    const load = vi.fn(inner.load)
    const engine = engineWith({ storage: { ...inner, load } })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.listHistory(context, quoteId)
    expect(load).not.toHaveBeenCalled()
    await engine.listHistory(context, quoteId, { after: 1 })
    expect(load).toHaveBeenCalledOnce()
  })

  it('rejects invalid options', async () => {
    const { engine, quoteId } = await threeVersions()
    for (const options of [{ after: -1 }, { after: 1.5 }, { limit: 0 }, { limit: 1_001 }, { x: 1 }])
      expect(
        await errorOf(() => engine.listHistory(context, quoteId, options as never)),
      ).toMatchObject({
        code: 'invalid_options',
        details: { errors: { [Object.keys(options)[0] as string]: expect.any(String) } },
      })
  })
})
