import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { Tag } from '../../store/tags.js'

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
