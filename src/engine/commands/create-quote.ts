import { assertUser, type UserList, usersRef } from '../../features/users/users.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import {
  type CreateQuoteInput,
  createQuote,
  type NewQuoteInput,
} from '../../quote/operations/create-quote.js'
import type { CreateQuoteRequest } from '../../quote/operations/requests.js'
import {
  needsShippingOptions,
  noShipping,
  type ParsedShippingOption,
} from '../../quote/pricing/shipping.js'
import { loadRegions } from '../../quote/regions/resolve-state.js'
import type { StoredRecord } from '../../record/record.js'
import type { CommandOptions, StoreContext } from '../arguments.js'
import { ownerError } from '../roles.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { currencyOfStore, getPricing, getShippingOptions } from './pricing.js'
import { runNewQuoteCommand } from './run-quote-command.js'

/** A quote to create from a request. */
interface NewQuote extends Pick<CreateQuoteInput, 'requested'> {
  /** The name of the method. */
  readonly operation: string
  readonly caller: StoreContext
  readonly options: CommandOptions
  /** What makes two requests the same for an idempotency key. */
  readonly payload: readonly unknown[]
  readonly request: CreateQuoteRequest
  /** Rejects what the caller cannot set. Gets the currency of the store. */
  readonly assertPermitted: (storeCurrency: string | undefined) => void
}

/** Creates a quote at the current prices of the catalog, and with the shipping that is chosen. */
export function createNewQuote(
  runtime: EngineRuntime,
  { operation, caller, options, payload, request, requested, assertPermitted }: NewQuote,
): Promise<QuoteRecord> {
  const { findProducts, options: policy } = runtime
  const { owner, customer, ship_to: shipTo, shipping } = request
  const { storeId, role } = caller
  const { signal } = options
  const productIds = new Set<ProductId>()
  for (const { id } of request.products) if (id !== undefined && id !== 0) productIds.add(id)
  return runNewQuoteCommand(runtime, {
    operation,
    caller,
    options,
    payload,
    otherRefs: owner === undefined ? [] : [usersRef],
    async prepare([users], idsBefore) {
      const storeCurrency = currencyOfStore(runtime, storeId)
      assertPermitted(storeCurrency)
      if (owner !== undefined && role === 'buyer') throw ownerError(operation)
      if (owner !== undefined) assertUser(users as StoredRecord<UserList> | undefined, owner)
      const currency = request.currency ?? storeCurrency
      const pricing = getPricing(runtime, {
        currency,
        customer: {},
        customerChanges: customer,
        ids: request,
        idsBefore,
      })
      const loading = loadRegions(policy.resolveRegion, customer, shipTo)
      if (loading !== undefined) await loading
      const products = await findProducts(storeId, productIds, pricing, signal)
      // Lists the fields because V8 is slow to spread, and every creation passes here.
      const create = (
        created: CreateQuoteRequest,
        { quoteId, actor, now, number, scoped }: NewQuoteInput,
        shippingOptions?: readonly ParsedShippingOption[],
      ) => {
        const input = {
          quoteId,
          actor,
          now,
          number,
          scoped,
          products,
          currency,
          shippingOptions,
          requested,
        }
        return createQuote(created, input, policy)
      }
      if (!needsShippingOptions(shipping, noShipping))
        return { create: (input) => create(request, input) }
      const draft = create(
        { ...request, shipping: undefined },
        { quoteId: '', now: currentTime(policy) },
      )
      const shippingOptions = await getShippingOptions(runtime, storeId, draft.record.value, signal)
      return { create: (input) => create(request, input, shippingOptions) }
    },
  })
}
