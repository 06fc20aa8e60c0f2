import type { Arbitrary } from 'fast-check'
import { type Amount, parseUnitAmount, subtract, toDecimalString } from '../../money/amount.js'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import type {
  CreateLineRequest,
  CustomLineRequest,
  LineChangeRequest,
  UnpricedLineRequest,
  UpdateLineRequest,
} from '../../quote/lines/line-request.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import { paymentEvents } from '../../quote/model/payment-fields.js'
import { defaultLimits } from '../../quote/model/policy.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { ProductLine, Quote, ShipTo } from '../../quote/model/quote.js'
import {
  describeScalarField,
  mapOfferedScalars,
  type OfferedScalarField,
} from '../../quote/model/quote-scalar-fields.js'
import { type AddressField, mapAddressFields } from '../../quote/model/ship-to.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/operations/requests.js'
import type {
  ChargeRequest,
  DiscountRequest,
  PaymentPartRequest,
  ShippingChoice,
} from '../../quote/pricing/pricing-request.js'
import { choiceChanges, withChoices, withinChoices } from './choices.js'
import {
  type FastCheck,
  getScope,
  newScope,
  type QuoteArbitraryOptions,
  type Scope,
  withStore,
} from './options.js'
import { billings, formatDecimal, offeredPrices } from './products.js'

/** The number of lines of a new quote. */
const maxLines = 6

/** Generates requests for new quotes of these products. */
export function createRequests(
  fc: FastCheck,
  products: readonly CatalogProduct[],
  options: QuoteArbitraryOptions,
): Arbitrary<CreateQuoteRequest> {
  const customer = customers(fc)
  const scopeOf = (currency: string | undefined) => withStore(newScope(options, currency), products)
  const lines = (currency: string | undefined) =>
    fc.array(newLines(fc, products, scopeOf(currency)), { minLength: 1, maxLength: maxLines })
  if (options.published) return fc.record({ customer, products: lines(undefined) })
  return currencies(fc).chain((currency) => {
    const scope = scopeOf(currency)
    const keys = ['1-1', '1-2', '1-3']
    const optional = {
      ship_to: addresses(fc),
      discounts: discountLists(fc, keys, scope),
      charges: chargeLists(fc, keys, scope),
      payment_plan: paymentPlans(fc),
      shipping: shippingChoices(fc, scope),
      ...offeredScalars(fc),
    }
    const request: Arbitrary<CreateQuoteRequest> = fc.record(
      { customer, products: lines(currency), ...optional },
      { requiredKeys: ['customer', 'products'] },
    )
    const priced = currency === undefined ? request : request.map((each) => ({ ...each, currency }))
    const valid = priced.map((each) => withExistingKeys(each, scope))
    return withChoices(fc, valid, maxLines)
  })
}

/**
 * A discount or a charge of lines that a request does not have, or below 0, is one of all lines; or
 * none if it is an amount, and lines can recur.
 */
function withExistingKeys(
  { discounts, charges, ...request }: CreateQuoteRequest,
  { hasBilling }: Scope,
): CreateQuoteRequest {
  const keys = new Set(
    request.products.flatMap((line, index) => (isBelow(line) ? [] : [`1-${index + 1}`])),
  )
  const keep = <Each extends Pick<DiscountRequest, 'on' | 'lines'> & { readonly type: string }>({
    lines,
    ...rest
  }: Each) => {
    const left = lines?.filter((key) => keys.has(key)) ?? []
    if (left.length > 0) return [{ ...rest, lines: left }]
    const isForOnce = rest.on === undefined && (rest.type === 'amount' || rest.type === 'target')
    return isForOnce && hasBilling ? [] : [rest]
  }
  return {
    ...request,
    ...(discounts && { discounts: discounts.flatMap(keep) as typeof discounts }),
    ...(charges && { charges: charges.flatMap(keep) as typeof charges }),
  }
}

function isBelow({ price }: CreateLineRequest & { readonly price?: number | string | undefined }) {
  return Number(price ?? 0) < 0
}

