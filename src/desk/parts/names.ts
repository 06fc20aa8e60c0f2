import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { unitWords } from '../../document/model/units.js'
import type { Tag } from '../../features/tags/tags.js'
import { initialsOf } from '../../pages/initials.js'
import type { Html } from '../../pages/layout.js'
import type { DeliveryType } from '../../quote/model/lifecycle-fields.js'
import type { ProductLine, QuoteRecord } from '../../quote/model/quote.js'
import type { quoteStatuses } from '../../quote/model/transitions.js'
import type { DeskCall, DeskRuntime } from '../desk-call.js'

/** The ids of an engine begin with their time, so their ends tell them apart. */
const shortIdLength = 6

/** Returns the end of an id, which is enough to tell quotes apart. */
export function shortId(quoteId: string): string {
  return quoteId.slice(-shortIdLength)
}

/** The desk, which has the words. */
type Words = Pick<DeskRuntime, 'strings'>

/** Returns the name of a quote for people: its number, or `New 3f9a2c` until it has one. */
export function quoteName(
  { strings }: Words,
  { quoteId, quote }: Pick<QuoteRecord, 'quoteId' | 'quote'>,
): string {
  return quote.number ?? strings.common.newQuote(shortId(quoteId))
}

/** Returns what people call a line: the name of its product, or its id. */
export function lineName(
  { strings: { common } }: Words,
  { id, name, sku }: Pick<ProductLine, 'id' | 'name' | 'sku'>,
): string {
  const shown = name ?? (id === 0 ? common.lineWithoutName : common.product(id))
  return sku === undefined ? shown : `${shown} (${sku})`
}

const unitWord = unitWords('en')

/** Returns a quantity with its unit, whose word is English in every language of the desk. */
export function quantityText(
  number: (value: number) => string,
  qty: number,
  unit: string | undefined,
): string {
  return unit ? `${number(qty)} ${unitWord(unit, qty)}` : number(qty)
}

type BuiltInStatus = (typeof quoteStatuses)[number] | 'expired'

/** The color of each status, in the order of the life of a quote. */
const statusTones: Readonly<Record<BuiltInStatus, string>> = {
  new: '',
  draft: '',
  sent: 'info',
  expired: 'warn',
  revision_requested: 'warn',
  accepted: 'good',
  ordered: 'good',
  declined: 'bad',
  canceled: '',
}

/** The desk, whose options name the statuses of the host. */
type Desk = Pick<DeskRuntime, 'options' | 'strings'>

/** Returns true for the statuses that every engine has. */
export function isBuiltIn(status: string): status is BuiltInStatus {
  return Object.hasOwn(statusTones, status)
}

/** Returns the name of a status for people: `Revision requested`. */
export function statusLabel({ options: { statuses = {} }, strings }: Desk, status: string): string {
  const own = Object.hasOwn(statuses, status) ? statuses[status]?.label : undefined
  if (own !== undefined) return own
  return isBuiltIn(status) ? strings.statuses[status] : capitalized(status.replaceAll('_', ' '))
}

/** Returns what the button says that leads to a status of the host. */
export function statusActionLabel(desk: Desk, status: string): string {
  const { statuses = {} } = desk.options
  const own = Object.hasOwn(statuses, status) ? statuses[status]?.action : undefined
  return own ?? desk.strings.common.toStatus(statusLabel(desk, status))
}

/** Shows a status. */
export function statusPill(desk: Desk, status: string): Html {
  const tone = isBuiltIn(status) ? statusTones[status] : ''
  return html`<span class="state ${tone}">${statusLabel(desk, status)}</span>`
}

/**
 * Returns every status that quotes of an engine can have, in the order of their lives. Those of the
 * host come before the offer, where most of them belong.
 */
export function allStatuses({ engine }: Pick<DeskRuntime, 'engine'>): readonly string[] {
  const names = engine.transitions.flatMap(({ from, to }) => [...from, to])
  const own = names.filter((status) => !isBuiltIn(status))
  const [first = 'new', second = 'draft', ...later] = Object.keys(statusTones)
  return [...new Set([first, second, ...own, ...later])]
}

/** Returns a text with a capital letter at its start. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const hashLength = 12

/** Returns the class of a tag, which the stylesheet `/tags.css` of the store gives its colors. */
export function tagClass(name: string): string {
  return `tag-${createHash('sha256').update(name).digest('hex').slice(0, hashLength)}`
}

/** Shows tags in the colors of the store. */
export function tagChips(tags: readonly Tag[] = []): Html {
  return html`${tags.map(
    ({ label, value }) => html`<span class="pill ${tagClass(value)}">${label}</span> `,
  )}`
}

/** Returns what a quote is called: by its number, or by its customer until it has one. */
export function quoteTitle(
  { strings: { common } }: Words,
  { quote }: Pick<QuoteRecord, 'quote'>,
): string {
  const { number, customer } = quote
  if (number !== undefined) return common.quoteNumber(number)
  const name = customer.company || customer.name
  return name ? common.quoteFor(name) : common.quoteWithoutNumber
}

const avatarHues = 7

/** Shows a person: the name beside a circle with its initials. */
export function avatar(name: string): Html {
  return html`${initials(name)}<span>${name}</span>`
}

/** Shows the initials of a person in a circle. They say nothing without the name. */
export function initials(name: string): Html {
  const hue = [...name].reduce((sum, each) => sum + (each.codePointAt(0) ?? 0), 0) % avatarHues
  return html`<span class="avatar hue-${hue}" title="${name}" aria-hidden="true">${initialsOf(name)}</span>`
}

/** Shows the heading of a page about a quote, with a link to the quote. */
export function quoteHeader(
  call: DeskCall,
  record: QuoteRecord,
  heading: string = quoteTitle(call, record),
): Html {
  const address = call.url(`/quotes/${encodeURIComponent(record.quoteId)}`)
  return html`<div class="head"><a class="back no-print" href="${address}">← ${quoteTitle(call, record)}</a>
    <h1>${heading}</h1> ${statusPill(call, record.quote.status)}</div>`
}

/** Returns true if the offer did not arrive. */
export function isFailedDelivery(type: DeliveryType): boolean {
  return type === 'bounced' || type === 'dropped'
}
