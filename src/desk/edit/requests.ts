import type { FieldErrors } from '../../errors.js'
import type { NumberKind, TypedNumbers } from '../../pages/forms/typed-numbers.js'
import { catalogOffer, isCatalogOffer } from '../../quote/lines/line-pricing.js'
import type { LineChangeRequest, UpdateLineRequest } from '../../quote/lines/line-request.js'
import type { FieldKind } from '../../quote/model/field-rules.js'
import { getLineKey, linesByKey, newKey } from '../../quote/model/line-keys.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { ProductLine, Quote, QuoteRecord } from '../../quote/model/quote.js'
import { quoteTextFieldNames } from '../../quote/model/quote-text-fields.js'
import { textFieldNames } from '../../quote/model/text-fields.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/operations/requests.js'
import type { DiscountRequest, ShippingChoice } from '../../quote/pricing/pricing-request.js'
import { formatPath } from '../../validation/field-errors.js'
import { detailFields, isSameValue, parseProductId } from '../parts/fields.js'
import { getOwnChanges, type ShownField, storedValue } from '../parts/own-fields.js'
import {
  customerPath,
  type Draft,
  draftOfQuote,
  type FormLanguage,
  isBlankDiscount,
  isBlankRow,
  isRemoved,
  linesOf,
  newDraft,
  numberFields,
  otherFieldsOf,
  parseDecimal,
  parseQuantity,
  type Row,
  type RowField,
  rowsOf,
  splitName,
  tagsOf,
} from './draft.js'
import type { FormPath } from './form-errors.js'

/** A request of the engine that says what a form says. */
export interface FormRequest<Request> {
  readonly request: Request
  /** Where the form has what the request has. */
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
  /** Errors that the engine does not see, by the names of their fields. */
  readonly errors: FieldErrors
}

/** What a form showed, and what it says now. */
interface Drafts {
  readonly base: Draft
  readonly draft: Draft
}

/** Returns the request that changes a quote to what a form says, with only what differs. */
export function getChanges(
  desk: FormLanguage,
  { quote, version }: QuoteRecord,
  draft: Draft,
): FormRequest<UpdateQuoteRequest> {
  const base = draftOfQuote(quote, desk)
  const drafts = { base, draft }
  const rows = rowsOf(draft, 'products')
  const changed = lineChanges(desk, drafts, quote, version + 1)
  const { changes, keys } = changed
  const removed = removedKeys(changes)
  const stored = { quote, ownFields: desk.ownFields }
  const order = orderChange(quote, getOrderedKeys(rows, keys), removed)
  const lines = linesRequest(stored, changed, order)
  const content = contentChanges(desk, drafts, { stored: quote, removed })
  const tags = tagsOf(draft)
  return {
    request: {
      ...content.request,
      ...lines.request,
      ...(isSameSet(tagsOf(base), tags) ? undefined : { tag_list: tags }),
    },
    paths: [...content.paths, ...lines.paths, ...namePaths(rows, lines.paths)],
    keys,
    errors: { ...replacedLineErrors(desk, quote, changed), ...formErrors(desk, drafts) },
  }
}

/** Returns the request that creates the quote of a form. Its tags are set afterwards. */
export function createRequestOf(desk: FormLanguage, draft: Draft): FormRequest<CreateQuoteRequest> {
  const drafts = { base: newDraft(desk), draft }
  const rows = rowsOf(draft, 'products')
  const keys = rows.map((row, index) => (isBlankRow(row) ? undefined : String(index)))
  const order = getOrderedKeys(rows, keys)
  const content = contentChanges(desk, drafts, { stored: {} })
  const currency = draft.get('currency') ?? ''
  const linePaths = order.map((key, index) => [`products[${index}]`, `products[${key}]`] as const)
  return {
    request: {
      customer: {},
      ...content.request,
      products: order.map((key) => newLine(rows[Number(key)] as Row, desk)),
      ...(currency === '' ? undefined : { currency: currency.toUpperCase() }),
    } as unknown as CreateQuoteRequest,
    paths: [...content.paths, ...linePaths, ...namePaths(rows, linePaths)],
    keys: keys.map((key) => (key === undefined ? undefined : `1-${order.indexOf(key) + 1}`)),
    errors: formErrors(desk, drafts),
  }
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(right)
  return left.length === names.size && left.every((name) => names.has(name))
}

