import { hash } from 'node:crypto'
import { canonicalJson } from '../../validation/canonical-json.js'
import { assertQuote } from '../model/assert-quote.js'
import { toBuyersQuote } from '../model/buyers-view.js'
import { hasNewKeys, withoutKeys } from '../model/line-keys.js'
import type { Quote } from '../model/quote.js'
import { quoteFieldsOf } from '../model/quote-fields.js'

/** The fields that the store notes and that are reported beside an offer, which stays as it is. */
const besideFields = quoteFieldsOf('noted', 'reported')

/**
 * The fields of a quote that can change while its offer stands, so that the seal leaves them out.
 * All others are what the customer sees.
 */
export const unsealedFields = quoteFieldsOf('outcome', 'noted', 'reported')

/**
 * Returns the seal of a quote that is sent: the SHA-256, in 64 hexadecimal digits, of the canonical
 * JSON (RFC 8785) of all its fields but `status`, `seal`, `reason`, `acceptance`, `order`, `tags`,
 * `owner`, `customer_id`, `company_id`, `proposals`, `delivery`, `expiry_reported`, `reminders`,
 * `follow_up`, `approvals`, and `internal_fields` of the quote and its lines. If no line was ever
 * changed, its keys follow from the positions, and the seal covers null instead. Pure.
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
  const seal = hashOfJson(sealed)
  if (quote.seal === undefined || quote.seal === seal || !hasNewKeys(quote)) return seal
  const stored = hashOfJson({ ...sealed, products: withoutKeys(toBuyersQuote(quote)).products })
  return stored === quote.seal ? stored : seal
}

/**
 * Returns what somebody acts on who acts on a quote: what the customer sees, and what has become of
 * it. Without what the store alone notes and reports beside it, which changes no offer. Pure.
 */
export function actedOn(quote: Quote): Partial<Quote> {
  const shown: { -readonly [Field in keyof Quote]?: Quote[Field] } = { ...toBuyersQuote(quote) }
  for (const field of besideFields) delete shown[field]
  return shown
}

/** Returns the SHA-256 of the canonical JSON of a value, in 64 hexadecimal digits. Pure. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value))
}
