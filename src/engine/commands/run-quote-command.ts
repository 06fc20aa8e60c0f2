import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { LifecycleInput } from '../../quote/lifecycle/change-status.js'
import { maxNumberLength, shortString } from '../../quote/model/lifecycle-fields.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { type QuoteChange, quoteRef, toQuoteRecord } from '../../quote/model/quote-record.js'
import type { NewQuoteInput } from '../../quote/operations/create-quote.js'
import { type ScopedFields, scopedFields } from '../../quote/search/quote-scope.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { type NumberSequence, quoteNumbersRef, takeNumber } from '../../store/numbers-record.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isValidId, truncate } from '../../validation/identifiers.js'
import { isPlainObject } from '../../validation/json-value.js'
import { requiredObject } from '../../validation/schemas/scalars.js'
import {
  type CommandOptions,
  parseContext,
  parseUpdateOptions,
  type StoreContext,
  type UpdateOptions,
} from '../arguments.js'
import type { LockOptions } from '../execution/keyed-mutex.js'
import { markValidated } from '../ports/storage-responses.js'
import { currentTime, type EngineRuntime, generateQuoteId } from '../runtime.js'
import { timeZoneOfStore } from '../store-settings.js'
import {
  assertVersion,
  type Command,
  type Decision,
  findCommandResult,
  noRefs,
  type OtherRecords,
  runCommand,
} from './run-command.js'

/** Creates the schema of a request with these fields, which is `{}` if it is absent. */
export function requestSchema<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject(fields, requiredObject)
}

/** A call of a method, parsed. */
export interface QuoteCall<Request> {
  readonly request: Request
  readonly command: ParsedCommand
}

/** Creates the method of an operation on a quote, which parses its arguments. */
export function quoteMethod<Request, Result>(
  getSchema: () => z.ZodType<Request>,
  run: (runtime: EngineRuntime, call: QuoteCall<Request>) => Promise<Result>,
) {
  return (runtime: EngineRuntime, operation: string) =>
    async (...args: QuoteArguments): Promise<Result> =>
      run(runtime, parseCall(operation, getSchema(), args))
}

/** The arguments of a method: the context, the id, the request and the options. */
type QuoteArguments = readonly [
  context: StoreContext,
  quoteId: string,
  request: unknown,
  options: UpdateOptions | undefined,
]

/** What all commands of a quote have in common. */
export type ParsedCommand = Omit<QuoteCommand, 'decide'>

/**
 * Parses the arguments of a method.
 *
 * @param parse The schema of the request, or a function that parses it.
 * @param name Stands for the operation in what idempotency keys are stored with.
 * @throws QuoteError `invalid_context`, `invalid_options` or `invalid_request`
 */
export function parseCall<Request>(
  operation: string,
  parse: z.ZodType<Request> | ((request: unknown) => Request),
  [context, quoteId, request, options]: QuoteArguments,
  name = operation,
): QuoteCall<Request> {
  const command = parseCallWithoutRequest(operation, [context, quoteId, options], name)
  const parsed = typeof parse === 'function' ? parse(request) : parseRequest(parse, request)
  const { expectedVersion } = command.options
  return {
    request: parsed,
    command: { ...command, payload: [name, quoteId, parsed, expectedVersion] },
  }
}

/**
 * Parses the arguments of a method that takes no request.
 *
 * @param name Stands for the operation in what idempotency keys are stored with.
 * @throws QuoteError `invalid_context` or `invalid_options`
 */
export function parseCallWithoutRequest(
  operation: string,
  [context, quoteId, options]: readonly [StoreContext, string, (UpdateOptions | undefined)?],
  name = operation,
): ParsedCommand {
  const caller = parseContext(context)
  const parsed = parseUpdateOptions(options)
  const payload = [name, quoteId, parsed.expectedVersion]
  return { operation, caller, quoteId, options: parsed, payload, require: requireQuote }
}

/**
 * Parses a request, which can be absent if all of its fields can be.
 *
 * @throws QuoteError `invalid_request`
 */
export function parseRequest<Request>(schema: z.ZodType<Request>, request: unknown): Request {
  if (request === undefined) return parseOrThrow(schema, {}, 'invalid_request')
  // To the schema, a Date or a Map is an object without fields.
  if (typeof request !== 'object' || isPlainObject(request))
    return parseOrThrow(schema, request, 'invalid_request')
  const message = `must be an object, received ${describeKind(request)}`
  throw new QuoteError('invalid_request', { errors: { '': message } })
}

