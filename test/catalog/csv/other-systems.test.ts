import { describe, expect, it } from 'vitest'
import { type CsvCatalogOptions, csvCatalog } from '../../../src/catalog/csv/index.js'

/** Small files as other systems write them, and what they mean. */
const files: readonly {
  readonly system: string
  readonly lines: readonly string[]
  readonly options: CsvCatalogOptions
  readonly products: readonly object[]
  readonly skipped: readonly number[]
}[] = [
  {
    system: 'WooCommerce, with a parent that has no price and a sale price of 0',
    lines: [
      '\ufeffID,Type,SKU,Name,"Tax class","Sale price","Regular price"',
      '7,simple,D-1,"Desk, oak",,0,180',
      '8,variable,C,Chair,,,',
      '9,variation,C-1,"Chair - Ash",,72.50,82.00',
    ],
    options: {
      idType: 'integer',
      onInvalid: 'skip',
      columns: {
        id: 'ID',
        price: 'Regular price',
        salePrice: 'Sale price',
        name: 'Name',
        sku: 'SKU',
      },
    },
    products: [
      { id: 7, price: '180', name: 'Desk, oak', sku: 'D-1' },
      { id: 9, price: '82.00', salePrice: '72.50', name: 'Chair - Ash', sku: 'C-1' },
    ],
    skipped: [3],
  },
  {
    system: 'PrestaShop, with semicolons and six decimals',
    lines: [
      'Product ID;Name;Price (tax excl.)',
      '1;"Tasse ""Été""";11.900000',
      '2;Mug;1250.000000',
    ],
    options: {
      idType: 'integer',
      delimiter: ';',
      columns: { id: 'Product ID', name: 'Name', price: 'Price (tax excl.)' },
    },
    products: [
      { id: 1, name: 'Tasse "Été"', price: '11.900000' },
      { id: 2, name: 'Mug', price: '1250.000000' },
    ],
    skipped: [],
  },
  {
    system: 'Magento, with four decimals and a special price of 0',
    lines: [
      'sku,name,price,special_price',
      '24-MB01,Joust,34.0000,0.0000',
      '24-MB04,Strive,32.0000,24.0000',
    ],
    options: { columns: { id: 'sku', salePrice: 'special_price' } },
    products: [
      { id: '24-MB01', sku: '24-MB01', name: 'Joust', price: '34.0000' },
      { id: '24-MB04', sku: '24-MB04', name: 'Strive', price: '32.0000', salePrice: '24.0000' },
    ],
    skipped: [],
  },
  {
    system: 'a price list of Odoo, with a row for each quantity',
    lines: [
      'Product/Internal Reference,Min. Quantity,Fixed Price',
      'FURN_7777,0.0,70.0',
      'FURN_7777,10.0,65.5',
      'FURN_8888,0.0,"1234.5"',
    ],
    options: {
      columns: { id: 'Product/Internal Reference', minQty: 'Min. Quantity', price: 'Fixed Price' },
    },
    products: [
      { id: 'FURN_7777', price: '70.0', priceBreaks: [{ qty: 10, price: '65.5' }] },
      { id: 'FURN_8888', price: '1234.5' },
    ],
    skipped: [],
  },
  {
    system: 'a spreadsheet in Germany, with the line of its delimiter',
    lines: ['sep=;', 'Artikel;Preis;Ab', 'A1;1,90;1', 'A1;1,60;2,5'],
    options: {
      delimiter: ';',
      decimalSeparator: ',',
      columns: { id: 'Artikel', price: 'Preis', minQty: 'Ab' },
    },
    products: [{ id: 'A1', price: '1.90', priceBreaks: [{ qty: 2.5, price: '1.60' }] }],
    skipped: [],
  },
]

describe.each(files)('csvCatalog, a file of $system', ({ lines, options, products, skipped }) => {
  it.each([
    ['LF', (text: string) => text],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['CRLF after the header alone', (text: string) => text.replace('\n', '\r\n')],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text.replace('\ufeff', '')}`, 'utf16le')],
  ])('is read with %s', async (_, toSource) => {
    const catalog = await csvCatalog(toSource(`${lines.join('\n')}\n`), options)
    const ids = products.map((product) => (product as { readonly id: string }).id)
    expect(await catalog.findProducts('s', ids)).toEqual(products)
    expect(catalog.skipped.rows.map(({ line }) => line)).toEqual(skipped)
  })
})
