import { describe, it } from 'vitest'
import { renderPdf } from '../../src/pdf/render-pdf.js'
import { expectPicture } from '../setup/pictures.js'
import { noFonts, pictureOf } from './pdf-tools.js'
import { sampleDocument, sampleLocales } from './sample-documents.js'

/** The share of pixels that another release of a font or of poppler may draw differently. */
const tolerance = 0.01

describe.skipIf(noFonts)(`renderPdf${noFonts}`, () => {
  it.each(sampleLocales)('looks like its picture in %s', async (lang) => {
    expectPage(lang, await renderPdf(sampleDocument(lang)))
  })

  it('looks like its picture if it has many lines, on letter paper', async () => {
    expectPage('long', await renderPdf(sampleDocument('en', 40), { paper: 'us-letter' }))
  })

  it('looks like its picture if words and amounts are long', async () => {
    const { lines, totals, ...document } = sampleDocument('de')
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(6)
    const amount = '123.456.789.012.345.678,90 €'
    const pdf = await renderPdf({
      ...document,
      notice: 'Dies ist ein Entwurf.',
      customer: { heading: 'Für', lines: [word, `https://example.com/${'path/'.repeat(20)}`] },
      lines: lines.map((line) => ({ ...line, name: word, unitPrice: amount, total: amount })),
      totals: totals.map((total) => ({ ...total, amount })),
    })
    expectPage('wide', pdf)
  })
})

/** Compares the first page with a picture. */
function expectPage(name: string, pdf: Uint8Array): void {
  expectPicture(`test/pdf/pictures/${name}.png`, pictureOf(pdf), tolerance)
}
