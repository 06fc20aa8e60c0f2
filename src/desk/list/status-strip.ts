import { html } from 'hono/html'
import type { QuoteCount } from '../../engine/operations/quotes/count-quotes.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { allStatuses, statusLabel } from '../parts/status.js'
import { isFiltered, type ListQuery, listUrl } from './list-query.js'
import type { QuoteList } from './load-list.js'

/**
 * Shows the statuses that quotes of the store have, each as a link to its quotes. The counts are
 * those of the whole store, so the links drop all filters.
 */
export function statusStrip(call: DeskCall, query: ListQuery, { counts }: QuoteList): Html {
  const { order } = query
  const only = query.status.length === 1 ? query.status[0] : undefined
  const isPlain = !isFiltered({ ...query, status: [] })
  const shown = allStatuses(call).filter(
    (status) => counts.size === 0 || counts.get(status)?.count !== 0 || status === only,
  )
  const link = (label: string, target: Partial<ListQuery>, isCurrent: boolean, count?: Html) =>
    html`<li><a href="${listUrl(call, { ...target, order })}"${
      isCurrent && html` aria-current="page"`
    }>${label}${count}</a></li>`
  return html`<nav class="strip no-print" aria-label="Statuses"><ul>
    ${link('All', {}, !isFiltered(query))}
    ${shown.map((status) => {
      const count = counts.get(status)
      const isCurrent = isPlain && status === only
      return link(
        statusLabel(call, status),
        { status: [status] },
        isCurrent,
        count && html` <span class="count">${countText(call, count)}</span>`,
      )
    })}
    ${link('Deleted', { deleted: 'yes' }, isOnlyDeleted(query))}
  </ul></nav>`
}

function isOnlyDeleted(query: ListQuery): boolean {
  return query.deleted !== '' && !isFiltered({ ...query, deleted: '' })
}

/** Returns a number of quotes: `1,250`, or `10,000+` if there are more than were counted. */
export function countText({ formats }: Pick<DeskCall, 'formats'>, found: QuoteCount): string {
  return `${formats.number(found.count)}${found.isCapped ? '+' : ''}`
}
