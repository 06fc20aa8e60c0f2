import { maxDeliveryFacts, maxDetailLength, maxNameLength } from '../lifecycle-fields.js'
import type { Limits } from '../limits.js'

/** Exceeds the size of every read-only field without a list, in characters. */
const maxSize = 10_000

/** Exceeds the size of a fact about a delivery: its strings, the names of its fields, numbers. */
const maxFactSize = maxDetailLength + maxNameLength + 100

/** The depth of `delivery`, a list of objects. All other fields but `taxes` have less. */
const maxDepth = 2

/** The depth of `taxes`, whose `removed` has lists of objects. */
const maxTaxesDepth = 4

/** Replaces values that cannot be a read-only field. No stored value equals it. */
const unequalValue = Object.freeze({})

/**
 * Copies a read-only field of a quote. Returns `{}` for a value that is larger or deeper than any
 * of them, so that it is neither compared nor fingerprinted.
 */
export function copyReadOnlyValue(value: unknown, limits: Limits): unknown {
  const { maxTags, maxTagLength } = limits
  const left = maxSize + maxTags * (maxTagLength + 1) + maxDeliveryFacts * maxFactSize
  return copyUpTo(left, value, maxDepth)
}

/**
 * Copies what is computed for each line: the taxes, or the shares of a discount.
 *
 * @param lineSize Exceeds the size of the part of one line, in characters.
 */
export function copyReadOnlyLines(value: unknown, lineSize: number, { maxLines }: Limits): unknown {
  return copyUpTo(maxSize + maxLines * lineSize, value, maxTaxesDepth)
}

function copyUpTo(left: number, value: unknown, depth: number): unknown {
  const budget: Budget = { left }
  const copy = copyWithin(budget, value, depth)
  return budget.left < 0 ? unequalValue : copy
}

const maxScalarLength = 64

/** Returns a read-only field of a line, or `{}` for a value that is not a short scalar. */
export function copyReadOnlyScalar(value: unknown): unknown {
  return getSize(value) > maxScalarLength ? unequalValue : value
}

/** How much can still be copied, in characters. Negative once a value does not fit. */
interface Budget {
  left: number
}

/** Copies a value as far as the budget goes, and reads each field of it once. */
function copyWithin(budget: Budget, value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    budget.left -= getSize(value)
    return value
  }
  const isArray = Array.isArray(value)
  const names = isArray ? undefined : Object.keys(value)
  const count = names?.length ?? (value as readonly unknown[]).length
  if (count > budget.left) budget.left = -1
  const entries: [string, unknown][] = []
  for (let index = 0; index < count && budget.left >= 0; index += 1) {
    const name = names?.[index] ?? String(index)
    if (!isArray) budget.left -= name.length
    const field = (value as Readonly<Record<string, unknown>>)[name]
    entries.push([name, copyWithin(budget, field, depth - 1)])
  }
  // Unlike an assignment, this makes a field of the name `__proto__`.
  return isArray ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)
}

/** Returns the length of a string, 1 for other scalars, and infinity for objects. */
function getSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? Number.POSITIVE_INFINITY : 1
}
