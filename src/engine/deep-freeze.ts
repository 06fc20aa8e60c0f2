const frozen = new WeakSet<object>()

/** Freezes plain data all the way down, and returns it. What went through here before is not gone through again. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value
  for (const element of Object.values(value)) deepFreeze(element)
  frozen.add(value)
  return Object.freeze(value)
}
