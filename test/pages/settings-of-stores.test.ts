import { beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createCustomerPage, customerLinks } from '../../src/customer-page/index.js'
import { createDesk } from '../../src/desk/index.js'
import {
  createDocument,
  createUblQuotation,
  type DocumentOptions,
  renderHtml,
} from '../../src/document/index.js'
import { createMail, mailer } from '../../src/mail/index.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import { createQuoteEngine, type QuoteEngineOptions } from '../../src/quote-engine/quote-engine.js'
import { createRelay } from '../../src/relay/index.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const languages = ['en', 'de', 'fr', 'ar', 'zh', 'ja'] as const
const zones: Readonly<Record<string, QuoteEngineOptions['timeZone']>> = {
  'Los Angeles': 'America/Los_Angeles',
  Auckland: 'Pacific/Auckland',
  UTC: 'UTC',
  'the default': undefined,
  'a function of the store': (storeId) =>
    storeId === 's' ? 'America/Los_Angeles' : 'Pacific/Auckland',
}
const cases = Object.keys(zones).flatMap((zone) => languages.map((lang) => [zone, lang] as const))

const secrets = ['a secret of at least 32 characters, really']
const site = { secrets, baseUrl: 'https://shop.example' }
const links = customerLinks(site)
const seller = { storeId: 's', actor: 'grace', role: 'seller' } as const
const now = Date.parse('2098-03-01T12:00:00Z')

/** Returns what every surface shows of a draft and of the offer, with no option of its own. */
async function surfacesOf(options: Partial<QuoteEngineOptions>, expires: string | number) {
  const storage = memoryStorage()
  const catalog = memoryCatalog({ s: [{ id: 1, price: '10.00', name: 'Desk' }] })
  const engine = createQuoteEngine({ storage, catalog, now: () => now, ...options })
  const documents: string[] = []
  const files = {
    renderPdf: async (document: Parameters<typeof renderHtml>[0]) => {
      documents.push(renderHtml(document))
      return new Uint8Array(1)
    },
    createUbl: (record: QuoteRecord, document: DocumentOptions) =>
      createUblQuotation(record, {
        seller: { company: 'Chairs Ltd' },
        document: { currency: 'EUR', ...document },
      }),
  }
  const desk = createDesk({ engine, secrets, authenticate: () => seller, ...files })
  const page = createCustomerPage({ engine, ...site, ...files })
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const products = [{ id: 1, qty: 1 }]
  const { quoteId } = await engine.createQuote(seller, { customer, products })
  const read = async (
    app: { fetch(request: Request): Response | Promise<Response> },
    url: string,
  ) => (await app.fetch(new Request(new URL(url, 'https://shop.example')))).text()
  const quoteUrl = `/desk/quotes/${quoteId}`
  const draft = {
    'document at the desk': await read(desk, `${quoteUrl}/document`),
    'file of the desk': await read(desk, `${quoteUrl}/document.html`),
  }
  const record = await engine.sendQuote(seller, quoteId, { expires })
  const url = links.createUrl(record)
  const mails: { text: string; html: string; subject: string }[] = []
  const send = (mail: { text: string; html: string; subject: string }) => {
    mails.push(mail)
    return {}
  }
  const mail = mailer({ engine, start: 'beginning', kinds: ['offer'], send })
  await createRelay({
    engine,
    storage,
    stores: ['s'],
    now: () => now,
    destinations: { mail },
    onError: (error) => {
      throw error
    },
  }).run()
  const offer = {
    'page for customers': await read(page, url),
    'file of the page': await read(page, `${url}/offer.html`),
    'quote at the desk': await read(desk, quoteUrl),
    'document at the desk': await read(desk, `${quoteUrl}/document`),
    'file of the desk': await read(desk, `${quoteUrl}/document.html`),
    'text of the mail': mails[0]?.text ?? '',
    'HTML of the mail': mails[0]?.html ?? '',
  }
  const [ubl, ublOfDesk] = [
    await read(page, `${url}/offer.xml`),
    await read(desk, `${quoteUrl}/document.xml`),
  ]
  await read(page, `${url}/offer.pdf`)
  await read(desk, `${quoteUrl}/document.pdf`)
  const pdf = { 'PDF of the page': documents[0] ?? '', 'PDF of the desk': documents[1] ?? '' }
  return { record, draft, offer: { ...offer, ...pdf }, ubl: { ubl, ublOfDesk } }
}

const dayIn = (lang: string, day: string) =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))

describe('a store whose engine knows its time zone and its language', () => {
  it.each(cases)('shows the last day on every surface: %s, %s', async (zone, lang) => {
    const { offer, ubl } = await surfacesOf(
      { timeZone: zones[zone], locale: () => lang },
      '2098-03-30',
    )
    for (const [surface, text] of Object.entries(offer)) {
      const shown = ['2098-03-29', '2098-03-30', '2098-03-31'].map((day) =>
        text.includes(dayIn(lang, day)),
      )
      expect([surface, shown]).toEqual([surface, [false, true, false]])
    }
    for (const text of Object.values(ubl)) {
      expect(text).toContain('<cbc:EndDate>2098-03-30</cbc:EndDate>')
      expect(text).not.toContain('<cbc:EndTime>')
    }
  })
})

