import { QuoteError } from '../../errors.js'
import { type Amount, isGreaterThan, toExactNumber, zero } from '../../money/amount.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo, truncate } from '../../validation/identifiers.js'
import { copyJson, isPlainObject } from '../../validation/json-value.js'
import type { ComponentFields, ComponentPrices } from '../model/component-fields.js'
import { type Exchange, exchangeSchema } from '../model/exchange.js'
import { fieldKinds, noFieldRules, type OwnerRules, parseField } from '../model/field-rules.js'
import { maxPriceBreaks } from '../model/line-fields.js'
import type { OwnFieldValues } from '../model/merge-fields.js'
import type { RequestLimits } from '../model/policy.js'
import { type Billing, billingSchema, normalizeBilling } from '../model/pricing-fields.js'
import {
  isOtherForm,
  isPriceQuantity,
  isProductId,
  isQuantity,
  type ProductId,
  parseUnitPrice,
  priceQuantityMessage,
  productIdMessage,
} from '../model/product-fields.js'
import type { PriceBreak, ProductLine } from '../model/quote.js'
import {
  type CatalogTextField,
  type CatalogTextFieldValues,
  catalogTextFieldNames,
  type TextFieldValues,
  textFieldNames,
  textFields,
} from '../model/text-fields.js'
import { type CatalogComponent, type ParsedBundle, parseBundle } from './product-components.js'

/** A price for larger quantities, as a catalog returns it. */
export interface CatalogPriceBreak {
  /** The quantity from which the price applies, more than 0, with up to three decimals. */
  readonly qty: number
  /** Unit price, in the same form as the list price. */
  readonly price: number | string
}

/**
 * A product as a catalog returns it. Null counts as absent in the optional fields, and so does the
 * empty string in `name`, `sku` and the other text fields. Other fields are ignored; but those that
 * look like a price, such as `sale_price`, are rejected.
 */
export interface CatalogProduct extends CatalogTextFieldValues<string | null | undefined> {
  /** An integer of at least 1, or a string of 1 to 255 characters; unique in the store. */
  readonly id: ProductId
  /**
   * Unit list price from 0 to 10¹¹ with up to ten decimals. With more than four, a price can have
   * 15 digits. Decimal strings are the safest form for prices from a database. Of a bundle whose
   * `componentPrices` are `summed`, no price is used: 0 will do.
   */
  readonly price: number | string
  /**
   * Unit sale price in the same form; null or absent if the product is not on sale. 0 is a price:
   * free of charge.
   */
  readonly salePrice?: number | string | null | undefined
  /**
   * Prices for larger quantities, in any order, at most 100. The one for the largest quantity that
   * a line reaches applies, if it is lower than the sale price or list price. One that is above the
   * price of a smaller quantity is ignored.
   */
  readonly priceBreaks?: readonly CatalogPriceBreak[] | null | undefined
  /**
   * The quantity that all prices are for: 100 for prices per 100 pieces. More than 0, with up to
   * three decimals.
   *
   * @default 1
   */
  readonly priceQuantity?: number | null | undefined
  /**
   * When the product is charged again, if it is: `{ interval: 'month' }`. All prices are of one
   * period.
   */
  readonly billing?: Billing | null | undefined
  /**
   * What the product consists of, if it is a bundle: other products of the store, at most 100. They
   * are loaded by a second call, in the same currency and for the same customer. Components of
   * components are not. An empty array counts as absent.
   */
  readonly components?: readonly CatalogComponent[] | null | undefined
  /**
   * Whether the prices of the components are `hidden`, `shown` beside the line, or `summed`, so
   * that the bundle costs what they cost together: their sale prices, or else their list prices.
   *
   * @default 'hidden'
   */
  readonly componentPrices?: ComponentPrices | null | undefined
  /**
   * The percentage of the sum that a bundle with `summed` prices costs, from 0 to 100 with up to
   * four decimals: 95 for 5 % less. The sum is the list price.
   *
   * @default 100
   */
  readonly componentPercent?: number | string | null | undefined
  /**
   * The rate at which the catalog has converted the prices into the currency of the quote, which
   * records it. One for all products of a response, and `call.exchange` if that is set.
   */
  readonly exchange?: Exchange | null | undefined
  /**
   * Values of own fields of lines by name. Those that the option `fields` declares are validated,
   * and frozen on lines with this product; all others are ignored. Null counts as absent.
   */
  readonly fields?: Readonly<Record<string, unknown>> | null | undefined
}

