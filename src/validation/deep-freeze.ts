/** What was frozen all the way down, by itself and not as a part. */
const frozen = new WeakSet<object>()

/** Freezes plain data all the way down, and returns it. What was given to it before is not gone through again. */
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
