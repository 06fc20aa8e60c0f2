import { describe, expect, it } from 'vitest'
import type { QuoteError } from '../../src/errors.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { recordDueOffers } from '../../src/relay/due-offers.js'
import { createRelay } from '../../src/relay/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { createShop, recorder, startTime } from './shop.js'

const dayMs = 86_400_000
const rules = [
  { rule: 'expires-soon', days_before_expiry: 3 },
  { rule: 'no-answer', days_after_sending: 7 },
]

/** Creates a shop that has sent an offer in each store, valid for 30 days. */
async function createShopWithOffers(...storeIds: readonly string[]) {
  const shop = createShop(...storeIds)
  for (const storeId of storeIds) {
    const [quoteId] = await shop.sell(storeId)
    const expires = startTime + 30 * dayMs
    await shop.engine.sendQuote({ storeId }, quoteId as string, { expires })
  }
  return shop
}

describe('createRelay with dueOffers', () => {
  it('records reminders and expiries, and delivers them in the same run', async () => {
    const shop = await createShopWithOffers('store-1', 'store-2')
    const erp = recorder()
    const relay = shop.relay({ destinations: { erp }, dueOffers: { reminders: rules } })
    const days = [6, 7, 8, 27, 28, 30, 31]
    const heard: unknown[] = []
    for (const day of days) {
      shop.clock.now = startTime + day * dayMs
      const before = erp.events.length
      await relay.run()
      const types = erp.events.slice(before).map(({ type, storeId, by }) => [type, storeId, by])
      heard.push(...types.filter(([type]) => type?.endsWith('re') || type?.endsWith('remind')))
    }
    expect(heard).toEqual([
      ['quote.remind', 'store-1', 'relay'],
      ['quote.remind', 'store-2', 'relay'],
      ['quote.remind', 'store-1', 'relay'],
      ['quote.remind', 'store-2', 'relay'],
      ['quote.expire', 'store-1', 'relay'],
      ['quote.expire', 'store-2', 'relay'],
    ])
    expect(shop.errors).toEqual([])
  })

  it('records nothing without the option', async () => {
    const shop = await createShopWithOffers('store-1')
    const erp = recorder()
    shop.clock.now += 40 * dayMs
    await shop.relay({ destinations: { erp } }).run()
    expect(erp.events.map(({ type }) => type)).toEqual(['quote.create', 'quote.send'])
  })

  it('records each once in several relays that run at the same time', async () => {
    const shop = await createShopWithOffers('store-1')
    const erp = recorder()
    shop.clock.now += 28 * dayMs
    const options = { destinations: { erp }, dueOffers: { reminders: rules } }
    await Promise.all([1, 2, 3, 4].map(() => shop.relay(options).run()))
    await shop.relay(options).run()
    const reminders = erp.events.filter(({ type }) => type === 'quote.remind')
    expect(reminders).toHaveLength(2)
    expect(shop.errors).toEqual([])
  })

  it('checks with start at once, and then every intervalMs', async () => {
    const shop = await createShopWithOffers('store-1')
    const erp = recorder()
    const checks: number[] = []
    const passes: (() => void)[] = []
    const engine = {
      ...shop.engine,
      expireQuotes: (...args: Parameters<typeof shop.engine.expireQuotes>) => {
        checks.push((shop.clock.now - startTime) / 60_000)
        return shop.engine.expireQuotes(...args)
      },
    }
    const relay = shop.relay({
      engine,
      destinations: { erp },
      dueOffers: { intervalMs: 600_000 },
      sleep: (_ms, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
          passes.push(() => resolve(undefined))
        }),
    })
    const waitFor = async (isMet: () => boolean) => {
      while (!isMet()) await new Promise(setImmediate)
    }
    relay.start()
    for (const minutes of [4, 9, 10, 14, 20]) {
      await waitFor(() => passes.length > 0)
      const end = passes.pop()
      shop.clock.now = startTime + minutes * 60_000
      end?.()
    }
    await waitFor(() => checks.length === 3)
    await relay.stop()
    expect(checks).toEqual([0, 10, 20])
    await relay.run()
    expect(checks).toEqual([0, 10, 20, 20])
    expect(shop.errors).toEqual([])
  })

  it('reports what fails with its store, and checks the other rules and stores', async () => {
    const shop = await createShopWithOffers('store-1', 'store-2')
    const erp = recorder()
    const places: unknown[] = []
    shop.clock.now += 40 * dayMs
    const relay = shop.relay({
      destinations: { erp },
      dueOffers: { reminders: [{ rule: 'never', days_before_expiry: -1 }] },
      onError: (error, place) => places.push([(error as QuoteError).message, place]),
    })
    await relay.run()
    const message = expect.stringMatching('days_before_expiry must be .* -1$')
    expect(places).toEqual([
      [message, { storeId: 'store-1' }],
      [message, { storeId: 'store-2' }],
    ])
    expect(erp.events.filter(({ type }) => type === 'quote.expire')).toHaveLength(2)
  })

  it('calls permit with the role system and the actor relay', async () => {
    const shop = await createShopWithOffers('store-1')
    const calls: unknown[] = []
    const engine = createQuoteEngine({
      storage: shop.storage,
      catalog: { findProducts: () => [] },
      now: () => shop.clock.now,
      permit: ({ role, actor }, operation) => {
        calls.push([role, actor, operation])
        return true
      },
    })
    shop.clock.now += 28 * dayMs
    const dueOffers = { reminders: rules }
    await shop.relay({ engine, destinations: { erp: recorder() }, dueOffers }).run()
    expect(calls).toContainEqual(['system', 'relay', 'expireQuotes'])
    expect(calls).toContainEqual(['system', 'relay', 'remindQuotes'])
  })

  it('rejects invalid options, each by its name', () => {
    const shop = createShop('store-1')
    const options = { storage: shop.storage, stores: ['store-1'], destinations: { a: recorder() } }
    const errorsOf = (dueOffers: unknown, engine: object = shop.engine) =>
      fieldErrorsOf(
        () => createRelay({ ...options, engine, dueOffers } as never),
        'invalid_options',
      )
    const { listEvents, getQuote } = shop.engine
    expect([
      errorsOf(true),
      errorsOf({ reminders: [{}, 'soon'], intervalMs: 0, expire: true }),
      errorsOf({}, { listEvents, getQuote }),
    ]).toMatchInlineSnapshot(`
      [
        {
          "dueOffers": "must be an object, received true",
        },
        {
          "dueOffers.expire": "is not a known field; known: reminders, intervalMs",
          "dueOffers.intervalMs": "must be an integer of at least 1, received the number 0",
          "dueOffers.reminders[0].rule": "must be a string, received undefined",
          "dueOffers.reminders[1]": "must be a rule, such as { rule, days_before_expiry: 3 }, received the string "soon"",
        },
        {
          "engine": "must have the methods expireQuotes and remindQuotes for the option dueOffers",
        },
      ]
    `)
  })
})

describe('recordDueOffers', () => {
  it('ends without an error if it is stopped while it records', async () => {
    const stopping = new AbortController()
    const asked: string[] = []
    const errors: unknown[] = []
    const failing = (name: string, isLast: boolean) => async () => {
      asked.push(name)
      if (isLast) stopping.abort()
      throw new Error('no connection')
    }
    const engine = { expireQuotes: failing('expire', false), remindQuotes: failing('remind', true) }
    const reminders = [...rules]
    await recordDueOffers(
      engine,
      { storeId: 'store-1' },
      { reminders, intervalMs: 1 },
      { signal: stopping.signal, onError: (error) => errors.push(error) },
    )
    expect(asked).toEqual(['expire', 'remind'])
    expect(errors).toEqual([new Error('no connection')])
  })
})
