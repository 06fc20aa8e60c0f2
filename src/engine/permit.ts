import { QuoteError } from '../errors.js'
import type { PortCallOptions } from '../ports/call-options.js'
import type { MaybePromise } from '../ports/storage.js'
import type { FieldTypes } from '../quote/model/own-fields.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { describeValue } from '../validation/describe-value.js'
import { getHostContext, type StoreContext } from './arguments.js'
import { callPort, type PortPolicy } from './ports/call-port.js'

/** The type of a method, so that hosts can annotate the context and the call with their own. */
interface PermitMethod<Operation extends string, Fields extends FieldTypes, Client> {
  permit(
    context: StoreContext,
    operation: Operation,
    record: QuoteRecord<Fields> | undefined,
    next: QuoteRecord<Fields> | undefined,
    call: PortCallOptions<Client>,
  ): MaybePromise<true | string>
}

/** The option `permit` of an engine with operations of these names. */
export type PermitOf<
  Operation extends string,
  Fields extends FieldTypes = FieldTypes,
  Client = unknown,
> = PermitMethod<Operation, Fields, Client>['permit']

/** A call that the option `permit` decides on. */
export interface PermitCall {
  readonly caller: StoreContext
  readonly operation: string
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
  permit: PermitOf<string> | undefined,
  policy: PortPolicy,
): Authorize | undefined {
  if (permit === undefined) return undefined
  const askPermit = createDecider('permit', policy)
  return async ({ caller, operation, record, next, signal }) => {
    const context = getHostContext(caller)
    await askPermit({ operation, signal }, (call) => permit(context, operation, record, next, call))
  }
}

/**
 * Returns a function that asks the host whether a call is allowed, and rejects one that is not.
 *
 * @param option The option that decides, by returning true or a reason.
 */
export function createDecider(option: 'permit' | 'approvals.mayApprove', policy: PortPolicy) {
  const wrapError = (cause: unknown) => new QuoteError('callback_failed', { option }, { cause })
  return async (
    { operation, signal }: Pick<PermitCall, 'operation' | 'signal'>,
    ask: (call: PortCallOptions) => MaybePromise<unknown>,
  ): Promise<void> => {
    const decision = await callPort(ask, { operation: option, ...policy, signal, wrapError })
    if (decision === true) return
    if (typeof decision !== 'string' || decision === '')
      throw wrapError(
        new TypeError(`it must return true or a reason, received ${describeValue(decision)}`),
      )
    throw new QuoteError('not_permitted', { operation, reason: decision })
  }
}