/** Generates the wording of an offer, and its days of validity. */
function offeredScalars(fc: FastCheck): Readonly<Record<OfferedScalarField, Arbitrary<never>>> {
  const line = fc.constantFrom('Office, 10 desks', 'späť <b>', '__proto__', '=1+1')
  const text = fc.constantFrom(
    'One line',
    'First line\nsecond\r\n\r\n<b>last</b> & \u202Eend',
    'نص',
  )
  return mapOfferedScalars((name): Arbitrary<never> => {
    const { kind, max = 1 } = describeScalarField(name)
    const values = kind === 'days' ? fc.integer({ min: 1, max }) : kind === 'line' ? line : text
    return values as Arbitrary<never>
  })
}

/** Generates the `tag_list` of an update. */
export function tagLists(fc: FastCheck): Arbitrary<readonly string[] | null> {
  return fc.option(
    fc.array(fc.constantFrom('vip', 'VIP', 'Needs Approval', '__proto__', 'späť', '1'), {
      maxLength: 6,
    }),
  )
}

/** Generates updates of a quote. */
export function updateRequests(
  fc: FastCheck,
  quote: Quote,
  products: readonly CatalogProduct[],
  options: QuoteArbitraryOptions,
): Arbitrary<UpdateQuoteRequest> {
  const tagList = tagLists(fc)
  const requiredKeys: [] = []
  if (!isEditable(quote)) return fc.record({ tag_list: tagList }, { requiredKeys })
  const scope = withStore(getScope(options, quote), products)
  const fields = { customer: customerChanges(fc), tag_list: tagList }
  const list = productLists(fc, quote, products, scope)
  // An order lists the existing lines, so it is not combined with other lines.
  const order = productOrders(fc, quote)
  if (options.published)
    return fc.oneof(
      fc.record({ ...fields, products: list }, { requiredKeys }),
      fc.record({ ...fields, product_order: order }, { requiredKeys }),
    )
  const shipping = shippingChoices(fc, scope)
  const forAll = fc.option(discountLists(fc, [], scope))
  const keys = quote.products.flatMap((line, index) =>
    line.price < 0 ? [] : [getLineKey(line, index)],
  )
  const forSome = {
    discounts: fc.option(discountLists(fc, keys, scope)),
    charges: fc.option(chargeLists(fc, keys, scope)),
    payment_plan: fc.option(paymentPlans(fc)),
  }
  const charges = fc.option(chargeLists(fc, [], scope))
  const shipTo = { ship_to: fc.option(addresses(fc)) }
  const wording = Object.fromEntries(
    Object.entries(offeredScalars(fc)).map(([name, value]) => [name, fc.option(value)]),
  )
  const changes = lineChanges(fc, quote, products, scope)
  const updates = fc.oneof(
    fc.record({ ...fields, products: list, discounts: forAll, shipping }, { requiredKeys }),
    fc.record(
      { ...fields, ...shipTo, product_order: order, ...forSome, shipping },
      { requiredKeys },
    ),
    fc.record(
      { ...fields, ...shipTo, ...wording, product_changes: changes, discounts: forAll, charges },
      { requiredKeys },
    ),
    choiceChanges(fc, quote),
  )
  return withinChoices(quote, updates)
}

function isEditable({ seal, status }: Quote): boolean {
  return seal === undefined && (status === 'new' || status === 'draft')
}

/** Generates changes of single lines, which leave at least one line. */
function lineChanges(
  fc: FastCheck,
  { products: lines }: Quote,
  products: readonly CatalogProduct[],
  scope: Scope,
): Arbitrary<readonly LineChangeRequest[]> {
  const ids = new Set(lines.map(({ id }) => id))
  const others = products.filter(({ id }) => !ids.has(id))
  // The id of a stored line would change that line, unless the change says that it adds one.
  const unnamed: Arbitrary<LineChangeRequest> =
    others.length === 0 ? customLines(fc, scope) : newLines(fc, others, scope)
  const named = newLines(fc, products, scope).map((line) => ({ ...line, add: true }))
  const added: Arbitrary<LineChangeRequest> = fc.oneof(unnamed, named)
  const changed = fc.tuple(
    ...lines.map((line, index) => fc.option(lineChange(fc, lines, line, index, scope))),
  )
  return fc
    .tuple(changed, fc.array(added, { maxLength: 2 }))
    .map(([some, more]) => [...some.filter((change) => change !== null), ...more])
    .filter((changes) => {
      const removed = changes.filter(({ remove }) => remove).length
      const isAdded = ({ add, key, id }: LineChangeRequest) =>
        add === true || (key === undefined && (id === undefined || !ids.has(id) || id === 0))
      return removed < lines.length || changes.some(isAdded)
    })
}

