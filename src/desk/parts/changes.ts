import { html } from 'hono/html'
import { type Formats, lastTime } from '../../document/model/formats.js'
import type { User } from '../../features/users/users.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import { endOfDay } from '../../quote/model/expiry.js'
import { type DeliveryFact, deliveryTypes } from '../../quote/model/lifecycle-fields.js'
import { type Payment, paymentTypes } from '../../quote/model/payment-fields.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import type { Role } from '../../quote/model/transitions.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import { isTime } from '../../validation/times.js'
import type { DeskCall, DeskRuntime } from '../desk-call.js'
import { ifPermitted, loadAllUsers } from './load.js'
import { capitalized } from './names.js'

/** Shows a day and time. */
export function renderDateTime(formats: Formats, time: number): Html {
  return timeElement(time, formats.dateTime(time))
}

/** Shows a day. */
export function renderDate(formats: Formats, time: number): Html {
  return timeElement(time, formats.date(time))
}

/** Shows until when an offer is valid, as its customer reads it. */
export function renderLastTime(formats: Formats, expires: number): Html {
  return timeElement(expires - 1, lastTime(expires, formats))
}

/** Creating a format costs more than a hundred dates, so each desk keeps its own. */
const formats = new WeakMap<DeskRuntime['options'], Intl.DateTimeFormat>()

/** Shows a day in a column: `Nov 22, 2026`. `time` is in milliseconds since the Unix epoch. */
export function renderShortDate({ options }: Pick<DeskRuntime, 'options'>, time: number): Html {
  return timeElement(time, isTime(time) ? getFormat(options).format(time) : String(time))
}

function getFormat(options: DeskRuntime['options']): Intl.DateTimeFormat {
  const known = formats.get(options)
  if (known !== undefined) return known
  const { locale = 'en', timeZone = 'UTC' } = options
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  formats.set(options, format)
  return format
}

/** Returns a time on a day, YYYY-MM-DD, in the time zone of the desk. */
export function timeOnDay({ options }: Pick<DeskRuntime, 'options'>, day: string): number {
  return endOfDay(day, options.timeZone ?? 'UTC') - 1
}

/** Who did something: the `actor` of the call, and its role if it is known. */
export interface Author {
  readonly by?: string | undefined
  readonly role?: Role | undefined
}

/** Returns the name of who did something, for people. */
export type NameOf = (author: Author) => string

/** Loads the names of the users of the store. Actors that are none keep their ids. */
export async function loadNames(call: DeskCall): Promise<NameOf> {
  const { actor: ownId, name: ownName } = call.user
  const names = new Map((await loadUsers(call)).map(({ id, name }) => [id, name]))
  if (ownId !== undefined && ownName !== undefined) names.set(ownId, ownName)
  return ({ by, role }) => {
    if (by !== undefined) return nameOfActor(call, by, names)
    const { common, roles } = call.strings
    return role === undefined ? common.unknownAuthor : roles[role]
  }
}

/** What calls of the customer's page are named by default, which say nothing else. */
const customersActor = 'customer'

/** Returns the name of an actor: that of a user of the store, or the actor itself. */
export function nameOfActor(
  { strings }: Pick<DeskRuntime, 'strings'>,
  actor: string,
  names: ReadonlyMap<string, string>,
): string {
  return names.get(actor) ?? (actor === customersActor ? strings.common.theCustomer : actor)
}

async function loadUsers(call: DeskCall): Promise<readonly User[]> {
  // Without the permission to list users, their ids are shown.
  return call.user.role === 'buyer' ? [] : ifPermitted(loadAllUsers(call), [])
}

/** What a title needs of an entry. */
export type TitledEntry = Pick<HistoryEntry, 'operation' | 'patches'>

