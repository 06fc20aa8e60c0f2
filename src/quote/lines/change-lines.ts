import { type Amount, equals, isNegative, parseUnitAmount, zero } from '../../money/amount.js'
import { blankMessage, isBlank } from '../../validation/blanks.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { lineChoiceFields, mergeChoiceFields } from '../model/choice-fields.js'
import { componentFields } from '../model/component-fields.js'
import { fieldKinds } from '../model/field-rules.js'
import { getLineKey, newKey } from '../model/line-keys.js'
import { getFields, overlayFields } from '../model/merge-fields.js'
import type { Limits } from '../model/policy.js'
import type { Billing } from '../model/pricing-fields.js'
import type { ProductId } from '../model/product-fields.js'
import type { ProductLine } from '../model/quote.js'
import { textFieldNames } from '../model/text-fields.js'
import { type ProductFacts, type ProductPrices, unknownProductMessage } from './catalog-product.js'
import {
  isCustomEntry,
  isCustomLine,
  isUnpricedAfter,
  mergeCustomFields,
  parseCustomLinePrice,
} from './custom-line.js'
import {
  inexactTotalMessage,
  isPricedByHand,
  type LineBase,
  type LinePrices,
  priceLine,
  pricesAtQuantity,
  pricesFromLine,
  pricesFromProduct,
  pricesLessPercent,
} from './line-pricing.js'
import type { LineChangeRequest, SentLine, UpdateLineRequest } from './line-request.js'
import type { LineMatch } from './match-lines.js'
import {
  applyPriceOverride,
  dropUnchanged,
  isOverride,
  type OverridePolicy,
  type PriceOverride,
} from './price-override.js'
import { productFactFields, readOnlyLineFields, rejectReadOnlyChanges } from './read-only-fields.js'

/** What lines are changed with. */
interface LineChangesInput {
  /** The version that the quote gets if the lines change. */
  readonly version: number
  readonly products: ReadonlyMap<ProductId, ProductPrices>
  readonly policy: OverridePolicy
  /**
   * True if own fields that the catalog has replace those of the entries, which are stored ones.
   *
   * @default false
   */
  readonly areFieldsCurrent?: boolean | undefined
}

/**
 * An entry of a request, its place there, and where its errors are collected. Its own fields are
 * those that the line gets, validated and merged with the stored ones.
 */
interface LineEntry {
  readonly entry: SentLine
  readonly path: readonly PropertyKey[]
  readonly errors: FieldErrorCollector
}

/** The fields of a line that an entry can send back as they are stored. */
type ReadOnlyLine = { readonly [Field in keyof ProductLine]?: unknown }

/** What cannot be set on a line with a product. */
const productReadOnlyFields = [...readOnlyLineFields, ...productFactFields]

/** What cannot be set on a line without a product. */
const customReadOnlyFields = [
  'price_total',
  'quote_total',
  'discount_total',
  'calculated_price',
  'price_breaks',
  ...componentFields,
] as const

/**
 * Returns the lines after changes of single lines: changed and removed in their places, and new
 * ones at the end. All others stay as they are. The first change gives every line its key.
 *
 * @returns the stored array itself if no line changes; undefined if a change is invalid
 */
