import * as z from 'zod'
import { isQuoteError, QuoteError } from '../../errors.js'
import { assertUser, type UserList, usersRef } from '../../features/users/users.js'
import { eraseRelayErrors } from '../../ports/relay-errors.js'
import { type StateStorage, stateMethods } from '../../ports/state.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import { documentedLimits } from '../../quote/model/policy.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import type { Transition } from '../../quote/model/transitions.js'
import { copyQuote } from '../../quote/operations/create-quote.js'
import { deleteQuote, eraseQuote, restoreQuote } from '../../quote/operations/delete-quote.js'
import { assertBuyersRequest, operationForStatus } from '../../quote/operations/edit-rules.js'
import {
  type CreateQuoteRequest,
  createRequestSchema,
  type UpdateQuoteRequest,
  updateRequestSchema,
} from '../../quote/operations/requests.js'
import { completeUpdate } from '../../quote/operations/update-quote.js'
import { currencySchema } from '../../quote/pricing/pricing-request.js'
import { eraseRecord } from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import type { StoredRecord } from '../../record/record.js'
import { recordsOfQuote } from '../../store/record-declarations.js'
import { hasMethods } from '../../validation/database-library.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject, withReceived } from '../../validation/schemas/scalars.js'
import {
  type CommandOptions,
  parseCommandOptions,
  parseContext,
  type StoreContext,
  type UpdateOptions,
} from '../arguments.js'
import { createNewQuote } from '../commands/create-quote.js'
import { getPricing, oncePerVersion, priceUpdate } from '../commands/pricing.js'
import { assertVersion, type Command, runCommand } from '../commands/run-command.js'
import {
  assertQuoteId,
  createLifecycleInput,
  type ParsedCommand,
  parseCall,
  parseCallWithoutRequest,
  quoteAuthorization,
  refsFor,
  refsToNumber,
  requireQuote,
  requireUnerasedQuote,
  runNewQuoteCommand,
  runQuoteCommand,
  withNumber,
} from '../commands/run-quote-command.js'
import { refsOfQuote } from '../features.js'
import { defineOperation, errorsOfPort, internalRoles } from '../operation.js'
import { callPort } from '../ports/call-port.js'
import { ownerError } from '../roles.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { zoneOfValidDays } from '../store-settings.js'

export interface CreateQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Creates a quote at current catalog prices. Stores nothing if it rejects with one of these
   * errors.
   *
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `shipping_failed`, `shipping_invalid_response` or `timeout` if the request
   * names a shipping option, and the provider fails
   * @throws QuoteError `conflict` if `generateId` returned only ids that are already used
   *
   * @example
   * // Calls with the same key create one quote and return the same result.
   * const { quoteId } = await engine.createQuote(context, request, {
   *   idempotencyKey: order.checkoutId,
   * })
   */
  createQuote(
    context: StoreContext,
    request: CreateQuoteRequest<Fields>,
    options?: CommandOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const createQuoteOperation = defineOperation<CreateQuote['createQuote']>({
  roles: 'all',
  errors: [...errorsOfPort('catalog'), ...errorsOfPort('shipping')],
  tool: { hint: 'customer has text fields such as name, email and company' },
  route: {
    method: 'POST',
    path: '/quotes',
    summary: 'Create a quote',
    body: () => createRequestSchema(documentedLimits),
    example: { customer: { name: 'Ada', state: 'CA' }, products: [{ id: 118, qty: 2 }] },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const parse = caller.role === 'buyer' ? runtime.parseBuyersRequest : runtime.parseCreateRequest
    const parsedRequest = parse(request)
    return createNewQuote(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: ['create', parsedRequest],
      request: parsedRequest,
      assertPermitted: (currency) => {
        if (caller.role === 'buyer') assertBuyersRequest(parsedRequest, currency)
      },
    })
  },
})

