import { customerLabels, detailFields, getLabel, innerLabel, lineLabels } from '../parts/fields.js'
import {
  type DraftDiscount,
  type DraftRow,
  isBlankDiscount,
  type QuoteDraft,
  type RowField,
} from './draft.js'
import { customerValues, orderedKeys } from './part-changes.js'

/** One value of a draft. */
export interface FlatValue {
  readonly label: string
  /** What is compared. */
  readonly value: string
  /** What people see. */
  readonly shown: string
}

/** The values of a draft by their paths. A path that is missing has no value. */
export type FlatDraft = ReadonlyMap<string, FlatValue>

/** The fields of a line that are compared one by one. */
export const comparedFields = [
  'qty',
  'note',
  'name',
  'price',
  ...detailFields,
] as const satisfies readonly RowField[]

/**
 * Returns the values of a draft one by one, so that two drafts can be compared.
 *
 * @param base What the form of the draft showed.
 */
export function flatten(draft: QuoteDraft, base = draft): FlatDraft {
  const order = getOrder(base, draft)
  return new Map([
    ...[...customerValues(draft)].map(([name, value]) =>
      flat(`customer ${name}`, `Customer: ${getLabel(customerLabels, name)}`, value),
    ),
    ...draft.rows.filter(({ key }) => key !== '').flatMap(flattenRow),
    flat('order', 'Order of the lines', JSON.stringify(order), orderShown(draft, order)),
    flat('discounts', 'Discounts', ...discountsShown(draft)),
    flat('shipping', 'Shipping', ...shippingShown(draft)),
    ...draft.tags.map((name) => flat(`tag ${name}`, `Tag ${name}`, 'Set')),
    flat('owner', 'Owner', draft.owner),
  ])
}

function flat(path: string, label: string, value: string, shown = value) {
  return [path, { label, value: value.replaceAll(/\r\n?/g, '\n').trim(), shown }] as const
}

/** Returns the name of a line for people. */
export function rowName({ values, shown }: DraftRow): string {
  const name =
    values.name || shown || values.sku || (values.id === '' ? 'Line' : `Product ${values.id}`)
  return shortened(name)
}

const maxName = 100

/** Shortens a name that many labels repeat, so that a page is not far longer than its form. */
export function shortened(name: string): string {
  return name.length <= maxName ? name : `${name.slice(0, maxName - 1)}…`
}

function flattenRow(row: DraftRow) {
  const { key, values, isRemoved } = row
  const name = rowName(row)
  const { quote, discount_percent: percent } = values
  if (isRemoved) return []
  const summary = `${values.qty} × ${quote || 'catalog price'}`
  return [
    flat(`line ${key}`, name, 'there', summary),
    ...comparedFields.map((field) =>
      flat(`line ${key} ${field}`, `${name}: ${innerLabel(lineLabels[field])}`, values[field]),
    ),
    flat(
      `line ${key} offer`,
      `${name}: ${innerLabel(lineLabels.quote)}`,
      JSON.stringify([quote, percent]),
      [quote, percent && `${percent} % off`].filter(Boolean).join(', '),
    ),
  ]
}

/**
 * Returns the keys of the lines that a draft has already, in the order that it gives them.
 *
 * @param base What the form showed, whose places the typed ones replace.
 */
export function getOrder(base: QuoteDraft, draft: QuoteDraft): readonly string[] {
  return orderedKeys(
    base,
    draft,
    draft.rows.map(({ key }) => (key === '' ? undefined : key)),
  )
}

function orderShown({ rows }: QuoteDraft, order: readonly string[]): string {
  const names = new Map(rows.map((row) => [row.key, rowName(row)]))
  return order.map((key) => names.get(key)).join(', ')
}

const discountUnits: Readonly<Record<string, string>> = {
  percent: ' %',
  amount: ' off',
  target: ' in total',
}

function discountsShown({ discounts }: QuoteDraft): readonly [value: string, shown: string] {
  const given = discounts.filter((discount) => !isBlankDiscount(discount))
  const terms = given.map(({ type, value, label, lines }) => [type, value, label, lines.toSorted()])
  return [JSON.stringify(terms), given.map(discountShown).join('; ')]
}

function discountShown({ type, value, label, lines }: DraftDiscount): string {
  const unit = Object.hasOwn(discountUnits, type) ? discountUnits[type] : ''
  const scope = lines.length === 0 ? '' : ` (${lines.length} lines)`
  return `${label === '' ? '' : `${label}: `}${value}${unit}${scope}`
}

function shippingShown({ shipping }: QuoteDraft): readonly [value: string, shown: string] {
  const { type, name, price, tax_code: taxCode } = shipping
  if (type === 'no_additional') return [type, 'None']
  const isCustom = type === 'custom'
  const value = isCustom ? JSON.stringify([type, name, price, taxCode]) : type
  return [value, [name || type, price].filter(Boolean).join(', ')]
}
