import { hash, randomBytes } from 'node:crypto'
import { isQuoteError, QuoteError } from '../../errors.js'
import type { PlaceOrderRequest } from '../../ports/orders.js'
import type { MaybePromise } from '../../ports/storage.js'
import { getDue } from '../../quote/lifecycle/change-status.js'
import { getOpenLines, takeNextPart } from '../../quote/lifecycle/order-parts.js'
import { hasPendingOrder, openAttempts } from '../../quote/model/lifecycle.js'
import type { OrderedLine } from '../../quote/model/order-fields.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { type QuoteChange, quoteRef, toQuoteRecord } from '../../quote/model/quote-record.js'
import { type AcceptedOffer, acceptQuote, hasCallerAccepted } from '../../quote/operations/offer.js'
import { abandonOrder, orderQuote, startOrder } from '../../quote/operations/order.js'
import { getAcceptedQuote } from '../../quote/selection/select-quote.js'
import type { StoredRecord } from '../../record/record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { StoreContext } from '../arguments.js'
import { callPort } from '../ports/call-port.js'
import type { PlaceOrder } from '../ports/checked-ports.js'
import { type EngineRuntime, withinCall, withoutScope } from '../runtime.js'
import { createScopedMethod } from '../scoped-runtime.js'
import { priceSelectionOf } from './pricing.js'
import { assertVersion, findCommandResult } from './run-command.js'
import {
  createLifecycleInput,
  createOrderInput,
  type ParsedCommand,
  requireUnerasedQuote,
  runQuoteCommand,
} from './run-quote-command.js'

/**
 * Places the order of an accepted quote, or of a part of it, through the port `orders`. With the
 * option `orders.transaction`, in a transaction of the host.
 *
 * @param lines The lines of the part. By default what was begun, or else everything that is open.
 */
export function placeQuoteOrder(
  runtime: EngineRuntime,
  command: ParsedCommand,
  placeOrder: PlaceOrder,
  lines?: readonly OrderedLine[],
): Promise<QuoteRecord> {
  const { signal, preview } = command.options
  const { caller } = command
  return withOrderLock(runtime, command, (locked) =>
    locked.run(signal, () => {
      const within = withinCall(locked)
      if (preview || within.transaction === undefined)
        return placeAndRecord(within, command, { placeOrder, orderer: caller, lines })
      return runInTransaction(within, command, (inside) =>
        placeAndRecord(inside, command, {
          placeOrder: inside.placeOrder as PlaceOrder,
          orderer: caller,
          lines,
        }),
      )
    }),
  )
}

/**
 * Returns the change that accepts an offer. Asks the providers of taxes and shipping if only they
 * know what is selected costs.
 */
export function acceptOffer(
  runtime: EngineRuntime,
  { caller, options: { signal } }: ParsedCommand,
  accepted: AcceptedOffer,
  record: StoredRecord<Quote>,
): MaybePromise<QuoteChange | undefined> {
  const { options: policy } = runtime
  const { value: quote } = record
  const input = {
    ...createLifecycleInput(runtime, caller),
    // Few acceptances need it.
    get salt() {
      return generateSalt()
    },
  }
  const { selection, revision } = accepted
  const isOpen = quote.seal !== undefined && quote.acceptance === undefined
  if (selection === undefined || !isOpen || revision !== quote.revision)
    return acceptQuote(record, accepted, input, policy)
  const asked = { storeId: caller.storeId, record, selection, signal }
  return priceSelectionOf(runtime, asked).then((selected) =>
    acceptQuote(record, accepted, Object.assign(input, { selected }), policy),
  )
}

/**
 * Accepts an offer, and places its order. In a transaction of the host, both are committed or
 * neither is. Without one, the acceptance stays if the order cannot be placed: the option
 * `orders.onError` receives the error, and a repeated acceptance or `orderQuote` places the order.
 */
