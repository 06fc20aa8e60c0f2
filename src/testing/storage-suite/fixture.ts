import type { MaybePromise, StoragePort } from '../../ports/storage.js'
import type { ContractArea, Disposable } from '../suite.js'

/** A storage for one test. */
export interface StorageFixture extends Disposable {
  /** An empty storage. */
  readonly storage: StoragePort
  /**
   * Returns another storage over the same data, as a second process would open it. Returns the
   * same storage if its data cannot be shared.
   */
  reopen(): MaybePromise<StoragePort>
}

export type StorageArea = ContractArea<StorageFixture>
