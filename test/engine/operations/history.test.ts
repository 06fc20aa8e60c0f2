import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

/** A quote with three versions, made at the times 1,000, 2,000 and 3,000, the last by nobody in particular. */
async function threeVersions() {
  let time = 0
  const clock = () => {
    time += 1_000
    return time
  }
  const engine = engineWith({ now: clock })
  const first = await engine.createQuote(context, request)
  const { quoteId } = first
  const second = await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
  const third = await engine.updateQuote({ storeId: 'store-1' }, quoteId, { tag_list: ['vip'] })
  return { engine, quoteId, records: [first, second, third] }
}

describe('history', () => {
  it('says who changed what, and when', async () => {
    const { engine, quoteId, records } = await threeVersions()
    const { entries, next } = await engine.listHistory(context, quoteId)
    expect(entries).toEqual([
      {
        version: 1,
        timestamp: 1_000,
        operation: 'create',
        actor: 'ann',
        patches: [{ op: 'replace', path: [], value: records[0]?.quote }],
        inversePatches: [],
      },
      {
        version: 2,
        timestamp: 2_000,
        operation: 'update',
        actor: 'ann',
        base: 1,
        patches: [{ op: 'add', path: ['customer', 'city'], value: 'Austin' }],
        inversePatches: [{ op: 'remove', path: ['customer', 'city'] }],
      },
      {
        version: 3,
        timestamp: 3_000,
        operation: 'update',
        base: 1,
        patches: [{ op: 'replace', path: ['tags'], value: ['vip'] }],
        inversePatches: [{ op: 'replace', path: ['tags'], value: null }],
      },
    ])
    expect(next).toBeUndefined()
  })

  it('has no entry for an update that changes nothing', async () => {
    const { engine, quoteId } = await threeVersions()
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect((await engine.listHistory(context, quoteId)).entries).toHaveLength(3)
  })

  it('is read page by page', async () => {
    const { engine, quoteId } = await threeVersions()
    const first = await engine.listHistory(context, quoteId, { limit: 2 })
    expect(first.entries.map(({ version }) => version)).toEqual([1, 2])
    const second = await engine.listHistory(context, quoteId, { limit: 2, after: first.next })
    expect(second.entries.map(({ version }) => version)).toEqual([3])
    expect(second).not.toHaveProperty('next')
    expect(await engine.listHistory(context, quoteId, { after: 3 })).toEqual({ entries: [] })
  })

  it('has a next page only where there is an entry on it', async () => {
    const { engine, quoteId } = await threeVersions()
    expect(await engine.listHistory(context, quoteId, { limit: 3 })).not.toHaveProperty('next')
  })

  it('is not found for a quote that is not, or is another store’s', async () => {
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

  it('refuses options that are none', async () => {
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

it('a history that cannot be replayed is storage_invalid_response, with the cause', async () => {
  const storage = memoryStorage()
  const entry = { version: 1, timestamp: 1, operation: 'create', inversePatches: [] }
  for (const patches of [[null], [{ op: 'add', path: ['a', 'b'] }], []]) {
    const listHistory = () => ({ items: [{ ...entry, patches }], hasMore: false }) as never
    const engine = engineWith({ storage: { ...storage, listHistory } })
    const error = await errorOf(() => engine.getQuote(context, 'quote-1', { version: 1 }))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'listHistory' },
    })
    expect(error.cause).toBeInstanceOf(TypeError)
  }
})

describe('getQuote of the past', () => {
  it('is the quote as the version made it, byte for byte', async () => {
    const { engine, quoteId, records } = await threeVersions()
    for (const record of records) {
      const past = await engine.getQuote(context, quoteId, { version: record.version })
      expect(JSON.stringify(past)).toBe(JSON.stringify(record))
    }
  })

  it('is the quote as it was at the time', async () => {
    const { engine, quoteId } = await threeVersions()
    const versionAt = async (at: number) =>
      (await engine.getQuote(context, quoteId, { at })).version
    expect(await versionAt(1_000)).toBe(1)
    expect(await versionAt(1_999)).toBe(1)
    expect(await versionAt(2_000)).toBe(2)
    expect(await versionAt(9_000)).toBe(3)
  })

  it('is not found before there was a quote, nor at a version that never was', async () => {
    const { engine, quoteId } = await threeVersions()
    for (const options of [{ at: 999 }, { version: 4 }])
      expect(await errorOf(() => engine.getQuote(context, quoteId, options))).toMatchObject({
        code: 'version_not_found',
        details: { quoteId },
      })
    expect(await errorOf(() => engine.getQuote(context, 'none', { version: 1 }))).toMatchObject({
      code: 'quote_not_found',
    })
  })

  it('refuses a version and a time at once, and numbers that are none', async () => {
    const { engine, quoteId } = await threeVersions()
    for (const options of [
      { version: 1, at: 1_000 },
      { at: 0.5 },
      { version: 0 },
      { version: '1' },
    ])
      expect(
        await errorOf(() => engine.getQuote(context, quoteId, options as never)),
      ).toMatchObject({
        code: 'invalid_options',
      })
  })

  it('is frozen', async () => {
    const { engine, quoteId } = await threeVersions()
    const { quote } = await engine.getQuote(context, quoteId, { version: 1 })
    expect(Object.isFrozen(quote.products[0])).toBe(true)
  })
})
