import { createChange, updateChange } from '../record/change.js'
import type { RecordChange } from '../record/commit.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import type { RecordDeclaration } from '../record/record-declaration.js'
import { describeValue } from '../validation/describe-value.js'
import type { FieldErrorCollector } from '../validation/field-errors.js'
import { estimateJsonLength } from '../validation/json-length.js'

const numbersKind = 'numbers'

/** The record that counts the numbers of the quotes. Absent until the first one is assigned. */
export const quoteNumbersRef: RecordRef = Object.freeze({ kind: numbersKind, id: 'quotes' })

/** A sequence of numbers without gaps. */
export interface NumberSequence {
  /** The last number that was assigned. */
  readonly last: number
}

/** A number, and the change that takes it. Both are committed together, or neither is. */
export interface TakenNumber {
  readonly value: number
  readonly change: RecordChange<NumberSequence>
}

/**
 * Takes the next number of a sequence, which begins with 1. Pure.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function takeNumber(
  record: StoredRecord<NumberSequence> | undefined,
  { now }: { readonly now: number },
): TakenNumber {
  const input = { operation: 'takeNumber', actor: undefined, now }
  if (record === undefined) {
    const first = Object.freeze({ last: 1 })
    return { value: 1, change: createChange(quoteNumbersRef, first, input) }
  }
  const last = record.value.last + 1
  const change = updateChange(record, { last }, { ...input, lengthOf: estimateJsonLength })
  return { value: last, change: change as RecordChange<NumberSequence> }
}

/** Returns a copy of the value if it is a sequence, and adds its errors otherwise. */
function parseNumberSequence(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): NumberSequence | undefined {
  const { last } = Object(value) as Partial<NumberSequence>
  if (Number.isSafeInteger(last) && (last as number) >= 1) return { last: last as number }
  errors.add([...path, 'last'], `must be an integer of at least 1, received ${describeValue(last)}`)
  return undefined
}

/** The record that counts the numbers of a store. */
export const numberRecords: RecordDeclaration = {
  kind: numbersKind,
  of: 'store',
  parse: parseNumberSequence,
}
