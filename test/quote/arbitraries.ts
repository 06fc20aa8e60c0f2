import fc, { type Arbitrary } from 'fast-check'
import { parseAmount, toText } from '../../src/money/amount.js'
import type { CatalogProduct } from '../../src/quote/product.js'
import type { ProductLine, QuoteRecord } from '../../src/quote/quote.js'
import type { CreateQuoteRequest, ProductChange, QuoteChanges } from '../../src/quote/requests.js'

/** The decimal text of a count of ten-thousandths, or of cents with `decimals` 2. */
function decimalText(count: number, decimals = 4): string {
  const digits = String(count).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const cents = fc.integer({ min: 0, max: 10_000_000 })

/** Unit prices up to 100,000: free, in whole cents, between two cents, and with all four decimals. */
const unitPrice = fc
  .oneof(
    cents.map((count) => count * 100),
    cents.map((count) => count * 100 + 50),
    fc.integer({ min: 0, max: 1_000_000_000 }),
    fc.constant(0),
  )
  .map((count) => decimalText(count))

/** A store's catalogue: one to eight products. */
export const catalogProducts: Arbitrary<readonly CatalogProduct[]> = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 1, max: 12 }),
      price: unitPrice,
      salePrice: fc.option(unitPrice),
    },
    { requiredKeys: ['id', 'price'] },
  ),
  { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
)

const words = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
const states = fc.constantFrom('CA', 'tx', 'ON', 'BY', 'California', 'ZZ', '')
const countries = fc.constantFrom('US', 'ca', 'DE', 'XX', '')

const customerFields = {
  name: words,
  'address-2': words,
  city: words,
  state: states,
  country: countries,
  email: words,
  constructor: words,
  ['__proto__']: words,
}

/** Customer fields of all kinds, each of them absent now and then. */
const customers: Arbitrary<Record<string, string>> = subsetOf(customerFields)

/** Fields to merge into a customer; null removes one. */
export const customerChanges: Arbitrary<Record<string, string | null>> = subsetOf(
  Object.fromEntries(
    Object.entries(customerFields).map(([field, value]) => [field, fc.option(value, { freq: 4 })]),
  ),
)

/** Own keys throughout: fc.record would set the prototype for `__proto__`. */
function subsetOf<T>(fields: Readonly<Record<string, Arbitrary<T>>>): Arbitrary<Record<string, T>> {
  const entries = Object.entries(fields).map(([field, value]) =>
    fc.option(
      value.map((content) => [field, content] as const),
      { nil: undefined },
    ),
  )
  return fc
    .tuple(...entries)
    .map((chosen) => Object.fromEntries(chosen.filter((entry) => entry !== undefined)))
}

const quantity = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 }))

/** A request to create a quote of these products. */
export function createRequests(products: readonly CatalogProduct[]): Arbitrary<CreateQuoteRequest> {
  const id = fc.constantFrom(...products.map((product) => product.id))
  return fc.record({
    customer: customers,
    products: fc.array(fc.record({ id, qty: quantity }), { minLength: 1, maxLength: 6 }),
  })
}

export const tagLists: Arbitrary<readonly string[] | null> = fc.option(
  fc.array(fc.constantFrom('vip', 'VIP', 'new', '__proto__', 'späť', '1'), { maxLength: 6 }),
)

/** Changes that this record takes; every field is absent now and then. */
export function changesFor(
  record: QuoteRecord,
  products: readonly CatalogProduct[],
): Arbitrary<QuoteChanges> {
  return fc.record(
    { customer: customerChanges, tag_list: tagLists, products: productLists(record, products) },
    { requiredKeys: [] },
  )
}

/** An order of the record's lines; null alone while they have no keys. */
export function productOrders({ quote }: QuoteRecord): Arbitrary<readonly string[] | null> {
  const keys = quote.products.flatMap(({ key }) => key ?? [])
  if (keys.length === 0) return fc.constant(null)
  return fc.option(fc.shuffledSubarray(keys, { minLength: keys.length }))
}

/** A list of lines in place of the record's: some of its own, by key or by id, and some new ones, in any order. */
export function productLists(
  { quote }: QuoteRecord,
  products: readonly CatalogProduct[],
): Arbitrary<readonly ProductChange[]> {
  const kept = fc
    .shuffledSubarray([...quote.products])
    .chain((lines) => fc.tuple(...lines.map(entryFor)))
  return fc
    .tuple(kept, fc.array(newEntry(products), { maxLength: 3 }))
    .filter(([old, added]) => old.length + added.length > 0)
    .chain(([old, added]) => shuffled([...old, ...added]))
}

function shuffled<T>(items: readonly T[]): Arbitrary<readonly T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length })
}

const offeredPrice = cents.map((count) => decimalText(count, 2))

/**
 * An entry by id always has a qty and never a discount: among lines and new entries of one product it may come to mean
 * another line than the one it was made for, or a new one.
 */
function entryFor({ id, key, price }: ProductLine): Arbitrary<ProductChange> {
  const byId = fc.record(
    { id: fc.constant(id), qty: quantity, quote: offeredPrice },
    { requiredKeys: ['id', 'qty'] },
  )
  if (key === null) return byId
  const identity = { key: fc.constant(key), id: fc.constant(id), qty: quantity }
  const requiredKeys: ['key'] = ['key']
  return fc.oneof(
    byId,
    fc.record({ ...identity, quote: offeredPrice }, { requiredKeys }),
    fc.record(
      { ...identity, discount: offeredPrice.map((quote) => difference(price, quote)) },
      { requiredKeys },
    ),
  )
}

function newEntry(products: readonly CatalogProduct[]): Arbitrary<ProductChange> {
  const id = fc.constantFrom(...products.map((product) => product.id))
  return fc.record({ id, qty: quantity, quote: offeredPrice }, { requiredKeys: ['id', 'qty'] })
}

/** `price` − `quote` as a decimal text, in whole ten-thousandths. */
function difference(price: number, quote: string): string {
  const steps = Math.round(price * 10_000) - Math.round(Number(quote) * 10_000)
  const amount = parseAmount(`${steps < 0 ? '-' : ''}${decimalText(Math.abs(steps))}`)
  return amount === undefined ? '0' : toText(amount)
}
