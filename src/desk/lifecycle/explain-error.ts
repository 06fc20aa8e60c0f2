import { lastTime } from '../../document/model/formats.js'
import type { TimedOperation } from '../../errors/operation-names.js'
import type { QuoteError } from '../../errors.js'
import { isPaymentDueReason, isPendingOrderReason } from '../../quote/model/lifecycle.js'
import type { DeskCall } from '../desk-call.js'
import type { Explanation } from '../forms.js'
import { statusLabel } from '../parts/names.js'
import type { DeskStrings } from '../strings.js'
import { type ActionName, actions } from './actions.js'

type ExplainDesk = Pick<DeskCall, 'formats' | 'options' | 'strings'>

/**
 * Returns what happened and what to do, in plain sentences; undefined for an error that has nothing
 * to do with the quote, such as one of the storage.
 */
export function explainError(
  error: QuoteError,
  name: ActionName,
  desk: ExplainDesk,
): Explanation | undefined {
  const own = actions[name].explain?.(error, desk.strings)
  if (own !== undefined) return own
  const message = explainChange(error, name, desk) ?? explainPort(desk.strings, error)
  return message === undefined ? undefined : { message }
}

/** Explains why the quote or its user does not allow it. */
function explainChange(error: QuoteError, name: ActionName, desk: ExplainDesk): string | undefined {
  const { label } = desk.strings.actions[name]
  const strings = desk.strings.explain
  switch (error.code) {
    case 'invalid_request':
      return strings.invalid
    case 'not_permitted':
      return strings.notPermitted(error.details.reason)
    case 'invalid_transition': {
      const { reason, status } = error.details
      if (isPendingOrderReason(reason)) return strings.orderPending(label)
      if (isPaymentDueReason(reason)) return strings.paymentDue(label)
      return reason === undefined
        ? strings.wrongStatus(label, statusLabel(desk, status))
        : strings.impossible(label, reason)
    }
    case 'quote_locked':
      return strings.locked
    case 'quote_expired':
      return strings.expired(lastTime(error.details.expires, desk.formats))
    case 'approval_required':
      return strings.approvalRequired(error.details.requirements)
    case 'offer_mismatch':
      return strings.otherRevision(error.details.currentRevision)
    case 'total_changed':
      return strings.otherTotal
    case 'conflict':
      return strings.conflict
    case 'idempotency_key_reused':
      return strings.reused
    default:
      return undefined
  }
}

/** Explains what the systems around the engine say, which decides what to do. */
function explainPort({ explain: strings }: DeskStrings, error: QuoteError): string | undefined {
  switch (error.code) {
    case 'order_rejected':
      if (error.details.openAttempts !== undefined)
        return strings.orderRejectedOnce(error.details.reason, error.details.orderKey)
      return strings.orderRejected(error.details.reason)
    case 'orders_failed':
    case 'orders_invalid_response':
      return strings.orderUnknown
    case 'tax_rejected':
      return strings.taxRejected(error.details.reason)
    case 'tax_failed':
    case 'tax_invalid_response':
      return strings.taxesUnavailable
    case 'catalog_failed':
    case 'catalog_invalid_response':
      return strings.pricesUnavailable
    case 'shipping_failed':
    case 'shipping_invalid_response':
      return strings.shippingUnavailable
    case 'timeout':
      return explainTimeout(strings, error.details.operation)
    default:
      return undefined
  }
}

/** Says what is known of an action if something took too long. */
function explainTimeout(strings: DeskStrings['explain'], operation: TimedOperation): string {
  switch (operation) {
    case 'tax.calculateTaxes':
      return strings.taxesUnavailable
    case 'findProducts':
      return strings.pricesUnavailable
    case 'shipping.listShippingOptions':
      return strings.shippingUnavailable
    case 'permit':
    case 'approvals.mayApprove':
      return strings.permissionUnknown
    case 'commit':
      return strings.resultUnknown
    default:
      // The engine has only read, or waited for its turn.
      return strings.tooSlow
  }
}
