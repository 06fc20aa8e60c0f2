import { truncate } from './identifiers.js'

/** Describes a received value for an error message, in at most about 70 characters. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(truncate(value))
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return truncate(String(value))
  return Array.isArray(value) ? 'an array' : 'an object'
}
