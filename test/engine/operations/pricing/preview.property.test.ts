import fc from 'fast-check'
import { expect, it } from 'vitest'
import { QuoteError } from '../../../../src/errors.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import type { CatalogProduct } from '../../../../src/quote/lines/catalog-product.js'
import type { ProductId } from '../../../../src/quote/model/product-fields.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import type {
  CreateQuoteRequest,
  UpdateQuoteRequest,
} from '../../../../src/quote/operations/requests.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { quoteArbitraries } from '../../../../src/testing/arbitraries/index.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { countingStorage } from '../../ports.js'
import { pricedShop } from '../../priced-shop.js'

const { products, createRequest, changes } = quoteArbitraries(fc)

/** The operations that price a quote. */
const operations = ['update', 'update', 'tax', 'reprice', 'copy', 'copy now', 'send'] as const
const operation = fc.constantFrom(...operations)
const percent = fc.constantFrom(0, '12.5', 100)

/** Chooses a price of the shipping provider sometimes, instead of the seller's own. */
function withOption<Request extends CreateQuoteRequest | UpdateQuoteRequest>(
  request: Request,
  isOption: boolean,
): Request {
  return isOption ? { ...request, shipping: { type: 'express' } } : request
}

/** Returns true if an offer is rejected because its total is below 0, or a price is not known. */
async function isNoOffer(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof QuoteError) || error.code !== 'invalid_request') throw error
    return Object.keys(error.details.errors).some((path) => /^total$|\.price$/.test(path))
  }
  return false
}

let runs = 0

describeOnEveryStorage('preview of calls that price a quote', (opened) => {
  it('stores nothing, and returns what the same call then commits', async () => {
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      runs += 1
      const context = { storeId: `preview-${runs}`, actor: 'ann' }
      const shop = generate(() => products)
      const { storage, written } = countingStorage(opened().storage)
      const { engine, setPrices } = engineOf(storage, shop)

      /** Makes a call twice, and returns the quote that it has stored. */
      async function twice<Result>(call: (options: object) => Promise<Result>): Promise<Result> {
        const writes = written.length
        const before = await contentOf(engine, context)
        const preview = await call({ preview: true })
        expect(written).toHaveLength(writes)
        expect(await contentOf(engine, context)).toBe(before)
        const result = await call({})
        expect(withoutIds(result)).toEqual(withoutIds(preview))
        return result
      }

      const request = withOption(
        generate(() => createRequest(shop)),
        generate(fc.boolean),
      )
      let record = await twice((options) => engine.createQuote(context, request, options))
      const { quoteId } = record
      for (const name of generate(() => fc.array(operation, { minLength: 1, maxLength: 4 }))) {
        const { quote } = record
        if (name === 'update') {
          const merged = generate(() => changes(quote, shop))
          const change = quote.seal ? merged : withOption(merged, generate(fc.boolean))
          record = await twice((options) => engine.updateQuote(context, quoteId, change, options))
        } else if (name === 'copy' || name === 'copy now') {
          const prices = name === 'copy' ? 'frozen' : 'current'
          const copied = (options: object) =>
            engine.copyQuote(context, quoteId, { prices }, options)
          expect(verifyQuote((await twice(copied)).quote)).toEqual([])
        } else if (quote.seal !== undefined) {
          record = await engine.reviseQuote(context, quoteId)
        } else if (name === 'tax') {
          record = await twice((options) => engine.priceTaxes(context, quoteId, {}, options))
        } else if (name === 'send') {
          const send = (options: object) => engine.sendQuote(context, quoteId, {}, options)
          if (await isNoOffer(() => send({ preview: true }))) continue
          record = await twice(send)
        } else {
          setPrices(shop.map((each) => ({ ...each, price: '12.3400', salePrice: null })))
          const reprice = (options: object) => engine.repriceQuote(context, quoteId, {}, options)
          record = (await twice(reprice)).record
        }
        expect(verifyQuote(record.quote)).toEqual([])
        expect((await engine.getQuote(context, quoteId)).quote).toEqual(record.quote)
      }
    })
    await fc.assert(property, {
      numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) * opened().share),
      // Shrinking values that are drawn inside a run can take forever.
      endOnFailure: true,
    })
  })

  it('stores nothing of a percent and of changes of lines', async () => {
    const property = fc.asyncProperty(percent, fc.nat(3), async (discount_percent, qty) => {
      runs += 1
      const context = { storeId: `preview-${runs}`, actor: 'ann' }
      const { storage, written } = countingStorage(opened().storage)
      const { engine } = pricedShop({ storage, now: () => 1_000 })
      const { quoteId } = await engine.createQuote(context, {
        customer: {},
        products: [
          { id: 'SCREW', qty: 99 + qty, discount_percent, note: 'long ones' },
          { name: 'Set-up', price: '99.50', qty: 1 },
        ],
      })
      const product_changes = [
        { key: '1-1', qty: 99, note: null },
        { key: '1-2', remove: true },
        { name: 'Travel', price: 5, qty: qty + 1, discount_percent },
      ]
      const update = (options: object) =>
        engine.updateQuote(context, quoteId, { product_changes }, options)
      const preview = await update({ preview: true })
      expect(written).toHaveLength(1)
      expect(await update({})).toEqual(preview)
      expect(preview.quote.products.map(({ key }) => key)).toEqual(['1-1', '2-2'])
    })
    await fc.assert(property, { numRuns: 5 })
  })
})

/** Returns an engine whose clock stands still, of a shop whose prices can change. */
function engineOf(storage: StoragePort, shop: readonly CatalogProduct[]) {
  const prices = new Map<ProductId, CatalogProduct>()
  const setPrices = (all: readonly CatalogProduct[]) => {
    for (const each of all) prices.set(each.id, each)
  }
  setPrices(shop)
  const { engine } = pricedShop({
    storage,
    catalog: { findProducts: (_, ids) => ids.flatMap((id) => prices.get(id) ?? []) },
    shipping: { listShippingOptions: () => [{ type: 'express', name: 'Express', price: 12 }] },
    now: () => 1_000,
    generateId: () => crypto.randomUUID(),
  })
  return { engine, setPrices }
}

async function contentOf(
  engine: QuoteEngine,
  context: { readonly storeId: string },
): Promise<string> {
  return JSON.stringify([await engine.listEvents(context), await engine.listQuotes(context)])
}

interface Priced {
  readonly quoteId?: string
  readonly record?: { readonly quote: Quote }
}

/** A preview of a new quote has an id that is not stored. */
function withoutIds(result: unknown): unknown {
  const { quoteId: _, ...rest } = result as Priced
  return rest
}
