import { describe, expect, it } from 'vitest'
import type { RemindQuotesRequest } from '../../../../src/engine/operations/due-offers.js'
import type { QuoteEngine, QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'

const day = 86_400_000
const start = 100 * day
const soon = { rule: 'expires-soon', days_before_expiry: 3 }
const unanswered = { rule: 'no-answer', days_after_sending: 7 }

/** An engine whose clock the test sets. */
function clockedEngine(options: Partial<QuoteEngineOptions> = {}) {
  const clock = { time: start }
  return { engine: engineWith({ now: () => clock.time, ...options }), clock }
}

/** Sends a new quote that expires after some days, or never. */
async function sendNew(engine: QuoteEngine, days?: number, caller = context) {
  const { quoteId } = await engine.createQuote(caller, request)
  const expires = days === undefined ? undefined : start + days * day
  await engine.sendQuote(caller, quoteId, { expires })
  return quoteId
}

async function reminders(engine: QuoteEngine, caller = context) {
  const { items } = await engine.listEvents(caller, { limit: 1_000 })
  return items.filter(({ entry }) => entry.operation === 'remind').map(({ id }) => id)
}

describe('remindQuotes', () => {
  it('records the offers that will expire, those that expire first coming first', async () => {
    const { engine, clock } = clockedEngine()
    const late = await sendNew(engine, 10)
    const early = await sendNew(engine, 9)
    await sendNew(engine, 11)
    await sendNew(engine)
    clock.time = start + 7 * day
    expect(await engine.remindQuotes(context, soon)).toEqual({
      quoteIds: [early, late],
      hasMore: false,
    })
    expect(await reminders(engine)).toEqual([early, late])
    const { quote } = await engine.getQuote(context, late)
    expect(quote.reminders).toEqual([{ rule: 'expires-soon', time: clock.time }])
    expect(quote.status).toBe('sent')
  })

  it('is due to the millisecond, and not once the offer has expired', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 5)
    const call = async (time: number) => {
      clock.time = time
      return (await engine.remindQuotes(context, soon, { preview: true })).quoteIds
    }
    expect(await call(start + 2 * day - 1)).toEqual([])
    expect(await call(start + 2 * day)).toEqual([quoteId])
    expect(await call(start + 5 * day - 1)).toEqual([quoteId])
    expect(await call(start + 5 * day)).toEqual([])
  })

  it('records the offers that have no answer after some days', async () => {
    const { engine, clock } = clockedEngine()
    const open = await sendNew(engine)
    const expired = await sendNew(engine, 2)
    const answered = await sendNew(engine)
    await engine.acceptQuote(context, answered, { revision: 1 })
    const declined = await sendNew(engine)
    await engine.declineQuote(context, declined)
    await engine.requestRevision(context, await sendNew(engine), { reason: 'Ten' })
    await engine.createQuote(context, request)
    clock.time = start + 7 * day - 1
    expect((await engine.remindQuotes(context, unanswered)).quoteIds).toEqual([])
    clock.time = start + 7 * day
    await sendNew(engine)
    expect((await engine.remindQuotes(context, unanswered)).quoteIds).toEqual([open])
    expect(await reminders(engine)).not.toContain(expired)
  })

  it('counts the days from the sending, not from the creation or a later change', async () => {
    const { engine, clock } = clockedEngine()
    const { quoteId } = await engine.createQuote(context, request)
    clock.time = start + 3 * day
    await engine.sendQuote(context, quoteId)
    clock.time = start + 9 * day
    await engine.updateQuote(context, quoteId, { tag_list: ['VIP'] })
    expect((await engine.remindQuotes(context, unanswered)).quoteIds).toEqual([])
    clock.time = start + 10 * day
    expect((await engine.remindQuotes(context, unanswered)).quoteIds).toEqual([quoteId])
  })

  it('reminds of each offer once by each rule, and again of another revision', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 8)
    clock.time = start + 7 * day
    for (const rule of [soon, unanswered, soon, unanswered, { ...soon, days_before_expiry: 7 }])
      await engine.remindQuotes(context, rule)
    expect(await reminders(engine)).toEqual([quoteId, quoteId])
    await engine.reviseQuote(context, quoteId)
    expect((await engine.getQuote(context, quoteId)).quote).not.toHaveProperty('reminders')
    await engine.sendQuote(context, quoteId, { expires: start + 9 * day })
    expect((await engine.remindQuotes(context, soon)).quoteIds).toEqual([quoteId])
  })

  it('takes parts of a day, and 0', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine)
    const now = { rule: 'now', days_after_sending: 0 }
    expect((await engine.remindQuotes(context, now)).quoteIds).toEqual([quoteId])
    clock.time = start + 0.1 * day - 1
    const tenth = { rule: 'tenth', days_after_sending: 0.1 }
    expect((await engine.remindQuotes(context, tenth)).quoteIds).toEqual([])
    clock.time = start + 0.1 * day
    expect((await engine.remindQuotes(context, tenth)).quoteIds).toEqual([quoteId])
  })

  it('is not seen by buyers, leaves the seal as it is, and an acceptance verifies', async () => {
    const { engine, clock } = clockedEngine()
    const quoteId = await sendNew(engine, 8)
    const sent = await engine.getQuote(context, quoteId)
    clock.time = start + 7 * day
    await engine.remindQuotes(context, soon)
    const buyer = { ...context, role: 'buyer' } as const
    const seen = await engine.getQuote(buyer, quoteId)
    expect(seen.quote).toEqual(sent.quote)
    const { items } = await engine.listHistory(buyer, quoteId)
    expect(JSON.stringify(items)).not.toMatch(/expires-soon|remind/)
    const accepted = await engine.acceptQuote(buyer, quoteId, { revision: 1 })
    expect(accepted.quote.acceptance?.seal).toBe(sent.quote.seal)
  })

  it('records at most limit quotes, and says if there are more, past those that are done', async () => {
    const { engine, clock } = clockedEngine()
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await sendNew(engine))
    clock.time = start + 7 * day
    const call = (limit: number) => engine.remindQuotes(context, { ...unanswered, limit })
    expect((await call(5)).hasMore).toBe(true)
    expect((await call(5)).hasMore).toBe(true)
    expect(await call(2)).toMatchObject({ quoteIds: [expect.any(String), expect.any(String)] })
    expect(await call(2)).toEqual({ quoteIds: [], hasMore: false })
    expect((await reminders(engine)).toSorted()).toEqual(ids.toSorted())
  })

  it('rejects the rule that is one too many for an offer, at rule', async () => {
    const { engine } = clockedEngine()
    const quoteId = await sendNew(engine)
    const call = (rule: string) => engine.remindQuotes(context, { rule, days_after_sending: 0 })
    for (let count = 0; count < 20; count += 1) await call(`rule-${count}`)
    const error = await errorOf(() => call('another'))
    expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
      'invalid_request',
      ['rule'],
    ])
    expect((await engine.getQuote(context, quoteId)).quote.reminders).toHaveLength(20)
  })

  it('is not for buyers, and cannot be set by a request', async () => {
    const { engine } = clockedEngine()
    const buyer = { ...context, role: 'buyer' } as const
    expect((await errorOf(() => engine.remindQuotes(buyer, soon))).code).toBe('not_permitted')
    const quoteId = await sendNew(engine)
    const forged = { reminders: [{ rule: 'no-answer', time: 1 }] }
    const error = await errorOf(() => engine.updateQuote(context, quoteId, forged as never))
    expect(error.details).toEqual({
      errors: { reminders: 'cannot be set; call remindQuotes' },
    })
  })

  const mustHaveOne = {
    days_before_expiry: 'must be set, or else days_after_sending, and not both',
  }
  it.each([
    [undefined, ['rule']],
    [{ rule: 'a' }, mustHaveOne],
    [{ rule: 'a', days_before_expiry: 1, days_after_sending: 1 }, mustHaveOne],
    [{ rule: '', days_before_expiry: 1 }, ['rule']],
    [{ rule: 'x'.repeat(65), days_before_expiry: 1 }, ['rule']],
    [{ rule: 7, days_before_expiry: 1 }, ['rule']],
    [{ rule: 'a\0', days_before_expiry: 1 }, ['rule']],
    [{ rule: 'a', days_before_expiry: -1 }, ['days_before_expiry']],
    [{ rule: 'a', days_before_expiry: 1e300 }, ['days_before_expiry']],
    [{ rule: 'a', days_after_sending: Number.NaN }, ['days_after_sending']],
    [{ rule: 'a', days_after_sending: '7' }, ['days_after_sending']],
    [{ rule: 'a', days_after_sending: 7, limit: 0 }, ['limit']],
    [JSON.parse('{"rule":"a","days_after_sending":7,"__proto__":1}'), ['__proto__']],
  ])('rejects %j, and writes nothing', async (invalid, fields) => {
    const { storage, written } = countingStorage()
    const { engine } = clockedEngine({ storage })
    await sendNew(engine)
    const before = written.length
    const error = await errorOf(() => engine.remindQuotes(context, invalid as never))
    const { errors } = error.details as { errors: object }
    expect(error.code).toBe('invalid_request')
    if (Array.isArray(fields)) expect(Object.keys(errors)).toEqual(fields)
    else expect(errors).toEqual(fields)
    expect(written).toHaveLength(before)
  })
})

describeOnEveryStorage('remindQuotes', (opened) => {
  it('records each reminder once if four engines call it at the same time', async () => {
    const { storage } = opened()
    const clock = { time: start }
    const create = () => engineWith({ storage, now: () => clock.time })
    const engine = create()
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) {
      const { quoteId } = await engineWith({
        storage,
        now: () => clock.time,
        generateId: () => `q-${count}`,
      }).createQuote(context, request)
      await engine.sendQuote(context, quoteId, { expires: start + 8 * day })
      ids.push(quoteId)
    }
    clock.time = start + 7 * day
    const others = [engine, create(), create(), create()]
    const run = async (each: QuoteEngine, rule: RemindQuotesRequest) => {
      const reported: string[] = []
      let hasMore = true
      while (hasMore) {
        const result = await each.remindQuotes(context, { ...rule, limit: 5 })
        reported.push(...result.quoteIds)
        hasMore = result.hasMore
      }
      return reported
    }
    for (const rule of [soon, unanswered]) {
      const reported = await Promise.all(others.map((each) => run(each, rule)))
      expect(reported.flat().toSorted()).toEqual(ids.toSorted())
    }
    expect((await reminders(engine)).toSorted()).toEqual([...ids, ...ids].toSorted())
  })
})
