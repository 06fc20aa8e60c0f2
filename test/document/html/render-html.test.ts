import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { renderFragment } from '../../../src/document/html/render-fragment.js'
import { renderHtml } from '../../../src/document/html/render-html.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../../src/document/model/document-options.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { acceptedQuote, fullRequest, newQuote, sentQuote } from '../sample-quotes.js'
import { shownText, tagsOf } from './tags.js'

const { quote: sent } = await sentQuote()
const render = (quote: Quote, options?: DocumentOptions) =>
  renderHtml(createDocument(quote, options))

describe('renderHtml', () => {
  it('returns a page in the language and direction of the document', () => {
    expect(render(sent)).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">\n/)
    expect(render(sent, { locale: 'ar' })).toContain('<html lang="ar" dir="rtl">')
    expect(render(sent)).toContain(`<title>Quote ${sent.number}</title>`)
    expect(render(sent)).toMatch(/<\/html>\n$/)
  })

  it('shows where the goods go beside the customer', async () => {
    const ship_to = { name: '<b>Yard</b>', city: 'Wien' }
    const html = render(await newQuote({ ...fullRequest, ship_to }))
    expect(html).toMatch(
      /For<\/p>[\s\S]*Deliver to<\/p>\s*<p><bdi>&lt;b&gt;Yard&lt;\/b&gt;<\/bdi><br><bdi>Wien<\/bdi>/,
    )
  })

  it('allows only its own stylesheet and data: pictures', () => {
    const html = render(sent, {
      footer: '</style><script>alert(1)</script>"\\ &',
      color: '#a1242f',
    })
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    expect(html).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;; ` +
        'img-src data:; base-uri &#39;none&#39;; form-action &#39;none&#39;"',
    )
    expect(style).toContain('--doc-color: #a1242f')
    expect(tagsOf(html).filter((tag) => /script/i.test(tag))).toEqual([])
    expect(html.match(/<style/g)).toHaveLength(1)
    expect(html).not.toMatch(/<[^>]*\sstyle=|<[^>]*\son\w+=|https?:/)
  })

  it('prints the footer and the number into the margin of every page', () => {
    const html = render(sent, { locale: 'de', footer: 'HRB "12345"' })
    expect(html).toContain('@bottom-left {\n    content: "HRB \\22 12345\\22 ";')
    expect(html).toContain(
      '@bottom-right {\n    content: "Seite " counter(page) " von " counter(pages);',
    )
    const arabic = render(sent, { locale: 'ar' })
    expect(arabic).toContain(`@bottom-right {\n    content: "عرض سعر ${sent.number}";`)
  })

  it('shows markup in every value as text', async () => {
    const hostile = `"><img src=x onerror=alert(1)></style><script>'&amp;`
    const products = [
      { name: hostile, sku: hostile, note: hostile, description: hostile, unit: hostile },
    ].map((line) => ({ ...line, unit: '<b>', price: '1', qty: 1 }))
    const request = {
      customer: { name: hostile, country: hostile, email: hostile },
      products,
      discounts: [{ type: 'percent' as const, value: '5', label: hostile }],
      shipping: { type: 'custom', product: { name: hostile, price: '1' } },
    }
    const options = { seller: [hostile], terms: [hostile], footer: hostile, priceSteps: true }
    const html = render(await newQuote(request), {
      ...options,
      strings: { item: hostile, quantity: hostile, labelWithDetail: `{label} ${hostile}` },
      logo: { url: 'data:image/png;base64,iVBORw0KGgo=', alt: hostile },
    })
    const tags = tagsOf(html).join('')
    expect(tags).not.toContain('<script')
    expect(tags).not.toContain('onerror')
    expect(tags.match(/<img/g)).toHaveLength(1)
    expect(shownText(html).split(hostile).length).toBeGreaterThan(12)
  })

  it('shows what there is, and nothing empty', async () => {
    const full = render(await acceptedQuote(), {
      terms: ['Net 14'],
      footer: 'HRB 1',
      seller: ['S'],
    })
    expect(tagsOf(full).filter((tag) => tag.startsWith('<section'))).toHaveLength(4)
    const html = render(await newQuote({ customer: {}, products: [{ id: 118, qty: 1 }] }))
    expect(shownText(html)).toContain('Draft. This is not an offer yet.')
    expect(tagsOf(html).filter((tag) => tag.startsWith('<section'))).toHaveLength(1)
    expect(html).not.toMatch(/<(?:footer|img)|undefined|null|\[object/)
  })

  it('has a row for every line and a cell for every column', () => {
    const rows =
      render(sent)
        .split('<tbody>')[1]
        ?.match(/<tr>.*?<\/tr>/gs) ?? []
    expect(rows).toHaveLength(sent.products.length)
    for (const row of rows) {
      expect(row.match(/<th scope="row">/g)).toHaveLength(1)
      expect(row.match(/<td/g)).toHaveLength(5)
    }
  })

  it('rejects a color that is none', () => {
    const document = { ...createDocument(sent), color: 'red;}</style>' }
    expect(() => renderHtml(document)).toThrow('color must be #rrggbb')
  })
})

describe('renderFragment', () => {
  it('returns the same article without the page', () => {
    const document = createDocument(sent, { locale: 'ja' })
    const fragment = String(renderFragment(document))
    expect(fragment).toMatch(/^<article class="doc-document" lang="ja" dir="ltr">/)
    expect(renderHtml(document)).toContain(fragment)
  })

  it('has classes that begin with doc- only', async () => {
    const document = createDocument(await acceptedQuote(), { priceSteps: true, terms: ['x'] })
    const classes = String(renderFragment(document)).matchAll(/class="([^"]*)"/g)
    const names = [...classes].flatMap(([, value = '']) => value.split(' '))
    expect(names.filter((name) => !name.startsWith('doc-'))).toEqual([])
  })

  it('is not escaped again by the tag of Hono', async () => {
    const { html } = await import('hono/html')
    const fragment = renderFragment(createDocument(sent))
    expect(String(html`<main>${fragment}</main>`)).toBe(`<main>${fragment}</main>`)
  })
})
