import type { Arbitrary } from 'fast-check'
import { keyOf } from '../../quote/lines/line-keys.js'
import type { CatalogProduct } from '../../quote/products/catalog-product.js'
import type { Quote } from '../../quote/quote.js'
import type { CreateQuoteRequest } from '../../quote/requests/create-request.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import { customerChanges, customers } from './customers.js'
import type { FastCheck } from './fast-check.js'
import { lineChanges } from './line-changes.js'
import { newLines, productLists, productOrders } from './lines.js'
import { newScope, type QuoteArbitraryOptions, scopeOf } from './options.js'
import { currencies, discountLists, shippingChoices } from './pricing.js'

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
  const scope = scopeOf(options, quote)
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
  const forSome = fc.option(discountLists(fc, quote.products.map(keyOf), scope))
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
