import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { StoreContext } from '../../../src/engine/arguments.js'
import type { ListQuotesOptions } from '../../../src/engine/operations/read-quotes.js'
import type { Scope } from '../../../src/engine/scope.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { FieldTypesOf, OwnFields } from '../../../src/quote/model/own-fields.js'
import type { QuoteRecord } from '../../../src/quote/model/quote.js'
import { limitToQuote } from '../../../src/quote/search/only-quote.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'
import {
  catalog,
  context,
  countingCatalog,
  countingStorage,
  engineWith,
  errorOf,
  request,
} from '../ports.js'
import {
  delegateStorage,
  fillShop,
  type ShopContext,
  scopeOption,
  shopEngine,
  storeId,
} from './scoped-store.js'

interface CompanyContext extends StoreContext {
  readonly companyId?: string | undefined
}

const byCompany = ({ companyId }: CompanyContext): Scope =>
  companyId === undefined ? 'all' : { companyId }
const c1: CompanyContext = { ...context, companyId: 'c1' }
const c2: CompanyContext = { ...context, companyId: 'c2' }

/** A storage that counts its calls. */
function countedStorage(inner: StoragePort = memoryStorage()) {
  const calls: string[] = []
  return {
    storage: delegateStorage(
      () => inner,
      ([name]) => calls.push(name),
    ),
    calls,
  }
}

