import type { ListQuotesOptions, QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import type { DeskCall } from '../desk-call.js'
import type { CustomerSuggestion } from '../options.js'

/** How many quotes of a customer are loaded. */
const maxQuotes = 200

/** The quotes of a customer, the latest first. */
export interface CustomerQuotes {
  readonly quotes: readonly [QuoteView, ...QuoteView[]]
  /** True if there are more than were loaded. */
  readonly hasMore: boolean
}

/**
 * Returns the part of an address that says whose quotes are meant: by the id of the host's own
 * records, or else by the email address. Undefined for a customer with neither.
 */
export function customerQuery({
  customer_id: id,
  customer: { email },
}: Pick<CustomerSuggestion, 'customer' | 'customer_id'>): string | undefined {
  if (id) return String(new URLSearchParams({ customer_id: id }))
  return email ? String(new URLSearchParams({ email })) : undefined
}

/** Returns the address of the page of a customer; undefined if nothing identifies it. */
export function customerUrl(call: DeskCall, customer: CustomerSuggestion): string | undefined {
  const query = customerQuery(customer)
  return query && `${call.url('/customer')}?${query}`
}

/** Returns the filter of the quotes of the customer that the address names. */
function customerFilter({ c }: DeskCall): ListQuotesOptions | undefined {
  // Ids can have spaces around them.
  const { customer_id: customerId, email } = c.req.query()
  if (customerId) return { customerId }
  return email ? { customer: email } : undefined
}

/**
 * Loads the latest quotes of the customer that the address names; undefined if there are none, or
 * it names no customer.
 */
export async function loadCustomer(
  call: DeskCall,
  limit = maxQuotes,
): Promise<CustomerQuotes | undefined> {
  const filter = customerFilter(call)
  if (filter === undefined) return undefined
  try {
    const { items, next } = await call.engine.listQuotes(call.user, { ...filter, limit })
    const [latest, ...others] = items
    return latest && { quotes: [latest, ...others], hasMore: next !== undefined }
  } catch (error) {
    // No quote has an id that the engine rejects.
    if (isQuoteError(error) && error.code === 'invalid_request') return undefined
    throw error
  }
}
