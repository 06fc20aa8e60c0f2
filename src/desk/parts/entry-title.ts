import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import {
  type DeliveryFact,
  type DeliveryType,
  deliveryTypes,
} from '../../quote/lifecycle-fields.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation, RecordKind } from '../../record/history/entry-operations.js'
import type { NameOf } from './user-names.js'

/** What was done to each kind of record. The history, conflicts and the activity share it. */
const titles: { readonly [Kind in RecordKind]: Readonly<Record<EntryOperation<Kind>, string>> } = {
  quote: {
    create: 'Quote created',
    copy: 'Copied from another quote',
    update: 'Quote changed',
    reprice: 'Current prices taken',
    priceTaxes: 'Taxes calculated',
    send: 'Offer sent',
    requestRevision: 'Change requested',
    revise: 'Offer withdrawn to revise it',
    accept: 'Offer accepted',
    decline: 'Offer declined',
    cancel: 'Quote canceled',
    startOrder: 'Order begun',
    abandonOrder: 'Order rejected',
    releaseOrder: 'No order placed',
    order: 'Order placed',
    recordDelivery: 'Delivery reported',
    expire: 'Offer expired',
    delete: 'Quote deleted',
    restore: 'Quote restored',
    erase: 'Quote erased',
  },
  messages: { addMessage: 'Message written', erase: 'Messages erased' },
  template: {
    create: 'Template created',
    update: 'Template changed',
    delete: 'Template deleted',
  },
  tags: { setTag: 'Tag saved', removeTag: 'Tag removed' },
  users: { setUser: 'User saved', removeUser: 'User removed' },
  numbers: { takeNumber: 'Number assigned' },
}

const deliveryTitles: Readonly<Record<DeliveryType, string>> = {
  delivered: 'Offer delivered',
  opened: 'Offer opened by the customer',
  deferred: 'Delivery delayed',
  bounced: 'Offer bounced',
  dropped: 'Offer not delivered',
}

/** What a title needs of an entry. */
export type TitledEntry = Pick<HistoryEntry, 'operation' | 'patches'>

/**
 * Returns what happened in plain words: `Offer sent`. Hosts and later versions have more kinds and
 * operations.
 */
export function entryTitle(kind: string, entry: TitledEntry): string {
  const { operation } = entry
  const delivery = kind === 'quote' ? reportedDelivery(entry) : undefined
  if (delivery !== undefined) return deliveryTitles[delivery.type]
  const ofKind: Readonly<Record<string, string>> | undefined = Object.hasOwn(titles, kind)
    ? titles[kind as RecordKind]
    : undefined
  const known = ofKind && Object.hasOwn(ofKind, operation) ? ofKind[operation] : undefined
  return known ?? capitalized(`${separated(kind)}: ${separated(operation)}`)
}

/** Shows what was done to a record, and who did it: `Offer sent by Ann Archer`. */
export function entryHeading(
  kind: string,
  entry: TitledEntry & Pick<HistoryEntry, 'actor'>,
  nameOf: NameOf,
): Html {
  const { actor } = entry
  const by = actor !== undefined && !isReport(entry) && nameOf({ actor })
  return html`<strong>${entryTitle(kind, entry)}</strong>${by && html` by <span class="wrap">${by}</span>`}`
}

/** The actor of a report, which is often a program, has not delivered or opened the offer. */
export function isReport({ operation }: Pick<HistoryEntry, 'operation'>): boolean {
  return operation === ('recordDelivery' satisfies EntryOperation<'quote'>)
}

/** Returns the fact that an entry adds to those about the deliveries of a quote. */
function reportedDelivery(entry: TitledEntry): DeliveryFact | undefined {
  if (!isReport(entry)) return undefined
  const values = entry.patches.flatMap(({ path, value }): readonly unknown[] =>
    path[0] === 'delivery' ? [value].flat() : [],
  )
  return values.findLast(isDeliveryFact)
}

function isDeliveryFact(value: unknown): value is DeliveryFact {
  const { type } = Object(value) as { readonly type?: unknown }
  return (deliveryTypes as readonly unknown[]).includes(type)
}

/** Returns the words of a name: `mark as won` for `markAsWon`. */
function separated(name: string): string {
  return name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
