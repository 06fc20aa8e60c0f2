import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import {
  type DeliveryFact,
  type DeliveryType,
  deliveryTypes,
} from '../../quote/lifecycle-fields.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import { type EntryOperation, entryTitles } from '../../record/history/entry-operations.js'
import type { NameOf } from './user-names.js'

/** Entries of hosts and of later versions have other kinds and operations. */
const titles: Readonly<Record<string, Readonly<Record<string, string>>>> = entryTitles

const deliveryTitles: Readonly<Record<DeliveryType, string>> = {
  delivered: 'Offer delivered',
  opened: 'Offer opened by the customer',
  deferred: 'Delivery delayed',
  bounced: 'Offer bounced',
  dropped: 'Offer not delivered',
}

/** What a title needs of an entry. */
export type TitledEntry = Pick<HistoryEntry, 'operation' | 'patches'>

/** Returns what happened in plain words: `Offer sent`. */
export function entryTitle(kind: string, entry: TitledEntry): string {
  const { operation } = entry
  const delivery = kind === 'quote' ? reportedDelivery(entry) : undefined
  if (delivery !== undefined) return deliveryTitles[delivery.type]
  const ofKind = Object.hasOwn(titles, kind) ? titles[kind] : undefined
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
