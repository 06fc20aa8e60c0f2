import type { FieldErrorCollector } from '../../validation/field-errors.js'
import type { ProductLine } from '../quote.js'
import { changedLine } from './changed-line.js'
import type { LineChangesInput } from './line-entry.js'
import { getKey, newKey } from './line-keys.js'
import type { LineMatch } from './match-lines.js'
import { newLine } from './new-line.js'

/**
 * Returns the lines after an update's list has replaced the stored ones. Matched lines keep their
 * frozen prices and the fields that the entry omits; new lines get the given prices. The first
 * list that changes a line gives every line its key.
 *
 * @returns the stored array itself if no line changes; undefined if an entry is invalid
 */
export function replaceLines(
  stored: readonly ProductLine[],
  matched: readonly LineMatch[],
  input: LineChangesInput,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
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