export function changeLines(
  stored: readonly ProductLine[],
  matched: readonly LineMatch[],
  input: LineChangesInput,
  { maxLines }: Limits,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  const changed = new Map<ProductLine, ProductLine | undefined>()
  const added: ProductLine[] = []
  for (const [index, match] of matched.entries()) {
    if (errors.isFull) break
    const { remove, add: _, ...entry } = match.entry
    const { line } = match
    const lineEntry = { entry, path: ['product_changes', index], errors }
    if (line === undefined) {
      if (remove === true && match.entry.add !== true)
        errors.add([...lineEntry.path, 'id'], 'is not on a line of this quote')
      const created = remove === true ? undefined : createLine(lineEntry, input)
      if (created !== undefined) added.push(created)
    } else if (remove === true) {
      rejectOtherFields(entry, lineEntry.path, errors)
      changed.set(line, undefined)
    } else changed.set(line, changedLine(lineEntry, line, input.policy))
  }
  if (!errors.isEmpty) return undefined
  const kept = stored.flatMap((line, index) => {
    const next = changed.has(line) ? changed.get(line) : line
    return next === undefined ? [] : [{ line: next, key: getLineKey(line, index) }]
  })
  if (added.length === 0 && kept.length === stored.length)
    if (kept.every(({ line }, index) => line === stored[index])) return stored
  const count = kept.length + added.length
  if (count === 0) errors.add(['product_changes'], 'must leave at least one line')
  if (count > Math.max(maxLines, stored.length))
    errors.add(['product_changes'], `must leave at most ${maxLines} lines, received ${count}`)
  if (!errors.isEmpty) return undefined
  return [
    ...kept.map(({ line, key }) => ({ ...line, key })),
    ...added.map((line, index) => ({ ...line, key: newKey(input.version, kept.length + index) })),
  ]
}

function rejectOtherFields(
  entry: Omit<LineChangeRequest, 'remove' | 'add'>,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  for (const [field, value] of Object.entries(entry))
    if (field !== 'key' && field !== 'id' && value != null)
      errors.add([...path, field], 'cannot be combined with remove')
}

/**
 * Returns the lines after an update's list has replaced the stored ones. Matched lines keep their
 * frozen prices and the fields that the entry omits; new lines get the given prices. The first
 * list that changes a line gives every line its key.
 *
 * @returns the stored array itself if no line changes; undefined if an entry is invalid
 */
export function replaceLines(
  stored: readonly ProductLine[],
  matched: readonly LineMatch[],
  input: LineChangesInput,
  errors: FieldErrorCollector,
): readonly ProductLine[] | undefined {
  const lines: ProductLine[] = []
  for (const [index, { entry, line: storedLine }] of matched.entries()) {
    if (errors.isFull) break
    const lineEntry = { entry, path: ['products', index], errors }
    const line =
      storedLine === undefined
        ? createLine(lineEntry, input)
        : changedLine(lineEntry, storedLine, input.policy, stored)
    if (line !== undefined) lines.push(line)
  }
  if (lines.length < matched.length) return undefined
  if (lines.length === stored.length && lines.every((line, index) => line === stored[index]))
    return stored
  const indexes = new Map(stored.map((line, index) => [line, index]))
  return lines.map((line, index) => {
    const storedLine = matched[index]?.line
    const key =
      storedLine === undefined
        ? newKey(input.version, index)
        : getLineKey(storedLine, indexes.get(storedLine) as number)
    return { ...line, key }
  })
}

/** Returns the note of a line after a change; null removes it. */
function getNote(
  { note }: Pick<UpdateLineRequest, 'note'>,
  stored?: string,
): Pick<ProductLine, 'note'> {
  const next = note === undefined ? stored : note
  return next == null ? {} : { note: next }
}

/** Returns when a line is charged again after a change; null stands for once. */
function getBilling(
  { billing }: Pick<UpdateLineRequest, 'billing'>,
  stored?: Billing,
): Pick<ProductLine, 'billing'> {
  const next = billing === undefined || jsonEqual(billing, stored) ? stored : billing
  return next == null ? {} : { billing: next }
}

/** Returns a line with an offered price; undefined, with an error, if that is not possible. */
function repriceLine(
  base: LineBase,
  prices: LinePrices,
  override: PriceOverride,
  { path, errors }: Pick<LineEntry, 'path' | 'errors'>,
  policy: OverridePolicy,
): ProductLine | undefined {
  const result = applyPriceOverride(prices, override, policy)
  if ('field' in result) {
    errors.add([...path, result.field], result.message)
    return undefined
  }
  const line = priceLine(base, result, policy)
  if (line === undefined) errors.add([...path, 'qty'], inexactTotalMessage)
  return line
}

/**
 * Returns the line that an entry adds; undefined if the entry is invalid.
 *
 * @param key The key of the line, if it has one already.
 */
