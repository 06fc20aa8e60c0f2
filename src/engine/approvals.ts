import * as z from 'zod'
import type { PortCallOptions } from '../ports/call-options.js'
import type { MaybePromise } from '../ports/storage.js'
import { joinRequirements, parseRequirements } from '../quote/approvals/required-approvals.js'
import type { Approval, ApprovalRequirement } from '../quote/model/approval.js'
import type { RequireApprovals, RequireCall } from '../quote/model/policy.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import { lazy } from '../validation/lazy.js'
import { optionalFunction, withReceived } from '../validation/schemas/scalars.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import { getHostContext, type StoreContext } from './arguments.js'
import { createDecider } from './permit.js'
import type { PortPolicy } from './ports/call-port.js'

/** A method, so that hosts can annotate the context with a type of their own. */
interface RequireMethod {
  require(quote: Quote, call: RequireCall<StoreContext>): readonly ApprovalRequirement[]
}

/**
 * What must be approved before a quote is sent, and who may approve it. Both functions can declare
 * the context as the type of your own, such as a session.
 */
export interface ApprovalOptions {
  /**
   * Returns what must be approved before a quote is sent: nothing, or up to 50 requirements. Must
   * be synchronous, without side effects, and return the same for the same quote. Or a list of such
   * rules, each of which is asked.
   *
   * @param quote The quote as it would be sent, with its taxes, shipping and amounts, in the status
   * `sent`, but without the number, the times and the seal that sending gives it.
   *
   * @example
   * require: [discountAbove(20), marginBelow(15, { by: 'CFO' })]
   */
  readonly require: RequireMethod['require'] | readonly RequireMethod['require'][]

  /**
   * Decides whether a caller may approve, or reject, an approval. Returns true, or the reason why
   * not, which rejects the call with `not_permitted`. Called for each approval that changes.
   *
   * @default Every caller in the role `seller` or `system`, or without a role, may.
   *
   * @param approval The approval as it was requested, with who has requested it.
   * @param record The stored quote.
   *
   * @example
   * mayApprove: ({ actor }, { requested }) =>
   *   (leads.has(actor) && requested.by !== actor) || 'another sales lead must approve it'
   */
  mayApprove?(
    context: StoreContext,
    approval: Approval,
    record: QuoteRecord,
    call: PortCallOptions,
  ): MaybePromise<true | string>
}

const mustBeRules = withReceived('must be a function, or an array of rules')

/** Accepts a function, or the rules that it would ask, as such a function. */
const requireOption = lazy(() =>
  z.unknown().transform((value, context): RequireApprovals => {
    const isFunction = (each: unknown): each is RequireOfHost => typeof each === 'function'
    if (isFunction(value)) return toRequireApprovals(optionName, value)
    if (Array.isArray(value) && value.length > 0 && value.every(isFunction)) {
      const rules = value.map((rule, index) => toRequireApprovals(`${optionName}[${index}]`, rule))
      const join = wrapCallback(optionName, joinRequirements)
      return (quote, call) => join(rules.map((rule) => rule(quote, call)))
    }
    context.issues.push({ code: 'custom', input: value, message: mustBeRules({ input: value }) })
    return () => []
  }),
)

/** Accepts the option `approvals`. */
export const approvalsSchema = lazy(() =>
  z
    .strictObject(
      { require: requireOption(), mayApprove: optionalFunction },
      { error: withReceived('must be an object with the function require') },
    )
    .transform(({ require: requireApprovals, mayApprove }) => ({
      requireApprovals,
      mayApprove: mayApprove as ApprovalOptions['mayApprove'],
    })),
)

const optionName = 'approvals.require'

type RequireOfHost = (quote: Quote, call: RequireCall) => unknown

/** @param name The name of the rule in errors. */
function toRequireApprovals(name: string, rule: RequireOfHost): RequireApprovals {
  const ask = wrapCallback(name, rule)
  const parse = wrapCallback(name, parseRequirements)
  return (quote, call) => parse(ask(quote, call))
}

/** A decision on an approval, by a caller. */
export interface ApproverCall {
  readonly caller: StoreContext
  readonly operation: string
  readonly approval: Approval
  readonly record: QuoteRecord
  readonly signal: AbortSignal | undefined
}

/**
 * Rejects a decision that is not for the caller.
 *
 * @throws QuoteError `not_permitted`; `callback_failed` if `mayApprove` throws or returns anything
 * but true or a reason; `timeout` or `aborted`
 */
export type AuthorizeApprover = (call: ApproverCall) => Promise<void>

/** Returns undefined if everyone may approve. */
export function createAuthorizeApprover(
  mayApprove: ApprovalOptions['mayApprove'],
  policy: PortPolicy,
): AuthorizeApprover | undefined {
  if (mayApprove === undefined) return undefined
  const askHost = createDecider('approvals.mayApprove', policy)
  return ({ caller, operation, approval, record, signal }) => {
    const context = getHostContext(caller)
    return askHost({ operation, signal }, (call) => mayApprove(context, approval, record, call))
  }
}
