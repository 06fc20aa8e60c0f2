import { describe, expect, it } from 'vitest'
import { renderFragment } from '../../src/document/html/render-fragment.js'
import { createDocument } from '../../src/document/model/create-document.js'
import { fill } from '../../src/document/model/document-strings.js'
import type { QuoteDocument } from '../../src/document/model/quote-document.js'
import { renderPdf } from '../../src/pdf/render-pdf.js'
import { shownText } from '../document/html/tags.js'
import { fullRequest, sentQuote } from '../document/sample-quotes.js'
import { noTools, textOf } from './pdf-tools.js'

const options = {
  seller: ['Holz & Co', 'Lindenallee 4'],
  contact: { name: 'Grace Hopper' },
  terms: ['Payment within 14 days.'],
  priceSteps: true,
  signatureLines: true,
}

/** Returns the text of a file without the title and the number in the margins of its pages. */
function withoutMargins(pdf: string, { title, labels }: QuoteDocument): string {
  const pages = pdf.split('\f').filter((page) => page.trim() !== '')
  const shown = pages.map((page, index) => {
    const values = { page: String(index + 1), pages: String(pages.length) }
    const body = page.replace(fill(labels.page, values), '')
    return index === 0 ? body : body.replace(title, '')
  })
  return shown.join('\n')
}

/** Returns the words of a text, sorted. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/[\s\u00a0\u202f]+/)
    .filter((word) => word !== '')
    .toSorted()
}

describe.skipIf(noTools)(`renderPdf beside renderHtml${noTools}`, () => {
  it.each(['en', 'de', 'fr'])(
    'has the same words, in the same order of parts, in %s',
    async (locale) => {
      const { quote } = await sentQuote({
        ...fullRequest,
        title: 'Chairs for the reading room',
        introduction: 'Dear Ada,',
        ship_to: { company: 'Yard', city: 'Wien', country: 'AT' },
        payment_terms: '30 days net',
      })
      const { labels, ...created } = createDocument(quote, { ...options, locale })
      const { carriedForward, broughtForward, ...own } = labels
      const document = { ...created, labels: own }
      const html = shownText(String(renderFragment(document)).replaceAll('<', ' <'))
      const pdf = textOf(await renderPdf(document))
      expect(wordsOf(withoutMargins(pdf, document))).toEqual(wordsOf(html))
      const parts = [
        ...(document.seller?.lines.slice(0, 1) ?? []),
        ...document.customer.lines.slice(0, 1),
        ...(document.subject === undefined ? [] : [document.subject]),
        'Dear Ada,',
        ...document.totals.slice(-1).map(({ label }) => `${label}`),
        '30 days net',
        'Payment within 14 days.',
        ...(document.signatureLines?.slice(0, 1) ?? []),
      ]
      for (const text of [html, pdf].map((each) => each.replaceAll(/\s+/g, ' '))) {
        let from = 0
        for (const part of parts) {
          const place = text.indexOf(part, from)
          expect(place, part).not.toBe(-1)
          from = place + part.length
        }
      }
    },
  )
})
