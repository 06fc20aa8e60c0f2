import { HttpProblem } from '../../../http/problem-details.js'
import type { Form } from '../../../pages/forms/form.js'
import { type FormRow, getRows } from '../../../pages/forms/form-rows.js'
import { customerLabels } from '../../parts/field-labels.js'
import { isClearlyId, type PickedProduct, parsePick } from '../../parts/product-ids.js'
import {
  type DraftDiscount,
  type DraftField,
  type DraftRow,
  emptyValues,
  isBlankDiscount,
  isSameValue,
  newDiscount,
  type QuoteDraft,
  rowFields,
} from './quote-draft.js'

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
  const inner = {
    tags: has(form, 'tags') ? parseTags(form, base.tags) : base.tags,
    owner: getOwner(sentOr('owner', base.owner), base.owner),
  }
  if (form.get('part') !== 'content') return { ...base, ...inner }
  const { shipping, numbers } = base
  return {
    ...inner,
    numbers,
    customer: new Map(
      Object.keys(customerLabels).map((name) => [
        name,
        sentOr(`customer.${name}`, base.customer.get(name) ?? ''),
      ]),
    ),
    fields: getFields(form, base.fields),
    rows: getLineRows(form, base),
    discounts: getDiscounts(form, base.discounts),
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

function getFields(form: Form, base: readonly DraftField[]): readonly DraftField[] {
  const rows = limited('customer fields', getRows(form, 'fields'), base.length + maxNew.fields)
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

function getLineRows(form: Form, { rows: base, numbers }: QuoteDraft): readonly DraftRow[] {
  const byKey = new Map(base.map((row) => [row.key, row]))
  const rows = limited('lines', getRows(form, 'products'), base.length + maxNew.products)
  const added = rows.filter((row) => row.get('key') === '')
  limited('new lines', added, maxNew.products)
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
    if (key !== '') return { key, values: typed, isRemoved }
    const pick = getPick(row)
    return pick === undefined
      ? { key, values: withOwnName(typed), isRemoved }
      : { key, values: { ...typed, id: pick.id }, isRemoved, shown: pick.text }
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
function getDiscounts(form: Form, base: readonly DraftDiscount[]): readonly DraftDiscount[] {
  const sent = new Map(getRows(form, 'discounts').map((row) => [row.index, row]))
  const kept = form.get(allDiscountsField) === 'yes' ? [] : base.keys()
  const indexes = [...new Set([...kept, ...sent.keys()])].sort((left, right) => left - right)
  const discounts = indexes.map((index): DraftDiscount => {
    const before = base[index] ?? newDiscount
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
  return limited('discounts', discounts.slice(0, Math.max(end, base.length)), limit)
}

function limited<Row>(list: string, rows: readonly Row[], max: number): readonly Row[] {
  if (rows.length <= max) return rows
  const detail = `A form must have at most ${max} ${list}; go back, and save it in parts`
  throw new HttpProblem('payload_too_large', detail)
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
function parseTags(form: Form, base: readonly string[]): readonly string[] {
  const checked = new Set(
    form.getAll('tags').flatMap((value) => (value === '' ? [] : [parseQuoted(value)])),
  )
  const kept = base.filter((name) => checked.has(name))
  const added = [...checked].filter((name) => !kept.includes(name))
  return [...kept, ...limited('tags', added, maxNew.tags)]
}

/** A field sends an id without the spaces around it. */
function getOwner(sent: string, before: string): string {
  return isSameValue(sent, before) ? before : sent
}
