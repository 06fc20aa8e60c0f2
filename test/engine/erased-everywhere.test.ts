import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { mailer } from '../../src/mail/index.js'
import type { StateStorage } from '../../src/ports/state.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { eraseCustomer } from '../../src/quote-engine/customers.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { createRelay, DeliveryError, type RelayOptions } from '../../src/relay/index.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../storage/every-storage.js'
import { errorOf } from './ports.js'

let stores = 0
const startTime = Date.UTC(2026, 10, 2, 9)
const dayMs = 86_400_000

/**
 * A shop that has every feature, and a customer of whom all that can be named begins with a mark.
 * Add a feature here that keeps a text of or about a customer.
 */
async function createShop(storage: StoragePort) {
  stores += 1
  const storeId = `erased-${stores}`
  // Index terms are stored without the start that they share with others.
  const mark = `${String.fromCharCode(97 + (stores % 26))}${stores}qzj`
  const clock = { now: startTime }
  const engine = createQuoteEngine({
    storage,
    catalog: memoryCatalog({ [storeId]: [{ id: 1, price: '12.50' }] }),
    now: () => clock.now,
    fields: {
      quote: {
        project: { schema: z.string(), search: true },
        secret: { schema: z.string(), internal: true },
      },
      line: { engraving: { schema: z.string() } },
    },
    approvals: {
      require: ({ tags }) => (tags ? [{ id: 'all', label: `${mark} label`, covers: mark }] : []),
    },
    orders: { placeOrder: () => ({ orderId: `${mark}-order` }) },
  })
  const buyer = { storeId, actor: `${mark}@actor.example`, role: 'buyer' } as const
  const seller = { storeId, actor: `${mark}-seller`, role: 'seller' } as const
  const customer = {
    name: `${mark} name`,
    email: `${mark}@mail.example`,
    address: `${mark} street`,
    phone: `${mark} phone`,
    [`${mark}-field`]: `${mark} value`,
  }
  const line = { id: 1, qty: 1, note: `${mark} note`, fields: { engraving: `${mark} line` } }
  return { storeId, mark, clock, engine, buyer, seller, customer, line }
}

type Shop = Awaited<ReturnType<typeof createShop>>

/** Does everything that there is with quotes of the customer. */
async function useEverything({ engine, mark, buyer, seller, customer, line, clock }: Shop) {
  const own = { customer_id: `${mark}-id`, company_id: `${mark}-company` }
  const request = {
    ...own,
    customer,
    products: [line],
    title: `${mark} title`,
    terms: `${mark} terms`,
    fields: { project: `${mark} project` },
    internal_fields: { secret: `${mark} secret` },
  }
  const { quoteId } = await engine.createQuote(seller, request, { idempotencyKey: 'create' })
  for (let index = 0; index < 12; index += 1)
    await engine.updateQuote(seller, quoteId, {
      customer: { name: `${mark} update ${index}` },
      tag_list: [`${mark}-tag`],
    })
  await engine.requestApproval(seller, quoteId, { note: `${mark} please` })
  await engine.approveQuote(seller, quoteId, { requirement: 'all', note: `${mark} yes` })
  await engine.sendQuote(seller, quoteId, { expires: '2026-12-31' })
  await engine.addMessage(buyer, quoteId, {
    text: `${mark} text`,
    attachments: [{ name: `${mark}.pdf`, url: `https://${mark}.example/` }],
  })
  await engine.addMessage(seller, quoteId, { text: `${mark} inside`, visibility: 'internal' })
  const report = { type: 'bounced', revision: 1, detail: `${mark} no such user` } as const
  await engine.recordDelivery(seller, quoteId, { ...report, recipient: customer.email })
  clock.now += 8 * dayMs
  await engine.remindQuotes(seller, { rule: 'no-answer', days_after_sending: 7 })
  await engine.acceptQuote(buyer, quoteId, { revision: 1, name: `${mark} signature` })
  await engine.orderQuote(seller, quoteId)
  const other = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, other.quoteId)
  await engine.requestRevision(buyer, other.quoteId, {
    name: `${mark} asks`,
    lines: [{ key: '1-1', qty: 2, note: `${mark} wish` }],
    add: [{ name: `${mark} cable`, qty: 1 }],
  })
  await engine.declineQuote(buyer, other.quoteId, { reason: `${mark} too much` })
  const deleted = await engine.copyQuote(seller, quoteId, {})
  await engine.deleteQuote(seller, deleted.quoteId)
  await engine.createTemplate(seller, { name: `${mark} template`, products: [line], customer })
  return quoteId
}

