import { parse } from 'csv-parse/sync'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { type ExportQuotesOptions, exportQuotes } from '../../src/files/export-quotes.js'
import { importQuotes } from '../../src/files/import-quotes.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'

const context = { storeId: 's' }
const fields = {
  quote: { region: {}, margin: { internal: true } },
  line: { color: {} },
  customer: { vat: {} },
} as const

async function shop() {
  const catalog = memoryCatalog({ s: [{ id: 118, price: '200.00', name: 'Desk' }] })
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, fields })
  await engine.createQuote(context, {
    customer: { name: '=HYPERLINK("http://x")', email: '+49 30 1', vat: '-5.50' },
    products: [
      { id: 118, qty: 2, quote: '210.00', fields: { color: 'red' } },
      { name: 'Work, "by hand"\nat night', price: 10, qty: 1 },
    ],
    fields: { region: { code: 7 } },
    internal_fields: { margin: 21.875 },
  })
  return engine
}

async function toText(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true })

describe('exportQuotes', () => {
  it('writes a row per quote, with a column for each field, own fields included', async () => {
    const [row] = rowsOf(await toText(exportQuotes(await shop(), context, { format: 'csv' })))
    expect(row).toMatchObject({
      version: '1',
      status: 'new',
      quote_total: '430.00',
      'customer.name': `'=HYPERLINK("http://x")`,
      'customer.email': "'+49 30 1",
      'customer.vat': '-5.50',
      'shipping.type': 'no_additional',
      'fields.region': '{"code":7}',
      'internal_fields.margin': '21.875',
    })
    expect(row?.created).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(Object.keys(row ?? {})).not.toContain('products.qty')
  })

  it('writes what proves an acceptance only if its columns are named', async () => {
    const engine = await shop()
    const { quoteId } = (await engine.listQuotes(context)).items[0] ?? { quoteId: '' }
    await engine.sendQuote(context, quoteId)
    const signature = { type: 'typed', name: 'Ada' } as const
    await engine.acceptQuote(context, quoteId, { revision: 1, signature, consent: 'Yes' })
    const rowWith = async (options: Partial<ExportQuotesOptions>) =>
      rowsOf(await toText(exportQuotes(engine, context, { format: 'csv', ...options })))[0] ?? {}
    expect(Object.keys(await rowWith({})).filter((name) => name.startsWith('acceptance'))).toEqual(
      ['time', 'revision', 'seal', 'by', 'role', 'name', 'reference', 'late'].map(
        (name) => `acceptance.${name}`,
      ),
    )
    const columns = ['acceptance.signature', 'acceptance.consent']
    expect(await rowWith({ columns })).toEqual({
      'acceptance.signature': JSON.stringify(signature),
      'acceptance.consent': 'Yes',
    })
  })

  it('writes a row per line', async () => {
    const options = { format: 'csv', rows: 'lines' } as const
    const rows = rowsOf(await toText(exportQuotes(await shop(), context, options)))
    expect(rows).toMatchObject([
      { 'products.qty': '2', 'products.discount': '-10.00', 'products.fields.color': 'red' },
      { 'products.id': '0', 'products.name': 'Work, "by hand"\nat night' },
    ])
  })

  it('says of deleted quotes when they were, beside the others', async () => {
    let time = 1_000
    const ids = ['quote-1', 'quote-2']
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: memoryCatalog({ s: [{ id: 118, price: '200.00' }] }),
      now: () => time,
      generateId: () => ids.shift() ?? '',
    })
    const request = { customer: {}, products: [{ id: 118, qty: 1 }] }
    for (let count = 0; count < 2; count += 1) await engine.createQuote(context, request)
    time = Date.parse('2026-11-27T10:00:00Z')
    await engine.deleteQuote(context, 'quote-1')
    const filter = { deleted: 'all' } as const
    const columns = ['quoteId', 'deleted']
    const csv = exportQuotes(engine, context, { format: 'csv', filter, columns })
    expect(rowsOf(await toText(csv))).toEqual([
      { quoteId: 'quote-1', deleted: '2026-11-27T10:00:00.000Z' },
      { quoteId: 'quote-2', deleted: '' },
    ])
    const all = exportQuotes(engine, context, { format: 'csv', filter })
    expect(await toText(all)).not.toContain('deleted')
    const lines = await toText(exportQuotes(engine, context, { format: 'jsonl', filter }))
    const [first, second] = lines.split('\n', 2).map((line) => JSON.parse(line))
    expect(first).toMatchObject({ quoteId: 'quote-1', deleted: time, quote: { status: 'new' } })
    expect(Object.keys(second)).toEqual(['quoteId', 'version', 'updated', 'quote'])
  })

  it('writes the columns that are chosen, and those of functions', async () => {
    const csv = await toText(
      exportQuotes(await shop(), context, {
        format: 'csv',
        bom: true,
        delimiter: ';',
        columns: [
          'customer.name',
          { header: '=lines', value: ({ quote }) => quote.products.length },
        ],
      }),
    )
    expect(csv).toBe(`\ufeffcustomer.name;'=lines\r\n"'=HYPERLINK(""http://x"")";2\r\n`)
  })

  it('writes amounts with the decimals of their quote, in either notation', async () => {
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: memoryCatalog({ s: [{ id: 1, price: '0.0000001' }] }),
      pricing: { quantityDecimals: 1 },
      fields: {
        line: { weight: { input: 'number' } },
        quote: { share: { input: 'number' }, code: {} },
      } as const,
    })
    await engine.createQuote(context, {
      customer: { zipcode: '1.5', phone: '-1.5' },
      products: [{ name: '2.5', price: 3149.3, qty: 1.5, fields: { weight: -0.5 } }],
      fields: { share: 1e-7, code: '7.25' },
    })
    await engine.createQuote(context, {
      customer: {},
      products: [{ id: 1, qty: 1, quote: 5 }],
      currency: 'JPY',
      shipping: { type: 'custom', product: { name: 'Van', price: 40 } },
    })
    const columns = [
      ...['products.price', 'products.discount', 'products.qty', 'shipping.product.price'],
      ...['products.fields.weight', 'fields.share', 'fields.code', 'products.name'],
      ...['customer.zipcode', 'customer.phone', 'total', 'amounts.total'],
    ]
    const read = async (decimalSeparator: '.' | ',') => {
      const all = [...columns, { header: 'half', value: () => -0.5 }]
      const options = { format: 'csv', rows: 'lines', columns: all, decimalSeparator } as const
      const rows = await toText(exportQuotes(engine, context, { ...options, delimiter: ';' }))
      return rows.split('\r\n').slice(1, 3)
    }
    expect(await read('.')).toEqual([
      '3149.30;0.00;1.5;;-0.5;0.0000001;7.25;2.5;1.5;-1.5;0.00;;-0.5',
      '0.0000001;-4.9999999;1;40;;;;;;;0;45;-0.5',
    ])
    expect(await read(',')).toEqual([
      '3149,30;0,00;1,5;;-0,5;0,0000001;7.25;2.5;1.5;-1.5;0,00;;-0,5',
      '0,0000001;-4,9999999;1;40;;;;;;;0;45;-0,5',
    ])
    const { products, total } = (await engine.listQuotes(context, { order: 'oldest' })).items[0]
      ?.quote ?? { products: [], total: undefined }
    expect([products[0]?.price, total]).toEqual([3149.3, 0])
  })

  it('has the rate at which prices were converted, as a number, and leaves it to the catalog', async () => {
    const exchange = { currency: 'EUR', rate: '1.0842', date: '2026-11-26', source: 'ECB' }
    const catalog = { findProducts: () => [{ id: 'A', price: '108.42', exchange }] }
    const open = () => createQuoteEngine({ storage: memoryStorage(), catalog, currency: 'USD' })
    const engine = open()
    await engine.createQuote(context, { customer: {}, products: [{ id: 'A', qty: 1 }] })
    const options = { format: 'csv', delimiter: ';', decimalSeparator: ',' } as const
    const file = await toText(exportQuotes(engine, context, { ...options, rows: 'lines' }))
    const [row] = parse(file, { columns: true, bom: true, delimiter: ';' }) as object[]
    expect(row).toMatchObject({
      'exchange.currency': 'EUR',
      'exchange.rate': '1,0842',
      'exchange.date': '2026-11-26',
      'exchange.source': 'ECB',
    })
    const copies = open()
    await importQuotes(copies, context, file, { ...options, importId: 'i' })
    expect((await copies.listQuotes(context)).items[0]?.quote.exchange).toEqual(exchange)
  })

  it('has the total of an offer as its amounts have it', async () => {
    const catalog = memoryCatalog({ s: [{ id: 1, price: '3149.30' }] })
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog, currency: 'USD' })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    const [row] = rowsOf(await toText(exportQuotes(engine, context, { format: 'csv' })))
    expect(row).toMatchObject({ total: '3149.30', quote_total: '3149.30' })
  })

  it('leaves out what buyers do not see', async () => {
    const buyer = { ...context, role: 'buyer' } as const
    for (const format of ['csv', 'jsonl'] as const)
      expect(await toText(exportQuotes(await shop(), buyer, { format }))).not.toContain('21.875')
  })

  const invalid: readonly [string, object, string][] = [
    ['an unknown format', { format: 'xml' }, 'format'],
    ['an unknown column', { format: 'csv', columns: ['customer.name', 'totl'] }, 'columns[1]'],
    ['a column of lines', { format: 'csv', columns: ['products.qty'] }, 'columns[0]'],
    ['a prototype key', { format: 'csv', columns: ['__proto__'] }, 'columns[0]'],
    ['no columns', { format: 'csv', columns: [] }, 'columns'],
    ['an unknown option', { format: 'csv', colour: 1 }, 'colour'],
    ...[';;', '\0', '\x1f', '\n', '"', '\ufeff', '\u2028', '\ud800', ''].map(
      (delimiter): [string, object, string] => [
        `the delimiter ${JSON.stringify(delimiter)}`,
        { format: 'csv', delimiter },
        'delimiter',
      ],
    ),
    ['a separator of thousands', { format: 'csv', decimalSeparator: "'" }, 'decimalSeparator'],
    ['a typing error in a field', { format: 'csv', columns: ['customer.nmae'] }, 'columns[0]'],
    ['another case of a field', { format: 'csv', columns: ['customer.Email'] }, 'columns[0]'],
    ['no field of customers', { format: 'csv', columns: ['customer.'] }, 'columns[0]'],
    ['rows of JSON Lines', { format: 'jsonl', rows: 'lines' }, 'rows'],
    ['columns of JSON Lines', { format: 'jsonl', columns: ['quoteId'] }, 'columns'],
    ['a byte order mark of JSON Lines', { format: 'jsonl', bom: true }, 'bom'],
    ['a delimiter of JSON Lines', { format: 'jsonl', delimiter: ';' }, 'delimiter'],
    ['a separator of JSON Lines', { format: 'jsonl', decimalSeparator: ',' }, 'decimalSeparator'],
  ]
  it.each(invalid)('rejects %s', async (_, options, path) => {
    const chunks = exportQuotes(await shop(), context, options as ExportQuotesOptions)
    const error = await toText(chunks).catch((cause) => cause)
    expect(error).toMatchObject({ code: 'invalid_options' })
    expect(Object.keys(error.details.errors)).toContain(path)
  })

  it('takes options of CSV for JSON Lines that have their values by default', async () => {
    const defaults = { rows: 'quotes', bom: false, delimiter: ',', decimalSeparator: '.' } as const
    const file = (options: object) =>
      shop().then((engine) =>
        toText(exportQuotes(engine, context, { format: 'jsonl', ...options })),
      )
    expect((await file(defaults)).split('\n')).toHaveLength((await file({})).split('\n').length)
  })

  it('takes fields of customers that are not declared', async () => {
    const fields = ['first_name', 'phone2', 'zip', 'fax', 'vat'].map((name) => `customer.${name}`)
    const csv = await toText(
      exportQuotes(await shop(), context, { format: 'csv', columns: fields }),
    )
    expect(csv.split('\r\n')[0]).toBe(fields.join(','))
  })

  it('rejects with callback_failed if a column or the progress throws', async () => {
    const fail = () => {
      throw new Error('no')
    }
    const engine = await shop()
    const column = { header: 'a', value: fail }
    for (const options of [
      { format: 'csv', columns: [column] },
      { format: 'jsonl', onProgress: fail },
    ] as const)
      await expect(toText(exportQuotes(engine, context, options))).rejects.toMatchObject({
        code: 'callback_failed',
      })
  })

  it('holds one page of many quotes, and ends when it is aborted', async () => {
    const database = new Database(':memory:')
    const catalog = memoryCatalog({ s: [{ id: 1, price: '1.00' }] })
    const storage = sqliteStorage(database)
    let loaded = 0
    const counting = {
      ...storage,
      async find(...args: Parameters<typeof storage.find>) {
        const page = await storage.find(...args)
        loaded += page.items.length
        return page
      },
    }
    const engine = createQuoteEngine({ storage: counting, catalog })
    const request = { customer: { name: 'x'.repeat(500) }, products: [{ id: 1, qty: 1 }] }
    for (let batch = 0; batch < 30; batch += 1)
      await Promise.all(Array.from({ length: 100 }, () => engine.createQuote(context, request)))
    let written = 0
    let maxHeld = 0
    for await (const chunk of exportQuotes(engine, context, { format: 'jsonl' })) {
      written += chunk.split('\n').length - 1
      maxHeld = Math.max(maxHeld, loaded - written)
    }
    expect(written).toBe(3_000)
    expect(maxHeld).toBeLessThanOrEqual(200)

    const controller = new AbortController()
    const onProgress = ({ quotes }: { quotes: number }) => {
      if (quotes > 300) controller.abort()
    }
    const options = { format: 'jsonl', onProgress, signal: controller.signal } as const
    await expect(toText(exportQuotes(engine, context, options))).rejects.toMatchObject({
      code: 'aborted',
    })
    database.close()
  })
})
