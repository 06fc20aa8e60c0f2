import {
  type OneOrMore,
  type QuoteFilter,
  type QuoteTimeRange,
  quoteFilterFields,
  searchText,
  time,
} from './quote-filter.js'

const { status, owner, customerId, number, tag, customer, product, deleted } = quoteFilterFields

/** The fields of a {@link QuoteFilter} in a query string, where no value has fields of its own. */
export const quoteFilterQuery = {
  status: status.describe('Status, expired among them; several match any'),
  owner: owner.describe('Id of the responsible user; several match any'),
  customer_id: customerId.describe("Id of the customer in the host's records; several match any"),
  number: number.describe('Number of the quote; several match any'),
  tag: tag.describe('Name of a tag; several match any'),
  customer: customer.describe("The customer's email, regardless of case; several match any"),
  product: product.describe('Id of a product on a line; several match any'),
  text: searchText
    .optional()
    .describe('Beginnings of words in the customer, the number, and the names and SKUs of lines'),
  created_from: time.describe('Created at or after this time, in ms since the Unix epoch'),
  created_to: time.describe('Created before this time'),
  updated_from: time.describe('Last changed at or after this time'),
  updated_to: time.describe('Last changed before this time'),
  expires_from: time.describe('Whose offer expires at or after this time'),
  expires_to: time.describe('Whose offer expires before this time'),
  deleted: deleted.describe('True for deleted quotes only'),
}

/** Returns the filter of a parsed query string, and its other fields as they are. */
export function toFilterOptions<Query extends NamedInQuery>({
  customer_id: customerId,
  created_from,
  created_to,
  updated_from,
  updated_to,
  expires_from,
  expires_to,
  ...options
}: Query): Omit<Query, keyof NamedInQuery> &
  Pick<QuoteFilter, 'customerId' | 'created' | 'updated' | 'expires'> {
  return {
    ...options,
    ...(customerId === undefined ? undefined : { customerId }),
    created: toRange(created_from, created_to),
    updated: toRange(updated_from, updated_to),
    expires: toRange(expires_from, expires_to),
  }
}

function toRange(from: number | undefined, to: number | undefined): QuoteTimeRange | undefined {
  return from === undefined && to === undefined ? undefined : { from, to }
}

/** The fields that have another name in a query string. */
interface NamedInQuery {
  readonly customer_id?: OneOrMore<string> | undefined
  readonly created_from?: number | undefined
  readonly created_to?: number | undefined
  readonly updated_from?: number | undefined
  readonly updated_to?: number | undefined
  readonly expires_from?: number | undefined
  readonly expires_to?: number | undefined
}
