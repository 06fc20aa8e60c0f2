import { PNG } from 'pngjs'
import { afterAll, describe, expect, it } from 'vitest'
import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import { createPdfRenderer } from '../../src/pdf/create-pdf-renderer.js'
import type { CreateQuoteRequest } from '../../src/quote/operations/requests.js'
import { customer, fullRequest, newQuote } from '../document/sample-quotes.js'
import { describeInChromium } from '../setup/chromium.js'
import { infoOf, metadataOf, noTools, pictureOf, placedWordsOf } from './pdf-tools.js'

const seller = ['Stuhl & Tisch GmbH', 'Lindenallee 4', '04109 Leipzig']
const options = { seller, footer: 'HRB 12345', country: 'DE' }
const forms = [
  ['din5008-a', 27],
  ['din5008-b', 45],
] as const
const ship_to = { company: 'Warehouse', address: 'Hafen 1', city: 'Hamburg', country: 'DE' }
const request: CreateQuoteRequest = { ...fullRequest, ship_to }
const longAddress = {
  ...customer,
  company: 'Analytical Engines GmbH\nDepartment of computing\nRoom 12\nFor Mrs. King',
  country: 'FR',
}

const renderer = createPdfRenderer({ timeoutMs: 600_000 })
afterAll(() => renderer.close())

/** Checks that the window shows the return line and all postal lines, and nothing else. */
function expectWindow(pdf: Uint8Array, windowTop: number, lines: readonly string[]) {
  const words = placedWordsOf(pdf)
  const isInWindow = ({ left, top, bottom }: (typeof words)[number]) =>
    left > 20 && left < 105 && top > windowTop && bottom < windowTop + 45
  const shown = words.filter(isInWindow)
  const text = shown.map((word) => word.text.replaceAll('&amp;', '&')).join(' ')
  expect(text).toBe([seller.join(' · '), ...lines].join(' '))
  const first = shown.find((word) => word.text === 'Analytical')
  expect(first?.left).toBeCloseTo(25, 0)
  // No word of another part stands half in the window.
  const touching = words.filter(
    ({ left, top, bottom }) => left < 105 && bottom > windowTop + 0.5 && top < windowTop + 44.5,
  )
  expect(touching).toEqual(shown)
  return first
}

/** Returns how far the marks on the left are below the top of the page, in mm. */
function marksOf(pdf: Uint8Array): readonly number[] {
  const { width, height, data } = PNG.sync.read(pictureOf(pdf))
  const x = Math.round((6 / 210) * width)
  const isDark = (y: number) => (data[(y * width + x) * 4] ?? 255) < 200
  const rows = Array.from({ length: height }, (_, y) => y)
  return rows
    .filter((y) => isDark(y) && !isDark(y - 1))
    .map((y) => Math.round((y / height) * 297 * 2) / 2)
}

const expectMarks = (pdf: Uint8Array, windowTop: number) => {
  const marks = marksOf(pdf)
  const expected = [windowTop + 60, 148.5, windowTop + 165]
  expect(marks).toHaveLength(3)
  for (const [index, mark] of marks.entries())
    expect(Math.abs(mark - (expected[index] ?? 0)), `mark at ${mark}`).toBeLessThanOrEqual(0.5)
}

describe('createDocument with addressWindow', () => {
  it('has the form, and the lines of the seller in one', async () => {
    const quote = await newQuote()
    const window = (own: DocumentOptions) =>
      createDocument(quote, { addressWindow: 'din5008-b', ...own }).addressWindow
    expect(window({ seller: ['Oak\nLtd', '', ' Leipzig '] })).toEqual({
      form: 'din5008-b',
      returnLine: 'Oak · Ltd · Leipzig',
    })
    expect(window({})).toEqual({ form: 'din5008-b' })
    expect(createDocument(quote, options)).not.toHaveProperty('addressWindow')
  })

  it('has A4 paper in every country, and rejects another one', async () => {
    const quote = await newQuote()
    const addressWindow = 'din5008-a'
    expect(createDocument(quote, { addressWindow, country: 'US' }).paper).toBe('a4')
    expect(() => createDocument(quote, { addressWindow, paper: 'us-letter' })).toThrow(
      'addressWindow needs the paper a4: its windows are those of A4 letters',
    )
  })

  it.each(['din5008', 'toString', true, {}])('rejects the form %o', async (value) => {
    const wrong = { addressWindow: value } as unknown as DocumentOptions
    const quote = await newQuote()
    expect(() => createDocument(quote, wrong)).toThrow(
      'addressWindow must be din5008-a or din5008-b, received',
    )
  })

  it('lets transform change the line of the seller, and not the form into another', async () => {
    const quote = await newQuote()
    const withWindow = (form: string, returnLine: string): DocumentOptions => ({
      addressWindow: 'din5008-a',
      transform: (document) => ({
        ...document,
        addressWindow: { form: form as 'din5008-a', returnLine },
      }),
    })
    const changed = createDocument(quote, withWindow('din5008-b', 'PO box 1'))
    expect(changed.addressWindow).toEqual({ form: 'din5008-b', returnLine: 'PO box 1' })
    expect(() => createDocument(quote, withWindow('c5', ''))).toThrow(
      'transform.addressWindow.form',
    )
  })
})

