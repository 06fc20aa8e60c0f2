import { describe, expect, it } from 'vitest'
import type { StoreContext } from '../../src/engine/arguments.js'
import { createTemplate } from '../../src/features/templates/template-changes.js'
import { operations } from '../../src/quote-engine/operations.js'
import type {
  OperationName,
  Permit,
  QuoteEngine,
  QuoteEngineOptions,
} from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, countingStorage, engineWith, errorOf, request } from './ports.js'
import { approvalTag, sampleApprovals, sampleRequirement } from './sample-approvals.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
const user = { name: 'Bob', email: 'bob@example.com', position: 'editor' as const }
const line = { id: 1, qty: 1 }
const seller = { ...context, role: 'seller' as const }
const buyer = { ...context, role: 'buyer' as const }
const requirement = sampleRequirement

type Methods = Omit<QuoteEngine, 'using' | 'close'>

/** A call of each operation, on the quote `quote-1`, or on one that is sent or accepted. */
const calls: { readonly [Name in OperationName]: (engine: Methods) => PromiseLike<unknown> } = {
  createQuote: (engine) => engine.createQuote(seller, request),
  requestQuote: (engine) => engine.requestQuote(seller, request),
  updateQuote: (engine) => engine.updateQuote(seller, 'quote-1', { tag_list: ['vip'] }),
  getQuote: (engine) => engine.getQuote(seller, 'quote-1'),
  listQuotes: (engine) => engine.listQuotes(seller),
  countQuotes: (engine) => engine.countQuotes(seller),
  copyQuote: (engine) => engine.copyQuote(seller, 'quote-1', {}),
  priceTaxes: (engine) => engine.priceTaxes(seller, 'quote-1', {}),
  repriceQuote: (engine) => engine.repriceQuote(seller, 'quote-1', {}),
  listShippingOptions: (engine) => engine.listShippingOptions(seller, 'quote-1'),
  requestApproval: (engine) => engine.requestApproval(seller, 'requested', { note: 'Please' }),
  approveQuote: (engine) => engine.approveQuote(seller, 'requested', { requirement }),
  rejectApproval: (engine) =>
    engine.rejectApproval(seller, 'requested', { requirement, note: 'Too much' }),
  sendQuote: (engine) => engine.sendQuote(seller, 'quote-1', {}),
  requestRevision: (engine) => engine.requestRevision(buyer, 'sent', { reason: 'less' }),
  reviseQuote: (engine) => engine.reviseQuote(seller, 'sent', {}),
  priceSelection: (engine) =>
    engine.priceSelection(seller, 'sent', { revision: 1, selection: { selected: [] } }),
  acceptQuote: (engine) => engine.acceptQuote(seller, 'sent', { revision: 1 }),
  declineQuote: (engine) => engine.declineQuote(seller, 'sent', {}),
  cancelQuote: (engine) => engine.cancelQuote(seller, 'quote-1', {}),
  orderQuote: (engine) => engine.orderQuote(seller, 'accepted', { order_id: 'order-1' }),
  recordDelivery: (engine) => engine.recordDelivery(seller, 'sent', { type: 'opened' }),
  closeOrder: (engine) => engine.closeOrder(seller, 'partly', {}),
  recordPayment: (engine) => engine.recordPayment(seller, 'sent', { id: 'pay-1', amount: '1.00' }),
  expireQuotes: (engine) => engine.expireQuotes(seller),
  remindQuotes: (engine) => engine.remindQuotes(seller, { rule: 'a', days_after_sending: 1 }),
  addMessage: (engine) =>
    engine.addMessage(seller, 'quote-1', { text: 'Hello', visibility: 'internal' }),
  listMessages: (engine) => engine.listMessages(seller, 'quote-1'),
  deleteQuote: (engine) => engine.deleteQuote(seller, 'quote-1'),
  restoreQuote: (engine) => engine.restoreQuote(seller, 'quote-1'),
  eraseQuote: (engine) => engine.eraseQuote(seller, 'quote-1'),
  listHistory: (engine) => engine.listHistory(seller, 'quote-1'),
  listEvents: (engine) => engine.listEvents(seller),
  listTags: (engine) => engine.listTags(seller),
  setTag: (engine) => engine.setTag(seller, 'vip', colors),
  removeTag: (engine) => engine.removeTag(seller, 'old'),
  listUsers: (engine) => engine.listUsers(seller),
  setUser: (engine) => engine.setUser(seller, 'u1', user),
  removeUser: (engine) => engine.removeUser(seller, 'u1'),
  createTemplate: (engine) => engine.createTemplate(seller, { name: 'B', products: [line] }),
  getTemplate: (engine) => engine.getTemplate(seller, 'template-1'),
  listTemplates: (engine) => engine.listTemplates(seller),
  updateTemplate: (engine) => engine.updateTemplate(seller, 'template-1', { name: 'C' }),
  deleteTemplate: (engine) => engine.deleteTemplate(seller, 'template-1'),
  createQuoteFromTemplate: (engine) => engine.createQuoteFromTemplate(seller, 'template-1', {}),
}
const names = Object.keys(calls) as OperationName[]
const commands = names.filter((name) => !/^(get|list|count)/.test(name))

