import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'

/** The pictures of the desk, as paths in a square of 16. */
const paths = {
  quotes: 'M4 1.8h5.5L12.5 5v9.2H4zM9 2v3.5h3.5M6 8.5h4.5M6 11h4.5',
  approvals: 'M8 1.8 13 4v4c0 3-2 5-5 6.2C5 13 3 11 3 8V4zM5.8 8l1.7 1.7 3-3.2',
  customers:
    'M1.5 3h13v10h-13zM5.5 5.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M3.5 11c.6-1.3 3.4-1.3 4 0M10 6.5h2.5M10 9.5h2.5',
  templates: 'M2.5 2.5h11V6h-11zM2.5 9H7v4.5H2.5zM10 9h3.5v4.5H10z',
  insight: 'M2.5 13.5h11M4.5 13.5V9M8 13.5v-9M11.5 13.5V7',
  activity: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  tags: 'M2.5 2.5h5l6 6-5 5-6-6zM5.5 5.5h.01',
  users:
    'M6 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M1.5 13.5c.5-3 2.3-4.2 4.5-4.2s4 1.2 4.5 4.2M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.8c1.5.6 2.3 1.9 2.5 3.7',
  own: 'M2.5 4.5h11v8h-11zM2.5 7h11',
  link: 'M9 3h4v4M13 3 7 9M11 9v4H3V5h4',
  add: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  note: 'M2 2.5h12v8.5H7l-3 3v-3H2z',
  remove: 'm4 4 8 8M12 4l-8 8',
  paste: 'M5.5 3.5h-2v10h9v-10h-2M5.5 2.5h5v2h-5z',
  opened:
    'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  sent: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5z',
  failed: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.8h.01',
  payment: 'M1.5 3.5h13v9h-13zM1.5 6.5h13M4 10h3',
} as const

/** The name of a picture. */
export type IconName = keyof typeof paths

/** Shows a picture, which says nothing that is not said beside it. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${paths[name]}"/></svg>`
}
