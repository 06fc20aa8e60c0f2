import { describe, expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { limitToQuote } from '../../../src/quote/search/only-quote.js'
import { operations } from '../../../src/quote-engine/operations.js'
import type { OperationName, QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  blind,
  type Caller,
  delegateStorage,
  fillShop,
  offersExpire,
  request,
  type ShopContext,
  type State,
  type StorageCall,
  scopeOption,
  seeing,
  shopEngine,
  storeId,
  tag,
  templateId,
} from './scoped-store.js'

type Methods = Omit<QuoteEngine, 'using' | 'close'>

/** A call about one quote, in a state in which it is possible. */
interface QuoteCall {
  readonly state: State
  /** What the call is called, if there are several of an operation. */
  readonly as?: string
  call(engine: Methods, caller: ShopContext, quoteId: string): PromiseLike<unknown>
}

/**
 * Whom the results of an operation are for: those who see the quote, whose calls are listed; those
 * who see any, each of whom gets their own; or all, because it is about the store.
 */
type Expected =
  | readonly QuoteCall[]
  | { readonly ofAll: (engine: Methods, caller: ShopContext) => PromiseLike<unknown> }
  | 'list'
  | 'create'
  | 'events'

const text = { text: 'Hello', visibility: 'customer' } as const
const reason = { reason: 'less' }
const user = { name: 'Eve', email: 'eve@example.com', position: 'editor' } as const

const expected: { readonly [Name in OperationName]: Expected } = {
  getQuote: [
    { state: 'new', call: (engine, caller, id) => engine.getQuote(caller, id) },
    {
      state: 'sent',
      as: 'of a version',
      call: (engine, caller, id) => engine.getQuote(caller, id, { version: 1 }),
    },
    {
      state: 'sent',
      as: 'of a version that it does not have',
      call: (engine, caller, id) => engine.getQuote(caller, id, { version: 99 }),
    },
    {
      state: 'draft',
      as: 'of a revision',
      call: (engine, caller, id) => engine.getQuote(caller, id, { revision: 1 }),
    },
    {
      state: 'draft',
      as: 'of a time',
      call: (engine, caller, id) => engine.getQuote(caller, id, { time: offersExpire }),
    },
    {
      state: 'deleted',
      as: 'of a version, if it is deleted',
      call: (engine, caller, id) => engine.getQuote(caller, id, { version: 1 }),
    },
  ],
  updateQuote: [
    {
      state: 'new',
      call: (engine, caller, id) => engine.updateQuote(caller, id, { tag_list: ['vip'] }),
    },
    {
      state: 'sent',
      as: 'of a locked quote',
      call: (engine, caller, id) => engine.updateQuote(caller, id, { customer: { name: 'Eve' } }),
    },
    {
      state: 'new',
      as: 'with the status sent',
      call: (engine, caller, id) => engine.updateQuote(caller, id, { status: 'sent' }),
    },
    {
      state: 'new',
      as: 'as a preview',
      call: (engine, caller, id) =>
        engine.updateQuote(caller, id, { tag_list: ['vip'] }, { preview: true }),
    },
    {
      state: 'sent',
      as: 'with another version',
      call: (engine, caller, id) =>
        engine.updateQuote(caller, id, { tag_list: ['vip'] }, { expectedVersion: 1 }),
    },
    {
      state: 'new',
      as: 'with an idempotency key',
      call: (engine, caller, id) =>
        engine.updateQuote(caller, id, { tag_list: ['vip'] }, { idempotencyKey: 'k' }),
    },
  ],
  deleteQuote: [{ state: 'new', call: (engine, caller, id) => engine.deleteQuote(caller, id) }],
  restoreQuote: [
    { state: 'deleted', call: (engine, caller, id) => engine.restoreQuote(caller, id) },
    {
      state: 'new',
      as: 'of a quote that is not deleted',
      call: (engine, caller, id) => engine.restoreQuote(caller, id),
    },
  ],
  eraseQuote: [
    { state: 'new', call: (engine, caller, id) => engine.eraseQuote(caller, id) },
    {
      state: 'deleted',
      as: 'of a deleted quote',
      call: (engine, caller, id) => engine.eraseQuote(caller, id),
    },
  ],
  copyQuote: [
    { state: 'new', call: (engine, caller, id) => engine.copyQuote(caller, id) },
    {
      state: 'sent',
      as: 'at current prices',
      call: (engine, caller, id) => engine.copyQuote(caller, id, { prices: 'current' }),
    },
  ],
  sendQuote: [
    { state: 'new', call: (engine, caller, id) => engine.sendQuote(caller, id) },
    {
      state: 'new',
      as: 'as a preview',
      call: (engine, caller, id) => engine.sendQuote(caller, id, {}, { preview: true }),
    },
  ],
  requestRevision: [
    { state: 'sent', call: (engine, caller, id) => engine.requestRevision(caller, id, reason) },
  ],
  reviseQuote: [{ state: 'sent', call: (engine, caller, id) => engine.reviseQuote(caller, id) }],
  priceSelection: [
    {
      state: 'sent',
      call: (engine, caller, id) =>
        engine.priceSelection(caller, id, { revision: 1, selection: { selected: [] } }),
    },
  ],
  acceptQuote: [
    {
      state: 'sent',
      call: (engine, caller, id) => engine.acceptQuote(caller, id, { revision: 1 }),
    },
    {
      state: 'sent',
      as: 'of another revision',
      call: (engine, caller, id) => engine.acceptQuote(caller, id, { revision: 2 }),
    },
  ],
  declineQuote: [{ state: 'sent', call: (engine, caller, id) => engine.declineQuote(caller, id) }],
  cancelQuote: [{ state: 'new', call: (engine, caller, id) => engine.cancelQuote(caller, id) }],
  orderQuote: [
    { state: 'accepted', call: (engine, caller, id) => engine.orderQuote(caller, id) },
    {
      state: 'accepted',
      as: 'with a key',
      call: (engine, caller, id) => engine.orderQuote(caller, id, {}, { idempotencyKey: 'k' }),
    },
    {
      state: 'accepted',
      as: 'of an order that was placed',
      call: (engine, caller, id) => engine.orderQuote(caller, id, { order_id: 'o1' }),
    },
    {
      state: 'accepted',
      as: 'of an order of another key',
      call: (engine, caller, id) =>
        engine.orderQuote(caller, id, { order_id: 'o1', order_key: 'another' }),
    },
  ],
  priceTaxes: [{ state: 'new', call: (engine, caller, id) => engine.priceTaxes(caller, id) }],
  repriceQuote: [{ state: 'new', call: (engine, caller, id) => engine.repriceQuote(caller, id) }],
  listShippingOptions: [
    { state: 'new', call: (engine, caller, id) => engine.listShippingOptions(caller, id) },
  ],
  requestApproval: [
    { state: 'new', call: (engine, caller, id) => engine.requestApproval(caller, id) },
  ],
  approveQuote: [
    {
      state: 'new',
      call: (engine, caller, id) => engine.approveQuote(caller, id, { requirement: 'large' }),
    },
  ],
  rejectApproval: [
    {
      state: 'draft',
      call: (engine, caller, id) =>
        engine.rejectApproval(caller, id, { requirement: 'large', note: 'No' }),
    },
  ],
  recordDelivery: [
    {
      state: 'sent',
      call: (engine, caller, id) => engine.recordDelivery(caller, id, { type: 'opened' }),
    },
  ],
  closeOrder: [
    { state: 'accepted', call: (engine, caller, id) => engine.closeOrder(caller, id) },
    {
      state: 'accepted',
      as: 'after a part',
      call: async (engine, caller, id) => {
        const lines = [{ key: '1-1', qty: 1 }]
        await engine.orderQuote(caller, id, { order_id: 'o1', lines })
        return engine.closeOrder(caller, id)
      },
    },
  ],
  recordPayment: [
    {
      state: 'sent',
      call: (engine, caller, id) => engine.recordPayment(caller, id, { id: 'pay-1', amount: 1 }),
    },
  ],
  addMessage: [
    { state: 'sent', call: (engine, caller, id) => engine.addMessage(caller, id, text) },
  ],
  listMessages: [{ state: 'sent', call: (engine, caller, id) => engine.listMessages(caller, id) }],
  listHistory: [
    { state: 'sent', call: (engine, caller, id) => engine.listHistory(caller, id) },
    {
      state: 'sent',
      as: 'beyond its end',
      call: (engine, caller, id) => engine.listHistory(caller, id, { after: 99 }),
    },
    {
      state: 'deleted',
      as: 'of a deleted quote',
      call: (engine, caller, id) => engine.listHistory(caller, id),
    },
  ],
  createTemplate: [
    {
      state: 'new',
      as: 'from a quote',
      call: (engine, caller, id) => engine.createTemplate(caller, { name: 'A', quote_id: id }),
    },
  ],
  listQuotes: 'list',
  countQuotes: 'list',
  expireQuotes: 'list',
  remindQuotes: 'list',
  createQuote: 'create',
  requestQuote: 'create',
  createQuoteFromTemplate: 'create',
  listEvents: 'events',
  listTags: { ofAll: (engine, caller) => engine.listTags(caller) },
  setTag: { ofAll: (engine, caller) => engine.setTag(caller, 'new', tag) },
  removeTag: { ofAll: (engine, caller) => engine.removeTag(caller, 'vip') },
  listUsers: { ofAll: (engine, caller) => engine.listUsers(caller) },
  setUser: { ofAll: (engine, caller) => engine.setUser(caller, 'u3', user) },
  removeUser: { ofAll: (engine, caller) => engine.removeUser(caller, 'u1') },
  getTemplate: { ofAll: (engine, caller) => engine.getTemplate(caller, templateId) },
  listTemplates: { ofAll: (engine, caller) => engine.listTemplates(caller) },
  updateTemplate: {
    ofAll: (engine, caller) => engine.updateTemplate(caller, templateId, { name: 'B' }),
  },
  deleteTemplate: { ofAll: (engine, caller) => engine.deleteTemplate(caller, templateId) },
}

const names = Object.keys(operations) as OperationName[]

function ofKind(kind: 'list' | 'create' | 'events'): readonly OperationName[] {
  return names.filter((name) => expected[name] === kind)
}

const quoteCalls = names.flatMap((name) => {
  const calls = expected[name]
  return Array.isArray(calls)
    ? (calls as readonly QuoteCall[]).map(
        (each) => [`${name} ${each.as ?? ''}`.trim(), each] as const,
      )
    : []
})

const callerOf = (who: Caller): ShopContext => ({ storeId, actor: who, who })

let current: { readonly storage: StoragePort; readonly calls: StorageCall[]; clock: number }

/** An engine is created once, because that takes longer than its calls; the storage is another. */
const shared = memoize((isScoped: boolean) => {
  const record = (call: StorageCall) => void current.calls.push(call)
  const storage = delegateStorage(() => current.storage, record)
  return shopEngine(storage, {
    ...(isScoped && { scope: scopeOption }),
    orders: { placeOrder: () => ({ orderId: 'order-1' }) },
    now: () => {
      current.clock += 1
      return current.clock
    },
    generateId: () => `created-${current.clock}`,
  })
})

function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    const value = values.get(key) ?? create(key)
    values.set(key, value)
    return value
  }
}

