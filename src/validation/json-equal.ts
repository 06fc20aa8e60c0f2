type Fields = Readonly<Record<string, unknown>>

/**
 * Returns true if two values have the same JSON, in any order of keys. Reads `value` no deeper than
 * `expected`, so its cost is bounded.
 */
export function jsonEqual(value: unknown, expected: unknown): boolean {
  if (value === expected) return true
  if (typeof value !== 'object' || typeof expected !== 'object') return false
  if (value === null || expected === null || Array.isArray(value) !== Array.isArray(expected))
    return false
  const keys = Object.keys(expected)
  return (
    Object.keys(value).length === keys.length &&
    keys.every(
      (key) =>
        Object.hasOwn(value, key) && jsonEqual((value as Fields)[key], (expected as Fields)[key]),
    )
  )
}
