import type { FieldErrors } from '../../errors.js'
import type { NumberKind, TypedNumbers } from '../../pages/forms/typed-numbers.js'
import { catalogOffer, isCatalogOffer } from '../../quote/lines/line-pricing.js'
import type { LineChangeRequest, UpdateLineRequest } from '../../quote/lines/line-request.js'
import type { FieldKind } from '../../quote/model/field-rules.js'
import { getLineKey, newKey } from '../../quote/model/line-keys.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { ProductLine, Quote, QuoteRecord } from '../../quote/model/quote.js'
import { textFieldNames } from '../../quote/model/text-fields.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/operations/requests.js'
import { detailFields, isSameValue, parseProductId } from '../parts/fields.js'
import {
  emptyOwn,
  getOwnChanges,
  ownNumberErrors,
  type ShownField,
  storedValue,
} from '../parts/own-fields.js'
import {
  type DraftRow,
  displayedLines,
  draftOfQuote,
  emptyDraft,
  isBlankDiscount,
  isBlankRow,
  type LinesByKey,
  numberFields,
  parseDecimal,
  parseQuantity,
  type QuoteDraft,
  type RowField,
} from './draft.js'
import { type FormPath, fixedPaths } from './form-errors.js'
import {
  changedOffer,
  customerChanges,
  customerValues,
  discountChanges,
  discountKind,
  fieldNameErrors,
  getCustomerPaths,
  getOrderedKeys,
  newOffer,
  orderChange,
  positionErrors,
  shippingChange,
} from './part-changes.js'
import { storeChanges } from './store-fields.js'

/** A request of the engine that says what a form says. */
export interface DraftRequest<Request> {
  readonly request: Request
  /** Where the form has what the request has. */
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
  /** Errors that the engine does not see, by the names of their fields. */
  readonly errors: FieldErrors
}

/** Returns the request that changes a quote to what a form says, with only what differs. */
export function getChanges(
  { quote, version }: QuoteRecord,
  draft: QuoteDraft,
): DraftRequest<UpdateQuoteRequest> {
  const base = draftOfQuote(quote, draft)
  const changed = lineChanges(base, draft, displayedLines(quote), version + 1)
  const { changes, keys } = changed
  const removed = removedKeys(changes)
  const { discounts, paths: discountPaths } = discountChanges(base, draft, removed)
  const customer = customerChanges(base, draft)
  const shipping = shippingChange(base.shipping, draft.shipping, draft.numbers)
  const order = orderChange(quote, getOrderedKeys(base, draft, keys), removed)
  const lines = linesRequest({ quote, ownFields: draft.ownFields }, changed, order)
  const isSameTags = isSameSet(base.tags, draft.tags)
  const { ownFields, numbers } = draft
  const own = { before: base.own, after: draft.own, stored: quote }
  const request = {
    ...(Object.keys(customer).length === 0 ? undefined : { customer }),
    ...lines.request,
    ...(discounts === undefined ? undefined : { discounts }),
    ...(shipping === undefined ? undefined : { shipping }),
    ...(isSameTags ? undefined : { tag_list: draft.tags }),
    ...getOwnChanges(own, ownFields.quote, numbers),
    ...storeChanges(base, draft),
  }
  return {
    request,
    paths: [
      ...fixedPaths,
      ...getCustomerPaths(draft),
      ...lines.paths,
      ...namePaths(draft, lines.paths),
      ...discountPaths,
    ],
    keys,
    errors: {
      ...replacedLineErrors(draft, quote, { changes, paths: changed.paths }),
      ...formOnlyErrors(base, draft),
    },
  }
}

/** Returns the errors that the engine does not see, because they are about the form. */
function formOnlyErrors(base: QuoteDraft, draft: QuoteDraft): FieldErrors {
  return {
    ...fieldNameErrors(base, draft),
    ...positionErrors(draft),
    ...numberErrors(base, draft),
  }
}

/** A quote as it is stored, and the fields that the host declares. */
interface StoredQuote extends Pick<QuoteDraft, 'ownFields'> {
  readonly quote: Quote
}

/** The lines of a request, and their order, if it changes them. */
interface LinesRequest {
  readonly request: Pick<UpdateQuoteRequest, 'products' | 'product_changes' | 'product_order'>
  readonly paths: readonly FormPath[]
}