/** Returns what came of a call: its result or its error as text, and what the storage was asked. */
async function outcomeOf(
  storage: StoragePort,
  call: (engine: QuoteEngine) => PromiseLike<unknown>,
  isScoped: boolean,
) {
  const calls: StorageCall[] = []
  current = { storage, calls, clock: offersExpire - 10_000 }
  const engine = shared(isScoped)
  const result = await Promise.resolve(call(engine)).then(
    (value) => JSON.stringify(value) ?? 'nothing',
    (error: unknown) => {
      if (!isQuoteError(error)) throw error
      return JSON.stringify([error.code, error.message, error.details])
    },
  )
  return { result, calls }
}

/** Returns text in which ids that are made up are alike, and so are the given ids of quotes. */
function normalise(text: string, quoteId = ''): string {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
  const alike = text.replaceAll(uuid, 'UUID')
  return quoteId === '' ? alike : alike.replaceAll(quoteId, 'ID')
}

/** Returns everything that was written: the events of the store. */
async function written(storage: StoragePort): Promise<string> {
  const all = { afterPosition: 0, limit: 1_000, maxBytes: Number.MAX_SAFE_INTEGER }
  return normalise(JSON.stringify(await storage.listEvents(storeId, all)))
}

const missing = 'not-here'

it('every operation is in the table of this test', () => {
  expect(Object.keys(expected).sort()).toEqual([...names].sort())
})

