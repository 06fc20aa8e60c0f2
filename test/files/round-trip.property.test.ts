import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { exportQuotes } from '../../src/files/export-quotes.js'
import { importQuotes } from '../../src/files/import-quotes.js'
import type { CatalogProduct } from '../../src/quote/lines/catalog-product.js'
import { displayedLines, newKey, withKeys } from '../../src/quote/model/line-keys.js'
import type { QuoteCharge } from '../../src/quote/model/pricing-fields.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'
import { isBlank } from '../../src/validation/blanks.js'
import { canonicalJson } from '../../src/validation/canonical-json.js'

const arbitraries = quoteArbitraries(fc)
const context = { storeId: 's' }

/** A store, requests for its products, and the tags of each quote. */
const shops = arbitraries.products.chain((products) =>
  fc.record({
    products: fc.constant(products),
    quotes: fc.array(
      fc.record({ request: arbitraries.createRequest(products), tags: arbitraries.tagList }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
)

function open(products: readonly CatalogProduct[], options: object = {}) {
  const catalog = memoryCatalog({ s: products })
  return createQuoteEngine({ storage: memoryStorage(), catalog, ...options })
}

async function toText(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

/** Numbers with decimals of every kind. */
const numbers = {
  fields: { line: { weight: { input: 'number' } } },
  pricing: { unitPriceDecimals: 4, quantityDecimals: 3 },
}

/** The content of a quote, without its ids and times, and with new keys in the order of display. */
function contentOf(quote: Quote): unknown {
  const lines = displayedLines({ ...quote, products: withKeys(quote.products) })
  const keys = new Map(lines.map(({ key }, index) => [key, newKey(1, index)]))
  const { created: _, product_order: __, ...content } = quote
  const withKeysOf = (each: Pick<QuoteCharge, 'lines' | 'shares'>) => ({
    ...each,
    lines: each.lines?.map((key) => keys.get(key)),
    shares:
      each.shares &&
      Object.fromEntries(
        Object.entries(each.shares).map(([key, share]) => [keys.get(key) ?? key, share]),
      ),
  })
  // Its parts are in the order of the lines as they were sent.
  const recurring = quote.amounts?.recurring?.map((each) => canonicalJson(each)).sort()
  return {
    ...content,
    amounts: quote.amounts && { ...quote.amounts, recurring },
    products: lines.map(({ key, ...line }) => ({ ...line, key: keys.get(key) })),
    discounts: quote.discounts?.map(withKeysOf),
    charges: quote.charges?.map(withKeysOf),
  }
}

describe('quotes that are exported and imported', () => {
  it('are equal up to ids and times, and are imported once', async () => {
    await fc.assert(
      fc.asyncProperty(shops, async ({ products, quotes }) => {
        const [from, to] = [open(products), open(products)]
        for (const { request, tags } of quotes) {
          const { quoteId } = await from.createQuote(context, request)
          await from.updateQuote(context, quoteId, { tag_list: tags })
        }
        const file = await toText(exportQuotes(from, context, { format: 'jsonl' }))
        const options = { format: 'jsonl', importId: 'i', concurrency: 1 } as const
        const report = await importQuotes(to, context, file, options)
        expect(report).toMatchObject({ created: quotes.length, failed: 0, errors: [] })
        const contents = async (engine: typeof from) => {
          const found = []
          for await (const { quote } of engine.listQuotes(context)) found.push(contentOf(quote))
          return found.map((content) => canonicalJson(content)).sort()
        }
        expect(await contents(to)).toEqual(await contents(from))

        await importQuotes(to, context, file, options)
        expect(await to.countQuotes(context)).toMatchObject({ count: quotes.length })
      }),
    )
  })

  it('in a CSV file of any notation have the same customers, lines and prices', async () => {
    const dialect = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|', '.', '-', '1', ' ', "'", '='),
      decimalSeparator: fc.constantFrom('.' as const, ',' as const),
      bom: fc.boolean(),
    })
    const arbitrary = fc.record({
      customer: fc.dictionary(
        fc.constantFrom('name', 'city', 'email', 'a b', 'constructor'),
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0')),
      ),
      lines: fc.array(
        fc.record({
          name: fc
            .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), hostileCell)
            .filter((text) => !text.includes('\0') && !isBlank(text)),
          price: fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
          qty: fc.integer({ min: 1, max: 9_000 }).map((thousandths) => thousandths / 1_000),
          quote: fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
          fields: fc.record({ weight: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    })
    const quotes = fc.array(arbitrary, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(quotes, dialect, async (requests, { bom, ...notation }) => {
        const [from, to] = [open([], numbers), open([], numbers)]
        for (const { customer, lines } of requests)
          await from.createQuote(context, { customer, products: lines })
        const fields = ['quoteId', 'products.qty', 'products.name', 'products.price']
        fields.push('products.quote', 'products.discount', 'products.fields.weight')
        for (const name of ['name', 'city', 'email', 'a b', 'constructor'])
          fields.push(`customer.${name}`)
        const csv = await toText(
          exportQuotes(from, context, {
            format: 'csv',
            rows: 'lines',
            columns: fields,
            bom,
            ...notation,
          }),
        )
        const options = { format: 'csv', importId: 'i', ...notation } as const
        const report = await importQuotes(to, context, csv, options)
        expect(report.errors).toEqual([])
        const contents = async (engine: typeof from) => {
          const found = []
          for await (const { quote } of engine.listQuotes(context))
            found.push({ ...quote, created: 0, customer: sorted(quote.customer) })
          return found.map((content) => canonicalJson(content)).sort()
        }
        expect(await contents(to)).toEqual(await contents(from))
      }),
    )
  })
})

const hostileCell = fc.constantFrom(
  '=1+1',
  "'=1",
  '+49 30',
  '-1',
  '-1.5 kg',
  '@a',
  '\ttab',
  '\rcr',
  '"',
  'a\r\nb',
  ',',
  '＝1',
  "''-2",
)

function sorted(customer: Quote['customer']): object {
  return Object.fromEntries(Object.entries(customer).sort(([a], [b]) => (a < b ? -1 : 1)))
}
