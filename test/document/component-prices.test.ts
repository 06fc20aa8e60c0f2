import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import { createUblQuotation } from '../../src/document/ubl/create-ubl-quotation.js'
import { exportQuotes } from '../../src/files/index.js'
import { createMail } from '../../src/mail/create-mail.js'
import { createPdfRenderer } from '../../src/pdf/index.js'
import type { SectionRequest } from '../../src/quote/model/choice-fields.js'
import type { ComponentPrices } from '../../src/quote/model/component-fields.js'
import { taxTable } from '../../src/tax/tax-table.js'
import { buyer, links, samplePage, seller } from '../customer-page/sample-page.js'
import { noTools, textOf } from '../pdf/pdf-tools.js'

/** Prices that nothing else in these quotes has. */
const [price, other] = ['17.77', '1234.59']
const secrets = /17[.,]77|1[,.\s]?234[.,]59|1777|123459/

const products = [
  { id: 'part', name: 'Hidden hinge', price, taxCode: 'books', sku: 'HH' },
  { id: 'other', name: 'Other part', price: other, unit: 'm' },
  {
    id: 'set',
    name: 'Cupboard',
    price: '99.00',
    components: [
      { id: 'part', qty: 2 },
      { id: 'other', qty: 0.5 },
    ],
  },
]

/** Columns that a file has only if they are named. */
const fileColumns = ['quoteId', 'products.components', 'products.tax_shares', 'taxes']

const rates = taxTable([
  { tax: 'VAT', name: 'VAT 19 %', country: 'DE', rate: 19, shipping: true },
  { tax: 'VAT', name: 'VAT 7 %', country: 'DE', rate: 7, taxCode: 'books' },
])

/** Returns all that a customer gets of an offer with a bundle in a section. */
async function everything(componentPrices: ComponentPrices, show: SectionRequest['show']) {
  const priced = products.map((each) => (each.id === 'set' ? { ...each, componentPrices } : each))
  const page = samplePage({}, { catalog: memoryCatalog({ s: priced }), tax: rates })
  const record = await page.send({
    customer: { name: 'Ada', country: 'DE', email: 'ada@shop.example' },
    sections: [{ key: 'a', title: 'Furniture', show }],
    products: [
      { id: 'set', qty: 3, section: 'a' },
      { name: 'Assembly', price: '20.00', qty: 1, section: 'a' },
    ],
  })
  const { quoteId, quote } = record
  const document = createDocument(quote)
  const { mail } = createMail(record, 'offer', { to: 'ada@shop.example' })
  const shownPage = await page.get(links.createUrl(record))
  expect(shownPage.status).toBe(200)
  const history = await page.engine.listHistory(buyer, quoteId)
  const file = [] as string[]
  for await (const chunk of exportQuotes(page.engine, seller, {
    format: 'csv',
    rows: 'lines',
    columns: fileColumns,
  }))
    file.push(String(chunk))
  return {
    document,
    data: {
      json: JSON.stringify([await page.engine.getQuote(buyer, quoteId), history]),
      csv: file.join(''),
    },
    shown: {
      document: JSON.stringify(document),
      html: renderHtml(document),
      mail: JSON.stringify(mail),
      page: shownPage.text,
      ubl: createUblQuotation(record, { seller: { company: 'Shop' } }),
    },
  }
}

const views = ['prices', 'lines', 'total'] as const

describe('prices of components that are hidden', () => {
  it.each(views)('are nowhere, in a section that shows %s', async (show) => {
    const { shown, data } = await everything('hidden', show)
    for (const [name, content] of Object.entries({ ...shown, ...data }))
      expect([name, secrets.exec(content)?.[0]]).toEqual([name, undefined])
  })

  it.skipIf(noTools)('are in no text of a PDF file', async () => {
    const { document } = await everything('hidden', 'prices')
    const renderer = await createPdfRenderer()
    try {
      const text = textOf(await renderer.render(document))
      expect(text).toContain('Hidden hinge')
      expect(text).not.toMatch(secrets)
    } finally {
      await renderer.close()
    }
  })
})

describe('prices of components that are shown', () => {
  it.each(['lines', 'total'] as const)('are not, in a section that shows %s', async (show) => {
    const { shown } = await everything('shown', show)
    for (const [name, content] of Object.entries(shown))
      expect([name, secrets.exec(content)?.[0]]).toEqual([name, undefined])
  })

  it('are beside the quantities of all of the line', async () => {
    const { document, shown } = await everything('shown', 'prices')
    expect(document.lines[1]?.components).toEqual([
      { name: 'Hidden hinge', sku: 'HH', quantity: '6', unitPrice: '€17.77' },
      { name: 'Other part', quantity: '1.5\u00a0m', unitPrice: '€1,234.59' },
    ])
    for (const name of ['html', 'mail', 'page'] as const)
      expect([name, shown[name].includes('6 × €17.77')]).toEqual([name, true])
    // An element of UBL has what the parts are, and none has a price for them.
    expect(shown.ubl).not.toMatch(secrets)
  })

  it('are beside a line whose price is their sum', async () => {
    const { document } = await everything('summed', 'prices')
    expect(document.lines[1]).toMatchObject({ unitPrice: '€652.835', total: '€1,958.51' })
  })
})
