import * as z from 'zod'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { StoreContext } from '../../../src/engine/arguments.js'
import type { Scope } from '../../../src/engine/scope.js'
import { createTemplate } from '../../../src/features/templates/template-changes.js'
import { memoryOrders } from '../../../src/orders/memory.js'
import { type StoragePort, storageMethods } from '../../../src/ports/storage.js'
import type { OwnFields } from '../../../src/quote/model/own-fields.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import type { RecordCommit } from '../../../src/record/commit.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'

import { countingStorage } from '../ports.js'

/** Who calls: the context as a host passes it, with a field of its own. */
export interface ShopContext extends StoreContext {
  readonly who: Caller
}

/** The scope of each caller. Ada has quotes of her own, and Ben works for her company. */
export const scopes = {
  ada: { customerId: 'ada' },
  adasCompany: { companyId: 'c1' },
  ben: { customerId: 'ben', companyId: 'c1' },
  otherCompany: { companyId: 'c2' },
  seller: { owner: ['u1', 'u9'] },
  otherSeller: { owner: 'u2' },
  west: { fields: { region: 'west' } },
  east: { fields: { region: ['east', 'WEST'] } },
  oneQuote: { quoteId: ['ada-new', 'ada-sent', 'ada-accepted', 'ada-deleted', 'ada-draft'] },
  otherQuote: { quoteId: 'cleo-new' },
  nothing: 'none',
  all: 'all',
} as const satisfies Readonly<Record<string, Scope>>

export type Caller = keyof typeof scopes

/** Those who see the quotes of Ada, and those who don't. */
export const seeing = ['ada', 'adasCompany', 'seller', 'west', 'oneQuote', 'all'] as const
export const blind = [
  'ben',
  'otherCompany',
  'otherSeller',
  'east',
  'otherQuote',
  'nothing',
] as const

/** The fields of the shop. */
const fields = {
  quote: { region: { schema: z.enum(['west', 'east']), search: true, internal: true } },
} as const satisfies OwnFields

export const storeId = 'store-1'
const setupContext = { storeId, actor: 'setup' } as const

/** What a quote has of a region. */
export function inRegion(region: 'west' | 'east') {
  return { internal_fields: { region } }
}

const people = [
  { name: 'ada', ids: { customer_id: 'ada', company_id: 'c1', owner: 'u1', ...inRegion('west') } },
  { name: 'ben', ids: { customer_id: 'ben', company_id: 'c1', owner: 'u2', ...inRegion('east') } },
  { name: 'cleo', ids: { customer_id: 'cleo', company_id: 'c2', owner: 'u2' } },
] as const

export const states = ['new', 'draft', 'sent', 'accepted', 'deleted'] as const
export type State = (typeof states)[number]

const products = [{ id: 1, price: '10.00' }]
export const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 2 }] } as const
export const templateId = '019a0000-0000-7000-8000-000000000001'
export const tag = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

/** A call of a storage, with its arguments as text. */
export type StorageCall = readonly [method: string, args: string]

/** When the offers of the shop expire. */
export const offersExpire = 100_000

interface ShopOptions extends Partial<QuoteEngineOptions> {
  /** The time after which calls are made. */
  readonly startTime?: number
}

/** Creates an engine of the shop. */
export function shopEngine(
  storage: StoragePort,
  { startTime = offersExpire - 10_000, ...options }: ShopOptions = {},
) {
  let time = startTime
  let ids = 0
  return createQuoteEngine({
    storage,
    catalog: memoryCatalog({ [storeId]: products, 'store-2': products }),
    fields,
    tax: { calculateTaxes: () => ({ rates: [] }) },
    shipping: {
      listShippingOptions: () => [{ type: 'post', name: 'Post', price: '4.00' }],
    },
    orders: memoryOrders(),
    approvals: {
      require: ({ tags }) =>
        tags?.includes('vip') ? [{ id: 'large', label: 'A large order', covers: null }] : [],
    },
    now: () => {
      time += 1
      return time
    },
    generateId: () => {
      ids += 1
      return `created-${ids}`
    },
    ...options,
  })
}

/** The option `scope` of a host whose sessions name their caller. */
export const scopeOption = ({ who }: ShopContext): Scope => scopes[who]

/** Returns a storage that is another one from time to time, and records its calls. */
export function delegateStorage(
  getStorage: () => StoragePort,
  record?: (call: StorageCall) => void,
): StoragePort {
  type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>
  const delegate =
    (name: string) =>
    (...args: unknown[]) => {
      record?.([name, JSON.stringify(args.slice(0, -1))])
      return (getStorage() as unknown as Methods)[name]?.(...args)
    }
  const methods = storageMethods.map((name) => [name, delegate(name)])
  return Object.fromEntries(methods) as StoragePort
}

let filling: Promise<readonly RecordCommit[]> | undefined

/** Fills a storage with a quote of each person in each state, `ada-new`, `ada-sent` and so on. */
export async function fillShop(storage: StoragePort = memoryStorage()): Promise<StoragePort> {
  filling ??= createCommits()
  for (const commit of await filling) await storage.commit(storeId, commit)
  return storage
}

/** Returns what is written to create the shop, so that each test need not compute it. */
async function createCommits(): Promise<readonly RecordCommit[]> {
  const { storage, written } = countingStorage()
  const ids = people.flatMap(({ name }) => states.map((state) => `${name}-${state}`))
  const queue = [...ids]
  const engine = shopEngine(storage, {
    startTime: 50_000,
    generateId: () => queue.shift() ?? 'none',
  })
  for (const id of ['u1', 'u2'])
    await engine.setUser(setupContext, id, {
      name: id,
      email: `${id}@example.com`,
      position: 'editor',
    })
  await engine.setTag(setupContext, 'vip', tag)
  const input = { templateId, now: 1_000 }
  const template = createTemplate({ name: 'Office' }, [{ id: 1, qty: 2 }], input)
  await storage.commit(storeId, { changes: [template] })
  for (const { name, ids: hostIds } of people)
    for (const state of states) {
      const { quoteId } = await engine.createQuote(setupContext, {
        ...request,
        customer: { name, email: `${name}@example.com` },
        ...hostIds,
      })
      await engine.addMessage(setupContext, quoteId, { text: `To ${name}`, visibility: 'customer' })
      if (state === 'new') continue
      await engine.sendQuote(setupContext, quoteId, { expires: offersExpire })
      if (state === 'draft') await engine.reviseQuote(setupContext, quoteId)
      if (state === 'accepted') await engine.acceptQuote(setupContext, quoteId, { revision: 1 })
      if (state === 'deleted') await engine.deleteQuote(setupContext, quoteId)
    }
  return written
}
