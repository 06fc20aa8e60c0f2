import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { createDocument } from '../../src/document/model/create-document.js'
import { renderPdf } from '../../src/pdf/render-pdf.js'
import { newQuote } from '../document/sample-quotes.js'
import { noTools, pictureOf } from './pdf-tools.js'

const dotsPerInch = 200

/** Returns the rows of pixels that are as gray as a rule, at a distance from the left in mm. */
function rulesAt(picture: PNG, millimeters: number): readonly number[] {
  const x = Math.round((millimeters / 25.4) * dotsPerInch)
  const isRule = (y: number) => {
    const at = (y * picture.width + x) * 4
    return (picture.data[at] ?? 255) < 235 && (picture.data[at + 2] ?? 255) > 200
  }
  return Array.from({ length: picture.height * 0.6 }, (_, y) => y).filter(isRule)
}

it.skipIf(noTools).each(['en', 'ar'])(
  `renderPdf draws the rules above sums and totals over all columns, in %s${noTools}`,
  async (locale) => {
    const line = { name: 'Oak chair', price: '10', qty: 1, section: 'a' }
    const quote = await newQuote({
      customer: {},
      sections: [{ key: 'a', title: 'Seats' }],
      products: [line, { ...line, note: 'Oiled' }],
    })
    const picture = PNG.sync.read(
      pictureOf(await renderPdf(createDocument(quote, { locale })), dotsPerInch),
    )
    // Beside the numbers, and between the names and the amounts.
    const [position, between] = locale === 'ar' ? [185.5, 130] : [24.5, 80]
    const rules = rulesAt(picture, between)
    expect(rules.length).toBeGreaterThanOrEqual(4)
    expect(rulesAt(picture, position)).toEqual(rules)
  },
)
