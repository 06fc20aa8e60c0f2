type Fields = Readonly<Record<string, unknown>>

/** Whether two values have the same JSON, whatever the order of their keys. Looks no deeper than `known` is. */
export function jsonEqual(value: unknown, known: unknown): boolean {
  if (value === known) return true
  if (typeof value !== 'object' || typeof known !== 'object') return false
  if (value === null || known === null || Array.isArray(value) !== Array.isArray(known))
    return false
  const keys = Object.keys(known)
  return (
    Object.keys(value).length === keys.length &&
    keys.every(
      (key) =>
        Object.hasOwn(value, key) && jsonEqual((value as Fields)[key], (known as Fields)[key]),
    )
  )
}
