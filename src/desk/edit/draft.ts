import { HttpProblem } from '../../http/problem-details.js'
import type { Form } from '../../pages/forms/form.js'
import { type FormRow, getRows } from '../../pages/forms/form-rows.js'
import {
  type NumberKind,
  type TypedNumbers,
  typedNumbers,
} from '../../pages/forms/typed-numbers.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import { mapTextFields } from '../../quote/model/text-fields.js'
import {
  customerFieldNames,
  detailFields,
  isClearlyId,
  type PickedProduct,
  parsePick,
  productIdValue,
} from '../parts/fields.js'
import {
  emptyOwn,
  isBlankOwn,
  noShownFields,
  type OwnDraft,
  readOwn,
  type ShownField,
  type ShownFields,
  toOwnDraft,
} from '../parts/own-fields.js'
import { type DeskStrings, deskStrings } from '../strings.js'
import { mapStoreInputs, readStoreInput, type StoreDraft } from './store-fields.js'

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
] as const satisfies readonly (keyof DeskStrings['labels']['line'])[]

/** The fields of a line that are numbers. */
export const numberFields = {
  qty: 'quantity',
  quote: 'money',
  discount_percent: 'percent',
  price: 'money',
} as const satisfies Partial<Record<RowField, NumberKind>>

/** A customer field that the form has no label for. */
interface DraftField {
  readonly name: string
  readonly value: string
}

