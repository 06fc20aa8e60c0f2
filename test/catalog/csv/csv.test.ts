import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvSource, csvCatalog } from '../../../src/catalog/csv/index.js'
import { catalogSuite } from '../../../src/testing/catalog-suite.js'
import { errorOf } from '../../engine/ports.js'

async function find(source: CsvSource, ids: readonly (string | number)[], options = {}) {
  const catalog = await csvCatalog(source, options)
  return catalog.findProducts('store-1', ids)
}

async function errorsOf(source: unknown, options: unknown = {}) {
  const error = await errorOf(() => csvCatalog(source as never, options as never))
  expect(error.code).toBe('invalid_options')
  return (error.details as { readonly errors: Record<string, string> }).errors
}

describe('csvCatalog', () => {
  const file = 'id,price,sale_price\nSKU-a,0.1,\n118,12.3456,11.9999\n204,99999999999.9999,0\n'
  const products = [
    { id: 'SKU-a', price: '0.1' },
    { id: '118', price: '12.3456', salePrice: '11.9999' },
    { id: '204', price: '99999999999.9999', salePrice: '0' },
  ]
  catalogSuite({ describe, it }, async () => ({
    catalog: await csvCatalog(file, { store: 'store-1', currency: 'EUR' }),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    products,
    unknownId: 'unknown-0000',
    unknownIds: [118],
    currency: 'EUR',
  }))
  const numbers = file.replace('SKU-a', '7')
  catalogSuite({ describe, it }, async () => ({
    catalog: await csvCatalog(numbers, { store: 'store-1', idType: 'integer' }),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    products: [
      { id: 7, price: '0.1' },
      { id: 118, price: '12.3456', salePrice: '11.9999' },
    ],
    unknownId: 1_000,
    unknownIds: ['118', '__proto__'],
  }))

  it('returns every field that a column has, and leaves out empty cells', async () => {
    const header = 'tax_code,id,price,sale_price,name,sku,unit,description,image,color'
    const full = 'P1,a,10,9,Desk,D-1,piece,Long,https://shop.test/1.png,red'
    expect(await find(`${header}\n${full}\n,b,5,,,,,,,`, ['b', 'a'])).toEqual([
      { id: 'b', price: '5' },
      {
        id: 'a',
        price: '10',
        salePrice: '9',
        name: 'Desk',
        sku: 'D-1',
        unit: 'piece',
        description: 'Long',
        image: 'https://shop.test/1.png',
        taxCode: 'P1',
      },
    ])
  })

  it('has the products in all stores, unless one is named', async () => {
    const everywhere = await csvCatalog(file)
    expect(await everywhere.findProducts('any', ['118'])).toHaveLength(1)
    const named = await csvCatalog(file, { store: 'a' })
    expect(await named.findProducts('b', ['118'])).toEqual([])
    expect(await named.findProducts('a', ['118'])).toHaveLength(1)
  })

  it('finds nothing for other currencies, if the currency is named', async () => {
    const { signal } = new AbortController()
    const catalog = await csvCatalog(file, { currency: 'EUR' })
    expect(await catalog.findProducts('s', ['118'], { signal, currency: 'USD' })).toEqual([])
    expect(await catalog.findProducts('s', ['118'], { signal, currency: 'EUR' })).toHaveLength(1)
    expect(await catalog.findProducts('s', ['118'])).toHaveLength(1)
  })

  it('reads columns by the headers of the option', async () => {
    const columns = { id: 'Article no.', price: 'Net', name: '__proto__' }
    const source = 'Net,Article no.,__proto__,constructor\n5,a,Desk,x\n'
    expect(await find(source, ['a'], { columns })).toEqual([{ id: 'a', price: '5', name: 'Desk' }])
  })

  it.each([
    ['a byte order mark', '\uFEFFid,price\na,5\n'],
    ['CRLF', 'id,price\r\na,5\r\n'],
    ['CR', 'id,price\ra,5\r'],
    ['quotes', '"id","price"\n"a","5"\n'],
    ['no line break at the end', 'id,price\na,5'],
    ['empty lines', '\nid,price\n\na,5\n\n'],
    ['rows of empty cells', 'id,price\n,\na,5\n ,\n'],
    ['spaces around cells', 'id, price\n a ,\t5 \n'],
  ])('accepts %s', async (_, source) => {
    expect(await find(source, ['a'])).toEqual([{ id: 'a', price: '5' }])
  })

  it('reads own fields by the headers of the option, and leaves out empty cells', async () => {
    const csv = 'id,price,Cost,Color\n1,10.00,4.00,red\n2,20.00,,\n'
    const columns = { fields: { cost: 'Cost', color: 'Color' } }
    const catalog = await csvCatalog(csv, { columns })
    expect(await catalog.findProducts('s', ['1', '2'])).toEqual([
      { id: '1', price: '10.00', fields: { cost: '4.00', color: 'red' } },
      { id: '2', price: '20.00' },
    ])
    const missing = csvCatalog(csv, { columns: { fields: { cost: 'Costs' } } })
    await expect(missing).rejects.toMatchObject({
      details: { errors: { 'header.Costs': expect.stringContaining('must exist') } },
    })
  })

  it('accepts semicolons and decimal commas', async () => {
    const options = { delimiter: ';', decimalSeparator: ',' }
    const source = 'id;price;sale_price;name\na;12,50;9,9;"Desk; 1.5 m"\n'
    expect(await find(source, ['a'], options)).toEqual([
      { id: 'a', price: '12.50', salePrice: '9.9', name: 'Desk; 1.5 m' },
    ])
  })

  it('accepts quoted delimiters, quotes and line breaks', async () => {
    const source = 'id,price,name\n"a,""b""",5,"two\nlines"\n'
    expect(await find(source, ['a,"b"'])).toEqual([{ id: 'a,"b"', price: '5', name: 'two\nlines' }])
  })

  it('keeps formulas and hostile ids as strings', async () => {
    const ids = ['=1+1', '@SUM(A1)', '+5', '-5', '__proto__', 'constructor', '0118', '1e3']
    const source = `id,price,name\n${ids.map((id) => `${id},1,${id}`).join('\n')}`
    expect(await find(source, ids)).toEqual(ids.map((id) => ({ id, price: '1', name: id })))
  })

  it.each([
    ['bytes', (text: string) => new TextEncoder().encode(text)],
    ['a Node stream', (text: string) => Readable.from([Buffer.from(text)])],
    ['a web stream', (text: string) => new Blob([text]).stream()],
    [
      'single bytes',
      (text: string) => Readable.from([...Buffer.from(text)].map((byte) => Buffer.of(byte))),
    ],
    [
      'an async iterable of strings',
      async function* (text: string) {
        yield* text
      },
    ],
  ])('reads %s', async (_, toSource) => {
    const source = toSource('id,price,name\na,5,Böök \u{1f4a1}\n') as CsvSource
    expect(await find(source, ['a'])).toEqual([{ id: 'a', price: '5', name: 'Böök \u{1f4a1}' }])
  })

  it('returns what was written, whatever the strings are', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((value) => value.trim() === value && !value.includes('\0') && value.isWellFormed())
    const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ id: text, name: text }), { selector: ({ id }) => id }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, lineBreak) => {
          const lines = rows.map(({ id, name }) => `${quote(id)},1,${quote(name)}`)
          const source = ['id,price,name', ...lines].join(lineBreak)
          const ids = rows.map(({ id }) => id)
          expect(await find(source, ids)).toEqual(
            rows.map(({ id, name }) => ({ id, price: '1', name })),
          )
        },
      ),
    )
  })
})

