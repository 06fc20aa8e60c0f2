import type { NumberKind, TypedNumbers } from '../../pages/forms/typed-numbers.js'
import { catalogOffer } from '../../quote/lines/line-pricing.js'
import type { LineChangeRequest } from '../../quote/lines/line-request.js'
import type { LineChoiceRequest } from '../../quote/model/choice-fields.js'
import type { FieldKind } from '../../quote/model/field-rules.js'
import { getLineKey, linesByKey, newKey } from '../../quote/model/line-keys.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import { isProductId, type ProductId } from '../../quote/model/product-fields.js'
import type { ProductLine, Quote, QuoteRecord } from '../../quote/model/quote.js'
import { textFieldNames } from '../../quote/model/text-fields.js'
import type { UpdateQuoteRequest } from '../../quote/operations/requests.js'
import { detailFields } from '../parts/fields.js'
import { getOwnChanges, ownEntries, type ShownField, storedValue } from '../parts/own-fields.js'
import { choiceChange, type LineChoiceName, rangeFields } from './choice-values.js'
import {
  billingFields,
  type FormLanguage,
  isBlankRow,
  isRemoved,
  isSameValue,
  onceInterval,
  type RowField,
} from './draft.js'
import { type Draft, type Drafts, type Row, rowsOf } from './draft-rows.js'
import type { FormPath } from './form-errors.js'

// The lines of a request: those that a form adds, changes, removes and moves.

/** The lines of a request that a form makes. */
interface RequestedLines<Request> {
  readonly request: Request
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
}

/** Returns the lines of a new quote or template, in their order. */
export function newLines(
  desk: FormLanguage,
  draft: Draft,
): RequestedLines<{ readonly products: readonly Readonly<Record<string, unknown>>[] }> {
  const rows = new Map(rowsOf(draft, 'products').map((row) => [row.path, row]))
  const paths = [...rows.values()].map((row) =>
    isBlankRow(row) || isRemoved(row) ? undefined : row.path,
  )
  const order = getOrderedKeys([...rows.values()], paths)
  const products = order.map((path) => newLine(rows.get(path) as Row, desk))
  const places = new Map(order.map((path, index) => [path, index]))
  return {
    request: { products },
    paths: withNames(
      [...rows.values()],
      order.map((path, index) => [`products[${index}]`, path]),
    ),
    keys: paths.map((path) => path && newKey(1, places.get(path) as number)),
  }
}

/** The lines of an update. */
interface UpdatedLines
  extends RequestedLines<Pick<UpdateQuoteRequest, 'product_changes' | 'product_order'>> {
  /** The keys of the lines that are removed. */
  readonly removed: ReadonlySet<string>
}

/** Returns what a form changes of the lines of a quote, and of their order. */
export function changedLines(
  desk: FormLanguage,
  { base, draft }: Drafts,
  { quote, version }: QuoteRecord,
): UpdatedLines {
  const lines = linesByKey(quote)
  const before = new Map(rowsOf(base, 'products').map((row) => [row.path, row]))
  const rows = rowsOf(draft, 'products')
  const changed = rows.flatMap((row) => {
    const change = changeOf(desk, row, before.get(row.path), lines.get(row.get('key')))
    return change === undefined ? [] : [{ change, path: row.path }]
  })
  const changes = changed.map(({ change }) => change)
  const removed = removedKeys(changes)
  const kept = quote.products.map(getLineKey).filter((key) => !removed.has(key))
  const added: string[] = []
  const keys = rows.map((row) => {
    if (isBlankRow(row) || isRemoved(row)) return undefined
    return row.get('key') || newKey(version + 1, kept.length + added.push(row.path) - 1)
  })
  const order = orderChange(quote, getOrderedKeys(rows, keys), removed)
  const pathOf = new Map(rows.map((row) => [row.get('key'), row.path]))
  const paths = changed.map(({ path }, index) => [`product_changes[${index}]`, path] as const)
  // Errors of what lines have in common number them as they are stored, new ones last.
  const all = [...kept.map((key) => pathOf.get(key) ?? ''), ...added]
  return {
    request: {
      ...(changes.length === 0 ? undefined : { product_changes: changes }),
      ...(order === undefined ? undefined : { product_order: order }),
    },
    paths: [
      ...withNames(rows, paths),
      ...all.map((path, index) => [`products[${index}]`, path] as const),
    ],
    keys,
    removed,
  }
}

/** The name of a new line is typed into the field of its product. */
function withNames(rows: readonly Row[], paths: readonly FormPath[]): readonly FormPath[] {
  const added = new Set(rows.flatMap((row) => (row.get('key') === '' ? [row.path] : [])))
  const names = paths.filter(([, name]) => added.has(name))
  return [...paths, ...names.map(([path, name]) => [`${path}.name`, `${name}.id`] as const)]
}

