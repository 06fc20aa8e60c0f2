import type { Arbitrary } from 'fast-check'
import { statusAt } from '../../quote/lifecycle/expiry.js'
import {
  acceptQuote,
  cancelQuote,
  declineQuote,
  expireQuote,
  recordDelivery,
  requestRevision,
  reviseQuote,
  sendQuote,
} from '../../quote/operations/offer.js'
import { abandonOrder, orderQuote, startOrder } from '../../quote/operations/order.js'
import { updateQuote } from '../../quote/operations/update-quote.js'
import { defaultPolicy as policy } from '../../quote/policy.js'
import type { Quote } from '../../quote/quote.js'
import { type QuoteChange, quoteRef } from '../../quote/quote-record.js'
import type { RecordChange } from '../../record/commit.js'
import type { StoredRecord } from '../../record/record.js'
import { type NumberSequence, quoteNumbersRef, takeNumber } from '../../store/numbers-record.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { command, getStore, quoteIds, type StorageCommand } from './command.js'
import { getVersions, type ModelStore, type StorageModel } from './model-state.js'
import { commitOnce, writeOptions } from './writes.js'

/** One of the changes that are possible in the status of a quote, and what it takes. */
interface LifeWrite {
  readonly quoteId: string
  readonly choice: number
  /** How long the offer stands, in milliseconds; 0 if it never expires. */
  readonly lifetime: number
  /** True if another commit has taken the number meanwhile. */
  readonly hasStaleNumber: boolean
}

/** Commits the changes of statuses that an engine makes, with the number of the first offer. */
export function lifeCommits(fc: FastCheck): Arbitrary<StorageCommand> {
  const shape = {
    ...writeOptions(fc),
    quoteId: quoteIds(fc),
    choice: fc.nat(11),
    lifetime: fc.nat(12),
    hasStaleNumber: fc.constantFrom(false, false, false, true),
  }
  return fc.record(shape).map((write) =>
    command(`change the status ${JSON.stringify(write)}`, async (model, { storage }) => {
      const store = getStore(model, write.store)
      const changes = lifeChanges(store, write, model)
      if (changes.length > 0) await commitOnce(storage, model, write, { changes })
    }),
  )
}

/** Returns no changes if there is no such quote. */
function lifeChanges(
  store: ModelStore,
  { quoteId, choice, lifetime, hasStaleNumber }: LifeWrite,
  model: StorageModel,
): readonly RecordChange[] {
  const record = getVersions(store, quoteRef(quoteId)).at(-1) as StoredRecord<Quote> | undefined
  if (record === undefined) return []
  const now = Math.max(model.now, record.updated)
  model.updates += 1
  if (record.value.seal === undefined && ['new', 'draft'].includes(record.value.status)) {
    if (choice < 2) return [changed(cancelQuote(record, { now }, policy))]
    const expires = lifetime === 0 ? undefined : now + lifetime
    const number = nextNumber(store, hasStaleNumber, now)
    const isNumbered = record.value.number !== undefined
    const input = { now, expires, number: String(number.value) }
    const sent = changed(sendQuote(record, input, policy))
    return isNumbered ? [sent] : [sent, number.change]
  }
  const possible = changesOfOffer(record, now, model.updates)
  return [changed(possible[choice % possible.length]?.())]
}

function nextNumber(store: ModelStore, isStale: boolean, now: number) {
  const versions = getVersions(store, quoteNumbersRef) as readonly StoredRecord<NumberSequence>[]
  return takeNumber(versions.at(isStale ? -2 : -1), { now })
}

type Decide = () => QuoteChange | undefined

/** Returns the changes of a quote that was sent or closed. Each changes something. */
function changesOfOffer(
  record: StoredRecord<Quote>,
  now: number,
  count: number,
): readonly Decide[] {
  const { revision = 0, order } = record.value
  const input = { now, reason: `reason ${count}` }
  const owner = `user-${count % 2}`
  const tag_list = [`tag ${count}`]
  const anytime: readonly Decide[] = [
    () => updateQuote(record, { owner, tag_list }, { now, products: new Map() }, policy),
    ...(revision === 0
      ? []
      : [() => recordDelivery(record, { type: 'opened', detail: String(count) }, input)]),
  ]
  const ordered = () => orderQuote(record, { now, orderId: 'order-1' }, policy)
  const revise = () => reviseQuote(record, input, policy)
  const cancel = () => cancelQuote(record, input, policy)
  const decline = () => declineQuote(record, input, policy)
  const accept = () => acceptQuote(record, { revision }, input, policy)
  const isReported = record.value.expiry_reported === true
  const steps: Readonly<Record<string, readonly Decide[]>> = {
    sent: [accept, accept, decline, () => requestRevision(record, input, policy), revise, cancel],
    expired: [revise, cancel, ...(isReported ? [] : [() => expireQuote(record, input)])],
    revision_requested: [revise, decline],
    accepted:
      order === undefined
        ? [ordered, cancel, () => startOrder(record, 'key-1', input, policy)]
        : [
            ordered,
            () => startOrder(record, 'key-1', input, policy),
            () => abandonOrder(record, 'key-1', input),
          ],
    declined: [revise, cancel],
    canceled: [revise],
  }
  return [...(steps[statusAt(record.value, now)] ?? []), ...anytime]
}

function changed(change: QuoteChange | undefined): QuoteChange {
  if (change === undefined) throw new TypeError('the operation changes nothing')
  return change
}