/** Relays whose destinations fail with what they know of the customer. */
function failingRelays({ engine, storeId, mark, clock, customer }: Shop, storage: StoragePort) {
  const fail = () => {
    throw new Error(`452 4.2.2 <${customer.email}>: ${mark} is full`)
  }
  const mail = mailer({ engine, start: 'beginning', kinds: ['ordered'], send: fail })
  const options: RelayOptions = {
    engine,
    storage: storage as StoragePort & StateStorage,
    stores: [storeId],
    destinations: {},
    now: () => clock.now,
  }
  const disabled = { deliver: () => Promise.reject(new DeliveryError(mark, { disable: true })) }
  return [
    createRelay({ ...options, maxAttempts: 1, destinations: { dead: { deliver: fail }, mail } }),
    createRelay({ ...options, destinations: { failing: { deliver: fail }, disabled } }),
  ] as const
}

const countOf = (text: string, part: string) => text.toLowerCase().split(part).length - 1

describeOnEveryStorage('eraseCustomer', (opened) => {
  it('leaves nothing of the customer in any table, in every feature', async () => {
    const { storage } = opened()
    const shop = await createShop(storage)
    await useEverything(shop)
    const relays = failingRelays(shop, storage)
    for (const relay of relays) await relay.run()
    expect(countOf(await opened().dump(), shop.mark)).toBeGreaterThan(100)
    const query = { storeId: shop.storeId, destination: 'dead' }
    const before = (await relays[0].listDeadLetters(query)).items
    expect(before.at(-1)?.error).toContain(shop.mark)
    const { remaining } = await eraseCustomer(shop.engine, shop.seller, {
      customerId: `${shop.mark}-id`,
    })
    expect(remaining).toEqual([])
    opened().vacuum?.()
    const dump = await opened().dump()
    expect(dump).toContain(shop.storeId)
    const found = dump.toLowerCase().indexOf(shop.mark)
    expect(found < 0 ? '' : dump.slice(Math.max(0, found - 200), found + 100)).toBe('')
    // What is no text about the customer stays.
    const after = (await relays[0].listDeadLetters(query)).items
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await relays[1].health()).toMatchObject([
      { attempts: 1, lastError: undefined },
      { disabled: { reason: 'erased with the quote' } },
    ])
  })
})

/** Stores what quotes are found by with the words of an earlier release, which kept ł, ø and ß. */
function withFormerWords(storage: StoragePort, former: readonly string[]): StoragePort {
  return {
    ...storage,
    commit: (storeId, { changes, ...commit }, call) => {
      const stored = changes.map((change) => {
        const { record, search, previousSearch } = change
        return { ...change, record, previousSearch, search: search && { ...search, words: former } }
      })
      return storage.commit(storeId, { ...commit, changes: stored as typeof changes }, call)
    },
  }
}

describeOnEveryStorage('eraseQuote of a row of an earlier release', (opened) => {
  it.each(['erased', 'renamed before', 'deleted before'])('leaves no words: %s', async (order) => {
    const { storage } = opened()
    // SQLite encodes `z`.
    const name = 'Łqxjukasz Qxjstraße Øqxjrsted Zqxjoe'
    const former = ['łqxjukasz', 'qxjstraße', 'øqxjrsted', 'zqxjoe']
    const earlier = await createShop(withFormerWords(storage, former))
    const { storeId } = earlier
    const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: '12.50' }] })
    const engine = createQuoteEngine({ storage, catalog })
    const { quoteId } = await earlier.engine.createQuote(
      { storeId },
      { customer: { name }, products: [{ id: 1, qty: 1 }] },
    )
    expect(countOf(await opened().dump(), 'qxj')).toBeGreaterThanOrEqual(4)
    const find = async (text: string) => (await engine.countQuotes({ storeId }, { text })).count
    expect(await find('zqxj')).toBe(1)
    if (order === 'renamed before') {
      await engine.updateQuote({ storeId }, quoteId, { customer: { name: 'Bob Łucky' } })
      expect([await find('zqxj'), await find('bob lucky')]).toEqual([0, 1])
    }
    if (order === 'deleted before') await engine.deleteQuote({ storeId }, quoteId)
    await engine.eraseQuote({ storeId }, quoteId)
    opened().vacuum?.()
    expect(countOf(await opened().dump(), 'qxj')).toBe(0)
  })
})

