import { hash } from 'node:crypto'
import { canonicalJson } from '../../validation/canonical-json.js'
import { assertQuote } from './assert-quote.js'
import { toBuyersQuote } from './buyers-view.js'
import type { SelectedAcceptance } from './choice-fields.js'
import { type Acceptance, type PersonalField, personalFields } from './lifecycle-fields.js'
import { hasNewKeys, withoutKeys } from './line-keys.js'
import type { Quote } from './quote.js'
import { quoteFieldsOf } from './quote-fields.js'

/** The fields that the store notes and that are reported beside an offer, which stays as it is. */
const besideFields = quoteFieldsOf('noted', 'reported')

/**
 * The fields of a quote that can change while its offer stands, so that the seal leaves them out.
 * All others are what the customer sees.
 */
export const unsealedFields = quoteFieldsOf('outcome', 'noted', 'reported')

/**
 * Returns the seal of a quote that is sent: the SHA-256, in 64 hexadecimal digits, of the canonical
 * JSON (RFC 8785) of all its fields but `status`, `seal`, `reason`, `acceptance`, `order`,
 * `order_parts`, `tags`, `owner`, `customer_id`, `company_id`, `payments`, `proposals`, `delivery`,
 * `expiry_reported`, `reminders`, `request`, `suspicious`, `follow_up`, `approvals`, and
 * `internal_fields` of the quote and its lines. If no line was ever changed, its keys follow from
 * the positions, and the seal covers null instead. Pure.
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
  // The total becomes that of what was selected. The seal covers that of the proposal.
  if (quote.acceptance?.amounts)
    sealed.total = Number(quote.amounts?.payable ?? quote.amounts?.total)
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

/**
 * Returns an acceptance with its seal, and with digests of what it has about a person. Pure.
 *
 * @param salt 32 hexadecimal digits at random, without which names and addresses could be guessed.
 */
export function sealAcceptance(acceptance: SelectedAcceptance, salt: string): SelectedAcceptance {
  const about = personalFields.filter((field) => acceptance[field] !== undefined)
  const digests = Object.fromEntries(
    about.map((field) => [field, digestOf(acceptance, field, salt)]),
  )
  const whole = about.length === 0 ? acceptance : { ...acceptance, digests, salt }
  return { ...whole, sealed: sealOfAcceptance(whole) }
}

/** Returns what `sealed` of an acceptance must be. Pure. */
export function sealOfAcceptance(acceptance: Acceptance): string {
  return hashOfJson(without(acceptance, [...personalFields, 'salt', 'sealed']))
}

/** Returns the digest of a field of an acceptance, as it is sealed. Pure. */
export function digestOf(acceptance: Acceptance, field: PersonalField, salt: string): string {
  return hashOfJson([salt, field, acceptance[field]])
}

/**
 * Returns a quote whose acceptance is without the name, the signature, the address and the actor,
 * and without the salt of their digests: `verifyAcceptance` verifies the rest, and says what was
 * erased. For an archive of what was agreed; `eraseQuote` leaves nothing. Pure.
 *
 * @throws QuoteError `invalid_request` if it gets a record instead of its quote
 */
export function redactAcceptance(quote: Quote): Quote {
  if ('quote' in quote) assertQuote(quote)
  const { acceptance } = quote
  if (acceptance === undefined) return quote
  return { ...quote, acceptance: without(acceptance, [...personalFields, 'salt']) }
}

function without<Field extends keyof Acceptance>(
  acceptance: Acceptance,
  fields: readonly Field[],
): Omit<Acceptance, Field> {
  const others: { -readonly [Name in keyof Acceptance]?: Acceptance[Name] } = { ...acceptance }
  for (const field of fields) delete others[field]
  return others as Omit<Acceptance, Field>
}

/** Returns the SHA-256 of the canonical JSON of a value, in 64 hexadecimal digits. Pure. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value))
}
