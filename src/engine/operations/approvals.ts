import * as z from 'zod'
import { maxApprovals, requirementId } from '../../quote/model/approval.js'
import { maxReasonLength, textSchema } from '../../quote/model/lifecycle-fields.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { toQuoteRecord } from '../../quote/model/quote-record.js'
import { decideApprovals, requestApproval } from '../../quote/operations/approvals.js'
import { lazy } from '../../validation/lazy.js'
import { requiredOr } from '../../validation/schemas/scalars.js'
import type { StoreContext, UpdateOptions } from '../arguments.js'
import { oncePerVersion, priceOffer } from '../commands/pricing.js'
import {
  createLifecycleInput,
  type ParsedCommand,
  quoteMethod,
  requestSchema,
  runQuoteCommand,
} from '../commands/run-quote-command.js'
import { defineOperation, errorsOfPort, internalRoles } from '../operation.js'
import type { EngineRuntime } from '../runtime.js'

const note = lazy(() =>
  textSchema(maxReasonLength).describe(`A note: 1 to ${maxReasonLength} characters`),
)

/** What `requestApproval` takes. */
export interface RequestApprovalRequest {
  /** A note to who approves: 1 to 2,000 characters. */
  readonly note?: string | undefined
}

export interface RequestApproval<Fields extends FieldTypes = FieldTypes> {
  /**
   * Requests every approval that a quote needs to be sent as it is now, as the option `approvals`
   * says. They are `pending` in `approvals` of the quote. Those that are requested or approved for
   * the same already stay; those that are not needed any more, or were for something else, go; and
   * those that were rejected are requested again.
   *
   * Changes nothing if the quote needs none. A preview shows what it needs.
   *
   * @throws QuoteError `invalid_transition` unless the quote can be sent in its status
   * @throws QuoteError `invalid_options` if the engine has no option `approvals`
   * @throws QuoteError `callback_failed` if `approvals.require` throws or returns what it must not
   * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `shipping_failed`,
   * `shipping_invalid_response` or `timeout` if taxes or shipping cannot be priced
   *
   * @example
   * const { quote } = await engine.requestApproval(context, quoteId, { note: 'A large order' })
   * console.log(quote.approvals?.map(({ label, status }) => `${label}: ${status}`))
   */
  requestApproval(
    context: StoreContext,
    quoteId: string,
    request?: RequestApprovalRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const requestApprovalRequest = lazy(() => requestSchema({ note: note().optional() }))

export const requestApprovalOperation = defineOperation<RequestApproval['requestApproval']>({
  roles: internalRoles,
  errors: [
    'invalid_transition',
    'tax_rejected',
    ...errorsOfPort('tax'),
    ...errorsOfPort('shipping'),
  ],
  tool: { needsApprovals: true },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/request-approval',
    summary: 'Request the approvals that a quote needs to be sent',
    body: () => requestApprovalRequest().optional(),
    example: { note: 'They would order the whole line' },
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(requestApprovalRequest, async (runtime, { request, command }) => {
    const { caller } = command
    const { signal } = command.options
    const neededFor = oncePerVersion((record, now) =>
      priceOffer(runtime, { caller, record, now, signal, isByAnyRole: true }),
    )
    return runQuoteCommand(runtime, {
      ...command,
      async decide(record) {
        const who = createLifecycleInput(runtime, caller)
        const input = { ...who, ...request, ...(await neededFor(record, who.now)) }
        return requestApproval(record, input, runtime.options)
      },
    })
  }),
})

/** What `approveQuote` takes. */
export interface ApproveQuoteRequest {
  /** The id of the approval, `id` in `approvals` of the quote; or several: all or none. */
  readonly requirement: string | readonly string[]
  /** The `hash` of what the caller has seen, if it is one approval. Any other is rejected. */
  readonly hash?: string | undefined
  /** A note: 1 to 2,000 characters. */
  readonly note?: string | undefined
}

/** What `rejectApproval` takes. */
export interface RejectApprovalRequest extends ApproveQuoteRequest {
  /** Why: 1 to 2,000 characters. */
  readonly note: string
}

export interface ApproveQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Approves what was requested with `requestApproval`, if the option `approvals.mayApprove` lets
   * the caller. An approval is for what it `covers`: it counts until that changes. One that was
   * rejected can be approved, and the other way round, until the quote is sent.
   *
   * @throws QuoteError `invalid_request` at `requirement` if no such approval was requested, or at
   * `hash` if it is for something else now
   * @throws QuoteError `invalid_transition` unless the quote can be sent in its status
   * @throws QuoteError `invalid_options` if the engine has no option `approvals`
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` or
   * `approvals.mayApprove` rejects it
   *
   * @example
   * await engine.approveQuote(context, quoteId, { requirement: 'discount-above-20' })
   */
  approveQuote(
    context: StoreContext,
    quoteId: string,
    request: ApproveQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export interface RejectApproval<Fields extends FieldTypes = FieldTypes> {
  /**
   * Rejects what was requested with `requestApproval`, or withdraws an approval, until the quote is
   * sent. The seller changes the quote, or requests the approval again.
   *
   * @throws QuoteError what `approveQuote` throws; `invalid_request` at `note` if there is none
   */
  rejectApproval(
    context: StoreContext,
    quoteId: string,
    request: RejectApprovalRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const listMessage = `must be the id of an approval, or 1 to ${maxApprovals} of them`

const decisionFields = lazy(() => ({
  requirement: z
    .union(
      [
        requirementId(),
        z
          .array(requirementId())
          .min(1, { error: listMessage })
          .max(maxApprovals, { error: listMessage }),
      ],
      { error: requiredOr(listMessage) },
    )
    .describe('The id of an approval of the quote, or several'),
  hash: z
    .string({ error: 'must be a string' })
    .max(64, { error: 'must have at most 64 characters' })
    .optional()
    .describe('The hash of what the caller has seen, if it is one approval'),
}))
type Decision = Omit<RejectApprovalRequest, 'note'> & { readonly note?: string | undefined }

/** Rejects a hash for several approvals, which cannot be that of all. */
function assertOneHash(
  { requirement, hash }: Decision,
  context: z.core.$RefinementCtx<Decision>,
): void {
  if (hash === undefined || typeof requirement === 'string' || requirement.length === 1) return
  const message = 'cannot be combined with several approvals; decide one at a time'
  context.addIssue({ code: 'custom', path: ['hash'], message })
}

const approveRequest = lazy(() =>
  requestSchema({ ...decisionFields(), note: note().optional() }).superRefine(assertOneHash),
)

const rejectRequest = lazy(() =>
  requestSchema({ ...decisionFields(), note: note() }).superRefine(assertOneHash),
)

export const approveQuoteOperation = defineOperation<ApproveQuote['approveQuote']>({
  roles: internalRoles,
  errors: ['invalid_transition'],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/approve',
    summary: 'Approve what was requested for a quote',
    body: approveRequest,
    example: { requirement: 'discount-above-20', note: 'Up to the end of the quarter' },
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(approveRequest, (runtime, { request, command }) =>
    decide(runtime, command, { ...request, status: 'approved' }),
  ),
})

export const rejectApprovalOperation = defineOperation<RejectApproval['rejectApproval']>({
  roles: internalRoles,
  errors: ['invalid_transition'],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/reject-approval',
    summary: 'Reject what was requested for a quote',
    body: rejectRequest,
    example: { requirement: 'discount-above-20', note: 'At most 15 % for this customer' },
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(rejectRequest, (runtime, { request, command }) =>
    decide(runtime, command, { ...request, status: 'rejected' }),
  ),
})

function decide(
  runtime: EngineRuntime,
  command: ParsedCommand,
  { requirement, ...decision }: Decision & { readonly status: 'approved' | 'rejected' },
): Promise<QuoteRecord> {
  const { authorizeApprover, options } = runtime
  const { caller, operation } = command
  const { signal } = command.options
  const requirements = typeof requirement === 'string' ? [requirement] : requirement
  return runQuoteCommand(runtime, {
    ...command,
    async decide(stored) {
      const input = createLifecycleInput(runtime, caller)
      const request = { requirements, ...decision }
      const { change, decided } = decideApprovals(stored, request, input, options)
      const record = toQuoteRecord(caller.storeId, stored)
      for (const approval of authorizeApprover === undefined ? [] : decided)
        await authorizeApprover?.({ caller, operation, approval, record, signal })
      return change
    },
  })
}
