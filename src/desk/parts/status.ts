import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'

const labels: Readonly<Record<string, readonly [label: string, tone: string]>> = {
  new: ['New', ''],
  draft: ['Draft', ''],
  sent: ['Sent', 'info'],
  expired: ['Expired', 'warn'],
  revision_requested: ['Revision requested', 'warn'],
  accepted: ['Accepted', 'good'],
  declined: ['Declined', 'bad'],
  canceled: ['Canceled', ''],
  ordered: ['Ordered', 'good'],
}

/** Returns the name of a status for people: `Revision requested`. */
export function statusLabel(status: string): string {
  const label = Object.hasOwn(labels, status) ? labels[status]?.[0] : undefined
  return label ?? capitalized(status.replaceAll('_', ' '))
}

/** Shows a status. */
export function statusPill(status: string): Html {
  const tone = Object.hasOwn(labels, status) ? labels[status]?.[1] : ''
  return html`<span class="pill ${tone}">${statusLabel(status)}</span>`
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
