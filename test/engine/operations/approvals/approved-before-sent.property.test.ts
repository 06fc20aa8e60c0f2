import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { isQuoteError } from '../../../../src/errors.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { Replay } from '../../../../src/record/history/replay.js'
import { runSize } from '../../../fault-injection/support/run-size.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { engineWith, errorOf } from '../../ports.js'
import { statusesOf } from './approved-shop.js'

/** Sequences in memory. Databases run fewer, because they are slower. */
const sequences = runSize('APPROVAL_SEQUENCES', 40)
const shareOnDatabases = 0.01

/** What two rules require, each of which depends on another part of the quote. */
function required({ customer, quote_total: total }: Quote): Readonly<Record<string, string>> {
  return {
    ...(Number(total) < 16 && { price: total }),
    ...(customer.city !== undefined && { city: customer.city }),
  }
}

const require = (quote: Quote) =>
  Object.entries(required(quote)).map(([id, covers]) => ({ id, label: id, covers }))

const calls = {
  price: (engine: QuoteEngine, context: Context, quote: string) =>
    engine.updateQuote(context, 'q', { products: [{ id: 1, qty: 2, quote }] }),
  city: (engine: QuoteEngine, context: Context, city: string) =>
    engine.updateQuote(context, 'q', { customer: { city: city === '9.00' ? null : city } }),
  tag: (engine: QuoteEngine, context: Context, tag: string) =>
    engine.updateQuote(context, 'q', { tag_list: [tag] }),
  request: (engine: QuoteEngine, context: Context) => engine.requestApproval(context, 'q'),
  approvePrice: (engine: QuoteEngine, context: Context) =>
    engine.approveQuote(context, 'q', { requirement: 'price' }),
  approveCity: (engine: QuoteEngine, context: Context) =>
    engine.approveQuote(context, 'q', { requirement: 'city' }),
  approveBoth: (engine: QuoteEngine, context: Context) =>
    engine.approveQuote(context, 'q', { requirement: ['city', 'price'] }),
  reject: (engine: QuoteEngine, context: Context) =>
    engine.rejectApproval(context, 'q', { requirement: 'price', note: 'no' }),
  send: (engine: QuoteEngine, context: Context) => engine.sendQuote(context, 'q'),
  editAndSend: (engine: QuoteEngine, context: Context, quote: string) =>
    engine.updateQuote(context, 'q', { status: 'sent', products: [{ id: 1, qty: 2, quote }] }),
  revise: (engine: QuoteEngine, context: Context) => engine.reviseQuote(context, 'q'),
  cancel: (engine: QuoteEngine, context: Context) => engine.cancelQuote(context, 'q'),
} as const

type Context = { readonly storeId: string; readonly actor?: string }

const call = fc.record({
  name: fc.constantFrom(
    ...(Object.keys(calls) as (keyof typeof calls)[]),
    ...(['request', 'approveBoth', 'send', 'price', 'send'] as const),
  ),
  value: fc.constantFrom('5.00', '7.00', '9.00'),
  engine: fc.nat(1),
})
type Call = ReturnType<typeof call.generate>['value']

/** Calls that lead to an offer, each with the values of a random one. */
const toOffer = (
  ['price', 'city', 'request', 'approveBoth', 'reject', 'send', 'revise'] as const
).map((name) => call.map((each): Call => ({ ...each, name })))

