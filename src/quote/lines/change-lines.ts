import type { FieldErrorCollector } from '../../validation/field-errors.js'
import type { Limits } from '../limits.js'
import type { ProductLine } from '../quote.js'
import { changedLine } from './changed-line.js'
import type { LineChangesInput } from './line-entry.js'
import { getKey, newKey } from './line-keys.js'
import type { LineChangeRequest } from './line-request.js'
import type { LineMatch } from './match-lines.js'
import { newLine } from './new-line.js'

/**
 * Returns the lines after changes of single lines: changed and removed in their places, and new
 * ones at the end. All others stay as they are. The first change gives every line its key.
 *
 * @returns the stored array itself if no line changes; undefined if a change is invalid
 */
export function changeLines(
  stored: readonly ProductLine[],
  matched: readonly LineMatch[],
  input: LineChangesInput,
  { maxLines }: Limits,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  const changed = new Map<ProductLine, ProductLine | undefined>()
  const added: ProductLine[] = []
  for (const [index, match] of matched.entries()) {
    if (errors.isFull) break
    const { remove, ...entry } = match.entry
    const { line } = match
    const lineEntry = { entry, path: ['product_changes', index], errors }
    if (line === undefined) {
      if (remove === true) errors.add([...lineEntry.path, 'id'], 'is not on a line of this quote')
      const created = remove === true ? undefined : newLine(lineEntry, input)
      if (created !== undefined) added.push(created)
    } else if (remove === true) {
      rejectOtherFields(entry, lineEntry.path, errors)
      changed.set(line, undefined)
    } else changed.set(line, changedLine(lineEntry, line, input.policy))
  }
  if (!errors.isEmpty) return undefined
  const kept = stored.flatMap((line, index) => {
    const next = changed.has(line) ? changed.get(line) : line
    return next === undefined ? [] : [{ line: next, key: getKey(line, index) }]
  })
  if (added.length === 0 && kept.length === stored.length)
    if (kept.every(({ line }, index) => line === stored[index])) return stored
  const count = kept.length + added.length
  if (count === 0) errors.add(['product_changes'], 'must leave at least one line')
  if (count > Math.max(maxLines, stored.length))
    errors.add(['product_changes'], `must leave at most ${maxLines} lines, received ${count}`)
  if (!errors.isEmpty) return undefined
  return [
    ...kept.map(({ line, key }) => ({ ...line, key })),
    ...added.map((line, index) => ({ ...line, key: newKey(input.version, kept.length + index) })),
  ]
}

function rejectOtherFields(
  entry: Omit<LineChangeRequest, 'remove'>,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  for (const [field, value] of Object.entries(entry))
    if (field !== 'key' && field !== 'id' && value != null)
      errors.add([...path, field], 'cannot be combined with remove')
}