describe('what a relay keeps of an erased quote', () => {
  const markedError = ({ mark }: Shop) => new Error(`${mark} is full`)
  const stateOf = async (storage: StateStorage, { storeId }: Shop) =>
    JSON.stringify(
      await storage.listState(storeId, { afterKey: '', beforeKey: '\uffff', limit: 9_999 }),
    )

  async function relayOf(shop: Shop, storage: StateStorage, options: Partial<RelayOptions>) {
    return createRelay({
      ...{ engine: shop.engine, storage, stores: [shop.storeId], now: () => shop.clock.now },
      ...{ destinations: {}, ...options },
    })
  }

  it.each([
    ['failed', 5, (error: Error) => error],
    ['a dead letter', 1, (error: Error) => error],
    ['disabled', 5, ({ message }: Error) => new DeliveryError(message, { disable: true })],
  ])(
    'has no text if it is erased during the attempt: %s',
    async (_outcome, maxAttempts, toError) => {
      const storage = memoryStorage()
      const shop = await createShop(storage)
      const { quoteId } = await shop.engine.createQuote(shop.seller, {
        customer: shop.customer,
        products: [shop.line],
      })
      const erp = {
        async deliver() {
          await shop.engine.eraseQuote(shop.seller, quoteId)
          throw toError(markedError(shop))
        },
      }
      const relay = await relayOf(shop, storage, { destinations: { erp }, maxAttempts })
      expect((await relay.run()).failed).toBeGreaterThan(0)
      expect(await stateOf(storage, shop)).not.toContain(shop.mark)
    },
  )

  it('is removed at the next pass, if the engine does not know its storage', async () => {
    const { ...storage } = memoryStorage()
    const own = memoryStorage()
    const shop = await createShop(storage)
    const { quoteId } = await shop.engine.createQuote(shop.seller, {
      customer: shop.customer,
      products: [shop.line],
    })
    let fails = true
    const erp = {
      deliver() {
        if (fails) throw markedError(shop)
      },
    }
    const relay = await relayOf(shop, own, { destinations: { erp }, maxAttempts: 1 })
    await relay.run()
    await shop.engine.eraseQuote(shop.seller, quoteId)
    expect(await stateOf(own, shop)).toContain(shop.mark)
    fails = false
    await relay.run()
    expect(await stateOf(own, shop)).not.toContain(shop.mark)
  })

  it('is removed by eraseQuote again, if a call was interrupted', async () => {
    const inner = memoryStorage()
    let fails = true
    const storage = {
      ...inner,
      listState: (...args: Parameters<typeof inner.listState>) => {
        if (fails) throw new Error('no connection')
        return inner.listState(...args)
      },
    }
    const shop = await createShop(storage)
    const { quoteId } = await shop.engine.createQuote(shop.seller, {
      customer: shop.customer,
      products: [shop.line],
    })
    const erp = {
      deliver() {
        throw markedError(shop)
      },
    }
    await (await relayOf(shop, inner, { destinations: { erp } })).run()
    const error = await errorOf(() => shop.engine.eraseQuote(shop.seller, quoteId))
    expect(error).toMatchObject({ code: 'storage_failed', details: { operation: 'listState' } })
    fails = false
    await shop.engine.eraseQuote(shop.seller, quoteId)
    expect(await stateOf(inner, shop)).not.toContain(shop.mark)
  })

  it('is removed of more than a page, of earlier releases too, and of no other quote', async () => {
    const storage = memoryStorage()
    const shop = await createShop(storage)
    const { quoteId } = await shop.engine.createQuote(shop.seller, {
      customer: {},
      products: [{ id: 1, qty: 1 }],
    })
    const save = (key: string, value: object) =>
      storage.saveState(shop.storeId, { key, previousVersion: 0, version: 1, value })
    const numbers = Array.from({ length: 1_200 }, (_, index) => String(index).padStart(16, '0'))
    for (const [index, each] of numbers.entries())
      await save(`relay:erp:dead:${each}`, {
        ...{ position: index, quoteId: index === 600 ? 'other' : quoteId },
        ...{ by: shop.mark, error: shop.mark, attempts: 1 },
      })
    await save('relay:erp', { position: 1, lastError: shop.mark, disabled: null })
    await save('relay:own', { position: 1, lastError: shop.mark, lastErrorOf: 'other' })
    await shop.engine.eraseQuote(shop.seller, quoteId)
    // The letter of the other quote with its actor, and the error of the other quote.
    expect(countOf(await stateOf(storage, shop), shop.mark)).toBe(3)
  })
})
