import type { Limits } from '../limits.js'

/** Exceeds the size of every read-only field of a quote except `tags`, in characters. */
const maxSize = 10_000

/** Replaces values that cannot be a read-only field. No stored value equals it. */
const unequalValue = Object.freeze({})

/**
 * Copies a read-only field of a quote, one level deep like all of them. Returns `{}` for a value
 * that is larger or deeper than any of them, so that it is neither compared nor fingerprinted.
 */
export function copyReadOnlyValue(value: unknown, { maxTags, maxTagLength }: Limits): unknown {
  const max = maxSize + maxTags * (maxTagLength + 1)
  if (typeof value !== 'object' || value === null) return sizeOf(value) > max ? unequalValue : value
  if (countOf(value) > max) return unequalValue
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  let size = 0
  for (const [name, entry] of Object.entries(copy)) size += name.length + sizeOf(entry)
  return size > max ? unequalValue : copy
}

const maxScalarLength = 64

/** Returns a read-only field of a line, or `{}` for a value that is not a short scalar. */
export function copyReadOnlyScalar(value: unknown): unknown {
  return sizeOf(value) > maxScalarLength ? unequalValue : value
}

function countOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** Returns the length of a string, 1 for other scalars, and infinity for objects. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? Number.POSITIVE_INFINITY : 1
}
