import { html } from 'hono/html'
import { isTime, toIsoTime } from '../validation/times.js'
import type { Html } from './layout.js'

/**
 * Shows a time as people read it, and as programs do.
 *
 * @param time Milliseconds since the Unix epoch. A time that no `Date` can hold is shown as text.
 * @param title The exact time, if the text says only about when it was.
 */
export function timeElement(time: number, text: string, title?: string): Html {
  if (!isTime(time)) return html`${text}`
  return html`<time datetime="${toIsoTime(time)}"${title && html` title="${title}"`}>${text}</time>`
}