/**
 * Returns an engine with this permit on a store with a tag, and with quotes that are new, sent,
 * accepted and partly ordered, which needed no permit.
 */
async function withPermit(permit: Permit, options: Partial<QuoteEngineOptions> = {}) {
  const inner = memoryStorage()
  const ids = ['quote-1', 'requested', 'sent', 'accepted', 'partly']
  const setup = engineWith({
    storage: inner,
    generateId: () => ids.shift() ?? 'quote-3',
    approvals: sampleApprovals,
  })
  const stored = await setup.createQuote(context, request)
  await setup.createQuote(context, request)
  await setup.updateQuote(context, 'requested', { tag_list: [approvalTag] })
  await setup.requestApproval(context, 'requested')
  // So that another request changes it.
  await setup.updateQuote(context, 'requested', { products: [{ id: 1, qty: 3 }] })
  for (const id of ids.slice()) {
    await setup.createQuote(context, request)
    await setup.sendQuote(context, id)
  }
  for (const id of ['accepted', 'partly']) await setup.acceptQuote(context, id, { revision: 1 })
  const part = { order_id: 'order-1', lines: [{ key: '1-1', qty: 1 }] }
  await setup.orderQuote(context, 'partly', part)
  await setup.setTag(context, 'old', colors)
  const template = createTemplate({ name: 'A' }, [line], { templateId: 'template-1', now: 1 })
  await inner.commit(context.storeId, { changes: [template] })
  const { storage, written } = countingStorage(inner)
  const engine = engineWith({
    storage,
    permit,
    generateId: () => 'quote-2',
    tax: { calculateTaxes: () => ({ rates: [] }) },
    shipping: { listShippingOptions: () => [] },
    approvals: sampleApprovals,
    ...options,
  })
  return { engine, setup, stored, written, storage }
}

describe('permit', () => {
  it('can name the type of the context of its host', () => {
    const options: Pick<QuoteEngineOptions, 'permit'> = {
      permit: ({ isManager }: StoreContext & { readonly isManager: boolean }) => isManager || 'no',
    }
    expect(options).toBeDefined()
  })

  it.each(names)('is called once by %s, with the context and the name', async (name) => {
    const received: unknown[] = []
    const { engine } = await withPermit((caller, operation) => {
      received.push([caller, operation])
      return true
    })
    await calls[name](engine)
    expect(received).toEqual([[name === 'requestRevision' ? buyer : seller, name]])
  })

  it('receives the own fields of the context, as they were when the method was called', async () => {
    const received: unknown[] = []
    const { engine } = await withPermit((caller) => {
      received.push(caller)
      return true
    })
    class Session {
      readonly storeId = context.storeId
      readonly role = 'seller'
      companyIds: readonly string[] = ['c1']
    }
    const session = new Session()
    const running = engine.sendQuote(session, 'quote-1')
    session.companyIds = []
    await running
    expect(received).toEqual([{ storeId: context.storeId, role: 'seller', companyIds: ['c1'] }])
  })

  it.each(names)('rejects %s with its reason, and nothing is written', async (name) => {
    const { engine, written } = await withPermit(async () => 'ask Bob')
    const error = await errorOf(() => calls[name](engine))
    expect(error).toMatchObject({
      code: 'not_permitted',
      details: { operation: name, reason: 'ask Bob' },
      message: `${name} is not permitted: ask Bob`,
    })
    expect(written).toEqual([])
  })

  const keyed = commands.filter(
    (name) => !operations[name].route.takesNo?.includes('idempotencyKey'),
  )

  it.each(keyed)('rejects %s with an idempotency key, and the key stays free', async (name) => {
    let decision: true | string = 'no'
    const { engine, written } = await withPermit(() => decision)
    const withKey = withOptions(engine, { idempotencyKey: 'key' })
    expect((await errorOf(() => calls[name](withKey))).code).toBe('not_permitted')
    expect(written).toEqual([])
    decision = true
    await calls[name](withKey)
    expect(written).toHaveLength(1)
  })

  const lists: readonly (readonly [OperationName, (engine: Methods) => AsyncIterable<unknown>])[] =
    [
      ['listQuotes', (engine) => engine.listQuotes(seller, { limit: 1 })],
      ['listHistory', (engine) => engine.listHistory(seller, 'quote-1', { limit: 1 })],
      ['listEvents', (engine) => engine.listEvents(seller, { limit: 1 })],
    ]

  it.each(lists)('stops the iteration of %s at the page that it rejects', async (_, list) => {
    let pages = 0
    const { engine, setup } = await withPermit(() => {
      pages += 1
      return pages < 2 || 'too much'
    })
    await setup.createQuote(context, request)
    await setup.updateQuote(context, 'quote-1', { tag_list: ['a'] })
    const visited: unknown[] = []
    const visit = async () => {
      for await (const item of list(engine)) visited.push(item)
    }
    expect((await errorOf(visit)).code).toBe('not_permitted')
    expect({ pages, visited: visited.length }).toEqual({ pages: 2, visited: 1 })
  })
})

