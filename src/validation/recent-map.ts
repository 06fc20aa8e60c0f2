/**
 * A map of values other than undefined that keeps the most recently used ones: those that were set
 * or read last.
 */
export class RecentMap<Key, Value> {
  readonly #maxSize: number
  /** Ordered from the least to the most recently used. */
  readonly #values = new Map<Key, Value>()
  /**
   * Is always at the least recently used key, because keys before it are deleted or added again.
   * Beginning at the start would pass all deleted keys each time.
   */
  readonly #keys = this.#values.keys()

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.#append(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#append(key, value)
    if (this.#values.size <= this.#maxSize) return
    const { value: leastRecent } = this.#keys.next()
    this.#values.delete(leastRecent as Key)
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }

  #append(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
  }
}
