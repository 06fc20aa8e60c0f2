import axe from 'axe-core'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { afterAll, describe, expect, it } from 'vitest'
import { customerLinks } from '../../src/customer-page/links.js'
import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import type { QuoteDocument } from '../../src/document/model/quote-document.js'
import { createPdfRenderer } from '../../src/pdf/create-pdf-renderer.js'
import { acceptedQuote, newQuote, sentQuote } from '../document/sample-quotes.js'
import { describeInChromium } from '../setup/chromium.js'
import { metadataOf, noTools, pictureOf, structureOf, textOf } from './pdf-tools.js'

const baseUrl = 'https://shop.example'
const links = customerLinks({ secrets: ['s'.repeat(32)], baseUrl })
const renderer = createPdfRenderer({ timeoutMs: 600_000 })
afterAll(() => renderer.close())

/** Returns the link in the QR code of a picture. */
function decode(picture: Buffer): string | undefined {
  const { width, height, data } = PNG.sync.read(picture)
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data
}

/** Draws modules of 4 pixels, with 4 white ones around them. */
function draw(rows: readonly string[]): Buffer {
  const size = (rows.length + 8) * 4
  const picture = new PNG({ width: size, height: size })
  for (let at = 0; at < size * size; at += 1) {
    const [x, y] = [at % size, Math.floor(at / size)].map((pixel) => Math.floor(pixel / 4) - 4)
    const value = rows[y ?? -1]?.[x ?? -1] === '1' ? 0 : 255
    picture.data.set([value, value, value, 255], at * 4)
  }
  return PNG.sync.write(picture)
}

async function documentOf(url: string, more: DocumentOptions = {}): Promise<QuoteDocument> {
  return createDocument((await sentQuote()).quote, { qrCode: { url }, ...more })
}

const longest = `${baseUrl}/${'x'.repeat(500 - baseUrl.length - 1)}`

describe('createDocument with qrCode', () => {
  it('has a code of the link to accept the offer, that can be read', async () => {
    const { engine, quoteId } = await sentQuote()
    const record = await engine.getQuote({ storeId: 'store-1' }, quoteId)
    const url = links.createUrl(record)
    const { qrCode } = createDocument(record.quote, { qrCode: { url } })
    expect(qrCode).toMatchObject({ url, label: 'View and accept online', alt: 'QR code' })
    const read = decode(draw(qrCode?.rows ?? []))
    expect(read).toBe(url)
    expect(links.parse(read ?? '')).toMatchObject({ quoteId, revision: 1 })
  })

  it.each([
    ['http://a.example', 'http://a.example/'],
    ['HTTPS://Möbel.example/ä?x=1#y', 'https://xn--mbel-5qa.example/%C3%A4?x=1#y'],
    [longest, longest],
  ])('encodes %s', async (url, encoded) => {
    const { qrCode } = await documentOf(url)
    expect(qrCode?.url).toBe(encoded)
    expect(decode(draw(qrCode?.rows ?? []))).toBe(encoded)
  })

  it.each([
    ['en', 'View and accept online'],
    ['de', 'Online ansehen und annehmen'],
    ['fr', 'Consulter et accepter en ligne'],
    ['ja', 'オンラインで確認・承諾'],
    ['zh', '在线查看并接受'],
    ['ar', 'الاطّلاع على العرض وقبوله عبر الإنترنت'],
  ])('says what the link is for, in %s', async (locale, label) => {
    expect((await documentOf(baseUrl, { locale })).qrCode?.label).toBe(label)
    const own = { url: baseUrl, label: 'Open' }
    expect((await documentOf(baseUrl, { locale, qrCode: own })).qrCode?.label).toBe('Open')
  })

  it('has none for a draft, an accepted quote, and without the option', async () => {
    const qrCode = { url: baseUrl }
    for (const quote of [await newQuote(), await acceptedQuote()])
      expect(createDocument(quote, { qrCode })).not.toHaveProperty('qrCode')
    expect(createDocument((await sentQuote()).quote)).not.toHaveProperty('qrCode')
  })

  it.each([
    '',
    '/quote/1',
    'shop.example',
    'javascript:alert(1)',
    'https:shop.example',
    'ftp://shop.example/',
    'https://',
    `${longest}x`,
    `${baseUrl}/${'ä'.repeat(90)}`,
    7,
    undefined,
  ])('rejects the link %j', async (url) => {
    await expect(documentOf(url as string)).rejects.toThrow('qrCode.url must be an absolute URL')
  })

  it('rejects other options', async () => {
    for (const qrCode of ['https://a.example', [], { url: baseUrl, size: 3 }])
      await expect(documentOf('', { qrCode: qrCode as { url: string } })).rejects.toThrow('qrCode')
  })

  it('lets transform leave it out or change its label, and not its link', async () => {
    const changed = (change: (document: QuoteDocument) => object) =>
      documentOf(baseUrl, {
        transform: (document) => ({ ...document, ...change(document) }) as QuoteDocument,
      })
    const without = await changed(() => ({ qrCode: undefined }))
    expect(without.qrCode).toBeUndefined()
    const renamed = await changed(({ qrCode }) => ({ qrCode: { ...qrCode, label: 'Open' } }))
    expect(renamed.qrCode?.label).toBe('Open')
    await expect(
      changed(({ qrCode }) => ({ qrCode: { ...qrCode, url: 'https://b.example/' } })),
    ).rejects.toThrow('transform.qrCode.url must stay the string "https://shop.example/"')
    const white = Array.from({ length: 21 }, () => '0'.repeat(21))
    await expect(changed(({ qrCode }) => ({ qrCode: { ...qrCode, rows: white } }))).rejects.toThrow(
      'transform.qrCode.rows',
    )
  })
})