describe('the option scope', () => {
  it('can name the type of the context of its host', () => {
    const options: Pick<QuoteEngineOptions, 'scope'> = {
      scope: ({ companyId }: StoreContext & { readonly companyId: string }) => ({ companyId }),
    }
    expect(options).toBeDefined()
  })

  it('receives the context with the fields of the host, and the call', async () => {
    const received: unknown[] = []
    const engine = engineWith({
      scope: (caller, { signal, client }) => {
        received.push([caller, signal.aborted, client])
        return 'all'
      },
    })
    await engine.createQuote(c1, request)
    expect(received).toEqual([[c1, false, undefined]])
  })

  it('receives the client of a transaction of the host', async () => {
    const inner = memoryStorage()
    const clients: unknown[] = []
    const engine = engineWith({
      storage: { ...inner, using: () => inner } as StoragePort,
      scope: (_, { client }) => {
        clients.push(client)
        return 'all'
      },
    })
    const client = {}
    await engine.using(client).listQuotes(context)
    expect(clients).toEqual([client])
  })

  it('is asked once for each call and each page, and not before a page is needed', async () => {
    let asked = 0
    const engine = engineWith({
      scope: async () => {
        asked += 1
        return { companyId: 'c1' }
      },
    })
    for (let count = 0; count < 3; count += 1) await engine.createQuote(c1, request)
    expect(asked).toBe(3)
    const list = engine.listQuotes(c1, { limit: 1 })
    expect(asked).toBe(3)
    for await (const _ of list);
    expect(asked).toBe(6)
    await engine.listHistory(c1, 'quote-1')
    expect(asked).toBe(7)
  })

  it('is not asked for a caller whose role is not allowed, nor for one quote', async () => {
    const engine = engineWith({ scope: () => expect.fail('it was asked') })
    const buyer = { ...context, role: 'buyer' } as const
    expect((await errorOf(() => engine.listEvents(buyer))).code).toBe('not_permitted')
    const holder = limitToQuote(buyer, 'quote-1')
    expect((await errorOf(() => engine.getQuote(holder, 'quote-1'))).code).toBe('quote_not_found')
  })

  const hostile: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['another word', 'ALL'],
    ['a boolean', true],
    ['an array', ['all']],
    ['a Map', new Map([['companyId', 'c1']])],
    ['no field', {}],
    ['an absent id', { companyId: undefined }],
    ['an absent id beside another', { companyId: undefined, owner: 'u1' }],
    ['null as an id', { companyId: null }],
    ['a number as an id', { customerId: 7 }],
    ['no value', { owner: [] }],
    ['too many values', { owner: Array.from({ length: 101 }, String) }],
    ['an empty value', { quoteId: '' }],
    ['an unknown field', { company_id: 'c1' }],
    ['a filter that is no scope', { text: 'ada' }],
    ['an absent field of the host', { fields: { region: undefined } }],
    ['no field of the host', { companyId: 'c1', fields: {} }],
    ['a field of the host that is not declared', { fields: { regoin: 'west' } }],
    ['a field of the host that is not searched', { fields: { note: 'west' } }],
    ['a field of the host that is one of lines', { fields: { color: 'west' } }],
    ['a field of the host that is an object', { fields: { region: { in: ['west'] } } }],
    ['a field of the host that is in the prototype', { fields: JSON.parse('{"__proto__":"a"}') }],
    ['fields that are no object', { fields: 'west' }],
    [
      'a proxy',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
    ],
    [
      'an accessor that throws',
      {
        get companyId() {
          throw new Error('no')
        },
      },
    ],
  ]

  it.each(hostile)('that returns %s rejects the call, and nothing is read', async (_, returned) => {
    for (const isAsync of [false, true]) {
      const { storage, calls } = countedStorage()
      const scope = () => (isAsync ? Promise.resolve(returned) : returned) as Scope
      const fields = {
        quote: { region: { search: true }, note: {} },
        line: { color: { search: true } },
      }
      const engine = engineWith({ storage, scope, fields })
      for (const call of [
        () => engine.getQuote(context, 'quote-1'),
        () => engine.listQuotes(context),
        () => engine.createQuote(context, request),
        () => engine.updateQuote(context, 'quote-1', {}),
        () => engine.orderQuote(context, 'quote-1', { order_id: 'o', order_key: 'k' }),
      ]) {
        const error = await errorOf(call)
        expect([error.code, error.details]).toEqual(['callback_failed', { option: 'scope' }])
        expect(String(error.cause)).toMatch(/must return 'all', 'none' or a filter|Error: no$/)
      }
      expect(calls).toEqual([])
    }
  })

  it('that throws or rejects fails the call', async () => {
    for (const scope of [
      () => {
        throw new Error('no session')
      },
      async () => {
        throw new Error('no session')
      },
    ] as const) {
      const error = await errorOf(() => engineWith({ scope }).listQuotes(context))
      expect([error.code, String(error.cause)]).toEqual(['callback_failed', 'Error: no session'])
    }
  })

  it('that never returns is a timeout, and ends with the signal of the caller', async () => {
    const scope = () => new Promise<Scope>(() => {})
    const slow = engineWith({ scope, timeoutMs: 1 })
    expect((await errorOf(() => slow.getQuote(context, 'quote-1'))).details).toEqual({
      operation: 'scope',
      timeoutMs: 1,
    })
    const controller = new AbortController()
    const rejected = errorOf(() =>
      engineWith({ scope }).getQuote(context, 'quote-1', { signal: controller.signal }),
    )
    controller.abort()
    expect((await rejected).code).toBe('aborted')
  })

  it('must be a function', async () => {
    const error = await errorOf(() => engineWith({ scope: 'all' as never }))
    expect(error.details).toMatchObject({ errors: { scope: expect.stringContaining('function') } })
  })
})

