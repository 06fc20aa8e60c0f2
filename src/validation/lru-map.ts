/** A map that keeps the entries that were used last, and drops the others. */
export class LruMap<Value extends object> {
  readonly #maxSize: number
  /** Ordered from the least to the most recently used. */
  readonly #entries = new Map<string, Value>()
  /**
   * What it has returned was dropped, so it returns the least recently used next. Another iterator
   * would look for it among all that was moved.
   */
  readonly #oldest = this.#entries.keys()

  /** @param maxSize Maximum number of entries, 1 or more. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#use(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#use(key, value)
    if (this.#entries.size > this.#maxSize)
      this.#entries.delete(this.#oldest.next().value as string)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  #use(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
