import type { Arbitrary } from 'fast-check'
import { type Amount, parseUnitAmount, subtract, toDecimalString } from '../../money/amount.js'
import type {
  CreateLineRequest,
  CustomLineRequest,
  UpdateLineRequest,
} from '../../quote/lines/line-request.js'
import { defaultLimits } from '../../quote/policy.js'
import type { CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import type { ProductLine, Quote } from '../../quote/quote.js'
import type { FastCheck } from './fast-check.js'
import type { Scope } from './options.js'
import { formatDecimal, offeredPrices } from './prices.js'

/** Generates mostly small quantities. Totals with more than two decimals have fewer digits left. */
export function quantities(
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
export function percents(fc: FastCheck): Arbitrary<string> {
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
export function optional<T extends object>(isGenerated: boolean, fields: T): T {
  return isGenerated ? fields : ({} as T)
}

/** Generates notes of lines. */
export function notes(fc: FastCheck): Arbitrary<string> {
  return fc.constantFrom('Mind the gap', 'späť\n2')
}

/** Generates a line without a product. */
export function customLines(fc: FastCheck, scope: Scope): Arbitrary<CustomLineRequest> {
  const { unitDecimals } = scope
  const required = {
    name: fc.constantFrom('Delivery', 'Añadido'),
    price: offeredPrices(fc, unitDecimals),
    qty: quantities(fc, scope),
  }
  const optional = {
    id: fc.constant(0 as const),
    unit: fc.constant('hour'),
    sku: fc.constant('C-1'),
    tax_code: fc.constant('service'),
    note: notes(fc),
    discount_percent: percents(fc),
  }
  return fc.record({ ...required, ...optional }, { requiredKeys: ['name', 'price', 'qty'] })
}

/** Generates a line of a new quote. */
export function newLines(
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
    { weight: 4, arbitrary: line as Arbitrary<T | CustomLineRequest> },
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
  { id, key, price }: ProductLine,
  scope: Scope,
): Arbitrary<UpdateLineRequest> {
  const qty = quantities(fc, scope)
  const quote = offeredPrices(fc, scope.unitDecimals)
  const extra = optional(!scope.isPublished, { note: fc.option(notes(fc)) })
  const byId: Arbitrary<UpdateLineRequest> =
    id === 0
      ? customLines(fc, scope).map((line) => ({ ...line, id: 0 }))
      : fc.record({ id: fc.constant(id), qty, quote, ...extra }, { requiredKeys: ['id', 'qty'] })
  if (key === null) return byId
  const identity = { key: fc.constant(key), id: fc.constant(id), qty, ...extra }
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
