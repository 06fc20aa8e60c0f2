import { describeKind } from './describe-value.js'
import { isValidString } from './identifiers.js'
import { jsonEqual } from './json-equal.js'
import { isPlainObject } from './json-value.js'

/** A value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [field: string]: JsonValue }

/** How large a JSON value can be. */
export interface JsonBounds {
  /** Maximum length of its JSON in characters. Escapes count as one. */
  readonly maxLength: number
  /** Maximum number of lists and objects within each other. */
  readonly maxDepth: number
}

/** How much of a value can still be copied. */
interface Budget {
  left: number
}

/**
 * Copies a JSON value, and reads each part of it once. Fields that are undefined are left out, as
 * JSON does, and minus zero becomes zero.
 *
 * @throws TypeError that says what is wrong, if it is larger or deeper than its bounds, or no JSON
 */
export function copyJson(value: unknown, bounds: JsonBounds): JsonValue {
  return copyWithin({ left: bounds.maxLength }, value, bounds.maxDepth, bounds)
}

/** Returns true for a JSON value within its bounds, as {@link copyJson} returns it. */
export function isBoundedJson(value: unknown, bounds: JsonBounds): value is JsonValue {
  try {
    return jsonEqual(copyJson(value, bounds), value)
  } catch {
    return false
  }
}

function copyWithin(budget: Budget, value: unknown, depth: number, bounds: JsonBounds): JsonValue {
  if (typeof value !== 'object' || value === null) return copyScalar(budget, value, bounds)
  const isArray = Array.isArray(value)
  if (!isArray && !isPlainObject(value)) throw notJson(value)
  if (depth === 0) throw new TypeError(`must have at most ${bounds.maxDepth} levels`)
  const names = isArray ? undefined : Object.keys(value)
  const count = names?.length ?? (value as readonly unknown[]).length
  // Each element takes a character and a comma at least, so that a long list is not read.
  spend(budget, 2 + 2 * count, bounds)
  const copies: JsonValue[] = []
  const entries: [string, JsonValue][] = []
  for (let index = 0; index < count; index += 1) {
    const name = names?.[index] ?? String(index)
    const element = (value as Readonly<Record<string, unknown>>)[name]
    if (isArray) {
      copies.push(copyWithin(budget, element, depth - 1, bounds))
      continue
    }
    if (element === undefined) continue
    if (!isValidString(name)) throw notJson(name)
    spend(budget, name.length + 2, bounds)
    entries.push([name, copyWithin(budget, element, depth - 1, bounds)])
  }
  // Unlike an assignment, this makes a field of the name `__proto__`.
  return isArray ? copies : Object.fromEntries(entries)
}

function copyScalar(budget: Budget, value: unknown, bounds: JsonBounds): JsonValue {
  switch (typeof value) {
    case 'string':
      spend(budget, value.length + 1, bounds)
      if (isValidString(value)) return value
      break
    case 'number':
      spend(budget, String(value).length - 1, bounds)
      if (Number.isFinite(value)) return value === 0 ? 0 : value
      break
    case 'boolean':
    case 'object':
      spend(budget, 3, bounds)
      return value as boolean | null
  }
  throw notJson(value)
}

function spend(budget: Budget, length: number, { maxLength }: JsonBounds): void {
  budget.left -= length
  if (budget.left < 0) throw new TypeError(`must have at most ${maxLength} characters as JSON`)
}

function notJson(value: unknown): TypeError {
  if (typeof value === 'string') return new TypeError('must not have NUL or lone surrogates')
  const received = typeof value === 'number' ? String(value) : describeKind(value)
  return new TypeError(`must be a JSON value, received ${received}`)
}
