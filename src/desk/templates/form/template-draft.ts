import type { Form } from '../../../pages/forms/form.js'
import { type FormRow, rowsOf } from '../../../pages/forms/form-rows.js'
import { customLineId } from '../../../quote/products/product-id.js'
import type { Template, TemplateLine } from '../../../store/templates/template.js'
import { type CustomerDraft, customerDraftOf, parseCustomerDraft } from './customer-fields.js'
import { formTextOf, priceText } from './form-text.js'

/** A template as its form shows it: strings, valid or not. */
export interface TemplateDraft {
  readonly name: string
  readonly lines: readonly LineDraft[]
  readonly customer: CustomerDraft
  readonly tags: readonly string[]
}

/** The fields of a line in the form. */
export const lineFields = [
  'id',
  'id_type',
  'name',
  'qty',
  'price',
  'quote',
  'discount_percent',
  'note',
  'sku',
  'unit',
  'description',
  'image',
  'tax_code',
] as const

/** A line as the form shows it. Empty strings stand for absent fields. */
export type LineDraft = Readonly<Record<(typeof lineFields)[number], string>>

/** The `id_type` of an id that looks like a number, and is a string. */
const textId = 'text'

/** A draft without content. */
export const emptyDraft: TemplateDraft = {
  name: '',
  lines: [],
  customer: new Map(),
  tags: [],
}

/** Returns the form of a stored template. */
export function draftOf({ name, products, customer, tags = [] }: Template): TemplateDraft {
  return {
    name: formTextOf(name),
    lines: products.map(lineDraftOf),
    customer: customerDraftOf(customer),
    tags,
  }
}

/** Returns the form of lines that are stored. */
export function lineDraftOf(line: TemplateLine): LineDraft {
  const { id } = line
  const isText = typeof id === 'string' && digits.test(id)
  return lineDraft((field) => {
    if (field === 'id') return id === customLineId ? '' : String(id)
    if (field === 'id_type') return isText ? textId : ''
    if (field === 'price') return line.price === undefined ? '' : priceText(line.price)
    return formTextOf(String(line[field] ?? ''))
  })
}

/**
 * Parses the form of a template. Leaves out lines that are empty, or marked to be removed.
 *
 * @param stored The template before, whose customer fields and tags the form shows as well.
 * @param storeTags The names of the tags of the store.
 */
export function parseDraft(
  form: Form,
  stored: Template | undefined,
  storeTags: readonly string[],
): TemplateDraft {
  const checked = new Set(form.getAll('tag_list'))
  const names = new Set([...storeTags, ...(stored?.tags ?? [])])
  return {
    name: form.get('name'),
    lines: rowsOf(form, 'products').flatMap((row) => (isLine(row) ? [parseLine(row)] : [])),
    customer: parseCustomerDraft(form, stored?.customer),
    tags: [...names].filter((name) => checked.has(formTextOf(name))),
  }
}

/** Returns a line for a product that was found by a search. */
export function lineOfProduct(id: number | string): LineDraft {
  return lineDraftOf({ id, qty: 1 })
}

/** Returns true for a line without a product. */
export function isCustomDraft({ id, name, price }: LineDraft): boolean {
  return id === '' && (name !== '' || price !== '')
}

/** Returns the id of the product of a line, as the catalog has it; undefined if it has none. */
export function productIdOf({ id, id_type: type }: LineDraft): number | string | undefined {
  if (id === '') return undefined
  return digits.test(id) && type !== textId ? Number(id) : id
}

/** An id that is a number, unless the form says that it is a string. */
const digits = /^[1-9]\d{0,14}$/

function isLine(row: FormRow): boolean {
  return row.get('remove') === '' && lineFields.some((field) => row.get(field) !== '')
}

function parseLine(row: FormRow): LineDraft {
  return lineDraft((field) => row.get(field))
}

function lineDraft(textOf: (field: (typeof lineFields)[number]) => string): LineDraft {
  return Object.fromEntries(lineFields.map((field) => [field, textOf(field)])) as LineDraft
}