function lineChange(
  fc: FastCheck,
  lines: readonly ProductLine[],
  line: ProductLine,
  index: number,
  scope: Scope,
): Arbitrary<LineChangeRequest> {
  const { id } = line
  const isOnlyOne = id !== 0 && lines.filter((each) => each.id === id).length === 1
  const byKey = { key: getLineKey(line, index) }
  const reference = isOnlyOne ? fc.constantFrom(byKey, { id }) : fc.constant(byKey)
  const billing = optional(scope.hasBilling, { billing: fc.option(billings(fc)) })
  const fields = { qty: quantities(fc, scope), note: fc.option(notes(fc)), ...billing }
  const custom = optional(id === 0, { name: fc.constant('Travel') })
  const quote =
    line.price < 0
      ? fc.constant(formatDecimal(0, scope.unitDecimals))
      : offeredPrices(fc, scope.unitDecimals)
  const change = fc.oneof(
    fc.record({ ...fields, ...custom, quote }, { requiredKeys: [] }),
    fc.record(
      { ...fields, discount_percent: fc.option(line.unpriced ? fc.constant(null) : percents(fc)) },
      { requiredKeys: [] },
    ),
    fc.constant({ remove: true }),
  )
  return fc.tuple(reference, change).map(([named, rest]) => ({ ...named, ...rest }))
}

/** Generates the currency of a new quote: undefined for none, in more than half of the cases. */
function currencies(fc: FastCheck): Arbitrary<string | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF') },
  )
}

/** Generates up to three discounts of all lines, or of some of the lines with these keys. */
function discountLists(
  fc: FastCheck,
  keys: readonly string[],
  { decimals, hasBilling, hasSelection }: Scope,
): Arbitrary<readonly DiscountRequest[]> {
  const label = fc.constantFrom('Loyalty', 'Añadido')
  const lines = fc.subarray([...keys], { minLength: Math.min(1, keys.length) })
  const shared = { label, ...optional(keys.length > 0, { lines }) }
  const requiredKeys: ['type', 'value'] = ['type', 'value']
  const types = ['amount', 'target'] as const
  const type = fc.constantFrom(...(hasSelection ? types.slice(0, 1) : types))
  const percent = { type: fc.constant('percent' as const), value: percents(fc) }
  const amount = { type, value: offeredPrices(fc, decimals) }
  const on = fc.constantFrom('shipping' as const, 'all' as const)
  const discount: Arbitrary<DiscountRequest> = fc.oneof(
    fc.record({ ...percent, ...shared }, { requiredKeys }),
    fc.record({ ...percent, label, on }, { requiredKeys: [...requiredKeys, 'on'] }),
    fc.record({ ...amount, label, on }, { requiredKeys: [...requiredKeys, 'on'] }),
    ...(hasBilling && keys.length === 0
      ? []
      : [
          fc.record(
            { ...amount, ...shared },
            { requiredKeys: hasBilling ? ([...requiredKeys, 'lines'] as never) : requiredKeys },
          ),
        ]),
  )
  return fc.array(discount, { maxLength: 3 })
}

