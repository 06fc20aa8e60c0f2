import { html } from 'hono/html'
import { isTime, toIsoTime } from '../validation/times.js'
import type { Html } from './layout.js'

/**
 * Shows a time as people read it, and as programs do.
 *
 * @param time Milliseconds since the Unix epoch. A time that no `Date` can hold is shown as text.
 */
export function timeElement(time: number, text: string): Html {
  return isTime(time) ? html`<time datetime="${toIsoTime(time)}">${text}</time>` : html`${text}`
}