/** Steps of one call, or of several at once. */
const steps = fc
  .array(
    fc.oneof(
      fc.array(call, { minLength: 1, maxLength: 4 }).map((each) => [each]),
      // The way to an offer, with steps that are missing, or made at the same time.
      fc
        .tuple(
          fc.tuple(...toOffer),
          fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 4 }),
          fc.nat(6),
        )
        .map(([way, made, joint]) => {
          const left = made.map((index) => way[index] as Call)
          return [...left.slice(0, joint).map((each) => [each]), left.slice(joint)]
        }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((chunks) => chunks.flat().filter((step) => step.length > 0))

/** Makes calls of a storage wait for some turns first, so that calls meet in many orders. */
function shaken(inner: StoragePort, turnsOf: () => readonly number[]): StoragePort {
  let made = 0
  const wait = async () => {
    made += 1
    const turns = turnsOf()
    for (let left = turns[made % turns.length] ?? 0; left > 0; left -= 1) await undefined
  }
  return {
    ...inner,
    load: async (...args) => wait().then(() => inner.load(...args)),
    commit: async (...args) => wait().then(() => inner.commit(...args)),
  }
}

/** Says what the approvals of a stored quote come to, without the code under test. */
function missingIn(quote: Quote): Readonly<Record<string, string>> {
  const approvals = new Map((quote.approvals ?? []).map((each) => [each.id, each]))
  const missing = Object.entries(required(quote)).flatMap(([id, covers]) => {
    const approval = approvals.get(id)
    const status = approval?.covers === covers ? approval.status : 'required'
    return status === 'approved' ? [] : [[id, status] as const]
  })
  return Object.fromEntries(missing)
}

/** Makes a call, and returns what it is rejected with. */
async function made(engines: readonly QuoteEngine[], context: Context, each: Call) {
  const engine = engines[each.engine] as QuoteEngine
  const actor = `${each.name} ${each.value}`
  try {
    await calls[each.name](engine, { ...context, actor }, each.value)
    return undefined
  } catch (error) {
    if (isQuoteError(error)) return error
    throw error
  }
}

const decisions = ['invalid_transition', 'quote_locked', 'invalid_request', 'approval_required']

describeOnEveryStorage('approvals', (opened) => {
  let stores = 0
  let engines: readonly [QuoteEngine, QuoteEngine]
  // Creating an engine takes longer than a sequence.
  let turnsOfCalls: readonly number[] = []
  beforeAll(() => {
    const storage = shaken(opened().storage, () => turnsOfCalls)
    const catalog = { findProducts: () => [{ id: 1, price: '10.00' }] }
    const options = { storage, catalog, approvals: { require }, generateId: () => 'q' }
    engines = [engineWith(options), engineWith(options)]
  })
  const open = (turns: readonly number[] = []) => {
    stores += 1
    turnsOfCalls = turns
    return { engines, context: { storeId: `store-${stores}` } }
  }
  const runs = () => {
    const isMemory = opened().share === 1
    return Math.ceil(isMemory ? sequences : sequences * shareOnDatabases) + (isMemory ? 0 : 4)
  }

  it('let no offer out without them, and only what changed needs new ones', async () => {
    const property = fc.asyncProperty(
      steps,
      fc.array(fc.nat(6), { minLength: 3, maxLength: 11 }),
      async (all, turns) => {
        const { engines, context } = open(turns)
        const [engine] = engines
        const products = [{ id: 1, qty: 2 }]
        await engine.createQuote(context, { customer: { name: 'Ada' }, products })
        for (const step of all) {
          const before = (await engine.getQuote(context, 'q')).quote
          const errors = await Promise.all(step.map((each) => made(engines, context, each)))
          for (const error of errors) if (error) expect(decisions).toContain(error.code)
          const [single] = step
          if (step.length > 1 || single?.name !== 'send') continue
          const missing = ['new', 'draft'].includes(before.status) ? missingIn(before) : undefined
          const [error] = errors
          if (missing === undefined) expect(error?.code).toBe('invalid_transition')
          else if (error === undefined) expect(missing).toEqual({})
          else
            expect(error.details).toMatchObject({
              requirements: Object.entries(missing).map(([id, status]) => ({ id, status })),
            })
        }
        await expectApproved(engine, context)
      },
    )
    await fc.assert(property, { numRuns: runs() })
  }, 3_600_000)

  it('are found by their status', async () => {
    const property = fc.asyncProperty(steps, async (all) => {
      const { engines, context } = open()
      const [engine] = engines
      await engine.createQuote(context, { customer: {}, products: [{ id: 1, qty: 2 }] })
      for (const step of all) await Promise.all(step.map((each) => made(engines, context, each)))
      const { quote } = await engine.getQuote(context, 'q')
      const statuses = quote.status === 'canceled' ? [] : Object.values(statusesOf(quote))
      for (const approval of ['pending', 'approved', 'rejected'] as const) {
        const { count } = await engine.countQuotes(context, { approval })
        expect([approval, count]).toEqual([approval, statuses.includes(approval) ? 1 : 0])
      }
    })
    await fc.assert(property, { numRuns: Math.ceil(runs() / 10) })
  }, 600_000)

  it('hold 20 approvals, edits and sends at once (open-mercato#1338)', async () => {
    const { engines, context } = open([0, 3, 1, 4])
    const [engine, other] = engines
    await engine.createQuote(context, { customer: {}, products: [{ id: 1, qty: 2 }] })
    await calls.price(engine, context, '5.00')
    await engine.requestApproval(context, 'q')
    const all = Array.from({ length: 20 }, (_, index) => {
      const either = index % 2 === 0 ? engine : other
      const approve = either.approveQuote(context, 'q', { requirement: 'price' })
      const send = errorOrRecord(() => either.sendQuote(context, 'q'))
      return [errorOrRecord(() => approve), send] as const
    })
    const outcomes = await Promise.all(all.flat())
    const codes = new Set(outcomes.flatMap((each) => (isQuoteError(each) ? [each.code] : [])))
    for (const code of codes) expect(['approval_required', 'invalid_transition']).toContain(code)
    const sent = await engine.sendQuote(context, 'q').catch((error) => error)
    if (isQuoteError(sent)) expect(sent.code).toBe('invalid_transition')
    const { items } = await engine.listHistory(context, 'q')
    const counted = (operation: string) =>
      items.filter((entry) => entry.operation === operation).length
    expect([counted('approve'), counted('send')]).toEqual([1, 1])
    await expectApproved(engine, context)
  })
})

const errorOrRecord = (run: () => Promise<unknown>) => run().catch((error: unknown) => error)

/** Expects every offer in the history of the quote to have what it needed, from what was done. */
async function expectApproved(engine: QuoteEngine, context: Context): Promise<void> {
  const { items } = await engine.listHistory(context, 'q', { limit: 1_000 })
  /** What was approved last for each requirement; undefined once it was rejected or requested. */
  const approved = new Map<string, unknown>()
  const replay = new Replay()
  let earlier: Quote | undefined
  const replayed = items.map((entry) => {
    replay.apply(entry)
    return [entry, structuredClone(replay.value) as Quote] as const
  })
  for (const [entry, quote] of replayed) {
    const { approvals = [] } = quote
    if (entry.operation === 'approve')
      for (const each of approvals)
        if (each.status === 'approved') approved.set(each.id, each.covers)
    if (entry.operation === 'rejectApproval') approved.delete('price')
    if (entry.operation === 'requestApproval')
      for (const each of earlier?.approvals ?? []) {
        const isKept = required(quote)[each.id] === each.covers && each.status === 'approved'
        if (isKept) expect(approvals).toContainEqual(each)
        else approved.delete(each.id)
      }
    const before = earlier?.approvals ?? []
    earlier = quote
    const isEdit = ['update', 'revise', 'cancel'].includes(entry.operation)
    if (isEdit) expect(approvals).toEqual(before)
    if (entry.operation !== 'send') continue
    const needed = required(quote)
    for (const [id, covers] of Object.entries(needed)) expect(approved.get(id)).toBe(covers)
    expect(statusesOf(quote)).toEqual(
      Object.fromEntries(Object.keys(needed).map((id) => [id, 'approved'])),
    )
    for (const id of approved.keys()) if (!(id in needed)) approved.delete(id)
  }
  const current = await engine.getQuote(context, 'q')
  expect(verifyQuote(current.quote)).toEqual([])
  if (current.quote.status !== 'sent') return
  const { revision = 0 } = current.quote
  const { quote } = await engine.acceptQuote(context, 'q', { revision })
  expect(verifyAcceptance(quote, { require })).toEqual([])
  expect((await errorOf(() => engine.requestApproval(context, 'q'))).code).toBe(
    'invalid_transition',
  )
}
