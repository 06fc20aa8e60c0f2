const results = new WeakMap<object, boolean>()

/** Remembers of the result of a call with an idempotency key whether an earlier call made it. */
export function markRepeated(result: object, isRepeated: boolean): void {
  results.set(result, isRepeated)
}

/**
 * Returns true if an earlier call with the same idempotency key made this result, and false if the
 * call itself did; undefined if that is not known, as of a copy.
 */
export function wasRepeated(result: object): boolean | undefined {
  return results.get(result)
}
