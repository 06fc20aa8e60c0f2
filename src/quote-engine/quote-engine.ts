import { type CallOptions, parseContext, type StoreContext } from '../engine/arguments.js'
import { createInFlightTracker } from '../engine/execution/in-flight.js'
import { type EngineFeature, type FeatureOperationName, operationsOf } from '../engine/features.js'
import type { Operation } from '../engine/operation.js'
import { type EngineOptions, resolveOptions } from '../engine/options.js'
import type { PermitOf } from '../engine/permit.js'
import { createRequiredApprovals } from '../engine/required-approvals.js'
import { restrictMethod } from '../engine/roles.js'
import {
  createRuntime,
  currentTime,
  type EngineRuntime,
  inTransaction,
  storageUsing,
} from '../engine/runtime.js'
import { createScopedMethod, type ScopedMethod } from '../engine/scoped-runtime.js'
import { createSearchProducts, type SearchProducts } from '../engine/search-products.js'
import { getStoreSettings, type StoreSettings } from '../engine/store-settings.js'
import { traceMethod } from '../engine/tracing.js'
import { QuoteError, type RequiredApproval } from '../errors.js'
import {
  getSituation,
  type PossibleTransition,
  possibleTransitions,
} from '../quote/model/lifecycle.js'
import type { FieldTypes, FieldTypesOf, OwnFields } from '../quote/model/own-fields.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import type { Transition } from '../quote/model/transitions.js'
import { type ApprovalOperation, possibleApprovals } from '../quote/operations/approvals.js'
import { canEdit } from '../quote/operations/edit-rules.js'
import { describeKind } from '../validation/describe-value.js'
import { type OperationMethods, operations } from './operations.js'

/** The names of the engine's methods that the option `permit` decides on. */
export type OperationName = keyof OperationMethods

/**
 * Decides whether a call is allowed. Returns true, or the reason why it is not, which rejects the
 * call with `not_permitted`. Called before anything is stored, and again after a conflict with
 * another writer.
 *
 * @param operation The name of the method. With features, those of theirs are as well, such as
 * `callNotes.addNote`.
 * @param record The stored quote, for `getQuote` in the requested version; the quote that a copy or
 * a template is made from. Undefined if the call creates a quote, concerns several quotes or the
 * tags, users or templates of the store, or if the quote is erased.
 * @param next The quote as it would be stored. Undefined if the call only reads, erases a quote, or
 * changes no quote.
 * @param call The signal of the call, and the client of the host's transaction that it is part of.
 * @typeParam Client What the host passes to `engine.using`, such as `PoolClient` of pg.
 *
 * @example
 * // Buyers only read; more than 20 % off needs a manager.
 * const permit: Permit = ({ role, actor }, operation, record, next) => {
 *   if (role === 'buyer') return operation === 'getQuote' || 'buyers can only read'
 *   const isLow = next && Number(next.quote.quote_total) < Number(next.quote.price_total) * 0.8
 *   return isLow && !managers.has(actor) ? 'more than 20 % off needs a manager' : true
 * }
 */
export type Permit<Fields extends FieldTypes = FieldTypes, Client = unknown> = PermitOf<
  OperationName,
  Fields,
  Client
>

/** Options of a quote engine. Only `storage` and `catalog` are required. */
export interface QuoteEngineOptions<
  Fields extends OwnFields = OwnFields,
  Client = unknown,
  Features extends readonly EngineFeature[] = readonly [],
> extends EngineOptions<OperationName | OperationsOf<Features>, Fields, Client, Features> {}

/** What a caller can do with a quote. */
export interface PossibleOperations {
  /**
   * The changes of status. Those of `updateQuote` lead to a status of the host: `updateQuote` with
   * `{ status: to }` makes them.
   */
  readonly transitions: readonly PossibleTransition[]
  /**
   * True if `updateQuote` can change the customer and the lines without withdrawing an offer, so
   * that `priceTaxes` and `repriceQuote` are possible as well.
   */
  readonly canEdit: boolean
  /**
   * The operations on approvals. None without the option `approvals`. Whether the caller may decide
   * an approval is known only once `approvals.mayApprove` is asked.
   */
  readonly approvals: readonly ApprovalOperation[]
}