/** A line as the form has it. Its place in the list is the number in the names of its fields. */
export interface DraftRow {
  /** The key of the line; empty for a new one. */
  readonly key: string
  readonly values: Readonly<Record<RowField, string>>
  readonly isRemoved: boolean
  /** The fields of the line that are the host's own. */
  readonly own?: OwnDraft | undefined
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
export interface QuoteDraft extends StoreDraft {
  /** How the numbers of the form are written. */
  readonly numbers: TypedNumbers
  /** The words of the form. */
  readonly strings: DeskStrings
  /** The fields that the host declares. */
  readonly ownFields: ShownFields
  /** The fields of the quote that are the host's own. */
  readonly own: OwnDraft
  /** The values of the fields of {@link customerFieldNames}; empty if the customer has none. */
  readonly customer: ReadonlyMap<string, string>
  readonly fields: readonly DraftField[]
  readonly rows: readonly DraftRow[]
  readonly discounts: readonly DraftDiscount[]
  readonly shipping: DraftShipping
  readonly tags: readonly string[]
  /** The currency of a new quote; empty for that of the store. */
  readonly currency: string
}

/** The values of a row in which nothing is typed. */
export const emptyValues = Object.freeze(
  Object.fromEntries(rowFields.map((field) => [field, field === 'qty' ? '1' : ''])),
) as DraftRow['values']

export const emptyRow: DraftRow = Object.freeze({ key: '', values: emptyValues, isRemoved: false })

/** So many empty rows are shown, and added on request. */
export const emptyRowCount = 3

export const emptyDiscount: DraftDiscount = Object.freeze({
  type: 'percent',
  value: '',
  label: '',
  lines: [],
  isRemoved: false,
})

/** The numbers, words and own fields with which a form is shown. */
type DraftLanguage = Pick<QuoteDraft, 'numbers' | 'strings' | 'ownFields'>

/** Returns the draft of a quote that does not exist yet. */
export function newDraft({ numbers, strings, ownFields }: DraftLanguage): QuoteDraft {
  const fields = [...ownFields.customer.keys()].map((name) => ({ name, value: '' }))
  return { ...emptyDraft, numbers, strings, ownFields, fields }
}

/** The draft of a quote that does not exist yet, in English. */
export const emptyDraft: QuoteDraft = Object.freeze({
  numbers: typedNumbers('en'),
  strings: deskStrings,
  ownFields: noShownFields,
  own: emptyOwn,
  customer: new Map(customerFieldNames.map((name) => [name, ''])),
  fields: [],
  rows: [],
  discounts: [],
  shipping: { type: 'no_additional', name: '', price: '', tax_code: '' },
  tags: [],
  ...mapStoreInputs(() => ''),
  currency: '',
})

/** Returns true for a row that adds nothing: a new one without content, or one that is removed. */
export function isBlankRow({ key, values, own, isRemoved }: DraftRow): boolean {
  if (key !== '') return false
  if (isRemoved) return true
  return isBlankOwn(own) && rowFields.every((field) => isIgnored(field) || values[field] === '')
}

const isIgnored = (field: RowField) => field === 'qty' || field === 'position'

/** Returns true for a discount that takes nothing off. */
export function isBlankDiscount({ value, label, lines, isRemoved }: DraftDiscount): boolean {
  return isRemoved || (value === '' && label === '' && lines.length === 0)
}

/** The lines of a quote by their keys, in the order of display. */
export type LinesByKey = ReadonlyMap<string, ProductLine>

/** Returns the lines of a quote by their keys, in the order of display. */
export function displayedLines({ products, product_order: order }: Quote): LinesByKey {
  const lines = new Map(products.map((line, index) => [getLineKey(line, index), line]))
  if (order === null) return lines
  const displayed = order.flatMap((key) => {
    const line = lines.get(key)
    return line === undefined ? [] : [[key, line] as const]
  })
  return new Map([...displayed, ...lines])
}

/** Returns what the form of a quote shows. */
export function draftOfQuote(quote: Quote, language: DraftLanguage): QuoteDraft {
  const { numbers, strings, ownFields } = language
  const { customer, shipping, discounts = [], tags } = quote
  const { product } = shipping
  return {
    numbers,
    strings,
    ownFields,
    own: toOwnDraft(quote, ownFields.quote, numbers),
    customer: new Map(
      customerFieldNames.map((name) => [
        name,
        Object.hasOwn(customer, name) ? (customer[name] ?? '') : '',
      ]),
    ),
    fields: otherFields(customer, ownFields),
    rows: [...displayedLines(quote)].map(([key, line], index) =>
      toRow(key, line, index, { shown: quote, numbers, ownFields }),
    ),
    discounts: discounts.map(({ type, value, label = '', lines = [] }) => ({
      type,
      value: numbers.format(value),
      label,
      lines,
      isRemoved: false,
    })),
    shipping: {
      type: shipping.type,
      name: product?.name ?? '',
      price: numbers.format(product?.price ?? ''),
      tax_code: product?.tax_code ?? '',
    },
    tags: tags ?? [],
    ...mapStoreInputs((name) => quote[name] ?? ''),
    currency: quote.currency ?? '',
  }
}

/** Returns the customer fields beside the usual ones: declared ones first, also if absent. */
function otherFields(
  customer: Quote['customer'],
  { customer: declared }: ShownFields,
): readonly DraftField[] {
  const names = new Set([...declared.keys(), ...Object.keys(customer)])
  return [...names]
    .filter((name) => !customerFieldNames.some((known) => known === name))
    .map((name) => ({
      name,
      value: Object.hasOwn(customer, name) ? (customer[name] ?? '') : '',
    }))
}

function toRow(
  key: string,
  line: ProductLine,
  index: number,
  { shown, numbers, ownFields }: Omit<DraftLanguage, 'strings'> & { readonly shown: Quote },
): DraftRow {
  const { id, qty, price, quote, note = '' } = line
  const values = {
    position: String(index + 1),
    id: productIdValue(id),
    qty: numbers.format(String(qty)),
    quote: numbers.format(shownUnitPrice(quote, shown)),
    discount_percent: numbers.format(percentValue(line)),
    note,
    price: numbers.format(shownUnitPrice(price, shown)),
    ...mapTextFields((name) => line[name] ?? ''),
  }
  return { key, values, own: toOwnDraft(line, ownFields.line, numbers), isRemoved: false }
}

/** More rows than this beside those of the quote are not from a person. */
const maxNew = { fields: 100, products: 300, tags: 1_100 }

/** What a quote can have by default, and one more, so that the engine rejects too many. */
const maxDiscounts = 21

/** The field after the last discount: `yes` if the form has sent all of them. */
export const allDiscountsField = 'discounts_end'

/**
 * Returns what a form says about a quote. Fields that the form does not have keep their values, so
 * that a form that was cut off removes nothing.
 *
 * @param base What the form showed.
 * @throws HttpProblem 413 if it has far too many lines, discounts or customer fields
 */
export function draftOfForm(form: Form, base: QuoteDraft): QuoteDraft {
  const sentOr = (name: string, before: string) => (has(form, name) ? form.get(name) : before)
  const { ownFields } = base
  const getAll = (name: string) => form.getAll(name)
  const isInner = ({ kind }: ShownField) => kind === 'internal_fields'
  const own = new Map([...base.own, ...readOwn(getAll, ownFields.quote.filter(isInner), base.own)])
  const inner = {
    own,
    tags: has(form, 'tags') ? parseTags(form, base) : base.tags,
    ...mapStoreInputs((name) => readStoreInput(sentOr(name, base[name]), base[name])),
  }
  if (form.get('part') !== 'content') return { ...base, ...inner }
  const { shipping, numbers, strings } = base
  return {
    ...inner,
    own: readOwn(getAll, ownFields.quote, base.own),
    numbers,
    strings,
    ownFields,
    customer: new Map(
      customerFieldNames.map((name) => [
        name,
        sentOr(`customer.${name}`, base.customer.get(name) ?? ''),
      ]),
    ),
    fields: getFields(form, base),
    rows: getLineRows(form, base),
    discounts: getDiscounts(form, base),
    shipping: {
      type: sentOr('shipping.type', shipping.type),
      name: sentOr('shipping.product.name', shipping.name),
      price: sentOr('shipping.product.price', shipping.price),
      tax_code: sentOr('shipping.product.tax_code', shipping.tax_code),
    },
    currency: sentOr('currency', base.currency),
  }
}

function has(form: Form, name: string): boolean {
  return form.getAll(name).length > 0
}

function getFields(form: Form, { fields: base, strings }: QuoteDraft): readonly DraftField[] {
  const rows = limited(
    strings.edit.tooMany.fields,
    getRows(form, 'fields'),
    base.length + maxNew.fields,
  )
  const sent = rows.map((row) => ({
    name: row.has('key') ? parseQuoted(row.get('key')) : row.get('name'),
    value: row.get('value'),
  }))
  const names = new Set(sent.map(({ name }) => name))
  return [
    ...sent.filter(({ name, value }) => name !== '' || value !== ''),
    ...base.filter(({ name }) => !names.has(name)),
  ]
}

function getLineRows(
  form: Form,
  { rows: base, numbers, strings, ownFields }: QuoteDraft,
): readonly DraftRow[] {
  const byKey = new Map(base.map((row) => [row.key, row]))
  const rows = limited(
    strings.edit.tooMany.lines,
    getRows(form, 'products'),
    base.length + maxNew.products,
  )
  const added = rows.filter((row) => row.get('key') === '')
  limited(strings.edit.tooMany.newLines, added, maxNew.products)
  const sent = rows.map((row): DraftRow => {
    const key = row.get('key')
    const before = key === '' ? undefined : byKey.get(key)
    const defaults = before?.values ?? emptyValues
    const values = rowFields.map((field) => [
      field,
      row.has(field) ? row.get(field) : defaults[field],
    ])
    const sent = Object.fromEntries(values) as DraftRow['values']
    const typed = { ...sent, position: numbers.parse(sent.position, 'quantity') ?? sent.position }
    const isRemoved = row.get('remove') === 'yes'
    const getAll = (path: string) => form.getAll(`products[${row.index}].${path}`)
    const own = readOwn(getAll, ownFields.line, before?.own ?? emptyOwn)
    if (key !== '') return { key, values: typed, own, isRemoved }
    const pick = getPick(row)
    return pick === undefined
      ? { key, values: withOwnName(typed), own, isRemoved }
      : { key, values: { ...typed, id: pick.id }, own, isRemoved, shown: pick.text }
  })
  const keys = new Set(sent.map(({ key }) => key))
  return [...sent, ...base.filter(({ key }) => !keys.has(key))]
}

/**
 * Returns the product that was picked for a row: the one of the list from which it was chosen, or
 * the one whose text still stands in the field.
 */
function getPick(row: FormRow): PickedProduct | undefined {
  const typed = row.get('id')
  if (row.get('offered') === 'yes') return parsePick(typed)
  const pick = parsePick(row.get('picked'))
  return pick?.text === typed ? pick : undefined
}

/**
 * What is typed as the product of a new row names a line of its own if the row has a list price:
 * those of products come from the catalog.
 */
function withOwnName(values: DraftRow['values']): DraftRow['values'] {
  const { id, name, price } = values
  const isOwn = name === '' && price !== '' && id !== '' && !isClearlyId(id)
  return isOwn ? { ...values, id: '', name: id } : values
}

/** Discounts that were not sent are kept, unless the form says that it has sent all of them. */
function getDiscounts(
  form: Form,
  { discounts: base, strings }: QuoteDraft,
): readonly DraftDiscount[] {
  const sent = new Map(getRows(form, 'discounts').map((row) => [row.index, row]))
  const kept = form.get(allDiscountsField) === 'yes' ? [] : base.keys()
  const indexes = [...new Set([...kept, ...sent.keys()])].sort((left, right) => left - right)
  const discounts = indexes.map((index): DraftDiscount => {
    const before = base[index] ?? emptyDiscount
    const row = sent.get(index)
    if (row === undefined) return before
    const lines = `discounts[${index}].lines`
    return {
      type: row.has('type') ? row.get('type') : before.type,
      value: row.has('value') ? row.get('value') : before.value,
      label: row.has('label') ? row.get('label') : before.label,
      lines: has(form, lines)
        ? [...new Set(form.getAll(lines))].filter((key) => key !== '')
        : before.lines,
      isRemoved: row.get('remove') === 'yes',
    }
  })
  // The form shows an empty discount after these, as it did before.
  const end = discounts.findLastIndex((discount) => !isBlankDiscount(discount)) + 1
  const limit = Math.max(base.length + 1, maxDiscounts)
  return limited(
    strings.edit.tooMany.discounts,
    discounts.slice(0, Math.max(end, base.length)),
    limit,
  )
}

function limited<Row>(
  message: (max: number) => string,
  rows: readonly Row[],
  max: number,
): readonly Row[] {
  if (rows.length <= max) return rows
  throw new HttpProblem('payload_too_large', message(max))
}

/** Returns a name as a field sends it unchanged: JSON, because spaces around it belong to it. */
export function quoted(name: string): string {
  return JSON.stringify(name)
}

/** Returns the name that was quoted; any other value is a name itself. */
function parseQuoted(value: string): string {
  try {
    const name: unknown = JSON.parse(value)
    return typeof name === 'string' ? name : value
  } catch {
    return value
  }
}

/** Returns the tags that are checked: those that the quote had first, in their order. */
function parseTags(form: Form, { tags: base, strings }: QuoteDraft): readonly string[] {
  const checked = new Set(
    form.getAll('tags').flatMap((value) => (value === '' ? [] : [parseQuoted(value)])),
  )
  const kept = base.filter((name) => checked.has(name))
  const added = [...checked].filter((name) => !kept.includes(name))
  return [...kept, ...limited(strings.edit.tooMany.tags, added, maxNew.tags)]
}

/**
 * Returns the decimal string of a number that was typed, else what was typed, which is rejected by
 * `numberErrors` or by the engine.
 */
export function parseDecimal(value: string, kind: NumberKind, numbers: TypedNumbers): string {
  return numbers.parse(value, kind) ?? value
}

/**
 * Returns the number that was typed as a quantity, else what was typed, which the engine rejects.
 * More digits than a number holds exactly are not read as one.
 */
export function parseQuantity(value: string, numbers: TypedNumbers): number {
  const decimal = parseDecimal(value, 'quantity', numbers)
  const isNumber = /^\d{1,12}(?:\.\d{1,3})?$/.test(decimal)
  return isNumber ? Number(decimal) : (decimal as unknown as number)
}

/** Exceeds what division loses, so that half a hundredth is rounded up. */
const tolerance = 1e-9

/**
 * Returns the percentage of a line, or else the percent that it is below its list price, for the
 * form; empty if it is not.
 */
export function percentValue({ discount, price, discount_percent: percent }: ProductLine): string {
  if (percent !== undefined) return percent
  if (price <= 0 || discount <= 0) return ''
  const computed = Math.round((discount / price) * 10_000 + tolerance) / 100
  return computed === 0 ? '' : String(computed)
}
