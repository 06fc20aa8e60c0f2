import { describe, expect, it } from 'vitest'
import { renderHtml } from '../../../src/document/html/render-html.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../../src/document/model/document-options.js'
import { renderPdf } from '../../../src/pdf/render-pdf.js'
import { seller, shopFields, shopWith } from '../../engine/own-fields/shop.js'
import { errorOf } from '../../engine/ports.js'
import { noTools, textOf } from '../../pdf/pdf-tools.js'

const fields = {
  quote: {
    region: { label: 'Region', input: ['west', { value: 'east', label: 'The east' }] },
    rush: { label: 'Rush order', input: 'checkbox' },
    weight: { label: 'Weight' },
    stops: { label: 'Stops' },
    route: { label: 'Route' },
    empty: { label: 'Empty' },
    unnamed: {},
    margin: { label: 'Margin', internal: true },
  },
  line: {
    engraving: { label: 'Engraving' },
    unnamed: {},
    cost: { label: 'Cost', internal: true },
  },
  customer: { vat: { label: 'VAT ID' }, segment: {} },
} as const

async function sampleQuote() {
  const { quote } = await shopWith({ fields }).createQuote(seller, {
    customer: { name: 'Ada', vat: 'DE123', segment: 'trade' },
    products: [
      {
        id: 3,
        qty: 1,
        fields: { engraving: 'For <Ada>\u202e', unnamed: 'unnamed-1' },
        internal_fields: { cost: 'secret-cost' },
      },
    ],
    fields: {
      region: 'east',
      rush: true,
      weight: 1234.5,
      stops: ['Rome', 7],
      route: { from: 'Rome' },
      empty: '',
      unnamed: 'unnamed-2',
    },
    internal_fields: { margin: 'secret-margin' },
  })
  return quote
}

async function factsWith(options: DocumentOptions) {
  return createDocument(await sampleQuote(), options).facts.map(({ label, value }) => [
    label,
    value,
  ])
}

describe('own fields in a document', () => {
  it('shows those with a label, in the order of their declarations', async () => {
    expect(await factsWith({ fields })).toEqual([
      ['Date', expect.any(String)],
      ['Region', 'The east'],
      ['Rush order', 'Yes'],
      ['Weight', '1,234.5'],
      ['Stops', 'Rome, 7'],
    ])
  })

  it('shows those of the customer below the address', async () => {
    const { customer } = createDocument(await sampleQuote(), { fields })
    expect(customer).toEqual({
      heading: 'For',
      lines: ['Ada'],
      facts: [{ label: 'VAT ID', value: 'DE123' }],
    })
  })

  it('formats values in the language of the document', async () => {
    expect(await factsWith({ fields, locale: 'de' })).toEqual(
      expect.arrayContaining([
        ['Rush order', 'Ja'],
        ['Weight', '1.234,5'],
      ]),
    )
  })

  it('shows more decimals than formats have', async () => {
    const quote = { ...(await sampleQuote()), fields: { weight: 0.123456 } }
    expect(createDocument(quote, { fields }).facts.at(-1)?.value).toBe('0.123456')
  })

  it('shows those of lines below the name', async () => {
    const [line] = createDocument(await sampleQuote(), { fields }).lines
    expect(line?.facts).toEqual([{ label: 'Engraving', value: 'For <Ada>' }])
  })

  it('shows none without declarations', async () => {
    const { facts, lines } = createDocument(await sampleQuote())
    expect(facts).toHaveLength(1)
    expect(lines[0]).not.toHaveProperty('facts')
  })

  it('shows no field that was for the store only, whatever is declared now', async () => {
    const open = {
      quote: { margin: { label: 'Margin' } },
      line: { cost: { label: 'Cost' } },
    }
    const document = createDocument(await sampleQuote(), { fields: open })
    expect(JSON.stringify(document)).not.toContain('secret')
  })

  it('rejects declarations with the name of a member of every object', async () => {
    const quote = { ...(await sampleQuote()), fields: {} }
    const options = { fields: { quote: { constructor: { label: 'Constructor' } } } }
    expect(await errorOf(async () => createDocument(quote, options))).toMatchObject({
      code: 'invalid_options',
      details: { errors: { 'fields.quote.constructor': expect.any(String) } },
    })
  })

  it('rejects declarations that are none', async () => {
    const quote = await sampleQuote()
    const options = { fields: { quote: { region: { label: 1 } } } } as unknown as DocumentOptions
    expect(await errorOf(async () => createDocument(quote, options))).toMatchObject({
      code: 'invalid_options',
      details: {
        errors: { 'fields.quote.region.label': expect.stringMatching(/must be a string/) },
      },
    })
  })

  it('accepts the declarations of an engine', async () => {
    const shop = shopWith()
    expect(shop.fields).toEqual(shopFields)
    expect(createDocument(await sampleQuote(), { fields: shop.fields }).facts).toContainEqual({
      label: 'Region',
      value: 'east',
    })
  })

  it('is escaped in HTML', async () => {
    const html = renderHtml(createDocument(await sampleQuote(), { fields }))
    expect(html).toContain('<dd><bdi>For &lt;Ada&gt;</bdi></dd>')
    expect(html).toContain('<div><dt>Region</dt><dd><bdi>The east</bdi></dd></div>')
  })

  it.skipIf(noTools)('is in PDF files, without what is for the store only', async () => {
    const pdf = await renderPdf(createDocument(await sampleQuote(), { fields }))
    const text = textOf(pdf)
    expect(text).toContain('The east')
    expect(text).toContain('For <Ada>')
    expect(text).not.toContain('secret')
  })
})
