import { truncate } from './identifiers.js'

/** Describes a received value for an error message: `the string "1"`, `the number 0`, `null`. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(truncate(value))}`
    case 'number':
      return Number.isNaN(value) ? 'NaN' : `the number ${value}`
    case 'bigint':
      return `the bigint ${truncate(String(value))}`
    case 'boolean':
      return String(value)
    default:
      return describeKind(value)
  }
}

/**
 * Describes the kind of a received value without its content, which may be a secret: `null`,
 * `a string`, `a Pool object`.
 */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  if (isArray(value)) return 'an array'
  const name = constructorName(value)
  return name === '' || name === 'Object' ? 'an object' : `a ${truncate(name)} object`
}

/** Returns false for a proxy that is revoked, of which nothing can be read. */
function isArray(value: object): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

/** Returns an empty string if an object has no constructor, or if reading it throws. */
function constructorName(value: object): string {
  try {
    const name: unknown = value.constructor?.name
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}