/**
 * Creates, prices, updates, finds and deletes the quotes of any number of stores.
 *
 * Methods can be destructured (`const { createQuote } = engine`). Results are deeply frozen. Every
 * error is a rejection with a `QuoteError`; only `using` and `possibleOperations` throw it.
 *
 * Besides the codes that its own documentation names, every method can reject with:
 * - `invalid_context` or `invalid_options` if the context or the options are invalid, or an option
 *   of the engine that the call needs is missing
 * - `invalid_request` with one error per invalid field of what it takes
 * - `not_permitted` if it is not for the caller's role, or the option `permit` rejects it
 * - `quote_not_found` or `record_not_found` if it is of a quote or a template, and the store has no
 *   such one, or it is deleted
 * - `storage_failed`, `storage_invalid_response`, `storage_schema_mismatch`,
 *   `storage_permission_denied` or `timeout` if the storage fails
 * - `transaction_failed` if it fails inside a transaction of the host, after `using`
 * - `callback_failed` if a function among the engine's options throws
 * - `aborted` if `options.signal` aborts
 * - `engine_closed` after `close`
 *
 * One that writes, also with:
 * - `version_mismatch` if `expectedVersion` is not the stored version; `quoteId` of its details is
 *   the id of the quote or template
 * - `idempotency_key_reused` if the key was used for a different request
 * - `conflict` if other writers committed first in all `maxAttempts` attempts
 *
 * If a call that writes rejects during its commit, because of the storage or its signal, the change
 * was applied completely or not at all. Reload the quote to find out, or retry with the same
 * idempotency key.
 */