describe.each(quoteCalls)('%s', (name, { state, call }) => {
  const target = `ada-${state}`

  it.each(seeing)('has the same result for %s as without a scope', async (who) => {
    const [scoped, plain] = await Promise.all([fillShop(), fillShop()])
    const caller = callerOf(who)
    const result = await outcomeOf(scoped, (engine) => call(engine, caller, target), true)
    const without = await outcomeOf(plain, (engine) => call(engine, caller, target), false)
    if (who === 'oneQuote' && name.startsWith('copyQuote')) {
      expect(result.result).toContain('single quotes, and has no others')
      return
    }
    expect(normalise(result.result)).toBe(normalise(without.result))
    expect(result.result).not.toContain('quote_not_found')
    expect(await written(scoped)).toBe(await written(plain))
  })

  it('is for all others as if there were no such quote, and as costly', async () => {
    const storage = await fillShop()
    const before = await written(storage)
    const withId = (calls: readonly StorageCall[], id: string) =>
      calls.map(([method, args]) => [method, normalise(args, id)])
    for (const who of blind) {
      const caller = callerOf(who)
      const hidden = await outcomeOf(storage, (engine) => call(engine, caller, target), true)
      const absent = await outcomeOf(storage, (engine) => call(engine, caller, missing), true)
      expect(hidden.result).toMatch(/quote_not_found|invalid_request.*must be the id of a quote/)
      expect(normalise(hidden.result, target)).toBe(normalise(absent.result, missing))
      expect(withId(hidden.calls, target)).toEqual(withId(absent.calls, missing))
    }
    expect(await written(storage)).toBe(before)
  })

  it.each(['all', 'ada'] as const)('is for %s of another store as for the blind', async (who) => {
    const storage = await fillShop()
    const caller = { ...callerOf(who), storeId: 'store-2' }
    const { result } = await outcomeOf(storage, (engine) => call(engine, caller, target), true)
    expect(result).toMatch(/quote_not_found|invalid_request.*must be the id of a quote/)
  })

  it('is limited to its quote with a context of limitToQuote, whatever the scope is', async () => {
    for (const isScoped of [true, false])
      for (const who of ['nothing', 'all'] as const) {
        const storage = await fillShop()
        const holder = limitToQuote(callerOf(who), target)
        const own = await outcomeOf(storage, (engine) => call(engine, holder, target), isScoped)
        expect(own.result).not.toContain('quote_not_found')
        const other = limitToQuote(callerOf(who), `cleo-${state}`)
        const { result } = await outcomeOf(
          storage,
          (engine) => call(engine, other, target),
          isScoped,
        )
        expect(result).toMatch(/quote_not_found|invalid_request.*must be the id of a quote/)
      }
  })

  it('is limited inside of a transaction of the host as well', async () => {
    const storage = await fillShop()
    const using = { ...storage, using: () => storage }
    const engine = shopEngine(memoryStorage(), { storage: using, scope: scopeOption })
    const inside = engine.using({})
    for (const who of blind)
      await expect(
        Promise.resolve(call(inside as Methods, callerOf(who), target)),
      ).rejects.toThrow()
    await call(inside as Methods, callerOf('ada'), target).then(
      () => undefined,
      (error) => expect(error.code).not.toBe('quote_not_found'),
    )
  })
})