/** Returns who makes a call, and when. */
export function createLifecycleInput(
  { options }: EngineRuntime,
  { actor, role }: StoreContext,
): LifecycleInput {
  return { actor, role, now: currentTime(options) }
}

/**
 * Returns who orders, and when, with the time zone of the days on which payments are due.
 *
 * @throws QuoteError `invalid_options` if `timeZone` returns no time zone
 */
export function createOrderInput(runtime: EngineRuntime, caller: StoreContext): LifecycleInput {
  const input = createLifecycleInput(runtime, caller)
  if (!runtime.options.lifecycle.requirePayment) return input
  return { ...input, timeZone: timeZoneOfStore(runtime, caller.storeId) }
}

/** A method that changes an existing quote, called with its arguments. */
interface QuoteCommand {
  readonly operation: string
  readonly caller: StoreContext
  readonly quoteId: string
  readonly options: UpdateOptions
  /** The name of the operation, and everything that the caller sent. */
  readonly payload: readonly unknown[]
  /**
   * Returns the quote if the command can change it.
   *
   * @throws QuoteError `quote_not_found`
   */
  require(record: StoredRecord | undefined, quoteId: string): StoredRecord<Quote>
  /** Other records that `decide` reads, before those of `numberRefs`. */
  readonly otherRefs?: readonly RecordRef[]
  /** The records that are needed to number the quote. Commands with any run one after the other. */
  readonly numberRefs?: readonly RecordRef[]
  /**
   * Calls ports, before a command that numbers the quote waits for its turn: `decide` finds the
   * result. Not called for a request that was applied before.
   */
  prepare?(record: StoredRecord<Quote>): Promise<unknown>
  /** Returns the change, or undefined if nothing changes. Repeated after a conflict. */
  decide(record: StoredRecord<Quote>, others: OtherRecords): MaybePromise<Decision<Quote>>
  /** Returns the operations to permit, if they depend on the quote. By default, `operation`. */
  operations?(record: StoredRecord<Quote>, next: StoredRecord<Quote>): readonly string[]
  /** True if the call was permitted before. */
  readonly isPermitted?: boolean
}

/** Runs a command of a quote after the earlier ones of the same quote. */
export async function runQuoteCommand(
  runtime: EngineRuntime,
  quoteCommand: QuoteCommand,
): Promise<QuoteRecord> {
  const { operation, caller, quoteId, options, payload, require, decide } = quoteCommand
  const { otherRefs = noRefs, numberRefs = noRefs } = quoteCommand
  assertQuoteId(quoteId)
  const { storeId } = caller
  const { signal } = options
  const command: Command<Quote> = {
    caller,
    options,
    payload,
    ref: quoteRef(quoteId),
    assertExists: (record) => void require(record, quoteId),
    otherRefs: numberRefs.length === 0 ? otherRefs : [...otherRefs, ...numberRefs],
    async decide(record, others) {
      const decided = await decide(record as StoredRecord<Quote>, others)
      const change = decided !== undefined && 'change' in decided ? decided.change : decided
      if (change !== undefined) markValidated(change.record.value)
      return decided
    },
    ...getAuthorization(runtime, quoteCommand),
    cache: runtime.cache,
  }
  const run = async () => {
    const result = await runCommand(runtime, command)
    return toQuoteRecord(storeId, requireUnerasedQuote(result as StoredRecord, quoteId))
  }
  const lock = { key: `${storeId}\0${quoteId}`, operation, signal }
  const runNumbered = async () => {
    if (numberRefs.length === 0) return run()
    if (quoteCommand.prepare !== undefined) await prepareCommand(runtime, quoteCommand, command)
    return withNumberLock(runtime, caller, numberRefs, lock, run)
  }
  return runtime.run(signal, () => runtime.withLock(lock, runNumbered))
}

/** Loads the quote to prepare the command, unless the command will not be run on it. */
async function prepareCommand(
  runtime: EngineRuntime,
  { caller, quoteId, options, require, prepare }: QuoteCommand,
  command: Command<Quote>,
): Promise<void> {
  if ((await findCommandResult(runtime, command)) !== undefined) return
  const refs = [quoteRef(quoteId)]
  const [loaded] = await runtime.storage.load(caller.storeId, refs, options.signal)
  const record = require(loaded, quoteId)
  assertVersion(record, options.expectedVersion)
  await prepare?.(record)
}

