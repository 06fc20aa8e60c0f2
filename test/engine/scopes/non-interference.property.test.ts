import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import { createTemplate } from '../../../src/features/templates/template-changes.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { Role } from '../../../src/quote/model/transitions.js'
import { operations } from '../../../src/quote-engine/operations.js'
import type { OperationName, QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { runSize } from '../../fault-injection/support/run-size.js'
import {
  delegateStorage,
  inRegion,
  offersExpire,
  request,
  type ShopContext,
  scopeOption,
  type scopes,
  shopEngine,
  tag,
  templateId,
} from './scoped-store.js'

/** How many calls a run makes, so that `SCOPED_CALLS` says how many are made in all. */
const callsOfRun = 25
const numRuns = Math.ceil(runSize('SCOPED_CALLS', 1_000) / callsOfRun)

/** A scope, and the ids of quotes that are in it, in both worlds, and outside of it, in one. */
const sides = {
  ada: {
    own: { customer_id: 'ada', company_id: 'c1', owner: 'u1' },
    others: [
      { customer_id: 'ben', company_id: 'c1', owner: 'u1' },
      { customer_id: 'ADA', company_id: 'c2' },
      {},
    ],
  },
  adasCompany: {
    own: { customer_id: 'ben', company_id: 'c1', owner: 'u2' },
    others: [{ customer_id: 'ada', company_id: 'c2', owner: 'u1' }, { company_id: 'C1' }, {}],
  },
  ben: {
    own: { customer_id: 'ben', company_id: 'c1' },
    others: [
      { customer_id: 'ada', company_id: 'c1' },
      { customer_id: 'ben', company_id: 'c2' },
      { customer_id: 'ben' },
    ],
  },
  otherSeller: {
    own: { customer_id: 'ada', owner: 'u2' },
    others: [{ customer_id: 'ada', owner: 'u1' }, { customer_id: 'u2', company_id: 'u2' }, {}],
  },
  west: {
    own: { customer_id: 'ada', ...inRegion('west') },
    others: [{ customer_id: 'west', ...inRegion('east') }, { owner: 'u1' }, {}],
  },
} as const satisfies Partial<Record<keyof typeof scopes, { own: object; others: object[] }>>

type Side = keyof typeof sides

const ownIds = ['own-1', 'own-2', 'own-3'] as const
const otherIds = ['other-1', 'other-2', 'other-3', 'other-4'] as const

/** Ids that are sent: own ones, hostile ones, and those of others, which one world lacks. */
const quoteId = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ownIds) },
  { weight: 5, arbitrary: fc.constantFrom<string>(...otherIds, 'made-by-others-1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('missing', '__proto__', '', 'x'.repeat(300), "'; --", 'OTHER-1'),
  },
)
const names = Object.keys(operations) as OperationName[]
const small = fc.integer({ min: 0, max: 6 })
const key = fc.constantFrom(undefined, undefined, 'k1', 'k2', 'others-key')
const id = fc.constantFrom('ada', 'ben', 'c1', 'c2', 'u1', 'u2', '__proto__')

const filter = fc.record(
  {
    status: fc.constantFrom('new', 'sent', 'expired', 'draft', 'accepted'),
    customerId: fc.oneof(id, fc.array(id, { minLength: 1, maxLength: 3 })),
    companyId: id,
    owner: id,
    number: fc.constantFrom('1', '2'),
    customer: fc.constantFrom('ada@example.com', 'other@example.com'),
    product: fc.constantFrom(1, 2),
    text: fc.constantFrom('ada', 'other', 'secret', 'oth'),
    tag: fc.constantFrom('vip', 'secret'),
    fields: fc.record({ region: fc.constantFrom('west', 'east') }),
    deleted: fc.boolean(),
    created: fc.record({ from: fc.constantFrom(0, 60_000), to: fc.constantFrom(70_000, 200_000) }),
  },
  { requiredKeys: [] },
)

const order = fc.constantFrom(undefined, 'newest', 'oldest', 'updated', 'expires')
/** The cursor of an earlier page, of the caller or of someone who sees all, or none. */
const cursor = fc.constantFrom(undefined, undefined, 'own', 'others', 'e30', '')

interface Step {
  readonly name: OperationName
  readonly role: Role | undefined
  readonly quoteId: string
  readonly number: number
  readonly number2: number
  readonly key: string | undefined
  readonly preview: boolean
  readonly filter: object
  readonly order: string | undefined
  readonly cursor: string | undefined
  readonly ids: object
  /** What others do before the step, in the world in which they are. */
  readonly others: readonly { readonly act: string; readonly id: string; readonly key: string }[]
}

