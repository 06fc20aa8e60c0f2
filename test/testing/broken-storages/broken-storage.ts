import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { runSuite } from '../suite-outcomes.js'

/** A storage with one defect, and the cases of the suite that must detect it. */
export interface BrokenStorage {
  /** What it does wrong. Completes "a storage that …". */
  readonly defect: string
  /** Returns the methods that replace those of a correct storage. */
  make(correct: StoragePort): Partial<StoragePort>
  readonly fails: readonly string[]
  /**
   * True if `make` is called for each adapter over the same data, so that each has its own state.
   */
  readonly isPerAdapter?: true
}

/**
 * Runs the suite against a storage.
 *
 * @param only The names of the cases to run; undefined for all.
 */
export function outcomeOf(
  { make, isPerAdapter }: Pick<BrokenStorage, 'make' | 'isPerAdapter'>,
  only?: readonly string[],
) {
  return runSuite(
    (testFunctions) =>
      storageSuite(testFunctions, () => {
        const correct = memoryStorage()
        const open = () => ({ ...correct, ...make(correct) })
        const storage = open()
        return { storage, reopen: () => (isPerAdapter ? open() : storage) }
      }),
    only,
  )
}
