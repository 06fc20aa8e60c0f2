import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { type FormRow, getRows } from '../../pages/forms/form-rows.js'
import type { TypedNumbers } from '../../pages/forms/typed-numbers.js'
import type { Html } from '../../pages/layout.js'
import type { UpdateCustomerRequest } from '../../quote/customer/customer.js'
import type { CreateLineRequest } from '../../quote/lines/line-request.js'
import { shownUnitPrice } from '../../quote/precision.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import type { Customer, ProductLine } from '../../quote/quote.js'
import { mapTextFields } from '../../quote/text-fields.js'
import type { Template, TemplateLine } from '../../store/templates/template.js'
import type {
  CreateTemplateRequest,
  UpdateTemplateRequest,
} from '../../store/templates/template-operations.js'
import { formatPath } from '../../validation/field-errors.js'
import type { DeskCall } from '../desk-call.js'
import { numberFields, parseDecimal, parseQuantity } from '../edit/draft.js'
import { contactErrors } from '../edit/form-errors.js'
import {
  customerFieldNames,
  detailFields,
  getLabel,
  parseProductId,
  productIdValue,
} from '../parts/fields.js'
import type { DeskStrings } from '../strings.js'

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

/** Returns the request to create a template. The engine checks it. */
export function createRequestOf(
  { name, lines, customer, tags }: TemplateDraft,
  numbers: TypedNumbers,
) {
  const fields = customerChanges(undefined, customer)
  return {
    name,
    products: lines.map((line) => toLineRequest(line, numbers)),
    ...(Object.keys(fields).length > 0 && { customer: fields }),
    ...(tags.length > 0 && { tag_list: tags }),
  } as CreateTemplateRequest
}

/** Returns the changes that a form makes to a template: only what was changed in it. */
export function getChanges(
  stored: Template,
  draft: TemplateDraft,
  numbers: TypedNumbers,
): UpdateTemplateRequest {
  const before = toDraft(stored, numbers)
  const lines = draft.lines.map((line) => toLineRequest(line, numbers))
  const customer = customerChanges(stored.customer, draft.customer)
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(!isSame(draft.lines, before.lines) && { products: lines }),
    ...(Object.keys(customer).length > 0 && { customer }),
    ...(!isSame([...draft.tags].sort(), [...before.tags].sort()) && { tag_list: draft.tags }),
  }
}

/** Returns the errors that the engine does not see, by the names of the fields. */
export function draftErrors(
  { lines, customer }: TemplateDraft,
  stored: Template | undefined,
  call: Pick<DeskCall, 'numbers' | 'formats' | 'strings'>,
): FieldErrors {
  const { numbers } = call
  const invalid = lines.flatMap((line, index) =>
    Object.entries(numberFields).flatMap(([field, kind]) => {
      const text = line[field as keyof typeof numberFields]
      if (text === '' || numbers.parse(text, kind) !== undefined) return []
      return [[`products[${index}].${field}`, numbers.error(kind)] as const]
    }),
  )
  const before = toCustomerDraft(stored?.customer)
  return { ...Object.fromEntries(invalid), ...contactErrors(call, before, customer) }
}

function toLineRequest(line: LineDraft, numbers: TypedNumbers): CreateLineRequest {
  const { qty, note } = line
  const decimal = (field: keyof typeof numberFields) =>
    parseDecimal(line[field], numberFields[field], numbers)
  const quote = decimal('quote')
  const discount_percent = decimal('discount_percent')
  // The form has no field for a discount per unit, so that whatever is typed replaces it.
  const discount = quote + discount_percent === '' ? line.discount : ''
  const offer = present({ quote, discount, discount_percent, note })
  const price = decimal('price')
  const amount = { ...(qty !== '' && { qty: parseQuantity(qty, numbers) }) }
  if (!isCustomDraft(line))
    return {
      ...present({ id: getProductId(line) ?? '' }),
      ...amount,
      ...offer,
    } as CreateLineRequest
  const facts = present({ price, ...mapTextFields((name) => line[name]) })
  return { ...facts, ...amount, ...offer } as unknown as CreateLineRequest
}

