import * as z from 'zod'
import { parseAmount } from '../../money/amount.js'
import type { LifecycleInput } from '../../quote/lifecycle/change-status.js'
import { type Selection, selectionSchema } from '../../quote/model/choice-fields.js'
import { endOfDay } from '../../quote/model/expiry.js'
import {
  maxAddressLength,
  maxConsentLength,
  maxNameLength,
  maxReasonLength,
  nameSchema,
  textSchema,
} from '../../quote/model/lifecycle-fields.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import { documentedLimits, type QuotePolicy } from '../../quote/model/policy.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { type QuoteChange, quoteRef, toQuoteRecord } from '../../quote/model/quote-record.js'
import { type Signature, sentStrokes, signatureTypes } from '../../quote/model/signature.js'
import {
  assertOpenOffer,
  cancelQuote,
  declineQuote,
  sendQuote,
} from '../../quote/operations/offer.js'
import {
  type RequestRevisionRequest,
  type ReviseQuoteRequest,
  reviseRequestSchema,
  revisionRequestSchema,
} from '../../quote/operations/proposal-requests.js'
import { requestRevision, reviseQuote } from '../../quote/operations/proposals.js'
import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject, requiredOr, withReceived } from '../../validation/schemas/scalars.js'
import { isDate, isTime } from '../../validation/times.js'
import {
  type CallOptions,
  parseCallOptions,
  parseContext,
  type StoreContext,
  type UpdateOptions,
} from '../arguments.js'
import { acceptAndPlace, acceptOffer } from '../commands/place-order.js'
import {
  hasOfferPrices,
  oncePerVersion,
  priceOffer,
  priceSelectionOf,
} from '../commands/pricing.js'
import { reviseWithWishes } from '../commands/revise-with-wishes.js'
import {
  assertQuoteId,
  createLifecycleInput,
  type QuoteCall,
  quoteMethod,
  refsFor,
  refsToNumber,
  requestSchema,
  requireQuote,
  runQuoteCommand,
  toPermitRecord,
  withNumber,
} from '../commands/run-quote-command.js'
import { defineOperation, errorsOfPort } from '../operation.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { timeZoneOfStore, zoneOfValidDays } from '../store-settings.js'

/** Accepts the reason of a change. */
const reason = lazy(() =>
  textSchema(maxReasonLength).describe(`Why: 1 to ${maxReasonLength} characters`),
)

/** Accepts a name or a reference. */
const name = lazy(() => nameSchema(maxNameLength))

/** Accepts a time in milliseconds, or a date. */
const expires = lazy(() =>
  z
    .custom<number | string>((value) => isTime(value) || isDate(value), {
      error: withReceived('must be an integer in milliseconds, or a date such as 2026-12-31'),
    })
    .meta({
      description:
        'When the offer expires: ms since the Unix epoch, or a date, at whose end it does',
      anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }],
    }),
)

/** The request of an operation whose only field is an optional reason. */
export const optionalReasonRequest = lazy(() => requestSchema({ reason: reason().optional() }))

/** Returns the change of a quote. Throws what the operation throws. */
type Decide<Request> = (
  record: StoredRecord<Quote>,
  request: Request,
  input: LifecycleInput,
  policy: QuotePolicy,
) => QuoteChange | undefined

/** Creates a method that changes a quote by a pure function of its request. */
export function lifecycleMethod<Request>(
  getSchema: () => z.ZodType<Request>,
  decide: Decide<Request>,
) {
  return quoteMethod(getSchema, (runtime, call) => changeQuote(runtime, call, decide))
}

function changeQuote<Request>(
  runtime: EngineRuntime,
  { request, command }: QuoteCall<Request>,
  decide: Decide<Request>,
): Promise<QuoteRecord> {
  const { options } = runtime
  return runQuoteCommand(runtime, {
    ...command,
    decide: (record) =>
      decide(record, request, createLifecycleInput(runtime, command.caller), options),
  })
}

