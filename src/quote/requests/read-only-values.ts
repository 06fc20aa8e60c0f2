import type { Limits } from '../limits.js'

/**
 * No computed field has as many characters and entries as this. Tags may have more, as many as the
 * limits allow.
 */
const maxSize = 10_000

/** Stands for what no computed field can have: nothing that is stored equals it. */
const unequalValue = Object.freeze({})

/**
 * Copies a computed field that comes back, as deep as any of them is: one level. What is too large
 * or too deep to be one is not worth a copy, a comparison and a fingerprint, so `{}` stands for it.
 */
export function copyReadOnlyValue(
  value: unknown,
  { maxTags: tags, maxTagLength: tagLength }: Limits,
): unknown {
  const most = maxSize + tags * (tagLength + 1)
  if (typeof value !== 'object' || value === null)
    return sizeOf(value) > most ? unequalValue : value
  if (countOf(value) > most) return unequalValue
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  let size = 0
  for (const [name, entry] of Object.entries(copy)) size += name.length + sizeOf(entry)
  return size > most ? unequalValue : copy
}

const maxTextLength = 64

/** A computed field of a line that comes back. All of them are short texts and numbers. */
export function copyReadOnlyScalar(value: unknown): unknown {
  return sizeOf(value) > maxTextLength ? unequalValue : value
}

function countOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** Characters of a text, 1 for any other scalar, infinite for what has a level of its own. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? Number.POSITIVE_INFINITY : 1
}
