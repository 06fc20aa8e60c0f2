import { describe, expect, it } from 'vitest'
import { createDesk } from '../../../src/desk/app/app.js'
import type { DeskOptions } from '../../../src/desk/options.js'
import { createUblQuotation } from '../../../src/document/index.js'
import type { QuoteDocument } from '../../../src/document/model/quote-document.js'
import { statusEngine } from '../lifecycle/quotes-in-every-status.js'
import { markup, request, sampleDesk, seller, stranger, textOf, unescaped } from '../sample-desk.js'

async function sample(options: Partial<DeskOptions> = {}) {
  const { engine, createIn } = statusEngine()
  const desk = sampleDesk({ engine, ...options })
  const quoteId = await createIn('draft')
  await engine.updateQuote(seller, quoteId, { customer: { name: 'Grace Hopper' } })
  return { engine, createIn, desk, quoteId, path: `/quotes/${quoteId}/document` }
}

const renderPdf = async ({ title }: QuoteDocument) => new TextEncoder().encode(`%PDF ${title}`)

describe('showDocument', () => {
  it('shows the quote as the customer reads it', async () => {
    const { desk, path } = await sample()
    const { html, status } = await desk.get(path)
    expect(status).toBe(200)
    expect(html).toContain('<article class="doc-document" lang="en"')
    expect(textOf(html)).toContain('Grace Hopper')
    expect(html).toContain(`href="/desk${path}.html"`)
    expect(html).not.toContain('document.pdf')
    expect(html).not.toMatch(/ style=|<style/)
  })

  it('shows the document of a version, and as a revision was sent', async () => {
    const { desk, path } = await sample()
    for (const query of ['?version=2', '?revision=1']) {
      const { html } = await desk.get(`${path}${query}`)
      expect(textOf(html)).toContain('Document of version 2')
      expect(textOf(html)).toContain('Ada Lovelace')
      expect(textOf(html)).not.toContain('Grace Hopper')
      expect(html).toContain(`${path}.html?version=2"`)
    }
  })

  it('links the stylesheet of its color, which is served for colors that can be read', async () => {
    const { desk, path } = await sample({ document: { color: '#7A1F3D' } })
    const { html } = await desk.get(path)
    const stylesheet = /href="\/desk(\/assets\/document-[0-9a-f]{12}-7a1f3d\.css)"/.exec(html)?.[1]
    const response = await desk.get(stylesheet as string)
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.html).toContain('--doc-color: #7a1f3d')
    for (const color of ['ffffff', '7A1F3D', '7a1f3', 'zzzzzz', '7a1f3d;}*{}'])
      expect((await desk.get((stylesheet as string).replace('7a1f3d', color))).status).toBe(404)
  })

  it('takes the options of documents from the host, as a function of the quote', async () => {
    const document = () => ({ locale: 'de', seller: ['Stuhl & Tisch <b>'] })
    const { desk, path } = await sample({ document })
    const { html } = await desk.get(path)
    expect(html).toContain('lang="de"')
    expect(textOf(html)).toContain('Stuhl & Tisch <b>')
    expect(html).not.toContain('<b>')
  })

  it('finds no versions that do not exist, and no quote of another store', async () => {
    const { desk, path } = await sample({ renderPdf })
    for (const query of ['version=9', 'version=x', 'revision=2', 'revision=-1', 'version=0'])
      for (const file of ['', '.pdf', '.html'])
        expect((await desk.get(`${path}${file}?${query}`)).status).toBe(404)
    desk.user = stranger
    for (const file of ['', '.pdf', '.html'])
      expect((await desk.get(`${path}${file}`)).status).toBe(404)
  })

  it('shows markup as text', async () => {
    const { desk, engine } = await sample()
    const { quoteId } = await engine.createQuote(seller, {
      ...request,
      customer: { name: markup, company: markup },
      products: [{ name: markup, price: '1.00', qty: 1, note: markup }],
    })
    const page = await desk.get(`/quotes/${quoteId}/document`)
    expect(page.html).not.toMatch(/<script|<img/)
    expect(unescaped(page.html)).toContain(markup)
    const file = await desk.get(`/quotes/${quoteId}/document.html`)
    expect(file.html).not.toMatch(/<script|<img/)
  })
})

