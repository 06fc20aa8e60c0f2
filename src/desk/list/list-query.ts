import type { DeskCall } from '../desk-call.js'

/** What the address of the list says, as it was typed. Empty strings are absent. */
export interface ListQuery {
  readonly text: string
  readonly status: readonly string[]
  readonly tag: string
  readonly owner: string
  /** The host's id of the customer. */
  readonly customer_id: string
  /** The first day of creation: YYYY-MM-DD. */
  readonly from: string
  /** The last day of creation: YYYY-MM-DD. */
  readonly to: string
  readonly order: string
  /** `yes` for deleted quotes only. */
  readonly deleted: string
  readonly after: string
}

/** Reads the query string. Other parameters are ignored. */
export function readListQuery({ c, query }: Pick<DeskCall, 'c' | 'query'>): ListQuery {
  const statuses = c.req.queries('status') ?? []
  return {
    text: query('text'),
    status: [...new Set(statuses.map((status) => status.trim()))].filter(Boolean),
    // Names and ids can have spaces around them.
    tag: c.req.query('tag') ?? '',
    owner: c.req.query('owner') ?? '',
    customer_id: c.req.query('customer_id') ?? '',
    from: query('from'),
    to: query('to'),
    order: query('order'),
    deleted: query('deleted'),
    after: query('after'),
  }
}

/** Returns the address of a list: `/desk?status=sent&text=ada`. */
export function listUrl({ url }: Pick<DeskCall, 'url'>, query: Partial<ListQuery>): string {
  const parameters = getParameters(query)
  return parameters.size === 0 ? url('/') : `${url('/')}?${parameters}`
}

/** Returns true if a filter is set. The order and the page are no filters. */
export function isFiltered({ order: _, after: __, ...filters }: ListQuery): boolean {
  return getParameters(filters).size > 0
}

function getParameters(query: Partial<ListQuery>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) if (value !== '') parameters.append(name, value)
  return parameters
}
