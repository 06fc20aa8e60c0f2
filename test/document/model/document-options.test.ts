import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../../src/document/model/document-options.js'
import { newQuote } from '../sample-quotes.js'

const quote = await newQuote()

function errorsOf(options: unknown): unknown {
  try {
    createDocument(quote, options as DocumentOptions)
    return undefined
  } catch (error) {
    return (error as { details?: { errors?: unknown } }).details?.errors
  }
}

describe('the options of documents', () => {
  it('are rejected with every error by its field', () => {
    const options = {
      locale: 'en_US',
      timeZone: 'Mars/Olympus',
      currency: 'eur',
      seller: 'Holz & Co',
      logo: { url: 'https://example.com/logo.png' },
      color: 'red',
      strings: { quote: 1, title: 'x' },
      terms: [1],
      footer: 'x'.repeat(501),
      priceSteps: 'yes',
      colour: '#000000',
    }
    expect(errorsOf(options)).toEqual({
      locale: expect.stringMatching(
        /^must be a BCP 47 language tag, such as en or de-AT, received the string /,
      ),
      timeZone: 'must be a time zone, such as Europe/Berlin',
      currency: 'must be three capital letters, such as EUR',
      seller: 'must be an array of strings',
      'logo.url': 'must be a data: URL of a PNG, JPEG, GIF, WebP or SVG file',
      'logo.alt': 'is required: what the picture shows',
      color: 'must be #rrggbb with a contrast of at least 4.5 on white, such as #1f3a5f',
      'strings.quote': 'must be a string',
      'strings.title': expect.stringMatching(/^is not a known field/),
      'terms[0]': 'must be a string',
      footer: 'must have at most 500 characters',
      priceSteps: 'must be true or false',
      colour: expect.stringMatching(/^is not a known field/),
    })
  })

  it.each([null, 5, 'de', [], () => ({})])('must be an object, not %j', (options) => {
    expect(errorsOf(options)).toEqual({ '': 'must be an object' })
  })

  it('are rejected if they cannot be read', () => {
    const options = {
      get locale() {
        throw new Error('unreadable')
      },
    }
    expect(errorsOf(options)).toEqual({ '': 'cannot be read' })
  })

  it.each([
    ['#777777', false],
    ['#767676', true],
    ['#ffffff', false],
    ['#000000', true],
    ['#AB1234', true],
    ['#1f3a5', false],
    ['#1f3a5f;}', false],
    ['#1f3a5f\n', false],
    [0x1f3a5f, false],
    [['#1f3a5f'], false],
  ])('have the color %j: %j', (color, isValid) => {
    expect(errorsOf({ color }) === undefined).toBe(isValid)
  })

  it.each([
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E', true],
    ['data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+', true],
    ['data:text/html,<script>', false],
    ['data:image/svg+xml,<svg onload="alert(1)">', false],
    ['javascript:alert(1)', false],
    ['https://example.com/logo.png', false],
    ['data:image/png;base64,', false],
  ])('have the logo %j: %j', (url, isValid) => {
    expect(errorsOf({ logo: { url, alt: '' } }) === undefined).toBe(isValid)
  })

  it('set what is not of the quote', () => {
    const logo = { url: 'data:image/png;base64,iVBORw0KGgo=', alt: 'Holz & Co' }
    const options = {
      locale: 'de-at',
      color: '#8A1C3B',
      strings: { quote: 'Offert', total: undefined },
      terms: ['Zahlbar sofort', ' '],
      footer: 'FN 12345',
      logo,
    }
    expect(createDocument(quote, options)).toMatchObject({
      lang: 'de-AT',
      heading: 'Offert',
      title: 'Offert',
      terms: ['Zahlbar sofort'],
      footer: 'FN 12345',
      color: '#8a1c3b',
      logo,
    })
    expect(createDocument(quote, options).totals.at(-1)?.label).toBe('Gesamtbetrag')
  })

  it('are read once per object', () => {
    let reads = 0
    const options = {
      get locale() {
        reads += 1
        return 'fr'
      },
    }
    const first = createDocument(quote, options)
    const readsOfFirst = reads
    expect(createDocument(quote, options)).toEqual(first)
    expect(reads).toBe(readsOfFirst)
  })

  it('are not mixed up with prototypes', () => {
    const options = JSON.parse('{"__proto__": {"locale": "de"}, "constructor": 1}')
    expect(errorsOf(options)).toMatchObject({
      constructor: expect.stringMatching(/^is not a known field/),
    })
    const strings = JSON.parse('{"toString": "x"}')
    expect(errorsOf({ strings })).toEqual({
      'strings.toString': expect.stringMatching(/^is not a known field/),
    })
  })
})