function getAuthorization(
  runtime: EngineRuntime,
  { operation, operations, isPermitted, caller, options: { signal } }: QuoteCommand,
): Pick<Command<Quote>, 'authorize'> {
  if (isPermitted || runtime.permit === undefined) return {}
  if (operations === undefined) return quoteAuthorization(runtime, operation, caller, signal)
  return {
    async authorize(record, next) {
      const quotes = [record, next] as [StoredRecord<Quote>, StoredRecord<Quote>]
      for (const name of operations(...quotes))
        await quoteAuthorization(runtime, name, caller, signal).authorize?.(record, next)
    },
  }
}

/** Returns how a command of a quote asks the option `permit`; nothing if there is none. */
export function quoteAuthorization(
  { permit }: EngineRuntime,
  operation: string,
  caller: StoreContext,
  signal: AbortSignal | undefined,
): Pick<Command<Quote>, 'authorize'> {
  if (permit === undefined) return {}
  const toRecord = (record: StoredRecord | undefined) => toPermitRecord(caller.storeId, record)
  return {
    authorize: (record, next) =>
      permit({ caller, operation, record: toRecord(record), next: toRecord(next), signal }),
  }
}

/** Returns the quote for the option `permit`: undefined if it is erased. */
export function toPermitRecord(
  storeId: string,
  record: StoredRecord | undefined,
): QuoteRecord | undefined {
  if (record === undefined || record.value === null) return undefined
  return toQuoteRecord(storeId, record as StoredRecord<Quote>)
}

/** A method that creates a quote, called with its arguments. */
export interface NewQuoteCommand {
  readonly operation: string
  readonly caller: StoreContext
  readonly options: CommandOptions
  /** The name of the operation, and everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** Records that `prepare` reads. */
  readonly otherRefs?: readonly RecordRef[]
  /**
   * Loads what the new quote is made of. Repeated after a conflict, unless quotes are numbered when
   * they are created: then once, before the quote waits for its number.
   *
   * @param scoped What the new quote gets of the scope of the caller.
   */
  prepare(others: OtherRecords, scoped: ScopedFields | undefined): Promise<PreparedQuote>
}

/** How to create a quote. */
export interface PreparedQuote {
  /** The quote that it is made from, for the option `permit`. */
  readonly source?: StoredRecord<Quote>
  /** Returns the change that creates the quote. */
  create(input: NewQuoteInput): QuoteChange
}

/** Creates a quote. Each attempt gives it an id of its own. */
export function runNewQuoteCommand(
  runtime: EngineRuntime,
  { operation, caller, options, payload, otherRefs = noRefs, prepare }: NewQuoteCommand,
): Promise<QuoteRecord> {
  const { permit, scope, options: policy } = runtime
  const { storeId, actor } = caller
  const { signal } = options
  const numberRefs = refsToNumber(runtime, 'create')
  let source: StoredRecord<Quote> | undefined
  let numbered: PreparedQuote | undefined
  let newId: string | undefined
  const getScoped = () => {
    const limit = scope?.limit()
    return limit && scopedFields(limit, policy.limits)
  }
  const command: Command<Quote> = {
    caller,
    options,
    payload,
    otherRefs: numberRefs.length === 0 ? otherRefs : [...otherRefs, ...numberRefs],
    async decide(_, others) {
      const scoped = getScoped()
      const prepared = numbered ?? (await prepare(others, scoped))
      source = prepared.source
      const quoteId = generateQuoteId(policy)
      newId = quoteId
      return withNumber(runtime, caller, others, numberRefs, (number) =>
        prepared.create({ quoteId, actor, now: currentTime(policy), number, scoped }),
      )
    },
    ...(permit && {
      authorize: (_, next) => {
        const record = toPermitRecord(storeId, source)
        return permit({ caller, operation, record, next: toPermitRecord(storeId, next), signal })
      },
    }),
    cache: runtime.cache,
  }
  const toResult = (record: StoredRecord) => {
    const result = toQuoteRecord(storeId, requireUnerasedQuote(record, record.id))
    if (options.idempotencyKey !== undefined) repeated.set(result, record.id !== newId)
    return result
  }
  const run = async () => toResult((await runCommand(runtime, command)) as StoredRecord)
  if (numberRefs.length === 0) return runtime.run(signal, run)
  return runtime.run(signal, async () => {
    const original = (await findCommandResult(runtime, command)) as StoredRecord | undefined
    if (original !== undefined) return toResult(original)
    const loaded =
      otherRefs.length === 0 ? [] : await runtime.storage.load(storeId, otherRefs, signal)
    numbered = await prepare(loaded, getScoped())
    return withNumberLock(runtime, caller, numberRefs, { operation, signal }, run)
  })
}

