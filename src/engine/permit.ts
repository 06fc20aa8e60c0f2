import type { OperationName } from '../errors/operation-names.js'
import { QuoteError } from '../errors.js'
import type { PortCallOptions } from '../ports/call-options.js'
import type { MaybePromise } from '../ports/storage.js'
import type { QuoteRecord } from '../quote/quote.js'
import { describeValue } from '../validation/describe-value.js'
import type { StoreContext } from './context.js'
import { callPort, type PortPolicy } from './ports/call-port.js'

/**
 * Decides whether a call is allowed. Returns true, or the reason why it is not, which rejects the
 * call with `not_permitted`. Called before anything is stored, and again after a conflict with
 * another writer.
 *
 * @param operation The name of the method.
 * @param record The stored quote, for `getQuote` in the requested version; the quote that a copy or
 * a template is made from. Undefined if the call creates a quote, concerns several quotes or the
 * tags, users or templates of the store, or if the quote is erased.
 * @param next The quote as it would be stored. Undefined if the call only reads, erases a quote, or
 * changes no quote.
 * @param call The signal of the call, and the client of the host's transaction that it is part of.
 *
 * @example
 * // Buyers only read; more than 20 % off needs a manager.
 * const permit: Permit = ({ role, actor }, operation, record, next) => {
 *   if (role === 'buyer') return operation === 'getQuote' || 'buyers can only read'
 *   const isLow = next && Number(next.quote.quote_total) < Number(next.quote.price_total) * 0.8
 *   return isLow && !managers.has(actor) ? 'more than 20 % off needs a manager' : true
 * }
 */
export type Permit = (
  context: StoreContext,
  operation: OperationName,
  record: QuoteRecord | undefined,
  next: QuoteRecord | undefined,
  call: PortCallOptions,
) => MaybePromise<true | string>

/** A call that the option `permit` decides on. */
export interface PermitCall {
  readonly caller: StoreContext
  readonly operation: OperationName
  readonly record?: QuoteRecord | undefined
  readonly next?: QuoteRecord | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Rejects a call that is not allowed.
 *
 * @throws QuoteError `not_permitted`; `callback_failed` if `permit` throws or returns anything but
 * true or a reason; `timeout` or `aborted`
 */
export type Authorize = (call: PermitCall) => Promise<void>

/** Returns undefined if there is nothing to check, so that it costs nothing. */
export function createAuthorize(
  permit: Permit | undefined,
  policy: PortPolicy,
): Authorize | undefined {
  if (permit === undefined) return undefined
  const wrapError = (cause: unknown) =>
    new QuoteError('callback_failed', { option: 'permit' }, { cause })
  return async ({ caller, operation, record, next, signal }) => {
    const callPermit = (call: PortCallOptions) => permit(caller, operation, record, next, call)
    const options = { operation: 'permit', ...policy, signal, wrapError } as const
    const decision: unknown = await callPort<unknown>(callPermit, options)
    if (decision === true) return
    if (typeof decision !== 'string' || decision === '')
      throw wrapError(
        new TypeError(`it must return true or a reason, received ${describeValue(decision)}`),
      )
    throw new QuoteError('not_permitted', { operation, reason: decision })
  }
}
