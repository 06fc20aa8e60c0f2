import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { operations } from '../../src/quote-engine/operations.js'
import type { OperationName, QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import {
  delegateStorage,
  inRegion,
  offersExpire,
  request,
  type ShopContext,
  scopeOption,
  shopEngine,
  tag,
} from '../engine/scopes/scoped-store.js'
import { runSize } from '../fault-injection/support/run-size.js'
import { connect, textOf } from './support.js'

/** How many calls a run makes, so that `MCP_CALLS` says how many are made in all. */
const callsOfRun = 25
const numRuns = Math.ceil(runSize('MCP_CALLS', 500) / callsOfRun)

const names = Object.keys(operations) as OperationName[]
const ownIds = ['own-1', 'own-2', 'own-3'] as const
const otherIds = ['other-1', 'other-2', 'other-3'] as const
const setup = { storeId: 'store-1', actor: 'setup' } as const
const attacker: ShopContext = { storeId: 'store-1', actor: 'ben', who: 'ben', role: 'buyer' }
const ids = { customer_id: 'ben', company_id: 'c1' }

/** What no buyer gets, in both worlds. */
const internal = 'INTERNAL-SECRET'

interface World {
  readonly storage: { current: StoragePort }
  readonly clock: { time: number; nextId: string }
  readonly engine: QuoteEngine
  /** The same shop, for a caller that sees all. */
  readonly whole: QuoteEngine
}

function createWorld(): World {
  const storage = { current: memoryStorage() as StoragePort }
  const clock = { time: 50_000, nextId: '' }
  const options = {
    numbers: { assign: 'never' },
    now: () => clock.time,
    generateId: () => clock.nextId,
  } as const
  const delegate = delegateStorage(() => storage.current)
  return {
    storage,
    clock,
    engine: shopEngine(delegate, { ...options, scope: scopeOption as never }),
    whole: shopEngine(delegate, options),
  }
}

/** Fills an empty world with the attacker's quotes, and with those of others unless it is alone. */
async function fill({ storage, clock, whole }: World, hasOthers: boolean): Promise<void> {
  storage.current = memoryStorage()
  clock.time = 50_000
  await whole.setTag(setup, 'vip', tag)
  await whole.setUser(setup, 'u1', { name: 'u1', email: 'u1@example.com', position: 'editor' })
  await whole.createTemplate(setup, { name: internal, products: [{ id: 1, qty: 1 }] })
  const create = async (quoteId: string, name: string, more: object, storeId = 'store-1') => {
    clock.nextId = quoteId
    const caller = { ...setup, storeId }
    const customer = { name, email: `${name}@example.com` }
    await whole.createQuote(caller, { ...request, customer, ...more })
    await whole.addMessage(caller, quoteId, { text: internal, visibility: 'internal' })
  }
  for (const each of ownIds) await create(each, 'ben', { ...ids, ...inRegion('east') })
  await whole.sendQuote(setup, 'own-2', { expires: offersExpire })
  if (!hasOthers) return
  for (const each of otherIds) await create(each, 'OTHERS-SECRET', { customer_id: 'ada' })
  await whole.sendQuote(setup, 'other-2')
  await create('stores-1', 'STORES-SECRET', ids, 'store-2')
}

/** Returns everything in the shop but the quotes of the attacker. */
async function readOthers({ whole }: World): Promise<unknown> {
  const store2 = { ...setup, storeId: 'store-2' }
  return Promise.all([
    ...otherIds.map(async (each) => [
      await whole.getQuote(setup, each),
      (await whole.listHistory(setup, each)).items,
      (await whole.listMessages(setup, each)).items,
    ]),
    whole.getQuote(store2, 'stores-1'),
    whole.listEvents(store2).then(({ items }) => items),
    whole.listTags(setup),
    whole.listUsers(setup).then(({ items }) => items),
    whole.listTemplates(setup).then(({ items }) => items),
  ])
}

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(null, 1e308, -1, 2 ** 53, '', 'x'.repeat(5_000), true, '\0', '\ud800'),
  fc.constantFrom<unknown>({ $gt: '' }, ['own-1'], "'; drop table quotes; --", '../other-1'),
  fc.constantFrom<unknown>(
    nested(50),
    nested(2_000),
    JSON.parse('{"__proto__":{"role":"seller"}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const quoteId = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...ownIds) },
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...otherIds, 'stores-1', 'OTHER-1') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('__proto__', 'constructor', 'missing') },
  { weight: 1, arbitrary: hostileValue },
)
const key = fc.oneof(
  fc.constantFrom('storeId', 'store_id', 'context', 'role', 'actor', 'scope', 'signal', 'client'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'preview', 'quoteId'),
  fc.constantFrom('owner', 'customer_id', 'company_id', 'internal_fields', 'tag_list', 'status'),
)