/** What is stored, and the keys of the lines that a form removes. */
interface StoredContent {
  readonly stored: OwnFieldChanges
  readonly removed?: ReadonlySet<string>
}

/** Returns what a form changes apart from the lines and the tags, and where it has that. */
function contentChanges(
  { numbers, ownFields }: FormLanguage,
  drafts: Drafts,
  { stored, removed = new Set() }: StoredContent,
): Pick<FormRequest<UpdateQuoteRequest>, 'request' | 'paths'> {
  const { base, draft } = drafts
  const changed = [...draft].filter(([name, value]) => value !== (base.get(name) ?? ''))
  const customer = changed
    .filter(([name]) => name.startsWith(customerPath))
    .map(([name, value]) => [name.slice(customerPath.length), value || null] as const)
  const ofStore = changed
    .filter(([name]) => quoteTextFieldNames.some((field) => field === name))
    .map(([name, value]) => [name, value || null] as const)
  const discounts = givenDiscounts(draft)
  const isDiscounted =
    JSON.stringify(terms(discounts)) !== JSON.stringify(terms(givenDiscounts(base)))
  const sent = discounts.flatMap((discount) => {
    const lines = discount.lines.filter((key) => !removed.has(key))
    // A discount for lines that are all removed is dropped.
    return lines.length < Math.min(discount.lines.length, 1) ? [] : [{ ...discount, lines }]
  })
  const shipping = chosenShipping(draft)
  const isShipped = shipping.join('\n') !== chosenShipping(base).join('\n')
  return {
    request: {
      ...(customer.length === 0 ? undefined : { customer: Object.fromEntries(customer) }),
      ...Object.fromEntries(ofStore),
      ...(isDiscounted
        ? { discounts: sent.map((each) => discountRequest(each, numbers)) }
        : undefined),
      ...(isShipped ? { shipping: shippingRequest(shipping, numbers) } : undefined),
      ...getOwnChanges(ownFields.quote, { ...drafts, stored }, numbers),
    },
    paths: [
      ['tag_list', 'tags'],
      ['product_order', 'products'],
      ...otherFieldsOf(draft).map(
        (name, index) => [formatPath(['customer', name]), `fields[${index}].value`] as const,
      ),
      ...sent.map(({ path }, index) => [`discounts[${index}]`, path] as const),
    ],
  }
}

/** A discount that takes something off. */
export interface GivenDiscount {
  readonly path: string
  readonly type: string
  readonly value: string
  readonly label: string
  /** The keys of its lines; none for all. */
  readonly lines: readonly string[]
}

/** Returns the discounts that take something off. */
export function givenDiscounts(draft: Draft): readonly GivenDiscount[] {
  const discounts = rowsOf(draft, 'discounts').filter((row) => !isBlankDiscount(row))
  return discounts.map((row) => ({
    path: row.path,
    type: row.get('type'),
    value: row.get('value'),
    label: row.get('label'),
    lines: linesOf(row),
  }))
}

/** Returns what is compared of discounts: their lines in any order, and not their places. */
export function terms(discounts: readonly GivenDiscount[]): readonly unknown[] {
  return discounts.map(({ type, value, label, lines }) => [type, value, label, lines.toSorted()])
}

function discountRequest(
  { type, value, label, lines }: GivenDiscount,
  numbers: TypedNumbers,
): DiscountRequest {
  return {
    type: type as DiscountRequest['type'],
    value: parseDecimal(value, discountKind(type), numbers),
    ...(label === '' ? undefined : { label }),
    ...(lines.length === 0 ? undefined : { lines }),
  }
}

/** Returns what the value of a discount is: percent, or an amount of money. */
function discountKind(type: string | undefined): NumberKind {
  return type === 'percent' ? 'percent' : 'money'
}

/** The method of shipping; for `custom`, also name, price and tax code of its charge. */
type ChosenShipping = readonly [type: string, ...product: string[]]