export function acceptAndPlace(
  runtime: EngineRuntime,
  command: ParsedCommand,
  accepted: AcceptedOffer,
  placeOrder: PlaceOrder,
): Promise<QuoteRecord> {
  const { caller, quoteId, options } = command
  const { expectedVersion, signal } = options
  const accept = (within: EngineRuntime) =>
    runQuoteCommand(within, {
      ...command,
      options: { signal },
      decide(record) {
        // A retry finishes what this version of the quote has begun.
        if (!hasCallerAccepted(record.value, accepted, createLifecycleInput(within, caller)))
          assertVersion(record, expectedVersion)
        return acceptOffer(within, command, accepted, record)
      },
    })
  // The acceptance was permitted, and the order follows from it.
  const order: ParsedCommand = {
    ...command,
    options: { ...options, expectedVersion: undefined },
    isPermitted: true,
  }
  const orderer: StoreContext = { ...caller, role: 'system' }
  const place = (within: EngineRuntime, port: PlaceOrder) =>
    placeAndRecord(withoutScope(within), order, { placeOrder: port, orderer })

  return withOrderLock(runtime, command, (locked) =>
    locked.run(signal, async () => {
      const within = withinCall(locked)
      const original = await findCommandResult(within, command)
      if (original !== undefined)
        return toQuoteRecord(
          caller.storeId,
          requireUnerasedQuote(original as StoredRecord, quoteId),
        )
      if (within.transaction !== undefined)
        return runInTransaction(within, command, async (inside) => {
          const record = await accept(inside)
          if (!isOrderable(record) || isHeld(inside, record)) return record
          return place(inside, inside.placeOrder as PlaceOrder)
        })
      const record = await accept(within)
      if (!isOrderable(record) || isHeld(within, record)) return record
      try {
        return await place(within, placeOrder)
      } catch (error) {
        await reportOrderError(within, error, record)
        return loadAccepted(within, record)
      }
    }),
  )
}

/** Returns the salt of an acceptance. */
function generateSalt(): string {
  return randomBytes(16).toString('hex')
}

/**
 * An acceptance that is repeated finds the quote in any later status. If it is being ordered in
 * parts, somebody else says which.
 */
function isOrderable({ quote: { status, order, order_parts: parts } }: QuoteRecord): boolean {
  if (parts !== undefined || order?.lines !== undefined) return false
  return status === 'accepted' || status === 'ordered'
}

/** Returns true if the order waits for a payment. One that was begun does not. */
function isHeld(runtime: EngineRuntime, { storeId, quote, updated }: QuoteRecord): boolean {
  if (quote.order !== undefined) return false
  const { now, timeZone } = createOrderInput(runtime, { storeId })
  // At the time that `orderQuote` would go by.
  const time = Math.max(now, updated)
  return getDue(quote, runtime.options.lifecycle, time, timeZone) !== undefined
}

/** Tells the host. What it throws, or how long it takes, changes nothing: the quote is accepted. */
async function reportOrderError(
  { options }: EngineRuntime,
  error: unknown,
  record: QuoteRecord,
): Promise<void> {
  const { orders, timeoutMs } = options
  const operation = 'orders.onError'
  const wrapError = (cause: unknown) =>
    new QuoteError('callback_failed', { option: operation }, { cause })
  try {
    await callPort<unknown>(() => orders?.onError?.(error, record), {
      operation,
      timeoutMs,
      signal: undefined,
      wrapError,
    })
  } catch {
    // The host has no other place for errors.
  }
}

/** Returns the quote with the mark of its order, or as it was accepted if it cannot be loaded. */
async function loadAccepted(runtime: EngineRuntime, accepted: QuoteRecord): Promise<QuoteRecord> {
  const { storeId, quoteId } = accepted
  try {
    const refs = [quoteRef(quoteId)]
    const [stored] = await withoutScope(runtime).storage.load(storeId, refs, undefined)
    return toQuoteRecord(storeId, requireUnerasedQuote(stored, quoteId))
  } catch {
    return accepted
  }
}

