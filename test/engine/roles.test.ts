import { describe, expect, it } from 'vitest'
import { createPagedResult } from '../../src/engine/execution/pages.js'
import { defineOperation, type ResponseBody } from '../../src/engine/operation.js'
import { restrictMethod } from '../../src/engine/roles.js'
import { isQuoteError } from '../../src/errors.js'
import { createLifecycle, defaultLifecycle } from '../../src/quote/model/lifecycle.js'
import type { Role } from '../../src/quote/model/transitions.js'
import { type OperationMethods, operations } from '../../src/quote-engine/operations.js'
import type { OperationName } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, engineWith, errorOf } from './ports.js'

const all = ['seller', 'buyer', 'system'] as const
const sellers = ['seller', 'system'] as const

/** Who can call what. What a role may change with `updateQuote` is tested with its rules. */
const expected: Readonly<Record<OperationName, readonly Role[]>> = {
  createQuote: all,
  requestQuote: all,
  updateQuote: all,
  getQuote: all,
  listQuotes: all,
  countQuotes: all,
  deleteQuote: sellers,
  restoreQuote: sellers,
  eraseQuote: sellers,
  copyQuote: sellers,
  requestApproval: sellers,
  approveQuote: sellers,
  rejectApproval: sellers,
  sendQuote: ['seller'],
  requestRevision: ['buyer'],
  reviseQuote: ['seller'],
  priceSelection: ['seller', 'buyer', 'system'],
  acceptQuote: ['buyer', 'seller'],
  declineQuote: ['buyer', 'seller'],
  cancelQuote: ['seller'],
  orderQuote: ['seller', 'system'],
  priceTaxes: ['seller'],
  repriceQuote: ['seller'],
  listShippingOptions: all,
  recordDelivery: sellers,
  recordPayment: sellers,
  closeOrder: sellers,
  expireQuotes: sellers,
  remindQuotes: sellers,
  addMessage: all,
  listMessages: all,
  listHistory: all,
  listEvents: sellers,
  listTags: all,
  setTag: sellers,
  removeTag: sellers,
  listUsers: sellers,
  setUser: sellers,
  removeUser: sellers,
  createTemplate: sellers,
  getTemplate: sellers,
  listTemplates: sellers,
  updateTemplate: sellers,
  deleteTemplate: sellers,
  createQuoteFromTemplate: sellers,
}

const names = Object.keys(operations) as OperationName[]
const callers: readonly (Role | undefined)[] = [...all, undefined]
type Call = (...args: unknown[]) => Promise<unknown>

/** Returns the code of what a call without arguments rejects with; undefined if it succeeds. */
async function codeOf(methods: OperationMethods, name: OperationName, role: Role | undefined) {
  try {
    await (methods[name] as unknown as Call)({ ...context, role })
    return undefined
  } catch (error) {
    if (isQuoteError(error)) return error.code
    throw error
  }
}

describe('every operation', () => {
  it('is in the table of this test', () => {
    expect(Object.keys(expected).sort()).toEqual([...names].sort())
  })

  const storage = { ...memoryStorage(), using: () => storage }
  const engine = engineWith({ storage })
  const cases = names.flatMap((name) => callers.map((role) => [name, role] as const))

  it.each(cases)('%s in the role %s is rejected before it runs, or runs', async (name, role) => {
    const isAllowed = role === undefined || expected[name].includes(role)
    for (const methods of [engine, engine.using({})])
      if (isAllowed) expect(await codeOf(methods, name, role)).not.toBe('not_permitted')
      else expect(await codeOf(methods, name, role)).toBe('not_permitted')
  })

  it.each(names)('%s names the roles that it needs', async (name) => {
    for (const role of all.filter((each) => !expected[name].includes(each))) {
      const call = () => (engine[name] as unknown as Call)({ ...context, role })
      expect((await errorOf(call)).message).toBe(
        `${name} is not permitted: it needs the role ${expected[name].join(' or ')}`,
      )
    }
  })
})