const step = fc.record({
  name: fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(...names.filter((name) => /Quote|History|Message/.test(name))),
    fc.constantFrom<OperationName>('listQuotes', 'countQuotes', 'getQuote'),
  ),
  role: fc.constantFrom<Role | undefined>(undefined, 'buyer', 'seller', 'system'),
  quoteId,
  number: small,
  number2: small,
  key,
  preview: fc.boolean(),
  filter,
  order,
  cursor,
  ids: fc.record(
    {
      customer_id: id,
      company_id: id,
      owner: fc.constantFrom('u1', 'u2', null),
      internal_fields: fc.record({ region: fc.constantFrom('west', 'east', 'north', null) }),
    },
    { requiredKeys: [] },
  ),
  others: fc.array(
    fc.record({
      act: fc.constantFrom('create', 'send', 'accept', 'message', 'delete', 'erase', 'tag', 'name'),
      id: fc.constantFrom(...otherIds),
      key: fc.constantFrom('k1', 'others-key'),
    }),
    { maxLength: 2 },
  ),
}) as fc.Arbitrary<Step>

/** What the engines of a world have instead of a clock and random ids. */
interface Clock {
  storage: StoragePort
  time: number
  nextId: string
}

/** Creates the engines of a world once, because that takes longer than many calls. */
function createEngines() {
  const clock: Clock = { storage: memoryStorage(), time: 0, nextId: '' }
  const options = {
    catalog: { findProducts: () => [{ id: 1, price: '10.00' }] },
    numbers: { assign: 'never' },
    now: () => clock.time,
    generateId: () => clock.nextId,
    recordCacheSize: 100,
    orders: { placeOrder: () => ({ orderId: 'order-1' }) },
  } as const
  const storage = delegateStorage(() => clock.storage)
  const engine = shopEngine(storage, { ...options, scope: scopeOption })
  return { clock, engine, whole: shopEngine(storage, options) }
}

const enginesOf = { full: createEngines(), alone: createEngines() }

/** A shop with the quotes of the caller, and those of others or none. */
async function createWorld(name: keyof typeof enginesOf, side: Side, storeId: string) {
  const hasOthers = name === 'full'
  const { engine, whole, clock } = enginesOf[name]
  // Caches of engines have nothing of a store that is new.
  clock.storage = memoryStorage()
  clock.time = 50_000
  const setupContext = { storeId, actor: 'setup' } as const
  const template = createTemplate({ name: 'Office' }, [{ id: 1, qty: 2 }], { templateId, now: 1 })
  await clock.storage.commit(storeId, { changes: [template] })
  for (const userId of ['u1', 'u2']) {
    const user = { name: userId, email: `${userId}@example.com`, position: 'editor' } as const
    await whole.setUser(setupContext, userId, user)
  }
  const { own, others } = sides[side]
  const create = async (quoteId: string, ids: object, name: string) => {
    clock.nextId = quoteId
    const customer = { name, email: `${name}@example.com` }
    await whole.createQuote(setupContext, { ...request, customer, ...ids })
  }
  for (const each of ownIds) await create(each, own, 'ada')
  await whole.sendQuote(setupContext, ownIds[1], { expires: offersExpire })
  if (hasOthers)
    for (const [index, each] of otherIds.entries())
      await create(each, others[index % others.length] as object, 'other')
  let othersCursor = 'eyJub25lIjoxfQ'
  let ownCursor: string | undefined
  let made = 0

  const createOther = () => {
    made += 1
    return create(`made-by-others-${made}`, others[0], 'secret')
  }

  /** Does what others do: nothing of it is a change of the caller's quotes. */
  async function actOfOthers(acts: Step['others']): Promise<void> {
    if (!hasOthers) return
    for (const { act, id: each, key: idempotencyKey } of acts) {
      const act1 = {
        create: createOther,
        send: () => whole.sendQuote(setupContext, each, {}, { idempotencyKey }),
        accept: () => whole.acceptQuote(setupContext, each, { revision: 1 }),
        message: () =>
          whole.addMessage(setupContext, each, { text: 'secret', visibility: 'internal' }),
        delete: () => whole.deleteQuote(setupContext, each),
        erase: () => whole.eraseQuote(setupContext, each),
        tag: () => whole.updateQuote(setupContext, each, { tag_list: ['secret'] }),
        name: () => whole.updateQuote(setupContext, each, { customer: { name: 'secret' } }),
      }[act as 'create']
      await act1().catch((error) => {
        if (!isQuoteError(error)) throw error
      })
    }
    othersCursor = (await whole.listQuotes(setupContext, { limit: 1 })).next ?? othersCursor
  }

  /** Returns everything that the caller learns from a call, as text. */
  async function call(step: Step, index: number, after: string | undefined): Promise<string> {
    clock.time = 60_000 + index * 3_000
    clock.nextId = `created-${index}`
    const caller: ShopContext = { storeId, actor: side, who: side, role: step.role }
    try {
      const result = await calls[step.name](engine, caller, { ...step, after })
      if (step.name === 'listQuotes') ownCursor = (result as { next?: string }).next ?? ownCursor
      return JSON.stringify(result) ?? 'nothing'
    } catch (error) {
      if (!isQuoteError(error)) throw error
      return JSON.stringify([error.code, error.message, error.details])
    }
  }

  return { call, actOfOthers, cursors: () => ({ own: ownCursor, others: othersCursor }) }
}

