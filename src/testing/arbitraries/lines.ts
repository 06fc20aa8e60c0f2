import type { Arbitrary } from 'fast-check'
import { type Amount, parseAmount, subtract, toDecimalString } from '../../money/amount.js'
import { defaultLimits } from '../../quote/limits.js'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import type { ProductLine, Quote } from '../../quote/quote.js'
import type { UpdateLineRequest } from '../../quote/requests/line-request.js'
import type { FastCheck } from './fast-check.js'
import { offeredPrices } from './prices.js'

/** Generates mostly small quantities. */
export function quantities(fc: FastCheck): Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: defaultLimits.maxQuantity }),
  )
}

/** Generates the id of one of these products. */
export function productIds(fc: FastCheck, products: readonly CatalogProduct[]): Arbitrary<number> {
  return fc.constantFrom(...products.map(({ id }) => id))
}

/**
 * Generates a product list of an update: some of the quote's lines, by key or id, and new lines.
 */
export function productLists(
  fc: FastCheck,
  quote: Quote,
  products: readonly CatalogProduct[],
): Arbitrary<readonly UpdateLineRequest[]> {
  const kept = fc
    .shuffledSubarray([...quote.products])
    .chain((lines) => fc.tuple(...lines.map((line) => keptLine(fc, line))))
  return fc
    .tuple(kept, fc.array(newLine(fc, products), { maxLength: 3 }))
    .filter(([old, added]) => old.length + added.length > 0)
    .chain(([old, added]) => {
      const entries = [...old, ...added]
      return fc.shuffledSubarray(entries, { minLength: entries.length })
    })
}

function newLine(fc: FastCheck, products: readonly CatalogProduct[]): Arbitrary<UpdateLineRequest> {
  return fc.record(
    { id: productIds(fc, products), qty: quantities(fc), quote: offeredPrices(fc) },
    { requiredKeys: ['id', 'qty'] },
  )
}

/**
 * Generates an update of a line, by key or by id. An update by id always has a qty and no discount,
 * because it may match another line of the product or create one.
 */
function keptLine(fc: FastCheck, { id, key, price }: ProductLine): Arbitrary<UpdateLineRequest> {
  const qty = quantities(fc)
  const quote = offeredPrices(fc)
  const byId = fc.record({ id: fc.constant(id), qty, quote }, { requiredKeys: ['id', 'qty'] })
  if (key === null) return byId
  const identity = { key: fc.constant(key), id: fc.constant(id), qty }
  const discount = quote.map((offered) => difference(price, offered))
  const requiredKeys: ['key'] = ['key']
  return fc.oneof(
    byId,
    fc.record({ ...identity, quote }, { requiredKeys }),
    fc.record({ ...identity, discount }, { requiredKeys }),
  )
}

function difference(price: number, quote: string): string {
  return toDecimalString(subtract(parseAmount(price) as Amount, parseAmount(quote) as Amount))
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
