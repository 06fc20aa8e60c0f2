import fc from 'fast-check'
import type { ListQuotesOptions } from '../../../../src/engine/operations/read-quotes.js'
import { isQuoteError } from '../../../../src/errors.js'
import { usersRef } from '../../../../src/features/users/users.js'
import type { CatalogPort } from '../../../../src/ports/catalog.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import type { QuoteRecord } from '../../../../src/quote/model/quote.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { createChange } from '../../../../src/record/change.js'
import { engineWith } from '../../ports.js'

/** A catalog in which every store has every product. */
export const everyProduct: CatalogPort = {
  findProducts: (_, ids) => ids.map((id) => ({ id, price: '10.00' })),
}

const names = ['Zoë Müller', 'zoe miller', 'Ann Lee', 'Anna-Lena O’Hara', '李小龍']
const emails = ['Ann@Example.com', 'ann@example.com', 'zoe@shop.example', 'x_%@example.com']
const tags = ['vip', 'VIP', 'needs "approval"', '100%']

const customer = fc.record(
  { name: fc.constantFrom(...names), email: fc.constantFrom(...emails) },
  { requiredKeys: [] },
)
const products = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
const tagList = fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 3 })

/** Identifiers that UTF-16 and UTF-8 order differently, besides others. */
const ids = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme-ascii' }) },
  fc.constantFrom('é', '\uffee', '😀', '😀a', 'Z', 'a', 'a\u0301', '__proto__'),
)

const types = [
  'update',
  'delete',
  'restore',
  'erase',
  'send',
  'send',
  'accept',
  'revise',
  'decline',
  'open',
] as const

/** A write to one of two stores. `target` selects one of the quotes of the store. */
export interface RandomWrite {
  readonly store: 0 | 1
  readonly type: (typeof types)[number] | 'create'
  readonly target: number
  readonly id: string
  readonly customer: { readonly name?: string; readonly email?: string }
  readonly products: readonly number[]
  readonly tags: readonly string[]
  readonly owner: string | null
  readonly customerId: string | null
  readonly companyId: string | null
  readonly followUp: string | null
  readonly isUnpriced: boolean
  /** In how many milliseconds an offer expires. */
  readonly expiresIn: number | undefined
  /** How far the clock advances before the write. Equal times are common. */
  readonly tick: number
}

/** Days around the ends of months, years and decades, besides the first and the last one. */
const followUpDays = fc.constantFrom(
  ...['2000-01-01', '2019-12-31', '2020-01-01', '2026-02-28', '2026-03-01', '2026-11-30'],
  ...['2026-12-01', '2026-12-31', '2027-01-01', '2099-12-31'],
)

const typesByWeight = types.map((type) => fc.constant(type))

export const randomWrite: fc.Arbitrary<RandomWrite> = fc.record({
  store: fc.constantFrom(0, 0, 0, 1),
  type: fc.oneof({ weight: 8, arbitrary: fc.constant('create' as const) }, ...typesByWeight),
  target: fc.nat({ max: 20 }),
  id: ids,
  customer,
  products,
  tags: tagList,
  owner: fc.constantFrom('ann', 'bob', null),
  customerId: fc.constantFrom('7', 'C-7', null),
  companyId: fc.constantFrom('7', 'c1', null),
  followUp: fc.option(followUpDays),
  isUnpriced: fc.constantFrom(true, false, false, false),
  expiresIn: fc.constantFrom(undefined, 1, 2, 3, 5, 100),
  tick: fc.constantFrom(0, 0, 1),
}) as fc.Arbitrary<RandomWrite>

const oneOrMore = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }))
const range = fc.record(
  { from: fc.integer({ min: 998, max: 1_012 }), to: fc.integer({ min: 998, max: 1_012 }) },
  { requiredKeys: [] },
)

const filterFields = fc.record({
  status: oneOrMore(
    fc.constantFrom('new', 'sent', 'sent', 'expired', 'expired', 'accepted', 'draft', 'NEW'),
  ),
  owner: oneOrMore(fc.constantFrom('ann', 'bob', 'Ann')),
  customerId: oneOrMore(fc.constantFrom('7', 'C-7', 'c-7')),
  companyId: oneOrMore(fc.constantFrom('7', 'c1', 'C1')),
  number: oneOrMore(fc.constantFrom('Q-1', 'Q-2', 'Q-3', '1')),
  expires: range,
  followUp: fc
    .record({ from: followUpDays, to: followUpDays }, { requiredKeys: [] })
    .filter(({ from = '', to = '9' }) => from <= to),
  opened: fc.boolean(),
  unpriced: fc.constant(true as const),
  tag: oneOrMore(fc.constantFrom(...tags, 'Vip')),
  customer: oneOrMore(fc.constantFrom(...emails, ' ANN@example.COM ', 'ann', '%')),
  product: oneOrMore(fc.integer({ min: 1, max: 5 })),
  text: fc.constantFrom(
    'a',
    'ann',
    'lee an',
    'MULLER',
    'zo e',
    'müll%',
    'hara anna',
    '李',
    'x_',
    'q 1',
    'Q-2',
  ),
  created: range,
  updated: range,
  deleted: fc.constantFrom(false, true, 'all' as const),
})

/** Filters of few fields, so that they select some of the quotes. */
export const randomFilter: fc.Arbitrary<ListQuotesOptions> = filterFields.chain((fields) =>
  fc
    .subarray(Object.entries(fields), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries) as ListQuotesOptions),
)