/** A product as quotes use it. */
export interface ProductPrices extends DescribedProduct {
  readonly price: Amount
  /** The sale price if there is one, else the list price. */
  readonly calculatedPrice: Amount
  /** The components, until their own products are known: see `withComponents`. */
  readonly bundle?: ParsedBundle | undefined
  /** Why no line can have the product. */
  readonly invalid?: string | undefined
}

/** Returns the rate at which products were converted. Undefined if none was. */
export function getExchange(products: ReadonlyMap<ProductId, ProductPrices>): Exchange | undefined {
  for (const { exchange } of products.values()) if (exchange !== undefined) return exchange
  return undefined
}

/**
 * Returns the message for the `id` of a product that the catalog doesn't have. Files and forms have
 * strings of digits where the catalog has integers.
 */
export function unknownProductMessage(id: unknown): string {
  const message = 'is not a product of this store'
  if (typeof id !== 'string' || !/^[1-9]\d{0,15}$/.test(id)) return message
  return `${message}; received ${describeValue(id)}: the integer ${id} is another id`
}

/** The ids that were requested. */
type RequestedIds = Pick<ReadonlySet<ProductId>, 'has'>

/** What products are priced for. */
interface ResponsePricing {
  readonly currency?: string | undefined
  /** The rate that the quote has recorded. */
  readonly exchange?: Exchange | undefined
}

/**
 * Returns the requested products by id. Ignores unrequested products but still validates them.
 * Rejects duplicate ids, because the price would be ambiguous.
 *
 * @param limits The rules for own fields of lines.
 * @param pricing What they are priced for. Undefined if it is not known.
 * @throws QuoteError `catalog_invalid_response` with every error by its path in the response
 */
export function parseCatalogResponse(
  response: unknown,
  requestedIds: RequestedIds,
  limits: FieldLimits = noOwnFields,
  pricing?: ResponsePricing,
): ReadonlyMap<ProductId, ProductPrices> {
  const errors = new FieldErrorCollector()
  const products = new Map<ProductId, ProductPrices>()
  const parsed: ParsedResponse = { requestedIds, products, limits, pricing }
  if (!Array.isArray(response)) errors.add([], 'must be an array of products')
  else
    for (let index = 0; index < response.length && !errors.isFull; index += 1)
      parseCatalogProduct(response[index], index, parsed, errors)
  if (!errors.isEmpty)
    throw new QuoteError('catalog_invalid_response', { errors: errors.toFieldErrors() })
  return products
}

/** What the own fields of products are validated by. */
type FieldLimits = Pick<RequestLimits, 'fields' | 'maxFieldLength'>

/** Of a catalog without an engine: no field has a value, so none has a length. */
const noOwnFields: FieldLimits = { fields: noFieldRules, maxFieldLength: 0 }

const optionalFields = [
  'salePrice',
  ...catalogTextFieldNames,
  'priceBreaks',
  'priceQuantity',
  'billing',
  'components',
  'componentPrices',
  'componentPercent',
  'exchange',
  'fields',
] as const satisfies readonly (keyof CatalogProduct)[]

const knownFields: ReadonlySet<string> = new Set(['id', 'price', ...optionalFields])

/** Returns a frozen copy with plain fields, also of an ORM entity whose fields are getters. */
export function copyProduct(product: CatalogProduct): CatalogProduct {
  const { id, price } = product
  const copy: { -readonly [Field in keyof CatalogProduct]: CatalogProduct[Field] } = { id, price }
  for (const field of optionalFields) {
    const value = product[field]
    if (value !== undefined) Object.assign(copy, { [field]: value })
  }
  if (copy.priceBreaks)
    copy.priceBreaks = copy.priceBreaks.map(({ qty, price: unitPrice }) =>
      Object.freeze({ qty, price: unitPrice }),
    )
  if (copy.components)
    copy.components = Object.freeze(
      copy.components.map(({ id: own, qty }) => Object.freeze({ id: own, qty })),
    )
  if (copy.exchange) copy.exchange = Object.freeze({ ...copy.exchange })
  if (copy.fields) copy.fields = copyFields(copy.fields)
  return Object.freeze(copy)
}

/** The engine rejects what is not JSON, so only JSON is copied in depth. */
function copyFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const copy = copyJson(fields, { maxLength: Number.POSITIVE_INFINITY })
  return 'value' in copy ? (copy.value as typeof fields) : { ...fields }
}

/** What a response is parsed with. */
interface ParsedResponse {
  readonly requestedIds: RequestedIds
  readonly products: Map<ProductId, ProductPrices>
  readonly limits: FieldLimits
  readonly pricing: ResponsePricing | undefined
  /** The first exchange of the response, as it is and as it is used. */
  exchange?: { readonly received: unknown; readonly parsed: Exchange } | undefined
}