export function createLine(
  { entry, path, errors }: LineEntry,
  { products, policy, areFieldsCurrent }: LineChangesInput,
  key: string | null = null,
): ProductLine | undefined {
  const { id, qty } = entry
  if (entry.key != null) return undefined
  if (qty === undefined) errors.add([...path, 'qty'], 'is required on a new line')
  if (isCustomEntry(entry)) return newCustomLine({ entry, path, errors }, policy, key)
  const isPlain = hasOnlyQuantity(entry)
  if (!isPlain) {
    rejectReadOnlyChanges(productReadOnlyFields, undefined, entry as ReadOnlyLine, path, errors)
    rejectUnpriced(entry, path, errors)
  }
  const product = products.get(id as ProductId)
  if (product === undefined) errors.add([...path, 'id'], unknownProductMessage(id))
  else if (product.invalid !== undefined) errors.add([...path, 'id'], product.invalid)
  if (qty === undefined || product === undefined || product.invalid !== undefined) return undefined
  const identity = { id: id as ProductId, qty, key }
  const base =
    isPlain && product.facts === undefined
      ? identity
      : {
          ...identity,
          ...chosenFacts(entry, product.facts),
          ...mergeChoiceFields(entry),
          ...getNote(entry),
          ...getOwnFields(entry, product.facts, areFieldsCurrent),
        }
  const prices = pricesFromProduct(product, qty, policy)
  return repriceLine(base, prices, entry, { path, errors }, policy)
}

/** Returns the facts of a product, charged again as the entry of a new line says. */
function chosenFacts(entry: LineEntry['entry'], facts?: ProductFacts): ProductFacts | undefined {
  if (entry.billing === undefined) return facts
  const { billing, ...others } = facts ?? {}
  return entry.billing === null ? others : { ...facts, ...getBilling(entry, billing) }
}

/** Returns the own fields of a new line: those of its entry, and of its product. */
function getOwnFields(
  entry: LineEntry['entry'],
  facts: ProductFacts = {},
  areFieldsCurrent = false,
): Pick<ProductLine, 'fields' | 'internal_fields'> {
  const [own, ofProduct] = [getFields(entry), getFields(facts)]
  return areFieldsCurrent ? overlayFields(own, ofProduct) : overlayFields(ofProduct, own)
}

/** Returns true for an entry with only a product and a quantity: the rest can be skipped. */
function hasOnlyQuantity(entry: LineEntry['entry']): boolean {
  for (const field in entry) if (field !== 'id' && field !== 'qty') return false
  return true
}

function newCustomLine(
  { entry, path, errors }: LineEntry,
  policy: OverridePolicy,
  key: string | null,
): ProductLine | undefined {
  const { name, qty } = entry
  rejectReadOnlyChanges(customReadOnlyFields, undefined, entry, path, errors)
  if (name === undefined) errors.add([...path, 'name'], 'is required on a line without a product')
  else if (isBlank(name)) errors.add([...path, 'name'], blankMessage)
  const isUnpriced = isUnpricedAfter({}, entry, path, errors)
  const price = isUnpriced ? zero : parseCustomLinePrice(entry.price, policy, path, errors)
  if (name === undefined || price === undefined || qty === undefined) return undefined
  const base = {
    id: 0,
    qty,
    key,
    ...customFacts({}, entry),
    ...getBilling(entry),
    ...mergeChoiceFields(entry),
    ...(isUnpriced && { unpriced: true as const }),
    ...getNote(entry),
    ...getFields(entry),
  }
  const prices = pricesFromProduct({ price, calculatedPrice: price }, qty, policy)
  return repriceLine(base, prices, entry, { path, errors }, policy)
}

const staleTotalMessage =
  'is computed, and differs from the stored line: the quote has changed since it was read; ' +
  'reload it and retry, or send expectedVersion'

const noKeyMessage =
  'is computed, and differs from the stored line: several lines have this product, and this one ' +
  'has no key, so it was taken for the first of them; send all lines, or change one by its key ' +
  'with product_changes'

/** Frozen prices never change, so only totals can be stale. */
const totalFields = ['price_total', 'quote_total', 'discount_total']

const toHints = (message: string): ReadonlyMap<string, string> =>
  new Map(totalFields.map((field) => [field, message]))

