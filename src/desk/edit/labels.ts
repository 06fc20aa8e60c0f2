import type { LabelOf } from '../../pages/forms/error-summary.js'
import type { Quote } from '../../quote/model/quote.js'
import { quoteScalarFieldNames } from '../../quote/model/quote-scalar-fields.js'
import { type FieldLabels, getLabel, shipToLabels } from '../parts/fields.js'
import type { DeskStrings } from '../strings.js'
import { lineChoiceNames } from './choice-values.js'
import {
  customerPath,
  type FormLanguage,
  isBlankPart,
  isUsual,
  otherFieldsOf,
  type PartList,
  partLists,
  pickedText,
} from './draft.js'
import { type Draft, lists, type Row, rowsOf } from './draft-rows.js'

/** The words and the own fields of a form. */
type FormWords = Pick<FormLanguage, 'strings' | 'ownFields'>

/** Returns the label of a customer field: of the desk, of the host, or the name of the field. */
export function customerLabel({ strings, ownFields }: FormWords, name: string): string {
  return ownFields.customer.get(name)?.label ?? getLabel(strings.labels.customer, name)
}

/** Returns the label of a field of a line; undefined if it is none. */
export function columnLabel({ strings, ownFields }: FormWords, field: string): string | undefined {
  const own = ownFields.line.find(({ path }) => path === field)
  if (own !== undefined) return own.label
  const { labels, edit } = strings
  const known: Readonly<Record<string, string>> = {
    ...labels.line,
    ...edit.billingFields,
    ...edit.lineChoice,
  }
  return Object.hasOwn(known, field) ? known[field] : undefined
}

/** Returns the label of a part of the form that is in no row; undefined if it has none. */
export function plainLabel(desk: FormWords, name: string): string | undefined {
  if (name.startsWith(customerPath)) return customerLabel(desk, name.slice(customerPath.length))
  const { strings, ownFields } = desk
  const own = ownFields.quote.find(({ path }) => path === name)
  if (own !== undefined) return own.label
  const { labels, edit } = strings
  if (name === 'search') return edit.addLine
  if (name === 'pasted') return edit.pastedLines
  if (name === 'name') return strings.templates.name
  const ofAddress = shipToLabels(strings)
  if (Object.hasOwn(ofAddress, name)) return ofAddress[name]
  if (Object.hasOwn(edit.errorLabels, name)) return edit.errorLabels[name as 'shipping.type']
  return quoteParts.has(name) ? labels.quote[name as keyof Quote] : undefined
}

/** The parts of a quote that its form has, apart from the customer. */
const quoteParts: ReadonlySet<string> = new Set([
  'ship_to',
  'products',
  'product_order',
  'discounts',
  'charges',
  'payment_plan',
  'sections',
  'choices',
  'shipping',
  'tags',
  'currency',
  ...quoteScalarFieldNames,
] satisfies readonly (keyof Quote)[])

/** Returns the name of a line for people. */
export function getRowLabel({ common }: DeskStrings, row: Row): string {
  const id = row.get('id')
  const words = [row.get('name'), pickedText(row), row.get('sku')].find(Boolean)
  return shortenName(words ?? (id === '' ? common.line : common.product(id)))
}

const maxName = 100

/** Shortens a name that many labels repeat, so that a page is not far longer than its form. */
export function shortenName(name: string): string {
  return name.length <= maxName ? name : `${name.slice(0, maxName - 1)}…`
}

/** Returns the labels of the fields that a form has, for the list of its errors. */
export function getLabels(desk: FormWords, draft: Draft): LabelOf {
  const { common, edit } = desk.strings
  const rows = new Map(
    lists.flatMap((list) => rowsOf(draft, list).map((row) => [row.path, row] as const)),
  )
  const others = otherFieldsOf(draft)
  const lineLabel = (row: Row, field: string | undefined): string | undefined => {
    const name = common.lineNumber(row.index + 1, getRowLabel(desk.strings, row))
    if (field === undefined) return name
    const label = columnLabel(desk, field)
    if (label === undefined || isFixed(row, field)) return undefined
    return field === 'id' ? edit.lineProduct(row.index + 1, label) : edit.errorField(name, label)
  }
  return (path) => {
    const [, list, index, field] = /^(\w+)\[(\d+)\](?:\.(.+))?$/s.exec(path) ?? []
    if (list === undefined) return hasInput(path, draft) ? plainLabel(desk, path) : undefined
    if (list === 'fields' && field === 'value' && others[Number(index)] !== undefined)
      return customerLabel(desk, others[Number(index)] as string) || edit.customerFieldValue
    const row = rows.get(`${list}[${index}]`)
    if (row === undefined) return undefined
    if (list === 'products') return lineLabel(row, field)
    if (list === 'fields')
      return field === 'name' ? edit.customerFieldName : edit.customerFieldValue
    const part = list as PartList['name']
    if (field === undefined || isBlankPart(row, partLists[part])) return undefined
    const [labels, nameOf] = partWords(desk.strings)[part]
    return Object.hasOwn(labels, field)
      ? edit.errorField(nameOf(row.index + 1), labels[field] as string)
      : undefined
  }
}

/** The labels of the fields of a part of a form, and what its rows are called. */
type PartWords = readonly [FieldLabels, (number: number) => string]

function partWords({ edit }: DeskStrings): Readonly<Record<PartList['name'], PartWords>> {
  return {
    discounts: [edit.discountFields, edit.discount],
    charges: [edit.chargeFields, edit.charge],
    payment_plan: [edit.paymentFields, edit.payment],
    sections: [edit.sectionFields, edit.section],
    choices: [edit.choiceFields, edit.choice],
  }
}

/** Returns true for a part of a form that has an input of its own, or a table. */
function hasInput(name: string, draft: Draft): boolean {
  if (name.startsWith(customerPath)) return isUsual(name.slice(customerPath.length))
  const parts = ['products', 'payment_plan', 'sections', 'choices', 'tags', 'search']
  return parts.includes(name) || draft.has(name)
}

/** What can be changed on a line with a product, beside own fields. */
const productFields = new Set([
  ...['position', 'qty', 'quote', 'discount_percent', 'note'],
  ...lineChoiceNames,
])

/** Returns true for a field of a line that its form shows as text. */
function isFixed(row: Row, field: string): boolean {
  if (row.get('key') === '' || field.includes('.')) return false
  return field === 'id' || (row.get('id') !== '' && !productFields.has(field))
}