/** Generates up to two charges of all lines, or of some of the lines with these keys. */
function chargeLists(
  fc: FastCheck,
  keys: readonly string[],
  { decimals, hasBilling }: Scope,
): Arbitrary<readonly ChargeRequest[]> {
  const label = fc.constantFrom('Disposal', 'Pfand')
  const lines = fc.subarray([...keys], { minLength: Math.min(1, keys.length) })
  const shared = {
    label,
    tax_code: fc.constant('fee'),
    ...optional(keys.length > 0, { lines }),
  }
  const requiredKeys: ['type', 'value', 'label'] = ['type', 'value', 'label']
  const value = fc.nat(99_999).map((count) => formatDecimal(count, decimals))
  const charge: Arbitrary<ChargeRequest> = fc.oneof(
    fc.record(
      { type: fc.constant('percent' as const), value: percents(fc), ...shared },
      { requiredKeys },
    ),
    fc.record({ type: fc.constant('unit' as const), value, ...shared }, { requiredKeys }),
    ...(hasBilling && keys.length === 0
      ? []
      : [
          fc.record(
            { type: fc.constant('amount' as const), value, ...shared },
            { requiredKeys: hasBilling ? ([...requiredKeys, 'lines'] as never) : requiredKeys },
          ),
        ]),
  )
  return fc.array(charge, { maxLength: 2 })
}

/** Generates payment plans of up to two percentages, and the rest. */
function paymentPlans(fc: FastCheck): Arbitrary<readonly PaymentPartRequest[]> {
  const due = fc.constantFrom(...paymentEvents, '2026-12-31')
  const percent = fc.record({
    label: fc.constantFrom('Deposit', 'Anzahlung'),
    type: fc.constant('percent' as const),
    value: fc.integer({ min: 1, max: 500_000 }).map((count) => count / 10_000),
    due,
  })
  const rest = fc.record({ label: fc.constant('Rest'), type: fc.constant('rest' as const), due })
  return fc
    .tuple(fc.array(percent, { maxLength: 2 }), rest, fc.boolean())
    .map(([percents, last, isFirst]) => (isFirst ? [last, ...percents] : [...percents, last]))
}

/** Generates the shipping of a quote: none, or a charge of the seller's own. */
function shippingChoices(fc: FastCheck, { decimals }: Scope): Arbitrary<ShippingChoice> {
  const charge = {
    name: fc.constantFrom('Courier', 'Spedición'),
    price: offeredPrices(fc, decimals),
    tax_code: fc.constant('freight'),
  }
  const product = fc.record(charge, { requiredKeys: ['name', 'price'] })
  return fc.oneof(
    fc.constant<ShippingChoice>({ type: 'no_additional' }),
    fc.record({ type: fc.constant('custom'), product }),
  )
}

/** Generates mostly small quantities. Totals with more than two decimals have fewer digits left. */
function quantities(
  fc: FastCheck,
  { quantityDecimals, decimals }: Pick<Scope, 'quantityDecimals' | 'decimals'>,
): Arbitrary<number> {
  const integer = fc.oneof(
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: decimals > 2 ? 1_000 : defaultLimits.maxQuantity }),
  )
  if (quantityDecimals === 0) return integer
  const fraction = fc.integer({ min: 1, max: 20 * 10 ** quantityDecimals })
  return fc.oneof(
    integer,
    fraction.map((count) => Number(formatDecimal(count, quantityDecimals))),
  )
}

/** Generates the id of one of these products. */
function productIds(fc: FastCheck, products: readonly CatalogProduct[]): Arbitrary<ProductId> {
  return fc.constantFrom(...products.map(({ id }) => id))
}

/** Generates percents from 0 to 100 with up to four decimals. */
function percents(fc: FastCheck): Arbitrary<string> {
  const count = fc.oneof(
    fc.nat(100).map((percent) => percent * 10_000),
    fc.nat(1_000_000),
  )
  return count.map((each) => String(each / 10_000))
}

/**
 * Returns fields for `fc.record` if they can be generated, else none. None of them is required, so
 * their types stay the same.
 */
function optional<T extends object>(isGenerated: boolean, fields: T): T {
  return isGenerated ? fields : ({} as T)
}

/** Generates notes of lines. */
function notes(fc: FastCheck): Arbitrary<string> {
  return fc.constantFrom('Mind the gap', 'späť\n2')
}

function optionalBilling(hasBilling: boolean, fc: FastCheck) {
  return optional(hasBilling, { billing: billings(fc) })
}

