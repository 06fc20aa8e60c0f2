import type { Arbitrary } from 'fast-check'
import { getKey } from '../../quote/lines/line-keys.js'
import type { LineChangeRequest } from '../../quote/lines/line-request.js'
import type { DiscountRequest, ShippingChoice } from '../../quote/pricing/pricing-request.js'
import type { CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductLine, Quote } from '../../quote/quote.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/requests.js'
import { customerChanges, customers } from './customers.js'
import type { FastCheck } from './fast-check.js'
import {
  customLines,
  newLines,
  notes,
  optional,
  percents,
  productLists,
  productOrders,
  quantities,
} from './lines.js'
import { getScope, newScope, type QuoteArbitraryOptions, type Scope } from './options.js'
import { offeredPrices } from './prices.js'

/** Generates requests for new quotes of these products. */
export function createRequests(
  fc: FastCheck,
  products: readonly CatalogProduct[],
  options: QuoteArbitraryOptions,
): Arbitrary<CreateQuoteRequest> {
  const customer = customers(fc)
  const lines = (currency: string | undefined) =>
    fc.array(newLines(fc, products, newScope(options, currency)), { minLength: 1, maxLength: 6 })
  if (options.published) return fc.record({ customer, products: lines(undefined) })
  return currencies(fc).chain((currency) => {
    const scope = newScope(options, currency)
    const optional = {
      discounts: discountLists(fc, ['1-1', '1-2', '1-3'], scope),
      shipping: shippingChoices(fc, scope),
    }
    const request: Arbitrary<CreateQuoteRequest> = fc.record(
      { customer, products: lines(currency), ...optional },
      { requiredKeys: ['customer', 'products'] },
    )
    const priced = currency === undefined ? request : request.map((each) => ({ ...each, currency }))
    return priced.map(withExistingKeys)
  })
}

/** A discount of lines that a request does not have is one of all lines. */
function withExistingKeys(request: CreateQuoteRequest): CreateQuoteRequest {
  const { discounts, products } = request
  if (discounts === undefined) return request
  const keys = new Set(products.map((_, index) => `1-${index + 1}`))
  return {
    ...request,
    discounts: discounts.map(({ lines, ...discount }) => {
      const left = lines?.filter((key) => keys.has(key)) ?? []
      return left.length === 0 ? discount : { ...discount, lines: left }
    }),
  }
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
  const scope = getScope(options, quote)
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
  const forSome = fc.option(discountLists(fc, quote.products.map(getKey), scope))
  const changes = lineChanges(fc, quote, products, scope)
  return fc.oneof(
    fc.record({ ...fields, products: list, discounts: forAll, shipping }, { requiredKeys }),
    fc.record({ ...fields, product_order: order, discounts: forSome, shipping }, { requiredKeys }),
    fc.record({ ...fields, product_changes: changes, discounts: forAll }, { requiredKeys }),
  )
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
  // The id of a stored line would change that line.
  const added: Arbitrary<LineChangeRequest> =
    others.length === 0 ? customLines(fc, scope) : newLines(fc, others, scope)
  const changed = fc.tuple(
    ...lines.map((line, index) => fc.option(lineChange(fc, lines, line, index, scope))),
  )
  return fc
    .tuple(changed, fc.array(added, { maxLength: 2 }))
    .map(([some, more]) => [...some.filter((change) => change !== null), ...more])
    .filter((changes) => {
      const removed = changes.filter(({ remove }) => remove).length
      const isAdded = ({ key, id }: LineChangeRequest) =>
        key === undefined && (id === undefined || !ids.has(id) || id === 0)
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
  const byKey = { key: getKey(line, index) }
  const reference = isOnlyOne ? fc.constantFrom(byKey, { id }) : fc.constant(byKey)
  const fields = { qty: quantities(fc, scope), note: fc.option(notes(fc)) }
  const custom = optional(id === 0, { name: fc.constant('Travel') })
  const change = fc.oneof(
    fc.record(
      { ...fields, ...custom, quote: offeredPrices(fc, scope.unitDecimals) },
      { requiredKeys: [] },
    ),
    fc.record({ ...fields, discount_percent: fc.option(percents(fc)) }, { requiredKeys: [] }),
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
  { decimals }: Scope,
): Arbitrary<readonly DiscountRequest[]> {
  const label = fc.constantFrom('Loyalty', 'Añadido')
  const lines = fc.subarray([...keys], { minLength: Math.min(1, keys.length) })
  const shared = { label, ...optional(keys.length > 0, { lines }) }
  const requiredKeys: ['type', 'value'] = ['type', 'value']
  const type = fc.constantFrom('amount' as const, 'target' as const)
  const discount: Arbitrary<DiscountRequest> = fc.oneof(
    fc.record(
      { type: fc.constant('percent' as const), value: percents(fc), ...shared },
      { requiredKeys },
    ),
    fc.record({ type, value: offeredPrices(fc, decimals), ...shared }, { requiredKeys }),
  )
  return fc.array(discount, { maxLength: 3 })
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
