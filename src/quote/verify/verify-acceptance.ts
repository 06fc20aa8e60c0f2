import { FieldErrorCollector } from '../../validation/field-errors.js'
import { type Acceptance, personalFields, sealedFields } from '../model/lifecycle-fields.js'
import type { Quote } from '../model/quote.js'
import { parseQuote } from '../model/quote-schema.js'
import { digestOf, sealOf, sealOfAcceptance } from '../model/seal.js'
import { type Signature, signatureTypes } from '../model/signature.js'
import { quoteStatuses } from '../model/transitions.js'
import { type RequireOfQuote, verifyApproved } from './verify-approvals.js'
import type { InvariantViolation } from './verify-quote.js'
import { verifySelection } from './verify-selection.js'

/** The seals that a copy of an acceptance has. */
export interface CopiedSeals {
  /** The seal of the offer. */
  readonly seal: string
  /** The seal of the acceptance, if it has one. */
  readonly sealed?: string | undefined
}

/** Options of {@link verifyAcceptance}. */
export interface VerifyAcceptanceOptions {
  /**
   * Returns what had to be approved, as the option `approvals.require` of the engine does; or a
   * list of such rules. Gets the quote as it was sent, with the tags, the owner and the customer id
   * that it has now.
   *
   * @example
   * (quote) => approvals.require(quote, { previous: undefined, context })
   */
  readonly require?: RequireOfQuote | readonly RequireOfQuote[] | undefined
  /**
   * The seals of a copy that was not changed together with the quote, such as the mail of the
   * customer, or an event that another system keeps.
   */
  readonly copy?: CopiedSeals | undefined
}

/** A violated invariant of an acceptance. */
export interface AcceptanceViolation extends InvariantViolation {
  /** True for what was erased: its digest remains, and verifies all else. */
  readonly isErased?: true
}

/**
 * Verifies that what a customer accepted is what was sent to them, from the quote alone: that its
 * content has the seal, that the acceptance is of this revision and this seal, and that it came
 * after the quote was sent and before it expired; and that every approval that it was sent with is
 * approved, and of what it says. Of an acceptance with a signature or a consent, also that it has
 * its own seal. Returns an empty array if all of it holds.
 *
 * Accepts any value and never throws. Who can change the quote can also seal it again: only a
 * `copy` shows that.
 *
 * @example
 * verifyAcceptance({ ...quote, quote_total: '1.00' })
 * // [{ path: 'seal', message: 'must be the seal of this content, 5c1f…' }]
 */
export function verifyAcceptance(
  quote: unknown,
  options: VerifyAcceptanceOptions = {},
): readonly AcceptanceViolation[] {
  const errors = new FieldErrorCollector()
  const parsed = parseQuote(quote, errors)
  if (parsed !== undefined) {
    verifyStatus(parsed, errors)
    verifyCopy(parsed, options.copy, errors)
    verifyApproved(parsed, options.require, errors)
  }
  return Object.entries(errors.toFieldErrors()).map(([path, message]) => ({
    path,
    message,
    ...(message === erasedMessage ? { isErased: true as const } : undefined),
  }))
}

function verifyCopy(
  { seal, acceptance }: Quote,
  copy: VerifyAcceptanceOptions['copy'],
  errors: FieldErrorCollector,
): void {
  if (copy === undefined) return
  const message = (expected: string | undefined) =>
    `must be that of the copy, ${expected ?? 'none'}`
  if (copy.seal !== seal) errors.add(['seal'], message(copy.seal))
  if (copy.sealed !== acceptance?.sealed) errors.add(['acceptance', 'sealed'], message(copy.sealed))
}

const beforeAcceptance: readonly string[] = [
  'new',
  'draft',
  'sent',
  'revision_requested',
  'declined',
]

function verifyStatus(quote: Quote, errors: FieldErrorCollector): void {
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
  verifySealed(acceptance, errors)
  verifySelection(quote, errors)
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

/** The message for a field of which only the digest remains. */
const erasedMessage = 'was erased: only its digest remains'

/** Adds an error for each field of an acceptance that its seal or its digest contradicts. */
function verifySealed(acceptance: Acceptance, errors: FieldErrorCollector): void {
  const report = (field: string, message: string) => errors.add(['acceptance', field], message)
  const { sealed, signature } = acceptance
  if (signature !== undefined) verifySignature(signature, errors)
  if (sealed === undefined) {
    if (
      [...sealedFields, 'digests' as const, 'salt' as const].some(
        (field) => acceptance[field] !== undefined,
      )
    )
      report('sealed', 'is required with a signature, a consent or an address')
    return
  }
  const expected = sealOfAcceptance(acceptance)
  if (sealed !== expected) report('sealed', `must be the seal of this acceptance, ${expected}`)
  verifyDigests(acceptance, report)
}

function verifyDigests(
  acceptance: Acceptance,
  report: (field: string, message: string) => void,
): void {
  const { digests = {}, salt } = acceptance
  for (const field of personalFields) {
    const [isGiven, digest] = [acceptance[field] !== undefined, digests[field]]
    if (!isGiven && digest !== undefined) report(field, erasedMessage)
    else if (isGiven && salt === undefined) report('salt', `is required to verify ${field}`)
    else if (isGiven && digest !== digestOf(acceptance, field, salt as string))
      report(field, 'must be what its digest is of')
  }
}

/** A signature is either a name or lines. */
function verifySignature(signature: Signature, errors: FieldErrorCollector): void {
  for (const each of signatureTypes) {
    const field = each === 'typed' ? 'name' : 'strokes'
    const path = ['acceptance', 'signature', field]
    const isGiven = field in signature
    if (isGiven !== (each === signature.type))
      errors.add(path, isGiven ? `must be absent, as the type is ${signature.type}` : 'is required')
  }
}
