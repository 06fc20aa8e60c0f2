import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'

/**
 * Fields that quotewright computes may come back as they are stored, and are then ignored; anything else in them is a fault.
 * `stored` is undefined where there is nothing yet that could come back.
 */
export function rejectReadOnlyChanges<Field extends string>(
  fields: readonly Field[],
  stored: { readonly [F in Field]: unknown } | undefined,
  sent: { readonly [F in Field]?: unknown },
  path: readonly PropertyKey[],
  faults: FieldErrorCollector,
  ownHints?: ReadonlyMap<string, string>,
): void {
  for (const field of fields) {
    const value = sent[field]
    if (value === undefined || (stored !== undefined && jsonEqual(value, stored[field]))) continue
    const hint = ownHints?.get(field) ?? hints.get(field)
    faults.add([...path, field], hint ?? 'is computed and cannot be set')
  }
}

const hints: ReadonlyMap<string, string> = new Map([
  ['tags', 'cannot be set; tags are set through tag_list'],
  ['price', 'is frozen and cannot be set; the offered price is quote'],
])