/** Arguments that can succeed, besides the id of a quote. */
const plausible: Partial<Record<OperationName, readonly object[]>> = {
  createQuote: [{ ...request }, { ...request, ...ids }, { ...request, customer_id: 'ada' }],
  updateQuote: [
    { product_changes: [{ id: 1, qty: 3 }] },
    { product_changes: [{ id: 1, quote: '0.01' }] },
    { customer: { name: 'Eve' } },
    { tag_list: ['vip'] },
    { discounts: [{ type: 'percent', value: 99 }] },
    { company_id: 'c2' },
  ],
  listQuotes: [
    {},
    { text: 'others' },
    { customer_id: ['ada'] },
    { approval: ['pending'] },
    { fields: { region: ['west'] } },
    { order: 'updated', limit: 1 },
  ],
  countQuotes: [{}, { text: 'others' }, { customer_id: ['ada'] }],
  acceptQuote: [{ revision: 1 }],
  requestRevision: [{ reason: 'less' }],
  addMessage: [{ text: 'Hi' }, { text: 'Hi', visibility: 'internal' }],
  setUser: [{ user_id: 'u1', name: 'Eve', email: 'eve@example.com', position: 'owner' }],
  setTag: [{ name: 'vip', ...tag }],
  removeTag: [{ name: 'vip' }],
  removeUser: [{ user_id: 'u1' }],
  createTemplate: [{ name: 'Mine', quote_id: 'other-1' }],
  orderQuote: [{ order_id: 'o1' }],
  approveQuote: [{ requirement: 'large' }],
}
const bodies = new Map<string, readonly object[]>(Object.entries(plausible))
const paths = new Map(Object.entries(operations).map(([name, { route }]) => [name, route.path]))
const takesQuote = (name: string) => paths.get(name)?.includes('{quoteId}') ?? true

interface HostileCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

const forBuyers = names.filter((name) => operations[name].roles === 'all').concat('acceptQuote')
const toolName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...names) },
  { weight: 6, arbitrary: fc.constantFrom<string>(...forBuyers) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'using', 'close', 'fields', '', 'GETQUOTE'),
  },
)
const plainCall: fc.Arbitrary<HostileCall> = toolName.chain((tool) =>
  fc.record({
    tool: fc.constant(tool),
    args: fc
      .tuple(
        quoteId,
        fc.constantFrom<object>(...(bodies.get(tool) ?? [{}])),
        fc.tuple(key, hostileValue),
        fc.record(
          {
            expected_version: fc.constantFrom<unknown>(1, 2, 'x'),
            idempotency_key: fc.constantFrom<unknown>('k1', 'k2', 7),
            after: fc.constantFrom<unknown>('e30', 'x', 3, 'others'),
          },
          { requiredKeys: [] },
        ),
        fc.nat(5),
      )
      .map(([id, body, hostile, more, luck]) => ({
        ...(takesQuote(tool) && { quote_id: id }),
        ...body,
        ...(luck === 0 && Object.fromEntries([hostile])),
        ...(luck === 1 && more),
      })),
  }),
)
const call = fc.oneof(
  { weight: 4, arbitrary: plainCall },
  {
    weight: 1,
    arbitrary: plainCall.map(({ tool, args }) => ({
      tool: 'preview',
      args: { tool, arguments: args },
    })),
  },
)

/** What a buyer can have done to a quote. */
const allowed = ['create', 'update', 'requestRevision', 'accept', 'decline', 'addMessage', 'add']

it('a buyer learns nothing of others by any call, and changes nothing that its role may not', async () => {
  const outcomes = new Map<string, number>()
  const full = createWorld()
  const alone = createWorld()
  const limits = { maxResultBytes: 20_000, tools: names }
  const agents = {
    full: await connect({ engine: full.engine, context: attacker, ...limits }),
    alone: await connect({ engine: alone.engine, context: attacker, ...limits }),
  }
  const send = async (agent: 'full' | 'alone', { tool, args }: HostileCall) => {
    const call = agents[agent].callTool(tool, args)
    return call.then(textOf, (error: Error) => error.message)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: callsOfRun, maxLength: callsOfRun }),
      async (calls) => {
        await fill(full, true)
        await fill(alone, false)
        const before = await readOthers(full)
        const { length: setupEvents } = (await full.whole.listEvents(setup, { limit: 1_000 })).items
        const { next = 'x' } = await full.whole.listQuotes(setup, { limit: 1 })
        for (const [index, each] of calls.entries()) {
          for (const { clock } of [full, alone]) {
            clock.time = 60_000 + index * 1_000
            clock.nextId = `created-${index}`
          }
          const { after } = each.args as { readonly after?: unknown }
          const args = after === 'others' ? { ...each.args, after: next } : each.args
          const seen = await send('full', { ...each, args })
          expect(seen).toBe(await send('alone', { ...each, args }))
          expect(seen).not.toMatch(/INTERNAL-SECRET|OTHERS-SECRET|STORES-SECRET|node_modules|src\//)
          expect(Buffer.byteLength(seen)).toBeLessThan(30_000)
          const code = /"code":"(\w+)"|error (-\d+)/.exec(seen)
          const outcome = `${each.tool} ${code?.[1] ?? code?.[2] ?? 'ok'}`
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }
        expect(await readOthers(full)).toEqual(before)
        const events = (await full.whole.listEvents(setup, { limit: 1_000 })).items
        for (const event of events.slice(setupEvents)) {
          const { operation, by } = event.entry
          expect([by, operation]).toEqual(['ben', expect.toBeOneOf(allowed)])
        }
      },
    ),
    { numRuns },
  )
  if (process.env.SHOW) console.log(Object.fromEntries([...outcomes].toSorted()))
  // Some calls have succeeded, and the engine and the server have rejected others.
  const namesOf = (code: string) => [...outcomes.keys()].filter((each) => each.endsWith(code))
  for (const code of [' ok', ' quote_not_found', ' -32602'])
    expect(namesOf(code).length, code).toBeGreaterThan(2)
  // The server has not failed.
  expect(namesOf(' internal_error')).toEqual([])
})