/** Runs a task in a transaction of the host, with what the caller sees there. */
function runInTransaction(
  { transaction }: EngineRuntime,
  { caller, operation, options: { signal } }: ParsedCommand,
  task: (inside: EngineRuntime) => Promise<QuoteRecord>,
): Promise<QuoteRecord> {
  return (transaction as NonNullable<typeof transaction>)(signal, (inside, insideSignal) => {
    const create = (scoped: EngineRuntime) => () =>
      scoped.run(insideSignal, () => task(withinCall(scoped)))
    const method = createScopedMethod(withinCall(inside), { name: operation, create })
    return method(caller) as Promise<QuoteRecord>
  })
}

/**
 * Marks the quote, places the order, and records its id. Each step can be repeated: every attempt
 * is counted in the mark before it is made, the port finds the order by its key, and the id is
 * recorded once. The idempotency key is remembered with the last step, so that a retry finishes
 * what the first call began.
 */
async function placeAndRecord(
  runtime: EngineRuntime,
  command: ParsedCommand,
  { placeOrder, orderer, lines }: Placement,
): Promise<QuoteRecord> {
  const { caller, quoteId, options } = command
  const { signal, preview } = options
  const original = await findCommandResult(runtime, command)
  if (original !== undefined)
    return toQuoteRecord(caller.storeId, requireUnerasedQuote(original as StoredRecord, quoteId))
  // A retry of a part that is recorded can find that another one is being ordered.
  let isDone = false
  const marked = await runQuoteCommand(runtime, {
    ...command,
    options: { signal, preview },
    decide: (record) => {
      // A retry finishes the order that this version of the quote has begun.
      if (record.value.order?.key === undefined) assertVersion(record, options.expectedVersion)
      const ids = [caller.storeId, quoteId, record.value.revision ?? 0] as const
      const { idempotencyKey } = options
      const attempt = {
        keyOf: (...part: PartOfKey) => getKey(ids, part, idempotencyKey),
        isIdempotent: idempotencyKey !== undefined,
        lines,
      }
      const input = createOrderInput(runtime, orderer)
      const change = startOrder(record, attempt, input, runtime.options)
      isDone = change === undefined && record.value.order?.id === undefined
      assertPartsSupported(runtime, change?.record.value)
      return change
    },
  })
  const { key, id, lines: begun } = marked.quote.order ?? {}
  if (preview || isDone || (key === undefined && id === undefined)) return marked
  const result =
    key === undefined || id !== undefined
      ? { orderId: id as string }
      : await placeOrder({ key, ...toPlacedPart(marked) }, signal)
  // The order exists, or does not, whatever has become of the quote meanwhile, and whether the
  // caller still waits or not.
  const step = { ...command, isPermitted: true, require: requireUnerasedQuote }
  const finishing = withoutScope(runtime)
  if ('orderId' in result) {
    const record = (idempotencyKey?: string) =>
      runQuoteCommand(finishing, {
        ...step,
        options: { idempotencyKey },
        decide(stored) {
          const isMarked = stored.value.order?.key === key
          // Somebody has said meanwhile that there is no order. What was placed is known here.
          const placed = isMarked ? undefined : (begun ?? getOpenLines(marked.quote))
          const who = createLifecycleInput(runtime, orderer)
          const input = { ...who, ...result, key, lines: placed }
          return orderQuote(stored, input, runtime.options)
        },
      })
    return record(options.idempotencyKey).catch((error) => {
      // The key was used for something else meanwhile. The order must be recorded all the same.
      if (isQuoteError(error) && error.code === 'idempotency_key_reused') return record()
      throw placedError(error, result.orderId, marked)
    })
  }
  const { quote } = await runQuoteCommand(finishing, {
    ...step,
    options: {},
    decide: (record) =>
      abandonOrder(record, key as string, createLifecycleInput(runtime, orderer), runtime.options),
  })
  throw rejectedError(quoteId, result.rejected, quote)
}

/** How an order is placed. */
interface Placement {
  readonly placeOrder: PlaceOrder
  /** Who orders. */
  readonly orderer: StoreContext
  /** The lines of a part. By default what was begun, or else everything that is open. */
  readonly lines?: readonly OrderedLine[] | undefined
}

