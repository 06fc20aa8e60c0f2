import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { QuoteStatus, quoteStatuses } from '../../quote/lifecycle/transitions.js'
import type { DeskRuntime } from '../desk-call.js'

type BuiltInStatus = (typeof quoteStatuses)[number] | 'expired'

/** What people call each status, in the order of the life of a quote. */
const labels: Readonly<Record<BuiltInStatus, readonly [label: string, tone: string]>> = {
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
  return Object.hasOwn(labels, status)
}

/** Returns the name of a status for people: `Revision requested`. */
export function statusLabel({ options: { statuses = {} } }: Desk, status: QuoteStatus): string {
  const own = Object.hasOwn(statuses, status) ? statuses[status]?.label : undefined
  if (own !== undefined) return own
  return isBuiltIn(status) ? labels[status][0] : capitalized(status.replaceAll('_', ' '))
}

/** Returns what the button says that leads to a status of the host. */
export function statusAction(desk: Desk, status: string): string {
  const { statuses = {} } = desk.options
  const own = Object.hasOwn(statuses, status) ? statuses[status]?.action : undefined
  return own ?? `Change the status to “${statusLabel(desk, status)}”`
}

/** Shows a status. */
export function statusPill(desk: Desk, status: string): Html {
  const tone = isBuiltIn(status) ? labels[status][1] : ''
  return html`<span class="pill ${tone}">${statusLabel(desk, status)}</span>`
}

/**
 * Returns every status that quotes of an engine can have, in the order of their lives. Those of the
 * host come before the offer, where most of them belong.
 */
export function allStatuses({ engine }: Pick<DeskRuntime, 'engine'>): readonly string[] {
  const names = engine.transitions.flatMap(({ from, to }) => [...from, to])
  const own = names.filter((status) => !isBuiltIn(status))
  const [first = 'new', second = 'draft', ...later] = Object.keys(labels)
  return [...new Set([first, second, ...own, ...later])]
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
