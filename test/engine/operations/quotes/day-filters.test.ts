import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ListQuotesOptions } from '../../../../src/engine/operations/read-quotes.js'
import { endOfDay, startOfDay } from '../../../../src/quote/model/expiry.js'
import { quoteFilterFields, resolveDays } from '../../../../src/quote/search/quote-filter.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith, errorOf, request } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

/** Days on which, or beside which, a day of these zones has 23, 24, 25, 0 or 24.5 hours. */
const daysOfZones = [
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Asia/Kathmandu', '1986-01-01'],
  ['Asia/Kathmandu', '2026-11-27'],
  ['Pacific/Apia', '2011-12-29'],
  ['Pacific/Apia', '2011-12-31'],
  ['Australia/Lord_Howe', '2026-04-05'],
] as const

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const dayMs = 86_400_000

async function listIds(
  engine: QuoteEngine,
  options: ListQuotesOptions,
  caller: { readonly storeId: string } = context,
): Promise<readonly string[]> {
  return (await engine.listQuotes(caller, options)).items.map(({ quoteId }) => quoteId)
}

describeOnEveryStorage('listQuotes and countQuotes by days', (opened) => {
  it.each(daysOfZones)('in %s, take the whole of %s', async (timeZone, day) => {
    let time = 0
    const { storage } = opened()
    const engine = engineWith({ storage, timeZone, catalog: everyProduct, now: () => time })
    const caller = { ...context, storeId: `days in ${timeZone} ${day}` }
    const first = startOfDay(day, timeZone)
    const end = endOfDay(day, timeZone)
    const quoteIds: string[] = []
    for (const created of [first - 1, first, end - 1, end]) {
      time = created
      quoteIds.push((await engine.createQuote(caller, request)).quoteId)
    }
    const onDay = quoteIds.slice(1, 3)
    for (const field of ['created', 'updated'] as const) {
      const filter = { [field]: { from: day, to: day } }
      expect(await listIds(engine, { ...filter, order: 'oldest' }, caller)).toEqual(onDay)
      expect((await engine.countQuotes(caller, filter)).count).toBe(2)
      const from = await engine.countQuotes(caller, { [field]: { from: day } })
      const to = await engine.countQuotes(caller, { [field]: { to: day } })
      expect([from.count, to.count]).toEqual([3, 3])
    }
  })

  it('take an offer that can be accepted until the end of a day for one of this day', async () => {
    const timeZone = 'America/Sao_Paulo'
    const engine = engineWith({
      storage: opened().storage,
      catalog: everyProduct,
      timeZone,
      now: () => Date.parse('2018-11-01T12:00:00Z'),
    })
    const caller = { ...context, storeId: 'days of expiry' }
    const quoteIds: string[] = []
    for (const expires of ['2018-11-03', '2018-11-04', '2018-11-05']) {
      const { quoteId } = await engine.createQuote(caller, request)
      await engine.sendQuote(caller, quoteId, { expires })
      quoteIds.push(quoteId)
    }
    const on = (from: string, to: string) => listIds(engine, { expires: { from, to } }, caller)
    expect(await on('2018-11-04', '2018-11-04')).toEqual([quoteIds[1]])
    expect(await on('2018-11-03', '2018-11-04')).toEqual([quoteIds[1], quoteIds[0]])
    expect(await on('2018-11-06', '2018-11-30')).toEqual([])
  })
})

describe('resolveDays', () => {
  it('selects by days what it selects by their first and last instants', () => {
    const zone = fc.constantFrom(...daysOfZones)
    const near = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(zone, near, near, ([timeZone, date], before, after) => {
        const at = Date.parse(date)
        const [from = '', to = ''] = [
          isoDay(at + before * dayMs),
          isoDay(at + after * dayMs),
        ].sort()
        const first = startOfDay(from, timeZone)
        const end = endOfDay(to, timeZone)
        const days = { from, to }
        const times = { from: first, to: end }
        const expires = { from: first + 1, to: end + 1 }
        const resolve = (filter: object) =>
          resolveDays(quoteFilterSchema.parse(filter), () => timeZone)
        expect(resolve({ created: days, updated: days, expires: days })).toEqual(
          resolve({ created: times, updated: times, expires }),
        )
        expect(resolve({ created: { from, to: end } })).toEqual(resolve({ created: times }))
        expect(resolve({ created: { to } })).toEqual(resolve({ created: { to: end } }))
      }),
    )
  })

  it('asks for no time zone without a day', () => {
    const filter = { created: { from: 1 }, updated: {}, followUp: { to: '2026-11-27' } }
    const resolved = resolveDays(filter, () => expect.fail('no day needs a time zone'))
    expect(resolved).toEqual(filter)
  })
})