/** Generates a line without a product. */
function customLines(
  fc: FastCheck,
  scope: Scope,
): Arbitrary<CustomLineRequest | UnpricedLineRequest> {
  const { unitDecimals, hasBilling } = scope
  const price = offeredPrices(fc, unitDecimals)
  const below = price.map((each) => (/[1-9]/.test(each) ? `-${each}` : each))
  const required = {
    name: fc.constantFrom('Delivery', 'Añadido'),
    price: fc.oneof({ weight: 4, arbitrary: price }, { weight: 1, arbitrary: below }),
    qty: quantities(fc, scope),
  }
  const optional = {
    id: fc.constant(0 as const),
    unit: fc.constant('hour'),
    sku: fc.constant('C-1'),
    tax_code: fc.constant('service'),
    note: notes(fc),
    price_quantity: fc.constantFrom(100, 12.5),
    discount_percent: percents(fc),
    ...optionalBilling(hasBilling, fc),
  }
  const priced = fc.record({ ...required, ...optional }, { requiredKeys: ['name', 'price', 'qty'] })
  return fc.oneof(
    { weight: 4, arbitrary: priced },
    {
      weight: 1,
      arbitrary: priced.map(({ price: _, discount_percent: __, ...line }) => {
        return { ...line, unpriced: true as const }
      }),
    },
  )
}

/** Generates a line of a new quote. */
function newLines(
  fc: FastCheck,
  products: readonly CatalogProduct[],
  scope: Scope,
): Arbitrary<CreateLineRequest> {
  const required = { id: productIds(fc, products), qty: quantities(fc, scope) }
  if (scope.isPublished) return fc.record(required)
  return orCustom(fc, productLine(fc, products, scope), scope)
}

function productLine(fc: FastCheck, products: readonly CatalogProduct[], scope: Scope) {
  const required = { id: productIds(fc, products), qty: quantities(fc, scope), note: notes(fc) }
  const requiredKeys: ['id', 'qty'] = ['id', 'qty']
  return fc.oneof(
    fc.record({ ...required, quote: offeredPrices(fc, scope.unitDecimals) }, { requiredKeys }),
    fc.record({ ...required, discount_percent: percents(fc) }, { requiredKeys }),
  )
}

function orCustom<T>(fc: FastCheck, line: Arbitrary<T>, scope: Scope) {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: line as Arbitrary<T | CustomLineRequest | UnpricedLineRequest> },
    { weight: 1, arbitrary: customLines(fc, scope) },
  )
}

/**
 * Generates a product list of an update: some of the quote's lines, by key or id, and new lines.
 */
export function productLists(
  fc: FastCheck,
  quote: Quote,
  products: readonly CatalogProduct[],
  scope: Scope,
): Arbitrary<readonly UpdateLineRequest[]> {
  const kept = fc
    .shuffledSubarray([...quote.products])
    .chain((lines) => fc.tuple(...lines.map((line) => keptLine(fc, line, scope))))
  return fc
    .tuple(kept, fc.array(addedLine(fc, products, scope), { maxLength: 3 }))
    .filter(([old, added]) => old.length + added.length > 0)
    .chain(([old, added]) => {
      const entries = [...old, ...added]
      return fc.shuffledSubarray(entries, { minLength: entries.length })
    })
}

function addedLine(
  fc: FastCheck,
  products: readonly CatalogProduct[],
  scope: Scope,
): Arbitrary<UpdateLineRequest> {
  if (!scope.isPublished) return orCustom(fc, productLine(fc, products, scope), scope)
  const fields = { id: productIds(fc, products), qty: quantities(fc, scope) }
  return fc.record(
    { ...fields, quote: offeredPrices(fc, scope.unitDecimals) },
    { requiredKeys: ['id', 'qty'] },
  )
}

/**
 * Generates an update of a line, by key or by id. An update by id always has a qty and no discount,
 * because it may match another line of the product or create one.
 */
