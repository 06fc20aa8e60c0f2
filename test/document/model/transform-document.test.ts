import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createDocument, type QuoteDocument, renderHtml } from '../../../src/document/index.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { acceptedQuote, newQuote } from '../sample-quotes.js'

const context = { storeId: 's' }
const engine = createQuoteEngine({
  storage: memoryStorage(),
  catalog: memoryCatalog({ s: [{ id: 1, name: 'Oak chair', price: '80.00', salePrice: '70.00' }] }),
  currency: 'EUR',
})
const { quoteId } = await engine.createQuote(context, {
  customer: { name: 'Ada' },
  products: [{ id: 1, qty: 12 }],
  discounts: [{ type: 'percent', value: '10' }],
})
const { quote } = await engine.getQuote(context, quoteId)
const shown = (transform: (document: QuoteDocument) => unknown) =>
  createDocument(quote, { transform: transform as never })
const errorOf = (transform: (document: QuoteDocument) => unknown) => {
  try {
    shown(transform)
  } catch (error) {
    return error
  }
  return undefined
}

describe('the option transform', () => {
  it('renames headings, adds facts and leaves out columns, in what is rendered', () => {
    const document = shown((given) => ({
      ...given,
      heading: 'Proposal',
      facts: [...given.facts, { label: 'Project', value: '<Library>' }],
      columns: { item: 'What', quantity: 'Pieces', total: given.columns.total },
      lines: given.lines.map(({ listPrice: _, unitPrice: __, ...line }) => line),
      totals: given.totals.map((row) => ({ ...row, label: row.label.toUpperCase() })),
    }))
    const html = renderHtml(document)
    for (const text of ['Proposal', 'Project', '&lt;Library&gt;', 'Pieces', 'TOTAL'])
      expect(html).toContain(text)
    expect(html).not.toContain('80.00')
  })

  it('receives the document and the quote, and changes nothing if it returns the document', async () => {
    for (const each of [await newQuote(), await acceptedQuote(), quote]) {
      const plain = createDocument(each)
      const transform = (document: QuoteDocument, given: unknown) => {
        expect(given).toBe(each)
        return document
      }
      expect(createDocument(each, { transform })).toEqual(plain)
    }
  })

  it.each<[string, (document: QuoteDocument) => unknown]>([
    ['transform', () => undefined],
    ['transform', () => '<html>'],
    ['transform', async (given) => given],
    ['transform.heading', (given) => ({ ...given, heading: 1 })],
    ['transform.headline', (given) => ({ ...given, headline: 'x' })],
    ['transform.facts[0].value', (given) => ({ ...given, facts: [{ label: 'a', value: 2 }] })],
    ['transform.color', (given) => ({ ...given, color: '#ffffff' })],
    [
      'transform.logo.url',
      (given) => ({ ...given, logo: { url: 'https://a.example/a.png', alt: '' } }),
    ],
    [
      'transform.totals[0].amount',
      (given) => ({
        ...given,
        totals: given.totals.map((row, at) => (at === 0 ? { ...row, amount: '€1.00' } : row)),
      }),
    ],
    [
      'transform.lines[0].total',
      (given) => ({
        ...given,
        lines: given.lines.map((line) => ({ ...line, total: '€1.00' })),
      }),
    ],
    [
      'transform.lines[0].quantity',
      (given) => ({
        ...given,
        lines: given.lines.map((line) => ({ ...line, quantity: '13' })),
      }),
    ],
    ['transform.lines[0].key', (given) => ({ ...given, lines: [] })],
    [
      'transform.identity.date',
      (given) => ({ ...given, identity: { ...given.identity, date: 1 } }),
    ],
    [
      'transform.totals[0].amount',
      (given) => {
        for (const row of given.totals) Object.assign(row, { amount: '€1.00' })
        return given
      },
    ],
  ])('rejects at %s what %s returns', (path, transform) => {
    expect(errorOf(transform)).toMatchObject({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
  })

  it('rejects a total that is left out or added', () => {
    const less = errorOf((given) => ({ ...given, totals: given.totals.slice(1) }))
    const more = errorOf((given) => ({ ...given, totals: [...given.totals, ...given.totals] }))
    for (const error of [less, more]) expect(error).toMatchObject({ code: 'invalid_options' })
  })

  it('throws what the function throws, and rejects what is no function', () => {
    const down = new Error('down')
    expect(
      errorOf(() => {
        throw down
      }),
    ).toBe(down)
    expect(() => createDocument(quote, { transform: 'x' as never })).toThrow('transform')
  })
})
