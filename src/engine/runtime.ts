import type * as z from 'zod'
import { isQuoteError, QuoteError } from '../errors.js'
import type { StoragePort } from '../ports/storage.js'
import { limitsForRole } from '../quote/model/field-rules.js'
import type { HostIds } from '../quote/model/host-ids.js'
import type { RequestLimits } from '../quote/model/policy.js'
import type { Quote } from '../quote/model/quote.js'
import {
  type CreateQuoteRequest,
  createQuoteRequestParser,
  type UpdateQuoteRequest,
  updateQuoteRequestParser,
} from '../quote/operations/requests.js'
import type { ScopeLimit } from '../quote/search/quote-scope.js'
import type { StoredRecord } from '../record/record.js'
import { createOnFirstCall } from '../validation/create-on-first-call.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { checkNow } from '../validation/wrap-callback.js'
import { type AuthorizeApprover, createAuthorizeApprover } from './approvals.js'
import type { InFlightTracker } from './execution/in-flight.js'
import { createKeyedMutex, type KeyedMutex } from './execution/keyed-mutex.js'
import { createRecordCache, type RecordCache } from './execution/record-cache.js'
import type { ResolvedOptions } from './options.js'
import { type Authorize, createAuthorize } from './permit.js'
import { callPort } from './ports/call-port.js'
import { type CheckedPorts, createCheckedPorts } from './ports/checked-ports.js'
import { type CheckedStorage, createCheckedStorage } from './ports/checked-storage.js'
import { createGetLimit, type GetLimit } from './scope.js'

/** The dependencies that all operations of one engine share. */
export interface EngineRuntime extends CheckedPorts, RequestParsers {
  readonly options: ResolvedOptions
  readonly storage: CheckedStorage
  /** What was written inside transactions of the host. */
  readonly transactions: HostTransactions
  /** Undefined if the option `recordCacheSize` is 0. */
  readonly cache: RecordCache<Quote> | undefined
  /** Rejects calls that the option `permit` does not allow. Undefined if there is none. */
  readonly permit: Authorize | undefined
  /** Rejects decisions that `approvals.mayApprove` does not allow. Undefined if there is none. */
  readonly authorizeApprover: AuthorizeApprover | undefined
  /** Returns what limits a caller: its scope. */
  readonly getLimit: GetLimit
  /** What limits the caller of the call that this runtime is for. Absent if nothing can. */
  readonly scope?: CallScope | undefined
  /** Runs the commands of one record one after the other. */
  readonly withLock: KeyedMutex
  readonly run: InFlightTracker['run']
  /** Runs tasks in transactions of the host. Undefined without the option `orders.transaction`. */
  readonly transaction: RunInTransaction | undefined
}

/** What parses requests within the limits of an engine. */
interface RequestParsers {
  readonly parseCreateRequest: (input: unknown) => CreateQuoteRequest
  /** Parses the request of a buyer, who learns less from its errors. */
  readonly parseBuyersRequest: (input: unknown) => CreateQuoteRequest
  readonly parseUpdateRequest: (input: unknown) => UpdateQuoteRequest
  /**
   * Parses a request by the schema for the limits. Each result is a copy.
   *
   * @param schemaFor Creates the schema when it is first used. A function that is the same in all
   * calls.
   * @throws QuoteError `invalid_request` with every error
   */
  readonly parseRequest: <Request>(schemaFor: SchemaFor<Request>, input: unknown) => Request
}

type SchemaFor<Request> = (limits: RequestLimits) => z.ZodType<Request>

/**
 * Runs a task in a transaction of the host, which commits if the task resolves.
 *
 * @throws QuoteError `timeout` or `aborted`; the transaction may still be committed then.
 * `transaction_failed` if it cannot be begun or committed; or what the task throws
 */
type RunInTransaction = <T>(
  signal: AbortSignal | undefined,
  task: (inside: EngineRuntime, signal: AbortSignal | undefined) => Promise<T>,
) => Promise<T>

/** What limits the caller of one call. */
export interface CallScope {
  /**
   * Returns the limit, once the call runs; undefined for a caller who sees all quotes.
   *
   * @throws TypeError before, so that nothing is read by mistake
   */
  limit(): ScopeLimit | undefined
  /**
   * Rejects a record that is outside of it.
   *
   * @throws QuoteError `invalid_request` or `not_permitted`
   */
  assertHas(record: StoredRecord): void
  /**
   * Rejects ids of the host that a quote inside of it cannot have.
   *
   * @throws QuoteError `invalid_request` or `not_permitted`
   */
  assertIds(ids: HostIds<string | undefined>): void
  /** The runtime that it limits. */
  readonly whole: EngineRuntime
}