describe.each(ofKind('list'))('%s', (name) => {
  /** What each caller sees of the shop: quotes that are not deleted. */
  const seenBy: Readonly<Record<Caller, readonly string[]>> = {
    ada: ['ada'],
    adasCompany: ['ada', 'ben'],
    ben: ['ben'],
    otherCompany: ['cleo'],
    seller: ['ada'],
    otherSeller: ['ben', 'cleo'],
    west: ['ada'],
    east: ['ben'],
    oneQuote: ['ada'],
    otherQuote: ['cleo-new'],
    nothing: [],
    all: ['ada', 'ben', 'cleo'],
  }

  it.each(Object.keys(seenBy) as Caller[])('has the quotes of %s and no others', async (who) => {
    const storage = await fillShop()
    const engine = shopEngine(storage, { scope: scopeOption, startTime: offersExpire })
    const caller = callerOf(who)
    const states = ['accepted', 'draft', 'new', 'sent']
    const seen = seenBy[who]
      .flatMap((name) => (name.includes('-') ? [name] : states.map((state) => `${name}-${state}`)))
      .toSorted()
    if (name === 'countQuotes') {
      expect(await engine.countQuotes(caller)).toEqual({ count: seen.length, isCapped: false })
      const { count } = await engine.countQuotes(caller, { status: 'expired', text: 'ada' })
      expect(count).toBe(seen.filter((id) => id === 'ada-sent').length)
    } else if (name === 'listQuotes') {
      const listed: string[] = []
      for await (const { quoteId } of engine.listQuotes(caller, { limit: 2 })) listed.push(quoteId)
      expect(listed.toSorted()).toEqual(seen)
      const { items } = await engine.listQuotes(caller, {
        customerId: ['ada', 'cleo'],
        status: 'new',
      })
      expect(items.map(({ quoteId }) => quoteId).toSorted()).toEqual(
        seen.filter((id) => id === 'ada-new' || id === 'cleo-new'),
      )
      const deleted = await engine.listQuotes(caller, { deleted: true, tag: [] as never }).then(
        () => 'listed',
        (error: { readonly code: string }) => error.code,
      )
      expect(deleted).toBe('invalid_request')
    } else if (name === 'remindQuotes') {
      const rule = { rule: 'no-answer', days_after_sending: 0 }
      const open = shopEngine(storage, { scope: scopeOption })
      const due = seen.filter((id) => id.endsWith('-sent'))
      expect((await open.remindQuotes(caller, rule)).quoteIds.toSorted()).toEqual(due)
      const { quoteIds } = await open.remindQuotes(callerOf('all'), rule)
      expect(quoteIds).toHaveLength(3 - due.length)
    } else {
      const due = seen.filter((id) => id.endsWith('-sent'))
      const { quoteIds } = await engine.expireQuotes(caller, {}, { preview: true })
      expect(quoteIds.toSorted()).toEqual(due)
      expect((await engine.expireQuotes(caller)).quoteIds.toSorted()).toEqual(due)
      expect((await engine.expireQuotes(caller)).quoteIds).toEqual([])
      const all = await engine.expireQuotes(callerOf('all'), {}, { preview: true })
      expect(all.quoteIds).toHaveLength(3 - due.length)
    }
  })
})

