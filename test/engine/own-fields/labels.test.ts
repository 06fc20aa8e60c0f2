import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createDesk } from '../../../src/desk/index.js'
import { createDocument } from '../../../src/document/index.js'
import { createHttpApp } from '../../../src/http/index.js'
import type { OwnFields } from '../../../src/index.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { labelIn } from '../../../src/validation/label-in.js'
import { links, samplePage } from '../../customer-page/sample-page.js'

const fields = {
  quote: {
    week: {
      label: { en: 'Delivery week', de: 'Lieferwoche', 'de-AT': 'Lieferwoche (AT)' },
      search: true,
    },
    site: {
      label: 'Site',
      input: [{ value: 'north', label: { en: 'The north', de: 'Norden' } }, 'south'],
    },
  },
  line: { engraving: { label: { ja: '刻印', de: 'Gravur' } } },
} satisfies OwnFields

const context = { storeId: 's', actor: 'grace', role: 'seller' } as const
const request = {
  customer: { name: 'Ada' },
  products: [{ id: 'chair', qty: 1, fields: { engraving: 'A' } }],
  fields: { week: '12', site: 'north' },
}

function sampleEngine(declared: OwnFields = fields) {
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 'chair', price: '80.00' }] }),
    fields: declared,
  })
}

describe('labelIn', () => {
  const label = { en: 'Week', de: 'Woche', 'zh-Hant': '週' }
  it.each([
    ['de', 'Woche'],
    ['de-AT', 'Woche'],
    ['DE-at', 'Woche'],
    ['zh-Hant-TW', '週'],
    ['zh', 'Week'],
    ['fr', 'Week'],
    ['constructor', 'Week'],
    ['__proto__', 'Week'],
  ])('returns for %s: %s', (language, expected) => {
    expect(labelIn(label, language)).toBe(expected)
  })

  it('returns the first label without an English one, and a string in every language', () => {
    expect(labelIn({ ja: '刻印', de: 'Gravur' }, 'fr')).toBe('刻印')
    expect(labelIn('Week', 'de')).toBe('Week')
  })
})

describe('labels by language', () => {
  it.each([
    ['de-AT', ['Lieferwoche (AT)', 'Site'], 'Norden', 'Gravur'],
    ['de', ['Lieferwoche', 'Site'], 'Norden', 'Gravur'],
    ['fr', ['Delivery week', 'Site'], 'The north', '刻印'],
  ])('are those of the locale of a document: %s', async (locale, labels, site, engraving) => {
    const engine = sampleEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    const { facts, lines } = createDocument(quote, { locale, fields: engine.fields })
    expect(facts.slice(-2).map(({ label }) => label)).toEqual(labels)
    expect(facts.at(-1)?.value).toBe(site)
    expect(lines[0]?.facts).toEqual([{ label: engraving, value: 'A' }])
  })

  it('leave the seal as it is', async () => {
    const now = () => 1_700_000_000_000
    const seals = [fields, { ...fields, quote: { week: {}, site: {} } }].map(async (declared) => {
      const engine = createQuoteEngine({
        ...{ storage: memoryStorage(), fields: declared as OwnFields, now, generateId: () => '1' },
        catalog: memoryCatalog({ s: [{ id: 'chair', price: '80.00' }] }),
      })
      const { quoteId } = await engine.createQuote(context, request)
      return (await engine.sendQuote(context, quoteId)).quote.seal
    })
    const [first, second] = await Promise.all(seals)
    expect(first).toMatch(/^[\da-f]{64}$/)
    expect(second).toBe(first)
  })

  it('are those of the strings of a desk, in forms and lists', async () => {
    const engine = sampleEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const secrets = ['a secret of at least 32 characters']
    const shared = { engine, secrets, authenticate: () => context }
    for (const [locale, week, site] of [
      // Spanish has formats, and English words.
      ['es', 'Delivery week', 'The north'],
      ['de', 'Lieferwoche', 'Norden'],
    ] as const) {
      const desk = createDesk({ ...shared, locale })
      const pages = ['/desk', `/desk/quotes/${quoteId}`].map(async (path) =>
        (await desk.request(path)).text(),
      )
      const [list = '', quote = ''] = await Promise.all(pages)
      expect(list).toContain(week)
      expect(quote).toContain(week)
      expect(quote).toContain(site)
      expect(list + quote).not.toContain('[object Object]')
    }
  })

  it('are those of the language of a customer, on the page of an offer', async () => {
    const { send, get } = samplePage({ locale: 'de' }, { fields })
    const { text } = await get(links.createUrl(await send(request)))
    for (const label of ['Lieferwoche', 'Norden', 'Gravur']) expect(text).toContain(label)
  })

  it('are English in the description of the API', async () => {
    const app = createHttpApp({ engine: sampleEngine(), authenticate: () => context })
    const text = JSON.stringify(await (await app.request('/v3/bc/public/openapi.json')).json())
    expect(text).toContain('Delivery week')
    expect(text).not.toContain('[object Object]')
  })

  it.each<[string, unknown]>([
    ['fields.quote.week.label', {}],
    ['fields.quote.week.label', 7],
    ['fields.quote.week.label', ['Week']],
    ['fields.quote.week.label', ' '],
    ['fields.quote.week.label.english', { english: 'Week' }],
    ['fields.quote.week.label.constructor', { constructor: 'Week' }],
    ['fields.quote.week.label.__proto__', JSON.parse('{ "__proto__": "Week" }')],
    ['fields.quote.week.label.de', { de: '' }],
    ['fields.quote.week.label.de', { de: 'a'.repeat(256) }],
    ['fields.quote.week.label.de', { de: { toString: () => 'Woche' } }],
  ])('are rejected at %s: %j', (path, label) => {
    let thrown: unknown
    try {
      sampleEngine({ quote: { week: { label } } } as never)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
  })
})