describe('renderHtml with addressWindow', () => {
  it('shows the line of the seller as text', async () => {
    const own = { addressWindow: 'din5008-a', seller: ['<b>Oak</b>'] } as const
    expect(renderHtml(createDocument(await newQuote(), own))).toContain(
      '<p class="doc-return"><bdi>&lt;b&gt;Oak&lt;/b&gt;</bdi></p>',
    )
    expect(renderHtml(createDocument(await newQuote(), options))).not.toContain('doc-window"')
  })
})

describe.skipIf(noTools)(`renderPdf with addressWindow${noTools}`, () => {
  it.each(forms)('shows the address in the window of %s', async (addressWindow, windowTop) => {
    const document = createDocument(await newQuote(request), { ...options, addressWindow })
    const pdf = await renderer.render(document)
    const first = expectWindow(pdf, windowTop, document.customer.lines)
    expect(Math.abs((first?.top ?? 0) - windowTop - 17.7)).toBeLessThan(1.5)
    expectMarks(pdf, windowTop)
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1')
  })

  it('begins a long address higher, so that all of it is in the window', async () => {
    const quote = await newQuote({ ...request, customer: longAddress })
    const document = createDocument(quote, { ...options, addressWindow: 'din5008-b' })
    expect(document.customer.lines).toHaveLength(9)
    expectWindow(await renderer.render(document), 45, document.customer.lines)
  })

  it('shows it on the left in Arabic, too', async () => {
    const document = createDocument(await newQuote(request), {
      ...options,
      locale: 'ar',
      addressWindow: 'din5008-a',
    })
    const words = placedWordsOf(await renderer.render(document))
    const street = words.find(({ text }) => text === 'Torstraße')
    expect(street?.top).toBeGreaterThan(44)
    expect(street?.bottom).toBeLessThan(72)
    expect(street?.left).toBeGreaterThan(25)
    expect(street?.left).toBeLessThan(100)
  })

  it('marks the first page only', async () => {
    const products = Array.from({ length: 40 }, (_, index) => ({
      name: `Chair ${index}`,
      price: '1',
      qty: 1,
    }))
    const quote = await newQuote({ ...request, products })
    const document = createDocument(quote, { ...options, addressWindow: 'din5008-a' })
    const pdf = await renderer.render(document)
    expect(infoOf(pdf)).toMatch(/Pages: +2/)
    expectMarks(pdf, 27)
    expect(marksOf(await renderer.render(createDocument(quote, options)))).toEqual([])
  })

  it('rejects another paper', async () => {
    const document = createDocument(await newQuote(), { addressWindow: 'din5008-a' })
    await expect(renderer.render(document, { paper: 'us-letter' })).rejects.toThrow(
      'paper must be a4 for a document with addressWindow, received us-letter',
    )
    const changed = { ...document, addressWindow: { form: 'c5' as 'din5008-a' } }
    await expect(renderer.render(changed)).rejects.toThrow(
      'addressWindow.form must be din5008-a or din5008-b',
    )
  })
})

describeInChromium('renderHtml with addressWindow, printed', (browser) => {
  it.skipIf(noTools).each(forms)('has the address in the window of %s', async (form, windowTop) => {
    for (const own of [customer, longAddress]) {
      const quote = await newQuote({ ...request, customer: own })
      const document = createDocument(quote, { ...options, addressWindow: form })
      const page = await browser().newPage()
      await page.setContent(renderHtml(document))
      expect(await page.getByText('Stuhl & Tisch GmbH ·').isVisible()).toBe(false)
      const pdf = await page.pdf({ preferCSSPageSize: true })
      expectWindow(pdf, windowTop, document.customer.lines)
      expectMarks(pdf, windowTop)
      await page.close()
    }
  })
})
