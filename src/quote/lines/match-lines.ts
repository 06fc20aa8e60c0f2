import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { customLineId, type ProductId } from '../products/product-id.js'
import type { ProductLine } from '../quote.js'
import type { UpdateLineRequest } from '../requests/line-request.js'

/** An entry of an update's list of lines, and its stored line; undefined for a new line. */
export interface LineMatch {
  readonly entry: UpdateLineRequest
  readonly line: ProductLine | undefined
}

/**
 * Finds the stored line of every entry: by `key`, else by `id` in order of occurrence among the
 * lines that no key claims; lines without a product by their names. Rejects a key that is unknown,
 * duplicate, or sent with another id; such an entry matches no line.
 */
export function matchLines(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
  errors: FieldErrorCollector,
): readonly LineMatch[] {
  const claimed = claimByKey(entries, lines, errors)
  const unclaimed = new Map<ProductId, ProductLine[]>()
  const claimedLines = new Set(claimed.values())
  for (const line of lines.toReversed()) {
    if (claimedLines.has(line)) continue
    const sameProduct = unclaimed.get(line.id)
    if (sameProduct === undefined) unclaimed.set(line.id, [line])
    else sameProduct.push(line)
  }
  return entries.map((entry, index) => {
    if (entry.key != null) return { entry, line: claimed.get(index) }
    if (entry.id === customLineId) return { entry, line: takeByName(unclaimed, entry.name) }
    return { entry, line: entry.id === undefined ? undefined : unclaimed.get(entry.id)?.pop() }
  })
}

/** All lines without a product have one id, so their names tell them apart. */
function takeByName(
  unclaimed: ReadonlyMap<ProductId, ProductLine[]>,
  name: string | undefined,
): ProductLine | undefined {
  const lines = unclaimed.get(customLineId)
  const index = lines?.findLastIndex((line) => name === undefined || line.name === name) ?? -1
  return index === -1 ? undefined : lines?.splice(index, 1)[0]
}

function claimByKey(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
  errors: FieldErrorCollector,
): ReadonlyMap<number, ProductLine> {
  const linesByKey = new Map(lines.flatMap((line) => (line.key === null ? [] : [[line.key, line]])))
  const claimed = new Map<number, ProductLine>()
  const seen = new Set<string>()
  for (const [index, { id, key }] of entries.entries()) {
    if (errors.isFull) break
    if (key == null) continue
    const line = linesByKey.get(key)
    if (line === undefined) {
      errors.add(['products', index, 'key'], 'is not the key of a line of this quote')
    } else if (seen.has(key)) {
      errors.add(['products', index, 'key'], 'is a duplicate: an earlier entry has this key')
    } else if (id !== undefined && id !== line.id) {
      errors.add(
        ['products', index, 'id'],
        `must be ${JSON.stringify(line.id)}, the id of the line with this key`,
      )
    } else {
      claimed.set(index, line)
    }
    seen.add(key)
  }
  return claimed
}
