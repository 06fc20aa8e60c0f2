import { afterAll, describe, expect, it } from 'vitest'
import { createDocument } from '../../src/document/model/create-document.js'
import type { QuoteDocument } from '../../src/document/model/quote-document.js'
import { createPdfRenderer } from '../../src/pdf/create-pdf-renderer.js'
import type { CreateQuoteRequest } from '../../src/quote/operations/requests.js'
import { newQuote } from '../document/sample-quotes.js'
import { noTools, pageLayoutsOf, textOf } from './pdf-tools.js'

const renderer = createPdfRenderer({ timeoutMs: 600_000 })
afterAll(() => renderer.close())

const amount = (cents: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100)

/** A quote of lines of 10.00, some of them in sections. */
function requestOf(count: number, sections?: readonly number[]): CreateQuoteRequest {
  const ends = sections ?? []
  return {
    customer: { name: 'Ada Lovelace' },
    currency: 'EUR',
    ...(sections && {
      sections: ends.map((_, index) => ({ key: `s${index}`, title: `Part ${index + 1}` })),
    }),
    products: Array.from({ length: count }, (_, index) => ({
      name: `Chair ${index + 1}`,
      price: '10.00',
      qty: 1,
      ...(sections && {
        section: `s${Math.max(
          0,
          ends.findIndex((end) => index < end),
        )}`,
      }),
    })),
    discounts: [{ type: 'percent', value: '5' }],
  }
}

async function pagesOf(document: QuoteDocument): Promise<readonly string[]> {
  return splitPages(textOf(await renderer.render(document)))
}

const splitPages = (text: string) => text.split('\f').filter((page) => page.trim() !== '')

const countLines = (page: string) => page.match(/^Chair \d+$/gm)?.length ?? 0
const find = (pages: readonly string[], pattern: RegExp) =>
  pages.findIndex((page) => pattern.test(page))

describe.skipIf(noTools)(`renderPdf of lines that fill pages${noTools}`, () => {
  it.each([1, 3, 23, 40, 200])(
    'carries the sum forward from each page of %i lines',
    async (count) => {
      const pdf = await renderer.render(createDocument(await newQuote(requestOf(count))))
      const pages = splitPages(textOf(pdf))
      const layouts = pageLayoutsOf(pdf)
      let lines = 0
      for (const [index, page] of pages.entries()) {
        const before = lines
        lines += countLines(page)
        const isLast = find(pages, /^Subtotal$/m) === index
        const carried = /Carried forward\s+(€\S+)/.exec(layouts[index] ?? '')?.[1]
        const brought = /Brought forward\s+(€\S+)/.exec(layouts[index] ?? '')?.[1]
        const goesOn = countLines(page) > 0 && lines < count
        expect(carried, `page ${index + 1}`).toBe(goesOn ? amount(lines * 1_000) : undefined)
        const wasBegun = before > 0 && countLines(page) > 0
        expect(brought, `page ${index + 1}`).toBe(wasBegun ? amount(before * 1_000) : undefined)
        if (isLast) expect(countLines(page)).toBeGreaterThan(0)
      }
      expect(lines).toBe(count)
      if (count > 23) expect(pages.length).toBeGreaterThan(1)
    },
  )

  it('keeps the totals with the last line, whatever fits', async () => {
    const full = createDocument(await newQuote(requestOf(46)))
    const pageCounts = new Set<number>()
    for (let count = 18; count <= 34; count += 1) {
      const pages = await pagesOf({ ...full, lines: full.lines.slice(0, count) })
      const last = find(pages, new RegExp(`^Chair ${count}$`, 'm'))
      expect(find(pages, /^Discount \(5%\)$/m), `${count} lines`).toBe(last)
      expect(find(pages, /^Total$/m), `${count} lines`).toBe(last)
      pageCounts.add(pages.length)
    }
    expect(pageCounts.size).toBeGreaterThan(1)
  })

  it('keeps the head of a section with its first line, and its sum with the last', async () => {
    const places = new Set<string>()
    for (let first = 14; first <= 34; first += 1) {
      const quote = await newQuote(requestOf(50, [first, 50]))
      const pages = await pagesOf(createDocument(quote))
      const head = find(pages, /^Part 2$/m)
      expect(head, `${first} lines`).toBe(find(pages, new RegExp(`^Chair ${first + 1}$`, 'm')))
      const subtotal = find(pages, /^Subtotal: Part 1$/m)
      expect(subtotal, `${first} lines`).toBe(find(pages, new RegExp(`^Chair ${first}$`, 'm')))
      places.add(`${head} ${subtotal}`)
    }
    expect(places.size).toBeGreaterThan(1)
  })

  it('shows totals of documents without lines, and of those without positions', async () => {
    const document = createDocument(await newQuote(requestOf(3)))
    const [empty] = await pagesOf({ ...document, lines: [] })
    expect(empty).toContain('Total')
    const { position, ...columns } = document.columns
    const [page] = await pagesOf({ ...document, columns })
    expect(page).toMatch(/Chair 3[\s\S]*Total/)
  })

  it('shows the totals once if sections begin pages', async () => {
    const request = requestOf(4, [2, 4])
    const sections = request.sections?.map((section) => ({ ...section, page_break: true }))
    const pages = await pagesOf(
      createDocument(await newQuote({ ...request, ...(sections && { sections }) })),
    )
    expect(pages.filter((page) => /^Total$/m.test(page))).toHaveLength(1)
    expect(find(pages, /^Total$/m)).toBe(find(pages, /^Chair 4$/m))
  })

  it('creates a file if a line or the totals are longer than a page', async () => {
    const document = createDocument(await newQuote(requestOf(2)))
    const [line] = document.lines
    const [total] = document.totals
    if (line === undefined || total === undefined) throw new Error('no lines')
    const long = { ...line, description: 'words\n'.repeat(400) }
    const totals = Array.from({ length: 80 }, () => total)
    const pages = await pagesOf({ ...document, lines: [line, long], totals })
    expect(pages.length).toBeGreaterThan(4)
  })
})
