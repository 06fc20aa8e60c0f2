import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { field } from '../../pages/forms/field.js'
import { type Form, toFormText } from '../../pages/forms/form.js'
import { type FormRow, getRows } from '../../pages/forms/form-rows.js'
import type { Html } from '../../pages/layout.js'
import type { UpdateCustomerRequest } from '../../quote/customer/customer.js'
import type { CreateLineRequest } from '../../quote/lines/line-request.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { Customer, ProductLine } from '../../quote/model/quote.js'
import { mapTextFields } from '../../quote/model/text-fields.js'
import type { Template, TemplateLine } from '../../store/templates/template.js'
import type {
  CreateTemplateRequest,
  UpdateTemplateRequest,
} from '../../store/templates/template-operations.js'
import { formatPath } from '../../validation/field-errors.js'
import type { DeskCall } from '../desk-call.js'
import { numberFields, parseDecimal, parseQuantity } from '../edit/draft.js'
import { customerInput } from '../edit/edit-form.js'
import { contactErrors } from '../edit/form-errors.js'
import {
  customerFieldNames,
  detailFields,
  getLabel,
  parseProductId,
  productIdValue,
} from '../parts/fields.js'
import { type ShownField, type ShownFields, storedValue } from '../parts/own-fields.js'
import {
  emptyOwn,
  getOwnChanges,
  isBlankOwn,
  noShownFields,
  type OwnDraft,
  ownNumberErrors,
  readOwn,
  toOwnDraft,
} from './own-draft.js'

/** How the values of a template are written in its form. */
export type TemplateLanguage = Pick<DeskCall, 'numbers' | 'ownFields'>

