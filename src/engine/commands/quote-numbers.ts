import { QuoteError } from '../../errors.js'
import { maxNumberLength, shortString } from '../../quote/lifecycle-fields.js'
import type { Quote } from '../../quote/quote.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { type NumberSequence, quoteNumbersRef, takeNumber } from '../../store/numbers-record.js'
import { describeValue } from '../../validation/describe-value.js'
import type { StoreContext } from '../context.js'
import type { LockOptions } from '../execution/keyed-mutex.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import type { Decision, OtherRecords } from './run-command.js'

const numberRefs: readonly RecordRef[] = Object.freeze([quoteNumbersRef])
export const noRefs: readonly RecordRef[] = Object.freeze([])

/** Returns the records that are needed to number a quote when it is created or sent. */
export function refsToNumber(
  { options: { numbers } }: EngineRuntime,
  event: 'create' | 'send',
): readonly RecordRef[] {
  const isNumbered = event === 'create' ? numbers.assign === 'create' : numbers.assign !== 'never'
  return isNumbered ? numberRefs : noRefs
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
  { storeId, actor }: StoreContext,
  others: OtherRecords,
  refs: readonly RecordRef[],
  compute: (number: string | undefined) => RecordChange<Quote> | undefined,
): Decision<Quote> {
  if (refs.length === 0) return compute(undefined)
  const stored = others.at(-1) as StoredRecord<NumberSequence> | undefined
  const { value, change } = takeNumber(stored, { actor, now: currentTime(options) })
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
export function withNumberLock<T>(
  { withLock }: EngineRuntime,
  { storeId }: StoreContext,
  refs: readonly RecordRef[],
  { operation, signal }: Pick<LockOptions, 'operation' | 'signal'>,
  task: () => Promise<T>,
): Promise<T> {
  if (refs.length === 0) return task()
  return withLock({ key: `${storeId}\0`, operation, signal }, task)
}
