import type { ListQuotesOptions } from '../../engine/operations/read-quotes.js'
import { localDate } from '../../quote/model/expiry.js'
import { toTimeRange } from '../../quote/search/quote-filter.js'
import { addDays } from '../../validation/times.js'

/** The views of the list that everybody has, in the order of their links. */
export const viewNames = [
  'mine',
  'open',
  'unopened',
  'opened',
  'expiring',
  'due',
  'won',
  'won-lately',
] as const

/** The name of a view, as the address of the list has it. */
export type ViewName = (typeof viewNames)[number]

/** What a view depends on. */
export interface ViewInput {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly timeZone: string
  /** The id of the user of the store who uses the desk; empty if it is none. */
  readonly ownId: string
}

type ViewFilter = Omit<ListQuotesOptions, 'order' | 'after' | 'limit' | 'signal'>

/** Within how many days an offer expires that the view `expiring` lists. */
const expiringDays = 7

/** Ranges end with a day, so that all pages of a view have the same filter. */
const filters: Readonly<Record<ViewName, (input: ViewInput) => ViewFilter>> = {
  // No user of the store has this id, so the list is empty.
  mine: ({ ownId }) => ({ owner: ownId || '-' }),
  open: () => ({ status: 'sent' }),
  unopened: () => ({ status: 'sent', opened: false }),
  opened: () => ({ status: 'sent', opened: true }),
  expiring: ({ timeZone, now }) => {
    const to = addDays(localDate(now, timeZone), expiringDays)
    return { status: 'sent', expires: toTimeRange({ to }, timeZone, 1) }
  },
  due: ({ timeZone, now }) => ({ followUp: { to: localDate(now, timeZone) } }),
  won: () => ({ status: ['accepted', 'ordered'] }),
  'won-lately': ({ timeZone, now }) => {
    const from = `${localDate(now, timeZone).slice(0, 7)}-01`
    return { status: ['accepted', 'ordered'], updated: toTimeRange({ from }, timeZone) }
  },
}

/** Returns true if the list has a view of this name. */
export function isViewName(name: string): name is ViewName {
  return Object.hasOwn(filters, name)
}

/** Returns what a view lists. */
export function filterOfView(name: ViewName, input: ViewInput): ViewFilter {
  return filters[name](input)
}
