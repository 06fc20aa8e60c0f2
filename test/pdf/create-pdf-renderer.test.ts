import canonicalizeModule from 'canonicalize'
import { afterAll, describe, expect, it } from 'vitest'
import type { QuoteDocument } from '../../src/document/model/quote-document.js'
import { createPdfRenderer } from '../../src/pdf/create-pdf-renderer.js'
import type { PdfOptions, PdfRendererOptions } from '../../src/pdf/options/pdf-options.js'
import { attachmentOf, infoOf, metadataOf, noTools } from './pdf-tools.js'
import { sampleDocument, sampleLocales } from './sample-documents.js'

const canonicalize = canonicalizeModule as unknown as (value: unknown) => string
const document = sampleDocument()
const quote = { quote_total: '3306.00', name: '王 🎉 "#$\\', ['__proto__']: { a: 1 }, b: [1, null] }
const noCharacter = { ...document, notice: 'A box: \u{10FFFD}' }

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

describe('the renderer of createPdfRenderer', () => {
  it('returns the same bytes as another one, with an attachment too', async () => {
    const other = createPdfRenderer()
    for (const options of [{}, { attach: quote }]) {
      const first = await renderer.render(document, options)
      const second = await other.render(document, options)
      expect(Buffer.compare(first, second)).toBe(0)
    }
    await other.close()
  })

  it.skipIf(noTools)(`attaches the quote as canonical JSON${noTools}`, async () => {
    const pdf = await renderer.render(document, { attach: quote })
    expect(attachmentOf(pdf)).toBe(canonicalize(quote))
  })

  it.skipIf(noTools)(`attaches nothing that is for the store only${noTools}`, async () => {
    const internal_fields = { cost: '4.00' }
    const shown = { total: 1, products: [{ id: 1 }] }
    const stored = { total: 1, products: [{ id: 1, internal_fields }], internal_fields }
    for (const [attach, attached] of [
      [stored, shown],
      [
        { version: 1, quote: stored },
        { version: 1, quote: shown },
      ],
      [{ products: [1] }, { products: [1] }],
    ] as const) {
      const pdf = await renderer.render(document, { attach })
      expect(attachmentOf(pdf)).toBe(canonicalize(attached))
    }
  })

  it.skipIf(noTools).each(sampleLocales)(
    `conforms to PDF/A-3a with an attachment in %s${noTools}`,
    async (lang) => {
      const pdf = await renderer.render(sampleDocument(lang), { attach: quote })
      const metadata = metadataOf(pdf)
      expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
      expect(metadata).toContain('<pdfaid:conformance>A</pdfaid:conformance>')
      expect(infoOf(pdf)).toMatch(/Tagged: +yes/)
    },
  )

  it('shows a box for a character that no font has, and claims no standard', async () => {
    const pdf = Buffer.from(await renderer.render(noCharacter)).toString('latin1')
    expect(pdf).not.toMatch(/pdfuaid|pdfaid/)
    const attached = Buffer.from(await renderer.render(noCharacter, { attach: quote }))
    expect(attached.toString('latin1')).not.toMatch(/pdfuaid|pdfaid/)
    expect(attached.includes('quote.json')).toBe(true)
  })

  it('rejects with pdf_failed by option', async () => {
    const failed = renderer.render(noCharacter, { missingCharacters: 'reject' })
    await expect(failed).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringMatching(/10fffd.* could not be displayed/),
    })
    const strict = createPdfRenderer({ missingCharacters: 'reject', paper: 'us-letter' })
    await expect(strict.render(noCharacter)).rejects.toMatchObject({ code: 'pdf_failed' })
    await expect(
      strict.render(noCharacter, { missingCharacters: 'show-box' }),
    ).resolves.toBeDefined()
    await strict.close()
  })

  it.each([
    ['PNG', 'data:image/png;base64,aGVsbG8='],
    ['SVG', 'data:image/svg+xml,<svg'],
  ])('rejects a damaged %s with pdf_failed, and creates the next file', async (_, url) => {
    const failed = renderer.render({ ...document, logo: { url, alt: 'Logo' } })
    await expect(failed).rejects.toMatchObject({ code: 'pdf_failed' })
    await expect(renderer.render(document)).resolves.toBeDefined()
  })

  it.each([
    ['a file of the host', '/etc/hostname.png'],
    ['a file beside it', 'logo'],
  ])(
    'rejects an SVG file with %s with invalid_options, and creates the next file',
    async (_, href) => {
      const logo = { url: svg(`<image href="${href}"/>`), alt: 'Logo' }
      await expect(renderer.render({ ...document, logo })).rejects.toMatchObject({
        code: 'invalid_options',
        message: expect.stringMatching(/logo\.url must be an SVG file in which each picture is/),
      })
      await expect(renderer.render(document)).resolves.toBeDefined()
    },
  )

  it('decodes a picture in a URL without base64', async () => {
    const url = svg('<rect width="9" height="9"/>')
    await expect(renderer.render({ ...document, logo: { url, alt: '' } })).resolves.toBeDefined()
  })

  it('rejects with timeout if a file takes longer than timeoutMs', async () => {
    const hasty = createPdfRenderer({ timeoutMs: 1 })
    const failed = hasty.render(sampleDocument('en', 1_000))
    await expect(failed).rejects.toMatchObject({ code: 'timeout', details: { timeoutMs: 1 } })
    await hasty.close()
  })

  it.each([
    ['more characters than maxCharacters', 'x'.repeat(2_000)],
    ['too many line breaks', '\n'.repeat(40)],
  ])('rejects a document with %s', async (_, notice) => {
    const strict = createPdfRenderer({ maxCharacters: 2_000 })
    await expect(strict.render({ ...document, notice })).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringMatching(/must have at most 2000 characters, received \d+.* split/),
    })
    await strict.close()
  })

  it('does not count the logo as text', async () => {
    const strict = createPdfRenderer({ maxCharacters: 10_000 })
    const logo = { url: svg(`<rect width="9" height="9"/>${' '.repeat(10_000)}`), alt: '' }
    await expect(strict.render({ ...document, logo })).resolves.toBeDefined()
    await strict.close()
  })

  it('keeps files with long words small', async () => {
    const pdf = await renderer.render({ ...document, terms: ['x'.repeat(100_000)] })
    expect(pdf.length).toBeLessThan(1_000_000)
  })

  it.each<[path: string, change: object]>([
    ['lang', { lang: 'not a language' }],
    ['lang', { lang: 7 }],
    ['dir', { dir: 'up' }],
    ['title', { title: undefined }],
    ['facts', { facts: 'none' }],
    ['facts[0].value', { facts: [{ label: 'a', value: 1 }] }],
    ['lines[0]', { lines: [null] }],
    ['lines[0].name', { lines: [{ ...document.lines[0], name: ['#panic()'] }] }],
    ['totals[0].type', { totals: [{ type: '__proto__', label: 'a', amount: 'b' }] }],
    ['color', { color: '#fff") + panic("' }],
    ['logo.url', { logo: { url: 'https://example.com/logo.png', alt: 'Logo' } }],
    ['logo.url', { logo: { url: 'data:text/html,<b>', alt: 'Logo' } }],
    ['identity.date', { identity: { date: Number.NaN } }],
    ['identity.date', { identity: { date: 8_640_000_000_000_000 } }],
    ['identity.date', { identity: { date: -1e15 } }],
  ])('rejects a document with an invalid %s', async (path, change) => {
    const failed = renderer.render({ ...document, ...change } as QuoteDocument)
    await expect(failed).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
  })

  it.each([[null], [undefined], ['document'], [[]]])('rejects %j as a document', async (value) => {
    const failed = renderer.render(value as unknown as QuoteDocument)
    await expect(failed).rejects.toMatchObject({ code: 'invalid_options' })
  })

  it.each([
    ['paper', { paper: 'a5' }],
    ['missingCharacters', { missingCharacters: true }],
    ['attach', { attach: 'text' }],
    ['attach', { attach: null }],
    ['attach', { attach: { amount: 1n } }],
    ['attach', { attach: { amount: Number.POSITIVE_INFINITY } }],
    ['unknown', { unknown: 1 }],
    ['fonts', { fonts: [] }],
  ])('rejects an invalid option %s of a file', async (path, options) => {
    const failed = renderer.render(document, options as PdfOptions)
    await expect(failed).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
  })
})

describe('createPdfRenderer', () => {
  it.each([
    ['fonts', { fonts: '/usr/share/fonts' }],
    ['fonts[0]', { fonts: [7] }],
    ['fonts[0]', { fonts: ['/no/such/folder'] }],
    ['fonts[1]', { fonts: ['/', new URL(import.meta.url).pathname] }],
    ['fonts[0]', { fonts: [Buffer.from('wOF2, a font of the web')] }],
    ['families[0]', { families: [''] }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['maxQueue', { maxQueue: 0 }],
    ['maxCharacters', { maxCharacters: 1.5 }],
    ['paper', { paper: 'A4' }],
    ['attach', { attach: {} }],
    ['', 7],
  ])('rejects an invalid option %s', (path, options) => {
    expect(() => createPdfRenderer(options as PdfRendererOptions)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [path]: expect.any(String) } },
      }),
    )
  })
})

function svg(content: string): string {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}