describe('the files of a document', () => {
  it('are saved under the name of the document', async () => {
    const { desk, path } = await sample({ renderPdf })
    const pdf = await desk.get(`${path}.pdf`)
    expect(pdf.html).toBe('%PDF Quote 1')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toBe(
      `attachment; filename="Quote 1.pdf"; filename*=UTF-8''Quote%201.pdf`,
    )
    expect(pdf.headers.get('x-content-type-options')).toBe('nosniff')
    const html = await desk.get(`${path}.html`)
    expect(html.headers.get('content-disposition')).toContain('attachment; filename="Quote 1.html"')
    expect(html.html).toMatch(/^<!doctype html>/i)
    expect((await desk.get(path)).html).toContain(`href="/desk${path}.pdf"`)
  })

  it('has an offer as UBL, and not what was not sent', async () => {
    const createUbl: DeskOptions['createUbl'] = (record, document) =>
      createUblQuotation(record, { seller: { company: 'Stuhl & Tisch' }, document })
    const { desk, createIn, path } = await sample({ createUbl, document: { currency: 'EUR' } })
    const offer = `/quotes/${await createIn('sent')}/document`
    expect((await desk.get(offer)).html).toContain(`href="/desk${offer}.xml"`)
    const file = await desk.get(`${offer}.xml`)
    expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(file.headers.get('content-disposition')).toContain('filename="Quote 2.xml"')
    expect(file.html).toContain('<cbc:Name>Stuhl &amp; Tisch</cbc:Name>')
    expect((await desk.get(path)).html).not.toContain('document.xml')
    expect((await desk.get(`${path}.xml`)).status).toBe(404)
    expect((await desk.get(`${path}.xml?revision=1`)).status).toBe(200)
    const without = await sample()
    const sent = `/quotes/${await without.createIn('sent')}/document`
    expect((await without.desk.get(`${sent}.xml`)).status).toBe(404)
    expect((await without.desk.get(sent)).html).not.toContain('document.xml')
  })

  it('report a renderPdf that returns no file, instead of an empty one', async () => {
    for (const result of [undefined, null, 'text', new Uint8Array()]) {
      const { desk, path } = await sample({ renderPdf: async () => result as never })
      expect((await desk.get(`${path}.pdf`)).status).toBe(503)
      expect(desk.errors).toEqual([expect.objectContaining({ code: 'pdf_failed' })])
    }
  })

  it('compile no PDF for HEAD, which has the same headers', async () => {
    const { engine, desk, path } = await sample({ renderPdf })
    let calls = 0
    const counting = async (document: QuoteDocument) => {
      calls += 1
      return renderPdf(document)
    }
    const secrets = ['a secret of this test, with 32 characters']
    const authenticate = () => seller
    const app = createDesk({ engine, authenticate, secrets, prefix: '/desk', renderPdf: counting })
    const head = await app.request(`/desk${path}.pdf`, { method: 'HEAD' })
    expect([head.status, await head.text(), calls]).toEqual([200, '', 0])
    const get = await desk.get(`${path}.pdf`)
    for (const name of ['content-type', 'content-disposition', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    expect((await app.request('/desk/quotes/none/document.pdf', { method: 'HEAD' })).status).toBe(
      404,
    )
  })

  it('have no PDF without a renderer, and report one that fails', async () => {
    const without = await sample()
    expect((await without.desk.get(`${without.path}.pdf`)).status).toBe(404)
    const failing = await sample({
      renderPdf: async () => {
        throw new Error('no fonts in /usr/share/secret')
      },
    })
    const response = await failing.desk.get(`${failing.path}.pdf`)
    expect(response.status).toBe(500)
    expect(response.html).not.toContain('secret')
    expect(failing.desk.errors).toHaveLength(1)
  })
})
