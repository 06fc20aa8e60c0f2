import type { FieldErrorCollector } from '../../validation/field-errors.js'
import type { ProductLine } from '../quote.js'
import type { UpdateLineRequest } from '../requests/line-request.js'

/** An entry of an update's list of lines, with the stored line that it means; undefined for a new line. */
export interface LineMatch {
  readonly entry: UpdateLineRequest
  readonly line: ProductLine | undefined
}

/**
 * Finds the stored line of every entry: by `key`, else by `id` in order of occurrence among the lines that no key claims.
 * A key that names no line, names one twice, or comes with another id is a fault; such an entry matches nothing.
 */
export function matchLines(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
  faults: FieldErrorCollector,
): readonly LineMatch[] {
  const claimed = claimByKey(entries, lines, faults)
  const free = new Map<number, ProductLine[]>()
  const taken = new Set(claimed.values())
  for (const line of lines.toReversed()) {
    if (taken.has(line)) continue
    const sameProduct = free.get(line.id)
    if (sameProduct === undefined) free.set(line.id, [line])
    else sameProduct.push(line)
  }
  return entries.map((entry, index) => {
    if (entry.key != null) return { entry, line: claimed.get(index) }
    return { entry, line: free.get(entry.id as number)?.pop() }
  })
}

function claimByKey(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
  faults: FieldErrorCollector,
): ReadonlyMap<number, ProductLine> {
  const linesByKey = new Map(lines.flatMap((line) => (line.key === null ? [] : [[line.key, line]])))
  const claimed = new Map<number, ProductLine>()
  const seen = new Set<string>()
  for (const [index, { id, key }] of entries.entries()) {
    if (faults.isFull) break
    if (key == null) continue
    const line = linesByKey.get(key)
    if (line === undefined) {
      faults.add(['products', index, 'key'], 'is not the key of a line of this quote')
    } else if (seen.has(key)) {
      faults.add(['products', index, 'key'], 'is the key of an earlier entry, too')
    } else if (id !== undefined && id !== line.id) {
      faults.add(['products', index, 'id'], `must be ${line.id}, as on the line of this key`)
    } else {
      claimed.set(index, line)
    }
    seen.add(key)
  }
  return claimed
}
