import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { getLineKey } from '../model/line-keys.js'
import { customLineId, type ProductId } from '../model/product-fields.js'
import type { ProductLine } from '../model/quote.js'
import { isCustomEntry } from './custom-line.js'
import type { LineChangeRequest, SentLine, UpdateLineRequest } from './line-request.js'
import { isSentBack } from './read-only-fields.js'

/** An entry of an update for lines, and its stored line; undefined for a new line. */
export interface LineMatch {
  readonly entry: LineChangeRequest
  readonly line: ProductLine | undefined
}

/** Returns the ids of the products of new lines: their prices are needed. */
export function newProductIds(matches: readonly LineMatch[]): ReadonlySet<ProductId> {
  const ids = new Set<ProductId>()
  for (const { entry, line } of matches)
    if (line === undefined && entry.key == null && !isCustomEntry(entry))
      ids.add(entry.id as ProductId)
  return ids
}

/**
 * Finds the stored line of every entry: by `key`, else the line that it sends back unchanged, else
 * by `id` in order of occurrence among the lines that are left; lines without a product by their
 * names. Rejects a key that is unknown, duplicate, or sent with another id; such an entry matches
 * no line.
 */
export function matchLines(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
  errors: FieldErrorCollector,
): readonly LineMatch[] {
  const hasKeys = entries.some(({ key }) => key != null)
  const claimed = hasKeys ? claimByKey(entries, lines, errors) : noLines
  const unclaimed = new Map<ProductId, ProductLine[]>()
  const claimedLines = hasKeys ? new Set(claimed.values()) : undefined
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] as ProductLine
    if (claimedLines?.has(line)) continue
    const sameProduct = unclaimed.get(line.id)
    if (sameProduct === undefined) unclaimed.set(line.id, [line])
    else sameProduct.push(line)
  }
  const sentBack = takeSentBack(entries, unclaimed)
  const hasCustomLines = entries.some(({ id, key }) => id === customLineId && key == null)
  const customLines = hasCustomLines && new LinesByName(unclaimed.get(customLineId) ?? [])
  return entries.map((entry, index) => {
    if (entry.key != null) return { entry, line: claimed.get(index) }
    const same = sentBack.get(index)
    if (same !== undefined) return { entry, line: same }
    if (customLines && entry.id === customLineId)
      return { entry, line: customLines.take(entry.name) }
    return { entry, line: entry.id === undefined ? undefined : unclaimed.get(entry.id)?.pop() }
  })
}

const noLines: ReadonlyMap<number, ProductLine> = new Map()

/**
 * Takes the line of each entry that sends back one of several of its product, by the index of the
 * entry: without its key, only its fields say which.
 *
 * @param unclaimed The lines of each product. The last one is taken first.
 */
function takeSentBack(
  entries: readonly SentLine[],
  unclaimed: ReadonlyMap<ProductId, ProductLine[]>,
): ReadonlyMap<number, ProductLine> {
  const taken = new Map<number, ProductLine>()
  for (const [index, entry] of entries.entries()) {
    if (entry.key != null || entry.quote_total === undefined) continue
    const lines = unclaimed.get(entry.id as ProductId) ?? []
    const place = lines.length > 1 ? lines.findLastIndex((line) => isSentBack(entry, line)) : -1
    const [line] = place === -1 ? [] : lines.splice(place, 1)
    if (line !== undefined) taken.set(index, line)
  }
  return taken
}

/** Lines without a product have one id, so their names tell them apart. */
class LinesByName {
  readonly #lines: ProductLine[]
  readonly #byName = new Map<string | undefined, ProductLine[]>()
  readonly #taken = new Set<ProductLine>()

  /** @param lines The last one is taken first. */
  constructor(lines: readonly ProductLine[]) {
    this.#lines = [...lines]
    for (const line of lines) {
      const { name } = line
      const sameName = this.#byName.get(name)
      if (sameName === undefined) this.#byName.set(name, [line])
      else sameName.push(line)
    }
  }