/** Returns what happened in plain words: `Offer sent`. */
export function entryTitle(
  { strings }: Pick<DeskRuntime, 'strings'>,
  kind: string,
  entry: TitledEntry,
): string {
  // Entries of hosts and of later versions have other kinds and operations.
  const titles: Readonly<Record<string, Readonly<Record<string, string>>>> = strings.entries
  const { operation } = entry
  const delivery = kind === 'quote' ? reportedDelivery(entry) : undefined
  if (delivery !== undefined) return strings.deliveryEntries[delivery.type]
  const payment = kind === 'quote' ? reportedPayment(entry) : undefined
  if (payment !== undefined) return strings.paymentEntries[payment.type]
  const ofKind = Object.hasOwn(titles, kind) ? titles[kind] : undefined
  const known = ofKind && Object.hasOwn(ofKind, operation) ? ofKind[operation] : undefined
  return known ?? capitalized(`${separated(kind)}: ${separated(operation)}`)
}

/** Shows what was done to a record, and who did it: `Offer sent by Ann Archer`. */
export function entryHeading(
  desk: Pick<DeskRuntime, 'strings'>,
  kind: string,
  entry: TitledEntry & Pick<HistoryEntry, 'by'>,
  nameOf: NameOf,
): Html {
  const { by } = entry
  const name = by !== undefined && !isReport(entry) && nameOf({ by })
  return html`<strong>${entryTitle(desk, kind, entry)}</strong>${name && html` ${desk.strings.common.by} <span class="wrap">${name}</span>`}`
}

const deliveryReport = 'recordDelivery' satisfies EntryOperation<'quote'>
const paymentReport = 'recordPayment' satisfies EntryOperation<'quote'>

/** The actor of a report, which is often a program, has not opened the offer or paid. */
export function isReport({ operation }: Pick<HistoryEntry, 'operation'>): boolean {
  return operation === deliveryReport || operation === paymentReport
}

/** Returns the fact that an entry adds to those about the deliveries of a quote. */
function reportedDelivery(entry: TitledEntry): DeliveryFact | undefined {
  if (entry.operation !== deliveryReport) return undefined
  return valuesAt(entry, 'delivery').findLast(isDeliveryFact)
}

/** Returns the payment that an entry adds to those of a quote. */
export function reportedPayment(entry: TitledEntry): Payment | undefined {
  if (entry.operation !== paymentReport) return undefined
  return valuesAt(entry, 'payments').findLast(isPayment)
}

/** Returns the id of the order of the part that an entry has recorded; undefined for any other. */
export function orderOfPart(entry: TitledEntry): string | undefined {
  if (entry.operation !== ('orderPart' satisfies EntryOperation<'quote'>)) return undefined
  const part = valuesAt(entry, 'order_parts').at(-1)
  return typeof part === 'object' && part !== null && 'id' in part && typeof part.id === 'string'
    ? part.id
    : undefined
}

/** Returns what the patches of an entry have for a list of a quote, or for its items. */
function valuesAt({ patches }: TitledEntry, field: keyof Quote): readonly unknown[] {
  return patches.flatMap(({ path, value }): readonly unknown[] =>
    path[0] === field ? [value].flat() : [],
  )
}

function isPayment(value: unknown): value is Payment {
  const { type, id, amount } = Object(value) as Partial<Record<keyof Payment, unknown>>
  const isKnown = (paymentTypes as readonly unknown[]).includes(type)
  return isKnown && typeof id === 'string' && typeof amount === 'string'
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

const maxEntries = 20

/**
 * Shows who has changed a quote since a version, when, and how, with a link to the differences.
 * Those who may not read the history do without it.
 */
export async function changesSince(
  call: DeskCall,
  version: number,
  { quoteId, version: last }: Pick<QuoteRecord, 'quoteId' | 'version'>,
): Promise<Html | false> {
  const { engine, user, formats, url, strings } = call
  const range = { after: version, limit: maxEntries }
  const [{ items, next }, nameOf] = await Promise.all([
    ifPermitted(engine.listHistory(user, quoteId, range), { items: [] }),
    loadNames(call),
  ])
  if (items.length === 0) return false
  const path = `/quotes/${encodeURIComponent(quoteId)}/differences?from=${version}&to=${last}`
  return html`<ol class="conflict-changes">${items.map(
    (entry) =>
      html`<li>${entryHeading(call, 'quote', entry, nameOf)}, ${renderDateTime(formats, entry.time)}</li>`,
  )}</ol>
    ${next !== undefined && html`<p class="muted">${strings.common.laterChanges}</p>`}
    <p><a href="${url(path)}">${strings.common.seeChanges}</a></p>`
}
