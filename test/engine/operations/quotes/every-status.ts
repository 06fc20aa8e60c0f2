import { removeEntry, setEntry } from '../../../../src/features/store-lists/named-list.js'
import { storeUsers, type UserList } from '../../../../src/features/users/users.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import type { TaxPort } from '../../../../src/ports/tax.js'
import {
  maxDeliveryFacts,
  maxDetailLength,
  maxNameLength,
} from '../../../../src/quote/model/lifecycle-fields.js'
import { defaultLimits } from '../../../../src/quote/model/policy.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import type { RecordChange } from '../../../../src/record/commit.js'

interface Host {
  readonly engine: QuoteEngine
  readonly storage: StoragePort
  readonly context: { readonly storeId: string; readonly actor?: string }
  readonly quoteId: string
  /** A clock that the host can set. */
  readonly clock: { time: number }
}

type Step = (host: Host) => Promise<unknown>

const send: Step = ({ engine, context, quoteId }) => engine.sendQuote(context, quoteId)
const revise: Step = ({ engine, context, quoteId }) => engine.reviseQuote(context, quoteId)
const sendUntil =
  (ms: number): Step =>
  ({ engine, context, quoteId, clock }) =>
    engine.sendQuote(context, quoteId, { expires: clock.time + ms })
const accept: Step = ({ engine, context, quoteId }) =>
  engine.acceptQuote(context, quoteId, { revision: 1, name: 'Ada', reference: 'PO "7"' })
const order: Step = ({ engine, context, quoteId }) =>
  engine.orderQuote(context, quoteId, { order_id: 'order-1' })
const cancel: Step = ({ engine, context, quoteId }) =>
  engine.cancelQuote(context, quoteId, { reason: 'no longer made' })

async function deliver({ engine, context, quoteId, clock }: Host): Promise<void> {
  const fact = { type: 'bounced', recipient: 'r'.repeat(maxNameLength) } as const
  const detail = 'ü'.repeat(maxDetailLength)
  for (let index = 0; index < maxDeliveryFacts; index += 1)
    await engine.recordDelivery(context, quoteId, { ...fact, detail, time: clock.time + index })
}

const changeLines: Step = ({ engine, context, quoteId }) =>
  engine.updateQuote(context, quoteId, { products: [{ id: 1, qty: 5 }], tag_list: ['vip'] })
const call = { signal: new AbortController().signal }

/** Makes a user the owner, who is removed from the users afterwards. */
async function giveOwner({ engine, storage, context, quoteId }: Host): Promise<void> {
  const bob = { id: 'bob', name: 'Bob', email: 'bob@example.com', position: 'editor' } as const
  const added = setEntry(
    storeUsers,
    undefined,
    bob,
    { now: 1 },
    defaultLimits,
  ) as RecordChange<UserList>
  await storage.commit(context.storeId, { changes: [added] }, call)
  await engine.updateQuote(context, quoteId, { owner: 'bob' })
  const removed = removeEntry(storeUsers, added.record, 'bob', { now: 2 }) as RecordChange<UserList>
  await storage.commit(context.storeId, { changes: [removed] }, call)
}

const priceAll: Step = ({ engine, context, quoteId }) =>
  engine.updateQuote(context, quoteId, {
    product_changes: [{ name: 'Set-up', price: '99.50', qty: 1, note: 'once' }],
    discounts: [
      { type: 'percent', value: 5, label: 'Spring' },
      { type: 'target', value: 1_000 },
    ],
    shipping: { type: 'custom', product: { name: 'Courier', price: '12.00' } },
  })
const tax: Step = ({ engine, context, quoteId }) => engine.priceTaxes(context, quoteId)

/** A tax provider for the quotes of {@link waysToStatuses}. */
export const sampleTax: TaxPort = {
  calculateTaxes: ({ lines }) => ({
    rates: [{ name: 'VAT', rate: 20, lines: lines.map(({ key }) => key), shipping: true }],
  }),
}

/** The steps that lead a new quote to each status, with every field that it can have there. */
export const waysToStatuses: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ['new', []],
  ['new, with keys, tags and an owner', [changeLines, giveOwner]],
  ['new, with discounts, shipping and taxes', [priceAll, tax]],
  ['new, with outdated taxes', [tax, priceAll]],
  ['draft', [send, revise]],
  ['sent, with discounts and shipping', [priceAll, send]],
  ['sent', [changeLines, send]],
  ['sent, with an expiry', [sendUntil(1_000)]],
  ['sent, with all the facts about deliveries that a quote can have', [send, deliver]],
  [
    'expired',
    [
      sendUntil(10),
      async ({ clock }) => {
        clock.time += 10
      },
    ],
  ],
  [
    'revision_requested',
    [
      send,
      ({ engine, context, quoteId }) =>
        engine.requestRevision(context, quoteId, { reason: 'fewer' }),
    ],
  ],
  ['accepted', [sendUntil(1_000), accept]],
  [
    'declined',
    [
      send,
      ({ engine, context, quoteId }) => engine.declineQuote(context, quoteId, { reason: 'no' }),
    ],
  ],
  ['canceled', [cancel]],
  ['canceled, with an offer', [send, accept, cancel]],
  ['ordered', [changeLines, send, accept, order, giveOwner]],
]