/** Returns the methods of the engine with options as their last argument. */
function withOptions(engine: Methods, options: object): Methods {
  const methods = Object.entries(engine).map(([name, method]) => [
    name,
    (...args: unknown[]) => (method as (...all: unknown[]) => unknown)(...args, options),
  ])
  return Object.fromEntries(methods) as Methods
}

describe('permit: record and next', () => {
  async function decisionsOf(name: OperationName, options: Partial<QuoteEngineOptions> = {}) {
    const received: (readonly unknown[])[] = []
    const opened = await withPermit((_, ...decision) => {
      received.push(decision.slice(0, 3))
      return true
    }, options)
    return { ...opened, received, result: await calls[name](opened.engine) }
  }

  it.each(['updateQuote', 'deleteQuote'] as const)(
    'are the stored quote and the result of %s',
    async (name) => {
      const { received, stored, result } = await decisionsOf(name)
      expect(received).toEqual([[name, stored, result]])
    },
  )

  it('are the deleted quote and the result of restoreQuote', async () => {
    const received: unknown[] = []
    const { engine, setup } = await withPermit((_, ...decision) => {
      received.push(decision.slice(0, 3))
      return true
    })
    const deleted = await setup.deleteQuote(context, 'quote-1')
    const restored = await engine.restoreQuote(seller, 'quote-1')
    expect(received).toEqual([['restoreQuote', deleted, restored]])
  })

  it.each(['updateQuote', 'restoreQuote'] as const)(
    'are the same record if %s changes nothing',
    async (name) => {
      const received: unknown[] = []
      const { engine, setup } = await withPermit((_, ...decision) => {
        received.push(decision.slice(0, 3))
        return true
      })
      const stored = await setup.updateQuote(context, 'quote-1', { tag_list: ['vip'] })
      await calls[name](engine)
      expect(received).toEqual([[name, stored, stored]])
    },
  )

  it.each(['createQuote', 'createQuoteFromTemplate'] as const)(
    'are undefined and the new quote in %s',
    async (name) => {
      const { received, result } = await decisionsOf(name)
      expect(received).toEqual([[name, undefined, result]])
    },
  )

  it('are the quote that a template is made from and undefined in createTemplate', async () => {
    const received: unknown[] = []
    const { engine, stored } = await withPermit((_, ...decision) => {
      received.push(decision.slice(0, 3))
      return true
    })
    await engine.createTemplate(seller, { name: 'B', quote_id: 'quote-1' })
    expect(received).toEqual([['createTemplate', stored, undefined]])
  })

  it.each(['getQuote', 'listHistory', 'eraseQuote'] as const)(
    'are the stored quote and undefined in %s',
    async (name) => {
      const { received, stored } = await decisionsOf(name)
      expect(received).toEqual([[name, stored, undefined]])
    },
  )

  it('are the requested version and undefined in getQuote', async () => {
    const received: unknown[] = []
    const { engine, setup, stored } = await withPermit((_, ...decision) => {
      received.push(decision.slice(0, 3))
      return true
    })
    await setup.updateQuote(context, 'quote-1', { tag_list: ['vip'] })
    await engine.getQuote(seller, 'quote-1', { version: 1 })
    expect(received).toEqual([['getQuote', stored, undefined]])
  })

  it.each(['eraseQuote', 'listHistory'] as const)(
    'are undefined in %s of an erased quote',
    async (name) => {
      const received: unknown[] = []
      const { engine, setup } = await withPermit((_, ...decision) => {
        received.push(decision.slice(0, 3))
        return 'no'
      })
      await setup.eraseQuote(context, 'quote-1')
      expect((await errorOf(() => calls[name](engine))).code).toBe('not_permitted')
      expect(received).toEqual([[name, undefined, undefined]])
    },
  )

  it.each([
    'listQuotes',
    'countQuotes',
    'listEvents',
    'listTags',
    'setTag',
    'removeTag',
    'listUsers',
    'setUser',
    'removeUser',
    'createTemplate',
    'getTemplate',
    'listTemplates',
    'updateTemplate',
    'deleteTemplate',
  ] as const)('are undefined in %s', async (name) => {
    const { received } = await decisionsOf(name)
    expect(received).toEqual([[name, undefined, undefined]])
  })

  it('are of the newest version after a conflict', async () => {
    const received: unknown[] = []
    const { setup, storage } = await withPermit(() => true)
    let isFirst = true
    const engine = engineWith({
      storage: {
        ...storage,
        async commit(storeId, commit, call) {
          if (isFirst) await setup.updateQuote(context, 'quote-1', { customer: { city: 'Austin' } })
          isFirst = false
          return storage.commit(storeId, commit, call)
        },
      },
      permit: (_, operation, record, next) => {
        received.push([operation, record?.version, next?.version, next?.quote.customer.city])
        return true
      },
    })
    await calls.updateQuote(engine)
    expect(received).toEqual([
      ['updateQuote', 1, 2, undefined],
      ['updateQuote', 2, 3, 'Austin'],
    ])
  })

  it('can reject the newest version after a conflict', async () => {
    const { setup, storage } = await withPermit(() => true)
    const engine = engineWith({
      storage: {
        ...storage,
        async commit(storeId, commit, call) {
          await setup.deleteQuote(context, 'quote-1').catch(() => undefined)
          await setup.restoreQuote(context, 'quote-1')
          return storage.commit(storeId, commit, call)
        },
      },
      permit: (_, __, record) => record?.version === 1 || 'changed meanwhile',
    })
    expect((await errorOf(() => calls.updateQuote(engine))).code).toBe('not_permitted')
    expect((await setup.getQuote(context, 'quote-1')).quote.tags).toBeNull()
  })
})

