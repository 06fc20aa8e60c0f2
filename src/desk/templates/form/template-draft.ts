import type { Form } from '../../../pages/forms/form.js'
import { type FormRow, getRows } from '../../../pages/forms/form-rows.js'
import type { TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import type { Template, TemplateLine } from '../../../store/templates/template.js'
import { numberFields } from '../../edit/draft/quote-draft.js'
import { detailFields } from '../../parts/field-labels.js'
import { parseProductId, productIdValue } from '../../parts/product-ids.js'
import { type CustomerDraft, parseCustomerDraft, toCustomerDraft } from './customer-fields.js'
import { priceText, toFormText } from './form-text.js'

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
  'name',
  'qty',
  'price',
  'quote',
  'discount',
  'discount_percent',
  'note',
  ...detailFields,
] as const

/** A line as the form shows it. Empty strings stand for absent fields. */
export type LineDraft = Readonly<Record<(typeof lineFields)[number], string>>

/** A draft without content. */
export const emptyDraft: TemplateDraft = {
  name: '',
  lines: [],
  customer: new Map(),
  tags: [],
}

/** Returns the form of a stored template. */
export function toDraft(
  { name, products, customer, tags = [] }: Template,
  numbers: TypedNumbers,
): TemplateDraft {
  return {
    name: toFormText(name),
    lines: products.map((line) => toLineDraft(line, numbers)),
    customer: toCustomerDraft(customer),
    tags,
  }
}

/** Returns the form of lines that are stored. */
export function toLineDraft(line: TemplateLine, numbers: TypedNumbers): LineDraft {
  return lineDraft((field) => {
    if (field === 'id') return productIdValue(line.id)
    if (field === 'price')
      return line.price === undefined ? '' : numbers.format(priceText(line.price))
    const text = String(line[field] ?? '')
    return Object.hasOwn(numberFields, field) ? numbers.format(text) : toFormText(text)
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
    lines: getRows(form, 'products').flatMap((row) => (isLine(row) ? [parseLine(row)] : [])),
    customer: parseCustomerDraft(form, stored?.customer),
    tags: [...names].filter((name) => checked.has(toFormText(name))),
  }
}

/** Returns true for a line without a product. */
export function isCustomDraft({ id, name, price }: LineDraft): boolean {
  return id === '' && (name !== '' || price !== '')
}

/** Returns the id of the product of a line, as the catalog has it; undefined if it has none. */
export function getProductId({ id }: LineDraft): number | string | undefined {
  return id === '' ? undefined : parseProductId(id)
}

function isLine(row: FormRow): boolean {
  return row.get('remove') === '' && lineFields.some((field) => row.get(field) !== '')
}

function parseLine(row: FormRow): LineDraft {
  return lineDraft((field) => row.get(field))
}

function lineDraft(textOf: (field: (typeof lineFields)[number]) => string): LineDraft {
  return Object.fromEntries(lineFields.map((field) => [field, textOf(field)])) as LineDraft
}