type Arguments = Step & { readonly after: string | undefined }
type MakeCall = (engine: QuoteEngine, caller: ShopContext, args: Arguments) => PromiseLike<unknown>

const optionsOf = ({ key: idempotencyKey, preview, number }: Arguments) => ({
  ...(idempotencyKey === undefined ? { preview } : { idempotencyKey }),
  ...(number === 6 && { expectedVersion: 1 }),
})

/** The options of a command that creates something. */
const newOptions = ({ key: idempotencyKey, preview }: Arguments) =>
  idempotencyKey === undefined ? { preview } : { idempotencyKey }

const user = { name: 'Eve', email: 'eve@example.com', position: 'editor' } as const

const calls: { readonly [Name in OperationName]: MakeCall } = {
  createQuote: (engine, caller, args) =>
    engine.createQuote(caller, { ...request, ...(args.ids as object) }, newOptions(args)),
  requestQuote: (engine, caller, args) =>
    engine.requestQuote(caller, { ...request, ...(args.ids as object) }, newOptions(args)),
  updateQuote: (engine, caller, args) =>
    engine.updateQuote(
      caller,
      args.quoteId,
      args.number > 3 ? { tag_list: ['vip'] } : (args.ids as object),
      optionsOf(args),
    ),
  getQuote: (engine, caller, { quoteId: each, number, number2, order: by }) =>
    engine.getQuote(
      caller,
      each,
      number === 0
        ? {}
        : by === 'newest'
          ? { revision: number2 + 1 }
          : by === 'oldest'
            ? { time: 50_000 + number2 * 20_000 }
            : { version: number },
    ),
  listQuotes: (engine, caller, { filter: by, order: listOrder, after, number }) =>
    engine.listQuotes(caller, { ...by, order: listOrder as never, after, limit: number + 1 }),
  countQuotes: (engine, caller, { filter: by }) => engine.countQuotes(caller, by),
  deleteQuote: (engine, caller, args) => engine.deleteQuote(caller, args.quoteId, optionsOf(args)),
  restoreQuote: (engine, caller, args) =>
    engine.restoreQuote(caller, args.quoteId, optionsOf(args)),
  eraseQuote: (engine, caller, args) => engine.eraseQuote(caller, args.quoteId, optionsOf(args)),
  copyQuote: (engine, caller, args) => engine.copyQuote(caller, args.quoteId, {}, optionsOf(args)),
  sendQuote: (engine, caller, args) => engine.sendQuote(caller, args.quoteId, {}, optionsOf(args)),
  requestRevision: (engine, caller, args) =>
    engine.requestRevision(caller, args.quoteId, { reason: 'less' }, optionsOf(args)),
  reviseQuote: (engine, caller, args) =>
    engine.reviseQuote(caller, args.quoteId, {}, optionsOf(args)),
  priceSelection: (engine, caller, args) =>
    engine.priceSelection(caller, args.quoteId, {
      revision: args.number2 + 1,
      selection: { selected: [] },
    }),
  acceptQuote: (engine, caller, args) =>
    engine.acceptQuote(caller, args.quoteId, { revision: args.number2 + 1 }, optionsOf(args)),
  declineQuote: (engine, caller, args) =>
    engine.declineQuote(caller, args.quoteId, {}, optionsOf(args)),
  cancelQuote: (engine, caller, args) =>
    engine.cancelQuote(caller, args.quoteId, {}, optionsOf(args)),
  orderQuote: (engine, caller, args) =>
    engine.orderQuote(
      caller,
      args.quoteId,
      args.number2 > 3
        ? { order_id: 'o1', ...(args.number2 > 4 && { lines: [{ key: '1-1', qty: 1 }] }) }
        : {},
      optionsOf(args),
    ),
  priceTaxes: (engine, caller, args) =>
    engine.priceTaxes(caller, args.quoteId, {}, optionsOf(args)),
  repriceQuote: (engine, caller, args) =>
    engine.repriceQuote(caller, args.quoteId, {}, optionsOf(args)),
  listShippingOptions: (engine, caller, { quoteId: each }) =>
    engine.listShippingOptions(caller, each),
  requestApproval: (engine, caller, args) =>
    engine.requestApproval(caller, args.quoteId, {}, optionsOf(args)),
  approveQuote: (engine, caller, args) =>
    engine.approveQuote(caller, args.quoteId, { requirement: 'large' }, optionsOf(args)),
  rejectApproval: (engine, caller, args) =>
    engine.rejectApproval(
      caller,
      args.quoteId,
      { requirement: 'large', note: 'No' },
      optionsOf(args),
    ),
  recordDelivery: (engine, caller, args) =>
    engine.recordDelivery(caller, args.quoteId, { type: 'opened' }, optionsOf(args)),
  closeOrder: (engine, caller, args) =>
    engine.closeOrder(caller, args.quoteId, {}, optionsOf(args)),
  recordPayment: (engine, caller, args) =>
    engine.recordPayment(caller, args.quoteId, { id: 'pay-1', amount: 1 }, optionsOf(args)),
  expireQuotes: (engine, caller, { preview, number }) =>
    engine.expireQuotes(caller, { limit: number + 1 }, { preview }),
  remindQuotes: (engine, caller, { preview, number, number2 }) =>
    engine.remindQuotes(
      caller,
      { rule: `rule-${number2}`, days_after_sending: 0, limit: number + 1 },
      { preview },
    ),
  addMessage: (engine, caller, args) =>
    engine.addMessage(
      caller,
      args.quoteId,
      { text: 'Hi', visibility: 'customer' },
      newOptions(args),
    ),
  listMessages: (engine, caller, { quoteId: each, number, number2 }) =>
    engine.listMessages(caller, each, { after: number, limit: number2 + 1 }),
  listHistory: (engine, caller, { quoteId: each, number, number2 }) =>
    engine.listHistory(caller, each, { after: number, limit: number2 + 1 }),
  listEvents: (engine, caller, { number }) => engine.listEvents(caller, { after: number }),
  listTags: (engine, caller) => engine.listTags(caller),
  setTag: (engine, caller) => engine.setTag(caller, 'vip', tag),
  removeTag: (engine, caller) => engine.removeTag(caller, 'vip'),
  listUsers: (engine, caller) => engine.listUsers(caller),
  setUser: (engine, caller) => engine.setUser(caller, 'u3', user),
  removeUser: (engine, caller) => engine.removeUser(caller, 'u3'),
  createTemplate: async (engine, caller, args) => {
    // Its id is random.
    const options = newOptions(args)
    const created = await engine.createTemplate(
      caller,
      { name: 'A', quote_id: args.quoteId },
      options,
    )
    return created.template
  },
  getTemplate: (engine, caller) => engine.getTemplate(caller, templateId),
  listTemplates: async (engine, caller) =>
    (await engine.listTemplates(caller)).items.map(({ template }) => template),
  updateTemplate: (engine, caller) => engine.updateTemplate(caller, templateId, { name: 'B' }),
  deleteTemplate: (engine, caller) => engine.deleteTemplate(caller, templateId),
  createQuoteFromTemplate: (engine, caller, args) =>
    engine.createQuoteFromTemplate(caller, templateId, {}, newOptions(args)),
}

