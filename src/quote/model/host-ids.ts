/** The ids of the host's own records that a quote can have. */
export interface HostIds<Id> {
  /** The id of the customer in the host's own records, by which `listQuotes` finds the quote. */
  readonly customer_id?: Id
  /** The id of the customer's company in the host's own records, by which it is found as well. */
  readonly company_id?: Id
}

/** The name of an id of the host on a quote. */
export type HostIdName = keyof HostIds<string>

/** Describes an id of the host. */
interface HostIdDescription {
  /** Its name in a filter. In a query string, it has the name that it has on the quote. */
  readonly filter: string
  /** Whose id it is. */
  readonly of: string
}

/**
 * Lists the ids of the host, in the order of a quote. They are for the store only: buyers do not
 * set them, the seal leaves them out, and they can be changed at any time. Schemas, requests,
 * search terms, filters and the desk follow from this list.
 */
export const hostIds = {
  customer_id: { filter: 'customerId', of: 'customer' },
  company_id: { filter: 'companyId', of: 'company' },
} as const satisfies Readonly<Record<HostIdName, HostIdDescription>>

/** The names of the ids of the host on a quote. */
export const hostIdNames = Object.keys(hostIds) as readonly HostIdName[]

/** The filters by ids of the host. */
export type HostIdFilter = (typeof hostIds)[HostIdName]['filter']

/**
 * Whose quote it is, by the ids of the host. Callers with the role `buyer` cannot set them: they
 * come from your own code, or from the scope of the caller.
 */
export interface CustomerIds extends Partial<Readonly<Record<HostIdFilter, string | undefined>>> {
  /** The `customer_id` of the quote: the id of the customer in your own records. */
  readonly customerId?: string | undefined
  /** The `company_id` of the quote: the id of the customer's company in your own records. */
  readonly companyId?: string | undefined
}

/**
 * Returns an id of the host after a change: null removes it, and undefined leaves the one before.
 */
export function mergeHostId(
  name: HostIdName,
  changes: HostIds<string | null | undefined> | undefined,
  before: HostIds<string | undefined> | undefined,
): string | undefined {
  const id = changes?.[name]
  return id === undefined ? before?.[name] : (id ?? undefined)
}

/** Returns a value for each id of the host. */
export function mapHostIds<Value>(toValue: (name: HostIdName) => Value): {
  readonly [Name in HostIdName]: Value
} {
  const values = hostIdNames.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Name in HostIdName]: Value }
}

/** Returns a value for each filter by an id of the host. */
export function mapHostIdFilters<Value>(toValue: (name: HostIdName) => Value): {
  readonly [Filter in HostIdFilter]: Value
} {
  const values = hostIdNames.map((name) => [hostIds[name].filter, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Filter in HostIdFilter]: Value }
}

/** Returns what an error calls an id of the host: `the customer id`. */
export function describeHostId(name: HostIdName): string {
  return `the ${hostIds[name].of} id`
}
