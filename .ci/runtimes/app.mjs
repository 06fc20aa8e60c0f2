// What every runtime runs.
import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { createCustomerPage, customerLinks } from 'quotewright/customer-page'
import { createDesk } from 'quotewright/desk'
import { createHttpApp, tokenAuthenticator } from 'quotewright/http'
import { storageSuite } from 'quotewright/testing'

export const seller = { storeId: 'store-1', actor: 'grace' }
export const request = { customer: { name: 'Ada' }, products: [{ id: 118, qty: 2 }] }
const secrets = ['a secret of the project with 32 or more characters']

export function createEngine(storage = memoryStorage()) {
  const catalog = memoryCatalog({ 'store-1': [{ id: 118, price: '200.00' }] })
  return createQuoteEngine({ storage, catalog })
}

/** The HTTP API, the desk, and the page of a customer, whose link is at `/link`. */
export function createApp() {
  const engine = createEngine()
  const site = { secrets, baseUrl: 'https://shop.example' }
  const apps = {
    v3: createHttpApp({
      engine,
      authenticate: tokenAuthenticator({ 'store-1': ['token'] }),
    }),
    desk: createDesk({ engine, secrets, authenticate: () => seller }),
    quote: createCustomerPage({ engine, ...site }),
  }
  const createLink = async () => {
    const { quoteId } = await engine.createQuote(seller, request)
    const sent = await engine.sendQuote(seller, quoteId)
    const path = customerLinks(site).createUrl(sent).slice(site.baseUrl.length)
    return Response.json({ quoteId, path })
  }
  return {
    async fetch(received) {
      const { pathname } = new URL(received.url)
      return pathname === '/link' ? createLink() : apps[pathname.split('/')[1]].fetch(received)
    },
  }
}

/** Runs the contract of storages, one test after the other. */
export async function passStorageSuite(createFixture) {
  const tests = []
  const path = []
  const describe = (name, body) => {
    path.push(name)
    body()
    path.pop()
  }
  const it = (name, test) => tests.push({ name: [...path, name].join(' > '), test })
  storageSuite({ describe, it }, async () => {
    const fixture = await createFixture()
    return { reopen: () => fixture.storage, ...fixture }
  })
  if (tests.length < 100) throw new Error(`the suite has only ${tests.length} tests`)
  for (const { name, test } of tests)
    await test().catch((cause) => {
      throw new Error(name, { cause })
    })
}
