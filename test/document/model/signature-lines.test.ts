import { describe, expect, it } from 'vitest'
import { renderHtml } from '../../../src/document/html/render-html.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import { renderPdf } from '../../../src/pdf/render-pdf.js'
import { noTools, textOf } from '../../pdf/pdf-tools.js'
import { acceptedQuote, fullRequest, newQuote, sentQuote } from '../sample-quotes.js'

const signatureLines = true

describe('createDocument with signatureLines', () => {
  it.each([
    ['en', ['Place, date', 'Signature, Analytical Engines GmbH']],
    ['de', ['Ort, Datum', 'Unterschrift, Analytical Engines GmbH']],
    ['fr', ['Lieu, date', 'Signature, Analytical Engines GmbH']],
    ['ja', ['場所・日付', '署名（Analytical Engines GmbH）']],
    ['zh', ['地点、日期', '签名（Analytical Engines GmbH）']],
    ['ar', ['المكان والتاريخ', 'التوقيع، Analytical Engines GmbH']],
  ])('shows lines to sign on, in %s', async (locale, expected) => {
    const { quote } = await sentQuote()
    expect(createDocument(quote, { locale, signatureLines }).signatureLines).toEqual(expected)
  })

  it('names the person, or nothing, if there is no company', async () => {
    const labelOf = async (customer: object) => {
      const { quote } = await sentQuote({ ...fullRequest, customer: { ...customer } })
      return createDocument(quote, { signatureLines }).signatureLines?.[1]
    }
    expect(await labelOf({ name: '\u202eAda' })).toBe('Signature, Ada')
    expect(await labelOf({})).toBe('Signature')
  })

  it('shows none of a draft, of an accepted quote, and without the option', async () => {
    const { quote } = await sentQuote()
    for (const each of [await newQuote(), await acceptedQuote()])
      expect(createDocument(each, { signatureLines })).not.toHaveProperty('signatureLines')
    expect(createDocument(quote)).not.toHaveProperty('signatureLines')
  })

  it('rejects what is neither true nor false', async () => {
    const { quote } = await sentQuote()
    const options = { signatureLines: 'yes' } as unknown as { signatureLines: boolean }
    expect(() => createDocument(quote, options)).toThrow('signatureLines must be true or false')
  })

  it('is in HTML, as text', async () => {
    const customer = { company: '<b>Oak</b>' }
    const { quote } = await sentQuote({ ...fullRequest, customer })
    expect(renderHtml(createDocument(quote, { signatureLines }))).toContain(
      '<p><bdi>Signature, &lt;b&gt;Oak&lt;/b&gt;</bdi></p>',
    )
  })

  it.skipIf(noTools)(`is in PDF files${noTools}`, async () => {
    const { quote } = await sentQuote()
    const text = textOf(await renderPdf(createDocument(quote, { signatureLines })))
    expect(text).toContain('Place, date')
    expect(text).toContain('Signature, Analytical Engines GmbH')
  })
})
