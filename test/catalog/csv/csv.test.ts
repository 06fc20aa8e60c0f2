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
  const file = 'id,price,sale_price\nSKU-a,0.1,\n118,12.3456,11.9999\n204,99999999999.9999,0.0001\n'
  const products = [
    { id: 'SKU-a', price: '0.1' },
    { id: '118', price: '12.3456', salePrice: '11.9999' },
    { id: '204', price: '99999999999.9999', salePrice: '0.0001' },
  ]
  catalogSuite({ describe, it }, async () => ({
    catalog: await csvCatalog(file, { store: 'store-1', currency: 'EUR' }),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    products,
    unknownId: 'unknown-0000',
    unknownIds: [118],
    currency: 'EUR',
    otherCurrency: 'JPY',
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

  it.each(['', '0', '0.00', '0.0000000000'])(
    'takes a sale price of %j for none, unless an option says otherwise',
    async (sale) => {
      const source = `id,price,sale_price\na,180.00,${sale}\n`
      expect(await find(source, ['a'])).toEqual([{ id: 'a', price: '180.00' }])
      const free = sale === '' ? {} : { salePrice: sale }
      expect(await find(source, ['a'], { zeroSalePrice: 'free' })).toEqual([
        { id: 'a', price: '180.00', ...free },
      ])
    },
  )

  it('keeps other sale prices as they are: an invalid one is an error', async () => {
    const source = 'id,price,sale_price\na,10,0.0001\nb,10,12\nc,0,0\n'
    expect(await find(source, ['a', 'b', 'c'])).toEqual([
      { id: 'a', price: '10', salePrice: '0.0001' },
      { id: 'b', price: '10', salePrice: '12' },
      { id: 'c', price: '0' },
    ])
    for (const sale of ['-0.01', 'none', '0 EUR', '0e5'])
      expect(Object.keys(await errorsOf(`id,price,sale_price\na,10,${sale}\n`))).toEqual([
        'line[2].sale_price',
      ])
  })

  it('reads lines that end in different ways, in chunks of any length', async () => {
    const cell = fc.constantFrom('x', '', '"', 'a\r\nb', 'a\nb', 'a\rb', '\r', '\n', 'ü\u{1f4a1}')
    const lineEnd = fc.constantFrom('\r\n', '\n', '\r', '\n\n', '\r\r\n')
    const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, lineEnd), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (rows, chunkLength, isBytes) => {
          const lines = rows.map(([name, end], index) => `i${index},5,${quote(name)}${end}`)
          const text = `id,price,name${rows[0]?.[1]}${lines.join('')}last,x,`
          const bytes = new TextEncoder().encode(text)
          async function* chunks() {
            if (!isBytes) for (const character of text) yield character
            else
              for (let at = 0; at < bytes.length; at += chunkLength)
                yield bytes.subarray(at, at + chunkLength)
          }
          const before = text.slice(0, text.lastIndexOf('last'))
          const line = before.split(/\r\n|\n|\r/).length
          expect(Object.keys(await errorsOf(chunks()))).toEqual([`line[${line}].price`])
          const catalog = await csvCatalog(chunks(), { onInvalid: 'skip' })
          const ids = rows.map((_, index) => `i${index}`)
          const found = await catalog.findProducts('s', ids)
          expect(found.map(({ name = '' }) => name)).toEqual(rows.map(([name]) => name.trim()))
        },
      ),
    )
  })

  it('has the products of a price list whose rows have quantities', async () => {
    const source =
      'article,net,from,title\nA,1.90,1,Screw\nA,1.60,500,\nA,1.75,100,\nB,5,,Nut\nC,2,0,\nC,1,2.5,\n'
    const columns = { id: 'article', price: 'net', minQty: 'from', name: 'title' }
    expect(await find(source, ['A', 'B', 'C'], { columns })).toEqual([
      {
        id: 'A',
        price: '1.90',
        name: 'Screw',
        priceBreaks: [
          { qty: 100, price: '1.75' },
          { qty: 500, price: '1.60' },
        ],
      },
      { id: 'B', price: '5', name: 'Nut' },
      { id: 'C', price: '2', priceBreaks: [{ qty: 2.5, price: '1' }] },
    ])
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

  it('accepts a control character as the delimiter', async () => {
    const catalog = await csvCatalog('id\x1fprice\na\x1f5.00\n', { delimiter: '\x1f' })
    expect(await catalog.findProducts('s', ['a'])).toEqual([{ id: 'a', price: '5.00' }])
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
    ['windows-1252', Buffer.from('id,price\n\x80\x92\xfc,5\n', 'latin1'), '€’ü'],
    ['latin1', Buffer.from('id,price\n\x80\x92\xfc,5\n', 'latin1'), '€’ü'],
    ['iso-8859-15', Buffer.from('id,price\n\xa4\xfc,5\n', 'latin1'), '€ü'],
    ['utf-16le', Buffer.from('id,price\nü€,5\n', 'utf16le'), 'ü€'],
    [undefined, Buffer.from('\ufeffid,price\nü€,5\n', 'utf16le'), 'ü€'],
    [undefined, Buffer.from('\ufeffid,price\nü€,5\n', 'utf16le').swap16(), 'ü€'],
    [undefined, Buffer.from('\ufeffid,price\nü€,5\n'), 'ü€'],
  ])('reads bytes in the encoding %s', async (encoding, bytes, id) => {
    expect(await find(bytes, [id], { encoding })).toHaveLength(1)
    const single = Readable.from([...bytes].map((byte) => Buffer.of(byte)))
    expect(await find(single, [id], { encoding })).toHaveLength(1)
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
      // U+FFFD stands for bytes of another encoding, and is rejected.
      .filter(
        (value) => value.trim() === value && !/[\0\ufffd]/.test(value) && value.isWellFormed(),
      )
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

  it('prices whose points may separate thousands', async () => {
    const source = 'id;price\na;1.250\nb;0.125\nc;12.50\nd;1.250.000\n'
    expect(await errorsOf(source, { delimiter: ';' })).toEqual({
      'line[2].price': "could be 1250 or 1.250: pass decimalSeparator, '.' or ','",
      'line[5].price': "could be 1250000 or 1.250.000: pass decimalSeparator, '.' or ','",
    })
    const options = { delimiter: ';', decimalSeparator: '.' }
    expect(await find('id;price\na;1.250\n', ['a'], options)).toEqual([{ id: 'a', price: '1.250' }])
  })

  it('quantities that are none, twice the same, or without a price of one', async () => {
    const columns = { minQty: 'from' }
    const source =
      'id,price,from\na,5,x\nb,5,1\nb,4,1.0\nc,5,10\nd,5,-1\ne,5,0.0001\nf,5,1e3\ng,5,\ng,4,0\n'
    const number = expect.stringContaining('must be empty, or a number of at least 0')
    expect(await errorsOf(source, { columns })).toEqual({
      'line[2].from': number,
      'line[4].from': 'is that of line 3',
      'line[5].from': expect.stringContaining('at most 1 in one row of a product'),
      'line[6].from': number,
      'line[7].from': number,
      'line[8].from': number,
      'line[10].from': 'is that of line 9',
    })
    const many = Array.from({ length: 102 }, (_, index) => `a,${200 - index},${index + 1}`)
    expect(await errorsOf(['id,price,from', ...many].join('\n'), { columns })).toEqual({
      'line[2].priceBreaks': expect.stringContaining('at most 100'),
    })
  })

  it.each([
    ['the byte of another encoding', Buffer.from('id,price\na,5\r\nM\xfcller,5\n', 'latin1'), 3],
    ['such a byte at the end', Buffer.from('id,price\ra,5\ra,\xfc', 'latin1'), 3],
    ['half a character at the end', Buffer.from('id,price\n\u{1f4a1}').subarray(0, -1), 2],
    ['UTF-16 without its mark', Buffer.from('id,price\na,5\n', 'utf16le'), 1],
    ['UTF-16 in the other order', Buffer.from('id,price\na,5\n', 'utf16le').swap16(), 1],
  ])('%s, naming the line', async (_, bytes, line) => {
    const single = () => Readable.from([...bytes].map((byte) => Buffer.of(byte)))
    for (const source of [bytes, single()])
      expect(await errorsOf(source)).toEqual({
        [`line[${line}]`]: expect.stringMatching(/^must be UTF-8, received .*encoding/),
      })
  })

  it('half a character of UTF-16', async () => {
    const bytes = Buffer.from('\ufeffid,price\na,5\n', 'utf16le').subarray(0, -1)
    expect(await errorsOf(bytes)).toEqual({
      'line[3]': expect.stringMatching(/^must be UTF-16LE, received/),
    })
  })

  it('cells in which characters were lost before', async () => {
    const source = 'id,price,name,other\na,5,M\ufffdller,\ufffd\n'
    expect(await errorsOf(source)).toEqual({
      'line[2].name': expect.stringContaining('U+FFFD'),
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

  it.each([
    ['id;price;name', undefined, ';'],
    ['Handle;Title;Variant SKU;Variant Price', undefined, ';'],
    ['id\tprice', undefined, '\t'],
    ['id|price', ';', '|'],
    ['id,price', ';', ','],
  ])(
    'the header %j with the delimiter %j once, naming the other',
    async (header, delimiter, other) => {
      expect(await errorsOf(`${header}\n`, { delimiter })).toEqual({
        header: expect.stringContaining(`pass delimiter: ${JSON.stringify(other)}`),
      })
    },
  )

  it('files of more than 2,000 columns', async () => {
    const cells = (count: number) => Array.from({ length: count }, () => '').join(',')
    expect((await csvCatalog(`id,price${cells(1_999)}\n`)).skipped.count).toBe(0)
    for (const count of [2_000, 500_000])
      expect(await errorsOf(`id,price,${cells(count)}\n`)).toEqual({
        'line[1]': `must have at most 2000 columns, received ${count + 2}`,
      })
    expect(await errorsOf(`\nid,price\na,5\n${cells(2_001)}\n`)).toEqual({
      'line[4]': 'must have at most 2000 columns, received 2001',
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
    ['encoding', 'klingon'],
    ['encoding', 8],
    ['onInvalid', 'ignore'],
    ['onInvalid', null],
    ['zeroSalePrice', 0],
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

describe('csvCatalog that skips invalid rows', () => {
  const options = { onInvalid: 'skip' } as const

  it('loads the others, and lists what it left out by line and column', async () => {
    const source =
      'id,price,name\na,5,x\nb,x,x\n,5,x\nc,5\n__proto__,5,x\nd,1,y\nd,2,y\nb,5,x\nb,6,x\n'
    const catalog = await csvCatalog(source, options)
    const ids = ['a', 'b', 'c', 'd', '__proto__']
    const found = await catalog.findProducts('s', ids)
    expect(found.map(({ id }) => id)).toEqual(['a', '__proto__'])
    expect(await catalog.searchProducts('s', 'x')).toHaveLength(2)
    expect(catalog.skipped.count).toBe(7)
    expect(catalog.skipped.rows).toEqual([
      { line: 3, errors: { price: expect.stringContaining('must be a price') } },
      { line: 4, errors: { id: 'is required, because it identifies the product' } },
      { line: 5, errors: { '': expect.stringContaining('must have 3 cells') } },
      { line: 7, errors: { id: 'is that of line 8, which was skipped' } },
      { line: 8, errors: { id: 'is that of line 7' } },
      { line: 9, errors: { id: 'is that of line 3, which was skipped' } },
      { line: 10, errors: { id: 'is that of line 9' } },
    ])
    expect(Object.isFrozen(catalog.skipped.rows[0]?.errors)).toBe(true)
  })

  it('has no skipped rows of a valid file', async () => {
    const { skipped } = await csvCatalog('id,price\na,5\n')
    expect(skipped).toEqual({ count: 0, rows: [] })
  })

  it('counts all, and lists a hundred', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `i${index},x`)
    const { skipped } = await csvCatalog(['id,price', 'a,1', ...rows].join('\n'), options)
    expect(skipped.count).toBe(250)
    expect(skipped.rows).toHaveLength(100)
    expect(skipped.rows[99]?.line).toBe(102)
  })

  it('skips all rows of a product with a row that is invalid', async () => {
    const source = 'id,price,from\na,5,1\na,x,10\nb,5,10\nc,5,1\nc,4,10\n'
    const catalog = await csvCatalog(source, { ...options, columns: { minQty: 'from' } })
    expect((await catalog.findProducts('s', ['a', 'b', 'c'])).map(({ id }) => id)).toEqual(['c'])
    expect(catalog.skipped.rows.map(({ line }) => line)).toEqual([2, 3, 4])
  })

  it('rejects if no row is left, and files that are no CSV', async () => {
    expect(await errorsOf('id,price\na,x\nb,y\n', options)).toEqual({
      'line[2].price': expect.stringContaining('must be a price'),
      'line[3].price': expect.stringContaining('must be a price'),
    })
    expect(Object.keys(await errorsOf('id,price\na,5\n"b,5\n', options))).toHaveLength(1)
    expect(Object.keys(await errorsOf('id\na\n', options))).toEqual(['header.price'])
  })
})

describe('csvCatalog of a source that throws', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const unreadable = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('no message')
    },
  })
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['0', 0],
    ['an empty string', ''],
    ['false', false],
    ['a revoked proxy', proxy],
    ['an error that cannot be read', unreadable],
  ])('rejects with an error whose cause is %s', async (_, thrown) => {
    async function* source() {
      yield 'id,price\na,5\n'
      throw thrown
    }
    const error = await csvCatalog(source()).catch((rejected: unknown) => rejected)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).cause === thrown).toBe(true)
  })

  it('rejects with the error that it throws', async () => {
    const thrown = new Error('disk')
    async function* source() {
      yield 'id,price\na,5\n'
      throw thrown
    }
    await expect(csvCatalog(source())).rejects.toBe(thrown)
  })
})
