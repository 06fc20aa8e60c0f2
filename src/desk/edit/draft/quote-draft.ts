import {
  type NumberKind,
  type TypedNumbers,
  typedNumbers,
} from '../../../pages/forms/typed-numbers.js'
import { customerLabels, detailFields, type lineLabels } from '../../parts/field-labels.js'

/** A field of the form about a line. */
export type RowField = (typeof rowFields)[number]

export const rowFields = [
  'position',
  'id',
  'qty',
  'quote',
  'discount_percent',
  'note',
  'name',
  'price',
  ...detailFields,
] as const satisfies readonly (keyof typeof lineLabels)[]

/** The fields of a line that are numbers. */
export const numberFields = {
  qty: 'quantity',
  quote: 'money',
  discount_percent: 'percent',
  price: 'money',
} as const satisfies Partial<Record<RowField, NumberKind>>

/** A customer field that the form has no label for. */
export interface DraftField {
  readonly name: string
  readonly value: string
}

/** A line as the form has it. Its place in the list is the number in the names of its fields. */
export interface DraftRow {
  /** The key of the line; empty for a new one. */
  readonly key: string
  readonly values: Readonly<Record<RowField, string>>
  readonly isRemoved: boolean
  /** The words that a new row shows for its product; undefined if its id is typed. */
  readonly shown?: string | undefined
}

/** A discount as the form has it. */
export interface DraftDiscount {
  readonly type: string
  readonly value: string
  readonly label: string
  /** The keys of its lines; empty for all. */
  readonly lines: readonly string[]
  readonly isRemoved: boolean
}

/** Shipping as the form has it. The other fields count for `custom` only. */
export interface DraftShipping {
  readonly type: string
  readonly name: string
  readonly price: string
  readonly tax_code: string
}

/** What a form says about a quote: strings, as they are typed, valid or not. */
export interface QuoteDraft {
  /** How the numbers of the form are written. */
  readonly numbers: TypedNumbers
  /** The values of the fields of {@link customerLabels}; empty if the customer has none. */
  readonly customer: ReadonlyMap<string, string>
  readonly fields: readonly DraftField[]
  readonly rows: readonly DraftRow[]
  readonly discounts: readonly DraftDiscount[]
  readonly shipping: DraftShipping
  readonly tags: readonly string[]
  /** The id of the owner; empty for none. */
  readonly owner: string
  /** The currency of a new quote; empty for that of the store. */
  readonly currency: string
}

/** The values of a row in which nothing is typed. */
export const emptyValues = Object.freeze(
  Object.fromEntries(rowFields.map((field) => [field, field === 'qty' ? '1' : ''])),
) as DraftRow['values']

export const newRow: DraftRow = Object.freeze({ key: '', values: emptyValues, isRemoved: false })

/** So many empty rows are shown, and added on request. */
export const addedRows = 3

export const newDiscount: DraftDiscount = Object.freeze({
  type: 'percent',
  value: '',
  label: '',
  lines: [],
  isRemoved: false,
})

/** The draft of a quote that does not exist yet, with the numbers of English. */
export const emptyDraft: QuoteDraft = Object.freeze({
  numbers: typedNumbers('en'),
  customer: new Map(Object.keys(customerLabels).map((name) => [name, ''])),
  fields: [],
  rows: [],
  discounts: [],
  shipping: { type: 'no_additional', name: '', price: '', tax_code: '' },
  tags: [],
  owner: '',
  currency: '',
})

/** Returns true for a row that adds nothing: a new one without content, or one that is removed. */
export function isBlankRow({ key, values, isRemoved }: DraftRow): boolean {
  if (key !== '') return false
  return isRemoved || rowFields.every((field) => isIgnored(field) || values[field] === '')
}

const isIgnored = (field: RowField) => field === 'qty' || field === 'position'

/** Returns true for a discount that takes nothing off. */
export function isBlankDiscount({ value, label, lines, isRemoved }: DraftDiscount): boolean {
  return isRemoved || (value === '' && label === '' && lines.length === 0)
}

/**
 * Returns true if a value is the same after it was shown in a field and sent back: browsers change
 * line breaks, and spaces around values are not kept.
 */
export function isSameValue(left: string, right: string): boolean {
  return left === right || asSent(left) === asSent(right)
}

function asSent(value: string): string {
  return value.replaceAll(/\r\n?/g, '\n').trim()
}
