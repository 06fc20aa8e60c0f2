import type { FieldErrors } from '../../errors.js'
import type { NumberKind, TypedNumbers } from '../../pages/forms/typed-numbers.js'
import type { UpdateCustomerRequest } from '../../quote/customer/customer.js'
import { catalogOffer } from '../../quote/lines/line-pricing.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { DiscountRequest, ShippingChoice } from '../../quote/pricing/pricing-request.js'
import { formatPath } from '../../validation/field-errors.js'
import { customerFieldNames, isSameValue } from '../parts/fields.js'
import {
  type DraftDiscount,
  type DraftRow,
  type DraftShipping,
  displayedLines,
  isBlankDiscount,
  parseDecimal,
  parseQuantity,
  type QuoteDraft,
} from './draft.js'
import type { FormPath } from './form-errors.js'

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
export function getCustomerPaths({ fields }: QuoteDraft): readonly FormPath[] {
  return fields.map(({ name }, index) => [formatPath(['customer', name]), `fields[${index}].value`])
}

/** Returns the errors of customer fields that the form names and the base lacks. */
export function fieldNameErrors(base: QuoteDraft, { fields, strings }: QuoteDraft): FieldErrors {
  const known = new Set(base.fields.map(({ name }) => name))
  const seen = new Set<string>([...customerFieldNames, ...known])
  const errors: Record<string, string> = {}
  for (const [index, { name }] of fields.entries()) {
    const path = `fields[${index}].name`
    if (known.delete(name)) continue
    if (name === '') errors[path] = strings.edit.missingFieldName
    else if (seen.has(name)) errors[path] = strings.edit.takenFieldName
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

/** An offered unit price, or a percent below the list price. */
export interface OfferChange {
  readonly quote?: string
  /** Null for the price of the catalog instead of the stored percentage. */
  readonly discount_percent?: string | null
}

/** Returns the offer of a new line: what is typed of the two. */
export function newOffer(
  { quote, discount_percent: percent }: DraftRow['values'],
  numbers: TypedNumbers,
): OfferChange {
  return {
    ...(quote === '' ? undefined : { quote: parseDecimal(quote, 'money', numbers) }),
    ...(percent === ''
      ? undefined
      : { discount_percent: parseDecimal(percent, 'percent', numbers) }),
  }
}

/**
 * Returns the offer that was typed. The form shows both the price and the percent of a line, so the
 * one that was changed counts; if both were, the engine rejects them. A price that was emptied is
 * that of the catalog. A percent that was emptied says nothing, unless the line has a percentage:
 * the form empties it when somebody types a price, also if that is the price as it was.
 */
export function changedOffer(
  row: DraftRow,
  before: DraftRow,
  line: ProductLine,
  numbers: TypedNumbers,
): OfferChange {
  const { quote, discount_percent: percent } = row.values
  const typed = newOffer(row.values, numbers)
  const isPrice = !isSameValue(quote, before.values.quote)
  const isPercent = !isSameValue(percent, before.values.discount_percent)
  const isPercentTyped = isPercent && percent !== ''
  if (isPrice && quote !== '') return isPercentTyped ? typed : { quote: typed.quote as string }
  if (isPercentTyped) return { discount_percent: typed.discount_percent as string }
  if (line.discount_percent !== undefined)
    return isPrice || isPercent ? { discount_percent: null } : {}
  return isPrice ? offerOfCatalog(row, line, numbers) : {}
}

function offerOfCatalog(
  { values }: DraftRow,
  line: ProductLine,
  numbers: TypedNumbers,
): OfferChange {
  const qty = parseQuantity(values.qty, numbers)
  const own = () => parseDecimal(values.price, 'money', numbers)
  const price = line.id === 0 ? own() : catalogOffer(line, qty)
  return isSameValue(price, line.quote) ? {} : { quote: price }
}

const positionPattern = /^\d{0,6}$/

/** Returns the errors of the positions that were typed. */
export function positionErrors({ rows, strings }: QuoteDraft): FieldErrors {
  const invalid = rows.flatMap(({ values: { position } }, index) =>
    positionPattern.test(position)
      ? []
      : [[`products[${index}].position`, strings.edit.invalidPlace] as const],
  )
  return Object.fromEntries(invalid)
}

/** A line and the place that was typed for it; undefined if it keeps its own. */
interface Placed {
  readonly key: string
  readonly place: number | undefined
}

/**
 * Returns the keys of the lines in their order: those with a new place at that place, and all
 * others around them as they were. New lines without a place come last.
 *
 * @param keys The key of each row's line; undefined for rows without a line.
 */
export function getOrderedKeys(
  base: QuoteDraft,
  { rows }: QuoteDraft,
  keys: readonly (string | undefined)[],
): readonly string[] {
  const places = new Map(base.rows.map(({ key, values }) => [key, Number(values.position)]))
  const before = (row: DraftRow) => places.get(row.key) ?? places.size + 1
  const placed = rows
    .map((row, index) => ({ row, key: keys[index] }))
    .toSorted((left, right) => before(left.row) - before(right.row))
    .flatMap(({ row, key }) =>
      key === undefined ? [] : [{ key, place: newPlace(row, places.get(row.key)) }],
    )
  return arrange(placed)
}

function newPlace({ values: { position } }: DraftRow, before: number | undefined) {
  const place = Number(position)
  return place > 0 && place !== before ? place : undefined
}

function arrange(lines: readonly Placed[]): readonly string[] {
  const others = lines.filter(({ place }) => place === undefined)
  const moved = lines
    .filter(({ place }) => place !== undefined)
    .toSorted((left, right) => (left.place as number) - (right.place as number))
  const ordered: string[] = []
  let next = 0
  for (const { key } of others) {
    for (; Number(moved[next]?.place) <= ordered.length + 1; next += 1)
      ordered.push((moved[next] as Placed).key)
    ordered.push(key)
  }
  return [...ordered, ...moved.slice(next).map(({ key }) => key)]
}

/**
 * Returns the `product_order` to send, or undefined if the lines get their order without it.
 *
 * @param removed The keys of the lines that are removed.
 */
export function orderChange(
  quote: Quote,
  ordered: readonly string[],
  removed: ReadonlySet<string>,
): readonly string[] | undefined {
  const displayed = [...displayedLines(quote).keys()]
  const isSameLines = removed.size === 0 && ordered.length === displayed.length
  const stored = [...displayedLines({ ...quote, product_order: null }).keys()]
  const kept = (isSameLines ? displayed : stored).filter((key) => !removed.has(key))
  const known = new Set(kept)
  const without = [...kept, ...ordered.filter((key) => !known.has(key))]
  return without.every((key, index) => key === ordered[index]) ? undefined : ordered
}
