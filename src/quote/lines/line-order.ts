import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { truncate } from '../../validation/identifiers.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { ProductLine, Quote } from '../quote.js'

/** What is wrong with an order of these lines, by path below it; nothing where it names every line key once. */
export function validateLineOrder(
  order: readonly string[],
  lines: readonly ProductLine[],
): readonly { readonly path: readonly number[]; readonly message: string }[] {
  if (lines.some((line) => line.key === null))
    return [{ path: [], message: 'must be null until an update of products gives the lines keys' }]
  const missing = new Set(lines.map((line) => line.key))
  const faults = order.flatMap((key, index) =>
    missing.delete(key)
      ? []
      : [{ path: [index], message: 'must be the key of a line, and each key once' }],
  )
  if (missing.size === 0) return faults
  const shown = [...missing].slice(0, 5).map((key) => truncate(key ?? ''))
  return [...faults, { path: [], message: `must name every line; it lacks ${shown.join(', ')}` }]
}

/**
 * The order that a quote has after an update: what was sent, else what is stored as long as it still names every line. The
 * stored order that comes back with changed lines is no wish for it.
 */
export function resolveLineOrder(
  stored: Quote,
  sent: readonly string[] | null | undefined,
  lines: readonly ProductLine[],
  faults: FieldErrorCollector,
): readonly string[] | null {
  if (sent === undefined || jsonEqual(sent, stored.product_order)) {
    const { product_order: order } = stored
    return order === null || validateLineOrder(order, lines).length > 0 ? null : order
  }
  for (const { path, message } of sent === null ? [] : validateLineOrder(sent, lines))
    faults.add(['product_order', ...path], message)
  return sent
}