function keptLine(
  fc: FastCheck,
  { id, key, price, unpriced }: ProductLine,
  scope: Scope,
): Arbitrary<UpdateLineRequest> {
  const qty = quantities(fc, scope)
  const quote =
    price < 0
      ? fc.constant(formatDecimal(0, scope.unitDecimals))
      : offeredPrices(fc, scope.unitDecimals)
  const extra = optional(!scope.isPublished, { note: fc.option(notes(fc)) })
  const byId: Arbitrary<UpdateLineRequest> =
    id === 0
      ? customLines(fc, scope).map((line) => ({ ...line, id: 0 }))
      : fc.record({ id: fc.constant(id), qty, quote, ...extra }, { requiredKeys: ['id', 'qty'] })
  if (key === null) return byId
  const identity = { key: fc.constant(key), id: fc.constant(id), qty, ...extra }
  if (unpriced) {
    const states = fc.constantFrom(true, undefined)
    const requiredKeys: ['key', 'price'] = ['key', 'price']
    return fc.oneof(
      byId,
      fc.record({ ...identity, unpriced: states }, { requiredKeys: ['key'] }),
      fc.record({ ...identity, quote }, { requiredKeys: ['key'] }),
      fc.record({ ...identity, price: quote, discount_percent: percents(fc) }, { requiredKeys }),
    )
  }
  const discount = quote.map((offered) => difference(price, offered))
  const requiredKeys: ['key'] = ['key']
  const byKey = [
    fc.record({ ...identity, quote }, { requiredKeys }),
    fc.record({ ...identity, discount }, { requiredKeys }),
  ]
  if (scope.isPublished) return fc.oneof(byId, ...byKey)
  const percent = fc.record(
    { ...identity, discount_percent: fc.option(percents(fc)) },
    { requiredKeys },
  )
  return fc.oneof(byId, ...byKey, percent)
}

function difference(price: number, quote: string): string {
  return toDecimalString(
    subtract(parseUnitAmount(price) as Amount, parseUnitAmount(quote) as Amount),
  )
}

/** Generates an order of a quote's lines. Always null if they have no keys. */
export function productOrders(
  fc: FastCheck,
  { products }: Quote,
): Arbitrary<readonly string[] | null> {
  const keys = products.flatMap(({ key }) => key ?? [])
  return keys.length === 0
    ? fc.constant(null)
    : fc.option(fc.shuffledSubarray(keys, { minLength: keys.length }))
}

type Fields = Readonly<Record<string, Arbitrary<string>>>

/** Known fields, custom fields, and names of Object.prototype members. */
function fields(fc: FastCheck): Fields {
  const value = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((each) => !each.includes('\0') && each.isWellFormed())
  return {
    name: value,
    'address-2': value,
    city: value,
    state: fc.constantFrom('CA', 'tx', 'ON', 'BY', 'California', 'ZZ', ''),
    country: fc.constantFrom('US', 'ca', 'DE', 'XX', ''),
    email: value,
    constructor: value,
    ['__proto__']: value,
  }
}

/** Generates customers with some of the fields. */
function customers(fc: FastCheck): Arbitrary<Readonly<Record<string, string>>> {
  return subsetOf(fc, fields(fc))
}

/** Generates addresses of delivery, each with a field at least. */
function addresses(fc: FastCheck): Arbitrary<ShipTo> {
  const values: Record<AddressField, Arbitrary<string>> = {
    ...mapAddressFields(() => fc.constantFrom('Ada', 'Añadido\n2', '7')),
    state: fc.constantFrom('CA', 'tx', 'California', 'ZZ'),
    country: fc.constantFrom('US', 'ca', 'XX'),
  }
  return subsetOf(fc, values).filter((address) => Object.keys(address).length > 0)
}

/** Generates fields to merge into a customer. Null removes a field. */
export function customerChanges(fc: FastCheck): Arbitrary<Readonly<Record<string, string | null>>> {
  const removable = Object.entries(fields(fc)).map(
    ([field, each]) => [field, fc.option(each, { freq: 4 })] as const,
  )
  return subsetOf(fc, Object.fromEntries(removable))
}

/** Like `fc.record`, which would set the prototype for `__proto__`. */
function subsetOf<T>(
  fc: FastCheck,
  values: Readonly<Record<string, Arbitrary<T>>>,
): Arbitrary<Readonly<Record<string, T>>> {
  const entries = Object.entries(values).map(([field, value]) =>
    fc.option(
      value.map((content) => [field, content] as const),
      { nil: undefined },
    ),
  )
  return fc
    .tuple(...entries)
    .map((chosen) => Object.fromEntries(chosen.filter((entry) => entry !== undefined)))
}