describe('a result outside of the scope of its caller', () => {
  it.each([
    ['company_id', { companyId: 'c1' }, { company_id: 'c2' }],
    ['company_id', { companyId: ['c1', 'c3'] }, { company_id: null }],
    ['customer_id', { customerId: '7' }, { customer_id: '8' }],
    ['owner', { owner: 'u1' }, { owner: null }],
  ] as const)('is rejected at %s, and nothing is stored', async (field, scope, changes) => {
    const { storage, written } = countingStorage()
    const setup = engineWith({ storage })
    await setup.setUser(context, 'u1', { name: 'A', email: 'a@example.com', position: 'editor' })
    const ids = { company_id: 'c1', customer_id: '7', owner: 'u1' }
    const { quoteId } = await setup.createQuote(context, { ...request, ...ids })
    const before = written.length
    const engine = engineWith({ storage, scope: () => scope })
    for (const preview of [false, true]) {
      const error = await errorOf(() => engine.updateQuote(context, quoteId, changes, { preview }))
      expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
        'invalid_request',
        [field],
      ])
    }
    expect(written).toHaveLength(before)
    const created = { ...request, ...ids, [field]: changes[field as never] ?? undefined }
    if (changes[field as never] === null) return
    if (field === 'owner') return
    const error = await errorOf(() => engine.createQuote(context, created))
    expect(error.details).toEqual({
      errors: {
        [field]: expect.stringMatching(/^is outside of the scope of the caller: must be "/),
      },
    })
    expect(written).toHaveLength(before)
  })

  it('names at most five values', async () => {
    const engine = engineWith({ scope: () => ({ companyId: ['1', '2', '3', '4', '5', '6'] }) })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error.details).toEqual({
      errors: { company_id: 'is required: must be "1" or "2" or "3" or "4" or "5", …' },
    })
  })

  it('is not created by buyers, whose quotes have the ids of their scope', async () => {
    const engine = engineWith({ scope: byCompany })
    const buyer = { ...c1, role: 'buyer' } as const
    expect((await engine.createQuote(buyer, request)).quote.company_id).toBe('c1')
    const named = { ...request, company_id: 'c1' }
    expect((await errorOf(() => engine.createQuote(buyer, named))).code).toBe('not_permitted')
  })
})

describe('a scope by own fields', () => {
  const fields = {
    quote: {
      region: { schema: z.enum(['west', 'east']), search: true },
      rank: { schema: z.number(), search: true, internal: true },
    },
  } as const satisfies OwnFields
  const inScope = (scope: Scope<FieldTypesOf<typeof fields>>, storage = memoryStorage()) =>
    createQuoteEngine({ storage, catalog, fields, scope: () => scope })

  it('has the types of the declarations', () => {
    const options: QuoteEngineOptions<typeof fields> = {
      storage: memoryStorage(),
      catalog,
      fields,
      // @ts-expect-error The field is called region.
      scope: () => ({ fields: { regoin: 'west' } }),
    }
    // @ts-expect-error There is no such region.
    const north: Scope<FieldTypesOf<typeof fields>> = { fields: { region: 'north' } }
    expect([options, north]).toHaveLength(2)
  })

  it('fills the fields of new quotes of sellers and buyers and keeps the others', async () => {
    const engine = inScope({ fields: { region: 'west', rank: [1, 1] } })
    const buyer = { ...context, role: 'buyer' } as const
    expect((await engine.createQuote(buyer, request)).quote).not.toHaveProperty('internal_fields')
    const { items } = await engine.listQuotes(context, { fields: { region: 'west' } })
    expect(items.map(({ quote }) => [quote.fields, quote.internal_fields])).toEqual([
      [{ region: 'west' }, { rank: 1 }],
    ])
    const copy = await engine.copyQuote(context, items[0]?.quoteId ?? '')
    expect(copy.quote.fields).toEqual({ region: 'west' })
  })

  it('limits a caller by values, of which a number and its string are alike', async () => {
    const storage = memoryStorage()
    const whole = createQuoteEngine({ storage, catalog, fields })
    const ids: string[] = []
    for (const own of [
      { fields: { region: 'west' }, internal_fields: { rank: 1 } },
      { fields: { region: 'east' }, internal_fields: { rank: 12 } },
      { fields: { region: 'west' } },
      {},
    ] as const)
      ids.push((await whole.createQuote(context, { ...request, ...own })).quoteId)
    const seen = async (scope: Scope) => {
      const engine = createQuoteEngine({ storage, catalog, fields, scope: () => scope as never })
      const { items } = await engine.listQuotes(context, { order: 'oldest' })
      const found: string[] = []
      for (const id of ids)
        await engine.getQuote(context, id).then(
          () => found.push(id),
          () => undefined,
        )
      expect(items.map(({ quoteId }) => quoteId)).toEqual(found)
      return found.map((id) => ids.indexOf(id))
    }
    expect(await seen({ fields: { region: 'west' } })).toEqual([0, 2])
    expect(await seen({ fields: { region: ['west', 'east'], rank: 1 } })).toEqual([0])
    expect(await seen({ fields: { rank: ['1', 12] } })).toEqual([0, 1])
    expect(await seen({ fields: { region: 'WEST' } })).toEqual([])
  })

  it('rejects a quote that would leave it, at its field', async () => {
    const engine = inScope({ fields: { region: 'west', rank: [1, 2] } })
    const created = { ...request, internal_fields: { rank: 2 } }
    const { quoteId } = await engine.createQuote(context, created)
    for (const [changes, errors] of [
      [
        { fields: { region: 'east' as const } },
        { 'fields.region': 'is outside of the scope of the caller: must be "west"' },
      ],
      [
        { internal_fields: { rank: null } },
        { 'internal_fields.rank': 'is required: must be 1 or 2' },
      ],
    ] as const) {
      const error = await errorOf(() => engine.updateQuote(context, quoteId, changes))
      expect([error.code, error.details]).toEqual(['invalid_request', { errors }])
    }
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
      'internal_fields.rank',
    ])
  })

  it('does not tell a buyer the values of what it cannot set', async () => {
    const buyer = { ...context, role: 'buyer' } as const
    for (const scope of [
      { fields: { rank: [77, 78] } },
      { companyId: ['secret-1', 'secret-2'] },
      { owner: ['secret-1', 'secret-2'], fields: { region: 'west' as const } },
    ]) {
      const error = await errorOf(() => inScope(scope).createQuote(buyer, request))
      expect([error.code, error.details]).toEqual([
        'not_permitted',
        {
          operation: 'createQuote',
          reason: 'the quote would be outside of the scope of the caller',
        },
      ])
    }
    const open = inScope({ fields: { region: ['west', 'east'] } })
    expect((await errorOf(() => open.createQuote(buyer, request))).details).toEqual({
      errors: { 'fields.region': 'is required: must be "west" or "east"' },
    })
  })

  it('does not fill a value that the schema of its field rejects', async () => {
    const engine = inScope({ fields: { region: 'north' as 'west' } })
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error.details).toEqual({ errors: { 'fields.region': 'is required: must be "north"' } })
  })
})

