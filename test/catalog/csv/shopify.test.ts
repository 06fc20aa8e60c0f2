import { describe, expect, it } from 'vitest'
import { csvCatalog } from '../../../src/catalog/csv/index.js'
import { errorOf } from '../../engine/ports.js'

const earlier =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,' +
  'Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price,' +
  'Variant Compare At Price,Variant Taxable,Image Src,Image Position,Gift Card,Variant Image,' +
  'Variant Tax Code,Status'
const present =
  'Title,URL handle,Description,Vendor,Type,Tags,Published on online store,Status,SKU,Barcode,' +
  'Option1 name,Option1 value,Price,Compare-at price,Charge tax,Tax code,Product image URL,' +
  'Image position,Variant image URL,Gift card'

const inEarlier = [
  'desk,Desk,"<p>Oak, ""solid""</p>",Acme,Furniture,Desk,"a, b",TRUE,Title,Default Title,,,' +
    'D-1,0,149.95,200.00,TRUE,https://cdn.test/desk.png,1,FALSE,,P1,active',
  'desk,,,,,,,,,,,,,,,,,https://cdn.test/desk-2.png,2,,,,',
  'shirt,Shirt,,Acme,,,,TRUE,Color,Red,Size,L,S-RED-L,0,20.00,,TRUE,https://cdn.test/s.png,1,' +
    'FALSE,https://cdn.test/red.png,,active',
  "shirt,,,,,,,,,Blue,,M,'0042,0,20.00,20.00,TRUE,https://cdn.test/s2.png,2,,,,",
  'old,Old,,Acme,,,,FALSE,Title,Default Title,,,OLD-1,0,5.00,0.00,TRUE,,,FALSE,,,archived',
  'new,New,,Acme,,,,FALSE,Color,Red,,,NEW-1,0,5.00,,TRUE,,,FALSE,,,draft',
  'new,,,,,,,,,Blue,,,NEW-2,0,5.00,,TRUE,,,,,,',
]

describe('csvCatalog, an export of Shopify', () => {
  it('returns each variant under its SKU, with the compare-at price as the list price', async () => {
    const catalog = await csvCatalog([earlier, ...inEarlier].join('\n'))
    const ids = ['D-1', 'S-RED-L', "'0042", 'OLD-1', 'NEW-1', 'NEW-2']
    expect(await catalog.findProducts('s', ids)).toEqual([
      {
        id: 'D-1',
        price: '200.00',
        salePrice: '149.95',
        name: 'Desk',
        sku: 'D-1',
        image: 'https://cdn.test/desk.png',
        taxCode: 'P1',
      },
      {
        id: 'S-RED-L',
        price: '20.00',
        name: 'Shirt - Red / L',
        sku: 'S-RED-L',
        image: 'https://cdn.test/red.png',
      },
      {
        id: "'0042",
        price: '20.00',
        name: 'Shirt - Blue / M',
        sku: "'0042",
        image: 'https://cdn.test/s.png',
      },
    ])
  })

  it('is recognised by its present header, too', async () => {
    const rows = [
      'Desk,desk,Oak,Acme,Desk,a,TRUE,Active,D-1,123,Title,Default Title,149.95,200.00,TRUE,,' +
        'https://cdn.test/desk.png,1,,FALSE',
      ',desk,,,,,,,,,,,,,,,https://cdn.test/desk-2.png,2,,',
      'Old,old,,Acme,,,FALSE,Archived,OLD-1,,,,5,,TRUE,,,,,FALSE',
    ]
    const catalog = await csvCatalog([present, ...rows].join('\r\n'))
    expect(await catalog.findProducts('s', ['D-1', 'OLD-1'])).toEqual([
      {
        id: 'D-1',
        price: '200.00',
        salePrice: '149.95',
        name: 'Desk',
        sku: 'D-1',
        image: 'https://cdn.test/desk.png',
      },
    ])
  })

  it('can have other ids, and a description', async () => {
    const columns = { id: 'Barcode', description: 'Description' }
    const row = 'Desk,desk,Oak,Acme,,,TRUE,active,,123,,,149.95,,TRUE,,,,,FALSE'
    const catalog = await csvCatalog(`${present}\n${row}`, { columns, idType: 'integer' })
    expect(await catalog.findProducts('s', [123])).toEqual([
      { id: 123, price: '149.95', name: 'Desk', description: 'Oak' },
    ])
  })

  const variant = (sku: string, price: string, compareAt = '') =>
    `x,X,,,,,,,,,,,${sku},0,${price},${compareAt},,,,,,,active`
  const file = (...rows: readonly string[]) => [earlier, ...rows].join('\n')

  it('keeps a price of 0, and takes a compare-at price of 0 for none', async () => {
    const catalog = await csvCatalog(file(variant('a', '0', '80'), variant('b', '5', '0.00')))
    expect(await catalog.findProducts('s', ['a', 'b'])).toMatchObject([
      { id: 'a', price: '80', salePrice: '0' },
      { id: 'b', price: '5' },
    ])
  })

  it('skips variants without a SKU of their own, and lists them', async () => {
    const rows = [variant('', '5'), variant('a', '5'), variant('b', '5'), variant('a', '5')]
    const source = file(...rows, variant('', 'x'), variant('a', '6'))
    const catalog = await csvCatalog(source)
    expect((await catalog.findProducts('s', ['a', 'b', ''])).map(({ id }) => id)).toEqual(['b'])
    const missing = 'is required, because it identifies the product'
    expect(catalog.skipped).toEqual({
      count: 5,
      rows: [
        { line: 2, errors: { 'Variant SKU': missing } },
        { line: 3, errors: { 'Variant SKU': 'is that of line 5, which was skipped' } },
        { line: 5, errors: { 'Variant SKU': 'is that of line 3' } },
        { line: 6, errors: { 'Variant SKU': missing } },
        { line: 7, errors: { 'Variant SKU': 'is that of line 3' } },
      ],
    })
    for (const onInvalid of ['reject', 'skip'] as const) {
      const loading = csvCatalog(source, { onInvalid })
      if (onInvalid === 'skip') expect((await loading).skipped.count).toBe(5)
      else await expect(loading).rejects.toMatchObject({ code: 'invalid_options' })
    }
  })

  it('rejects if no variant has a SKU of its own', async () => {
    const error = await errorOf(() => csvCatalog(file(variant('', '5'), variant('', '6'))))
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
      'line[2]["Variant SKU"]',
      'line[3]["Variant SKU"]',
    ])
  })

  it('rejects invalid prices, naming the columns', async () => {
    const rows = [
      variant('', '5'),
      variant('a', 'x'),
      variant('b', '5', 'y'),
      variant('c', '', '5'),
    ]
    const error = await errorOf(() => csvCatalog(file(...rows)))
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
      'line[3]["Variant Price"]',
      'line[4]["Variant Compare At Price"]',
      'line[5]["Variant Price"]',
    ])
  })
})
