import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import type { CustomerPageOptions } from '../../src/customer-page/options.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const secrets = ['the current secret of these tests, 1']
const stores = ['a', 'b'] as const
const hosts: Readonly<Record<string, string>> = { 'a.example': 'a', 'b.example': 'b' }

const storeOf = (request: Request) => hosts[new URL(request.url).hostname]

async function sampleStores(options: Partial<CustomerPageOptions> = {}) {
  const products = [{ id: 1, name: 'Oak chair', price: '80.00' }]
  const catalog = memoryCatalog({ a: products, b: products })
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
  const page = createCustomerPage({ engine, secrets, ...options })
  const records = await Promise.all(
    stores.map(async (storeId) => {
      const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
      const seller = { storeId, role: 'seller' } as const
      const { quoteId } = await engine.createQuote(seller, request)
      return engine.sendQuote(seller, quoteId)
    }),
  )
  const links = customerLinks({ secrets, baseUrl: '' })
  const [a, b] = records.map((record) => links.createUrl(record)) as [string, string]
  const get = async (url: string, init?: RequestInit) => {
    const response = await page.request(url, init)
    return {
      status: response.status,
      headers: [...response.headers],
      text: await response.text(),
    }
  }
  return { engine, records, a, b, get }
}

describe('a page that serves each store at its own host name', () => {
  it('shows the offers of that store only', async () => {
    const { a, b, get } = await sampleStores({ storeOf })
    for (const [address, status] of [
      [`https://a.example${a}`, 200],
      [`https://b.example${b}`, 200],
      [`https://a.example${b}`, 404],
      [`https://b.example${a}`, 404],
      [`https://c.example${a}`, 404],
    ] as const)
      expect([address, (await get(address)).status]).toEqual([address, status])
  })

  it.each(['', '/offer.html'])(
    'responds to a link of another store as to a forged one%s',
    async (file) => {
      const { a, get } = await sampleStores({ storeOf })
      const foreign = await get(`https://b.example${a}${file}`)
      const forged = await get(`https://b.example/quote/x${file}`)
      expect(foreign).toEqual(forged)
    },
  )

  it('takes no form with a link of another store, and changes nothing', async () => {
    const { engine, records, a, get } = await sampleStores({ storeOf })
    const [record] = records
    const body = new URLSearchParams({ action: 'decline' })
    expect((await get(`https://b.example${a}`, { method: 'POST', body })).status).toBe(404)
    const system = { storeId: 'a', role: 'system' } as const
    expect(await engine.getQuote(system, record?.quoteId as string)).toEqual(record)
  })

  it('asks for the store of every request, so that forged links take the same path', async () => {
    let calls = 0
    const counted = (request: Request) => {
      calls += 1
      return Promise.resolve(storeOf(request))
    }
    const { a, get } = await sampleStores({ storeOf: counted })
    await get(`https://a.example${a}`)
    await get('https://a.example/quote/x')
    expect(calls).toBe(2)
  })
})

describe('a page of one store', () => {
  it('shows no offer of another one', async () => {
    const { a, b, get } = await sampleStores({ storeId: 'a' })
    expect((await get(a)).status).toBe(200)
    expect(await get(b)).toEqual(await get('/quote/x'))
  })

  it('shows the offers of every store without an option', async () => {
    const { a, b, get } = await sampleStores()
    expect([(await get(a)).status, (await get(b)).status]).toEqual([200, 200])
  })
})

describe('customerLinks of one store', () => {
  const link = { storeId: 'a', quoteId: 'q', revision: 1 }
  const all = customerLinks({ secrets, baseUrl: '' })
  const own = customerLinks({ secrets, baseUrl: '', storeId: 'a' })

  it('creates the same links, and reads them', () => {
    expect(own.createUrl(link)).toBe(all.createUrl(link))
    expect(own.parse(own.createUrl(link))).toEqual(link)
  })

  it('creates and reads none of another store', () => {
    const other = { ...link, storeId: 'b' }
    expect(own.parse(all.createUrl(other))).toBeUndefined()
    expect(() => own.createUrl(other)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: { errors: { storeId: 'must be the option storeId of customerLinks' } },
      }),
    )
  })
})
