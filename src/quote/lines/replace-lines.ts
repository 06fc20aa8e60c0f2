import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { ProductId } from '../products/product-id.js'
import type { ProductLine } from '../quote.js'
import { changedLine } from './changed-line.js'
import { isCustomEntry } from './custom-line.js'
import type { LineChangesInput } from './line-entry.js'
import { getKey, newKey } from './line-keys.js'
import type { UpdateLineRequest } from './line-request.js'
import { matchLines } from './match-lines.js'
import { newLine } from './new-line.js'

/** Returns the product ids of the new lines in a list of entries: their prices are needed. */
export function newLineProductIds(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
): ReadonlySet<ProductId> {
  const matched = matchLines(entries, lines, new FieldErrorCollector())
  return new Set(
    matched.flatMap(({ entry, line }) =>
      line === undefined && entry.key == null && !isCustomEntry(entry)
        ? [entry.id as ProductId]
        : [],
    ),
  )
}

/**
 * Returns the lines after an update's list has replaced the stored ones. Matched lines keep their
 * frozen prices and the fields that the entry omits; new lines get the given prices. The first
 * list that changes a line gives every line its key.
 *
 * @returns the stored array itself if no line changes; undefined if an entry is invalid
 */
export function replaceLines(
  stored: readonly ProductLine[],
  entries: readonly UpdateLineRequest[],
  input: LineChangesInput,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  const matched = matchLines(entries, stored, errors)
  const lines: ProductLine[] = []
  for (const [index, { entry, line: storedLine }] of matched.entries()) {
    if (errors.isFull) break
    const lineEntry = { entry, path: ['products', index], errors }
    const line =
      storedLine === undefined
        ? newLine(lineEntry, input)
        : changedLine(lineEntry, storedLine, input.policy)
    if (line !== undefined) lines.push(line)
  }
  if (lines.length < matched.length) return undefined
  if (lines.length === stored.length && lines.every((line, index) => line === stored[index]))
    return stored
  const indexes = new Map(stored.map((line, index) => [line, index]))
  return lines.map((line, index) => {
    const storedLine = matched[index]?.line
    const key =
      storedLine === undefined
        ? newKey(input.version, index)
        : getKey(storedLine, indexes.get(storedLine) as number)
    return { ...line, key }
  })
}
