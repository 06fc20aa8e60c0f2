import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { noTools, textOf } from '../pdf/pdf-tools.js'
import { describeInChromium } from '../setup/chromium.js'
import { acceptedQuote, newQuote, sentQuote } from './sample-quotes.js'

const options: DocumentOptions = {
  seller: ['Holz & Co', 'Lindenallee 4'],
  terms: ['Payment within 14 days.'],
  footer: 'HRB 12345',
  logo: { url: `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E`, alt: 'Holz' },
  priceSteps: true,
}

describeInChromium('documents', (browser) => {
  /** Shows a document, and collects what the browser reports. */
  async function show(
    quote: Quote,
    { width = 1280, colorScheme = 'light' as 'light' | 'dark', locale = 'en' } = {},
  ): Promise<{ page: Page; reports: string[] }> {
    const page = await browser().newPage({ viewport: { width, height: 800 }, colorScheme })
    const reports: string[] = []
    page.on('console', (message) => reports.push(message.text()))
    page.on('request', (request) => reports.push(request.url()))
    await page.setContent(renderHtml(createDocument(quote, { ...options, locale })))
    return { page, reports: reports.filter((report) => !report.startsWith('data:')) }
  }

  it.each(['light', 'dark'] as const)('have no accessibility violations (%s)', async (scheme) => {
    const quotes = [await newQuote(), await acceptedQuote()]
    for (const quote of quotes)
      for (const width of [1280, 320]) {
        const { page } = await show(quote, { width, colorScheme: scheme })
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
        await page.close()
      }
  })

  it('are styled under their content security policy, and load nothing', async () => {
    const { page, reports } = await show((await sentQuote()).quote)
    const color = await page.evaluate("getComputedStyle(document.querySelector('h1')).color")
    expect(color).toBe('rgb(22, 84, 169)')
    expect(reports).toEqual([])
    await page.close()
  })

  it.each(['en', 'de', 'ar', 'ja'])('fit on a screen of 320 pixels (%s)', async (locale) => {
    const products = [
      { name: 'W'.repeat(200), sku: '9'.repeat(200), price: '99999999999.99', qty: 9 },
      { name: 'Chair', price: '80', qty: 1, note: 'x'.repeat(300) },
    ]
    const customer = { name: 'Ö'.repeat(120), email: `${'a'.repeat(120)}@example.com` }
    const shipping = { type: 'custom', product: { name: 'v'.repeat(120), price: '99999999.00' } }
    const quote = await newQuote({ customer, products, shipping, currency: 'EUR' })
    const { page } = await show(quote, { width: 320, locale })
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBe(0)
    await page.close()
  })

  it.each(['en', 'fr', 'ar', 'ja'])('break no amount on a narrow screen (%s)', async (locale) => {
    const { quote } = await sentQuote()
    for (const width of [320, 390, 700, 1280]) {
      const { page } = await show(quote, { width, locale })
      const heights = await page.evaluate<number[]>(`
        [...document.querySelectorAll('td bdi')].map((each) =>
          each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize))`)
      expect(heights.length).toBeGreaterThan(12)
      expect(Math.max(...heights)).toBeLessThan(2)
      await page.close()
    }
  })

  it('are black on white on paper, whatever the screen is', async () => {
    const { page } = await show((await sentQuote()).quote, { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const style = "getComputedStyle(document.querySelector('article'))"
    const read = (property: string) => page.evaluate(`${style}.${property}`)
    expect(await read('color')).toBe('rgb(0, 0, 0)')
    expect(await read('backgroundColor')).toBe('rgb(255, 255, 255)')
    await page.close()
  })

  it('keep the heading of the columns on every page', async () => {
    const products = Array.from({ length: 60 }, (_, index) => ({
      name: `Chair ${index}`,
      price: '80',
      qty: 1,
    }))
    const { page } = await show(await newQuote({ customer: {}, products }))
    await page.emulateMedia({ media: 'print' })
    const display = "getComputedStyle(document.querySelector('.doc-lines thead')).display"
    expect(await page.evaluate(display)).toBe('table-header-group')
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
    await page.close()
  })

  it.skipIf(noTools).each(['Letter', 'A4'])(
    `keep the totals together on %s, however many lines there are${noTools}`,
    async (format) => {
      const products = Array.from({ length: 46 }, (_, index) => ({
        name: `Chair ${index}`,
        price: '80',
        qty: 1,
      }))
      const shipping = { type: 'custom', product: { name: 'Van', price: '5' } } as const
      const discounts = [{ type: 'percent', value: '5' }] as const
      const quote = await newQuote({ customer: { name: 'Ada' }, products, shipping, discounts })
      const document = createDocument(quote, { ...options, priceSteps: false })
      const page = await browser().newPage()
      const pageCounts = new Set<number>()
      for (let count = 18; count <= 46; count += 1) {
        const lines = document.lines.slice(0, count)
        const taxNotice = count % 2 === 0 ? undefined : 'Taxes are not calculated yet.'
        const shown = { ...document, lines, ...(taxNotice === undefined ? {} : { taxNotice }) }
        await page.setContent(renderHtml(shown))
        const pages = textOf(await page.pdf({ format })).split('\f')
        const found = ['Subtotal', 'Discount', 'Shipping', 'Total']
        const pagesOf = found.map((label) =>
          pages.findIndex((text) => new RegExp(`^${label}\\b`, 'm').test(text)),
        )
        expect(pagesOf, `with ${count} lines`).not.toContain(-1)
        expect(new Set(pagesOf).size, `with ${count} lines`).toBe(1)
        pageCounts.add(pages.length)
      }
      expect(pageCounts.size).toBeGreaterThan(1)
      await page.close()
    },
  )
})