const staleLineHints = toHints(staleTotalMessage)
const noKeyHints = toHints(noKeyMessage)

/** Without a key, a line that is sent back is that of its product, which can be on several. */
function hintsOfWholeLine(
  entry: SentLine,
  { id }: ProductLine,
  all: readonly ProductLine[],
): ReadonlyMap<string, string> {
  const isOnSeveral = all.filter((each) => each.id === id).length > 1
  return entry.key == null && isOnSeveral ? noKeyHints : staleLineHints
}

/**
 * Returns a stored line after an entry has changed it; the line itself if nothing changes, and
 * undefined if the entry is invalid.
 */
function changedLine(
  { entry, path, errors }: LineEntry,
  line: ProductLine,
  policy: OverridePolicy,
  all: readonly ProductLine[] = [],
): ProductLine | undefined {
  const hints = isWholeLine(entry) ? hintsOfWholeLine(entry, line, all) : undefined
  const isCustom = isCustomLine(line)
  const readOnly = isCustom ? customReadOnlyFields : productReadOnlyFields
  rejectReadOnlyChanges(readOnly, line, entry as ReadOnlyLine, path, errors, hints)
  const { name, qty = line.qty } = entry
  if (isCustom && name !== undefined && name !== line.name && isBlank(name))
    errors.add([...path, 'name'], blankMessage)
  const stored = pricesFromLine(line)
  const isSentBack = isRoundTrippedLine(entry) || stored.percent !== undefined
  const sent = isSentBack ? dropUnchanged(stored, entry) : entry
  if (!isCustom) rejectUnpriced(entry, path, errors)
  const priced = sentPrice(entry, line, stored)
  const isUnpriced = isCustom && isUnpricedAfter(line, { ...sent, ...priced }, path, errors)
  const facts = isCustom ? customFacts(line, entry) : getFacts(line)
  const base = {
    id: line.id,
    qty,
    key: line.key,
    ...facts,
    ...getBilling(entry, line.billing),
    ...mergeChoiceFields(entry, line),
    ...(isUnpriced && { unpriced: true as const }),
    ...getNote(entry, line.note),
    ...getFields(entry),
  }
  const override = isUnpriced ? {} : sent
  const isReset = entry.discount_percent === null && stored.percent !== undefined
  const prices = isCustom
    ? isUnpriced
      ? unknownPrices(policy)
      : customPrices(line, stored, isReset, { entry: { ...sent, ...priced }, path, errors }, policy)
    : pricesForQuantity(line, stored, qty, isReset, override, policy)
  if (prices === undefined) return undefined
  const next = repriceLine(base, prices, override, { path, errors }, policy)
  // A lower price of a custom line can leave its offered price above it.
  if (
    next !== undefined &&
    next.price !== line.price &&
    next.discount < 0 &&
    !policy.allowMarkUps
  ) {
    const message = `must not be below the offered price of ${next.quote}; send quote as well`
    errors.add([...path, 'price'], message)
    return undefined
  }
  return next !== undefined && isSameLine(next, line) ? line : next
}

/** Only a line without a product can have no price. */
function rejectUnpriced(
  { unpriced }: SentLine,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  if (unpriced === true)
    errors.add([...path, 'unpriced'], 'can be true only on a line without a product')
}

/**
 * Returns what an entry says of the price, without what it sends back as it is stored. If it says
 * that the price is known now, it means the one that stands beside that.
 */
function sentPrice(
  entry: SentLine,
  { unpriced }: ProductLine,
  stored: LinePrices,
): Pick<SentLine, 'price' | 'unpriced'> {
  const { price } = entry
  if (!isRoundTrippedLine(entry)) return { price, unpriced: entry.unpriced }
  const isEcho = entry.unpriced === undefined || entry.unpriced === true || unpriced === undefined
  return {
    price: isEcho && isSamePrice(price, stored.price) ? undefined : price,
    unpriced: entry.unpriced === unpriced ? undefined : entry.unpriced,
  }
}

