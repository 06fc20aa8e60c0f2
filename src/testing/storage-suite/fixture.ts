import type { MaybePromise, QuoteStorage } from '../../ports/storage.js'
import type { ContractArea, Disposable } from '../suite.js'

/** What the suite needs for one test. */
export interface StorageFixture extends Disposable {
  /** An empty storage. */
  readonly storage: QuoteStorage
  /** Another storage over the same data, as a second process would open it; the same one where data cannot be shared. */
  reopen(): MaybePromise<QuoteStorage>
}

export type StorageArea = ContractArea<StorageFixture>
