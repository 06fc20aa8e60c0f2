import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../../src/ports/storage.js'
import type { QuoteEngine, QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from '../quotes/random-quotes.js'

/** An engine whose clock the test sets. */
function clockedEngine(options: Partial<QuoteEngineOptions> = {}) {
  const clock = { time: 1_000 }
  const engine = engineWith({ now: () => clock.time, ...options })
  return { engine, clock }
}

/** Sends a new quote that expires at a time, or never. */
async function sendNew(engine: QuoteEngine, expires?: number, caller = context) {
  const { quoteId } = await engine.createQuote(caller, request)
  await engine.sendQuote(caller, quoteId, { expires })
  return quoteId
}

async function expiryEvents(engine: QuoteEngine, caller = context) {
  const { items } = await engine.listEvents(caller, { limit: 1_000 })
  return items.filter(({ entry }) => entry.operation === 'expire')
}

describe('expireQuotes', () => {
  it('reports each expiry as one event, those that expired first coming first', async () => {
    const { engine, clock } = clockedEngine()
    const late = await sendNew(engine, 5_000)
    const early = await sendNew(engine, 4_000)
    await sendNew(engine, 5_001)
    await sendNew(engine)
    await engine.createQuote(context, request)
    clock.time = 5_000
    expect(await engine.expireQuotes(context)).toEqual({ quoteIds: [early, late], hasMore: false })
    expect(await expiryEvents(engine)).toMatchObject(
      [early, late].map((id) => ({
        kind: 'quote',
        id,
        entry: { version: 3, time: 5_000, operation: 'expire', by: 'ann' },
      })),
    )
    expect(await engine.expireQuotes(context)).toEqual({ quoteIds: [], hasMore: false })
    expect(await expiryEvents(engine)).toHaveLength(2)
  })

  it('leaves the offer, its seal and the status that is stored as they are', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 4_000)
    const before = await engine.getQuote(context, quoteId)
    clock.time = 4_000
    await engine.expireQuotes(context)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote).toEqual({ ...before.quote, status: 'expired', expiry_reported: true })
    expect((await engine.listQuotes(context, { status: 'expired' })).items).toHaveLength(1)
    expect((await engine.listQuotes(context, { status: 'sent' })).items).toEqual([])
  })

  it('reports nothing of offers that are no longer open', async () => {
    const { engine, clock } = clockedEngine()
    const accepted = await sendNew(engine, 4_000)
    await engine.acceptQuote(context, accepted, { revision: 1 })
    await engine.declineQuote(context, await sendNew(engine, 4_000))
    await engine.cancelQuote(context, await sendNew(engine, 4_000))
    await engine.reviseQuote(context, await sendNew(engine, 4_000))
    await engine.requestRevision(context, await sendNew(engine, 4_000), { reason: 'Ten' })
    clock.time = 9_000
    expect(await engine.expireQuotes(context)).toEqual({ quoteIds: [], hasMore: false })
  })

  it('reports an offer again once it is revised, sent again and expired again', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 4_000)
    clock.time = 4_000
    await engine.expireQuotes(context)
    await engine.reviseQuote(context, quoteId)
    const { quote } = await engine.sendQuote(context, quoteId, { expires: 6_000 })
    expect(quote).not.toHaveProperty('expiry_reported')
    expect((await engine.expireQuotes(context)).quoteIds).toEqual([])
    clock.time = 6_000
    expect((await engine.expireQuotes(context)).quoteIds).toEqual([quoteId])
    expect(await expiryEvents(engine)).toHaveLength(2)
  })

  it('reports a deleted quote only once it is restored', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 4_000)
    await engine.deleteQuote(context, quoteId)
    clock.time = 4_000
    expect((await engine.expireQuotes(context)).quoteIds).toEqual([])
    await engine.restoreQuote(context, quoteId)
    expect((await engine.expireQuotes(context)).quoteIds).toEqual([quoteId])
  })

  it('keeps an expired offer expired if the clock goes back', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 4_000)
    clock.time = 4_000
    await engine.expireQuotes(context)
    clock.time = 2_000
    const accept = () => engine.acceptQuote(context, quoteId, { revision: 1 })
    expect((await errorOf(accept)).code).toBe('quote_expired')
    expect((await engine.expireQuotes(context)).quoteIds).toEqual([])
  })

  it('reports at most limit quotes, 100 by default, and says if there are more', async () => {
    const { engine, clock } = clockedEngine()
    const ids: string[] = []
    for (let index = 0; index < 103; index += 1) ids.push(await sendNew(engine, 2_000 + index))
    clock.time = 4_000
    const call = async (limit?: number) => engine.expireQuotes(context, { limit })
    expect(await call(1)).toEqual({ quoteIds: ids.slice(0, 1), hasMore: true })
    expect(await call()).toEqual({ quoteIds: ids.slice(1, 101), hasMore: true })
    expect(await call(2)).toEqual({ quoteIds: ids.slice(101), hasMore: false })
    expect(await expiryEvents(engine)).toHaveLength(103)
  })

  it('looks only at its own store', async () => {
    const { engine, clock } = clockedEngine()
    const other = { ...context, storeId: 'store-2' }
    await sendNew(engine, 4_000)
    await sendNew(engine, 4_000, other)
    clock.time = 4_000
    expect((await engine.expireQuotes(context)).quoteIds).toEqual(['quote-1'])
    expect(await expiryEvents(engine, other)).toEqual([])
  })

  it('returns what is due in a preview, and writes nothing', async () => {
    const { storage, written } = countingStorage()
    const { engine, clock } = clockedEngine({ storage })
    const quoteId = await sendNew(engine, 4_000)
    clock.time = 4_000
    const writes = written.length
    const preview = await engine.expireQuotes(context, {}, { preview: true })
    expect(preview).toEqual({ quoteIds: [quoteId], hasMore: false })
    expect(written).toHaveLength(writes)
    expect(await engine.expireQuotes(context)).toEqual(preview)
  })

  it.each([
    [null, { '': 'must be an object, received null' }],
    [new Date(0), { '': 'must be an object, received a Date object' }],
    ['all', { '': 'must be an object' }],
    [{ limit: 0 }, { limit: 'must be an integer from 1 to 1000, received the number 0' }],
    [{ limit: 1_001 }, { limit: 'must be an integer from 1 to 1000, received the number 1001' }],
    [{ limit: '5' }, { limit: 'must be an integer from 1 to 1000, received the string "5"' }],
    [
      JSON.parse('{"__proto__":1}'),
      { ['__proto__']: expect.stringMatching(/^is not a known field/) },
    ],
  ])('checks the request %j', async (value, errors) => {
    const call = () => engineWith().expireQuotes(context, value as never)
    expect(await errorOf(call)).toMatchObject({ code: 'invalid_request', details: { errors } })
  })

  it.each(['idempotencyKey', 'expectedVersion'])('does not know the option %s', async (name) => {
    const call = () => engineWith().expireQuotes(context, {}, { [name]: 'x' } as never)
    expect(await errorOf(call)).toMatchObject({
      code: 'invalid_options',
      details: { errors: { [name]: expect.stringMatching(/^is not a known field/) } },
    })
  })

  it.each([
    ['seller', true],
    ['system', true],
    ['buyer', false],
  ] as const)('for the role %s is permitted: %s', async (role, isPermitted) => {
    const call = async () => engineWith().expireQuotes({ ...context, role })
    if (isPermitted) expect(await call()).toEqual({ quoteIds: [], hasMore: false })
    else
      expect(await errorOf(call)).toMatchObject({
        code: 'not_permitted',
        details: { operation: 'expireQuotes', reason: 'it needs the role seller or system' },
      })
  })

  it('asks permit once, without a quote, and writes nothing if it rejects', async () => {
    const asked: unknown[] = []
    let isAllowed = true
    const { storage, written } = countingStorage()
    const { engine, clock } = clockedEngine({
      storage,
      permit(_, operation, record, next) {
        if (operation === 'expireQuotes') asked.push([operation, record, next])
        return isAllowed || 'not now'
      },
    })
    for (let count = 0; count < 2; count += 1) await sendNew(engine, 4_000)
    clock.time = 4_000
    const writes = written.length
    isAllowed = false
    expect((await errorOf(() => engine.expireQuotes(context))).code).toBe('not_permitted')
    expect(written).toHaveLength(writes)
    isAllowed = true
    await engine.expireQuotes(context)
    expect(asked).toEqual([1, 2].map(() => ['expireQuotes', undefined, undefined]))
  })

  it('stops between two quotes if the caller aborts, and a repeat finishes', async () => {
    const inner = memoryStorage()
    const controller = new AbortController()
    const commit: StoragePort['commit'] = (storeId, { changes, ...rest }) => {
      if (changes[0]?.historyEntry.operation === 'expire') controller.abort()
      return inner.commit(storeId, { changes, ...rest })
    }
    const { engine, clock } = clockedEngine({ storage: { ...inner, commit } })
    for (let count = 0; count < 3; count += 1) await sendNew(engine, 4_000)
    clock.time = 4_000
    const { signal } = controller
    const call = () => engine.expireQuotes(context, {}, { signal })
    expect((await errorOf(call)).code).toBe('aborted')
    expect(await expiryEvents(engine)).toHaveLength(1)
    expect((await engine.expireQuotes(context)).quoteIds).toHaveLength(2)
    expect(await expiryEvents(engine)).toHaveLength(3)
  })

  describe('does not return a quote that another caller has', () => {
    const steps: Readonly<Record<string, (engine: QuoteEngine, id: string) => Promise<unknown>>> = {
      reported: (engine) => engine.expireQuotes(context),
      revised: (engine, id) => engine.reviseQuote(context, id),
      canceled: (engine, id) => engine.cancelQuote(context, id),
      deleted: (engine, id) => engine.deleteQuote(context, id),
      erased: (engine, id) => engine.eraseQuote(context, id),
    }

    it.each(Object.keys(steps))('%s meanwhile', async (step) => {
      const storage = memoryStorage()
      const setup = clockedEngine({ storage })
      const quoteId = await sendNew(setup.engine, 4_000)
      setup.clock.time = 4_000
      let isFound = false
      const find: StoragePort['find'] = async (...args) => {
        const page = await storage.find(...args)
        if (!isFound) {
          isFound = true
          await steps[step]?.(setup.engine, quoteId)
        }
        return page
      }
      const { engine, clock } = clockedEngine({ storage: { ...storage, find } })
      clock.time = 4_000
      expect(await engine.expireQuotes(context)).toEqual({ quoteIds: [], hasMore: false })
      expect(await expiryEvents(setup.engine)).toHaveLength(step === 'reported' ? 1 : 0)
    })
  })
})