export function createRuntime(options: ResolvedOptions, run: EngineRuntime['run']): EngineRuntime {
  const { limits, recordCacheSize, timeoutMs } = options
  const transactions = createHostTransactions()
  const runtime: EngineRuntime = {
    options,
    transactions,
    storage: createCheckedStorage(options.storage, timeoutMs, limits.maxPageBytes, {
      isLockedByHost: (storeId) => transactions.hasWritten(storeId, timeoutMs),
    }),
    ...checkedCalls(options),
    cache: recordCacheSize === 0 ? undefined : createRecordCache(recordCacheSize),
    ...requestParsers(limits),
    withLock: createKeyedMutex(timeoutMs),
    run,
    transaction:
      options.orders?.transaction && ((signal, task) => beginTransaction(runtime, signal, task)),
  }
  return runtime
}

const parsersByLimits = new WeakMap<RequestLimits, RequestParsers>()

/** Returns the parsers, which take long to create, for all engines with the same limits. */
function requestParsers(limits: RequestLimits): RequestParsers {
  const known = parsersByLimits.get(limits)
  if (known !== undefined) return known
  const parsers: RequestParsers = {
    parseCreateRequest: createOnFirstCall(() => createQuoteRequestParser(limits)),
    parseBuyersRequest: createOnFirstCall(() =>
      createQuoteRequestParser(limitsForRole('buyer', limits)),
    ),
    parseUpdateRequest: createOnFirstCall(() => updateQuoteRequestParser(limits)),
    parseRequest: createRequestParser(limits),
  }
  parsersByLimits.set(limits, parsers)
  return parsers
}

function createRequestParser(limits: RequestLimits): RequestParsers['parseRequest'] {
  const schemas = new Map<SchemaFor<unknown>, z.ZodType<unknown>>()
  return <Request>(schemaFor: SchemaFor<Request>, input: unknown) => {
    const schema = schemas.get(schemaFor) ?? schemaFor(limits)
    schemas.set(schemaFor, schema)
    return parseOrThrow(schema as z.ZodType<Request>, input, 'invalid_request')
  }
}

/** Limits the whole transaction by `timeoutMs`, as its connection is one that others wait for. */
const beginTransaction = async <T>(
  runtime: EngineRuntime,
  signal: AbortSignal | undefined,
  task: Parameters<RunInTransaction>[1],
): Promise<T> => {
  const { options } = runtime
  const { storage, orders, timeoutMs } = options
  const operation = 'orders.transaction'
  let outcome: { readonly value: unknown } | { readonly error: unknown } | undefined
  const wrapError = (cause: unknown) =>
    new QuoteError('transaction_failed', { operation }, { cause })
  await callPort(
    (call) =>
      orders?.transaction?.(async (client) => {
        call.signal.throwIfAborted()
        const calls: unknown[] = []
        const waitedFor = { ...orders, placeOrder: noteCall(orders, calls) }
        const bound = { ...runtime, options: { ...options, orders: waitedFor } }
        try {
          const inside = inTransaction(bound, storageUsing(storage, client), client)
          outcome = { value: await task(inside, call.signal) }
          call.signal.throwIfAborted()
        } catch (cause) {
          const error = isOfOtherDatabase(cause) ? wrapError(otherDatabaseError(cause)) : cause
          outcome = { error }
          throw error
        } finally {
          // A statement of the host that comes later would not be part of the transaction.
          await Promise.allSettled(calls)
        }
      }),
    { operation, timeoutMs, signal, wrapError },
  )
  if (outcome === undefined)
    throw wrapError(new TypeError('it must call its argument, and wait for it'))
  if ('error' in outcome) throw outcome.error
  return outcome.value as T
}

/** The engine has read the quote in the storage before: there are tables, but not here. */
function isOfOtherDatabase(error: unknown): boolean {
  return isQuoteError(error) && error.code === 'storage_schema_mismatch'
}

function otherDatabaseError(cause: unknown): TypeError {
  const message = 'its client must be one of the database of the storage, and is of another one'
  return new TypeError(message, { cause })
}

