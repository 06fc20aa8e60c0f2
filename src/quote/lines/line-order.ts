import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { truncate } from '../../validation/identifiers.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { ProductLine, Quote } from '../quote.js'

/** Returns the errors of an order of these lines. A valid order has every line key once. */
export function validateLineOrder(
  order: readonly string[],
  lines: readonly ProductLine[],
): readonly { readonly path: readonly number[]; readonly message: string }[] {
  if (lines.some((line) => line.key === null))
    return [{ path: [], message: 'must be null until an update of products gives the lines keys' }]
  const missing = new Set(lines.map((line) => line.key))
  const errors = order.flatMap((key, index) =>
    missing.delete(key)
      ? []
      : [{ path: [index], message: 'must be the key of a line, and each key once' }],
  )
  if (missing.size === 0) return errors
  const listed = [...missing].slice(0, 5).map((key) => truncate(key ?? ''))
  return [
    ...errors,
    { path: [], message: `must have every line key; missing: ${listed.join(', ')}` },
  ]
}

/**
 * Returns the order after an update: the order sent, else the stored one while it is valid for the
 * lines. An unchanged stored order that is sent back with changed lines counts as not sent.
 */
export function resolveLineOrder(
  stored: Quote,
  sent: readonly string[] | null | undefined,
  lines: readonly ProductLine[],
  errors: FieldErrorCollector,
): readonly string[] | null {
  if (sent === undefined || jsonEqual(sent, stored.product_order)) {
    const { product_order: order } = stored
    return order === null || validateLineOrder(order, lines).length > 0 ? null : order
  }
  for (const { path, message } of sent === null ? [] : validateLineOrder(sent, lines))
    errors.add(['product_order', ...path], message)
  return sent
}