let stores = 0

describeOnEveryStorage('expireQuotes', (opened) => {
  it('reports each expiry once, whichever of several engines does', async () => {
    stores += 1
    const caller = { storeId: `expire-quotes-${stores}`, actor: 'ann' }
    const options = { storage: opened().storage, catalog: everyProduct }
    const first = clockedEngine(options)
    const ids: string[] = []
    for (let index = 0; index < 30; index += 1)
      ids.push(await sendNew(first.engine, 3_000 + (index % 7), caller))
    const notDue = await sendNew(first.engine, 5_001, caller)
    const engines = [
      first,
      clockedEngine(options),
      clockedEngine({ ...options, recordCacheSize: 9 }),
    ]
    for (const { clock } of engines) clock.time = 5_000
    const reported: string[] = []
    await Promise.all(
      engines.map(async ({ engine }) => {
        let hasMore = true
        while (hasMore) {
          const result = await engine.expireQuotes(caller, { limit: 4 })
          reported.push(...result.quoteIds)
          hasMore = result.hasMore
        }
      }),
    )
    const events = await expiryEvents(first.engine, caller)
    expect(events.map(({ id }) => id).sort()).toEqual(ids.toSorted())
    expect(reported.sort()).toEqual(ids.toSorted())
    expect(reported).not.toContain(notDue)
  })

  it('finds expiries at the limits of time', async () => {
    stores += 1
    const caller = { storeId: `expire-quotes-${stores}`, actor: 'ann' }
    const { engine, clock } = clockedEngine({ storage: opened().storage, catalog: everyProduct })
    const maxTime = 8_640_000_000_000_000
    clock.time = -maxTime
    const first = await sendNew(engine, 1 - maxTime, caller)
    const last = await sendNew(engine, maxTime, caller)
    expect((await engine.expireQuotes(caller)).quoteIds).toEqual([])
    clock.time = 1 - maxTime
    expect((await engine.expireQuotes(caller)).quoteIds).toEqual([first])
    clock.time = maxTime
    expect((await engine.expireQuotes(caller)).quoteIds).toEqual([last])
  })
})

describe('expireQuotes', () => {
  it('reports the others if one of them fails, and rejects with its error', async () => {
    const inner = memoryStorage()
    let failing: string | undefined
    const storage = {
      ...inner,
      commit: (...[storeId, commit]: Parameters<typeof inner.commit>) => {
        if (commit.changes[0]?.record.id === failing) throw new Error('disk full')
        return inner.commit(storeId, commit)
      },
    }
    let now = 1_000
    const engine = engineWith({ storage, now: () => now })
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { quoteId } = await engine.createQuote(context, request)
      await engine.sendQuote(context, quoteId, { expires: 2_000 + count })
      ids.push(quoteId)
    }
    now = 5_000
    failing = ids[0]
    expect((await errorOf(() => engine.expireQuotes(context))).code).toBe('storage_failed')
    failing = undefined
    expect((await engine.expireQuotes(context)).quoteIds).toEqual([ids[0]])
  })
})