export interface QuoteEngine<Fields extends FieldTypes = FieldTypes>
  extends OperationMethods<Fields> {
  /**
   * Returns this engine inside a transaction of the host: what it writes is committed, or rolled
   * back, with what the host writes on the same client. The host begins and ends the transaction.
   *
   * It does not batch calls, and does not use the record cache. An SQL error leaves the transaction
   * unusable: the call rejects with `transaction_failed`, and the host must roll back. Until the
   * transaction ends, other writers of the same store wait for it, so keep it short.
   *
   * @param client What the storage's `using` takes: for `postgresStorage` a client that is inside a
   * transaction, for `sqliteStorage` a connection.
   * @throws QuoteError `invalid_options` if the storage has no `using`, or rejects the client
   *
   * @example
   * await client.query('begin')
   * const { quoteId } = await engine.using(client).createQuote(context, request)
   * await client.query('insert into orders (quote_id) values ($1)', [quoteId])
   * await client.query('commit')
   */
  using(client: unknown): OperationMethods<Fields>

  /** The option `fields`: what the host declares. */
  readonly fields: OwnFields

  /**
   * The operations of the option `features`, by names such as `callNotes.addNote`, for the adapters
   * of this package. Absent without features.
   */
  readonly featureOperations?: Readonly<Record<FeatureOperationName, object>> | undefined

  /**
   * Every transition of the life cycle: the built-in ones, those of the option `lifecycle`, and
   * what `allowLateAcceptance` adds.
   */
  readonly transitions: readonly Transition[]

  /** True if the engine has the option `approvals`, so that quotes can need an approval. */
  readonly requiresApprovals: boolean

  /**
   * Returns what the engine knows of a store, for whatever shows its quotes: time zone, currency,
   * language, and whether taxes are calculated when a quote is sent. The desk, the page for
   * customers and the mailer ask it, so that a store's options stand in one place.
   *
   * @throws QuoteError `invalid_context` if `storeId` is no id; `invalid_options` if a function
   * among the options returns something else than it must, or `callback_failed` if it throws
   *
   * @example
   * const { timeZone } = engine.storeSettings('store-1') // 'Europe/Berlin'
   */
  storeSettings(storeId: string): StoreSettings

  /**
   * Finds products of the caller's store by words, for forms of sellers: at most 20, of which one
   * with this id or SKU is the first. Undefined if the catalog has no `searchProducts`.
   *
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `quote_not_found` if the caller sees no quote with `quoteId`
   * @throws QuoteError `invalid_request` if `customerId` or `companyId` is outside of the scope of
   * the caller
   * @throws QuoteError `not_permitted` for buyers
   *
   * @example
   * const products = await engine.searchProducts?.(context, 'oak desk', { quoteId })
   */
  readonly searchProducts?: SearchProducts | undefined

  /**
   * Returns what the caller can do with a quote now: the changes of status, and whether its content
   * can be edited. Reads nothing and stores nothing. What `permit`, a guard of the life cycle or a
   * port rejects is known only once it is tried; `preview` tries it.
   *
   * @param record A quote of this engine, as its methods return it.
   * @throws QuoteError `invalid_context`; `invalid_request` for anything but a record;
   * `invalid_options` or `callback_failed` if `now` fails
   *
   * @example
   * const { transitions } = engine.possibleOperations(context, await engine.getQuote(context, id))
   * transitions.some(({ operation }) => operation === 'sendQuote') // true for a new quote
   */
  possibleOperations(context: StoreContext, record: QuoteRecord<Fields>): PossibleOperations

  /**
   * Returns what must still be approved before a quote can be sent: what the option `approvals`
   * requires of it now, and has not been approved. Asks no provider, so that taxes and shipping
   * that are calculated when it is sent do not count; `sendQuote` decides. None for buyers.
   *
   * @param record The stored quote, as the methods of the engine return it.
   * @param quote What it would be after a change, such as a preview returns. Default: as stored.
   * @throws QuoteError `invalid_context`; `invalid_options`; `callback_failed` if
   * `approvals.require` fails
   * @throws QuoteError `invalid_request` if the record is none, or is of another store or outside
   * of the scope of the caller; `not_permitted` if the scope has no such quotes
   *
   * @example
   * const missing = await engine.requiredApprovals(context, await engine.getQuote(context, id))
   * console.log(missing.map(({ label, status }) => `${label}: ${status}`))
   */
  requiredApprovals(
    context: StoreContext,
    record: QuoteRecord<Fields>,
    quote?: Quote<Fields>,
    options?: CallOptions,
  ): Promise<readonly RequiredApproval[]>

  /**
   * Rejects new calls with `engine_closed` and resolves when all running calls have settled. Waits
   * no longer than their timeouts allow. Does not close the storage's connections; close them
   * afterwards.
   */
  close(): Promise<void>
}

/**
 * Creates a quote engine that uses a storage and a catalog.
 *
 * @throws QuoteError `invalid_options` with one error per missing, invalid or unknown option
 *
 * @example
 * const engine = createQuoteEngine({
 *   storage: memoryStorage(),
 *   catalog: memoryCatalog({ 'store-1': [{ id: 118, price: '250.00' }] }),
 * })
 * const { quoteId, quote } = await engine.createQuote(
 *   { storeId: 'store-1' },
 *   { customer: { name: 'Grace' }, products: [{ id: 118, qty: 2 }] },
 * )
 */
export function createQuoteEngine<
  const Fields extends OwnFields = OwnFields,
  Client = unknown,
  const Features extends readonly EngineFeature[] = readonly [],
>(
  options: QuoteEngineOptions<Fields, Client, Features>,
): EngineWith<FieldTypesOf<Fields>, Features> {
  const { run, close } = createInFlightTracker()
  const runtime = createRuntime(resolveOptions(options as EngineOptions<never>), run)
  const methods = createMethods(runtime)
  const engine: QuoteEngine = {
    ...methods,
    searchProducts: createSearchProducts(runtime, methods.getQuote),
    transitions: runtime.options.lifecycle.transitions,
    requiresApprovals: runtime.options.requireApprovals !== undefined,
    storeSettings: (storeId) => getStoreSettings(runtime, storeId),
    possibleOperations: (context, record) => getPossibleOperations(runtime, context, record),
    requiredApprovals: createRequiredApprovals(runtime),
    using: (client) =>
      createMethods(inTransaction(runtime, storageUsing(options.storage, client), client)),
    fields: runtime.options.fields,
    close,
  }
  return engine as unknown as EngineWith<FieldTypesOf<Fields>, Features>
}

