import { PatchedCopy } from './apply-patches.js'
import { getSnapshot, type HistoryEntry } from './entry.js'

/**
 * Rebuilds a value from the entries of its history, in order of version. Holds only the value, so a
 * history of any length can be replayed page by page.
 */
export class Replay {
  #version: number | undefined
  #copy = new PatchedCopy(undefined)

  /**
   * Applies the next entry. The first one must hold the full value.
   *
   * @throws TypeError if an entry is missing
   */
  apply(entry: HistoryEntry): void {
    const { version, patches } = entry
    if (this.#version === undefined) {
      const full = getSnapshot(entry)
      if (full === undefined)
        throw new TypeError(
          `the entry of version ${version} holds no full value: start at version ${entry.base}`,
        )
      this.#copy = new PatchedCopy(full)
    } else if (version !== this.#version + 1) {
      throw new TypeError(`version ${this.#version + 1} is missing from the history`)
    } else {
      this.#copy.apply(patches)
    }
    this.#version = version
  }

  /** The value after the last entry. */
  get value(): unknown {
    if (this.#version === undefined) throw new TypeError('a history has at least one entry')
    return this.#copy.value
  }
}