/** A template as its form shows it: strings, valid or not. */
export interface TemplateDraft {
  readonly name: string
  readonly lines: readonly LineDraft[]
  readonly customer: CustomerDraft
  /** The currency of its amounts; empty for that of the store. */
  readonly currency: string
  readonly tags: readonly string[]
  /** The fields of new quotes that are the host's own. */
  readonly own: OwnDraft
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
export interface LineDraft extends Readonly<Record<(typeof lineFields)[number], string>> {
  /** The fields that are the host's own, by their paths; absent if it declares none. */
  readonly own?: Readonly<Record<string, string>>
  /** What the line had of these fields, so that what is no string stays what it is. */
  readonly stored?: OwnFieldChanges
}

/** A draft without content. */
export const emptyDraft: TemplateDraft = {
  name: '',
  lines: [],
  customer: new Map(),
  currency: '',
  tags: [],
  own: emptyOwn,
}

/** Returns the form of a stored template. */
export function toDraft(template: Template, language: TemplateLanguage): TemplateDraft {
  const { name, products, customer, tags = [] } = template
  const { numbers, ownFields } = language
  return {
    name: toFormText(name),
    lines: products.map((line) => toLineDraft(line, language)),
    customer: toCustomerDraft(customer, ownFields),
    currency: template.currency ?? '',
    tags,
    own: toOwnDraft(template, ownFields.quote, numbers),
  }
}

/** Returns the form of lines that are stored. */
export function toLineDraft(
  line: TemplateLine,
  { numbers, ownFields }: TemplateLanguage,
): LineDraft {
  const own = toOwnDraft(line, ownFields.line, numbers)
  const values = lineDraft((field) => {
    if (field === 'id') return productIdValue(line.id)
    if (field === 'price')
      return line.price === undefined ? '' : numbers.format(priceText(line.price))
    const text = String(line[field] ?? '')
    return Object.hasOwn(numberFields, field) ? numbers.format(text) : toFormText(text)
  })
  return withOwn(values, own, line, ownFields.line)
}

function withOwn(
  values: LineDraft,
  own: OwnDraft,
  stored: OwnFieldChanges,
  fields: readonly ShownField[],
): LineDraft {
  if (fields.length === 0) return values
  return { ...values, own: Object.fromEntries(own), stored: declaredValues(stored, fields) }
}

/** Returns what is stored of fields, without those that are not declared anymore. */
function declaredValues(stored: OwnFieldChanges, fields: readonly ShownField[]): OwnFieldChanges {
  return byKind(fields, (each) => storedValue(stored, each))
}

/** Returns values by the kinds and names of their fields. */
function byKind(
  fields: readonly ShownField[],
  getValue: (field: ShownField) => unknown,
): OwnFieldChanges {
  const values: { [Kind in ShownField['kind']]?: Record<string, unknown> } = {}
  for (const each of fields) {
    const value = getValue(each)
    if (value !== undefined && value !== null)
      values[each.kind] = { ...values[each.kind], [each.name]: value }
  }
  return values
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
  { numbers, ownFields }: TemplateLanguage,
): TemplateDraft {
  const before = toOwnDraft(stored ?? {}, ownFields.quote, numbers)
  const checked = new Set(form.getAll('tag_list'))
  const names = new Set([...storeTags, ...(stored?.tags ?? [])])
  return {
    name: form.get('name'),
    lines: getRows(form, 'products').flatMap((row) => {
      const line = parseLine(form, row, ownFields.line)
      return isLine(row, line) ? [line] : []
    }),
    customer: parseCustomerDraft(form, stored?.customer, ownFields),
    currency: readCurrency(form, stored),
    tags: [...names].filter((name) => checked.has(toFormText(name))),
    own: readOwn((path) => form.getAll(path), ownFields.quote, before),
  }
}

/** A form without the field keeps the currency. */
function readCurrency(form: Form, stored: Template | undefined): string {
  const isSent = form.names.includes('currency')
  return isSent ? form.get('currency').toUpperCase() : (stored?.currency ?? '')
}

/** Returns true for a line without a product. */
export function isCustomDraft({ id, name, price }: LineDraft): boolean {
  return id === '' && (name !== '' || price !== '')
}

/** Returns the id of the product of a line, as the catalog has it; undefined if it has none. */
export function getProductId({ id }: LineDraft): number | string | undefined {
  return id === '' ? undefined : parseProductId(id)
}

function isLine(row: FormRow, line: LineDraft): boolean {
  const isBlank = lineFields.every((field) => line[field] === '') && isBlankOwn(ownOf(line))
  return row.get('remove') === '' && !isBlank
}

function parseLine(form: Form, row: FormRow, fields: readonly ShownField[]): LineDraft {
  const getAll = (path: string) => form.getAll(`products[${row.index}].${path}`)
  const own = readOwn(getAll, fields, emptyOwn)
  const stored = declaredValues(parseStored(row.get(storedField)), fields)
  return withOwn(
    lineDraft((field) => row.get(field)),
    own,
    stored,
    fields,
  )
}

/** The field that sends what a line has of own fields, as JSON. */
export const storedField = 'stored'

function parseStored(json: string): OwnFieldChanges {
  try {
    const { fields, internal_fields } = Object(JSON.parse(json)) as OwnFieldChanges
    return {
      ...(Object(fields) === fields && { fields }),
      ...(Object(internal_fields) === internal_fields && { internal_fields }),
    }
  } catch {
    return {}
  }
}

/** Returns the own fields of a line as its form shows them. */
export function ownOf({ own = {} }: LineDraft): OwnDraft {
  return new Map(Object.entries(own))
}

function lineDraft(textOf: (field: (typeof lineFields)[number]) => string): LineDraft {
  return Object.fromEntries(
    lineFields.map((field) => [field, textOf(field)]),
  ) as unknown as LineDraft
}

/** Returns the request to create a template. The engine checks it. */
export function createRequestOf(
  { name, lines, customer, tags, own, currency }: TemplateDraft,
  language: TemplateLanguage,
) {
  const { numbers, ownFields } = language
  const fields = customerChanges(undefined, customer)
  return {
    name,
    products: lines.map((line) => toLineRequest(line, language)),
    ...(Object.keys(fields).length > 0 && { customer: fields }),
    ...(currency !== '' && { currency }),
    ...(tags.length > 0 && { tag_list: tags }),
    ...getOwnChanges({ before: emptyOwn, after: own, stored: {} }, ownFields.quote, numbers),
  } as CreateTemplateRequest
}

/** Returns the changes that a form makes to a template: only what was changed in it. */
export function getChanges(
  stored: Template,
  draft: TemplateDraft,
  language: TemplateLanguage,
): UpdateTemplateRequest {
  const { numbers, ownFields } = language
  const before = toDraft(stored, language)
  const lines = draft.lines.map((line) => toLineRequest(line, language))
  const own = { before: before.own, after: draft.own, stored }
  const customer = customerChanges(stored.customer, draft.customer)
  // The amounts of the form are those of its currency.
  const isOther = draft.currency !== before.currency
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(isOther && { currency: draft.currency || null }),
    ...((isOther || !isSame(draft.lines, before.lines)) && { products: lines }),
    ...(Object.keys(customer).length > 0 && { customer }),
    ...(!isSame([...draft.tags].sort(), [...before.tags].sort()) && { tag_list: draft.tags }),
    ...getOwnChanges(own, ownFields.quote, numbers),
  }
}

/** Returns the errors that the engine does not see, by the names of the fields. */
export function draftErrors(
  { lines, customer, own }: TemplateDraft,
  stored: Template | undefined,
  call: Pick<DeskCall, 'numbers' | 'formats' | 'strings' | 'ownFields'>,
): FieldErrors {
  const { numbers, ownFields } = call
  const invalid = lines.flatMap((line, index) =>
    Object.entries(numberFields).flatMap(([field, kind]) => {
      const text = line[field as keyof typeof numberFields]
      if (text === '' || numbers.parse(text, kind) !== undefined) return []
      return [[`products[${index}].${field}`, numbers.error(kind, text)] as const]
    }),
  )
  const ofLines = lines.flatMap((line, index) => {
    const drafts = { before: storedOwn(line, call), after: ownOf(line) }
    const errors = Object.entries(ownNumberErrors(drafts, ownFields.line, numbers))
    return errors.map(([path, message]) => [`products[${index}].${path}`, message] as const)
  })
  const ownBefore = toOwnDraft(stored ?? {}, ownFields.quote, numbers)
  const before = toCustomerDraft(stored?.customer, ownFields)
  return {
    ...Object.fromEntries([...invalid, ...ofLines]),
    ...ownNumberErrors({ before: ownBefore, after: own }, ownFields.quote, numbers),
    ...contactErrors(call, named(before), named(customer)),
  }
}