/** Validates by hand instead of by schema, because every line of every quote is parsed here. */
function parseCatalogProduct(
  product: Partial<CatalogProduct> | null | undefined,
  index: number,
  response: ParsedResponse,
  errors: FieldErrorCollector,
): void {
  if (typeof product !== 'object' || product === null) {
    errors.add([index], 'must be a product object')
    return
  }
  const { requestedIds, products, limits } = response
  const { id, price, salePrice, exchange } = product
  const bundle = parseBundle(id, product, index, errors)
  const isPriceless = price == null && bundle?.prices === 'summed'
  const listPrice = isPriceless ? zero : parseUnitPrice(price)
  const calculatedPrice = salePrice == null ? listPrice : parseUnitPrice(salePrice)
  if (!isProductId(id)) errors.add([index, 'id'], productIdMessage(id))
  // A database can return the number 118 as the string '118', which is another id.
  else if (isOtherForm(id, requestedIds)) errors.add([index, 'id'], otherFormMessage(id))
  if (listPrice === undefined) errors.add([index, 'price'], priceMessage(price))
  if (salePrice != null && calculatedPrice === undefined)
    errors.add([index, 'salePrice'], priceMessage(salePrice))
  rejectPriceLikeFields(product, index, errors)
  const described = withOwnFields(
    parseProductFacts(product, index, errors),
    product,
    index,
    limits,
    errors,
  )
  const converted = exchange == null ? undefined : parseExchange(exchange, index, response, errors)
  if (!isProductId(id) || listPrice === undefined || calculatedPrice === undefined) return
  if (!requestedIds.has(id)) return
  if (products.has(id)) errors.add([index, 'id'], `is that of an earlier product, ${id}`)
  const parsed = { price: listPrice, calculatedPrice, ...described, ...converted }
  products.set(id, bundle === undefined ? parsed : { ...parsed, bundle })
}

/** Returns the rate at which a product was converted, and adds the errors of an invalid one. */
function parseExchange(
  received: unknown,
  index: number,
  response: ParsedResponse,
  errors: FieldErrorCollector,
): Pick<ProductPrices, 'exchange'> {
  const { pricing, exchange: first } = response
  if (received === first?.received) return { exchange: first?.parsed }
  const path = [index, 'exchange']
  const result = exchangeSchema().safeParse(received)
  if (!result.success) {
    errors.addIssues(result.error.issues, path)
    return {}
  }
  const parsed = Object.freeze(result.data)
  response.exchange ??= { received, parsed }
  if (pricing !== undefined) rejectOtherCurrency(parsed, pricing, path, errors)
  const recorded = pricing?.exchange
  const expected = recorded ?? response.exchange.parsed
  for (const field of Object.keys(parsed) as (keyof Exchange)[])
    if (parsed[field] !== expected[field]) {
      const reason = recorded
        ? 'as the quote has recorded it: convert at call.exchange'
        : 'as it is of the products before: a quote has one exchange'
      const message = `must be ${describeValue(expected[field])}, ${reason}; received`
      errors.add([...path, field], `${message} ${describeValue(parsed[field])}`)
    }
  return { exchange: parsed }
}

/** Prices that nothing was converted from, or into, would be shown as converted. */
function rejectOtherCurrency(
  { currency: source }: Exchange,
  { currency }: ResponsePricing,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  if (currency === undefined) errors.add(path, 'must be absent, as the quote has no currency')
  else if (source === currency)
    errors.add([...path, 'currency'], `must be another one than that of the quote, ${currency}`)
}

/** A misspelled `salePrice` would be ignored, and the full list price charged. */
function rejectPriceLikeFields(product: object, index: number, errors: FieldErrorCollector): void {
  for (const field in product) {
    if (knownFields.has(field)) continue
    const message = unknownPriceFieldMessage(field)
    if (message !== undefined) errors.add([index, field], message)
  }
}

/** What a line freezes of its product besides the price. */
export interface ProductFacts
  extends TextFieldValues<string>,
    Pick<
      ProductLine,
      | 'price_breaks'
      | 'price_quantity'
      | 'billing'
      | keyof ComponentFields
      | 'fields'
      | 'internal_fields'
    > {}

/** A price for larger quantities. */
export interface UnitPriceBreak {
  readonly qty: number
  readonly price: Amount
}

/** What a product has besides its prices. */
interface DescribedProduct {
  /** Prices for larger quantities, by ascending quantity. Undefined if there are none. */
  readonly breaks?: readonly UnitPriceBreak[] | undefined
  /** What lines freeze besides the prices. Undefined if there is nothing. Frozen. */
  readonly facts?: ProductFacts | undefined
  /** The rate at which the prices were converted. Frozen. */
  readonly exchange?: Exchange | undefined
}