type Orders = NonNullable<ResolvedOptions['orders']>

/** Returns the method of the port, which adds what it returns to `calls`. */
function noteCall(port: Orders, calls: unknown[]): Orders['placeOrder'] {
  return (request, call) => {
    const result = port.placeOrder(request, call)
    calls.push(result)
    return result
  }
}

/** Returns the calls of the host. Inside a transaction of the host, they receive its client. */
function checkedCalls(options: ResolvedOptions, client?: unknown) {
  const policy = { timeoutMs: options.timeoutMs, client }
  return {
    ...createCheckedPorts(options, policy),
    permit: createAuthorize(options.permit, policy),
    authorizeApprover: createAuthorizeApprover(options.mayApprove, policy),
    getLimit: createGetLimit(options.scope, options.limits.fields.searched, policy),
  }
}

/**
 * Returns a runtime inside a transaction of the host. It has no record cache, because the
 * transaction may be rolled back.
 */
export function inTransaction(
  runtime: EngineRuntime,
  storage: ResolvedOptions['storage'],
  client: unknown,
): EngineRuntime {
  const options = { ...runtime.options, storage }
  const { limits, timeoutMs } = options
  return {
    ...runtime,
    options,
    storage: createCheckedStorage(storage, timeoutMs, limits.maxPageBytes, {
      onCommitted: (storeId) => runtime.transactions.recordWrite(storeId),
    }),
    ...checkedCalls(options, client),
    // An order in another system cannot be rolled back together with its mark.
    ...(options.orders?.transaction === undefined && { placeOrder: undefined }),
    transaction: undefined,
    cache: undefined,
    withLock: createKeyedMutex(timeoutMs),
  }
}

/**
 * Returns a runtime for the steps of one call, which is tracked as a whole: `close` waits for all
 * of its steps.
 */
export function withinCall(runtime: EngineRuntime): EngineRuntime {
  return { ...runtime, run: (_, step) => step() }
}

/**
 * Returns a runtime for a step that must succeed, whether the caller still sees the quote or not.
 * Idempotency keys stay those of the caller.
 */
export function withoutScope(runtime: EngineRuntime): EngineRuntime {
  const { scope } = runtime
  if (scope === undefined) return runtime
  return { ...runtime, storage: scope.whole.storage, scope: { ...scope, assertHas: () => {} } }
}

/**
 * Returns the time of the option `now`.
 *
 * @throws QuoteError `invalid_options` if it is not an integer; `callback_failed` if `now` throws
 */
export function currentTime(options: ResolvedOptions): number {
  return checkNow(options.now())
}

/**
 * Returns a quote id of the option `generateId`.
 *
 * @throws QuoteError `invalid_options` if it is not a valid id; `callback_failed` if `generateId`
 * throws
 */
export function generateQuoteId({ generateId }: ResolvedOptions): string {
  const quoteId: unknown = generateId()
  if (isValidId(quoteId)) return quoteId
  throw new QuoteError('invalid_options', {
    errors: { generateId: `must return ${validId}` },
  })
}

/** Remembers which stores were written inside transactions of the host, to explain timeouts. */
interface HostTransactions {
  recordWrite(storeId: string): void
  /** Returns true if a transaction that began at most so long before the timeout may be open. */
  hasWritten(storeId: string, timeoutMs: number): boolean
}

const maxStores = 1_000

function createHostTransactions(): HostTransactions {
  /** Ordered from the first to the last written store. */
  const writes = new Map<string, number>()
  return {
    recordWrite(storeId) {
      writes.delete(storeId)
      writes.set(storeId, performance.now())
      if (writes.size <= maxStores) return
      const [first = storeId] = writes.keys()
      writes.delete(first)
    },
    hasWritten(storeId, timeoutMs) {
      const time = writes.get(storeId)
      return time !== undefined && performance.now() - time <= 2 * timeoutMs
    },
  }
}

/** A storage that can be bound to a client of the host. */
interface TransactionalStorage {
  using(client: unknown): StoragePort
}

/** @throws QuoteError `invalid_options` */
export function storageUsing(storage: StoragePort, client: unknown): StoragePort {
  if (typeof (storage as Partial<TransactionalStorage>).using === 'function')
    return (storage as StoragePort & TransactionalStorage).using(client)
  const message = 'must have a method using, as postgresStorage and sqliteStorage have'
  throw new QuoteError('invalid_options', { errors: { storage: message } })
}