describe('idempotency keys of callers with a scope', () => {
  const key = { idempotencyKey: 'k' }

  it('are others than those of other scopes, who learn nothing of them', async () => {
    const engine = engineWith({ scope: byCompany })
    const mine = await engine.createQuote(c1, request, key)
    const theirs = await engine.createQuote(c2, request, key)
    const everyones = await engine.createQuote(context, request, key)
    expect(new Set([mine.quoteId, theirs.quoteId, everyones.quoteId]).size).toBe(3)
    expect(await engine.createQuote(c1, request, key)).toEqual(mine)
    expect(await engine.createQuote(c2, request, key)).toEqual(theirs)
    expect(await engine.createQuote(context, request, key)).toEqual(everyones)
  })

  it('belong to one actor, and to one request', async () => {
    const engine = engineWith({ scope: byCompany })
    await engine.createQuote(c1, request, key)
    for (const call of [
      () => engine.createQuote({ ...c1, actor: 'eve' }, request, key),
      () => engine.createQuote(c1, { ...request, customer: {} }, key),
    ]) {
      const error = await errorOf(call)
      expect([error.code, error.details]).toEqual(['idempotency_key_reused', key])
    }
  })

  it('return no result that the caller does not see any more', async () => {
    const engine = engineWith({ scope: byCompany })
    const { quoteId } = await engine.createQuote(c1, request, key)
    await engine.addMessage(
      c1,
      quoteId,
      { text: 'Hi', visibility: 'customer' },
      { idempotencyKey: 'm' },
    )
    await engine.updateQuote(context, quoteId, { company_id: 'c2' })
    expect((await errorOf(() => engine.createQuote(c1, request, key))).code).toBe('quote_not_found')
    const repeated = () =>
      engine.addMessage(
        c1,
        quoteId,
        { text: 'Hi', visibility: 'customer' },
        { idempotencyKey: 'm' },
      )
    expect((await errorOf(repeated)).code).toBe('quote_not_found')
    expect((await engine.countQuotes(context)).count).toBe(1)
  })

  it('repeat an erasure', async () => {
    const engine = engineWith({ scope: byCompany })
    const { quoteId } = await engine.createQuote(c1, request)
    await engine.eraseQuote(c1, quoteId, key)
    await engine.eraseQuote(c1, quoteId, key)
    expect((await errorOf(() => engine.eraseQuote(c1, quoteId))).code).toBe('quote_not_found')
  })
})

