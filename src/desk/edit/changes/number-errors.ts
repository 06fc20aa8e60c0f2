import type { FieldErrors } from '../../../errors.js'
import type { NumberKind } from '../../../pages/forms/typed-numbers.js'
import {
  isBlankDiscount,
  isBlankRow,
  isSameValue,
  numberFields,
  type QuoteDraft,
} from '../draft/quote-draft.js'
import { discountKind } from './content-changes.js'

/**
 * Returns the errors of numbers that were typed and cannot be read, by the names of their fields.
 * What the form showed is valid, however it is written.
 */
export function numberErrors(base: QuoteDraft, draft: QuoteDraft): FieldErrors {
  const { numbers } = draft
  const errors: Record<string, string> = {}
  const check = (name: string, value: string, kind: NumberKind, before: string | undefined) => {
    if (value === '' || (before !== undefined && isSameValue(value, before))) return
    if (numbers.parse(value, kind) === undefined) errors[name] = numbers.error(kind)
  }
  const rows = new Map(base.rows.map((row) => [row.key, row.values]))
  for (const [index, row] of draft.rows.entries()) {
    if (row.isRemoved || isBlankRow(row)) continue
    const before = rows.get(row.key)
    for (const field of Object.keys(numberFields) as (keyof typeof numberFields)[])
      check(`products[${index}].${field}`, row.values[field], numberFields[field], before?.[field])
  }
  for (const [index, discount] of draft.discounts.entries()) {
    if (isBlankDiscount(discount)) continue
    const before = base.discounts[index]
    const isSameType = before?.type === discount.type
    const known = isSameType ? before?.value : undefined
    check(`discounts[${index}].value`, discount.value, discountKind(discount), known)
  }
  const { type, price } = draft.shipping
  if (type === 'custom') check('shipping.product.price', price, 'money', base.shipping.price)
  return errors
}
