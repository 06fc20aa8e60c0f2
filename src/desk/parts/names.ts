import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { QuoteStatus, quoteStatuses } from '../../quote/lifecycle/transitions.js'
import type { DeliveryType } from '../../quote/lifecycle-fields.js'
import type { ProductLine, QuoteRecord } from '../../quote/quote.js'
import type { Tag } from '../../store/tags.js'
import type { DeskCall, DeskRuntime } from '../desk-call.js'

/** The ids of an engine begin with their time, so their ends tell them apart. */
const shortIdLength = 6

/** Returns the end of an id, which is enough to tell quotes apart. */
export function shortId(quoteId: string): string {
  return quoteId.slice(-shortIdLength)
}

/** Returns the name of a quote for people: its number, or `New 3f9a2c` until it has one. */
export function quoteName({ quoteId, quote }: Pick<QuoteRecord, 'quoteId' | 'quote'>): string {
  return quote.number ?? `New ${shortId(quoteId)}`
}

/** Returns what people call a line: the name of its product, or its id. */
export function lineName({ id, name, sku }: Pick<ProductLine, 'id' | 'name' | 'sku'>): string {
  const shown = name ?? (id === 0 ? 'Line without a name' : `Product ${id}`)
  return sku === undefined ? shown : `${shown} (${sku})`
}

type BuiltInStatus = (typeof quoteStatuses)[number] | 'expired'

/** What people call each status, in the order of the life of a quote. */
const statusLabels: Readonly<Record<BuiltInStatus, readonly [label: string, tone: string]>> = {
  new: ['New', ''],
  draft: ['Draft', ''],
  sent: ['Sent', 'info'],
  expired: ['Expired', 'warn'],
  revision_requested: ['Revision requested', 'warn'],
  accepted: ['Accepted', 'good'],
  ordered: ['Ordered', 'good'],
  declined: ['Declined', 'bad'],
  canceled: ['Canceled', ''],
}

/** The desk, whose options name the statuses of the host. */
type Desk = Pick<DeskRuntime, 'options'>

function isBuiltIn(status: string): status is BuiltInStatus {
  return Object.hasOwn(statusLabels, status)
}

/** Returns the name of a status for people: `Revision requested`. */
export function statusLabel({ options: { statuses = {} } }: Desk, status: QuoteStatus): string {
  const own = Object.hasOwn(statuses, status) ? statuses[status]?.label : undefined
  if (own !== undefined) return own
  return isBuiltIn(status) ? statusLabels[status][0] : capitalized(status.replaceAll('_', ' '))
}

/** Returns what the button says that leads to a status of the host. */
export function statusAction(desk: Desk, status: string): string {
  const { statuses = {} } = desk.options
  const own = Object.hasOwn(statuses, status) ? statuses[status]?.action : undefined
  return own ?? `Change the status to “${statusLabel(desk, status)}”`
}

/** Shows a status. */
export function statusPill(desk: Desk, status: string): Html {
  const tone = isBuiltIn(status) ? statusLabels[status][1] : ''
  return html`<span class="pill ${tone}">${statusLabel(desk, status)}</span>`
}

/**
 * Returns every status that quotes of an engine can have, in the order of their lives. Those of the
 * host come before the offer, where most of them belong.
 */
export function allStatuses({ engine }: Pick<DeskRuntime, 'engine'>): readonly string[] {
  const names = engine.transitions.flatMap(({ from, to }) => [...from, to])
  const own = names.filter((status) => !isBuiltIn(status))
  const [first = 'new', second = 'draft', ...later] = Object.keys(statusLabels)
  return [...new Set([first, second, ...own, ...later])]
}

function capitalized(text: string): string {
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
export function quoteTitle({ quote }: Pick<QuoteRecord, 'quote'>): string {
  const { number, customer } = quote
  if (number !== undefined) return `Quote ${number}`
  const name = customer.company || customer.name
  return name ? `Quote for ${name}` : 'Quote without a number'
}

/** Shows the heading of a page about a quote, with a link to the quote. */
export function quoteHeader(
  call: DeskCall,
  record: QuoteRecord,
  heading: string = quoteTitle(record),
): Html {
  const address = call.url(`/quotes/${encodeURIComponent(record.quoteId)}`)
  return html`<p class="back-link no-print"><a href="${address}">← ${quoteTitle(record)}</a></p>
    <div class="title"><h1>${heading}</h1> ${statusPill(call, record.quote.status)}</div>`
}

const deliveryWords: Readonly<Record<DeliveryType, string>> = {
  delivered: 'Delivered',
  opened: 'Opened',
  deferred: 'Delayed',
  bounced: 'Bounced',
  dropped: 'Not sent',
}

/** Returns what people call a fact about a delivery. */
export function deliveryWord(type: DeliveryType): string {
  return deliveryWords[type]
}

/** Returns true if the offer did not arrive. */
export function isFailedDelivery(type: DeliveryType): boolean {
  return type === 'bounced' || type === 'dropped'
}
