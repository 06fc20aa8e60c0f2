import type { FieldErrors } from '../../../errors.js'
import type { NumberKind, TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import type { UpdateCustomerRequest } from '../../../quote/customer/customer.js'
import type { DiscountRequest, ShippingChoice } from '../../../quote/pricing/pricing-request.js'
import { formatPath } from '../../../validation/field-errors.js'
import { customerLabels } from '../../parts/field-labels.js'
import { parseDecimal } from '../draft/product-values.js'
import {
  type DraftDiscount,
  type DraftShipping,
  isBlankDiscount,
  isSameValue,
  type QuoteDraft,
} from '../draft/quote-draft.js'
import type { FormPath } from './error-paths.js'

/** Returns the customer fields that differ; null for those that were emptied. */
export function customerChanges(base: QuoteDraft, draft: QuoteDraft): UpdateCustomerRequest {
  const before = customerValues(base)
  const changed = [...customerValues(draft)].flatMap(([name, value]) => {
    const known = before.get(name)
    if (isSameValue(value, known ?? '')) return []
    return [[name, value === '' ? null : value] as const]
  })
  return Object.fromEntries(changed)
}

/** Returns all customer fields of a draft by name. */
export function customerValues({ customer, fields }: QuoteDraft): ReadonlyMap<string, string> {
  return new Map([...customer, ...fields.map(({ name, value }) => [name, value] as const)])
}

/** Returns the names of the form's fields about the customer. */
export function customerPaths({ fields }: QuoteDraft): readonly FormPath[] {
  return fields.map(({ name }, index) => [formatPath(['customer', name]), `fields[${index}].value`])
}

/** Returns the errors of customer fields that the form names and the base lacks. */
export function fieldNameErrors(base: QuoteDraft, { fields }: QuoteDraft): FieldErrors {
  const known = new Set(base.fields.map(({ name }) => name))
  const seen = new Set<string>([...Object.keys(customerLabels), ...known])
  const errors: Record<string, string> = {}
  for (const [index, { name }] of fields.entries()) {
    const path = `fields[${index}].name`
    if (known.delete(name)) continue
    if (name === '') errors[path] = 'is required, as the field has a value'
    else if (seen.has(name)) errors[path] = 'is the name of another field; choose another'
    seen.add(name)
  }
  return errors
}

/** The discounts to send, and where the form has them. */
export interface DiscountChanges {
  /** Undefined if they are as they were. */
  readonly discounts: readonly DiscountRequest[] | undefined
  readonly paths: readonly FormPath[]
}

/**
 * Returns all discounts of a draft if one of them differs.
 *
 * @param removed The keys of the lines that are removed. A discount for such lines only is dropped.
 */
export function discountChanges(
  base: QuoteDraft,
  draft: QuoteDraft,
  removed: ReadonlySet<string> = new Set(),
): DiscountChanges {
  if (isSameDiscounts(base.discounts, draft.discounts)) return { discounts: undefined, paths: [] }
  const discounts: DiscountRequest[] = []
  const paths: FormPath[] = []
  for (const [index, discount] of draft.discounts.entries()) {
    const { type, value, label, lines } = discount
    const left = lines.filter((key) => !removed.has(key))
    if (isBlankDiscount(discount) || left.length < Math.min(lines.length, 1)) continue
    paths.push([`discounts[${discounts.length}]`, `discounts[${index}]`])
    discounts.push({
      type: type as DiscountRequest['type'],
      value: parseDecimal(value, discountKind(discount), draft.numbers),
      ...(label === '' ? undefined : { label }),
      ...(left.length === 0 ? undefined : { lines: left }),
    })
  }
  return { discounts, paths }
}

/** Returns what the value of a discount is: percent, or an amount of money. */
export function discountKind({ type }: DraftDiscount): NumberKind {
  return type === 'percent' ? 'percent' : 'money'
}

/** Returns true if two lists of discounts say the same. */
function isSameDiscounts(left: readonly DraftDiscount[], right: readonly DraftDiscount[]): boolean {
  const others = right.filter((discount) => !isBlankDiscount(discount))
  const own = left.filter((discount) => !isBlankDiscount(discount))
  return own.length === others.length && own.every((each, index) => isSame(each, others[index]))
}

function isSame(left: DraftDiscount, right: DraftDiscount | undefined): boolean {
  if (right === undefined || left.type !== right.type) return false
  const lines = new Set(right.lines)
  return (
    isSameValue(left.value, right.value) &&
    isSameValue(left.label, right.label) &&
    left.lines.length === lines.size &&
    left.lines.every((key) => lines.has(key))
  )
}

/** Returns the shipping to choose; undefined if it is as it was. */
export function shippingChange(
  before: DraftShipping,
  { type, name, price, tax_code: taxCode }: DraftShipping,
  numbers: TypedNumbers,
): ShippingChoice | undefined {
  if (type !== 'custom') return isSameValue(type, before.type) ? undefined : { type }
  const isSameCharge =
    before.type === 'custom' &&
    isSameValue(name, before.name) &&
    isSameValue(price, before.price) &&
    isSameValue(taxCode, before.tax_code)
  if (isSameCharge) return undefined
  const code = taxCode === '' ? undefined : { tax_code: taxCode }
  return { type, product: { name, price: parseDecimal(price, 'money', numbers), ...code } }
}