/** Lines without keys cannot be ordered by them, so they are sent in their new order. */
function linesRequest(
  stored: StoredQuote,
  { changes, paths }: LineChanges,
  order: readonly string[] | undefined,
): LinesRequest {
  const { quote } = stored
  const product_order = order === undefined ? undefined : { product_order: order }
  if (changes.length === 0) {
    const isKeyed = quote.products.every(({ key }) => key !== null)
    if (order === undefined || isKeyed) return { request: { ...product_order }, paths }
    const { products } = reorderedList(stored, order)
    return { request: { products }, paths }
  }
  if (!needsLineList(quote, changes))
    return { request: { product_changes: changes, ...product_order }, paths }
  const list = lineList(stored, changes, paths)
  return { request: { products: list.products, ...product_order }, paths: list.paths }
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(right)
  return left.length === names.size && left.every((name) => names.has(name))
}

/** The name of a new line is typed into the field of its product. */
function namePaths({ rows }: QuoteDraft, paths: readonly FormPath[]): readonly FormPath[] {
  const added = new Set(
    rows.flatMap(({ key }, index) => (key === '' ? [`products[${index}]`] : [])),
  )
  return paths.flatMap(([path, name]) =>
    added.has(name) ? [[`${path}.name`, `${name}.id`] as const] : [],
  )
}

/** Returns the request that creates the quote of a form. Its tags are set afterwards. */
export function createRequestOf(draft: QuoteDraft): DraftRequest<CreateQuoteRequest> {
  const customer = [...customerValues(draft)].filter(([, value]) => value !== '')
  const keys = draft.rows.map((row, index) => (isBlankRow(row) ? undefined : String(index)))
  const order = getOrderedKeys(emptyDraft, draft, keys)
  const { discounts, paths } = discountChanges(emptyDraft, draft)
  const shipping = shippingChange(emptyDraft.shipping, draft.shipping, draft.numbers)
  const { currency } = draft
  const request = {
    customer: Object.fromEntries(customer),
    products: order.map((key) =>
      newLine(draft.rows[Number(key)] as QuoteDraft['rows'][number], draft),
    ),
    ...(discounts === undefined ? undefined : { discounts }),
    ...(shipping === undefined ? undefined : { shipping }),
    ...storeChanges(emptyDraft, draft),
    ...(currency === '' ? undefined : { currency: currency.toUpperCase() }),
    ...getOwnChanges(
      { before: emptyOwn, after: draft.own, stored: {} },
      draft.ownFields.quote,
      draft.numbers,
    ),
  }
  const linePaths = order.map((key, index) => [`products[${index}]`, `products[${key}]`] as const)
  return {
    request: request as unknown as CreateQuoteRequest,
    paths: [
      ...fixedPaths,
      ...getCustomerPaths(draft),
      ...linePaths,
      ...namePaths(draft, linePaths),
      ...paths,
    ],
    keys: keys.map((key) => (key === undefined ? undefined : `1-${order.indexOf(key) + 1}`)),
    errors: formOnlyErrors(emptyDraft, draft),
  }
}

/**
 * Returns the errors of numbers that were typed and cannot be read, by the names of their fields.
 * What the form showed is valid, however it is written.
 */
function numberErrors(base: QuoteDraft, draft: QuoteDraft): FieldErrors {
  const { numbers, ownFields } = draft
  const ofQuote = { before: base.own, after: draft.own }
  const errors: Record<string, string> = {
    ...ownNumberErrors(ofQuote, ownFields.quote, numbers),
  }
  const check = (name: string, value: string, kind: NumberKind, before: string | undefined) => {
    if (value === '' || (before !== undefined && isSameValue(value, before))) return
    if (numbers.parse(value, kind) === undefined) errors[name] = numbers.error(kind, value)
  }
  const rows = new Map(base.rows.map((row) => [row.key, row]))
  for (const [index, row] of draft.rows.entries()) {
    if (row.isRemoved || isBlankRow(row)) continue
    const { values: before, own = emptyOwn } = rows.get(row.key) ?? {}
    for (const field of Object.keys(numberFields) as (keyof typeof numberFields)[])
      check(`products[${index}].${field}`, row.values[field], numberFields[field], before?.[field])
    const ofLine = { before: own, after: row.own ?? emptyOwn }
    const ofOwn = ownNumberErrors(ofLine, ownFields.line, numbers)
    for (const [path, message] of Object.entries(ofOwn))
      errors[`products[${index}].${path}`] = message
  }
  for (const [index, discount] of draft.discounts.entries()) {
    if (isBlankDiscount(discount)) continue
    const before = base.discounts[index]
    const isSameType = before?.type === discount.type
    const known = isSameType ? before?.value : undefined
    check(`discounts[${index}].value`, discount.value, discountKind(discount), known)
  }
  const { type, price } = draft.shipping
  if (type === 'custom') check('shipping.product.price', price, 'money', base.shipping.price)
  return errors
}

/** The changes of lines that rows of the form make. */
interface LineChanges {
  readonly changes: readonly LineChangeRequest[]
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
}