describe.skipIf(noTools)(`renderPdf with qrCode${noTools}`, () => {
  it.each([
    ['a link', `${baseUrl}/quote/${'a'.repeat(90)}`],
    ['the longest link', longest],
  ])('shows the code of %s beside the link, with an accessible name', async (_, url) => {
    const pdf = await renderer.render(await documentOf(url))
    expect(decode(pictureOf(pdf, 200))).toBe(url)
    expect(textOf(pdf).replace(/\s/g, '')).toContain(url)
    expect(structureOf(pdf)).toContain('Figure')
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1')
  })

  it('rejects what is no code', async () => {
    const document = await documentOf(baseUrl)
    const withCode = (change: object) =>
      renderer.render({ ...document, qrCode: { ...document.qrCode, ...change } as never })
    await expect(withCode({ url: 'javascript:alert(1)' })).rejects.toThrow('qrCode.url')
    await expect(withCode({ rows: ['1'] })).rejects.toThrow('qrCode.rows')
    await expect(withCode({ rows: Array(21).fill('2'.repeat(21)) })).rejects.toThrow('qrCode.rows')
  })
})

describe('renderHtml with qrCode', () => {
  it('shows link and label as text', async () => {
    const html = renderHtml(
      await documentOf('', { qrCode: { url: `${baseUrl}/?a=1&b="<b>`, label: '<i>Open</i>' } }),
    )
    expect(html).toContain('<bdi>&lt;i&gt;Open&lt;/i&gt;</bdi>')
    expect(html).toContain('href="https://shop.example/?a=1&amp;b=%22%3Cb%3E"')
    expect(html).toContain('role="img" aria-label="QR code"')
  })
})

describeInChromium('renderHtml with qrCode, in Chromium', (browser) => {
  it.each(['light', 'dark'] as const)('can be read from a screen (%s)', async (colorScheme) => {
    for (const url of [`${baseUrl}/quote/${'a'.repeat(90)}`, longest]) {
      for (const width of [320, 1280]) {
        const page = await browser().newPage({ viewport: { width, height: 900 }, colorScheme })
        const reports: string[] = []
        page.on('console', (message) => reports.push(message.text()))
        await page.setContent(renderHtml(await documentOf(url)))
        const code = page.getByRole('img', { name: 'QR code' })
        expect(decode(await code.screenshot())).toBe(url)
        const overflow =
          'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        expect(await page.evaluate(overflow)).toBe(0)
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
        expect(reports).toEqual([])
        await page.close()
      }
    }
  })
})