function changeOf(
  desk: FormLanguage,
  row: Row,
  before: Row | undefined,
  line: ProductLine | undefined,
): LineChangeRequest | undefined {
  // What the form did not send is as it was.
  if (isBlankRow(row) || (row === before && line !== undefined)) return undefined
  const key = row.get('key')
  if (key === '') return { ...newLine(row, desk), add: true }
  if (isRemoved(row)) return { key, remove: true }
  // The engine rejects the key of a line that is gone, and of a second row.
  if (before === undefined || line === undefined) return { key }
  const { numbers, ownFields } = desk
  const own = { base: before.values, draft: row.values, stored: line }
  const change = {
    ...changedFields(row, before, line, numbers),
    ...changedOffer(row, before, line, numbers),
    ...changedChoice(row, before.get, numbers),
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
  if (billingFields.some((field) => row.get(field) !== before.get(field)))
    change.billing = getBilling(row, numbers) ?? null
  if (id !== 0) return change
  if (isChanged('name')) change.name = row.get('name')
  if (isChanged('unpriced')) change.unpriced = row.get('unpriced') !== ''
  if (isChanged('price')) change.price = parseDecimal(row.get('price'), 'money', numbers)
  if (isChanged('price_quantity')) change.price_quantity = getPriceQuantity(row, numbers) ?? null
  for (const field of detailFields) if (isChanged(field)) change[field] = row.get(field) || null
  return change
}

/** Returns what a form changes of what a line says about sections and choices. */
function changedChoice(row: Row, before: Row['get'], numbers: TypedNumbers): LineChoiceRequest {
  const isChanged = (field: LineChoiceName) => row.get(field) !== before(field)
  return {
    ...(isChanged('section') && { section: row.get('section') || null }),
    ...choiceChange(before('choice'), row.get('choice')),
    ...(rangeFields.some(isChanged) && { qty_range: getRange(row, numbers) }),
  }
}

/** Returns the quantities that were typed; null for none. The engine rejects what is no range. */
function getRange(row: Row, numbers: TypedNumbers): LineChoiceRequest['qty_range'] {
  const [min, max, step] = rangeFields.map(row.get) as [string, string, string]
  if (min + max + step === '') return null
  const range = { min: parseQuantity(min, numbers), max: parseQuantity(max, numbers) }
  return step === '' ? range : { ...range, step: parseQuantity(step, numbers) }
}

/**
 * Returns when a line is charged again, as it was typed; null for once, and undefined if nothing is
 * said. The engine rejects what is no number of periods.
 */
function getBilling(row: Row, numbers: TypedNumbers): unknown {
  const interval = row.get('billing.interval')
  if (interval === onceInterval) return null
  if (interval === '') return undefined
  const [count, cycles] = [row.get('billing.count'), row.get('billing.cycles')]
  return {
    interval,
    ...(count === '' ? undefined : { count: parseQuantity(count, numbers) }),
    ...(cycles === '' ? undefined : { cycles: parseQuantity(cycles, numbers) }),
  }
}

/** Returns the quantity that prices are for, as it was typed; undefined for none. */
function getPriceQuantity(row: Row, numbers: TypedNumbers): number | undefined {
  const typed = row.get('price_quantity')
  return typed === '' ? undefined : parseQuantity(typed, numbers)
}

/** Returns the line that a row adds: with a product, or else with a name and a price. */
function newLine(
  row: Row,
  { numbers, ownFields }: FormLanguage,
): Readonly<Record<string, unknown>> {
  const line: Record<string, unknown> = { qty: parseQuantity(row.get('qty'), numbers) }
  if (row.get('id') !== '') line.id = parseProductId(row.get('id'))
  if (row.get('price') !== '') line.price = parseDecimal(row.get('price'), 'money', numbers)
  else if (row.get('unpriced') !== '') line.unpriced = true
  const [per, billing] = [getPriceQuantity(row, numbers), getBilling(row, numbers)]
  if (per !== undefined) line.price_quantity = per
  if (billing !== undefined) line.billing = billing
  for (const field of ['note', ...textFieldNames] as const)
    if (row.get(field) !== '') line[field] = row.get(field)
  const stored = parseStored(row.get('stored'))
  const base = new Map(ownEntries(ownFields.line, stored, numbers))
  const own = getOwnChanges(ownFields.line, { base, draft: row.values, stored }, numbers)
  return {
    ...line,
    ...newOffer(row, numbers),
    ...changedChoice(row, () => '', numbers),
    ...allOwn(stored, own, ownFields.line),
  }
}

/** Reads the own fields of a line of a template, which its row keeps as JSON. */
function parseStored(json: string): OwnFieldChanges {
  try {
    return Object(JSON.parse(json || '{}')) as OwnFieldChanges
  } catch {
    return {}
  }
}

/** An offered unit price, or a percent below the list price. */
interface OfferChange {
  readonly quote?: string
  readonly discount?: string
  /** Null for the price of the catalog instead of the stored percentage. */
  readonly discount_percent?: string | null
}

/**
 * Returns the offer of a new line: what is typed of the two. A line of a template can have an
 * amount per unit instead, which no field shows.
 */
function newOffer(row: Row, numbers: TypedNumbers): OfferChange {
  const [quote, percent] = [row.get('quote'), row.get('discount_percent')]
  if (quote + percent === '' && row.get('discount') !== '')
    return { discount: parseDecimal(row.get('discount'), 'money', numbers) }
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
function orderChange(
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

/** Returns the keys of the lines that changes remove. */
function removedKeys(changes: readonly LineChangeRequest[]): ReadonlySet<string> {
  return new Set(changes.flatMap(({ key, remove }) => (remove && key ? [key] : [])))
}

/** Returns the declared fields of a line that have a value after changes. */
function allOwn(
  stored: OwnFieldChanges,
  changes: OwnFieldChanges,
  declared: readonly ShownField[],
): OwnFieldChanges {
  const all: { [Kind in FieldKind]?: Record<string, unknown> } = {}
  for (const each of declared) {
    const { kind, name } = each
    const changed = changes[kind]
    const isChanged = changed !== undefined && Object.hasOwn(changed, name)
    const value = isChanged ? changed[name] : (storedValue(stored, each) ?? null)
    if (value !== null) all[kind] = { ...all[kind], [name]: value }
  }
  return all
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

/** Returns the id that was typed. The engine rejects what is no id. */
export function parseProductId(value: string): ProductId {
  if (/^\d+$/.test(value) && isProductId(Number(value))) return Number(value)
  if (!/^".*"$/s.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return value
  }
}
