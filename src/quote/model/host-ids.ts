import {
  type QuoteScalarField,
  quoteScalarFieldNames,
  quoteScalarFields,
} from './quote-scalar-fields.js'

type Fields = typeof quoteScalarFields

/** The name of an id of the host on a quote. */
export type HostIdName = {
  [Name in QuoteScalarField]: Fields[Name] extends { readonly kind: 'hostId' } ? Name : never
}[QuoteScalarField]

/** The ids of the host's own records that a quote can have. */
export type HostIds<Id> = { readonly [Name in keyof Pick<Fields, HostIdName>]?: Id }

/** The names of the ids of the host on a quote, in the order of a quote. */
export const hostIdNames = quoteScalarFieldNames.filter(
  (name): name is HostIdName => quoteScalarFields[name].kind === 'hostId',
)

/** The ids of the host: buyers do not set them, and `listQuotes` has a filter for each. */
export const hostIds = mapHostIds((name) => quoteScalarFields[name]) as Pick<Fields, HostIdName>

/** The filters by ids of the host. */
export type HostIdFilter = Fields[HostIdName]['filter']

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
