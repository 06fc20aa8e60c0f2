import { describe, expect, it } from 'vitest'
import {
  createCustomerPage,
  createRequestPage,
  createSite,
  type SiteOptions,
} from '../../src/customer-page/index.js'
import { createDesk } from '../../src/desk/index.js'
import { createHttpApp } from '../../src/http/index.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../src/index.js'
import { mailer, type OutgoingMail } from '../../src/mail/index.js'
import { createMcpApp } from '../../src/mcp/index.js'
import { createRelay } from '../../src/relay/index.js'
import { errorOf } from '../engine/ports.js'

const storage = memoryStorage()
const engine = createQuoteEngine({
  storage,
  catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '10.00', name: 'Oak desk' }] }),
})
const sam = { storeId: 'store-1', actor: 'sam', role: 'seller' } as const
const options = {
  engine,
  authenticate: () => sam,
  secrets: ['s'.repeat(32)],
  baseUrl: 'https://shop.example',
  prefix: '/offers',
  document: { seller: ['Chairs Ltd'] },
} satisfies SiteOptions

async function sentRecord() {
  const { quoteId } = await engine.createQuote(sam, {
    customer: { email: 'ada@b.example' },
    products: [{ id: 1, qty: 1 }],
  })
  return engine.sendQuote(sam, quoteId)
}

describe('createSite', () => {
  it('has the options of the desk, the page, the API, the tools and the mails', async () => {
    const site = createSite(options)
    const record = await sentRecord()
    const url = site.links.createUrl(record)
    expect(url).toMatch(/^https:\/\/shop\.example\/offers\//)

    const page = await createCustomerPage(site.page).request(new URL(url).pathname)
    expect(await page.text()).toContain('Chairs Ltd')
    const form = createRequestPage({ ...site.request, storeId: 'store-1' })
    expect(await (await form.request('/request')).text()).toContain('Chairs Ltd')
    const desk = createDesk({ ...site.desk, prefix: '' })
    const shown = await desk.request(`/quotes/${record.quoteId}`)
    expect(await shown.text()).toContain(url)
    expect((await createHttpApp(site.api).request('/v3/bc/public/tags')).status).toBe(200)
    expect((await createMcpApp(site.api).request('/mcp')).status).toBe(405)

    const mails: OutgoingMail[] = []
    const send = (mail: OutgoingMail) => {
      mails.push(mail)
      return {}
    }
    const relay = createRelay({
      engine,
      storage,
      stores: ['store-1'],
      destinations: { mail: mailer({ ...site.mail, start: 'beginning', send }) },
    })
    await relay.run()
    expect(mails.map(({ text }) => text.includes(url))).toEqual([true])
  })

  it('accepts only the links of its store', async () => {
    const record = await sentRecord()
    const url = createSite(options).links.createUrl(record)
    const other = createSite({ ...options, storeId: 'store-2' })
    expect(other.links.parse(url)).toBeUndefined()
    const page = createCustomerPage(other.page)
    expect((await page.request(new URL(url).pathname)).status).toBe(404)
  })

  it.each([
    ['engine', undefined, /must be a quote engine/],
    ['authenticate', undefined, /is required|must be a function/],
    ['secrets', ['short'], /must be an array of secrets/],
    ['baseUrl', 'shop', /must be empty or/],
    ['document', 7, /must be the options of documents/],
    ['ttlMs', -1, /must be an integer of at least 0/],
    ['renderPdf', 'pdf', /must be a function/],
    ['autenticate', () => sam, /did you mean authenticate\?/],
    ['__proto__x', 1, /is not a known field/],
  ])('rejects an option %s of %j', async (name, value, message) => {
    const create = async () => createSite({ ...options, [name]: value } as never)
    const error = await errorOf(create)
    expect(error.code).toBe('invalid_options')
    const { errors } = error.details as { readonly errors: object }
    expect(Object.entries(errors)).toEqual([[name, expect.stringMatching(message)]])
  })

  it('rejects what is no object', async () => {
    for (const value of [undefined, null, 7, 'site', []])
      expect(await errorOf(async () => createSite(value as never))).toMatchObject({
        code: 'invalid_options',
      })
  })
})
