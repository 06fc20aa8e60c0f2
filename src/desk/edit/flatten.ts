import { toFormText } from '../../pages/forms/form.js'
import { detailFields, getLabel } from '../parts/fields.js'
import type { DeskStrings } from '../strings.js'
import {
  type DraftDiscount,
  type DraftRow,
  isBlankDiscount,
  type QuoteDraft,
  type RowField,
} from './draft.js'
import { customerValues, getOrderedKeys } from './part-changes.js'
import { storeInputNames } from './store-fields.js'

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
  const { strings } = draft
  const { conflict, labels } = strings
  const order = getOrder(base, draft)
  return new Map([
    ...[...customerValues(draft)].map(([name, value]) =>
      flat(`customer ${name}`, conflict.customerField(customerLabel(draft, name)), value),
    ),
    ...draft.ownFields.quote.map(({ path, label }) =>
      flat(`own ${path}`, label, draft.own.get(path) ?? ''),
    ),
    ...draft.rows.filter(({ key }) => key !== '').flatMap((row) => flattenRow(draft, row)),
    flat('order', labels.quote.product_order, JSON.stringify(order), orderShown(draft, order)),
    flat('discounts', labels.quote.discounts, ...discountsShown(draft)),
    flat('shipping', labels.quote.shipping, ...shippingShown(draft)),
    ...draft.tags.map((name) => flat(`tag ${name}`, conflict.tag(name), conflict.there)),
    ...storeInputNames.map((name) => flat(name, labels.quote[name], draft[name])),
  ])
}

/** Returns the label of a customer field: of the desk, of the host, or the name of the field. */
export function customerLabel({ strings, ownFields }: QuoteDraft, name: string): string {
  return ownFields.customer.get(name)?.label ?? getLabel(strings.labels.customer, name)
}

function flat(path: string, label: string, value: string, shown = value) {
  return [path, { label, value: toFormText(value), shown }] as const
}

/** Returns the name of a line for people. */
export function getRowLabel({ common }: DeskStrings, { values, shown }: DraftRow): string {
  const name =
    values.name ||
    shown ||
    values.sku ||
    (values.id === '' ? common.line : common.product(values.id))
  return shortened(name)
}

const maxName = 100

/** Shortens a name that many labels repeat, so that a page is not far longer than its form. */
export function shortened(name: string): string {
  return name.length <= maxName ? name : `${name.slice(0, maxName - 1)}…`
}

function flattenRow({ strings, ownFields }: QuoteDraft, row: DraftRow) {
  const { conflict, common, labels } = strings
  const { key, values, own, isRemoved } = row
  const name = getRowLabel(strings, row)
  const { quote, discount_percent: percent } = values
  if (isRemoved) return []
  const summary = `${values.qty} × ${quote || conflict.catalogPrice}`
  return [
    flat(`line ${key}`, name, 'there', summary),
    ...comparedFields.map((field) =>
      flat(`line ${key} ${field}`, conflict.lineField(name, labels.line[field]), values[field]),
    ),
    ...ownFields.line.map(({ path, label }) =>
      flat(`line ${key} ${path}`, conflict.lineField(name, label), own?.get(path) ?? ''),
    ),
    flat(
      `line ${key} offer`,
      conflict.lineField(name, labels.line.quote),
      JSON.stringify([quote, percent]),
      [quote, percent && common.percentOff(percent)].filter(Boolean).join(', '),
    ),
  ]
}

/**
 * Returns the keys of the lines that a draft has already, in the order that it gives them.
 *
 * @param base What the form showed, whose places the typed ones replace.
 */
export function getOrder(base: QuoteDraft, draft: QuoteDraft): readonly string[] {
  return getOrderedKeys(
    base,
    draft,
    draft.rows.map(({ key }) => (key === '' ? undefined : key)),
  )
}

function orderShown({ rows, strings }: QuoteDraft, order: readonly string[]): string {
  const names = new Map(rows.map((row) => [row.key, getRowLabel(strings, row)]))
  return order.map((key) => names.get(key)).join(', ')
}

function discountsShown({
  discounts,
  strings,
}: QuoteDraft): readonly [value: string, shown: string] {
  const given = discounts.filter((discount) => !isBlankDiscount(discount))
  const terms = given.map(({ type, value, label, lines }) => [type, value, label, lines.toSorted()])
  return [JSON.stringify(terms), given.map((each) => discountShown(strings, each)).join('; ')]
}

function discountShown(
  { conflict }: DeskStrings,
  { type, value, label, lines }: DraftDiscount,
): string {
  const units = new Map([
    ['percent', conflict.percent],
    ['amount', conflict.amountOff],
    ['target', conflict.inTotal],
  ])
  const scope = lines.length === 0 ? '' : ` ${conflict.ofLines(lines.length)}`
  return `${label === '' ? '' : `${label}: `}${units.get(type)?.(value) ?? value}${scope}`
}

function shippingShown({ shipping, strings }: QuoteDraft): readonly [value: string, shown: string] {
  const { type, name, price, tax_code: taxCode } = shipping
  if (type === 'no_additional') return [type, strings.conflict.noShipping]
  const isCustom = type === 'custom'
  const value = isCustom ? JSON.stringify([type, name, price, taxCode]) : type
  return [value, [name || type, price].filter(Boolean).join(', ')]
}