describe('permit: decisions that are no decision', () => {
  it.each([
    ['false', false],
    ['undefined', undefined],
    ['null', null],
    ['1', 1],
    ['an empty string', ''],
    ['an object', { reason: 'no' }],
    ['a boxed true', Object(true)],
  ])('rejects %s', async (_, decision) => {
    for (const returned of [decision, Promise.resolve(decision)]) {
      const { engine, written } = await withPermit(() => returned as never)
      const error = await errorOf(() => calls.updateQuote(engine))
      expect(error).toMatchObject({ code: 'callback_failed', details: { option: 'permit' } })
      expect((error.cause as Error).message).toMatch(/^it must return true or a reason, received /)
      expect(written).toEqual([])
    }
  })

  it('rejects if it throws, or its promise is rejected', async () => {
    const cause = new Error('directory is down')
    const permits: Permit[] = [
      () => {
        throw cause
      },
      () => Promise.reject(cause),
    ]
    for (const permit of permits)
      for (const name of names) {
        const { engine, written } = await withPermit(permit)
        expect(await errorOf(() => calls[name](engine))).toMatchObject({
          code: 'callback_failed',
          details: { option: 'permit' },
          cause,
        })
        expect(written).toEqual([])
      }
  })

  it('rejects with timeout if it does not respond', async () => {
    const { engine, written } = await withPermit(() => new Promise(() => {}), { timeoutMs: 1 })
    for (const name of names)
      expect(await errorOf(() => calls[name](engine))).toMatchObject({
        code: 'timeout',
        details: { operation: 'permit', timeoutMs: 1 },
      })
    expect(written).toEqual([])
  })

  it('rejects with aborted if the caller aborts before it responds', async () => {
    const controller = new AbortController()
    let respond = (_: true) => {}
    const { engine, written } = await withPermit(() => {
      controller.abort()
      return new Promise((resolve) => {
        respond = resolve
      })
    })
    const { signal } = controller
    const call = () => engine.updateQuote(seller, 'quote-1', { tag_list: ['a'] }, { signal })
    expect((await errorOf(call)).code).toBe('aborted')
    respond(true)
    await engine.close()
    expect(written).toEqual([])
  })
})

describe('permit and idempotency keys', () => {
  const options = { idempotencyKey: 'key' }

  it.each([
    ['another actor', { ...seller, actor: 'bob' }],
    ['no actor', { storeId: seller.storeId, role: seller.role }],
    ['another role', { ...seller, role: 'buyer' as const }],
    ['no role', context],
  ])('reject the key of a request of %s', async (_, other) => {
    const { engine } = await withPermit(() => true)
    const record = await engine.createQuote(seller, request, options)
    expect((await errorOf(() => engine.createQuote(other, request, options))).code).toBe(
      'idempotency_key_reused',
    )
    expect(await engine.createQuote(seller, request, options)).toEqual(record)
  })

  it('are shared by callers without a role if there is no permit', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request, options)
    const other = { storeId: context.storeId, actor: 'bob' }
    expect(await engine.createQuote(other, request, options)).toEqual(record)
  })

  it('belong to a role and its actor without a permit as well', async () => {
    const engine = engineWith()
    await engine.createQuote(seller, request, options)
    const asBuyer = () => engine.createQuote(buyer, request, options)
    expect((await errorOf(asBuyer)).code).toBe('idempotency_key_reused')
  })
})