describe('the settings of a store', () => {
  const expires = Date.parse('2098-03-30T14:00:00Z')

  it('name the zone of a time', async () => {
    const { offer } = await surfacesOf({ timeZone: 'America/Los_Angeles' }, expires)
    // The desk has the day alone beside a quote.
    const { 'quote at the desk': _, ...others } = offer
    for (const [surface, text] of Object.entries(others))
      expect([surface, /7:00\sAM PDT/.test(text)]).toEqual([surface, true])
  })

  it('are the currency of quotes that have none', async () => {
    const storage = memoryStorage()
    const catalog = memoryCatalog({ s: [{ id: 1, price: '10.00' }] })
    const request = { customer: { email: 'a@example.com' }, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await createQuoteEngine({ storage, catalog }).createQuote(seller, request)
    const engine = createQuoteEngine({ storage, catalog, currency: 'EUR' })
    const record = await engine.sendQuote(seller, quoteId)
    const page = createCustomerPage({ engine, ...site })
    const desk = createDesk({ engine, secrets, authenticate: () => seller })
    for (const [app, url] of [
      [page, links.createUrl(record)],
      [desk, `https://shop.example/desk/quotes/${quoteId}/document`],
    ] as const)
      expect(await (await app.fetch(new Request(url))).text()).toContain('€10.00')
  })

  it('say in drafts that taxes are calculated when sent, in every language', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: [{ name: 'VAT', rate: '20', lines: lines.map(({ key }) => key) }],
      }),
    }
    const seen = new Set<string>()
    for (const locale of languages) {
      const { draft, offer } = await surfacesOf({ tax, locale }, expires)
      for (const text of Object.values(draft)) {
        const row = /<tr class="doc-sum-pending">.*?<\/tr>/s.exec(text)?.[0] ?? ''
        expect(row).not.toBe('')
        seen.add(row)
      }
      for (const [surface, text] of Object.entries(offer))
        expect([surface, text.includes('doc-sum-pending')]).toEqual([surface, false])
    }
    expect(seen.size).toBe(languages.length)
    const { draft } = await surfacesOf({}, expires)
    for (const text of Object.values(draft)) expect(text).not.toContain('doc-sum-pending')
  })

  it('are less than the options of a surface', async () => {
    const { record } = await surfacesOf({ timeZone: 'America/Los_Angeles' }, '2098-03-30')
    const storage = memoryStorage()
    const catalog = memoryCatalog({ s: [{ id: 1, price: '10.00' }] })
    const engine = createQuoteEngine({
      storage,
      catalog,
      now: () => now,
      timeZone: 'America/Los_Angeles',
      locale: 'fr',
    })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(seller, request)
    const sent = await engine.sendQuote(seller, quoteId, { expires: record.quote.expires })
    const own = { locale: 'de', timeZone: 'UTC' }
    for (const options of [own, { document: own, locale: 'de' }]) {
      const page = createCustomerPage({ engine, ...site, ...options })
      const shown = await (await page.fetch(new Request(links.createUrl(sent)))).text()
      expect(shown).toMatch(/31\. März 2098(?: um|,) 0?7:00 UTC/)
    }
  })

  it.each([
    ['timeZone', () => 'Mars/Olympus'],
    ['timeZone', () => Promise.resolve('UTC')],
    ['locale', () => 'english'],
    ['locale', () => null],
    ['currency', () => 'euro'],
  ])('reject a function %s that returns something else', (option, value) => {
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: memoryCatalog({}),
      [option]: value as never,
    })
    expect(() => engine.storeSettings('s')).toThrow(new RegExp(`${option}.*must return`))
  })

  it.each([
    ['returns no time zone', () => 'Mars/Olympus'],
    [
      'throws null',
      () => {
        throw null
      },
    ],
  ])('lead to an error page if a function %s', async (_, timeZone) => {
    const storage = memoryStorage()
    const catalog = memoryCatalog({ s: [{ id: 1, price: '10.00' }] })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await createQuoteEngine({ storage, catalog }).createQuote(seller, request)
    const record = await createQuoteEngine({ storage, catalog }).sendQuote(seller, quoteId)
    const engine = createQuoteEngine({ storage, catalog, timeZone: timeZone as () => string })
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const page = createCustomerPage({ engine, ...site, storeId: 's', onError })
    const desk = createDesk({ engine, secrets, authenticate: () => seller, onError })
    const urls = [links.createUrl(record), `https://shop.example/desk/quotes/${quoteId}`] as const
    for (const [index, app] of [page, desk].entries()) {
      const response = await app.fetch(new Request(urls[index] as string))
      expect(response.status).toBe(500)
      expect(await response.text()).toContain('<h1')
      expect(errors).toHaveLength(index + 1)
    }
  })

  it.each([undefined, null, '', 7, 'x'.repeat(256), {}])('reject %j as a store', (storeId) => {
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({}) })
    expect(() => engine.storeSettings(storeId as string)).toThrow(/storeId must be/)
  })
})

describe('a document or a mail without an engine', () => {
  let record: QuoteRecord
  beforeAll(async () => {
    const sent = await surfacesOf({ timeZone: 'America/Los_Angeles' }, '2098-03-30')
    ;({ record } = sent)
  })

  it.each(languages)('names the zone of a time: %s', (locale) => {
    const { value = '' } = createDocument(record.quote, { locale }).facts.at(-1) ?? {}
    expect(value).toMatch(/UTC/)
    const { mail } = createMail(record, 'offer', { locale })
    expect(mail?.text).toContain(value)
    const inZone = createDocument(record.quote, { locale, timeZone: 'Pacific/Auckland' })
    expect(inZone.facts.at(-1)?.value).not.toBe(value)
    expect(inZone.facts.at(-1)?.value).toMatch(/GMT|غرينتش|UTC/)
  })
})
