import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createUblQuotation } from '../../../src/document/index.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { taxTable } from '../../../src/tax/tax-table.js'
import { customer, sentQuote } from '../sample-quotes.js'
import { createPartValidator, stringsAt } from './xsd.js'

const components = [
  { id: 1, qty: 1 },
  { id: 2, qty: 2 },
]
const products = [
  { id: 1, name: 'Book', price: '30.00', taxCode: 'books' },
  { id: 2, name: 'Disc', price: '35.00', sku: 'D-2', unit: 'piece' },
  { id: 9, name: 'Course', price: '90.00', components },
]
const tax = taxTable([
  { tax: 'VAT', name: 'VAT 19 %', country: 'DE', rate: 19, shipping: true },
  { tax: 'VAT', name: 'VAT 7 %', country: 'DE', rate: 7, taxCode: 'books' },
])

const validate = createPartValidator()

async function write(request: Partial<CreateQuoteRequest>, options: object = { tax }) {
  const { quote } = await sentQuote(
    { customer, currency: 'EUR', products: [{ id: 9, qty: 3 }], ...request },
    { catalog: memoryCatalog({ 'store-1': products }), ...options },
  )
  const xml = createUblQuotation({ quoteId: 'q', quote }, { seller: { company: 'Seller' } })
  expect(validate(xml)).toEqual([])
  return { quote, at: (path: string) => stringsAt(xml, path) }
}

const item = '//cac:LineItem'

describe('createUblQuotation and bundles', () => {
  it('writes a line for each tax code, with its components as properties', async () => {
    const { at } = await write({ discounts: [{ type: 'percent', value: 10 }] })
    expect(at(`${item}/cbc:ID`)).toEqual(['1-1/1', '1-1/2'])
    expect(at(`${item}/cbc:Quantity`)).toEqual(['3', '3'])
    expect(at(`${item}/cbc:LineExtensionAmount`)).toEqual(['81.00', '189.00'])
    expect(at(`${item}/cac:Price/cbc:PriceAmount`)).toEqual(['81.00', '189.00'])
    expect(at(`${item}/cac:Price/cbc:BaseQuantity`)).toEqual(['3', '3'])
    expect(at(`${item}//cac:ClassifiedTaxCategory/cbc:Percent`)).toEqual(['7', '19'])
    expect(at(`${item}//cac:AdditionalItemProperty/cbc:Name`)).toEqual(['Book', 'Disc (D-2)'])
    expect(at(`${item}//cac:AdditionalItemProperty/cbc:Value`)).toEqual(['3', '6\u00a0pieces'])
    expect(at('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')).toEqual(['72.90', '170.10'])
    expect(at('cac:AllowanceCharge/cbc:Amount')).toEqual(['8.10', '18.90'])
  })

  it('writes one line without taxes, whatever the tax codes are', async () => {
    const { at } = await write({}, { tax: undefined })
    expect(at(`${item}/cbc:ID`)).toEqual(['1-1'])
    expect(at(`${item}/cac:Price/cbc:PriceAmount`)).toEqual(['90.00'])
    expect(at(`${item}//cac:AdditionalItemProperty/cbc:Name`)).toEqual(['Book', 'Disc (D-2)'])
  })

  it('writes prices that contain taxes without them', async () => {
    const { at, quote } = await write({}, { tax, pricing: { pricesIncludeTax: () => true } })
    expect(quote.amounts?.total).toBe('270.00')
    expect(at(`${item}/cbc:LineExtensionAmount`)).toEqual(['75.70', '158.82'])
    expect(at('cac:QuotedMonetaryTotal/cbc:PayableAmount')).toEqual(['270.00'])
  })

  it('writes a bundle that can be chosen instead beside the first line of what is proposed', async () => {
    const { at } = await write({
      choices: [{ key: 'kind', title: 'Kind' }],
      products: [
        { id: 9, qty: 1, choice: 'kind', selected: true },
        { id: 9, qty: 2, choice: 'kind' },
        { id: 2, qty: 1, choice: 'kind' },
      ],
    })
    expect(at('cac:QuotationLine/cbc:ID')).toEqual(['1-1/1', '1-1/2'])
    const alternatives = (index: number) =>
      at(`cac:QuotationLine[${index}]/cac:AlternativeLineItem/cbc:ID`)
    expect(alternatives(1)).toEqual(['1-2/1', '1-2/2', '1-3'])
    expect(alternatives(2)).toEqual([])
  })
})
