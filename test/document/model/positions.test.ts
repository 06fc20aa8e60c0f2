import { describe, expect, it } from 'vitest'
import { renderHtml } from '../../../src/document/html/render-html.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import { renderPdf } from '../../../src/pdf/render-pdf.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { noTools, textOf } from '../../pdf/pdf-tools.js'
import { newQuote } from '../sample-quotes.js'

const line = (name: string, section?: string) => ({
  name,
  price: '10.00',
  qty: 1,
  ...(section !== undefined && { section }),
})
const request: CreateQuoteRequest = {
  customer: {},
  currency: 'EUR',
  sections: [
    { key: 'a', title: 'Workshop' },
    { key: 'b', title: 'Empty' },
    { key: 'c', title: 'Service', show: 'total' },
    { key: 'd', title: 'Supplies', show: 'lines' },
  ],
  products: [
    line('Glue', 'd'),
    line('Van'),
    line('Drill', 'a'),
    line('Bench', 'a'),
    line('Repair', 'c'),
    line('Nails', 'd'),
  ],
}
const positionsIn = async (locale: string) =>
  createDocument(await newQuote(request), { locale }).lines.map(({ position, name }) => [
    position,
    name,
  ])

describe('createDocument of positions', () => {
  it('numbers lines in their order', async () => {
    const products = Array.from({ length: 1_001 }, (_, index) => line(`Line ${index}`))
    const { lines } = createDocument(
      await newQuote({ customer: {}, products: products.slice(0, 3) }),
    )
    expect(lines.map(({ position }) => position)).toEqual(['1', '2', '3'])
  })

  it('numbers sections after the lines without one, and lines within their section', async () => {
    expect(await positionsIn('en')).toEqual([
      ['1', 'Van'],
      ['2', 'Workshop'],
      ['2.1', 'Drill'],
      ['2.2', 'Bench'],
      [undefined, 'Subtotal: Workshop'],
      ['3', 'Empty'],
      ['4', 'Service'],
      ['5', 'Supplies'],
      ['5.1', 'Glue'],
      ['5.2', 'Nails'],
      [undefined, 'Subtotal: Supplies'],
    ])
  })

  it('writes them in the digits of the language', async () => {
    expect((await positionsIn('ar-EG')).slice(0, 3)).toEqual([
      ['١', 'Van'],
      ['٢', 'Workshop'],
      ['٢.١', 'Drill'],
    ])
  })

  it('has a heading of the column in every language', async () => {
    const quote = await newQuote(request)
    const headings = ['en', 'de', 'fr', 'ja', 'zh', 'ar'].map(
      (locale) => createDocument(quote, { locale }).columns.position,
    )
    expect(headings).toEqual(['No.', 'Pos.', 'N°', 'No.', '序号', 'م'])
  })

  it('is shown in a column of its own in HTML', async () => {
    const html = renderHtml(createDocument(await newQuote(request)))
    expect(html).toContain('<th scope="col" class="doc-position">No.</th>')
    expect(html).toMatch(
      /<td class="doc-position"><bdi>2\.1<\/bdi><\/td>\s*<th scope="row"><bdi class="doc-name">Drill/,
    )
    expect(html.match(/<td class="doc-position">/g)).toHaveLength(11)
  })

  it.skipIf(noTools)(`is shown in a column of its own in PDF files${noTools}`, async () => {
    const document = createDocument(await newQuote(request))
    expect(textOf(await renderPdf(document))).toMatch(/2\.1\s+Drill[\s\S]*5\.2\s+Nails/)
    const { position, ...columns } = document.columns
    const without = textOf(await renderPdf({ ...document, columns }))
    expect(without).not.toContain('2.1')
    expect(without).toContain('Drill')
  })
})

describe('createDocument of facts', () => {
  const customer = { name: 'Ada', city: 'Berlin', country: 'DE', tax_id: ' DE123 ' }

  it('shows the tax id of the customer below the address', async () => {
    const shown = async (options: object, tax_id = customer.tax_id) => {
      const quote = await newQuote({ ...request, customer: { ...customer, tax_id } })
      return createDocument(quote, options).customer.facts
    }
    expect(await shown({})).toEqual([{ label: 'Tax ID', value: 'DE123' }])
    expect(await shown({ locale: 'de' })).toEqual([{ label: 'USt-IdNr.', value: 'DE123' }])
    const own = { customer: { tax_id: { label: 'VAT number' } } }
    expect(await shown({ fields: own })).toEqual([{ label: 'VAT number', value: ' DE123 ' }])
    const unnamed = { customer: { tax_id: {} } }
    expect(await shown({ fields: unnamed })).toBeUndefined()
    expect(await shown({}, ' ')).toBeUndefined()
  })

  it('shows the reference of the customer once it is accepted', async () => {
    const { acceptedQuote } = await import('../sample-quotes.js')
    const quote = await acceptedQuote()
    expect(createDocument(quote).facts).toContainEqual({
      label: 'Your reference',
      value: 'PO-4711',
    })
    const { facts } = createDocument({ ...quote, revision: 2 })
    expect(facts.map(({ label }) => label)).not.toContain('Your reference')
  })
})
