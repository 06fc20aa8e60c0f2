import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../../ports.js'
import { threeVersions } from '../../three-versions.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

describe('getQuote', () => {
  it('returns the tags of the quote that the store has', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip', 'unknown'] })
    const tag = await engine.setTag(context, 'vip', colors)
    expect((await engine.getQuote(context, quoteId)).visibleTags).toEqual([tag])
  })

  it("rejects the id of another store's quote", async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const error = await errorOf(() => engine.getQuote({ storeId: 'store-2' }, quoteId))
    expect(error.code).toBe('quote_not_found')
  })

  it('reads past versions of a deleted quote, but not for buyers', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const sent = await engine.sendQuote(context, quoteId)
    await engine.deleteQuote(context, quoteId)
    const past = [{ version: sent.version }, { time: sent.updated }, { revision: 1 }]
    for (const role of ['seller', 'system', undefined] as const) {
      for (const options of past)
        expect(await engine.getQuote({ ...context, role }, quoteId, options)).toEqual(sent)
      const latest = await engine.getQuote({ ...context, role }, quoteId, { time: 2 ** 50 })
      expect([latest.version, latest.quote]).toEqual([sent.version + 1, sent.quote])
    }
    const hidden = past.map((options) => [{ ...context, role: 'buyer' as const }, options] as const)
    for (const [caller, options] of [...hidden, [context, {}] as const])
      expect((await errorOf(() => engine.getQuote(caller, quoteId, options))).code).toBe(
        'quote_not_found',
      )
  })

  it('reads no version of an erased quote', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.deleteQuote(context, quoteId)
    await engine.eraseQuote(context, quoteId)
    for (const options of [{ version: 1 }, { time: 2 ** 50 }, { revision: 1 }])
      expect((await errorOf(() => engine.getQuote(context, quoteId, options))).code).toBe(
        'quote_not_found',
      )
  })
})

it('getQuote rejects a history that cannot be replayed, with the cause', async () => {
  const storage = memoryStorage()
  const entry = { version: 1, time: 1, operation: 'create' }
  for (const patches of [[null], [{ op: 'add', path: ['a', 'b'] }], []]) {
    const listHistory = () => ({ items: [{ ...entry, patches }], hasMore: false }) as never
    const engine = engineWith({ storage: { ...storage, listHistory } })
    const error = await errorOf(() => engine.getQuote(context, 'quote-1', { version: 1 }))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'listHistory',
        errors: { '': 'must be entries that can be replayed' },
      },
    })
    expect(error.cause).toBeInstanceOf(TypeError)
  }
})

describe('getQuote with a version or a time', () => {
  it('returns the version byte for byte', async () => {
    const { engine, quoteId, records } = await threeVersions()
    for (const record of records) {
      const past = await engine.getQuote(context, quoteId, { version: record.version })
      expect(JSON.stringify(past)).toBe(JSON.stringify(record))
    }
  })

  it('returns the version that was current at a time', async () => {
    const { engine, quoteId } = await threeVersions()
    const versionAt = async (time: number) =>
      (await engine.getQuote(context, quoteId, { time })).version
    expect(await versionAt(1_000)).toBe(1)
    expect(await versionAt(1_999)).toBe(1)
    expect(await versionAt(2_000)).toBe(2)
    expect(await versionAt(2_999)).toBe(2)
    expect(await versionAt(3_000)).toBe(3)
    expect(await versionAt(9_000)).toBe(3)
  })

  it('rejects an unknown version and a time before the quote was created', async () => {
    const { engine, quoteId } = await threeVersions()
    for (const options of [{ time: 999 }, { version: 4 }])
      expect(await errorOf(() => engine.getQuote(context, quoteId, options))).toMatchObject({
        code: 'version_not_found',
        details: { quoteId },
      })
    expect(await errorOf(() => engine.getQuote(context, 'none', { version: 1 }))).toMatchObject({
      code: 'quote_not_found',
    })
  })

  it('rejects a version together with a time, and invalid numbers', async () => {
    const { engine, quoteId } = await threeVersions()
    const integer = 'must be an integer of at least 1, received'
    for (const [options, errors] of [
      [{ version: 1, time: 1_000 }, { time: 'cannot be combined with version; pass one of them' }],
      [{ time: 0.5 }, { time: 'must be an integer in milliseconds, received the number 0.5' }],
      [{ time: '1' }, { time: 'must be an integer in milliseconds, received the string "1"' }],
      [{ version: 0 }, { version: `${integer} the number 0` }],
      [{ version: '1' }, { version: `${integer} the string "1"` }],
      [{ version: 2 ** 53 }, { version: `${integer} the number 9007199254740992` }],
      [{ x: 1 }, { x: expect.stringMatching(/^is not a known field/) }],
      [5, { '': 'must be an object' }],
    ])
      expect(
        await errorOf(() => engine.getQuote(context, quoteId, options as never)),
      ).toMatchObject({
        code: 'invalid_options',
        details: { errors },
      })
  })

  it('returns a frozen quote', async () => {
    const { engine, quoteId } = await threeVersions()
    const record = await engine.getQuote(context, quoteId, { version: 1 })
    expect(Object.isFrozen(record)).toBe(true)
    expect(Object.isFrozen(record.quote.products[0])).toBe(true)
  })
})
