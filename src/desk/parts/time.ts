import { html } from 'hono/html'
import type { Formats } from '../../document/model/formats.js'
import type { Html } from '../../pages/layout.js'

/** Shows a day and time. */
export function timeOf(formats: Formats, time: number): Html {
  return html`<time datetime="${isoOf(time)}">${formats.dateTime(time)}</time>`
}

/** Shows a day. */
export function dateOf(formats: Formats, time: number): Html {
  return html`<time datetime="${isoOf(time)}">${formats.date(time)}</time>`
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