/** Of the results of calls with an idempotency key, whether an earlier call made them. */
const repeated = new WeakMap<object, boolean>()

/**
 * Returns true if an earlier call with the same idempotency key made this result, and false if the
 * call itself did; undefined if that is not known, as of a copy.
 */
export function wasRepeated(result: object): boolean | undefined {
  return repeated.get(result)
}

const quoteNumbersRefs: readonly RecordRef[] = Object.freeze([quoteNumbersRef])

/** Returns the records that are needed to number a quote when it is created or sent. */
export function refsToNumber(
  { options: { numbers } }: EngineRuntime,
  event: 'create' | 'send',
): readonly RecordRef[] {
  const isNumbered = event === 'create' ? numbers.assign === 'create' : numbers.assign !== 'never'
  return isNumbered ? quoteNumbersRefs : noRefs
}

/** Returns the records to number this quote: none if it has a number, which it keeps. */
export function refsFor<Ref>({ value }: StoredRecord<Quote>, refs: readonly Ref[]): readonly Ref[] {
  return value.number === undefined ? refs : []
}

/**
 * Computes the change of a quote with the next number of its store.
 *
 * @param others The records of `refsToNumber`, last among the others of the command. If there are
 * none, the quote gets no number.
 * @throws QuoteError `invalid_options` if `numbers.format` returns no valid number;
 * `callback_failed` if it throws
 */
export function withNumber(
  { options }: EngineRuntime,
  { storeId }: StoreContext,
  others: OtherRecords,
  refs: readonly RecordRef[],
  compute: (number: string | undefined) => RecordChange<Quote> | undefined,
): Decision<Quote> {
  if (refs.length === 0) return compute(undefined)
  const stored = others.at(-1) as StoredRecord<NumberSequence> | undefined
  // Without an actor, who may be a customer: the quote says who sent it, until it is erased.
  const { value, change } = takeNumber(stored, { now: currentTime(options) })
  const number = parseNumber(options.numbers.format(value, storeId))
  const numbered = compute(number)
  return numbered && { change: numbered, others: [change] }
}

const validNumber = shortString(maxNumberLength)

function parseNumber(value: unknown): string {
  const parsed = validNumber.safeParse(value)
  if (parsed.success) return parsed.data
  const expected = `must return a string of 1 to ${maxNumberLength} characters`
  const message = `${expected}, received ${describeValue(value)}`
  throw new QuoteError('invalid_options', { errors: { 'numbers.format': message } })
}

/** The quotes of a store take their numbers one after the other, as they would conflict. */
function withNumberLock<T>(
  runtime: EngineRuntime,
  { storeId }: StoreContext,
  refs: readonly RecordRef[],
  { operation, signal }: Pick<LockOptions, 'operation' | 'signal'>,
  task: () => Promise<T>,
): Promise<T> {
  if (refs.length === 0) return task()
  // All callers of a store take their numbers from the same record, whatever they see.
  const { withLock } = runtime.scope?.whole ?? runtime
  return withLock({ key: `${storeId}\0`, operation, signal }, task)
}

/** Returns true for a quote that is neither deleted nor erased. */
function isLive(record: StoredRecord | undefined): record is StoredRecord<Quote> {
  return record !== undefined && record.deleted === undefined
}

/**
 * Returns the record, unless the store has no such quote, or it is deleted.
 *
 * @throws QuoteError `quote_not_found`
 */
export function requireQuote(
  record: StoredRecord | undefined,
  quoteId: string,
): StoredRecord<Quote> {
  if (isLive(record)) return record
  throw new QuoteError('quote_not_found', { quoteId })
}

/**
 * Returns the record, deleted or not, unless the store has no such quote, or it is erased.
 *
 * @throws QuoteError `quote_not_found`
 */
export function requireUnerasedQuote(
  record: StoredRecord | undefined,
  quoteId: string,
): StoredRecord<Quote> {
  if (record !== undefined && record.value !== null) return record as StoredRecord<Quote>
  throw new QuoteError('quote_not_found', { quoteId })
}

/**
 * Rejects an id that no quote can have, so that it never reaches the storage.
 *
 * @throws QuoteError `quote_not_found`, with the id cut to 64 characters, or with its type if it
 * is not a string
 */
export function assertQuoteId(quoteId: unknown): void {
  if (isValidId(quoteId)) return
  const shownId = typeof quoteId === 'string' ? truncate(quoteId) : typeof quoteId
  throw new QuoteError('quote_not_found', { quoteId: shownId })
}
