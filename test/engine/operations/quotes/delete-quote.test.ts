import { describe, expect, it } from 'vitest'
import { replayQuote } from '../../../../src/quote/model/quote-record.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

describeOnEveryStorage('deleteQuote', (opened) => {
  const open = (storeId: string) => ({
    engine: engineWith({ storage: opened().storage, catalog: everyProduct }),
    caller: { storeId, actor: 'ann' },
  })

  it('hides the quote from every read and update', async () => {
    const { engine, caller } = open('hides')
    const { quoteId } = await engine.createQuote(caller, request)
    await engine.updateQuote(caller, quoteId, { tag_list: ['vip'] })
    const { version, updated } = await engine.deleteQuote(caller, quoteId)
    expect({ version, updated }).toEqual({ version: 3, updated: 1_003 })
    const buyer = { ...caller, role: 'buyer' } as const
    const calls = [
      () => engine.getQuote(caller, quoteId),
      () => engine.getQuote(buyer, quoteId, { version: 1 }),
      () => engine.getQuote(buyer, quoteId, { version: 3 }),
      () => engine.getQuote(buyer, quoteId, { time: 1_001 }),
      () => engine.updateQuote(caller, quoteId, { tag_list: ['a'] }),
      () => engine.updateQuote(caller, quoteId, {}, { expectedVersion: 3 }),
      () => engine.deleteQuote(caller, quoteId),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'quote_not_found',
        details: { quoteId },
      })
    for (const filter of [{}, { tag: 'vip' }, { text: 'ann' }, { status: 'new' }]) {
      expect((await engine.listQuotes(caller, filter)).items).toEqual([])
      expect(await engine.countQuotes(caller, filter)).toEqual({ count: 0, isCapped: false })
      const deleted = { ...filter, deleted: true }
      expect((await engine.listQuotes(caller, deleted)).items).toMatchObject([{ quoteId }])
      expect((await engine.countQuotes(caller, deleted)).count).toBe(1)
    }
  })

  it('keeps the history, and adds an entry and an event', async () => {
    const { engine, caller } = open('history')
    const { quoteId } = await engine.createQuote(caller, request)
    const before = (await engine.listHistory(caller, quoteId)).items
    await engine.deleteQuote({ ...caller, actor: 'bob' }, quoteId)
    const { items } = await engine.listHistory(caller, quoteId)
    expect(items.slice(0, 1)).toEqual(before)
    expect(items[1]).toMatchObject({
      version: 2,
      time: 1_002,
      operation: 'delete',
      by: 'bob',
      patches: [],
    })
    expect((await engine.listEvents(caller)).items.at(-1)).toEqual({
      position: 2,
      kind: 'quote',
      id: quoteId,
      entry: items[1],
    })
  })

  it('leaves the quote of the same id in another store', async () => {
    const { engine, caller } = open('same-id-1')
    const other = { storeId: 'same-id-2' }
    const ids = { generateId: () => 'same', storage: opened().storage, catalog: everyProduct }
    const kept = await engineWith(ids).createQuote(other, request)
    await engineWith(ids).createQuote(caller, request)
    await engine.deleteQuote(caller, 'same')
    expect(await engine.getQuote(other, 'same')).toEqual(kept)
    expect((await engine.listQuotes(other)).items).toEqual([kept])
  })
})

