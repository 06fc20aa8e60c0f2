import { QuoteError } from '../../../errors.js'
import type { StoredRecord } from '../../../record/record.js'
import { changeStatus, type LifecycleInput, quoteChange } from '../../lifecycle/change-status.js'
import { isLateAccepted } from '../../lifecycle/lifecycle.js'
import type { Acceptance } from '../../lifecycle-fields.js'
import type { QuotePolicy } from '../../policy.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'

/** What a caller says who accepts an offer. */
export interface AcceptedOffer {
  /** The revision that the customer has seen. */
  readonly revision: number
  /** The seal of what the customer has seen. */
  readonly seal?: string | undefined
  /** The name of the person who accepts. */
  readonly name?: string | undefined
  /** The buyer's reference, such as the number of a purchase order. */
  readonly reference?: string | undefined
}

/**
 * Returns the change that accepts the current offer. Pure.
 *
 * @returns undefined if it was accepted with the same input before, as by a double click
 * @throws QuoteError `offer_mismatch` if the current offer is another one; `not_permitted`,
 * `quote_expired` or `invalid_transition`
 */
export function acceptQuote(
  record: StoredRecord<Quote>,
  accepted: AcceptedOffer,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { id: quoteId, value: quote } = record
  if (isAccepted(quote, accepted, input)) return undefined
  const next = changeStatus(record, { operation: 'acceptQuote' }, input, policy, (offer, time) => ({
    ...offer,
    acceptance: getAcceptance(offer, accepted, input, time),
  }))
  const { revision = 0, seal = '', expires = 0 } = quote
  // Statuses of the host do not expire by themselves.
  if (next.acceptance?.late && !isLateAccepted(policy.lifecycle))
    throw new QuoteError('quote_expired', { quoteId, expires })
  // A quote in a status of the host may have no offer, and so nothing to accept.
  if (seal === '' || accepted.revision !== revision || (accepted.seal ?? seal) !== seal)
    throw new QuoteError('offer_mismatch', {
      quoteId,
      currentRevision: revision,
      currentSeal: seal,
    })
  return quoteChange(record, next, 'accept', input)
}

function getAcceptance(
  { revision = 0, seal = '', expires }: Quote,
  { name, reference }: AcceptedOffer,
  { actor, role }: LifecycleInput,
  time: number,
): Acceptance {
  return {
    time,
    revision,
    seal,
    ...(actor === undefined ? undefined : { by: actor }),
    ...(role === undefined ? undefined : { role }),
    ...(name === undefined ? undefined : { name }),
    ...(reference === undefined ? undefined : { reference }),
    ...(expires !== undefined && expires <= time ? { late: true as const } : undefined),
  }
}

function isAccepted(
  { status, acceptance }: Quote,
  { revision, seal, name, reference }: AcceptedOffer,
  { actor, role }: LifecycleInput,
): boolean {
  return (
    acceptance !== undefined &&
    status !== 'canceled' &&
    acceptance.revision === revision &&
    (seal === undefined || acceptance.seal === seal) &&
    acceptance.name === name &&
    acceptance.reference === reference &&
    acceptance.by === actor &&
    acceptance.role === role
  )
}