  /** Takes the next line of this name, or of any name if it is undefined. */
  take(name: string | undefined): ProductLine | undefined {
    const lines = name === undefined ? this.#lines : this.#byName.get(name)
    let line = lines?.pop()
    while (line !== undefined && this.#taken.has(line)) line = lines?.pop()
    if (line !== undefined) this.#taken.add(line)
    return line
  }
}

function claimByKey(
  entries: readonly UpdateLineRequest[],
  lines: readonly ProductLine[],
  errors: FieldErrorCollector,
): ReadonlyMap<number, ProductLine> {
  const linesByKey = new Map(lines.map((line, index) => [getLineKey(line, index), line]))
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

/**
 * Finds the stored line of every change: by `key`, else by `id`; if several lines have it, the one
 * that it sends back unchanged. A line that is removed by its key is none that an id alone could
 * mean, so its product can be added again with the price that it has now. A change with `add` is
 * for no stored line.
 */
export function matchChanges(
  changes: readonly LineChangeRequest[],
  stored: readonly ProductLine[],
  errors: FieldErrorCollector,
): readonly LineMatch[] {
  const byKey = new Map(stored.map((line, index) => [getLineKey(line, index), index]))
  const removed = new Set(
    changes.flatMap(({ key, remove }) => (remove === true && key != null ? [byKey.get(key)] : [])),
  )
  const byId = new Map<ProductId, number[]>()
  for (const [index, { id }] of stored.entries()) {
    if (removed.has(index)) continue
    const indexes = byId.get(id)
    if (indexes === undefined) byId.set(id, [index])
    else indexes.push(index)
  }
  const seen = new Set<number>()
  return changes.map((entry, position) => {
    if (errors.isFull) return { entry, line: undefined }
    const path = ['product_changes', position]
    if (entry.add === true) {
      rejectReferences(entry, path, errors)
      return { entry, line: undefined }
    }
    const target = findTarget(entry, { byKey, byId, stored, seen }, path, errors)
    if (target === undefined) return { entry, line: undefined }
    if (seen.has(target)) errors.add(path, 'is a duplicate: an earlier change is for the same line')
    seen.add(target)
    return { entry, line: stored[target] }
  })
}

interface StoredLines {
  readonly byKey: ReadonlyMap<string, number>
  readonly byId: ReadonlyMap<ProductId, readonly number[]>
  readonly stored: readonly ProductLine[]
  /** The indexes of the lines that earlier changes are for. */
  readonly seen: ReadonlySet<number>
}

function rejectReferences(
  { key, remove }: LineChangeRequest,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  const other = key != null ? 'key' : remove === true ? 'remove' : undefined
  if (other === undefined) return
  const message = `cannot be combined with ${other}, which is for a line of the quote; send one of them`
  errors.add([...path, 'add'], message)
}

function findTarget(
  entry: LineChangeRequest,
  { byKey, byId, stored, seen }: StoredLines,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): number | undefined {
  const { id, key } = entry
  if (key != null) {
    const index = byKey.get(key)
    const line = index === undefined ? undefined : stored[index]
    if (line === undefined) errors.add([...path, 'key'], 'is not the key of a line of this quote')
    else if (id !== undefined && id !== line.id)
      errors.add(
        [...path, 'id'],
        `must be ${JSON.stringify(line.id)}, the id of the line with this key`,
      )
    return index
  }
  if (id === undefined) return undefined
  const indexes = byId.get(id) ?? []
  if (id !== 0 && indexes.length < 2) return indexes[0]
  const same = indexes.find(
    (index) => !seen.has(index) && isSentBack(entry, stored[index] as ProductLine),
  )
  if (same !== undefined || id === 0) return same
  const keys = indexes.slice(0, 5).map((index) => getLineKey(stored[index] as ProductLine, index))
  const message = `is on several lines; send the key of one: ${keys.join(', ')}, or add: true`
  errors.add([...path, 'id'], message)
  return indexes[0]
}
