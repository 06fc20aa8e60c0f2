import type { CatalogCallOptions, CatalogPort } from '../../src/ports/catalog.js'
import type { CatalogProduct } from '../../src/quote/lines/catalog-product.js'
import type { ProductId } from '../../src/quote/model/product-fields.js'
import type { TaxRequest } from '../../src/quote/taxes/tax-request.js'
import type { QuoteEngineOptions } from '../../src/quote-engine/quote-engine.js'
import { engineWith } from './ports.js'

/** The context of a shop's sellers. */
export const context = { storeId: 'store-1', actor: 'ann' }

/** A line whose price depends on the quantity, one without, and one without a product. */
export const request = {
  customer: { name: 'Ann', country: 'DE' },
  products: [
    { id: 'SCREW', qty: 50 },
    { id: 2, qty: 1 },
    { name: 'Set-up', price: '99.50', qty: 1 },
  ],
}

/** Returns an engine of a shop with all ports, what they were asked for, and its prices. */
export function pricedShop(options: Partial<QuoteEngineOptions> = {}) {
  const prices = new Map<ProductId, CatalogProduct>([
    [
      'SCREW',
      {
        id: 'SCREW',
        price: '1.00',
        name: 'Wood screw',
        sku: 'WS-4',
        priceBreaks: [{ qty: 100, price: '0.80' }],
      },
    ],
    [2, { id: 2, price: '200.00', salePrice: '150.00' }],
  ])
  const asked = {
    catalog: [] as Pick<CatalogCallOptions, 'customer' | 'currency' | 'time'>[],
    taxes: [] as TaxRequest[],
    shipping: 0,
  }
  const catalog: CatalogPort = {
    findProducts(_, ids, call) {
      asked.catalog.push({
        customer: call?.customer,
        currency: call?.currency,
        time: call?.time,
      })
      return ids.flatMap((id) => prices.get(id) ?? [])
    },
  }
  const engine = engineWith({
    catalog,
    tax: {
      calculateTaxes(taxed) {
        asked.taxes.push(taxed)
        const lines = taxed.lines.map(({ key }) => key)
        return { rates: [{ name: 'VAT', rate: 20, lines, shipping: true }] }
      },
    },
    shipping: {
      listShippingOptions() {
        asked.shipping += 1
        return [{ type: 'express', name: 'Express', price: '9.90' }]
      },
    },
    ...options,
  })
  return { engine, asked, prices, catalog }
}
