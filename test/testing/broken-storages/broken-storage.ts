import type { QuoteStorage } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { failingCases } from '../suite-outcomes.js'

/** A storage that is sound but for one fault, and the cases of the suite that must tell. */
export interface BrokenStorage {
  /** What it does wrong, after "a storage that". */
  readonly fault: string
  /** What it has in the place of the sound methods. */
  make(sound: QuoteStorage): Partial<QuoteStorage>
  readonly fails: readonly string[]
  /** Whether each adapter over the same data is made anew, so that it has a state of its own. */
  readonly isPerAdapter?: true
}

export function outcomeOf({ make, isPerAdapter }: Pick<BrokenStorage, 'make' | 'isPerAdapter'>) {
  return failingCases((testFunctions) =>
    storageSuite(testFunctions, () => {
      const sound = memoryStorage()
      const open = () => ({ ...sound, ...make(sound) })
      const storage = open()
      return { storage, reopen: () => (isPerAdapter ? open() : storage) }
    }),
  )
}