/** An engine, with the methods of its features if it is known which it has. */
type EngineWith<
  Fields extends FieldTypes,
  Features extends readonly EngineFeature[],
> = Features extends readonly []
  ? QuoteEngine<Fields>
  : readonly EngineFeature[] extends Features
    ? QuoteEngine<Fields>
    : WithFeatures<Features, Fields> & QuoteEngine<Fields>

/** What an engine with features has besides. */
interface WithFeatures<Features extends readonly EngineFeature[], Fields extends FieldTypes> {
  /** The methods of the option `features`, by the name of the feature. */
  readonly features: MethodsOf<Features>
  /** Returns this engine inside a transaction of the host, with the methods of its features. */
  using(
    client: unknown,
  ): OperationMethods<Fields> & Pick<WithFeatures<Features, Fields>, 'features'>
}

/** The methods of each feature by its name. */
type MethodsOf<Features extends readonly EngineFeature[]> = {
  readonly [Declared in Features[number] as Declared['name']]: MethodsOfOne<Declared>
}

type MethodsOfOne<Declared> = Declared extends { readonly '~methods'?: infer Methods }
  ? NonNullable<Methods>
  : never

/** The operations of features, as `permit` gets their names: none without features. */
type OperationsOf<Features extends readonly EngineFeature[]> = Features extends readonly []
  ? never
  : {
      [Declared in Features[number] as Declared['name']]: `${Declared['name']}.${string &
        keyof MethodsOfOne<Declared>}`
    }[Features[number]['name']]

/** Creates the methods of an engine, and those of its features if it has any. */
function createMethods(runtime: EngineRuntime): OperationMethods {
  const methods = methodsOf(runtime, operations) as unknown as OperationMethods
  const { features } = runtime.options
  if (features.length === 0) return methods
  const ofFeatures = features.map((feature) => {
    const ownMethods = methodsOf(runtime, feature.operations, `${feature.name}.`)
    return [feature.name, Object.freeze(ownMethods)] as const
  })
  const declared = { features: Object.freeze(Object.fromEntries(ofFeatures)) }
  return { ...methods, ...declared, featureOperations: operationsOf(features) } as OperationMethods
}

/** @param prefix What stands before the names of the operations elsewhere. */
function methodsOf(
  runtime: EngineRuntime,
  list: Readonly<Record<string, object>>,
  prefix = '',
): Readonly<Record<string, unknown>> {
  const { lifecycle } = runtime.options
  const methods = Object.entries(list).map(([key, operation]) => {
    const { create, roles, isPaged, route } = operation as Operation<unknown> & ScopedMethod
    const name = `${prefix}${key}`
    const method = createScopedMethod(runtime, { name, create, isPaged })
    const restricted = { name, roles, isPaged, response: route.response }
    const isOfQuote = route.path.startsWith('/quotes/{quoteId}')
    const shown = restrictMethod(method, restricted, lifecycle)
    return [key, traceMethod(shown, { name, isPaged, isOfQuote })]
  })
  return Object.fromEntries(methods)
}

function getPossibleOperations(
  { options }: EngineRuntime,
  context: StoreContext,
  record: QuoteRecord,
): PossibleOperations {
  const { role } = parseContext(context)
  const { quote, updated } = Object(record) as QuoteRecord
  if (typeof quote?.status !== 'string' || typeof updated !== 'number') {
    const message = `must be a record such as getQuote returns, received ${describeKind(record)}`
    throw new QuoteError('invalid_request', { errors: { record: message } })
  }
  // A clock that goes back does not bring an expired offer back.
  const time = Math.max(currentTime(options), updated)
  const transitions = possibleTransitions(options.lifecycle, getSituation(quote, role, time))
  return Object.freeze({
    transitions,
    canEdit: canEdit(quote, role, options),
    approvals: possibleApprovals(quote, role, time, options),
  })
}