describe.each(ofKind('create'))('%s', (name) => {
  const create = (engine: Methods, caller: ShopContext, fields: object = {}) =>
    name === 'createQuote' || name === 'requestQuote'
      ? engine[name](caller, { ...request, ...fields })
      : engine.createQuoteFromTemplate(caller, templateId)

  it.each(['ada', 'adasCompany', 'ben', 'otherCompany', 'otherSeller'] as const)(
    'gives a quote of %s the values of the scope, and shows it to the caller',
    async (who) => {
      const engine = shopEngine(await fillShop(), { scope: scopeOption })
      const caller = callerOf(who)
      const { quoteId, quote } = await create(engine, caller)
      const { customer_id, company_id, owner } = quote
      expect({ customer_id, company_id, owner }).toEqual(
        {
          ada: { customer_id: 'ada' },
          adasCompany: { company_id: 'c1' },
          ben: { customer_id: 'ben', company_id: 'c1' },
          otherCompany: { company_id: 'c2' },
          otherSeller: { owner: 'u2' },
        }[who],
      )
      expect((await engine.getQuote(caller, quoteId)).quote).toEqual(quote)
    },
  )

  it.each(['seller', 'oneQuote', 'nothing'] as const)(
    'is rejected for %s, whose scope has no single value, and stores nothing',
    async (who) => {
      const storage = await fillShop()
      const before = await written(storage)
      for (const preview of [false, true]) {
        const engine = shopEngine(storage, { scope: scopeOption })
        const call = () =>
          name === 'createQuote' || name === 'requestQuote'
            ? engine[name](callerOf(who), request, { preview })
            : engine.createQuoteFromTemplate(callerOf(who), templateId, {}, { preview })
        const error = await Promise.resolve(call()).then(
          () => expect.fail('it was created'),
          (each: unknown) => each,
        )
        expect(error).toMatchObject(
          {
            seller: {
              code: 'invalid_request',
              details: { errors: { owner: 'is required: must be "u1" or "u9"' } },
            },
            oneQuote: { code: 'not_permitted', details: { operation: name } },
            nothing: { code: 'not_permitted', details: { operation: name } },
          }[who],
        )
      }
      expect(await written(storage)).toBe(before)
    },
  )

  it('is as ever for those who see all', async () => {
    const engine = shopEngine(await fillShop(), { scope: scopeOption })
    const { quote } = await create(engine, callerOf('all'))
    expect([quote.customer_id, quote.company_id, quote.owner]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe.each(ofKind('events'))('%s', (name) => {
  it('is for those who see all, because events are of all quotes', async () => {
    const engine = shopEngine(await fillShop(), { scope: scopeOption })
    expect((await engine.listEvents(callerOf('all'))).items.length).toBeGreaterThan(20)
    for (const who of [...seeing, ...blind].filter((each) => each !== 'all'))
      await expect(Promise.resolve(engine.listEvents(callerOf(who)))).rejects.toMatchObject({
        code: 'not_permitted',
        details: {
          operation: name,
          reason: 'events are of all quotes, and the scope of the caller is not',
        },
      })
  })
})

const ofStore = names.flatMap((name) => {
  const calls = expected[name]
  return typeof calls === 'object' && 'ofAll' in calls ? [[name, calls.ofAll] as const] : []
})

describe.each(ofStore)('%s', (_, call) => {
  it.each(['ada', 'nothing', 'all'] as const)('is the same for %s as without', async (who) => {
    const [scoped, plain] = await Promise.all([fillShop(), fillShop()])
    const caller = callerOf(who)
    const result = await outcomeOf(scoped, (engine) => call(engine, caller), true)
    const without = await outcomeOf(plain, (engine) => call(engine, caller), false)
    expect(result).toEqual(without)
  })
})
