import type { TimedOperation } from '../../errors/operation-names.js'
import type { QuoteError } from '../../errors.js'
import { isPendingOrderReason } from '../../quote/lifecycle/lifecycle.js'
import type { DeskCall } from '../desk-call.js'
import type { Explanation } from '../forms.js'
import { statusLabel } from '../parts/names.js'
import type { Action } from './action.js'

/** Said if an order may have been placed or not. */
export const orderUnknown =
  'The result of the order is not known, because the order system did not answer as expected. Try again: an order that exists is found, and not placed twice.'
const taxesUnavailable =
  'The taxes cannot be calculated at the moment. Nothing was changed. Try again in a few minutes.'
const pricesUnavailable =
  'The current prices are not available at the moment. Nothing was changed. Try again in a few minutes.'

const shippingUnavailable =
  'The shipping options are not available at the moment. Nothing was changed. Try again in a few minutes.'
const permissionUnknown =
  'Whether you are permitted to do this could not be found out in time. Nothing was changed. Try again in a few minutes.'
const resultUnknown =
  'The database did not answer in time, so it is not known whether this was done. Look at the quote below, and try again if it was not.'
const tooSlow = 'This took too long, and nothing was changed. Try again in a few minutes.'

/**
 * Returns what happened and what to do, in plain sentences; undefined for an error that has nothing
 * to do with the quote, such as one of the storage.
 */
export function explainError(
  error: QuoteError,
  action: Action,
  desk: Pick<DeskCall, 'formats' | 'options'>,
): Explanation | undefined {
  const own = action.explain?.(error)
  if (own !== undefined) return own
  const message = explainChange(error, action, desk) ?? explainPort(error)
  return message === undefined ? undefined : { message }
}

/** Explains why the quote or its user does not allow it. */
function explainChange(
  error: QuoteError,
  { label }: Action,
  desk: Pick<DeskCall, 'formats' | 'options'>,
): string | undefined {
  switch (error.code) {
    case 'invalid_request':
      return 'Nothing was changed. Check these fields.'
    case 'not_permitted':
      return `You are not permitted to do this: ${sentence(error.details.reason)} Nothing was changed.`
    case 'invalid_transition': {
      const { reason, status } = error.details
      if (isPendingOrderReason(reason))
        return `${label}: this is not possible while the order is being placed. Finish the order first.`
      return reason === undefined
        ? `${label}: this is not possible while the quote is ${statusLabel(desk, status).toLowerCase()}. The actions below are.`
        : `${label}: this is not possible: ${sentence(reason)}`
    }
    case 'quote_locked':
      return 'The prices cannot change, because the quote was sent or closed. Revise it first.'
    case 'quote_expired':
      return `The offer was valid through ${desk.formats.date(error.details.expires - 1)}. Revise the quote, and send it again.`
    case 'offer_mismatch':
      return `The current offer is revision ${error.details.currentRevision}. Check it, and accept it again.`
    case 'conflict':
      return 'Others changed the quote at the same moment. Nothing was changed. Try again.'
    case 'idempotency_key_reused':
      return 'This form was sent before, with other values. Check the quote, and send it again if you still want to.'
    default:
      return undefined
  }
}

/** Explains what the systems around the engine say, which decides what to do. */
function explainPort(error: QuoteError): string | undefined {
  switch (error.code) {
    case 'order_rejected':
      if (error.details.openAttempts !== undefined)
        return `The order was rejected: ${sentence(error.details.reason)} An earlier attempt has no known result, so an order may exist. Try again, or look it up in the order system: its key is ${error.details.orderKey}.`
      return `The order was rejected: ${sentence(error.details.reason)} The quote is still accepted. Correct what is wrong and order again, or cancel the quote.`
    case 'orders_failed':
    case 'orders_invalid_response':
      return orderUnknown
    case 'tax_rejected':
      return `The taxes cannot be calculated: ${sentence(error.details.reason)} Nothing was changed. Correct the quote, and try again.`
    case 'tax_failed':
    case 'tax_invalid_response':
      return taxesUnavailable
    case 'catalog_failed':
    case 'catalog_invalid_response':
      return pricesUnavailable
    case 'shipping_failed':
    case 'shipping_invalid_response':
      return shippingUnavailable
    case 'timeout':
      return explainTimeout(error.details.operation)
    default:
      return undefined
  }
}

/** Says what is known of an action if something took too long. */
function explainTimeout(operation: TimedOperation): string {
  switch (operation) {
    case 'tax.calculateTaxes':
      return taxesUnavailable
    case 'findProducts':
      return pricesUnavailable
    case 'shipping.listShippingOptions':
      return shippingUnavailable
    case 'permit':
      return permissionUnknown
    case 'commit':
      return resultUnknown
    default:
      // The engine has only read, or waited for its turn.
      return tooSlow
  }
}

/** Returns a reason as a sentence: with a full stop. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
