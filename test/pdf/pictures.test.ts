import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { renderPdf } from '../../src/pdf/render-pdf.js'
import { noFonts, pictureOf } from './pdf-tools.js'
import { sampleDocument, sampleLocales } from './sample-documents.js'

/** The share of pixels that another release of a font or of poppler may draw differently. */
const tolerance = 0.01

describe.skipIf(noFonts)(`renderPdf${noFonts}`, () => {
  it.each(sampleLocales)('looks like its picture in %s', async (lang) => {
    expectPicture(lang, await renderPdf(sampleDocument(lang)))
  })

  it('looks like its picture if it has many lines, on letter paper', async () => {
    expectPicture('long', await renderPdf(sampleDocument('en', 40), { paper: 'us-letter' }))
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
    expectPicture('wide', pdf)
  })
})

/** Compares the first page with a picture. UPDATE_PICTURES=1 writes it instead. */
function expectPicture(name: string, pdf: Uint8Array): void {
  const path = new URL(`pictures/${name}.png`, import.meta.url)
  const picture = pictureOf(pdf)
  if (process.env.UPDATE_PICTURES) writeFileSync(path, picture)
  expect(existsSync(path), `no picture ${name}: run with UPDATE_PICTURES=1`).toBe(true)
  const actual = PNG.sync.read(picture)
  const expected = PNG.sync.read(readFileSync(path))
  const { width, height } = expected
  expect([actual.width, actual.height]).toEqual([width, height])
  const different = pixelmatch(actual.data, expected.data, undefined, width, height)
  expect(different / (width * height)).toBeLessThan(tolerance)
}
