import type { Hono } from 'hono'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import { createDesk } from '../../src/desk/app/app.js'
import type { DeskUser } from '../../src/desk/options.js'
import { memoryOrders } from '../../src/orders/memory.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import type { Host, MountedApps } from './hosts.js'

export const seller: DeskUser = {
  storeId: 'shop',
  actor: 'grace',
  name: 'Grace Hopper',
  role: 'seller',
}

const products = [
  { id: 118, name: 'Oak chair', sku: 'OC-118', price: '200.00', salePrice: '149.95' },
  { id: 204, name: 'Felt pad', sku: 'FP-204', price: '12.50' },
]

/** A shop with a desk and a page for customers, served by a framework. */
export interface Shop {
  readonly origin: string
  readonly engine: QuoteEngine
  /** Returns the address of the page on which the customer accepts a quote that was sent. */
  customerUrl(record: QuoteRecord): string
  close(): Promise<void>
}

export const secrets = ['a secret of the shop with 32 or more characters']

/** Starts a shop. Its links have the address of the server, which is known when it listens. */
export async function startShop(
  start: (apps: MountedApps) => Promise<Host>,
  engine: QuoteEngine = shopEngine(),
  authenticate: () => DeskUser = () => seller,
): Promise<Shop> {
  const site = { secrets, baseUrl: '' }
  const links = customerLinks(site)
  const customerUrl = (record: QuoteRecord) => `${host.origin}${links.createUrl(record)}`
  const desk: Hono = createDesk({
    engine,
    secrets,
    title: 'Tools & Timber',
    insight: true,
    authenticate,
    customerUrl,
    searchProducts: (_user, text) =>
      products.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
  })
  const page = createCustomerPage({ engine, ...site })
  const host = await start({ '/desk': desk, '/quote': page })
  return {
    origin: host.origin,
    engine,
    customerUrl,
    async close() {
      await host.close()
      await engine.close()
    },
  }
}

export function shopEngine(): QuoteEngine {
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ shop: products, other: products }),
    orders: memoryOrders(),
    currency: 'EUR',
  })
}
