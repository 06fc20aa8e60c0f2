import { hash } from 'node:crypto'
import canonicalizeModule from 'canonicalize'
import { assertQuote } from '../assert-quote.js'
import { toBuyersQuote } from '../buyers-view.js'
import { hostIdNames } from '../host-ids.js'
import type { Quote } from '../quote.js'

/** The package is CommonJS, but its types are those of an ES module. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string

/**
 * The fields of a quote that can change while its offer stands, so that the seal leaves them out.
 * All others are what the customer sees.
 */
export const unsealedFields = [
  'status',
  'tags',
  'owner',
  ...hostIdNames,
  'seal',
  'reason',
  'acceptance',
  'order',
  'delivery',
  'expiry_reported',
  'reminders',
  'follow_up',
] as const satisfies readonly (keyof Quote)[]

/**
 * Returns the seal of a quote that is sent: the SHA-256, in 64 hexadecimal digits, of the canonical
 * JSON (RFC 8785) of all its fields but `status`, `tags`, `owner`, `customer_id`, `company_id`,
 * `seal`, `reason`, `acceptance`, `order`, `delivery`, `expiry_reported`, `reminders` and
 * `follow_up`. Pure.
 *
 * @throws QuoteError `invalid_request` if it gets a record instead of its quote
 *
 * @example
 * sealOf(quote) === quote.seal // true for every quote with an offer
 */
export function sealOf(quote: Quote): string {
  if ('quote' in quote) assertQuote(quote)
  const sealed: Record<string, unknown> = { ...toBuyersQuote(quote) }
  for (const field of unsealedFields) delete sealed[field]
  return hashOfJson(sealed)
}

/** Returns the SHA-256 of the canonical JSON of a value, in 64 hexadecimal digits. Pure. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalize(value))
}