/** The fields of a product as a catalog returns them, valid or not. */
type UnparsedFacts = {
  readonly [Field in CatalogTextField | 'priceBreaks' | 'priceQuantity' | 'billing']?: unknown
}

const textEntries = textFieldNames.map((name) => [name, textFields[name]] as const)

const none: DescribedProduct = Object.freeze({})

/** Returns what a product has besides its prices, and adds an error for each invalid field. */
function parseProductFacts(
  product: UnparsedFacts,
  index: number,
  errors: FieldErrorCollector,
): DescribedProduct {
  let strings: { -readonly [Field in keyof ProductFacts]: ProductFacts[Field] } | undefined
  for (const [name, { inCatalog, maxLength }] of textEntries) {
    const value = product[inCatalog]
    if (value == null) continue
    strings ??= {}
    if (value === '') continue
    if (isStringUpTo(value, maxLength)) strings[name] = value
    else errors.add([index, inCatalog], textMessage(maxLength, value))
  }
  const { priceBreaks, priceQuantity, billing } = product
  const isPlain = priceBreaks == null && priceQuantity == null && billing == null
  // Catalogs without any of it pay for nothing else.
  if (strings === undefined && isPlain) return none
  const facts = strings ?? {}
  if (priceQuantity != null && priceQuantity !== 1) {
    if (isPriceQuantity(priceQuantity)) facts.price_quantity = priceQuantity
    else {
      const message = `${priceQuantityMessage}, received ${describeValue(priceQuantity)}`
      errors.add([index, 'priceQuantity'], message)
    }
  }
  if (billing != null) {
    const parsed = parseBilling(billing, index, errors)
    if (parsed !== undefined) facts.billing = parsed
  }
  const breaks = parsePriceBreaks(priceBreaks, index, errors)
  if (breaks === undefined) return { facts: Object.freeze(facts) }
  facts.price_breaks = toLineBreaks(breaks)
  return { facts: Object.freeze(facts), breaks }
}

function parseBilling(
  value: unknown,
  index: number,
  errors: FieldErrorCollector,
): Billing | undefined {
  const parsed = billingSchema().safeParse(value)
  if (!parsed.success) {
    errors.addIssues(parsed.error.issues, [index, 'billing'])
    return undefined
  }
  return normalizeBilling(parsed.data)
}

/** Returns what a product has, with its own fields that are declared. */
function withOwnFields(
  described: DescribedProduct,
  product: Partial<CatalogProduct>,
  index: number,
  { fields: { line: rules }, maxFieldLength }: FieldLimits,
  errors: FieldErrorCollector,
): DescribedProduct {
  // Catalogs of hosts without own fields pay for nothing else.
  if (rules.fields.size === 0 && rules.internal_fields.size === 0) return described
  const { id, fields } = product
  if (fields == null) return described
  if (!isPlainObject(fields)) {
    errors.add([index, 'fields'], `must be an object of values, received ${describeValue(fields)}`)
    return described
  }
  const ownErrors = new FieldErrorCollector()
  const own = parseOwnFields(fields, rules, maxFieldLength, ownErrors)
  for (const { path, message } of ownErrors.errors)
    errors.add([index, 'fields', ...path], `${message}, of the product ${truncate(String(id))}`)
  if (own.fields === undefined && own.internal_fields === undefined) return described
  return { ...described, facts: Object.freeze({ ...described.facts, ...own }) }
}

function parseOwnFields(
  sent: Readonly<Record<string, unknown>>,
  rules: OwnerRules,
  maxLength: number,
  errors: FieldErrorCollector,
): OwnFieldValues {
  const own: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const kind of fieldKinds) {
    const entries: [string, unknown][] = []
    for (const [name, validate] of rules[kind]) {
      const value = Object.hasOwn(sent, name) ? sent[name] : undefined
      if (value == null) continue
      const parsed = parseField(validate, value, maxLength, [name], errors)
      if (parsed?.value !== undefined) entries.push([name, parsed.value])
    }
    if (entries.length > 0) own[kind] = Object.freeze(Object.fromEntries(entries))
  }
  return own
}

function textMessage(maxLength: number, value: unknown): string {
  const received = describeValue(value)
  return `must be a string of up to ${maxLength} characters, or absent, received ${received}`
}