/** A quote as its last write left it. */
export interface ExpectedQuote {
  readonly record: QuoteRecord
  readonly isDeleted: boolean
}

/** Two stores with quotes of the same ids, written by one engine, and what they must contain. */
export function randomStores(storage: StoragePort, prefix: string) {
  let time = 1_000
  let nextId = ''
  const engine = engineWith({
    storage,
    catalog: everyProduct,
    now: () => time,
    generateId: () => nextId,
    numbers: { format: (count) => `Q-${count}` },
  })
  const stores = [0, 1].map((index) => ({
    context: { storeId: `${prefix}-${index}` },
    quotes: new Map<string, ExpectedQuote>(),
    usedIds: new Set<string>(),
  }))

  const changes = changesWith(engine, () => time)

  async function write(random: RandomWrite): Promise<void> {
    const store = stores[random.store] as (typeof stores)[0]
    await addUsers(storage, store.context.storeId, store.usedIds)
    time += random.tick
    if (random.type === 'create') {
      if (store.usedIds.has(random.id)) return
      nextId = random.id
      store.usedIds.add(random.id)
      const lines = random.products.map((id) => ({ id, qty: 1 }))
      const request = { customer: random.customer, products: lines }
      const record = await engine.createQuote(store.context, request)
      store.quotes.set(record.quoteId, { record, isDeleted: false })
    } else {
      const existing = [...store.quotes.values()]
      const target = existing[random.target % Math.max(existing.length, 1)]
      if (target !== undefined) await change(store, target, random)
    }
  }

  async function change(
    { context, quotes }: (typeof stores)[0],
    { record: { quoteId }, isDeleted }: ExpectedQuote,
    random: RandomWrite,
  ): Promise<void> {
    const { type } = random
    if (type === 'create') return
    if (type === 'erase') {
      await engine.eraseQuote(context, quoteId)
      quotes.delete(quoteId)
    } else if (type === 'restore') {
      quotes.set(quoteId, { record: await engine.restoreQuote(context, quoteId), isDeleted: false })
    } else if (!isDeleted) {
      const record = await changes[type](context, quoteId, random).catch(ignoreImpossible)
      if (record !== undefined) quotes.set(quoteId, { record, isDeleted: type === 'delete' })
    }
  }

  return { engine, stores, write, now: () => time }
}

const crane = { name: 'Crane hire', qty: 1, unpriced: true as const }
const call = { signal: new AbortController().signal }

/** Adds the users that can own quotes to a store without quotes. */
async function addUsers(
  storage: StoragePort,
  storeId: string,
  { size }: ReadonlySet<string>,
): Promise<void> {
  if (size > 0) return
  const [stored] = await storage.load(storeId, [usersRef], call)
  if (stored !== undefined) return
  const users = ['ann', 'bob'].map((id) => ({ id, name: id, email: `${id}@x`, position: 'editor' }))
  const change = createChange(usersRef, Object.freeze(users), { operation: 'setUser', now: 0 })
  await storage.commit(storeId, { changes: [change] }, call)
}

type Change = (
  context: { readonly storeId: string },
  quoteId: string,
  random: RandomWrite,
) => Promise<QuoteRecord>

/** Returns the calls that change a quote that is not deleted. */
function changesWith(engine: QuoteEngine, now: () => number) {
  return {
    async update(context, quoteId, { customer: fields, tags: tag_list, products: ids, ...write }) {
      const { quote } = await engine.getQuote(context, quoteId)
      const isLocked = quote.seal !== undefined || !['new', 'draft'].includes(quote.status)
      const content = {
        customer: { name: null, ...fields },
        products: [...ids.map((id) => ({ id, qty: 1 })), ...(write.isUnpriced ? [crane] : [])],
      }
      return engine.updateQuote(context, quoteId, {
        ...(isLocked ? undefined : content),
        tag_list,
        owner: write.owner,
        customer_id: write.customerId,
        company_id: write.companyId,
        follow_up: write.followUp,
      })
    },
    send: (context, quoteId, { expiresIn }) =>
      engine.sendQuote(
        context,
        quoteId,
        expiresIn === undefined ? {} : { expires: now() + expiresIn },
      ),
    async accept(context, quoteId) {
      const { quote } = await engine.getQuote(context, quoteId)
      return engine.acceptQuote(context, quoteId, { revision: quote.revision ?? 1 })
    },
    revise: (context, quoteId) => engine.reviseQuote(context, quoteId),
    open: (context, quoteId) => engine.recordDelivery(context, quoteId, { type: 'opened' }),
    decline: (context, quoteId) => engine.declineQuote(context, quoteId),
    delete: (context, quoteId) => engine.deleteQuote(context, quoteId),
  } satisfies Partial<Record<RandomWrite['type'], Change>>
}

/** Ignores a change that is not possible in the status of the quote. */
function ignoreImpossible(error: unknown): undefined {
  const codes = ['invalid_transition', 'quote_expired']
  const reasons = ['is not known yet', 'must be a revision that was sent']
  const isReason = (reason: string) => error instanceof Error && error.message.includes(reason)
  if (!reasons.some(isReason) && !(isQuoteError(error) && codes.includes(error.code))) throw error
  return undefined
}

/** The part of an engine that lists. */
export type Lister = Pick<QuoteEngine, 'listQuotes' | 'countQuotes'>