/**
 * Returns what the rows change of the lines of a quote, and nothing for rows that are as they were.
 *
 * @param version The version that the changes lead to.
 */
function lineChanges(
  base: QuoteDraft,
  draft: QuoteDraft,
  lines: LinesByKey,
  version: number,
): LineChanges {
  const before = new Map(base.rows.map((row) => [row.key, row]))
  const removed = new Set(draft.rows.flatMap((row) => (row.isRemoved ? [row.key] : [])))
  const keptCount = [...lines.keys()].filter((key) => !removed.has(key)).length
  const changes: LineChangeRequest[] = []
  const paths: FormPath[] = []
  const keys: (string | undefined)[] = []
  let added = 0
  for (const [index, row] of draft.rows.entries()) {
    const change = changeOf(row, before.get(row.key), lines.get(row.key), draft)
    if (change !== undefined) {
      paths.push([`product_changes[${changes.length}]`, `products[${index}]`])
      changes.push(change)
    }
    if (isBlankRow(row) || row.isRemoved) keys.push(undefined)
    else if (row.key !== '') keys.push(row.key)
    else keys.push(newKey(version, keptCount + added++))
  }
  return { changes, paths, keys }
}

function changeOf(
  row: DraftRow,
  before: DraftRow | undefined,
  line: ProductLine | undefined,
  draft: Pick<QuoteDraft, 'numbers' | 'ownFields'>,
): LineChangeRequest | undefined {
  if (isBlankRow(row)) return undefined
  const { key } = row
  if (key === '') return newLine(row, draft) as LineChangeRequest
  if (row.isRemoved) return { key, remove: true }
  // The engine rejects the key of a line that is gone.
  if (before === undefined || line === undefined) return { key }
  const { numbers, ownFields } = draft
  const own = { before: before.own ?? emptyOwn, after: row.own ?? emptyOwn, stored: line }
  const change = {
    ...changedFields(row, before, line, numbers),
    ...changedOffer(row, before, line, numbers),
    ...getOwnChanges(own, ownFields.line, numbers),
  }
  return Object.keys(change).length === 0 ? undefined : { key, ...change }
}

function changedFields(
  { values }: DraftRow,
  { values: before }: DraftRow,
  { id }: ProductLine,
  numbers: TypedNumbers,
): LineChangeRequest {
  const isChanged = (field: RowField) => !isSameValue(values[field], before[field])
  const change: Record<string, unknown> = {}
  if (isChanged('qty')) change.qty = parseQuantity(values.qty, numbers)
  if (isChanged('note')) change.note = values.note || null
  if (id !== 0) return change
  if (isChanged('name')) change.name = values.name
  if (isChanged('price')) change.price = parseDecimal(values.price, 'money', numbers)
  for (const field of detailFields) if (isChanged(field)) change[field] = values[field] || null
  return change
}

/** Returns the line that a new row adds: with a product, or else with a name and a price. */
function newLine(
  { values, own = emptyOwn }: DraftRow,
  { numbers, ownFields }: Pick<QuoteDraft, 'numbers' | 'ownFields'>,
): Readonly<Record<string, unknown>> {
  const line: Record<string, unknown> = { qty: parseQuantity(values.qty, numbers) }
  if (values.id !== '') line.id = parseProductId(values.id)
  if (values.price !== '') line.price = parseDecimal(values.price, 'money', numbers)
  for (const field of ['note', ...textFieldNames] as const)
    if (values[field] !== '') line[field] = values[field]
  const ofOwn = { before: emptyOwn, after: own, stored: {} }
  return {
    ...line,
    ...newOffer(values, numbers),
    ...getOwnChanges(ofOwn, ownFields.line, numbers),
  }
}

/** All lines of a quote as a request has them. */
interface LineList {
  readonly products: readonly UpdateLineRequest[]
  readonly paths: readonly FormPath[]
}

/**
 * Returns true if changes add a product that a line has already which is not removed. A change of a
 * single line would change that one, so all lines have to be sent.
 */
function needsLineList(quote: Quote, changes: readonly LineChangeRequest[]): boolean {
  const removed = removedKeys(changes)
  const ids = new Set(
    quote.products.flatMap((line, index) =>
      removed.has(getLineKey(line, index)) ? [] : [line.id],
    ),
  )
  return changes.some(({ key, id }) => key === undefined && id !== undefined && ids.has(id))
}

/** Returns the keys of the lines that changes remove. */
function removedKeys(changes: readonly LineChangeRequest[]): ReadonlySet<string> {
  return new Set(changes.flatMap(({ key, remove }) => (remove && key ? [key] : [])))
}

