import type { Transition } from '../../../quote/lifecycle/transitions.js'
import { operationForStatus } from '../../../quote/operations/edit-rules.js'
import { completeUpdate } from '../../../quote/operations/update-quote.js'
import { defaultLimits } from '../../../quote/policy.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { type UpdateQuoteRequest, updateRequestSchema } from '../../../quote/requests.js'
import type { StoredRecord } from '../../../record/record.js'
import { assertUser, type UserList, usersRef } from '../../../store/users-record.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { oncePerVersion } from '../../commands/price-once.js'
import { priceUpdate } from '../../commands/price-update.js'
import { refsToNumber, withNumber } from '../../commands/quote-numbers.js'
import { assertQuoteId, requireQuote } from '../../commands/require-quote.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { ownerError } from '../../roles.js'
import { currentTime } from '../../runtime.js'
import { refsFor } from '../lifecycle/send-quote.js'
import { defineOperation } from '../operation.js'

export interface UpdateQuote {
  /**
   * Merges changes into a quote. Absent fields keep their values. Returns the stored record if
   * nothing changes.
   *
   * If another writer commits first, the merge is repeated on the new version. So concurrent
   * updates of different fields all succeed. Pass `expectedVersion` to reject instead. Stores
   * nothing if it rejects with one of these errors.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` with one error per invalid field
   * @throws QuoteError `quote_locked` if the customer or the lines would change, and the quote was
   * sent or closed; call `reviseQuote` first, or set the option `lifecycle.reviseOnUpdate`
   * @throws QuoteError `invalid_transition` or `quote_expired` if it cannot get this `status` now
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version
   * @throws QuoteError `not_permitted` if the option `permit` rejects the call
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails; it is called only if the changes add products
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
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
    changes: UpdateQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

export const updateQuoteOperation = defineOperation<UpdateQuote['updateQuote']>({
  roles: 'all',
  route: {
    method: 'PUT',
    path: '/quotes/{quoteId}',
    summary: 'Update a quote',
    body: () => updateRequestSchema(defaultLimits),
    example: { products: [{ id: 118, quote: '180.00' }], tag_list: ['Needs Approval'] },
    status: 200,
    response: 'quote',
  },

  create: (runtime, operation) => async (context, quoteId, changes, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    const parsedChanges = runtime.parseUpdateRequest(changes)
    assertQuoteId(quoteId)
    const { actor, role } = caller
    const { options: policy } = runtime
    const { owner, status } = parsedChanges
    const { signal } = parsedOptions
    const also = owner == null ? [] : [usersRef]
    const numberRefs = status === 'sent' ? refsToNumber(runtime, 'send') : []
    const price = oncePerVersion((record, now) =>
      priceUpdate(runtime, parsedChanges, { caller, record, now, signal }),
    )
    return runQuoteCommand(runtime, {
      operation,
      caller,
      quoteId,
      options: parsedOptions,
      payload: ['update', quoteId, parsedChanges, parsedOptions.expectedVersion],
      require: requireQuote,
      also,
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
        const refs = plan.operation === 'sendQuote' ? refsFor(record, numberRefs) : []
        return withNumber(runtime, caller, others, refs, (number) =>
          completeUpdate(plan, edited, { actor, role, now, ...offerPrices, number }),
        )
      },
      operations(record, { value: next }) {
        const operation = operationForStatus(record, status, currentTime(policy))
        const { seal, status: before } = record.value
        const isWithdrawn = seal !== undefined && next.seal !== seal
        const isReopened = next.status === 'draft' && before !== 'draft'
        const names = new Set<Transition['operation']>()
        if (!isOnlyStatus(parsedChanges) || operation === undefined) names.add('updateQuote')
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