function present(fields: Readonly<Record<string, number | string>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** What the catalog says of products now. Empty if it cannot be asked. */
export interface ProductFacts {
  readonly currency?: string | undefined
  /** The products as lines of one piece, by their ids. */
  readonly lines: ReadonlyMap<ProductId, ProductLine>
  /** The products that the store does not have, or that have no price. */
  readonly missing: ReadonlySet<ProductId>
}

const none: ProductFacts = { lines: new Map(), missing: new Set() }

/** Loads the names and prices of the products of lines, which a template does not store. */
export async function loadProductFacts(
  call: DeskCall,
  drafts: readonly LineDraft[],
): Promise<ProductFacts> {
  const ids = new Set(drafts.flatMap((line) => getProductId(line) ?? []))
  const missing = new Set<ProductId>()
  // The first call names the products that the store does not have; the second is without them.
  for (let attempt = 0; attempt < 2 && ids.size > missing.size; attempt += 1) {
    const found = [...ids].filter((id) => !missing.has(id))
    const priced = await priceProducts(call, found)
    if ('lines' in priced) return { ...priced, missing }
    for (const index of priced.rejected) missing.add(found[index] as ProductId)
  }
  return { ...none, missing }
}

type Priced = Pick<ProductFacts, 'currency' | 'lines'> | { readonly rejected: readonly number[] }

async function priceProducts(
  { engine, user }: DeskCall,
  ids: readonly ProductId[],
): Promise<Priced> {
  const request = { customer: {}, products: ids.map((id) => ({ id, qty: 1 })) }
  try {
    const { quote } = await engine.createQuote(user, request, { preview: true })
    const lines = new Map(quote.products.map((line) => [line.id, line] as const))
    return { currency: quote.currency, lines }
  } catch (error) {
    // A template can be written without the catalog, or without the right to create quotes.
    if (!isQuoteError(error) || error.code !== 'invalid_request') return { lines: none.lines }
    return { rejected: Object.keys(error.details.errors).flatMap(getIndex) }
  }
}

function getIndex(path: string): number[] {
  const index = /^products\[(\d+)\]/.exec(path)?.[1]
  return index === undefined ? [] : [Number(index)]
}

/** The customer fields of a form, with what was typed. */
export type CustomerDraft = ReadonlyMap<string, string>

/** The form has no place for longer names. Their fields stay as they are. */
const maxNameLength = 60

/** Returns what the form shows of a customer. */
export function toCustomerDraft(customer: Customer = {}): CustomerDraft {
  const others = Object.keys(customer).filter(isShown)
  const stored = new Map(Object.entries(customer))
  const names = new Set([...customerFieldNames, ...others])
  return new Map([...names].map((name) => [name, toFormText(stored.get(name) ?? '')]))
}

/** Parses the customer fields of a form: the usual ones, and those of the customer before. */
export function parseCustomerDraft(form: Form, stored: Customer | undefined): CustomerDraft {
  const names = [...toCustomerDraft(stored).keys()]
  const sent = names.filter((name) => form.getAll(fieldName(name)).length > 0)
  return new Map(sent.map((name) => [name, form.get(fieldName(name))]))
}

/** Returns the fields that were changed in the form; null for one that was emptied. */
export function customerChanges(stored: Customer | undefined, draft: CustomerDraft) {
  const before = toCustomerDraft(stored)
  const changed = [...draft].filter(([name, text]) => text !== (before.get(name) ?? ''))
  const changes = changed.map(([name, text]) => [name, text === '' ? null : text] as const)
  return Object.fromEntries(changes) as UpdateCustomerRequest
}

/** Shows the fields of a customer. */
export function customerFields(
  { labels }: DeskStrings,
  draft: CustomerDraft,
  errors?: FieldErrors,
): Html {
  const names = [...toCustomerDraft().keys(), ...draft.keys()]
  return html`<div class="fields">${[...new Set(names)].map((name) =>
    field({
      name: fieldName(name),
      label: getLabel(labels.customer, name),
      value: draft.get(name),
      type: name === 'email' ? 'email' : 'text',
      errors,
    }),
  )}</div>`
}

/** Returns the label of the customer field with this path, or undefined. */
export function customerLabel({ labels }: DeskStrings, path: string): string | undefined {
  return Object.entries(labels.customer).find(([name]) => fieldName(name) === path)?.[1]
}

function isShown(name: string): boolean {
  return name.length > 0 && name.length <= maxNameLength && toFormText(name) === name
}

function fieldName(name: string): string {
  return formatPath(['customer', name])
}

/** Returns a stored string as a form sends it back: browsers and forms change line breaks. */
export function toFormText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}

/** Returns a price as people write it, with at least two decimals. */
export function priceText(price: number): string {
  return shownUnitPrice(price, {})
}
