/**
 * Estimates the length of a value's JSON in characters, without building it.
 *
 * Exact for `null` and for strings without escapes. Counts a number as eight characters, and an
 * escaped character as one.
 */
export function estimateJsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return 8
  if (typeof value !== 'object' || value === null) return 4
  let length = 2
  if (Array.isArray(value)) {
    for (const element of value) length += 1 + estimateJsonLength(element)
    return length
  }
  for (const key of Object.keys(value))
    length += key.length + 4 + estimateJsonLength((value as Readonly<Record<string, unknown>>)[key])
  return length
}