/** Returns the prices of a line whose price is not known. */
function unknownPrices({ unitDecimals }: OverridePolicy): LinePrices {
  return { price: zero, calculatedPrice: zero, quote: zero, offerDecimals: unitDecimals }
}

/** Returns the facts of a line without a product after a change. */
function customFacts(
  line: Partial<ProductLine>,
  entry: SentLine,
): Partial<Pick<ProductLine, (typeof productFactFields)[number]>> {
  const { price_quantity: sent = line.price_quantity } = entry
  const facts = mergeCustomFields(line, entry)
  return sent == null || sent === 1 ? facts : { ...facts, price_quantity: sent }
}

/** Returns the facts of a product that a line has frozen. */
function getFacts(
  line: ProductLine,
): Partial<Pick<ProductLine, (typeof productFactFields)[number]>> {
  if (line.name === undefined && Object.keys(line).length === publishedFieldCount) return {}
  const facts: Record<string, unknown> = {}
  for (const field of productFactFields) if (line[field] !== undefined) facts[field] = line[field]
  return facts
}

const publishedFieldCount = 10

const changeableFields = [
  'qty',
  'quote',
  'discount_percent',
  'price',
  'price_quantity',
  'billing',
  ...lineChoiceFields,
  'unpriced',
  'note',
  ...textFieldNames,
  ...fieldKinds,
] as const satisfies readonly (keyof ProductLine)[]

function isSameLine(next: ProductLine, line: ProductLine): boolean {
  return changeableFields.every((field) => next[field] === line[field])
}

/**
 * Another quantity can have another price break, unless somebody has set the price.
 *
 * @param isReset True if the percentage of the line is removed.
 */
function pricesForQuantity(
  line: ProductLine,
  stored: LinePrices,
  qty: number,
  isReset: boolean,
  override: PriceOverride,
  policy: OverridePolicy,
): LinePrices {
  if (isOverride(override)) return stored
  if (isReset) return pricesAtQuantity(line, qty, policy)
  if (line.price_breaks === undefined || qty === line.qty) return stored
  return isPricedByHand(line, policy) ? stored : pricesAtQuantity(line, qty, policy)
}

/**
 * The price of a line without a product can be changed, and with it the offered price. One that was
 * set by hand stays, unless it is on the other side of 0.
 */
function customPrices(
  line: ProductLine,
  stored: LinePrices,
  isReset: boolean,
  { entry, path, errors }: LineEntry,
  policy: OverridePolicy,
): LinePrices | undefined {
  // The first offered price of a line is its price as well.
  const sent = entry.price ?? (line.unpriced ? entry.quote : undefined)
  const isSame = sent === undefined || isSamePrice(sent, stored.price)
  const price = isSame ? stored.price : parseCustomLinePrice(sent, policy, path, errors)
  if (price === undefined) return undefined
  const { percent, offerDecimals } = stored
  const listed = { price, calculatedPrice: price, quote: price }
  const ownDecimals = Math.max(offerDecimals, policy.unitDecimals)
  if (isReset) return { ...listed, offerDecimals: ownDecimals }
  if (isSame) return stored
  if (percent !== undefined) return pricesLessPercent(listed, percent, ownDecimals, policy)
  const isKept = equals(stored.quote, zero) || isNegative(stored.quote) === isNegative(price)
  if (isKept && isPricedByHand(line, policy)) return { ...stored, price, calculatedPrice: price }
  return { ...listed, offerDecimals: policy.unitDecimals }
}

function isSamePrice(sent: unknown, stored: Amount): boolean {
  const price = parseUnitAmount(sent)
  return price !== undefined && equals(price, stored)
}

/** Returns true if an entry has every computed field of a line, as a line that was read has. */
function isWholeLine(entry: SentLine): boolean {
  return readOnlyLineFields.every((field) => entry[field] !== undefined)
}

/**
 * Returns true if an entry is a stored line that is sent back: it has totals. Its totals become
 * stale once the line changes. So a retry of the same entry is rejected, and can't undo the change.
 */
function isRoundTrippedLine(entry: SentLine): boolean {
  return entry.quote_total !== undefined || entry.discount_total !== undefined
}
