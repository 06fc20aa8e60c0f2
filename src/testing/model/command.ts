import type { Arbitrary, AsyncCommand } from 'fast-check'
import type { StoragePort } from '../../ports/storage.js'
import { quoteKind } from '../../quote/model/quote-record.js'
import type { RecordRef } from '../../record/record.js'
import { quoteNumbersRef } from '../../store/numbers-record.js'
import type { FastCheck } from '../arbitraries/options.js'
import { sampleKind } from '../samples.js'
import type { StorageFixture } from '../storage-suite/fixture.js'
import type { ModelStore, StorageModel } from './model-state.js'

/** The storage that the commands run against. */
export interface RealStorage {
  storage: StoragePort
  readonly reopen: StorageFixture['reopen']
}

export type StorageCommand = AsyncCommand<StorageModel, RealStorage>

/**
 * Returns a command without preconditions.
 *
 * @param label Describes the command in a counterexample.
 */
export function command(label: string, run: StorageCommand['run']): StorageCommand {
  return { check: () => true, run, toString: () => label }
}

/** Mostly the first of two stores, which use the same ids. */
export function storeNumbers(fc: FastCheck): Arbitrary<number> {
  return fc.constantFrom(0, 0, 0, 1)
}

export function getStore({ stores }: StorageModel, number: number): ModelStore {
  return stores[number] as ModelStore
}

/** Few, so that commands often use the same quote, and equal if case is ignored. */
export function quoteIds(fc: FastCheck): Arbitrary<string> {
  return fc.constantFrom('quote-1', 'quote-1', 'QUOTE-1')
}

/** Another kind of records, with the ids of sample records and of quotes. */
export const otherKind = 'other'

/** Few, and in an order that collations and JavaScript's `<` do not have. */
const sampleRefs: readonly RecordRef[] = [
  { kind: sampleKind, id: 'a' },
  { kind: sampleKind, id: 'a' },
  { kind: sampleKind, id: 'B' },
  { kind: sampleKind, id: '\uffff' },
  { kind: sampleKind, id: '\u{10000}' },
  { kind: otherKind, id: 'a' },
  { kind: otherKind, id: 'quote-1' },
]

/** Records that are not quotes. */
export function sampleRecordRefs(fc: FastCheck): Arbitrary<RecordRef> {
  return fc.constantFrom(...sampleRefs)
}

/** Records of any kind. */
export function recordRefs(fc: FastCheck): Arbitrary<RecordRef> {
  return fc.oneof(
    quoteIds(fc).map((id) => ({ kind: quoteKind, id })),
    sampleRecordRefs(fc),
    fc.constant(quoteNumbersRef),
  )
}

/** Few, and equal if case and trailing spaces are ignored. */
export function idempotencyKeys(fc: FastCheck): Arbitrary<string> {
  return fc.constantFrom('key', 'key', 'KEY ')
}