/**
 * Returns the errors of new lines that would get the price and the note of a line that is removed
 * with the same form: in a list of all lines, the engine takes them for that line.
 */
function replacedLineErrors(
  { strings }: QuoteDraft,
  quote: Quote,
  {
    changes,
    paths,
  }: { readonly changes: readonly LineChangeRequest[]; readonly paths: readonly FormPath[] },
): FieldErrors {
  if (!needsLineList(quote, changes)) return {}
  const removed = removedKeys(changes)
  const ids = new Set<ProductId | undefined>(
    quote.products.flatMap((line, index) =>
      removed.has(getLineKey(line, index)) ? [line.id] : [],
    ),
  )
  const message = strings.edit.removedProduct
  return Object.fromEntries(
    changes.flatMap(({ key, id }, index) =>
      key === undefined && id !== undefined && ids.has(id)
        ? [[`${paths[index]?.[1]}.id`, message]]
        : [],
    ),
  )
}

/** Returns all lines of a quote after changes of single lines, the new ones last. */
function lineList(
  stored: StoredQuote,
  changes: readonly LineChangeRequest[],
  paths: readonly FormPath[],
): LineList {
  const byKey = new Map(changes.map((change, index) => [change.key, index]))
  const products: UpdateLineRequest[] = []
  const listPaths: FormPath[] = []
  const add = (line: UpdateLineRequest, change: number | undefined) => {
    const name = change === undefined ? undefined : paths[change]?.[1]
    if (name !== undefined) listPaths.push([`products[${products.length}]`, name])
    products.push(line)
  }
  const lines = displayedLines({ ...stored.quote, product_order: null })
  for (const [key, line] of lines) {
    const index = byKey.get(key)
    const { remove, ...change } = (index === undefined ? undefined : changes[index]) ?? { key }
    if (remove !== true) add(line.key === null ? withoutKey(stored, line, change) : change, index)
  }
  for (const [index, change] of changes.entries())
    if (change.key === undefined || !lines.has(change.key as string)) add(change, index)
  return { products, paths: listPaths }
}

/** Returns all lines in another order. */
function reorderedList(stored: StoredQuote, order: readonly string[]): LineList {
  const lines = displayedLines(stored.quote)
  const products = order.flatMap((key) => {
    const line = lines.get(key)
    return line === undefined ? [] : [withoutKey(stored, line, {})]
  })
  return { products, paths: [] }
}

/**
 * Returns a line that has no key yet after a change. It is found by its product, so it has all that
 * another line of the same product can have differently.
 */
function withoutKey(
  { quote, ownFields }: StoredQuote,
  line: ProductLine,
  change: LineChangeRequest,
): UpdateLineRequest {
  const { key: _, fields, internal_fields, ...others } = change
  const changed = { ...others, ...allOwn(line, { fields, internal_fields }, ownFields.line) }
  const { id, qty, note = null, name, price } = line
  const offer = offerWithoutKey(quote, line, changed)
  if (id !== 0) return { id, qty, note, ...offer, ...changed }
  const named = name === undefined ? undefined : { name }
  const details = Object.fromEntries(detailFields.map((field) => [field, line[field] ?? null]))
  return { id, qty, note, ...named, price, ...details, ...offer, ...changed }
}

/** Returns all declared fields of a line after changes; null for those that it lacks. */
function allOwn(
  line: ProductLine,
  changes: OwnFieldChanges,
  declared: readonly ShownField[],
): OwnFieldChanges {
  const all: { [Kind in FieldKind]?: Record<string, unknown> } = {}
  for (const each of declared) {
    const { kind, name } = each
    const { [kind]: values = {} } = all
    const changed = changes[kind]
    const isChanged = changed !== undefined && Object.hasOwn(changed, name)
    values[name] = isChanged ? changed[name] : (storedValue(line, each) ?? null)
    all[kind] = values
  }
  return all
}

/**
 * Returns the offered price of a line after a change. A price that is not set by hand follows the
 * quantity, or the price of a line without a product.
 */
function offerWithoutKey(
  { products }: Quote,
  line: ProductLine,
  { qty, price, quote, discount_percent: percent }: LineChangeRequest,
): Pick<UpdateLineRequest, 'quote' | 'discount_percent'> {
  if (quote !== undefined || percent !== undefined) return {}
  if (line.discount_percent !== undefined) return { discount_percent: line.discount_percent }
  if (!isCatalogOffer(line)) return { quote: line.quote }
  if (line.id === 0) return { quote: price ?? line.quote }
  if (qty === undefined || line.price_breaks === undefined) return { quote: line.quote }
  const isOnly = products.every((other) => other === line || other.id !== line.id)
  return isOnly ? {} : { quote: catalogOffer(line, qty) }
}