/** Returns the shipping that a form chooses. Only `custom` has a charge that is typed. */
export function chosenShipping(draft: Draft): ChosenShipping {
  const type = draft.get('shipping.type') ?? ''
  const product = ['name', 'price', 'tax_code'].map(
    (field) => draft.get(`shipping.product.${field}`) ?? '',
  )
  return type === 'custom' ? [type, ...product] : [type]
}

function shippingRequest(
  [type, name = '', price = '', taxCode = '']: ChosenShipping,
  numbers: TypedNumbers,
): ShippingChoice {
  if (type !== 'custom') return { type }
  const code = taxCode === '' ? undefined : { tax_code: taxCode }
  return { type, product: { name, price: parseDecimal(price, 'money', numbers), ...code } }
}

/** Returns the errors that the engine does not see, because they are about the form. */
function formErrors(desk: FormLanguage, drafts: Drafts): FieldErrors {
  const { edit } = desk.strings
  const names = rowsOf(drafts.draft, 'fields').map((row) => {
    const message = row.get('name') === '' ? edit.missingFieldName : edit.takenFieldName
    return [`${row.path}.name`, message] as const
  })
  return {
    ...Object.fromEntries(names),
    ...unusedErrors(desk, drafts.draft),
    ...positionErrors(desk, drafts.draft),
    ...numberErrors(desk, drafts),
  }
}

/** Returns the errors of new rows with only a quantity or a place, which add no line. */
function unusedErrors({ strings, numbers }: FormLanguage, draft: Draft): FieldErrors {
  const isTyped = (row: Row) => {
    const qty = row.get('qty')
    return row.get('position') !== '' || (qty !== '' && numbers.parse(qty, 'quantity') !== '1')
  }
  const unused = rowsOf(draft, 'products').filter(
    (row) => isBlankRow(row) && !isRemoved(row) && isTyped(row),
  )
  return Object.fromEntries(unused.map(({ path }) => [`${path}.id`, strings.edit.missingProduct]))
}

/** Returns the errors of the positions that were typed. */
export function positionErrors(
  { strings }: Pick<FormLanguage, 'strings'>,
  draft: Draft,
): FieldErrors {
  const invalid = rowsOf(draft, 'products').filter((row) => !/^\d{0,6}$/.test(row.get('position')))
  return Object.fromEntries(
    invalid.map(({ path }) => [`${path}.position`, strings.edit.invalidPlace]),
  )
}

/**
 * Returns the errors of numbers that were typed and cannot be read, by the names of their fields.
 * What the form showed is valid, however it is written.
 */
function numberErrors({ numbers, ownFields }: FormLanguage, { base, draft }: Drafts): FieldErrors {
  const own = new Set(
    [...ownFields.quote, ...ownFields.line].flatMap(({ path, input }) =>
      input === 'number' ? [path] : [],
    ),
  )
  const kindOf = (name: string): NumberKind | undefined => {
    const [, path = '', field = name] = splitName(name)
    if (own.has(field)) return 'quantity'
    if (field === 'shipping.product.price')
      return draft.get('shipping.type') === 'custom' ? 'money' : undefined
    if (path.startsWith('products')) return numberFields[field as keyof typeof numberFields]
    return field === 'value' ? discountKind(draft.get(`${path}.type`)) : undefined
  }
  const ignored = new Set(
    [
      ...rowsOf(draft, 'products').filter((row) => isRemoved(row) || isBlankRow(row)),
      ...rowsOf(draft, 'discounts').filter(isBlankDiscount),
    ].map(({ path }) => path),
  )
  const errors: Record<string, string> = {}
  for (const [name, value] of draft) {
    if (value === '' || value === base.get(name)) continue
    const kind = kindOf(name)
    if (kind === undefined || ignored.has(splitName(name)[1] ?? '')) continue
    if (numbers.parse(value, kind) === undefined) errors[name] = numbers.error(kind, value)
  }
  return errors
}