function parsePriceBreaks(
  breaks: unknown,
  index: number,
  errors: FieldErrorCollector,
): readonly UnitPriceBreak[] | undefined {
  if (breaks == null) return undefined
  const path = [index, 'priceBreaks']
  if (!Array.isArray(breaks) || breaks.length > maxPriceBreaks) {
    errors.add(path, `must be an array of at most ${maxPriceBreaks} price breaks`)
    return undefined
  }
  const byQuantity = new Map<number, Amount>()
  for (const [position, entry] of breaks.entries()) {
    const { qty, price } = Object(entry) as { readonly qty?: unknown; readonly price?: unknown }
    const amount = parseUnitPrice(price)
    if (!isQuantity(qty)) errors.add([...path, position, 'qty'], quantityMessage(qty))
    else if (byQuantity.has(qty)) errors.add([...path, position, 'qty'], 'is that of another break')
    else if (amount !== undefined) byQuantity.set(qty, amount)
    if (amount === undefined) errors.add([...path, position, 'price'], priceMessage(price))
  }
  if (byQuantity.size === 0) return undefined
  const sorted = [...byQuantity].sort(([left], [right]) => left - right)
  return withoutRaises(sorted.map(([qty, price]) => ({ qty, price })))
}

/** Leaves out breaks that are above one for a smaller quantity: a break never raises a price. */
function withoutRaises(sorted: readonly UnitPriceBreak[]): readonly UnitPriceBreak[] {
  let lowest: Amount | undefined
  return sorted.filter(({ price }) => {
    if (lowest !== undefined && isGreaterThan(price, lowest)) return false
    lowest = price
    return true
  })
}

function quantityMessage(value: unknown): string {
  const received = describeValue(value)
  const remedy = value === undefined ? ': a price break is { qty, price }' : ''
  return `must be a number above 0 with up to three decimals, received ${received}${remedy}`
}

/** Returns the price breaks as lines show them. */
function toLineBreaks(breaks: readonly UnitPriceBreak[]): readonly PriceBreak[] {
  return Object.freeze(
    breaks.map(({ qty, price }) => Object.freeze({ qty, price: toExactNumber(price) as number })),
  )
}

/** Returns the message for a product whose id is the one asked for, but of another type. */
function otherFormMessage(id: number | string): string {
  const expected = `must be ${typeof id === 'string' ? 'the number' : 'the string'} asked for`
  const remedy = typeof id === 'string' ? 'select id::int, or use Number(id)' : 'use String(id)'
  return `${expected}, received ${describeValue(id)}: ${remedy}`
}

/** Returns the message for an invalid unit price, with the value received and its remedy. */
function priceMessage(value: unknown): string {
  const range = 'must be a price from 0 to 100000000000 with up to ten decimals and 15 digits'
  const remedy = priceRemedy(value)
  return `${range}, received ${describeValue(value)}${remedy === undefined ? '' : `: ${remedy}`}`
}

/** Returns the price of an amount in cents, as a decimal string: `'12.50'` for 1250n. */
function centsAsPrice(cents: bigint): string {
  const digits = truncate(String(cents)).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function priceRemedy(value: unknown): string | undefined {
  if (typeof value === 'bigint' && value >= 0n)
    return `convert it to a decimal string; cents are not a price: '${centsAsPrice(value)}'`
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'use .toString()'
  if (typeof value === 'number' && !Number.isInteger(value) && Number.isFinite(value))
    return 'round it, or send a decimal string'
  if (typeof value === 'string' && value.includes(',')) return 'use a decimal point'
  return undefined
}

/**
 * Returns a message if a product field is not known but looks like a price, such as `sale_price`,
 * `listPrice` or `Price`. Returns undefined for all other fields, such as `price_currency`.
 */
function unknownPriceFieldMessage(field: string): string | undefined {
  const name = normalised(field)
  if (!priceLikeName.test(name) || aboutPriceName.test(name)) return undefined
  if (name === 'pricebreaks') return 'is not a field of a product: use priceBreaks'
  if (name.startsWith('component')) return 'is not a field of a product: use componentPrices'
  const right = /(?<!whole)sale|special|calculated|discounted|promo|offer/.test(name)
    ? 'salePrice'
    : 'price'
  return `is not a field of a product: use ${right}, and leave out prices that quotes must not use`
}

const priceLikeName =
  /price|^sales?(?:pr|amount|value|$)|^(?:special|offer|promo(?:tion)?|discounted)(?:amount|value)?$/
/** Fields that say something about a price, such as its currency. `unitPrice` is a price. */
const aboutPriceName = /currency|listid|updated|created|type|units?$/
const maxNameLength = 64

function normalised(field: string): string {
  return field.slice(0, maxNameLength).toLowerCase().replaceAll(/[_-]/g, '')
}