describe('restrictMethod', () => {
  const restricted = { name: 'setTag', roles: sellers, response: 'tag' } as const

  it('does not run a method whose implementation asks for no role', async () => {
    const method = () => expect.fail('it ran')
    const call = restrictMethod(method, restricted, defaultLifecycle)
    const rejected = call({ ...context, role: 'buyer' }) as Promise<unknown>
    await expect(rejected).rejects.toMatchObject({ code: 'not_permitted' })
  })

  it('rejects a list only when it is awaited or iterated', async () => {
    const paged = { ...restricted, isPaged: true } as const
    const call = restrictMethod(() => expect.fail('it ran'), paged, defaultLifecycle)
    const list = call({ ...context, role: 'buyer' }) as AsyncIterable<unknown>
    const iterate = async () => {
      for await (const _ of list) expect.fail('it has an item')
    }
    await expect(iterate()).rejects.toMatchObject({ code: 'not_permitted' })
  })

  it('takes the roles of transitions from the life cycle of the engine', async () => {
    const added = { operation: 'sendQuote', from: ['checked'], to: 'sent', by: ['system'] } as const
    const lifecycle = createLifecycle({ transitions: [added] })
    const called: unknown[] = []
    const method = (...args: unknown[]) => called.push(args)
    const send = { name: 'sendQuote', roles: 'transitions', response: 'quote' } as const
    restrictMethod(method, send, lifecycle)({ ...context, role: 'system' }, 'quote-1')
    expect(called).toEqual([[{ ...context, role: 'system' }, 'quote-1']])
  })

  describe('of a buyer', () => {
    const internal = { internal_fields: { cost: '4.00' } }
    const quote = { products: [{ id: 1, ...internal }], ...internal }
    const record = { quoteId: 'quote-1', quote }
    const entry = { version: 1, patches: [{ op: 'add', path: [], value: quote }], snapshot: quote }

    /** Calls a method that returns something, as a seller and as a buyer. */
    const results = async (result: unknown, response: ResponseBody, isPaged?: true) => {
      const shown = { name: 'getQuote', roles: 'all', response, isPaged } as const
      const call = restrictMethod(() => result, shown, defaultLifecycle)
      const all = [call({ ...context, role: 'seller' }), call({ ...context, role: 'buyer' })]
      return (await Promise.all(all)).map((each) => JSON.stringify(each))
    }

    it.each(['createdQuote', 'quote'] as const)(
      'leaves out what is for the store only from a response of the kind %s',
      async (response) => {
        const [seller, buyer] = await results(Promise.resolve(record), response)
        expect(seller).toContain('internal_fields')
        expect(buyer).toBe('{"quoteId":"quote-1","quote":{"products":[{"id":1}]}}')
      },
    )

    it.each([
      ['quotes', record],
      ['history', entry],
    ] as const)('leaves it out from each item of a list of %s', async (response, item) => {
      const list = createPagedResult(() => async () => ({ items: [item], next: 1 }))
      const [seller, buyer] = await results(list, response, true)
      expect(seller).toContain('internal_fields')
      expect(buyer).not.toContain('internal_fields')
      expect(buyer).toContain('"next":1')
      const call = restrictMethod(
        () => list,
        { ...restricted, roles: 'all', response, isPaged: true },
        defaultLifecycle,
      )
      for await (const each of call({ ...context, role: 'buyer' }) as AsyncIterable<unknown>) {
        expect(JSON.stringify(each)).not.toContain('internal_fields')
        break
      }
    })
  })

  it('reads the context once', async () => {
    let reads = 0
    const caller = {
      storeId: 'store-1',
      get role() {
        reads += 1
        return reads === 1 ? 'buyer' : 'seller'
      },
    } as const
    const method = () => expect.fail('it ran')
    const rejected = restrictMethod(
      method,
      restricted,
      defaultLifecycle,
    )(caller) as Promise<unknown>
    await expect(rejected).rejects.toMatchObject({ code: 'not_permitted' })
  })
})

describe('defineOperation', () => {
  it('does not take an operation without its roles', () => {
    const { createQuote } = operations
    const { roles: _, ...withoutRoles } = createQuote
    // @ts-expect-error: the roles are missing
    expect(defineOperation<OperationMethods['createQuote']>(withoutRoles)).toBeDefined()
  })
})