describe('the cursor of a list', () => {
  it('is for the scope in which it was listed', async () => {
    const engine = engineWith({ scope: byCompany })
    for (let count = 0; count < 3; count += 1)
      for (const caller of [c1, c2]) await engine.createQuote(caller, request)
    const cursors = await Promise.all(
      [context, c1, c2].map(async (caller) => {
        const { next } = await engine.listQuotes(caller, { limit: 1 })
        return [caller, next] as const
      }),
    )
    for (const [caller, after] of cursors)
      for (const [other] of cursors) {
        const call = () => engine.listQuotes(other, { limit: 1, after })
        if (caller === other) expect((await call()).items).toHaveLength(1)
        else
          expect((await errorOf(call)).details).toMatchObject({
            errors: { after: expect.any(String) },
          })
      }
  })
})

describe('the current version of a quote', () => {
  it('decides on its past versions, which are gone with it and come with it', async () => {
    const engine = engineWith({ scope: byCompany })
    const { quoteId } = await engine.createQuote(c1, request)
    await engine.sendQuote(c1, quoteId)
    await engine.updateQuote(context, quoteId, { company_id: 'c2' })
    for (const call of [
      () => engine.getQuote(c1, quoteId),
      () => engine.getQuote(c1, quoteId, { version: 1 }),
      () => engine.getQuote(c1, quoteId, { revision: 1 }),
      () => engine.getQuote(c1, quoteId, { time: 1_002 }),
      () => engine.listHistory(c1, quoteId),
      () => engine.listMessages(c1, quoteId),
    ])
      expect((await errorOf(call)).code).toBe('quote_not_found')
    expect((await engine.getQuote(c2, quoteId, { version: 1 })).quote.company_id).toBe('c1')
    expect((await engine.listHistory(c2, quoteId)).items).toHaveLength(3)
  })

  it('decides also if the engine has another one in its cache, before a port is called', async () => {
    const { storage, written } = countingStorage()
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ storage, catalog, scope: byCompany, recordCacheSize: 10 })
    const { quoteId } = await engine.createQuote(c1, request)
    await engine.updateQuote(c1, quoteId, { tag_list: ['a'] })
    await engineWith({ storage }).updateQuote(context, quoteId, { company_id: 'c2' })
    const calls = [written.length, requestedIds.length]
    for (const call of [
      () => engine.updateQuote(c1, quoteId, { tag_list: ['b'] }),
      () => engine.repriceQuote(c1, quoteId),
    ])
      expect((await errorOf(call)).code).toBe('quote_not_found')
    expect([written.length, requestedIds.length]).toEqual(calls)
    expect((await engine.updateQuote(c2, quoteId, { tag_list: ['b'] })).version).toBe(4)
  })

  it('is not waited for by callers who do not see it', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const found = () => [{ id: 1, price: '10.00' }]
    const isHeld = { value: false }
    const engine = engineWith({
      scope: byCompany,
      catalog: {
        async findProducts() {
          if (isHeld.value) await held
          return found()
        },
      },
      orders: {
        async placeOrder() {
          await held
          return { orderId: 'o1' }
        },
      },
    })
    const { quoteId } = await engine.createQuote(c1, request)
    const { quoteId: accepted } = await engine.createQuote(c1, request)
    await engine.sendQuote(c1, accepted)
    await engine.acceptQuote(c1, accepted, { revision: 1 })
    isHeld.value = true
    const updating = engine.repriceQuote(c1, quoteId)
    const ordering = engine.orderQuote(c1, accepted)
    for (const call of [
      () => engine.updateQuote(c2, quoteId, { tag_list: ['b'] }),
      () => engine.eraseQuote(c2, quoteId),
      () => engine.orderQuote(c2, accepted),
      () => engine.orderQuote(c2, accepted, { order_id: 'o2', order_key: 'k' }),
    ])
      expect((await errorOf(call)).code).toBe('quote_not_found')
    release()
    expect((await updating).changes).toEqual([])
    expect((await ordering).quote.order?.id).toBe('o1')
  })

  it('gets an order that was placed for it, even if the caller does not see it any more', async () => {
    const storage = memoryStorage()
    const others = engineWith({ storage })
    const engine = engineWith({
      storage,
      scope: byCompany,
      orders: {
        async placeOrder({ record }) {
          await others.updateQuote(context, record.quoteId, { company_id: 'c2' })
          return { orderId: 'o1' }
        },
      },
    })
    const { quoteId } = await engine.createQuote(c1, request)
    await engine.sendQuote(c1, quoteId)
    await engine.acceptQuote(c1, quoteId, { revision: 1 })
    const { quote } = await engine.orderQuote(c1, quoteId)
    expect([quote.status, quote.order?.id, quote.company_id]).toEqual(['ordered', 'o1', 'c2'])
    expect((await errorOf(() => engine.getQuote(c1, quoteId))).code).toBe('quote_not_found')
  })
})