describe('csvCatalog rejects', () => {
  const price = expect.stringContaining('must be a price from 0 to 100000000000')

  it('invalid cells, naming the line and the column of each', async () => {
    const source = 'id,price,name\na,,x\nb,"1,000.00",x\n,5,x\nc,5,"two\nlines"\nd,-1,x\ne,5€,x\n'
    expect(await errorsOf(source)).toEqual({
      'line[2].price': price,
      'line[3].price': expect.stringContaining('use a decimal point'),
      'line[4].id': 'is required, because it identifies the product',
      'line[7].price': price,
      'line[8].price': price,
    })
  })

  it('names and ids that are too long', async () => {
    const source = `id,price,name\na,1,${'x'.repeat(256)}\n${'y'.repeat(256)},1,x\n`
    expect(await errorsOf(source)).toEqual({
      'line[2].name': expect.stringContaining('must be a string of up to 255 characters'),
      'line[3].id': expect.stringContaining('must be an integer of at least 1, or a string'),
    })
  })

  it('two rows of one id', async () => {
    expect(await errorsOf('id,price\na,1\nb,1\na,2\n')).toEqual({
      'line[4].id': 'is that of line 2',
    })
  })

  it.each(['0', '-1', '1.0', '1e3', '01', 'x', '9007199254740992', '9'.repeat(400)])(
    'the id %s of type integer',
    async (id) => {
      const errors = await errorsOf(`id,price\n${id},1\n`, { idType: 'integer' })
      expect(errors).toEqual({ 'line[2].id': expect.stringMatching(/^must be an integer/) })
    },
  )

  it('points in prices with a decimal comma', async () => {
    const options = { delimiter: ';', decimalSeparator: ',' }
    expect(await errorsOf('id;price\na;1.250\nb;1.250,00\nc;1,2,5\n', options)).toEqual({
      'line[2].price': 'must be a price with a decimal comma, and without points',
      'line[3].price': 'must be a price with a decimal comma, and without points',
      'line[4].price': expect.stringContaining('use a decimal point'),
    })
  })

  it('rows with more or fewer cells than the header', async () => {
    expect(await errorsOf('id,price\na\nb,1,000\n')).toEqual({
      'line[2]': expect.stringContaining('must have 2 cells, as the header has, received 1'),
      'line[3]': expect.stringContaining('must have 2 cells, as the header has, received 3'),
    })
  })

  it.each(['', '\n\n', '\uFEFF'])('the file %j', async (source) => {
    expect(await errorsOf(source)).toEqual({
      header: 'must exist: the first row names the columns',
    })
  })

  it('a header without the columns, naming each', async () => {
    expect(await errorsOf('ID,cost\na,1\n', { columns: { name: 'title' } })).toEqual({
      'header.id': 'must exist, received the header ID, cost',
      'header.price': 'must exist, received the header ID, cost',
      'header.title': 'must exist, received the header ID, cost',
    })
  })

  it('a column that exists twice', async () => {
    expect(await errorsOf('id,price,price\na,1,2\n')).toEqual({ 'header.price': 'must exist once' })
  })

  it.each(['id,price\n"a,1\n', 'id,price\n"a"b,1\n'])(
    'quotes that do not match: %j',
    async (source) => {
      const [[path, message] = []] = Object.entries(await errorsOf(source))
      expect(path).toMatch(/^line\[[23]\]$/)
      expect(message).toMatch(/^must be valid CSV: /)
    },
  )

  it('a cell of more than a million characters, without reading on', async () => {
    let chunks = 0
    async function* endless() {
      yield 'id,price\n"'
      for (; chunks < 1_000; chunks += 1) yield 'x'.repeat(100_000)
    }
    expect(Object.values(await errorsOf(endless()))).toEqual([
      expect.stringMatching(/^must be valid CSV: Max Record Size/),
    ])
    expect(chunks).toBeLessThan(100)
  })

  it('at most 100 errors, without reading on', async () => {
    let rows = 0
    async function* endless() {
      yield 'id,price\n'
      for (; rows < 1e6; rows += 1) yield `a${rows},x\n`
    }
    expect(Object.keys(await errorsOf(endless()))).toHaveLength(101)
    expect(rows).toBeLessThan(10_000)
  })

  it('a stream that fails, with its error', async () => {
    const cause = new Error('disk failure')
    async function* failing() {
      yield 'id,price\n'
      throw cause
    }
    await expect(csvCatalog(failing())).rejects.toBe(cause)
  })

  it.each([5, null, {}, ['id']])('chunks that are %j', async (chunk) => {
    async function* chunks() {
      yield 'id,price\n'
      yield chunk as never
    }
    await expect(csvCatalog(chunks())).rejects.toThrow('chunks must be strings or bytes')
  })

  it.each([undefined, null, 5, {}, ['id'], 'products.csv'])('the source %j', async (source) => {
    expect(await errorsOf(source)).toEqual({
      source: expect.stringMatching(/^must be CSV as a string, as bytes or as a stream, received/),
    })
  })

  it.each([
    ['columns', 'id'],
    ['columns', null],
    ['idType', 'number'],
    ['delimiter', ''],
    ['delimiter', '"'],
    ['delimiter', '\n'],
    ['delimiter', ';;'],
    ['decimalSeparator', ';'],
    ['store', ''],
    ['store', 5],
    ['currency', 'eur'],
    ['currency', 5],
    ['skip', true],
  ])('the option %s %j', async (option, value) => {
    expect(Object.keys(await errorsOf('id,price\n', { [option]: value }))).toEqual([option])
  })

  it('unknown and invalid columns, naming each', async () => {
    const columns = JSON.parse('{"__proto__": "x", "cost": "x", "id": "", "name": 5}')
    expect(Object.keys(await errorsOf('id,price\n', { columns })).toSorted()).toEqual([
      'columns.__proto__',
      'columns.cost',
      'columns.id',
      'columns.name',
    ])
  })
})