/** @throws QuoteError `invalid_request` at `lines` if the port gets no parts, and this is one */
function assertPartsSupported({ options }: EngineRuntime, marked: Quote | undefined): void {
  if (marked?.order?.lines === undefined || options.orders?.parts === true) return
  const message =
    'must be all that was accepted, because the port orders gets no parts: set the option ' +
    'orders.parts to true once it places each as an order of its own'
  throw new QuoteError('invalid_request', { errors: { lines: message } })
}

/** Returns what of a quote is ordered: a port that knows no choices orders just that. */
function toPlacedPart(record: QuoteRecord): Omit<PlaceOrderRequest, 'key'> {
  const { order, order_parts: parts = [] } = record.quote
  if (order?.lines === undefined) return { record: toAcceptedRecord(record) }
  const quote = takeNextPart(record.quote, order.lines)
  const open = getOpenLines(record.quote)
  const part = { number: parts.length + 1, isLast: jsonEqual(open, order.lines) }
  return { record: deepFreeze({ ...record, quote }), part }
}

/** Returns the record of what was accepted: a port that knows no choices orders just that. */
export function toAcceptedRecord(record: QuoteRecord): QuoteRecord {
  const quote = getAcceptedQuote(record.quote)
  return quote === record.quote ? record : deepFreeze({ ...record, quote })
}

/** Adds the order to the error of a quote that changed although it was said to have none. */
function placedError(error: unknown, orderId: string, { quoteId, quote }: QuoteRecord): unknown {
  if (!isQuoteError(error)) return error
  if (error.code === 'invalid_request') {
    const reason = `the port orders has placed ${orderId}, but what it is of was ordered meanwhile`
    const { status } = quote
    const details = { quoteId, operation: 'orderQuote', status, possible: [], reason }
    return new QuoteError('invalid_transition', details)
  }
  if (error.code !== 'invalid_transition') return error
  const { details } = error
  const why = details.reason ?? `the quote is ${details.status} now`
  const reason = `the port orders has placed ${orderId}, but ${why}`
  return new QuoteError('invalid_transition', { ...details, reason })
}

/** Returns the error of an order that was rejected, with the attempts that are still open. */
function rejectedError(quoteId: string, reason: string, quote: Quote): QuoteError {
  const { order } = quote
  const open =
    order?.key === undefined || !hasPendingOrder(quote)
      ? undefined
      : { orderKey: order.key, openAttempts: openAttempts(order) }
  return new QuoteError('order_rejected', { quoteId, reason, ...open })
}

/** Calls of one quote place its order one after the other, so that the second finds it placed. */
export function withOrderLock(
  runtime: EngineRuntime,
  { caller, quoteId, operation, options: { signal } }: ParsedCommand,
  task: (runtime: EngineRuntime) => Promise<QuoteRecord>,
): Promise<QuoteRecord> {
  const { scope, storage } = runtime
  const lock = { key: `${caller.storeId}\0${quoteId}\0order`, operation, signal }
  if (scope === undefined) return runtime.withLock(lock, () => task(runtime))
  return runtime.run(signal, async () => {
    // The lock is the same for all, but not waited for by a caller who does not see the quote.
    if (scope.limit() !== undefined) {
      const [seen] = await storage.load(caller.storeId, [quoteRef(quoteId)], signal)
      if (seen === undefined) throw new QuoteError('quote_not_found', { quoteId })
    }
    return scope.whole.withLock(lock, () => task(withinCall(runtime)))
  })
}

/** The number of a part and its lines; neither for the whole. */
type PartOfKey = [number?: number, lines?: readonly OrderedLine[]]

/**
 * Returns the key of an order of a revision. It fits into any header. That of a part is of just its
 * lines, and of the request: another one that orders the same lines is another part.
 */
function getKey(
  ids: readonly [storeId: string, quoteId: string, revision: number],
  [number, lines]: PartOfKey,
  idempotencyKey: string | undefined,
): string {
  const part = number === undefined ? [] : [number, lines, idempotencyKey ?? null]
  return hash('sha256', JSON.stringify([...ids, ...part]), 'base64url')
}