describe('limitToQuote', () => {
  it('holds without the option scope, and in copies of the context', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const { quoteId: other } = await engine.createQuote(context, request)
    const holder = limitToQuote({ ...context, role: 'system' as const }, quoteId)
    for (const caller of [holder, { ...holder, role: 'buyer' as const }, { ...holder, x: 1 }]) {
      expect((await engine.getQuote(caller, quoteId)).quoteId).toBe(quoteId)
      expect((await errorOf(() => engine.getQuote(caller, other))).code).toBe('quote_not_found')
      expect((await engine.listQuotes(caller)).items.map((each) => each.quoteId)).toEqual([quoteId])
      expect(await engine.countQuotes(caller)).toEqual({ count: 1, isCapped: false })
    }
    expect((await errorOf(() => engine.listEvents(holder))).code).toBe('not_permitted')
    expect((await errorOf(() => engine.createQuote(holder, request))).code).toBe('not_permitted')
  })

  it('is no field that a request or a session can have', async () => {
    const engine = engineWith({ scope: () => 'none' })
    const forged = JSON.parse('{"storeId":"store-1","onlyQuote":"q","quotewright.onlyQuote":"q"}')
    expect((await engine.listQuotes(forged)).items).toEqual([])
  })
})

describeOnEveryStorage('a scope', (opened) => {
  it('lists and counts what is in it, by any filter and in any order', async () => {
    const { storage } = opened()
    await fillShop(storage)
    const engine = shopEngine(storage, { scope: scopeOption })
    const whole = shopEngine(storage)
    const filters: readonly ListQuotesOptions[] = [
      {},
      { status: 'sent' },
      { status: ['sent', 'new'], text: 'ad' },
      { deleted: true },
      { order: 'expires' },
      { order: 'updated', customerId: ['ada', 'cleo'] },
      { order: 'oldest', owner: 'u2' },
    ]
    for (const [who, ids] of [
      ['ada', [['customer_id', 'ada']]],
      ['adasCompany', [['company_id', 'c1']]],
      [
        'ben',
        [
          ['customer_id', 'ben'],
          ['company_id', 'c1'],
        ],
      ],
      ['seller', [['owner', 'u1']]],
      ['west', [['customer_id', 'ada']]],
      ['nothing', [['owner', 'nothing']]],
      ['oneQuote', [['customer_id', 'ada']]],
    ] as const)
      for (const filter of filters) {
        const caller: ShopContext = { storeId, who }
        const seen: string[] = []
        for await (const { quoteId } of engine.listQuotes(caller, { ...filter, limit: 2 }))
          seen.push(quoteId)
        const { items } = await whole.listQuotes({ storeId }, { ...filter, limit: 200 })
        const isOwn = ({ quote }: QuoteRecord) => ids.every(([name, id]) => quote[name] === id)
        expect(seen).toEqual(items.filter(isOwn).map(({ quoteId }) => quoteId))
        const { order, ...counted } = filter
        if (order === 'expires') continue
        expect((await engine.countQuotes(caller, counted)).count).toBe(seen.length)
      }
  })
})
