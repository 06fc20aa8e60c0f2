import type { Arbitrary, AsyncCommand } from 'fast-check'
import type { QuoteStorage } from '../../ports/storage.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import type { StorageFixture } from '../storage-suite/fixture.js'
import type { ModelStore, StorageModel } from './model-state.js'

/** What the commands are carried out on. */
export interface RealStorage {
  storage: QuoteStorage
  readonly reopen: StorageFixture['reopen']
}

export type StorageCommand = AsyncCommand<StorageModel, RealStorage>

/**
 * A command that can be carried out in any state.
 *
 * @param text What a counterexample shows of it.
 */
export function command(text: string, run: StorageCommand['run']): StorageCommand {
  return { check: () => true, run, toString: () => text }
}

/** The first of two stores that have the same ids, or now and then the second one. */
export function storeNumbers(fc: FastCheck): Arbitrary<number> {
  return fc.constantFrom(0, 0, 0, 1)
}

export function storeOf({ stores }: StorageModel, number: number): ModelStore {
  return stores[number] as ModelStore
}

/** Few, so that commands meet, and so alike that a careless comparison takes one for the other. */
export function quoteIds(fc: FastCheck): Arbitrary<string> {
  return fc.constantFrom('quote-1', 'quote-1', 'QUOTE-1')
}

/** As few and as alike as the ids. */
export function keys(fc: FastCheck): Arbitrary<string> {
  return fc.constantFrom('key', 'key', 'KEY ')
}