it('no caller learns whether there are quotes outside of its scope, nor what becomes of them', async () => {
  const codes = new Map<string, number>()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(sides) as Side[])),
      fc.array(step, { minLength: callsOfRun, maxLength: callsOfRun }),
      async (side, steps) => {
        runs += 1
        const full = await createWorld('full', side, `store-${runs}`)
        const alone = await createWorld('alone', side, `store-${runs}`)
        for (const [index, each] of steps.entries()) {
          await full.actOfOthers(each.others)
          const cursors: Readonly<Record<string, string | undefined>> = full.cursors()
          const after = each.cursor && (cursors[each.cursor] ?? each.cursor)
          const seen = await full.call(each, index, after)
          expect(seen).toBe(await alone.call(each, index, after))
          const outcome = `${each.name} ${/^\["(\w+)"/.exec(seen)?.[1] ?? 'ok'}`
          codes.set(outcome, (codes.get(outcome) ?? 0) + 1)
        }
      },
    ),
    { numRuns },
  )
  // Nearly all operations have succeeded, and have been rejected.
  const succeeded = names.filter((name) => codes.has(`${name} ok`))
  expect(succeeded.length).toBeGreaterThan(names.length / 2)
  if (process.env.SHOW) console.log(runs * callsOfRun, Object.fromEntries([...codes].toSorted()))
})