export interface UpdateQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Merges changes into a quote. Absent fields keep their values. Returns the stored record if
   * nothing changes.
   *
   * If another writer commits first, the merge is repeated on the new version. So concurrent
   * updates of different fields all succeed. Pass `expectedVersion` to reject instead. Stores
   * nothing if it rejects with one of these errors.
   *
   * @throws QuoteError `quote_locked` if the customer or the lines would change, and the quote was
   * sent or closed; call `reviseQuote` first, or set the option `lifecycle.reviseOnUpdate`
   * @throws QuoteError `invalid_transition` or `quote_expired` if it cannot get this `status` now
   * @throws QuoteError `approval_required`, or what else `sendQuote` throws, if `status` is `sent`
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails; it is called only if the changes add products
   * @throws QuoteError `shipping_failed`, `shipping_invalid_response` or `timeout` if the changes
   * name a shipping option, and the provider fails
   *
   * @example
   * const { version } = await engine.updateQuote(context, quoteId, {
   *   customer: { city: 'Arlington' },
   *   products: [{ id: 118, quote: '180.00' }, { id: 119, qty: 10 }],
   * })
   */
  updateQuote(
    context: StoreContext,
    quoteId: string,
    changes: UpdateQuoteRequest<Fields>,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const updateQuoteOperation = defineOperation<UpdateQuote['updateQuote']>({
  roles: 'all',
  errors: [
    'quote_locked',
    'invalid_transition',
    'quote_expired',
    'approval_required',
    'tax_rejected',
    ...errorsOfPort('catalog'),
    ...errorsOfPort('shipping'),
    ...errorsOfPort('tax'),
  ],
  tool: {
    hint: 'product_changes changes single lines, or adds them (add: true, if the product is on a line); products replaces the list: send every line to keep, by key. null removes a field',
  },
  route: {
    method: 'PUT',
    path: '/quotes/{quoteId}',
    summary: 'Update a quote',
    body: () => updateRequestSchema(documentedLimits),
    example: { products: [{ id: 118, quote: '180.00' }], tag_list: ['Needs Approval'] },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, changes, options) => {
    const args = [context, quoteId, changes, options] as const
    const { parseUpdateRequest, options: policy } = runtime
    const { request, command } = parseCall(operation, parseUpdateRequest, args, 'update')
    const { caller } = command
    const { actor, role } = caller
    const { owner, status } = request
    const { signal } = command.options
    const otherRefs = owner == null ? [] : [usersRef]
    const numberRefs = status === 'sent' ? refsToNumber(runtime, 'send') : []
    const price = oncePerVersion((record, now) =>
      priceUpdate(runtime, request, { caller, record, now, signal }),
    )
    return runQuoteCommand(runtime, {
      ...command,
      otherRefs,
      numberRefs,
      prepare: (record) => price(record, currentTime(policy)),
      async decide(record, others) {
        if (owner !== undefined && owner !== record.value.owner && caller.role === 'buyer')
          throw ownerError(operation)
        // A whole quote can name an owner who has been removed from the users since.
        if (owner != null && owner !== record.value.owner)
          assertUser(others[0] as StoredRecord<UserList> | undefined, owner)
        const now = currentTime(policy)
        const { plan, edited, offerPrices } = await price(record, now)
        const isSent = plan.operation === 'sendQuote'
        const refs = isSent ? refsFor(record, numberRefs) : []
        const zone = isSent ? zoneOfValidDays(runtime, caller.storeId, edited) : {}
        const input = { actor, role, now, ...zone, ...offerPrices }
        return withNumber(runtime, caller, others, refs, (number) =>
          completeUpdate(plan, edited, { ...input, number }),
        )
      },
      operations(record, { value: next }) {
        const operation = operationForStatus(record, status, currentTime(policy))
        const { seal, status: before } = record.value
        const isWithdrawn = seal !== undefined && next.seal !== seal
        const isReopened = next.status === 'draft' && before !== 'draft'
        const names = new Set<Transition['operation']>()
        if (!isOnlyStatus(request) || operation === undefined) names.add('updateQuote')
        if (isWithdrawn || isReopened) names.add('reviseQuote')
        if (operation !== undefined) names.add(operation)
        return [...names]
      },
    })
  },
})

function isOnlyStatus(changes: UpdateQuoteRequest): boolean {
  return Object.entries(changes).every(
    ([field, value]) => field === 'status' || value === undefined,
  )
}

export interface DeleteQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Deletes a quote: it is found no more by `getQuote`, `updateQuote` and `listQuotes`, except with
   * the filter `deleted: true`. Its history stays, and `restoreQuote` brings it back unchanged.
   *
   * @throws QuoteError `invalid_transition` while its order is being placed; call `orderQuote`
   */
  deleteQuote(
    context: StoreContext,
    quoteId: string,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const deleteQuoteOperation = defineOperation<DeleteQuote['deleteQuote']>({
  roles: internalRoles,
  errors: ['invalid_transition'],
  route: {
    method: 'DELETE',
    path: '/quotes/{quoteId}',
    summary: 'Delete a quote',
    status: 204,
    response: 'none',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const command = parseCallWithoutRequest(operation, [context, quoteId, options], 'delete')
    return runQuoteCommand(runtime, {
      ...command,
      decide: (record) =>
        deleteQuote(record, createLifecycleInput(runtime, command.caller), runtime.options),
    })
  },
})

export interface RestoreQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Restores a deleted quote, unchanged. Returns the stored record if the quote is not deleted.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote, or it was erased
   */
  restoreQuote(
    context: StoreContext,
    quoteId: string,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const restoreQuoteOperation = defineOperation<RestoreQuote['restoreQuote']>({
  roles: internalRoles,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/restore',
    summary: 'Restore a deleted quote',
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const command = parseCallWithoutRequest(operation, [context, quoteId, options], 'restore')
    return runQuoteCommand(runtime, {
      ...command,
      require: requireUnerasedQuote,
      decide: (record) =>
        restoreQuote(record, createLifecycleInput(runtime, command.caller), runtime.options),
    })
  },
})

export interface EraseQuote {
  /**
   * Erases a quote for good, deleted or not: its content, its customer, its messages, its history
   * and what it could be found by. The versions, their times and operations stay, without actors,
   * so that the events of the store have no gaps. Erasing an erased quote succeeds and changes
   * nothing.
   *
   * Backups, replicas and the database's own logs keep what they have. Idempotency keys stay until
   * they expire, with a hash of their request: put no personal data into keys.
   *
   * @throws QuoteError `quote_not_found` if this store never had such a quote
   * @throws QuoteError `invalid_transition` while its order is being placed; call `orderQuote`
   */
  eraseQuote(context: StoreContext, quoteId: string, options?: UpdateOptions): Promise<void>
}

export const eraseQuoteOperation = defineOperation<EraseQuote['eraseQuote']>({
  roles: internalRoles,
  errors: ['invalid_transition'],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/erase',
    summary: 'Erase a quote for good',
    status: 204,
    response: 'none',
  },

  create: (runtime, operation) => async (context, quoteId, options) => {
    const parsed = parseCallWithoutRequest(operation, [context, quoteId, options], 'erase')
    assertQuoteId(quoteId)
    const { caller } = parsed
    const { preview, signal } = parsed.options
    const command = eraseCommand(runtime, parsed)
    const lock = { key: `${caller.storeId}\0${quoteId}`, operation, signal }
    await runtime.run(signal, async () => {
      await runtime.withLock(lock, () => runCommand(runtime, command))
      if (preview !== true) await eraseRelayState(runtime, caller, quoteId)
    })
  },
})

/**
 * Removes what relays keep of the quote in the same storage, also if it was erased before: an
 * earlier call may have been interrupted. In a transaction of the host, the relay does it later.
 */
async function eraseRelayState(
  { options: { storage, timeoutMs } }: EngineRuntime,
  { storeId }: StoreContext,
  quoteId: string,
): Promise<void> {
  if (!hasMethods(storage, stateMethods)) return
  const state = storage as typeof storage & StateStorage
  try {
    await eraseRelayErrors(state, storeId, quoteId, async (operation, run) => {
      const wrapError = (cause: unknown) =>
        new QuoteError('storage_failed', { operation }, { cause })
      // Not ended by a signal of the caller, who could not tell that it is left.
      return callPort(run, { operation, timeoutMs, signal: undefined, wrapError })
    })
  } catch (error) {
    if (!isWithoutState(error)) throw error
  }
}

/**
 * Returns true for a database of an earlier release, which has no table of state until `migrate()`,
 * and for a role that has no rights on it: no relay has written there, or it has another role, and
 * removes the errors when it comes to the erasure.
 */
function isWithoutState(error: unknown): boolean {
  return isQuoteError(error) && statelessCodes.includes(error.code)
}

const statelessCodes: readonly string[] = ['storage_schema_mismatch', 'storage_permission_denied']

/** The value of an erased quote is null. */
function eraseCommand(
  runtime: EngineRuntime,
  { operation, caller, quoteId, options, payload }: ParsedCommand,
): Command<Quote> {
  const { authorize } = quoteAuthorization(runtime, operation, caller, options.signal)
  const { features } = runtime.options
  const otherRefs = [...recordsOfQuote(quoteId), ...refsOfQuote(features, quoteId)]
  return {
    caller,
    options,
    payload,
    ref: quoteRef(quoteId),
    assertExists(record) {
      if (record === undefined) throw new QuoteError('quote_not_found', { quoteId })
    },
    otherRefs,
    decide(record, others) {
      if (record === undefined || record.value === null) return undefined
      const now = currentTime(runtime.options)
      const change = eraseQuote(record, { actor: caller.actor, now }, runtime.options)
      const erasures = otherRefs.map((ref, at) =>
        eraseRecord(others[at], ref, { operation: 'erase', now }),
      )
      return {
        change: change as RecordChange as RecordChange<Quote>,
        others: erasures.filter((erasure) => erasure !== undefined),
      }
    },
    ...(authorize === undefined
      ? undefined
      : { authorize: (record) => authorize(record, undefined) }),
    cache: runtime.cache,
  }
}

/** What `copyQuote` takes. */
export interface CopyQuoteRequest {
  /**
   * `frozen` copies the prices of the lines, with the prices that were offered. `current` prices
   * the same products and quantities from the catalog.
   *
   * @default 'frozen'
   */
  readonly prices?: 'frozen' | 'current' | undefined
  /**
   * The currency of the copy: three capital letters. Another one needs `prices: 'current'`.
   *
   * @default The currency of the quote.
   */
  readonly currency?: string | undefined
}

export interface CopyQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Creates a new quote with the customer and its id, the lines, the discounts, the shipping and
   * the owner of another one, whatever its status is. Its tags, its number, its taxes and its
   * offers stay with it. At current prices, the copy has no shipping unless it is custom.
   *
   * @throws QuoteError `invalid_request` if a product left the catalog and `prices` is `current`
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the version of that quote
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   */
  copyQuote(
    context: StoreContext,
    quoteId: string,
    request?: CopyQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const copyRequest = lazy(() =>
  z.strictObject(
    {
      prices: z
        .enum(['frozen', 'current'], { error: withReceived('must be frozen or current') })
        .optional()
        .describe('The prices of the lines, or those of the catalog now'),
      currency: currencySchema().optional(),
    },
    mustBeObject,
  ),
)

export const copyQuoteOperation = defineOperation<CopyQuote['copyQuote']>({
  roles: internalRoles,
  errors: errorsOfPort('catalog'),
  tool: {},
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/copy',
    summary: 'Copy a quote',
    body: () => copyRequest().optional(),
    example: { prices: 'current' },
    status: 201,
    response: 'createdQuote',
  },

  create: (runtime, operation) => async (context, quoteId, request, options) => {
    const args = [context, quoteId, request, options] as const
    const { request: parsed, command } = parseCall(operation, copyRequest(), args, 'copy')
    const { caller } = command
    const { expectedVersion, ...newOptions } = command.options
    assertQuoteId(quoteId)
    return runNewQuoteCommand(runtime, {
      ...command,
      options: newOptions,
      otherRefs: [quoteRef(quoteId)],
      async prepare([loaded], idsBefore) {
        const source = requireQuote(loaded, quoteId)
        assertVersion(source, expectedVersion)
        const ids = new Set(source.value.products.map(({ id }) => id).filter((id) => id !== 0))
        const { currency = source.value.currency } = parsed
        const isCurrent = parsed.prices === 'current'
        if (currency !== source.value.currency && !isCurrent) throw frozenCurrencyError()
        const { customer } = source.value
        const pricing = getPricing(runtime, { currency, customer, ids: source.value, idsBefore })
        const products = isCurrent
          ? await runtime.findProducts(caller.storeId, ids, pricing, newOptions.signal)
          : undefined
        return {
          source,
          create: (input) => copyQuote(source, { ...input, products, currency }, runtime.options),
        }
      },
    })
  },
})

function frozenCurrencyError(): QuoteError {
  const message = "needs prices: 'current', because frozen prices are in the quote's own currency"
  return new QuoteError('invalid_request', { errors: { currency: message } })
}
