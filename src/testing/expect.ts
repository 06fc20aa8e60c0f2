import { AssertionError } from 'node:assert'
import { inspect, isDeepStrictEqual } from 'node:util'

/**
 * Asserts that two values are deeply and strictly equal.
 *
 * @param rule What the contract says: the first line of the error's message.
 * @throws AssertionError with the rule, both values, and the path of their first difference
 */
export function expectEqual(received: unknown, expected: unknown, rule: string): void {
  if (isDeepStrictEqual(received, expected)) return
  throw new AssertionError({
    message: [
      rule,
      `Expected: ${formatValue(expected)}`,
      `Received: ${formatValue(received)}`,
      ...describeDifference(received, expected),
    ].join('\n'),
    actual: received,
    expected,
  })
}

/** Asserts that two values have the same JSON, including the order of fields. */
export function expectSameJson(received: unknown, expected: unknown, rule: string): void {
  const receivedJson = JSON.stringify(received) ?? 'undefined'
  const expectedJson = JSON.stringify(expected) ?? 'undefined'
  if (receivedJson === expectedJson) return
  let index = 0
  while (receivedJson[index] === expectedJson[index]) index += 1
  const excerpt = (json: string) => formatValue(json.slice(Math.max(0, index - 40), index + 160))
  throw new AssertionError({
    message: [
      rule,
      `Expected JSON: ${excerpt(expectedJson)}`,
      `Received JSON: ${excerpt(receivedJson)}`,
      `First difference at character ${index}`,
    ].join('\n'),
    actual: receivedJson,
    expected: expectedJson,
  })
}

/** Returns a short, quoted form of a value for an error message. */
export function formatValue(value: unknown): string {
  return inspect(value, { depth: 2, maxArrayLength: 20, maxStringLength: 200, breakLength: 100 })
}

function describeDifference(received: unknown, expected: unknown): string[] {
  if (!isObject(received) || !isObject(expected)) return []
  const difference = findDifference(received, expected, [])
  if (difference === undefined) return ['The values differ only in their prototypes']
  const { path, received: found, expected: wanted } = difference
  return [
    `First difference at ${path.join('.')}: expected ${formatValue(wanted)}, received ${formatValue(found)}`,
  ]
}

interface Difference {
  readonly path: readonly string[]
  readonly received: unknown
  readonly expected: unknown
}

function findDifference(
  received: unknown,
  expected: unknown,
  path: readonly string[],
): Difference | undefined {
  if (isDeepStrictEqual(received, expected)) return undefined
  if (!isObject(received) || !isObject(expected)) return { path, received, expected }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
    const difference = findDifference(ownValue(received, key), ownValue(expected, key), [
      ...path,
      key,
    ])
    if (difference !== undefined) return difference
  }
  return undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function ownValue(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value
}