/** The name of a new line is typed into the field of its product. */
function namePaths(rows: readonly Row[], paths: readonly FormPath[]): readonly FormPath[] {
  const added = new Set(rows.flatMap((row) => (row.get('key') === '' ? [row.path] : [])))
  return paths.flatMap(([path, name]) =>
    added.has(name) ? [[`${path}.name`, `${name}.id`] as const] : [],
  )
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
  desk: FormLanguage,
  { base, draft }: Drafts,
  quote: Quote,
  version: number,
): LineChanges {
  const lines = linesByKey(quote)
  const before = new Map(rowsOf(base, 'products').map((row) => [row.path, row]))
  const rows = rowsOf(draft, 'products')
  const removed = new Set(rows.filter(isRemoved).map((row) => row.get('key')))
  const keptCount = [...lines.keys()].filter((key) => !removed.has(key)).length
  const changes: LineChangeRequest[] = []
  const paths: FormPath[] = []
  let added = 0
  const keys = rows.map((row) => {
    const change = changeOf(desk, row, before.get(row.path), lines.get(row.get('key')))
    if (change !== undefined) {
      paths.push([`product_changes[${changes.length}]`, row.path])
      changes.push(change)
    }
    if (isBlankRow(row) || isRemoved(row)) return undefined
    return row.get('key') || newKey(version, keptCount + added++)
  })
  return { changes, paths, keys }
}

function changeOf(
  desk: FormLanguage,
  row: Row,
  before: Row | undefined,
  line: ProductLine | undefined,
): LineChangeRequest | undefined {
  if (isBlankRow(row)) return undefined
  const key = row.get('key')
  if (key === '') return newLine(row, desk) as LineChangeRequest
  if (isRemoved(row)) return { key, remove: true }
  // The engine rejects the key of a line that is gone, and of a second row.
  if (before === undefined || line === undefined) return { key }
  const { numbers, ownFields } = desk
  const own = { base: before.values, draft: row.values, stored: line }
  const change = {
    ...changedFields(row, before, line, numbers),
    ...changedOffer(row, before, line, numbers),
    ...getOwnChanges(ownFields.line, own, numbers),
  }
  return Object.keys(change).length === 0 ? undefined : { key, ...change }
}

function changedFields(
  row: Row,
  before: Row,
  { id }: ProductLine,
  numbers: TypedNumbers,
): LineChangeRequest {
  const isChanged = (field: RowField) => row.get(field) !== before.get(field)
  const change: Record<string, unknown> = {}
  if (isChanged('qty')) change.qty = parseQuantity(row.get('qty'), numbers)
  if (isChanged('note')) change.note = row.get('note') || null
  if (id !== 0) return change
  if (isChanged('name')) change.name = row.get('name')
  if (isChanged('price')) change.price = parseDecimal(row.get('price'), 'money', numbers)
  for (const field of detailFields) if (isChanged(field)) change[field] = row.get(field) || null
  return change
}

/** Returns the line that a new row adds: with a product, or else with a name and a price. */
function newLine(
  row: Row,
  { numbers, ownFields }: FormLanguage,
): Readonly<Record<string, unknown>> {
  const line: Record<string, unknown> = { qty: parseQuantity(row.get('qty'), numbers) }
  if (row.get('id') !== '') line.id = parseProductId(row.get('id'))
  if (row.get('price') !== '') line.price = parseDecimal(row.get('price'), 'money', numbers)
  for (const field of ['note', ...textFieldNames] as const)
    if (row.get(field) !== '') line[field] = row.get(field)
  const own = { base: new Map(), draft: row.values, stored: {} }
  return { ...line, ...newOffer(row, numbers), ...getOwnChanges(ownFields.line, own, numbers) }
}

/** An offered unit price, or a percent below the list price. */
interface OfferChange {
  readonly quote?: string
  /** Null for the price of the catalog instead of the stored percentage. */
  readonly discount_percent?: string | null
}

/** Returns the offer of a new line: what is typed of the two. */
function newOffer(row: Row, numbers: TypedNumbers): OfferChange {
  const [quote, percent] = [row.get('quote'), row.get('discount_percent')]
  return {
    ...(quote === '' ? undefined : { quote: parseDecimal(quote, 'money', numbers) }),
    ...(percent === ''
      ? undefined
      : { discount_percent: parseDecimal(percent, 'percent', numbers) }),
  }
}

