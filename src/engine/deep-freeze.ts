/** Freezes plain data all the way down, and returns it. What is frozen already is taken to be so down to its leaves. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const element of Object.values(value)) deepFreeze(element)
  return Object.freeze(value)
}