const quoteFilterSchema = z.strictObject(quoteFilterFields())

describe('listQuotes by days', () => {
  it('uses the time zone of each store', async () => {
    const zones: Readonly<Record<string, string>> = { a: 'Pacific/Apia', b: 'Pacific/Pago_Pago' }
    const engine = engineWith({
      catalog: everyProduct,
      timeZone: (storeId) => zones[storeId] ?? 'UTC',
      now: () => Date.parse('2026-11-27T11:30:00Z'),
    })
    for (const storeId of ['a', 'b', 'c']) await engine.createQuote({ storeId }, request)
    const days = ['2026-11-28', '2026-11-27', '2026-11-26']
    const found = async (storeId: string) => {
      const counts = days.map((day) =>
        engine.countQuotes({ storeId }, { created: { from: day, to: day } }),
      )
      return (await Promise.all(counts)).map(({ count }) => count)
    }
    expect(await found('a')).toEqual([1, 0, 0])
    expect(await found('b')).toEqual([0, 1, 0])
    expect(await found('c')).toEqual([0, 1, 0])
  })

  it('finds nothing on a day that the zone has skipped, and in an empty range of times', async () => {
    const engine = engineWith({
      timeZone: 'Pacific/Apia',
      now: () => Date.parse('2011-12-30T12:00Z'),
    })
    await engine.createQuote(context, request)
    const count = async (created: ListQuotesOptions['created']) =>
      (await engine.countQuotes(context, { created })).count
    expect(await count({ from: '2011-12-30', to: '2011-12-30' })).toBe(0)
    expect(await count({ from: '2011-12-30' })).toBe(1)
    expect(await count({ from: 5, to: 4 })).toBe(0)
    expect(await count({ from: '2011-12-31', to: 4 })).toBe(0)
  })

  it.each(['created', 'updated', 'expires', 'followUp'] as const)(
    'names the field of a last day of %s before the first, and of no day',
    async (field) => {
      const engine = engineWith()
      for (const call of [engine.listQuotes, engine.countQuotes]) {
        const range = (from: string, to: string) =>
          errorOf(() => call(context, { [field]: { from, to } }))
        expect((await range('2026-11-28', '2026-11-27')).details).toEqual({
          errors: {
            [`${field}.to`]: 'must not be before from, 2026-11-28, received 2026-11-27',
          },
        })
        const { code, message } = await range('2026-02-30', '2026-02-29')
        expect(code).toBe('invalid_request')
        for (const path of [`${field}.from`, `${field}.to`])
          expect(message).toMatch(new RegExp(`${path} must be .*, YYYY-MM-DD`))
      }
    },
  )

  it('needs a time zone only for days, and says which option is wrong', async () => {
    const engine = engineWith({ timeZone: () => 'Mars/Olympus' })
    expect(await listIds(engine, { created: { from: 5 } })).toEqual([])
    const error = await errorOf(() => engine.listQuotes(context, { created: { to: '2026-11-27' } }))
    expect(error.code).toBe('invalid_options')
    expect(error.message).toContain('timeZone must return a time zone such as Europe/Berlin')
  })

  it('continues a list by days with its cursor, and with the same times', async () => {
    const engine = engineWith({ timeZone: 'Europe/Berlin', now: () => Date.parse('2026-03-29') })
    for (let count = 0; count < 3; count += 1) await engine.createQuote(context, request)
    const days = { created: { from: '2026-03-29', to: '2026-03-29' }, limit: 2 }
    const { next } = await engine.listQuotes(context, days)
    expect(await listIds(engine, { ...days, after: next })).toHaveLength(1)
    const created = {
      from: Date.parse('2026-03-28T23:00:00Z'),
      to: Date.parse('2026-03-29T22:00:00Z'),
    }
    expect(await listIds(engine, { created, after: next })).toHaveLength(1)
    const other = { created: { from: '2026-03-28', to: '2026-03-29' }, after: next }
    expect((await errorOf(() => engine.listQuotes(context, other))).details).toHaveProperty(
      'errors.after',
    )
  })
})
