import {
  type QuoteFilter,
  type QuoteTimeRange,
  quoteFilterFields,
  searchText,
  time,
} from './quote-filter.js'

const { status, tag, customer, product, deleted } = quoteFilterFields

/** The fields of a {@link QuoteFilter} in a query string, where no value has fields of its own. */
export const quoteFilterQuery = {
  status,
  tag,
  customer,
  product,
  text: searchText.optional(),
  created_from: time,
  created_to: time,
  updated_from: time,
  updated_to: time,
  deleted,
}

/** Returns the filter of a parsed query string, and its other fields as they are. */
export function toFilterOptions<Query extends TimesInQuery>({
  created_from,
  created_to,
  updated_from,
  updated_to,
  ...options
}: Query): Omit<Query, keyof TimesInQuery> & Pick<QuoteFilter, 'created' | 'updated'> {
  return {
    ...options,
    created: toRange(created_from, created_to),
    updated: toRange(updated_from, updated_to),
  }
}

function toRange(from: number | undefined, to: number | undefined): QuoteTimeRange | undefined {
  return from === undefined && to === undefined ? undefined : { from, to }
}

interface TimesInQuery {
  readonly created_from?: number | undefined
  readonly created_to?: number | undefined
  readonly updated_from?: number | undefined
  readonly updated_to?: number | undefined
}
