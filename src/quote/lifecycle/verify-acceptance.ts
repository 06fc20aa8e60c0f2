import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { Quote } from '../quote.js'
import { parseQuote } from '../quote-schema.js'
import type { InvariantViolation } from '../verify-quote.js'
import { sealOf } from './seal.js'
import { quoteStatuses } from './transitions.js'

/**
 * Verifies that what a customer accepted is what was sent to them, from the quote alone: that its
 * content has the seal, that the acceptance is of this revision and this seal, and that it came
 * after the quote was sent and before it expired. Returns an empty array if all of it holds.
 *
 * Accepts any value and never throws.
 *
 * @example
 * verifyAcceptance({ ...quote, quote_total: '1.00' })
 * // [{ path: 'seal', message: 'must be the seal of this content, 5c1f…' }]
 */
export function verifyAcceptance(quote: unknown): readonly InvariantViolation[] {
  const errors = new FieldErrorCollector()
  const parsed = parseQuote(quote, errors)
  if (parsed !== undefined) verifyFacts(parsed, errors)
  return Object.entries(errors.toFieldErrors()).map(([path, message]) => ({ path, message }))
}

const beforeAcceptance: readonly string[] = [
  'new',
  'draft',
  'sent',
  'revision_requested',
  'declined',
]

function verifyFacts(quote: Quote, errors: FieldErrorCollector): void {
  const { acceptance, seal, revision, sent, expires, status } = quote
  const isKnown = (quoteStatuses as readonly string[]).includes(status)
  if (isKnown && beforeAcceptance.includes(status))
    errors.add(['status'], 'must be that of a quote that was accepted')
  const expected = sealOf(quote)
  if (seal !== expected) errors.add(['seal'], `must be the seal of this content, ${expected}`)
  if (acceptance === undefined) {
    errors.add(['acceptance'], 'is required')
    return
  }
  const { time, late } = acceptance
  if (acceptance.seal !== seal) errors.add(['acceptance', 'seal'], 'must be the seal of the quote')
  if (acceptance.revision !== revision)
    errors.add(['acceptance', 'revision'], 'must be the revision of the quote')
  if (sent === undefined) errors.add(['sent'], 'is required')
  else if (time < sent) errors.add(['acceptance', 'time'], 'must not be before the time of sending')
  const isLate = expires !== undefined && time >= expires
  if (isLate !== (late === true))
    errors.add(
      ['acceptance', 'late'],
      isLate ? 'must be true: the offer had expired' : 'must be absent',
    )
}