/** Returns the fields of a customer by the names that the form of a quote has for them. */
export function named(customer: CustomerDraft): CustomerDraft {
  return new Map([...customer].map(([name, value]) => [`customer.${name}`, value]))
}

function storedOwn({ stored = {} }: LineDraft, { numbers, ownFields }: TemplateLanguage): OwnDraft {
  return toOwnDraft(stored, ownFields.line, numbers)
}

/** Returns all own fields of a line: what it had, with what was typed instead. */
function ownRequest(line: LineDraft, language: TemplateLanguage): OwnFieldChanges {
  const { numbers, ownFields } = language
  const { stored = {} } = line
  const drafts = { before: storedOwn(line, language), after: ownOf(line), stored }
  const changes = getOwnChanges(drafts, ownFields.line, numbers)
  return byKind(ownFields.line, (each) => {
    const changed = storedValue(changes, each)
    return changed === undefined ? storedValue(stored, each) : changed
  })
}

function toLineRequest(line: LineDraft, language: TemplateLanguage): CreateLineRequest {
  const { numbers } = language
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
      ...ownRequest(line, language),
    } as CreateLineRequest
  const facts = present({ price, ...mapTextFields((name) => line[name]) })
  const own = ownRequest(line, language)
  return { ...facts, ...amount, ...offer, ...own } as unknown as CreateLineRequest
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
  currency = '',
): Promise<ProductFacts> {
  const ids = new Set(drafts.flatMap((line) => getProductId(line) ?? []))
  const missing = new Set<ProductId>()
  // The first call names the products that the store does not have; the second is without them.
  for (let attempt = 0; attempt < 2 && ids.size > missing.size; attempt += 1) {
    const found = [...ids].filter((id) => !missing.has(id))
    const priced = await priceProducts(call, found, currency)
    if ('lines' in priced) return { ...priced, missing }
    for (const index of priced.rejected) missing.add(found[index] as ProductId)
  }
  return { ...none, missing }
}

type Priced = Pick<ProductFacts, 'currency' | 'lines'> | { readonly rejected: readonly number[] }

async function priceProducts(
  { engine, user }: DeskCall,
  ids: readonly ProductId[],
  currency: string,
): Promise<Priced> {
  const request = {
    customer: {},
    products: ids.map((id) => ({ id, qty: 1 })),
    ...(currency !== '' && { currency }),
  }
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

/** Returns what the form shows of a customer: the usual fields, those of the host and its own. */
export function toCustomerDraft(
  customer: Customer = {},
  { customer: declared }: ShownFields = noShownFields,
): CustomerDraft {
  const others = [...declared.keys(), ...Object.keys(customer)].filter(isShown)
  const stored = new Map(Object.entries(customer))
  const names = new Set([...customerFieldNames, ...others])
  return new Map([...names].map((name) => [name, toFormText(stored.get(name) ?? '')]))
}

/** Parses the customer fields of a form: the usual ones, and those of the customer before. */
export function parseCustomerDraft(
  form: Form,
  stored: Customer | undefined,
  ownFields: ShownFields,
): CustomerDraft {
  const names = [...toCustomerDraft(stored, ownFields).keys()]
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
  { strings, ownFields }: CustomerLabels,
  draft: CustomerDraft,
  errors?: FieldErrors,
): Html {
  const names = [...toCustomerDraft({}, ownFields).keys(), ...draft.keys()]
  return html`<div class="fields">${[...new Set(names)].map((name) => {
    const shown = {
      name: fieldName(name),
      label: customerFieldLabel({ strings, ownFields }, name),
      value: draft.get(name) ?? '',
      errors,
    }
    return name === 'email'
      ? field({ ...shown, type: 'email' })
      : customerInput(ownFields.customer.get(name), shown)
  })}</div>`
}

/** Returns the label of the customer field with this path, or undefined. */
export function customerLabel(desk: CustomerLabels, path: string): string | undefined {
  const names = toCustomerDraft({}, desk.ownFields).keys()
  const found = [...names].find((name) => fieldName(name) === path)
  return found === undefined ? undefined : customerFieldLabel(desk, found)
}

/** The desk, which has the words for the fields of a customer. */
type CustomerLabels = Pick<DeskCall, 'strings' | 'ownFields'>

/** Returns the label of a field of a customer: that of the host for its own. */
export function customerFieldLabel({ strings, ownFields }: CustomerLabels, name: string): string {
  return ownFields.customer.get(name)?.label ?? getLabel(strings.labels.customer, name)
}

function isShown(name: string): boolean {
  return name.length > 0 && name.length <= maxNameLength && toFormText(name) === name
}

function fieldName(name: string): string {
  return formatPath(['customer', name])
}

/** Returns a price as people write it, with at least two decimals. */
export function priceText(price: number): string {
  return shownUnitPrice(price, {})
}