/**
 * Returns the offer that was typed. The form shows both the price and the percent of a line, so the
 * one that was changed counts; if both were, the engine rejects them. A price that was emptied is
 * that of the catalog. A percent that was emptied says nothing, unless the line has a percentage:
 * the form empties it when somebody types a price, also if that is the price as it was.
 */
export function changedOffer(
  row: Row,
  before: Row,
  line: ProductLine,
  numbers: TypedNumbers,
): OfferChange {
  const typed = newOffer(row, numbers)
  const isPrice = row.get('quote') !== before.get('quote')
  const isPercent = row.get('discount_percent') !== before.get('discount_percent')
  const isPercentTyped = isPercent && typed.discount_percent !== undefined
  if (isPrice && typed.quote !== undefined) return isPercentTyped ? typed : { quote: typed.quote }
  if (isPercentTyped) return { discount_percent: typed.discount_percent as string }
  if (line.discount_percent !== undefined)
    return isPrice || isPercent ? { discount_percent: null } : {}
  return isPrice ? offerOfCatalog(row, line, numbers) : {}
}

function offerOfCatalog(row: Row, line: ProductLine, numbers: TypedNumbers): OfferChange {
  const qty = parseQuantity(row.get('qty'), numbers)
  const own = () => parseDecimal(row.get('price'), 'money', numbers)
  const price = line.id === 0 ? own() : catalogOffer(line, qty)
  return isSameValue(price, line.quote) ? {} : { quote: price }
}

/** A line and the place that was typed for it; undefined if it keeps its own. */
interface Placed {
  readonly key: string
  readonly place: number | undefined
}

/**
 * Returns the keys of the lines in their order: those with a new place at that place, and all
 * others around them as they were. New lines without a place come last.
 *
 * @param keys The key of each row's line; undefined for rows without a line.
 */
export function getOrderedKeys(
  rows: readonly Row[],
  keys: readonly (string | undefined)[],
): readonly string[] {
  return arrange(
    rows.flatMap((row, index) => {
      const key = keys[index]
      return key === undefined ? [] : [{ key, place: newPlace(row) }]
    }),
  )
}

/** The rows of lines that the form showed have the order of its places. */
function newPlace(row: Row): number | undefined {
  const place = Number(row.get('position'))
  const isSame = row.get('key') !== '' && place === row.index + 1
  return place > 0 && !isSame ? place : undefined
}

function arrange(lines: readonly Placed[]): readonly string[] {
  const others = lines.filter(({ place }) => place === undefined)
  const moved = lines
    .filter(({ place }) => place !== undefined)
    .toSorted((left, right) => (left.place as number) - (right.place as number))
  const ordered: string[] = []
  let next = 0
  for (const { key } of others) {
    for (; Number(moved[next]?.place) <= ordered.length + 1; next += 1)
      ordered.push((moved[next] as Placed).key)
    ordered.push(key)
  }
  return [...ordered, ...moved.slice(next).map(({ key }) => key)]
}

/**
 * Returns the `product_order` to send, or undefined if the lines get their order without it.
 *
 * @param removed The keys of the lines that are removed.
 */
export function orderChange(
  quote: Quote,
  ordered: readonly string[],
  removed: ReadonlySet<string>,
): readonly string[] | undefined {
  const displayed = [...linesByKey(quote).keys()]
  const isSameLines = removed.size === 0 && ordered.length === displayed.length
  const stored = [...linesByKey({ ...quote, product_order: null }).keys()]
  const kept = (isSameLines ? displayed : stored).filter((key) => !removed.has(key))
  const known = new Set(kept)
  const without = [...kept, ...ordered.filter((key) => !known.has(key))]
  return without.every((key, index) => key === ordered[index]) ? undefined : ordered
}

/** A quote as it is stored, and the fields that the host declares. */
interface StoredQuote extends Pick<FormLanguage, 'ownFields'> {
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
  { strings }: FormLanguage,
  quote: Quote,
  { changes, paths }: LineChanges,
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
  const lines = linesByKey({ ...stored.quote, product_order: null })
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
  const lines = linesByKey(stored.quote)
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
