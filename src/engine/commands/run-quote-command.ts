import type { MaybePromise } from '../../ports/storage.js'
import type { Quote, QuoteRecord } from '../../quote/quote.js'
import { quoteRef, toQuoteRecord } from '../../quote/quote-record.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { UpdateOptions } from '../call-options.js'
import type { StoreContext } from '../context.js'
import { markValidated } from '../ports/parse-record.js'
import type { EngineRuntime } from '../runtime.js'
import { noRefs, withNumberLock } from './quote-numbers.js'
import { assertQuoteId, requireUnerasedQuote } from './require-quote.js'
import {
  assertVersion,
  type Command,
  type Decision,
  findCommandResult,
  type OtherRecords,
  runCommand,
} from './run-command.js'

/** A method that changes an existing quote, called with its arguments. */
export interface QuoteCommand {
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
  readonly also?: readonly RecordRef[]
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
  const { also = noRefs, numberRefs = noRefs } = quoteCommand
  assertQuoteId(quoteId)
  const { storeId } = caller
  const { signal } = options
  const command: Command<Quote> = {
    caller,
    options,
    payload,
    ref: quoteRef(quoteId),
    assertExists: (record) => void require(record, quoteId),
    also: numberRefs.length === 0 ? also : [...also, ...numberRefs],
    async decide(record, others) {
      const decided = await decide(record as StoredRecord<Quote>, others)
      const change = decided !== undefined && 'change' in decided ? decided.change : decided
      if (change !== undefined) markValidated(change.record.value)
      return decided
    },
    ...getAuthorization(runtime, quoteCommand),
    ...quoteCache(runtime, storeId),
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

/** Returns how a command of a quote uses the engine's cache; nothing if the cache is off. */
export function quoteCache(
  { cache, options }: EngineRuntime,
  storeId: string,
): Pick<Command<Quote>, 'cache'> {
  if (options.recordCacheSize === 0) return {}
  return {
    cache: {
      get: (id) => cache.get(storeId, id),
      set(record) {
        if (record.value === null) cache.delete(storeId, record.id)
        else cache.set(storeId, record)
      },
      delete: (id) => cache.delete(storeId, id),
    },
  }
}
