import type fc from 'fast-check'
import { createQuote } from '../quote/create-quote.js'
import { defaultLimits } from '../quote/limits.js'
import { type CatalogProduct, readProducts } from '../quote/product.js'
import type { Customer, ProductLine, Quote, QuoteRecord } from '../quote/quote.js'
import { isoRegions } from '../quote/regions.js'
import type { CreateQuoteRequest, ProductChange, QuoteChanges } from '../quote/requests.js'
import { updateQuote } from '../quote/update-quote.js'

type FastCheck = typeof fc

/** Arbitraries that make valid values only, small ones first, so that shrunk counterexamples are easy to read. */
export interface QuoteArbitraries {
  /** A store's products: distinct ids, prices with up to four decimals, some on sale. */
  readonly products: fc.Arbitrary<readonly CatalogProduct[]>
  /** A request for some of these products. */
  createRequest(products: readonly CatalogProduct[]): fc.Arbitrary<CreateQuoteRequest>
  /** Changes that this quote accepts, in a store with these products; sometimes none at all. */
  changes(quote: Quote, products: readonly CatalogProduct[]): fc.Arbitrary<QuoteChanges>
  /** A quote that was created and then updated a few times. */
  readonly quote: fc.Arbitrary<Quote>
}

/**
 * The arbitraries, made with your copy of fast-check.
 *
 * @example
 * import fc from 'fast-check'
 * const { quote } = quoteArbitraries(fc)
 * fc.assert(fc.property(quote, (each) => { assert.deepEqual(render(parse(each)), each) }))
 */
export function quoteArbitraries(fc: FastCheck): QuoteArbitraries {
  const price = decimalText(fc, 4)
  const products = fc.uniqueArray(
    fc.record(
      { id: fc.integer({ min: 1, max: 99 }), price, salePrice: price },
      { requiredKeys: ['id', 'price'] },
    ),
    { minLength: 1, maxLength: 8, selector: ({ id }) => id },
  )
  const qty = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 50 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: defaultLimits.quantity }) },
  )
  const id = (of: readonly CatalogProduct[]) => fc.constantFrom(...of.map((each) => each.id))

  const createRequest = (of: readonly CatalogProduct[]) =>
    fc.record({
      customer: customerFields(fc, false) as fc.Arbitrary<Customer>,
      products: fc.array(fc.record({ id: id(of), qty }), { minLength: 1, maxLength: 8 }),
    })

  const offer = decimalText(fc, 2)
  const newLine = (of: readonly CatalogProduct[]): fc.Arbitrary<ProductChange> =>
    fc.record({ id: id(of), qty, quote: offer }, { requiredKeys: ['id', 'qty'] })
  const keptLine = (line: ProductLine): fc.Arbitrary<ProductChange> =>
    fc
      .record({ qty, quote: offer }, { requiredKeys: [] })
      .map((change) => ({ id: line.id, key: line.key, ...change }))

  const lines = (quote: Quote, of: readonly CatalogProduct[]) =>
    fc
      .tuple(
        fc
          .shuffledSubarray([...quote.products], { minLength: 1 })
          .chain((kept) => fc.tuple(...kept.map(keptLine))),
        fc.array(newLine(of), { maxLength: 3 }),
      )
      .map(([kept, added]) => [...kept, ...added])

  const tagList = fc.option(fc.array(tagName(fc), { maxLength: 5 }))
  const order = (quote: Quote) => {
    const keys = quote.products.flatMap(({ key }) => key ?? [])
    return keys.length === 0
      ? fc.constant(null)
      : fc.option(fc.shuffledSubarray(keys, { minLength: keys.length }))
  }

  // An order names the lines that there are, so it is changed by itself: with other lines it might name the wrong ones.
  const changes = (quote: Quote, of: readonly CatalogProduct[]): fc.Arbitrary<QuoteChanges> => {
    const customer = customerFields(fc, true)
    return fc.oneof(
      fc.record({ customer, products: lines(quote, of), tag_list: tagList }, { requiredKeys: [] }),
      fc.record({ customer, product_order: order(quote), tag_list: tagList }, { requiredKeys: [] }),
    )
  }

  const quote = fc.gen().map((generate) => {
    const store = generate(() => products)
    const rules = { rounding: 'half-up', regions: isoRegions, limits: defaultLimits } as const
    const facts = { now: 0, products: readProducts(store, new Set(store.map((each) => each.id))) }
    let record: QuoteRecord = createQuote(
      generate(createRequest, store),
      { ...facts, storeId: 'store-1', quoteId: 'quote-1' },
      rules,
    ).record
    const updates = generate(fc.nat, { max: 3 })
    for (let made = 0; made < updates; made += 1) {
      const sent = generate(changes, record.quote, store)
      record = updateQuote(record, sent, facts, rules)?.record ?? record
    }
    return record.quote
  })

  return { products, createRequest, changes, quote }
}

/** Decimal texts from 0 to 99,999 with up to so many decimals: whole ones, cents, and finer. */
function decimalText(fc: FastCheck, decimals: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.oneof(fc.nat(99), fc.nat(99_999)),
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: decimals }),
    )
    .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))
}

function tagName(fc: FastCheck): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom('é', '李', '👍'))
  return fc.oneof(
    fc.constantFrom('Accepted', 'Needs Approval', '__proto__', 'constructor'),
    fc.string({ unit, minLength: 1, maxLength: 12 }),
  )
}

function customerFields(fc: FastCheck, mayRemove: boolean) {
  const text = fc.string({
    unit: fc.constantFrom(...'abc Z9-.\n"\\', 'é', '李', '👍'),
    maxLength: 20,
  })
  const field = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('name', 'address', 'address-2', 'city', 'zipcode') },
    { weight: 2, arbitrary: fc.constantFrom('email', 'company', '7', '__proto__', 'constructor') },
  )
  const place = fc.oneof(
    fc.constantFrom(['state', 'CA'], ['state', 'ny'], ['state', 'ON'], ['state', 'Nowhere']),
    fc.constantFrom(['country', 'US'], ['country', 'CA'], ['country', 'de']),
  )
  const named = fc.tuple(field, mayRemove ? fc.option(text) : text)
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: named }, { weight: 1, arbitrary: place }), {
      maxLength: 6,
    })
    .map((entries) => Object.fromEntries(entries) as Readonly<Record<string, string | null>>)
}
