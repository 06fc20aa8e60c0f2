import { jsonEqual } from '../../validation/json-equal.js'
import { fieldKinds } from '../model/field-rules.js'
import { type LinesByKey, linesByKey } from '../model/line-keys.js'
import type { ProductLine, Quote } from '../model/quote.js'

/** What became of a field or a line. */
export type DifferenceKind = 'added' | 'removed' | 'changed'

/** A field that two versions do not have in common. */
export interface FieldDifference {
  /**
   * The name of the field: `name` for that of the customer, `qty` for that of a line,
   * `ship_to.city` for that of the address of delivery, `fields.region` or `internal_fields.cost`
   * for one of the host.
   */
  readonly name: string
  readonly kind: DifferenceKind
  /** The value in the earlier version: JSON. Absent if the field was added. */
  readonly before?: unknown
  /** The value in the later version: JSON. Absent if the field was removed. */
  readonly after?: unknown
}

/** A line that two versions do not have in common. */
export interface LineDifference {
  /** The key of the line. For null, the one that follows from its position: `1-1`. */
  readonly key: string
  readonly kind: DifferenceKind
  /** The line in the earlier version. Absent if it was added. */
  readonly before?: ProductLine
  /** The line in the later version. Absent if it was removed. */
  readonly after?: ProductLine
  /** The fields that differ. Empty unless the line was changed. */
  readonly fields: readonly FieldDifference[]
}

/** What two versions of a quote do not have in common. */
export interface QuoteDifferences {
  /** The fields of the customer. */
  readonly customer: readonly FieldDifference[]
  /** The lines in the order of display of the later version, then those that it does not have. */
  readonly lines: readonly LineDifference[]
  /** True if lines that both versions have are displayed in another order. */
  readonly isReordered: boolean
  /** All other fields of the quote: `tags`, `shipping`, `discounts`, `status`. */
  readonly fields: readonly FieldDifference[]
}

/**
 * Compares two versions of a quote by field, and their lines by key. A field that is null or absent
 * counts as none. Pure.
 */
export function diffQuotes(before: Quote, after: Quote): QuoteDifferences {
  const earlier = linesByKey(before)
  const later = linesByKey(after)
  return {
    customer: diffFields(before.customer, after.customer),
    lines: diffLines(earlier, later),
    isReordered: isReordered(earlier, later),
    fields: diffFields(before, after, new Set(['customer', 'products', 'product_order'])),
  }
}

function diffLines(earlier: LinesByKey, later: LinesByKey): readonly LineDifference[] {
  const differences: LineDifference[] = []
  for (const [key, after] of later) {
    const before = earlier.get(key)
    if (before === undefined) {
      differences.push({ key, kind: 'added', after, fields: [] })
      continue
    }
    const fields = diffFields(before, after, new Set(['key']))
    if (fields.length > 0) differences.push({ key, kind: 'changed', before, after, fields })
  }
  for (const [key, before] of earlier)
    if (!later.has(key)) differences.push({ key, kind: 'removed', before, fields: [] })
  return differences
}

function isReordered(earlier: LinesByKey, later: LinesByKey): boolean {
  const kept = [...earlier.keys()].filter((key) => later.has(key))
  const shown = [...later.keys()].filter((key) => earlier.has(key))
  return kept.some((key, index) => key !== shown[index])
}

/** Compares the fields of two objects, in the order in which they have them. */
function diffFields(
  before: object,
  after: object,
  ignored: ReadonlySet<string> = new Set(),
): readonly FieldDifference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => !ignored.has(name))
    .flatMap((name) => {
      const [from, to] = [ownValue(before, name), ownValue(after, name)]
      if (groups.includes(name)) return diffGroup(name, from, to)
      const difference = diffField(name, from, to)
      return difference === undefined ? [] : [difference]
    })
}

/** The fields of a quote or a line whose own fields are compared one by one. */
const groups: readonly string[] = ['ship_to', ...fieldKinds]

function diffGroup(group: string, before: unknown, after: unknown): readonly FieldDifference[] {
  const differences = diffFields(Object(before ?? {}), Object(after ?? {}))
  return differences.map((difference) => ({ ...difference, name: `${group}.${difference.name}` }))
}

/** A customer can have fields of any name, `__proto__` among them. */
function ownValue(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined
}

function diffField(name: string, before: unknown, after: unknown): FieldDifference | undefined {
  const wasSet = before !== undefined && before !== null
  const isSet = after !== undefined && after !== null
  if (wasSet && isSet)
    return jsonEqual(before, after) ? undefined : { name, kind: 'changed', before, after }
  if (isSet) return { name, kind: 'added', after }
  return wasSet ? { name, kind: 'removed', before } : undefined
}
