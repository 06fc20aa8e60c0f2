import { describe, expect, it } from 'vitest'
import type { QuoteDocument } from '../../src/document/model/quote-document.js'
import { renderPdf } from '../../src/pdf/render-pdf.js'
import { infoOf, metadataOf, noTools, structureOf, textOf, wordsOf } from './pdf-tools.js'
import { sampleDocument, sampleLocales } from './sample-documents.js'

const document = sampleDocument()

/** Values that are code of the template's language, or break out of it. */
const hostile = [
  '#panic("code")',
  '$ x^2 $',
  '*bold* _emphasis_',
  '@label <label>',
  'a \\ b \\u{41}',
  'a ] } ) b [ { ( c',
  '`raw` ```raw```',
  '// comment /* comment */',
  '" + panic() + "',
  '= Heading',
  '<script>alert(1)</script>',
  '__proto__ constructor',
]

describe('renderPdf', () => {
  it('returns a PDF file', async () => {
    const pdf = await renderPdf(document)
    expect(pdf).toBeInstanceOf(Uint8Array)
    expect(Buffer.from(pdf.subarray(0, 8)).toString()).toBe('%PDF-1.7')
  })

  it('returns the same bytes for the same document', async () => {
    const [first, second] = await Promise.all([renderPdf(document), renderPdf(document)])
    expect(Buffer.compare(first, second)).toBe(0)
  })

  it('creates the files of concurrent calls, each for its document', async () => {
    const titles = Array.from({ length: 8 }, (_, index) => `Quote ${index}`)
    const files = await Promise.all(titles.map((title) => renderPdf({ ...document, title })))
    for (const [index, pdf] of files.entries())
      expect(Buffer.from(pdf).toString('latin1')).toContain(`(Quote ${index})`)
  })

  it.each(hostile.map((value) => [value]))('shows %s as text', async (value) => {
    const pdf = await renderPdf(everywhere(value))
    expect(pdf.length).toBeGreaterThan(1_000)
    if (noTools) return
    // The tool that reads the file drops spaces beside brackets.
    const found = withoutSpaces(textOf(pdf)).split(withoutSpaces(value)).length - 1
    expect(found).toBeGreaterThan(15)
  })

  it.each([
    ['control characters', '\0\x01\x1b[31m\x7f\x85'],
    ['a lone surrogate', 'a\ud800b'],
    ['unbalanced marks of direction', '\u202e\u2069\u2066\u202d\u202c'],
    ['line breaks', 'a\r\nb\n\n\u2028c\t'],
    ['no characters', ''],
    ['a long word', 'x'.repeat(10_000)],
    ['a long description', 'words '.repeat(5_000)],
  ])('creates a file if every value has %s', async (_, value) => {
    const long = value.length > 1_000
    const pdf = await renderPdf(long ? withDescription(value) : everywhere(value))
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/pdfuaid:part/)
  })

  it('creates a file of 1,000 lines', async () => {
    const pdf = await renderPdf(sampleDocument('en', 1_000))
    expect(pdf.length).toBeGreaterThan(100_000)
    if (!noTools) expect(textOf(pdf)).toContain('OAK-1999')
  })

  it('creates a file without optional parts', async () => {
    const { seller, logo, footer, acceptance, ...others } = document
    const pdf = await renderPdf({ ...others, lines: [], totals: [], terms: [], facts: [] })
    expect(pdf.length).toBeGreaterThan(1_000)
  })
})