/** What `sendQuote` takes. */
export interface SendQuoteRequest {
  /**
   * When the offer expires, in milliseconds since the Unix epoch: from then on it cannot be
   * accepted. Or a date, YYYY-MM-DD: the offer then expires at the end of that day in the time zone
   * of the store.
   *
   * @default By the `valid_days` of the quote. Without them, the offer does not expire.
   */
  readonly expires?: number | string | undefined
}

export interface SendQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Sends a quote to the customer: gives it its next `revision`, freezes its content with a
   * `seal`, takes the current price of shipping that is `stale`, calculates its taxes, sets its
   * `total`, and assigns its `number` if it is sent for the first time. It sends no message:
   * deliver the offer yourself, and report what becomes of it with `recordDelivery`.
   *
   * Pass `expectedVersion` to send exactly what you have seen.
   *
   * @throws QuoteError `invalid_request` at `expires` if it is not in the future, at the `price` of
   * each line that is `unpriced`, or at `shipping` if it is `stale`, and the shipping provider does
   * not offer it any more
   * @throws QuoteError `invalid_transition` unless the quote is `new` or `draft`
   * @throws QuoteError `approval_required` if it needs approvals that it does not have
   * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response` or `timeout` if the tax
   * provider does not price the taxes
   * @throws QuoteError `shipping_failed`, `shipping_invalid_response` or `timeout` if the shipping
   * is `stale` and the provider does not price it
   *
   * @example
   * const { quote } = await engine.sendQuote(context, quoteId, { expires: '2026-12-31' })
   * console.log(quote.number, quote.revision, quote.total)
   */
  sendQuote(
    context: StoreContext,
    quoteId: string,
    request?: SendQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const sendRequest = lazy(() => requestSchema({ expires: expires().optional() }))

export const sendQuoteOperation = defineOperation<SendQuote['sendQuote']>({
  roles: 'transitions',
  errors: [
    'invalid_transition',
    'approval_required',
    'tax_rejected',
    ...errorsOfPort('tax'),
    ...errorsOfPort('shipping'),
  ],
  tool: { hint: 'Binding. Ask a person first' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/send',
    summary: 'Send a quote to the customer',
    body: () => sendRequest().optional(),
    example: { expires: '2026-12-31' },
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(sendRequest, async (runtime, { request, command }) => {
    const { caller } = command
    const expiry = resolveExpiry(runtime, caller, request.expires)
    const numberRefs = refsToNumber(runtime, 'send')
    const { signal } = command.options
    const pricesOf = oncePerVersion((record, now) =>
      priceOffer(runtime, { caller, record, now, signal }),
    )
    return runQuoteCommand(runtime, {
      ...command,
      numberRefs,
      ...(hasOfferPrices(runtime) && {
        prepare: (record) => pricesOf(record, currentTime(runtime.options)),
      }),
      decide: async (record, others) => {
        const who = createLifecycleInput(runtime, caller)
        const zone = zoneOfValidDays(runtime, caller.storeId, record.value)
        const input = { ...who, expires: expiry, ...zone, ...(await pricesOf(record, who.now)) }
        const refs = refsFor(record, numberRefs)
        return withNumber(runtime, caller, others, refs, (number) =>
          sendQuote(record, { ...input, number }, runtime.options),
        )
      },
    })
  }),
})

/** @throws QuoteError `invalid_options` if `timeZone` returns no time zone */
function resolveExpiry(
  runtime: EngineRuntime,
  { storeId }: StoreContext,
  value: number | string | undefined,
): number | undefined {
  if (typeof value !== 'string') return value
  return endOfDay(value, timeZoneOfStore(runtime, storeId))
}

export interface RequestRevision<Fields extends FieldTypes = FieldTypes> {
  /**
   * Asks the seller for another offer, on behalf of the buyer. The quote becomes
   * `revision_requested`, and its offer can no longer be accepted.
   *
   * Wishes by line are a counter-offer: kept in `proposals` of the quote, which has the last 20,
   * and answered one by one by the next revision that is sent. They never change the offer. The
   * same wishes again, as by a double click, change nothing.
   *
   * @throws QuoteError `invalid_request` at `reason` if there is none, and there are no wishes; at
   * a wish that is for no line of the offer, or changes nothing
   * @throws QuoteError `offer_mismatch` if `revision` is not that of the current offer
   * @throws QuoteError `invalid_transition` unless the quote is `sent`
   * @throws QuoteError `quote_expired` if the offer has expired
   *
   * @example
   * await engine.requestRevision(buyer, quoteId, {
   *   revision: quote.revision,
   *   lines: [{ key: '1-1', price: '90.00' }, { key: '1-2', remove: true }],
   *   add: [{ id: 118, qty: 5 }],
   * })
   */
  requestRevision(
    context: StoreContext,
    quoteId: string,
    request: RequestRevisionRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const requestRevisionOperation = defineOperation<RequestRevision['requestRevision']>({
  roles: 'transitions',
  errors: ['offer_mismatch', 'invalid_transition', 'quote_expired'],
  tool: { hint: 'lines and add are wishes for lines of the offer, which stays as it is' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/request-revision',
    summary: 'Ask for another offer',
    body: () => revisionRequestSchema(documentedLimits),
    example: { reason: 'For a larger order', lines: [{ key: '1-1', qty: 10, price: '90.00' }] },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => {
    const schema = lazy(() => revisionRequestSchema(runtime.options.limits))
    return lifecycleMethod(schema, requestRevision)(runtime, operation)
  },
})

export interface ReviseQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Withdraws the offer of a quote, which becomes a `draft`: its customer and lines can be changed
   * again, and `sendQuote` sends them as the next revision. Also reopens a quote that has expired,
   * or was declined or canceled. Earlier revisions stay readable:
   * `getQuote(context, quoteId, { revision })`.
   *
   * `take` takes over wishes of a counter-offer in the same commit: prices as if set by hand,
   * quantities and removals as by `updateQuote`, and products at the prices of the catalog. The
   * other wishes of it are declined; without `lines` and `add`, all of them. `permit` is then asked
   * for `updateQuote` as well.
   *
   * @throws QuoteError `invalid_request` at `take` if there is no such proposal or wish, or one
   * cannot be taken over
   * @throws QuoteError `invalid_transition` if the quote is `new`, `draft`, `accepted` or `ordered`
   * @throws QuoteError `quote_locked` if wishes are taken over of a quote that cannot be edited
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if products are
   * added, and the catalog fails
   *
   * @example
   * const take = { proposal: 'proposal-1', lines: ['1-1'], add: [0] }
   * await engine.reviseQuote(seller, quoteId, { take })
   */
  reviseQuote(
    context: StoreContext,
    quoteId: string,
    request?: ReviseQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const reviseQuoteOperation = defineOperation<ReviseQuote['reviseQuote']>({
  roles: 'transitions',
  errors: ['invalid_transition', 'quote_locked', ...errorsOfPort('catalog')],
  tool: { hint: 'take takes over wishes of a proposal of the customer' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/revise',
    summary: 'Withdraw the offer, to change the quote',
    body: () => reviseRequestSchema().optional(),
    example: {},
    status: 200,
    response: 'quote',
  },

  create: quoteMethod<ReviseQuoteRequest, QuoteRecord>(reviseRequestSchema, (runtime, call) => {
    const { request, command } = call
    return request.take === undefined
      ? changeQuote(runtime, call, (record, _, input, policy) => reviseQuote(record, input, policy))
      : reviseWithWishes(runtime, command, request.take)
  }),
})

/** What `acceptQuote` takes. */
export interface AcceptQuoteRequest {
  /** The `revision` that the customer has seen. */
  readonly revision: number
  /** The `seal` of the quote that the customer has seen, to prove that it is this very content. */
  readonly seal?: string | undefined
  /** The name of the person who accepts: 1 to 255 characters. */
  readonly name?: string | undefined
  /** The buyer's reference, such as a purchase order number: 1 to 255 characters. */
  readonly reference?: string | undefined
  /** What the person signs with. The acceptance is then `sealed`. */
  readonly signature?: Signature | undefined
  /** The text to which the person agrees: 1 to 2,000 characters. It is `sealed`. */
  readonly consent?: string | undefined
  /**
   * The network address of the person, 1 to 64 characters, which is `sealed`. Only code of the host
   * knows it, so HTTP requests and agents cannot set it.
   */
  readonly address?: string | undefined
  /**
   * What the customer selects, all of it. Needs `total`.
   *
   * @default What the seller proposes.
   */
  readonly selection?: Selection | undefined
  /**
   * The total that the customer has seen: that of the quote from `priceSelection`. If the selection
   * costs another one, nothing is accepted.
   */
  readonly total?: number | string | undefined
}

export interface AcceptQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Accepts an offer, on behalf of the buyer. Its content never changes from then on, and
   * `verifyAcceptance` proves from the quote alone that it is what was sent. Accepting it again
   * with the same arguments, as by a double click, changes nothing.
   *
   * If the customer can choose, `selection` says what is accepted, at the `total` that the customer
   * has seen: see `priceSelection`. The offer stays as it was sent; `getAcceptedQuote` returns the
   * quote of just what was accepted, and so does the port `orders` get it.
   *
   * With the option `orders.place: 'accept'`, it also places the order: see `orderQuote`.
   *
   * The time that counts is the engine's, and never earlier than the last change of the quote.
   *
   * @throws QuoteError `offer_mismatch` if `revision` or `seal` are not those of the current offer
   * @throws QuoteError `invalid_request` with every error of the `selection` by its path
   * @throws QuoteError `total_changed` if the selection costs another total now
   * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `shipping_failed` or
   * `shipping_invalid_response` if a provider that is asked for the selection does not price it
   * @throws QuoteError `quote_expired` if the offer has expired
   * @throws QuoteError `invalid_transition` unless the quote is `sent`
   * @throws QuoteError `order_rejected`, `orders_failed`, `orders_invalid_response`, `timeout` or
   * `transaction_failed` if the order is placed in the transaction of the acceptance, and cannot
   * be; then nothing was stored
   *
   * @example
   * const { revision, seal } = quote // as the customer has seen it
   * await engine.acceptQuote(context, quoteId, { revision, seal, name: 'Ada', reference: 'PO-7' })
   */
  acceptQuote(
    context: StoreContext,
    quoteId: string,
    request: AcceptQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const revisionMessage = {
  error: requiredOr('must be the revision that the customer has seen, an integer of at least 1'),
}

/** Accepts what a caller says of the offer that the customer sees. */
const offerFields = {
  revision: z
    .int(revisionMessage)
    .min(1, revisionMessage)
    .describe('The revision that the customer has seen'),
  seal: z
    .string({ error: 'must be a string' })
    .max(64, { error: 'must have at most 64 characters' })
    .optional()
    .describe('The seal of what the customer has seen'),
}

/** The type says which of the fields it has. */
const signature = lazy(() =>
  z
    .strictObject(
      {
        type: z.literal([...signatureTypes], { error: requiredOr('must be typed or drawn') }),
        name: name().optional().describe('Of a typed signature'),
        strokes: sentStrokes().optional().describe('Of a drawn signature'),
      },
      mustBeObject,
    )
    .superRefine(({ type, ...fields }, { addIssue }) => {
      for (const each of signatureTypes) {
        const field = each === 'typed' ? 'name' : 'strokes'
        const isGiven = fields[field] !== undefined
        const message = isGiven ? `must be absent, as the type is ${type}` : 'is required'
        if (isGiven !== (each === type)) addIssue({ code: 'custom', path: [field], message })
      }
    })
    .transform((value) => value as Signature)
    .describe('What the person signs with'),
)

/** What callers outside of the host's code can set. */
const acceptBody = lazy(() =>
  requestSchema({
    ...offerFields,
    name: name().optional().describe('The name of the person who accepts'),
    reference: name().optional().describe("The buyer's reference, such as a purchase order number"),
    signature: signature().optional(),
    consent: textSchema(maxConsentLength)
      .optional()
      .describe(`The text to which the person agrees: 1 to ${maxConsentLength} characters`),
    selection: selectionSchema().optional().describe('What is selected. Needs total'),
    total: z
      .custom<number | string>((value) => parseAmount(value) !== undefined, {
        error: withReceived("must be the total that the customer has seen, such as '1499.00'"),
      })
      .optional()
      .meta({
        description: 'The total that the customer has seen',
        anyOf: [{ type: 'number' }, { type: 'string' }],
      }),
  }),
)

const acceptRequest = lazy(() =>
  acceptBody()
    .extend({ address: nameSchema(maxAddressLength).optional() })
    .refine(({ selection, total }) => selection === undefined || total !== undefined, {
      path: ['total'],
      error: 'is required with a selection: the total that the customer has seen',
    }),
)

export const acceptQuoteOperation = defineOperation<AcceptQuote['acceptQuote']>({
  roles: 'transitions',
  errors: [
    'offer_mismatch',
    'total_changed',
    'quote_expired',
    'invalid_transition',
    'order_rejected',
    'tax_rejected',
    ...errorsOfPort('tax'),
    ...errorsOfPort('shipping'),
    ...errorsOfPort('orders'),
  ],
  tool: { hint: 'Binding. Ask a person first. revision and seal are those of the quote' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/accept',
    summary: 'Accept the offer',
    body: acceptBody,
    hostOnly: ['address'],
    example: { revision: 1, name: 'Ada Lovelace', reference: 'PO-2026-7' },
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(acceptRequest, (runtime, { request, command: parsed }) => {
    const { address: _, ...payload } = request
    // A retry can come from another address.
    const { operation, quoteId, options: called } = parsed
    const command = { ...parsed, payload: [operation, quoteId, payload, called.expectedVersion] }
    const { placeOrder, options } = runtime
    const isOrdered = options.orders?.place === 'accept' && command.options.preview !== true
    return placeOrder !== undefined && isOrdered
      ? acceptAndPlace(runtime, command, request, placeOrder)
      : runQuoteCommand(runtime, {
          ...command,
          decide: (record) => acceptOffer(runtime, command, request, record),
        })
  }),
})

/** What `priceSelection` takes. */
export interface PriceSelectionRequest {
  /** The `revision` that the customer sees. */
  readonly revision: number
  /** The `seal` of the quote that the customer sees. */
  readonly seal?: string | undefined
  /** What is selected, all of it. */
  readonly selection: Selection
}

export interface PriceSelection<Fields extends FieldTypes = FieldTypes> {
  /**
   * Returns what a selection of an offer costs: the plain quote of just what is selected, whose
   * `total` goes to `acceptQuote`. Stores nothing. The rates of the offer count; a provider that
   * returns amounts of taxes, and one of the shipping of the offer, is asked for any selection but
   * the proposal.
   *
   * @throws QuoteError `invalid_request` with every error of the selection by its path
   * @throws QuoteError `offer_mismatch` if `revision` or `seal` are not those of the current offer
   * @throws QuoteError `quote_expired` or `invalid_transition` if the offer is not open
   * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `shipping_failed`,
   * `shipping_invalid_response` or `timeout` if a provider that is asked does not price it
   *
   * @example
   * const selection = { selected: ['1-2', 'worktop'], quantities: { '1-4': 6 } }
   * const { quote } = await engine.priceSelection(context, quoteId, { revision, selection })
   * await engine.acceptQuote(context, quoteId, { revision, selection, total: quote.total })
   */
  priceSelection(
    context: StoreContext,
    quoteId: string,
    request: PriceSelectionRequest,
    options?: CallOptions,
  ): Promise<QuoteRecord<Fields>>
}

const selectionRequest = lazy(() =>
  requestSchema({ ...offerFields, selection: selectionSchema().describe('What is selected') }),
)

export const priceSelectionOperation = defineOperation<PriceSelection['priceSelection']>({
  roles: 'all',
  errors: [
    'offer_mismatch',
    'quote_expired',
    'invalid_transition',
    'tax_rejected',
    ...errorsOfPort('tax'),
    ...errorsOfPort('shipping'),
  ],
  tool: {},
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/price-selection',
    summary: 'Price what a customer selects',
    body: selectionRequest,
    example: { revision: 1, selection: { selected: ['1-2'] } },
    takesNo: ['expectedVersion', 'idempotencyKey', 'preview'],
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, input, options) => {
    const caller = parseContext(context)
    const { signal } = parseCallOptions(options)
    assertQuoteId(quoteId)
    const { revision, seal, selection } = parseOrThrow(selectionRequest(), input, 'invalid_request')
    const { storeId } = caller
    const { storage, permit } = runtime
    return runtime.run(signal, async () => {
      const [loaded] = await storage.load(storeId, [quoteRef(quoteId)], signal)
      const record = requireQuote(loaded, quoteId)
      await permit?.({ caller, operation, record: toPermitRecord(storeId, record), signal })
      const now = currentTime(runtime.options)
      assertOpenOffer(record, { revision, seal }, 'priceSelection', now, runtime.options)
      const asked = { storeId, record, selection, signal }
      const priced = await priceSelectionOf(runtime, asked)
      return toQuoteRecord(storeId, { ...record, value: deepFreeze(priced?.plain ?? record.value) })
    })
  },
})

/** What `declineQuote` takes. */
export interface DeclineQuoteRequest {
  /** Why: 1 to 2,000 characters. */
  readonly reason?: string | undefined
}

export interface DeclineQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Declines an offer, on behalf of the buyer. The seller can revise the quote and send it again.
   *
   * @throws QuoteError `invalid_transition` unless the quote is `sent` or `revision_requested`
   * @throws QuoteError `quote_expired` if the offer has expired
   */
  declineQuote(
    context: StoreContext,
    quoteId: string,
    request?: DeclineQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const declineQuoteOperation = defineOperation<DeclineQuote['declineQuote']>({
  roles: 'transitions',
  errors: ['invalid_transition', 'quote_expired'],
  tool: { hint: 'Ask a person first' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/decline',
    summary: 'Decline the offer',
    body: () => optionalReasonRequest().optional(),
    example: { reason: 'Too expensive' },
    status: 200,
    response: 'quote',
  },

  create: lifecycleMethod(optionalReasonRequest, (record, request, input, policy) =>
    declineQuote(record, { ...input, ...request }, policy),
  ),
})

/** What `cancelQuote` takes. */
export interface CancelQuoteRequest {
  /** Why: 1 to 2,000 characters. */
  readonly reason?: string | undefined
}

export interface CancelQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Cancels a quote that is not ordered. The seller can revise it and send it again.
   *
   * @throws QuoteError `invalid_transition` if the quote is `canceled` or `ordered`, or if its
   * order is being placed
   */
  cancelQuote(
    context: StoreContext,
    quoteId: string,
    request?: CancelQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const cancelQuoteOperation = defineOperation<CancelQuote['cancelQuote']>({
  roles: 'transitions',
  errors: ['invalid_transition'],
  tool: { hint: 'Ask a person first' },
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/cancel',
    summary: 'Cancel a quote',
    body: () => optionalReasonRequest().optional(),
    example: { reason: 'Product discontinued' },
    status: 200,
    response: 'quote',
  },

  create: lifecycleMethod(optionalReasonRequest, (record, request, input, policy) =>
    cancelQuote(record, { ...input, ...request }, policy),
  ),
})
