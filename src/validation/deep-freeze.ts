/** Values that were passed to `deepFreeze`, without their parts. */
const frozen = new WeakSet<object>()

/** Freezes plain data and everything in it, and returns it. Skips values it has frozen before. */
export function deepFreeze<T>(value: T): T {
  if (!isObject(value) || frozen.has(value)) return value
  freezeAll(value)
  frozen.add(value)
  return value
}

function freezeAll(value: object): void {
  for (const element of Object.values(value)) if (isObject(element)) freezeAll(element)
  Object.freeze(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