describe.skipIf(noTools)(`the file of renderPdf${noTools}`, () => {
  it('says where the goods go below the customer', async () => {
    const shipTo = { heading: 'Deliver to', lines: ['Yard 7', 'Vienna'] }
    const text = textOf(await renderPdf({ ...document, shipTo }))
    for (const shown of ['Deliver to', 'Yard 7', 'Vienna']) expect(text).toContain(shown)
  })

  it('has the subject, the introduction and all terms in the order of reading', async () => {
    const text = textOf(
      await renderPdf({
        ...document,
        subject: 'Office of Ada',
        introduction: ['Dear Ada,', 'as\ndiscussed:'],
        conditions: [{ heading: 'Terms of payment', paragraphs: ['Net 30'] }],
      }),
    )
    const { customer, columns, labels } = document
    const order = [customer.heading, 'Office of Ada', 'Dear Ada,', 'as\ndiscussed:', columns.item]
    const places = [...order, 'Terms of payment', 'Net 30', `\n${labels.terms}\n`].map((shown) =>
      text.indexOf(shown),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((first, second) => first - second))
  })

  it.each(sampleLocales)('conforms to PDF/UA-1 in %s', async (lang) => {
    const pdf = await renderPdf(sampleDocument(lang))
    expect(metadataOf(pdf)).toContain('<pdfuaid:part>1</pdfuaid:part>')
    const info = infoOf(pdf)
    expect(info).toMatch(/Tagged: +yes/)
    expect(info).toContain(sampleDocument(lang).title)
    const [language = ''] = lang.split('-')
    expect(Buffer.from(pdf).toString('latin1')).toContain(`/Lang (${language}`)
  })

  it('has the date, the seller, the number and the seal in its metadata', async () => {
    const info = infoOf(await renderPdf(document))
    expect(info).toMatch(/CreationDate: +Sun Nov 22 .*2026/)
    expect(info).toMatch(/Author: +Lovelace Furniture Ltd\./)
    expect(info).toContain(`Q-00012, ${'a'.repeat(64)}`)
  })

  it('tags headings, the table with its headers, and the logo', async () => {
    const structure = structureOf(await renderPdf(document))
    for (const tag of ['H1', 'H2', 'Table', 'TH', 'TR', 'TD', 'Figure'])
      expect(structure).toMatch(new RegExp(`^ *${tag}\\b`, 'm'))
  })

  it.each(sampleLocales)('has its text in the order of reading in %s', async (lang) => {
    const sample = sampleDocument(lang)
    // The tool that reads the file sets spaces between ideographs and digits.
    const text = withoutSpaces(textOf(await renderPdf(sample)))
    // These have no ligatures of Arabic, whose letters the tool turns around.
    const { heading, columns, labels, acceptance } = sample
    const order = [heading, columns.unitPrice ?? '', labels.terms, acceptance?.heading ?? '']
    const positions = order.map((value) => text.indexOf(withoutSpaces(value)))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((first, second) => first - second))
  })

  it('has Arabic words in the order in which they are read', async () => {
    const text = textOf(await renderPdf(sampleDocument('ar')))
    expect(text).toContain('كرسي من خشب البلوط')
    expect(text).toContain('12 King Faisal St.')
  })

  it('has numbers of telephones in their order in Arabic', async () => {
    const numbers = ['+971 4 555 0100', '2026 77 1', '(04) 555-0100']
    const customer = { heading: 'إلى', lines: numbers }
    const text = textOf(await renderPdf({ ...sampleDocument('ar'), customer }))
    for (const number of numbers) expect(text).toContain(number)
  })

  it.each(['ar', 'en'])('has the decimals of a column below each other in %s', async (lang) => {
    const { lines, ...others } = sampleDocument(lang)
    const euros = new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR' })
    const totals = [1, 22_222.5, 333].map((value) => euros.format(value))
    const shown = totals.map((total, index) => ({ ...lines[0], key: `${index}`, total }))
    const words = wordsOf(await renderPdf({ ...others, lines: shown } as QuoteDocument))
    const ends = totals.map((total) => {
      const digits = /[\d,]+\.\d\d/.exec(total)?.[0] ?? ''
      return words.find(({ text }) => text.includes(digits))?.right
    })
    expect(ends[0]).toBeGreaterThan(0)
    for (const end of ends) expect(end).toBeCloseTo(ends[0] ?? 0, 0)
  })

  it('shows the list price and the percentage where no unit price leads to the amount', async () => {
    const sample = sampleDocument()
    const [line] = sample.lines as [QuoteDocument['lines'][number]]
    const { unitPrice: _, ...others } = line
    const reduced = {
      ...others,
      listPrice: '€12.35',
      discount: 'Discount (7.5%)',
      total: '€456.95',
    }
    const columns = { ...sample.columns, listPrice: 'List price' }
    const mixed = { ...sample, columns, lines: [reduced, { ...line, unitPrice: '€11.11' }] }
    const text = textOf(await renderPdf(mixed))
    for (const shown of ['€12.35', 'Discount (7.5%)', '€456.95', 'Unit price', '€11.11'])
      expect(text).toContain(shown)
    const { unitPrice: __, ...without } = columns
    const alone = textOf(await renderPdf({ ...sample, columns: without, lines: [reduced] }))
    expect(alone).not.toContain('Unit price')
    expect(alone).toContain('€12.35')
  })

  it('repeats the header of the table, and numbers the pages', async () => {
    const text = textOf(await renderPdf(sampleDocument('en', 60)))
    const pages = text.split('\f').filter((page) => page !== '')
    expect(pages.length).toBeGreaterThan(2)
    expect(text.match(/^Unit price$/gm)?.length).toBeGreaterThan(pages.length - 2)
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  })

  it.each([0, 1, 2])('begins a page with the section that says so, as line %i', async (place) => {
    const heading = {
      key: 'b',
      type: 'section',
      name: 'Worktops',
      quantity: '',
      total: '',
    } as const
    const lines = document.lines
      .slice(0, 3)
      .map((line, index) => ({ ...line, name: `Item ${index}` }))
    const broken = lines.toSpliced(place, 0, { ...heading, pageBreak: true })
    const pages = textOf(await renderPdf({ ...document, lines: broken })).split('\f')
    const [before = '', after = ''] = pages
    expect(before.match(/Item \d/g) ?? []).toHaveLength(place)
    // The tool reads the columns of some tables one after the other.
    expect(after.match(/Item \d|Worktops/g)?.sort()).toEqual([
      ...lines.slice(place).map(({ name }) => name),
      'Worktops',
    ])
    // With the header of the table, and in the same columns.
    expect(after).toContain(document.columns.total)
  })

  it('uses A4 by default, and letter paper by option', async () => {
    expect(infoOf(await renderPdf(document))).toMatch(/Page size: .*A4/)
    expect(infoOf(await renderPdf(document, { paper: 'us-letter' }))).toMatch(/Page size: .*letter/)
  })
})

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Returns a document with the same value in every string that is shown. */
function everywhere(value: string): QuoteDocument {
  const facts = [{ label: value, value }]
  const party = { heading: value, lines: [value, value] }
  const line = { key: value, name: value, sku: value, description: value, note: value }
  const amounts = { quantity: value, listPrice: value, unitPrice: value, total: value }
  return {
    ...document,
    title: value || 'Quote',
    heading: value || 'Quote',
    notice: value,
    facts,
    seller: party,
    customer: party,
    columns: { item: value, ...amounts },
    lines: [{ ...line, ...amounts, steps: facts }],
    totals: [{ type: 'total', label: value, amount: value }],
    subject: value,
    introduction: [value],
    conditions: [{ heading: value, paragraphs: [value] }],
    terms: [value],
    acceptance: { heading: value || 'Acceptance', facts },
    footer: value,
    logo: { url: document.logo?.url ?? '', alt: value },
  }
}

function withDescription(description: string): QuoteDocument {
  return { ...document, lines: document.lines.map((line) => ({ ...line, description })) }
}
