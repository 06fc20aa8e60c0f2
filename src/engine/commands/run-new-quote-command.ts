import type { NewQuoteInput } from '../../quote/operations/create-quote.js'
import type { Quote, QuoteRecord } from '../../quote/quote.js'
import { type QuoteChange, toQuoteRecord } from '../../quote/quote-record.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { CommandOptions } from '../call-options.js'
import type { StoreContext } from '../context.js'
import { currentTime, type EngineRuntime, generateQuoteId } from '../runtime.js'
import { noRefs, refsToNumber, withNumber, withNumberLock } from './quote-numbers.js'
import { requireUnerasedQuote } from './require-quote.js'
import { type Command, findCommandResult, type OtherRecords, runCommand } from './run-command.js'
import { quoteCache, toPermitRecord } from './run-quote-command.js'

/** A method that creates a quote, called with its arguments. */
export interface NewQuoteCommand {
  readonly operation: string
  readonly caller: StoreContext
  readonly options: CommandOptions
  /** The name of the operation, and everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** Records that `prepare` reads. */
  readonly also?: readonly RecordRef[]
  /**
   * Loads what the new quote is made of. Repeated after a conflict, unless quotes are numbered when
   * they are created: then once, before the quote waits for its number.
   */
  prepare(others: OtherRecords): Promise<PreparedQuote>
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
  { operation, caller, options, payload, also = noRefs, prepare }: NewQuoteCommand,
): Promise<QuoteRecord> {
  const { permit, options: policy } = runtime
  const { storeId, actor } = caller
  const { signal } = options
  const numberRefs = refsToNumber(runtime, 'create')
  let source: StoredRecord<Quote> | undefined
  let numbered: PreparedQuote | undefined
  const command: Command<Quote> = {
    caller,
    options,
    payload,
    also: numberRefs.length === 0 ? also : [...also, ...numberRefs],
    async decide(_, others) {
      const prepared = numbered ?? (await prepare(others))
      source = prepared.source
      const quoteId = generateQuoteId(policy)
      return withNumber(runtime, caller, others, numberRefs, (number) =>
        prepared.create({ quoteId, actor, now: currentTime(policy), number }),
      )
    },
    ...(permit && {
      authorize: (_, next) => {
        const record = toPermitRecord(storeId, source)
        return permit({ caller, operation, record, next: toPermitRecord(storeId, next), signal })
      },
    }),
    ...quoteCache(runtime, storeId),
  }
  const run = async () => {
    const record = (await runCommand(runtime, command)) as StoredRecord
    return toQuoteRecord(storeId, requireUnerasedQuote(record, record.id))
  }
  if (numberRefs.length === 0) return runtime.run(signal, run)
  return runtime.run(signal, async () => {
    const original = (await findCommandResult(runtime, command)) as StoredRecord | undefined
    if (original !== undefined)
      return toQuoteRecord(storeId, requireUnerasedQuote(original, original.id))
    const loaded = also.length === 0 ? [] : await runtime.storage.load(storeId, also, signal)
    numbered = await prepare(loaded)
    return withNumberLock(runtime, caller, numberRefs, { operation, signal }, run)
  })
}
