import { describeValue } from './describe-value.js'
import { isValidString } from './identifiers.js'

/** Returns true for objects whose content is in their fields: not for arrays, Maps, Dates, …. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/**
 * The keyword of a JSON schema whose fields a host declares: what they are of, such as
 * `quote.fields`.
 */
export const declaredKeyword = 'x-declared-fields'

/** Objects and arrays around a value, in a value of the host. */
const maxDepth = 16

/** What is wrong with a value that is not JSON, and where. */
export interface JsonError {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** A copy of JSON, or why a value is none. */
export type CopiedJson = { readonly value: unknown } | JsonError

/**
 * Copies a value that must be JSON. Reads each field of it once, and no more than fits. Fields that
 * are undefined are left out, as in JSON. The copy has a field `__proto__` like any other.
 *
 * @param maxLength Maximum length of its JSON, in UTF-16 code units without escapes.
 */
export function copyJson(value: unknown, maxLength: number): CopiedJson {
  const copier = new JsonCopier(maxLength)
  const copy = copier.copy(value, [])
  return copier.error ?? { value: copy }
}

class JsonCopier {
  readonly #maxLength: number
  #left: number
  #depth = 0
  error: JsonError | undefined

  constructor(maxLength: number) {
    this.#maxLength = maxLength
    this.#left = maxLength
  }

  copy(value: unknown, path: readonly PropertyKey[]): unknown {
    if (typeof value !== 'object' || value === null) return this.#copyScalar(value, path)
    if (this.#depth === maxDepth) {
      this.#fail([], `must have at most ${maxDepth} levels of objects and arrays`)
      return undefined
    }
    this.#depth += 1
    const copy = Array.isArray(value) ? this.#copyArray(value, path) : this.#copyObject(value, path)
    this.#depth -= 1
    return copy
  }

  #copyScalar(value: unknown, path: readonly PropertyKey[]): unknown {
    if (typeof value === 'string') {
      this.#spend(value.length + 2)
      if (this.error === undefined && !isValidString(value))
        this.#fail(path, 'must not contain NUL or lone surrogates')
      return value
    }
    this.#spend(typeof value === 'number' ? String(value).length : 4)
    // JSON has no negative zero.
    if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value
    if (typeof value === 'boolean' || value === null) return value
    this.#fail(path, `must be JSON, received ${describeValue(value)}`)
    return undefined
  }

  #copyArray(value: readonly unknown[], path: readonly PropertyKey[]): unknown {
    const { length } = value
    this.#spend(length + 2)
    const copy: unknown[] = []
    for (let index = 0; index < length && this.error === undefined; index += 1)
      copy.push(this.copy(value[index], [...path, index]))
    return copy
  }

  #copyObject(value: object, path: readonly PropertyKey[]): unknown {
    if (!isPlainObject(value)) {
      this.#fail(path, `must be JSON, received ${describeValue(value)}`)
      return undefined
    }
    const names = Object.keys(value)
    this.#spend(names.length + 2)
    const entries: [string, unknown][] = []
    for (const name of names) {
      if (this.error !== undefined) break
      const field = value[name]
      if (field === undefined) continue
      this.#spend(name.length + 3)
      if (!isValidString(name)) this.#fail(path, 'must not have names with NUL or lone surrogates')
      entries.push([name, this.copy(field, [...path, name])])
    }
    // Unlike an assignment, this makes a field of the name `__proto__`.
    return Object.fromEntries(entries)
  }

  #spend(length: number): void {
    this.#left -= length
    if (this.#left < 0) this.#fail([], `must have at most ${this.#maxLength} characters as JSON`)
  }

  #fail(path: readonly PropertyKey[], message: string): void {
    this.error ??= { path, message }
  }
}

/** Maximum length of what a storage may return in place of the fields of one object. */
const maxStoredLength = 4 * 2 ** 20

/**
 * Returns true for a plain object of JSON within bounds that no value of a request exceeds, so that
 * it can be used as it is.
 */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return lengthWithin(value, maxStoredLength, maxDepth + 1) >= 0
}

/** Returns what a value's JSON leaves of a length; negative if it is longer, or no JSON. */
function lengthWithin(value: unknown, left: number, depth: number): number {
  if (typeof value === 'string') return isValidString(value) ? left - value.length - 2 : -1
  if (typeof value === 'number') return Number.isFinite(value) ? left - 1 : -1
  if (typeof value === 'boolean' || value === null) return left - 4
  if (typeof value !== 'object' || depth === 0) return -1
  const isArray = Array.isArray(value)
  if (!isArray && Object.getPrototypeOf(value) !== Object.prototype) return -1
  let rest = left - 2
  // Unlike a loop over the keys, this finds the holes of an array.
  const names = isArray ? value.keys() : Object.keys(value)
  for (const name of names) {
    if (rest < 0) return -1
    if (typeof name === 'string' && !isValidString(name)) return -1
    rest -= typeof name === 'string' ? name.length + 3 : 1
    rest = lengthWithin((value as Readonly<Record<PropertyKey, unknown>>)[name], rest, depth - 1)
  }
  return rest
}