describe('deleteQuote and restoreQuote', () => {
  async function withQuote() {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const record = await engine.createQuote(context, request)
    return { engine, record, quoteId: record.quoteId, written }
  }

  it.each(['quote-9', '', 'x'.repeat(256)])('reject the unknown id "%s"', async (quoteId) => {
    const { engine, written } = await withQuote()
    for (const method of ['deleteQuote', 'restoreQuote', 'eraseQuote'] as const)
      expect((await errorOf(() => engine[method](context, quoteId))).code).toBe('quote_not_found')
    expect(written).toHaveLength(1)
  })

  it('check expectedVersion', async () => {
    const { engine, quoteId, written } = await withQuote()
    const wrong = { expectedVersion: 2 }
    expect(await errorOf(() => engine.deleteQuote(context, quoteId, wrong))).toMatchObject({
      code: 'version_mismatch',
      details: { quoteId, expectedVersion: 2, currentVersion: 1 },
    })
    await engine.deleteQuote(context, quoteId, { expectedVersion: 1 })
    const error = await errorOf(() => engine.restoreQuote(context, quoteId, { expectedVersion: 1 }))
    expect(error).toMatchObject({ code: 'version_mismatch', details: { currentVersion: 2 } })
    expect(await engine.restoreQuote(context, quoteId, wrong)).toMatchObject({ version: 3 })
    expect(written).toHaveLength(3)
  })

  it('return the original result for the same idempotency key, and change nothing', async () => {
    const { engine, quoteId, written } = await withQuote()
    const deletion = { idempotencyKey: 'delete' }
    const deleted = await engine.deleteQuote(context, quoteId, deletion)
    expect(await engine.deleteQuote(context, quoteId, deletion)).toEqual(deleted)
    const restoration = { idempotencyKey: 'restore' }
    const restored = await engine.restoreQuote(context, quoteId, restoration)
    expect(await engine.deleteQuote(context, quoteId, deletion)).toEqual(deleted)
    expect(await engine.restoreQuote(context, quoteId, restoration)).toEqual(restored)
    expect(await engine.getQuote(context, quoteId)).toEqual(restored)
    expect(written).toHaveLength(3)
  })

  it('reject the idempotency key of the other operation', async () => {
    const { engine, quoteId } = await withQuote()
    const options = { idempotencyKey: 'key' }
    await engine.deleteQuote(context, quoteId, options)
    for (const method of ['restoreQuote', 'eraseQuote'] as const)
      expect((await errorOf(() => engine[method](context, quoteId, options))).code).toBe(
        'idempotency_key_reused',
      )
  })

  it('never make the time of a version go back', async () => {
    let time = 2_000
    const engine = engineWith({ now: () => time })
    const { quoteId } = await engine.createQuote(context, request)
    time = 1_000
    expect((await engine.deleteQuote(context, quoteId)).updated).toBe(2_000)
    expect((await engine.restoreQuote(context, quoteId)).updated).toBe(2_000)
  })

  it('use a cached record only if it is current', async () => {
    const { storage } = countingStorage()
    const cached = engineWith({ storage, recordCacheSize: 10 })
    const other = engineWith({ storage })
    const { quoteId } = await cached.createQuote(context, request)
    await other.deleteQuote(context, quoteId)
    expect(
      (await errorOf(() => cached.updateQuote(context, quoteId, { tag_list: ['a'] }))).code,
    ).toBe('quote_not_found')
    expect((await cached.restoreQuote(context, quoteId)).version).toBe(3)
    await other.deleteQuote(context, quoteId)
    expect((await errorOf(() => cached.deleteQuote(context, quoteId))).code).toBe('quote_not_found')
    await other.restoreQuote(context, quoteId)
    expect((await cached.updateQuote(context, quoteId, { tag_list: ['b'] })).version).toBe(6)
  })

  it('leave a history that replays to the same quote', async () => {
    const { engine, quoteId, record } = await withQuote()
    for (let round = 0; round < 20; round += 1) {
      await engine.deleteQuote(context, quoteId)
      await engine.restoreQuote(context, quoteId)
    }
    const { items } = await engine.listHistory(context, quoteId)
    expect(items).toHaveLength(41)
    const json = JSON.stringify(record.quote)
    expect(JSON.stringify(replayQuote(items))).toBe(json)
    for (const { version, time } of items) {
      const past = await engine.getQuote(context, quoteId, { version })
      expect(JSON.stringify(past.quote)).toBe(json)
      expect((await engine.getQuote(context, quoteId, { time })).version).toBe(version)
    }
  })
})
