import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { QuoteError } from '../../src/errors.js'
import { exportQuotes } from '../../src/files/export-quotes.js'
import type { ImportQuotesOptions } from '../../src/files/import-options.js'
import { getImportReport, importQuotes } from '../../src/files/import-quotes.js'
import { maxLineLength } from '../../src/files/lines.js'
import type { ImportSource } from '../../src/files/source.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const context = { storeId: 's' }
const jsonl = { format: 'jsonl', importId: 'i' } as const
const csv = { format: 'csv', importId: 'i' } as const
const line = '{"customer":{"name":"Ada"},"products":[{"id":"a","qty":1}]}'

function shop(options: object = {}) {
  const catalog = memoryCatalog({
    s: [
      { id: 'a', price: '2.00' },
      { id: 7, price: '3.00' },
    ],
  })
  return createQuoteEngine({ storage: memoryStorage(), catalog, ...options })
}

async function quotesOf(engine: ReturnType<typeof shop>) {
  const quotes = []
  for await (const { quote } of engine.listQuotes(context, { order: 'oldest' })) quotes.push(quote)
  return quotes
}

describe('importQuotes from JSON Lines', () => {
  it('reports invalid rows, and imports the others', async () => {
    const engine = shop()
    const file = [
      `\ufeff${line}`,
      '',
      '{"customer":',
      '[1]',
      'null',
      '{"customer":{},"products":[{"id":"a","qty":0},{"id":"gone","qty":1}]}',
      '{"quote":{"customer":{}}}',
      '{"__proto__":{"customer":{}},"products":[]}',
      `${'['.repeat(100_000)}`,
      `{"customer":{"name":"${'x'.repeat(maxLineLength)}"}}`,
      `${line}\r`,
    ].join('\n')
    const report = await importQuotes(engine, context, file, jsonl)
    expect(report).toMatchObject({ created: 2, failed: 8, repeated: 0, skipped: 0 })
    expect(report.errors.map(({ row, path }) => [row, path])).toEqual(
      expect.arrayContaining([
        [3, ''],
        [4, ''],
        [5, ''],
        [6, 'products[0].qty'],
        [7, 'quote.products'],
        [8, 'products'],
        [9, ''],
        [10, ''],
      ]),
    )
    expect(await quotesOf(engine)).toHaveLength(2)
  })

  it('continues after an interruption without creating a quote twice', async () => {
    const file = Array.from({ length: 20 }, (_, index) =>
      JSON.stringify({ quoteId: `q${index}`, ...JSON.parse(line), tags: ['imported'] }),
    ).join('\n')
    const engine = shop()
    const controller = new AbortController()
    const onProgress = ({ created }: { created: number }) => {
      if (created === 7) controller.abort()
    }
    const stopped = { ...jsonl, onProgress, concurrency: 1, signal: controller.signal }
    await expect(importQuotes(engine, context, file, stopped)).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(await quotesOf(engine)).toHaveLength(7)
    const later = { ...jsonl, now: () => Date.now() + 1 }
    expect(await importQuotes(engine, context, file, later)).toMatchObject({ failed: 0 })
    const quotes = await quotesOf(engine)
    expect(quotes).toHaveLength(20)
    expect(quotes.every(({ tags }) => tags?.[0] === 'imported')).toBe(true)
    expect(await importQuotes(engine, context, file, later)).toMatchObject({ repeated: 20 })
    expect(await importQuotes(engine, context, file, { ...jsonl, importId: 'j' })).toMatchObject({
      failed: 0,
    })
    expect(await quotesOf(engine)).toHaveLength(40)
  })

  it('reports a key with other content', async () => {
    const other = { customer: {}, products: [{ id: 'a', qty: 2 }] }
    const rows = [
      { quoteId: 'q', ...JSON.parse(line) },
      { quoteId: 'q', ...other },
    ]
    const file = rows.map((row) => JSON.stringify(row)).join('\n')
    const report = await importQuotes(shop(), context, file, { ...jsonl, concurrency: 1 })
    expect(report).toMatchObject({ created: 1, failed: 1 })
    expect(report.errors).toMatchObject([{ row: 2, key: 'q', code: 'idempotency_key_reused' }])
  })

  it('reads bytes that are split anywhere, and rejects those that are not UTF-8', async () => {
    const bytes = Buffer.from(`${line.replace('Ada', 'Žofie 🎈')}\n${line}`)
    const single = Readable.from(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    const engine = shop()
    expect(await importQuotes(engine, context, single, jsonl)).toMatchObject({ created: 2 })
    expect((await quotesOf(engine)).map(({ customer }) => customer.name)).toContain('Žofie 🎈')
    const latin = Buffer.from(line.replace('Ada', 'Möller'), 'latin1')
    await expect(importQuotes(engine, context, latin, jsonl)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('bounds the errors of its report and the calls at once', async () => {
    let running = 0
    let maxRunning = 0
    const catalog = {
      async findProducts() {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return []
      },
    }
    const file = `${line}\n`.repeat(50)
    const options = { ...jsonl, maxErrors: 3, concurrency: 4 }
    const report = await importQuotes(shop({ catalog }), context, file, options)
    expect(report).toMatchObject({ created: 0, failed: 50 })
    expect(report.errors).toHaveLength(3)
    expect(maxRunning).toBe(4)
  })

  it('ends if a port fails, or a function of the host throws', async () => {
    const failing = () => {
      throw new Error('down')
    }
    const broken = shop({ catalog: { findProducts: failing } })
    await expect(importQuotes(broken, context, line, jsonl)).rejects.toMatchObject({
      code: 'catalog_failed',
    })
    for (const option of ['toRequest', 'onProgress'])
      await expect(
        importQuotes(shop(), context, line, { ...jsonl, [option]: failing }),
      ).rejects.toMatchObject({ code: 'callback_failed', details: { option } })
  })
})

/** Each row as a request in JSON Lines, and as a row of CSV. */
const invalidRows: readonly [string, Record<string, unknown>, string, object][] = [
  ['an empty tag', { tags: ['Vip', '', 'Rush'] }, 'tags[1]', {}],
  ['a long tag', { tags: ['x'.repeat(80)] }, 'tags[0]', {}],
  ['a tag that is no string', { tags: [1] }, 'tags[0]', {}],
  ['too many tags', { tags: ['a', 'b', 'c'] }, 'tags', { limits: { maxTags: 2 } }],
  ['an unknown owner', { owner: 'unknown' }, 'owner', {}],
  ['an invalid day', { follow_up: '2026-13-01' }, 'follow_up', {}],
  ['an invalid currency', { currency: 'euro' }, 'currency', {}],
  ['an invalid id', { customer_id: '\0' }, 'customer_id', {}],
]

describe.each(['jsonl', 'csv'] as const)('importQuotes of an invalid row of %s', (format) => {
  const products = [{ name: 'Work', price: '1.00', qty: 1 }]
  const toFile = (fields: Record<string, unknown>) => {
    if (format === 'jsonl') return JSON.stringify({ customer: {}, products, ...fields })
    const names = ['products.name', 'products.price', 'products.qty', ...Object.keys(fields)]
    const cells = Object.values(fields).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    )
    const row = ['Work', '1.00', '1', ...cells].map((cell) => `"${cell.replaceAll('"', '""')}"`)
    return `${names.join(',')}\n${row.join(',')}\n`
  }
  const options = { format, importId: 'i' } as const

  it.each(invalidRows)('stores nothing of %s', async (_, fields, path, engineOptions) => {
    const engine = shop(engineOptions)
    const report = await importQuotes(engine, context, toFile(fields), options)
    expect(report).toMatchObject({ created: 0, failed: 1, errors: [{ path }] })
    expect(await quotesOf(engine)).toEqual([])
  })

  it('stores nothing if the engine permits no tags', async () => {
    const permit = (_: object, __: string, ___: unknown, next?: QuoteRecord) =>
      next === undefined || next.quote.tags === null || 'No tags'
    const engine = shop({ permit })
    const report = await importQuotes(engine, context, toFile({ tags: ['a'] }), options)
    expect(report).toMatchObject({ failed: 1, errors: [{ code: 'not_permitted' }] })
    expect(await quotesOf(engine)).toEqual([])
  })

  it('stores a quote with its tags in one version', async () => {
    const engine = shop()
    await importQuotes(engine, context, toFile({ tags: ['b', 'a', 'b'] }), options)
    const { items } = await engine.listQuotes(context)
    expect(items).toMatchObject([{ version: 1, quote: { tags: ['b', 'a'] } }])
  })

  it('counts truly if two imports of a file run at once', async () => {
    const engine = shop()
    const file = toFile({ customer_id: 'c' })
    const reports = await Promise.all(
      Array.from({ length: 8 }, () => importQuotes(engine, context, file, options)),
    )
    const sum = (field: 'created' | 'repeated') =>
      reports.reduce((total, report) => total + report[field], 0)
    expect([sum('created'), sum('repeated')]).toEqual([1, 7])
    expect(await quotesOf(engine)).toHaveLength(1)
  })

  it('says what it has done if it ends early', async () => {
    const lines = toFile({ customer_id: 'c' }).trim().split('\n')
    const last = lines.at(-1)
    const half = [...lines, last, last, ''].join('\n')
    const controller = new AbortController()
    const first = new AbortController()
    async function* broken() {
      yield Buffer.from(half)
      await new Promise((resolve) => first.signal.addEventListener('abort', resolve))
      yield Buffer.from([0xff])
    }
    async function* endless() {
      yield half
      await new Promise(() => {})
    }
    const signal = controller.signal
    const onProgress = () => controller.abort()
    for (const [source, more, code] of [
      [broken(), { onProgress: () => first.abort() }, 'invalid_request'],
      [endless(), { signal, onProgress, concurrency: 1 }, 'aborted'],
    ] as const) {
      const engine = shop()
      const error = await importQuotes(engine, context, source, { ...options, ...more }).catch(
        (cause) => cause,
      )
      expect(error).toMatchObject({ code })
      const created = (await quotesOf(engine)).length
      expect(created).toBeGreaterThan(0)
      expect(getImportReport(error)).toMatchObject({ created, failed: 0 })
    }
    expect(getImportReport(new Error('other'))).toBeUndefined()
  })

  it('ends at a failure although the source goes on', async () => {
    const lines = toFile({ customer_id: 'c' }).trim()
    const row = lines.split('\n').at(-1)
    let isReturned = false
    const source = {
      [Symbol.asyncIterator]: () => {
        const chunks = [`${lines}\n`, `${row}\n`, `${row}\n`]
        return {
          next: () => {
            const value = chunks.shift()
            return value === undefined
              ? new Promise<never>(() => {})
              : Promise.resolve({ done: false, value })
          },
          return: () => {
            isReturned = true
            return Promise.resolve({ done: true as const, value: undefined })
          },
        }
      },
    } as unknown as ImportSource
    const storage = { ...memoryStorage(), commit: () => Promise.reject(new Error('down')) }
    const importing = importQuotes(shop({ storage }), context, source, options)
    await expect(importing).rejects.toMatchObject({ code: 'storage_failed' })
    expect(isReturned).toBe(true)
  })

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4, 20, 0]],
    ['compressed', [0x1f, 0x8b, 8]],
    ['UTF-8', [0x61, 0xe4, 0x62]],
  ])('names a file that is no text: %s', async (name, bytes) => {
    const importing = importQuotes(shop(), context, Uint8Array.from(bytes), options)
    await expect(importing).rejects.toThrow(name)
  })

  it('reads the encoding that the file begins with, or that is named', async () => {
    const text = toFile({ customer_id: 'Möller' })
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const [bytes, encoding] of [
      [utf16, undefined],
      [Buffer.from(text, 'latin1'), 'windows-1252'],
      [Buffer.from(text, 'utf16le'), 'utf-16le'],
    ] as const) {
      const engine = shop()
      expect(await importQuotes(engine, context, bytes, { ...options, encoding })).toMatchObject({
        created: 1,
      })
      expect((await quotesOf(engine))[0]?.customer_id).toBe('Möller')
    }
    for (const encoding of ['utf-9', '', 7, null])
      await expect(
        importQuotes(shop(), context, '', { ...options, encoding } as never),
      ).rejects.toMatchObject({ code: 'invalid_options' })
  })

  it('rejects the path of a file', async () => {
    const importing = importQuotes(shop(), context, './quotes.CSV', options)
    await expect(importing).rejects.toThrow('createReadStream')
  })

  it('counts the errors that it leaves out', async () => {
    const file = toFile({ tags: ['', ''] })
    const report = await importQuotes(shop(), context, file, { ...options, maxErrors: 1 })
    expect(report).toMatchObject({ failed: 1, errorCount: 2 })
    expect(report.errors).toHaveLength(1)
  })

  it('rejects options that have no effect', async () => {
    const csvOnly = {
      columns: {},
      skipOtherColumns: true,
      idType: 'integer',
      delimiter: ';',
      decimalSeparator: ',',
      emptyKeys: 'continue',
    }
    for (const [name, value] of Object.entries(csvOnly)) {
      const importing = importQuotes(shop(), context, '', { ...options, [name]: value })
      if (format === 'csv') expect(await importing).toMatchObject({ created: 0 })
      else await expect(importing).rejects.toThrow(`${name}`)
    }
  })
})

describe('importQuotes of a file whose rows have keys', () => {
  const head = 'quoteId,customer.name,currency,products.name,products.price,products.qty'
  const read = async (rows: readonly string[], options: object = {}, header = head) => {
    const engine = shop()
    const file = [header, ...rows].join('\n')
    const report = await importQuotes(engine, context, file, { ...csv, ...options })
    return { report, quotes: await quotesOf(engine) }
  }

  it.each([
    ['two customers', ['1,Ada,,Desk,10,1', '1,Bob,,Lamp,5,1'], 'customer.name'],
    ['two currencies', ['1,Ada,EUR,Desk,10,1', '1,Ada,USD,Lamp,5,1'], 'currency'],
    ['a contradiction apart', ['1,A,,a,1,1', '1,,,b,1,1', '1,B,,c,1,1'], 'customer.name'],
    ['a later row without a key', ['1,Ada,,Desk,10,1', ',,,Lamp,5,1'], 'quoteId'],
    ['a key of spaces', ['1,Ada,,Desk,10,1', ' ,,,Lamp,5,1'], 'quoteId'],
    ['no key at all', [',Ada,,Desk,10,1', ',,,Lamp,5,1'], 'quoteId'],
  ])('stores nothing of a quote with %s, and goes on', async (_, rows, path) => {
    const { report, quotes } = await read([...rows, '9,Zoe,,Chair,7,1'])
    expect(report).toMatchObject({ created: 1, failed: 1, errors: [{ row: 2, path }] })
    expect(quotes.map(({ customer }) => customer.name)).toEqual(['Zoe'])
  })

  it('takes what one of the rows has, and the same in all of them', async () => {
    const rows = ['1,,EUR,Desk,10,1', '1,Ada,EUR,Lamp,5,2', '1,Ada,,Chair,7,1']
    const { quotes } = await read(rows)
    expect(quotes).toMatchObject([
      { customer: { name: 'Ada' }, currency: 'EUR', quote_total: '27.00' },
    ])
  })

  it('reports rows of a quote that are apart, also if they are equal', async () => {
    for (const last of ['1,Ada,,Chair,7,1', '1,Ada,,Desk,10,1']) {
      const { report, quotes } = await read(['1,Ada,,Desk,10,1', '2,Bob,,Lamp,5,1', last])
      expect(report).toMatchObject({ created: 2, failed: 1, repeated: 0 })
      expect(report.errors).toMatchObject([{ row: 4, key: '1', code: 'idempotency_key_reused' }])
      expect(report.errors[0]?.message).toContain('follow each other')
      expect(quotes).toHaveLength(2)
    }
  })

  it('reads rows without a key as they are meant', async () => {
    const rows = ['1,Ada,,Desk,10,1', ',,,Lamp,5,1', '2,Bob,,Chair,7,1', ',,,Shelf,3,1']
    const continued = await read(rows, { emptyKeys: 'continue' })
    expect(continued.quotes.map(({ quote_total }) => quote_total)).toEqual(['15.00', '10.00'])
    const separate = await read(rows, { emptyKeys: 'separate' })
    expect(separate.report).toMatchObject({ created: 4, failed: 0 })
    const orphan = await read(rows.slice(1), { emptyKeys: 'continue' })
    expect(orphan.report).toMatchObject({ created: 1, failed: 1, errors: [{ row: 2 }] })
  })

  it('holds each key once, however many there are', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `${index},,,Work,1,1`)
    const { report } = await read([...rows, '700,,,Work,1,1', '1500,,,Work,1,1'])
    expect(report).toMatchObject({ created: 1_501, failed: 1, errors: [{ row: 1_502 }] })
  })

  it('passes all rows of a quote to toRequest, which has to look at them', async () => {
    const header = 'No,Client,Item,Price'
    const rows = ['1,Ada,Desk,10', '1,,Lamp,5', '2,Bob,Chair,7']
    const toRequest: ImportQuotesOptions['toRequest'] = ({ row, value, rows: all }) => ({
      customer: { name: `${value.Client} ${row}` },
      products: all.map((each) => ({
        name: `${each.value.Item} ${each.row}`,
        price: String(each.value.Price),
        qty: 1,
      })),
    })
    const { report, quotes } = await read(rows, { key: 'No', toRequest }, header)
    expect(report).toMatchObject({ created: 2, failed: 0 })
    expect(quotes[0]).toMatchObject({
      customer: { name: 'Ada 2' },
      products: [{ name: 'Desk 2' }, { name: 'Lamp 3' }],
    })
    const first: ImportQuotesOptions['toRequest'] = ({ value }) => ({
      customer: {},
      products: [{ name: String(value.Item), price: '1', qty: 1 }],
    })
    const silent = await read(rows, { key: 'No', toRequest: first }, header)
    expect(silent.report).toMatchObject({ created: 1, failed: 1, errors: [{ row: 2, key: '1' }] })
    expect(silent.report.errors[0]?.message).toContain('has 2 rows')
    const none = await read(rows, { key: 'No', toRequest: () => undefined }, header)
    expect(none.report).toMatchObject({ skipped: 2, failed: 0 })
  })

  it('reports lines of JSON that have a key if the first has none, and the other way round', async () => {
    const { customer, products } = JSON.parse(line)
    const [keyed, other] = [
      { quoteId: 'q', customer, products },
      { customer, products },
    ]
    const toFile = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
    const cases = [
      [[other, other], {}, 0],
      [[keyed], {}, 0],
      [[other, keyed], {}, 1],
      [[keyed, other], {}, 1],
      [[other, keyed, other], {}, 1],
      [[[], other, keyed], {}, 2],
      [[[], keyed, other], {}, 2],
      [[other, keyed], { emptyKeys: 'separate' }, 0],
      [[keyed, other], { emptyKeys: 'separate' }, 0],
      [[other], { key: 'No' }, 1],
    ] as const
    for (const [rows, options, failed] of cases) {
      const report = await importQuotes(shop(), context, toFile(rows), { ...jsonl, ...options })
      expect(report).toMatchObject({ failed, created: rows.length - failed })
      const wrong = report.errors.filter(({ path }) => path !== '')
      for (const { path, message } of wrong)
        expect([path, message]).toEqual([
          'key' in options ? options.key : 'quoteId',
          expect.stringContaining('emptyKeys: "separate"'),
        ])
    }
  })

  it('takes options of CSV for JSON Lines that have their values by default', async () => {
    const separators = { delimiter: ',', decimalSeparator: '.' } as const
    const defaults = { ...separators, idType: 'string', skipOtherColumns: false } as const
    const report = await importQuotes(shop(), context, line, { ...jsonl, ...defaults })
    expect(report).toMatchObject({ created: 1 })
    const other = importQuotes(shop(), context, line, { ...jsonl, ...defaults, idType: 'integer' })
    await expect(other).rejects.toThrow(/idType is for files of CSV only/)
  })
})

describe('importQuotes from CSV of other systems', () => {
  const head = 'products.name,products.price,products.qty'

  it('skips rows of empty cells, and reads lines that end either way', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const file = [`\ufeff${head}`, 'Desk,10.00,2', ',,', ' , ,', 'Lamp,5,1', ',,'].join(end)
      const report = await importQuotes(shop(), context, Buffer.from(file), csv)
      expect(report).toMatchObject({ created: 2, failed: 0 })
    }
    const mixed = `${head}\r\nDesk,10,2\r\nLamp,5,1\nChair,7,1\rShelf,"3",1\r\n`
    const report = await importQuotes(shop(), context, Buffer.from(mixed), csv)
    expect(report).toMatchObject({ created: 4, failed: 0 })
    const both = [line, '\r\n', line, '\r', line, '\n\ufeff', line, '\r\r\n', line].join('')
    const bytes = Readable.from(Array.from(Buffer.from(both), (byte) => Uint8Array.of(byte)))
    for (const source of [both, bytes])
      expect(await importQuotes(shop(), context, source, jsonl)).toMatchObject({ created: 5 })
  })

  it('rejects a price beside the id of a product, unless the offered one is there, too', async () => {
    const read = async (header: string, row: string, options: object = {}) => {
      const engine = shop()
      const file = `${header}\n${row}\n`
      const report = await importQuotes(engine, context, file, { ...csv, ...options })
      return { report, total: (await quotesOf(engine))[0]?.quote_total }
    }
    const dropped = await read('products.id,products.price,products.qty', 'a,8.00,2')
    expect(dropped).toMatchObject({
      total: undefined,
      report: { failed: 1, errors: [{ path: 'products[0].price' }] },
    })
    expect(dropped.report.errors[0]?.message).toContain('products.quote')
    const percent = 'products.id,products.price,products.discount_percent,products.qty'
    expect(await read(percent, 'a,8.00,10,2')).toMatchObject({ report: { failed: 1 } })
    const named = { columns: { Price: 'products.quote' } }
    expect(await read('products.id,Price,products.qty', 'a,8.00,2', named)).toMatchObject({
      total: '16.00',
    })
    const exported = 'products.id,products.price,products.quote,products.qty'
    expect(await read(exported, 'a,8.00,7.00,2')).toMatchObject({ total: '14.00' })
    expect(await read(exported, 'a,,,2')).toMatchObject({ total: '4.00' })
  })

  it('reads a charge for shipping without a type as custom, and no charge that has none', async () => {
    const read = async (type: string, price: string) => {
      const engine = shop()
      const header = `${head},shipping.type,shipping.product.name,shipping.product.price`
      const file = `${header}\nDesk,10.00,2,${type},Van,${price}\n`
      const report = await importQuotes(engine, context, file, csv)
      return { report, shipping: (await quotesOf(engine))[0]?.shipping }
    }
    expect(await read('', '4.00')).toMatchObject({
      shipping: { type: 'custom', product: { name: 'Van', price: '4.00' } },
    })
    expect(await read('no_additional', '4.00')).toMatchObject({
      report: { failed: 1, errors: [{ path: 'shipping.type' }] },
    })
    expect(await read('no_additional', '0.00')).toMatchObject({ shipping: { product: null } })
  })

  it('reads either notation of numbers, and rejects the other one', async () => {
    const fields = { quote: { share: { input: 'number' }, code: {} } } as const
    const read = async (cells: readonly string[], options: object) => {
      const engine = shop({ fields, pricing: { quantityDecimals: 3 } })
      const header = [
        ...['products.name', 'products.price', 'products.qty', 'shipping.product.name'],
        ...['shipping.product.price', 'fields.share', 'fields.code', 'customer.zipcode'],
      ]
      const file = `${header.join(';')}\n${cells.join(';')}\n`
      const report = await importQuotes(engine, context, file, {
        ...csv,
        delimiter: ';',
        ...options,
      })
      return { report, quote: (await quotesOf(engine))[0] }
    }
    const comma = { decimalSeparator: ',' }
    const quote = {
      quote_total: '15.06',
      shipping: { product: { price: '4.25' } },
      fields: { share: 0.5 },
    }
    expect(
      await read(['1,5', ' 12,05 ', '1,25', '2.5', '4,25', '0,5', '1,5', '1.000'], comma),
    ).toMatchObject({
      quote: { ...quote, fields: { share: 0.5, code: '1,5' }, customer: { zipcode: '1.000' } },
    })
    expect(await read(['x', '12.05', '1.25', 'y', '4.25', '0.5', '', ''], {})).toMatchObject({
      quote,
    })
    for (const [price, options] of [
      ['12.05', comma],
      ['1.000', comma],
      ['1.234,50', comma],
      ['12,05', {}],
      ['1,234.50', {}],
      ["1'234.50", {}],
      ['1 234.50', {}],
    ] as const) {
      const { report } = await read(['x', price, '1', 'y', '4', '1', '', ''], options)
      expect(report).toMatchObject({ failed: 1, errors: [{ path: 'products[0].price' }] })
      expect(report.errors[0]?.message).toContain('decimalSeparator')
    }
  })

  it('reads the address of delivery, which is one of its own if any cell has a value', async () => {
    const engine = shop()
    const file = [
      'quoteId,customer.name,ship_to.city,ship_to.address-2,products.id,products.qty',
      '1,Ada,Wien,Tor 3,a,1',
      '1,Ada,,,a,2',
      '2,Bob,,,a,1',
    ].join('\n')
    expect(await importQuotes(engine, context, file, csv)).toMatchObject({ created: 2 })
    expect((await quotesOf(engine)).map(({ ship_to }) => ship_to)).toEqual([
      { 'address-2': 'Tor 3', city: 'Wien' },
      undefined,
    ])
  })

  it('names a column of an address that does not exist', async () => {
    const file = 'ship_to.zip,products.id,products.qty\n1,a,1'
    await expect(importQuotes(shop(), context, file, csv)).rejects.toThrow('ship_to.zipcode')
  })

  it('reports a quote with discounts, which CSV does not have', async () => {
    const from = shop()
    const products = [{ id: 'a', qty: 2 }]
    const discounts = [{ type: 'amount', value: '1.50' }] as const
    await from.createQuote(context, { customer: { name: 'Ada' }, products, discounts })
    await from.createQuote(context, { customer: { name: 'Bob' }, products })
    const write = async (options: object) => {
      let file = ''
      const chunks = exportQuotes(from, context, { format: 'csv', rows: 'lines', ...options })
      for await (const chunk of chunks) file += chunk
      return file
    }
    const fields = ['quoteId', 'discounts', 'customer.name', 'products.id', 'products.qty']
    for (const [options, path] of [
      [{ decimalSeparator: ',' }, 'amounts.discounts'],
      [{ columns: fields }, 'discounts'],
    ] as const) {
      const { columns: _, ...notation } = { columns: fields, ...options }
      const engine = shop()
      const report = await importQuotes(engine, context, await write(options), {
        ...csv,
        ...notation,
      })
      expect(report).toMatchObject({ created: 1, failed: 1, errors: [{ row: 2 }] })
      expect(report.errors[0]?.path).toContain(path)
      expect((await quotesOf(engine)).map(({ customer }) => customer.name)).toEqual(['Bob'])
    }
  })

  it('does not read a large id as another one', async () => {
    const file = 'products.id,products.qty\n9007199254740993,1\n'
    const catalog = {
      findProducts: (_: string, ids: readonly unknown[]) =>
        ids.map((id) => ({ id, price: '1.00' })),
    }
    const options = { ...csv, idType: 'integer' } as const
    const engine = shop({ catalog })
    await importQuotes(engine, context, file, options)
    expect(await quotesOf(engine)).toMatchObject([{ products: [{ id: '9007199254740993' }] }])
  })

  it('says how ids of products are read as integers', async () => {
    const file = 'products.id,products.qty\n7,1\nb,1\n'
    const { errors } = await importQuotes(shop(), context, file, csv)
    expect(errors.map(({ message }) => message)).toEqual([
      'is not a product of this store; received the string "7": the integer 7 is another id; ' +
        "idType: 'integer' reads the ids of a file as integers",
      'is not a product of this store',
    ])
    const options = { ...csv, idType: 'integer' } as const
    expect(await importQuotes(shop(), context, file, options)).toMatchObject({ created: 1 })
  })

  it('says once what is wrong with the first row', async () => {
    const row = 'Desk;10.00;2'
    const cases: readonly [string, string, RegExp, object][] = [
      ['another delimiter', `${head.replaceAll(',', ';')}\n${row}`, /delimiter must be ";"/, {}],
      ['tabs', `${head.replaceAll(',', '\t')}\n${row}`, /delimiter must be "\\t"/, {}],
      ['commas', `${head}\nDesk,1,1`, /delimiter must be ","/, { delimiter: ';' }],
      ['customers only', 'customer.name;products.id;products.qty\na;b;1', /delimiter/, {}],
      ['a line of spreadsheets', `sep=;\n${head}`, /delimiter must be ";"/, {}],
      ['no names', 'Ada,Desk,1\nBob,Lamp,2', /header must be a first row with the names/, {}],
      ['JSON Lines', line, /format must be jsonl/, {}],
      ['CSV', `${head}\nDesk,1,1`, /format must be csv/, { format: 'jsonl' }],
      ['no lines', 'customer.name,total\nAda,1.00', /header must have columns of lines/, {}],
      ['a typing error', `${head},customer.nmae\nDesk,1,1,A`, /did you mean customer\.name/, {}],
      ['a typing error', `${head},prodcts.note\nDesk,1,1,A`, /did you mean products\.note/, {}],
    ]
    for (const [, file, message, options] of cases) {
      const error = await importQuotes(shop(), context, file, { ...csv, ...options }).catch(
        (cause) => cause,
      )
      expect(error).toMatchObject({ code: 'invalid_options' })
      expect(error.message).toMatch(message)
      expect(Object.keys(error.details.errors)).toHaveLength(1)
    }
    const file = `sep=;\n${head.replaceAll(',', ';')}\n${row}\n`
    const report = await importQuotes(shop(), context, file, { ...csv, delimiter: ';' })
    expect(report).toMatchObject({ created: 1, failed: 0 })
  })

  it('leaves out other columns if it is asked to, and takes what is named', async () => {
    const engine = shop()
    const file = `Junk,Mail,customer.nmae,${head}\nx,a@b.example,Y,Desk,1,1\n`
    const columns = { Mail: 'customer.mail' }
    const options = { ...csv, columns, skipOtherColumns: true }
    expect(await importQuotes(engine, context, file, options)).toMatchObject({ created: 1 })
    expect((await quotesOf(engine))[0]?.customer).toEqual({ mail: 'a@b.example' })
    const chosen = { Mail: 'custmer.email' }
    await expect(
      importQuotes(engine, context, file, { ...options, columns: chosen }),
    ).rejects.toThrow('custmer.email')
  })

  it('bounds the number of columns', async () => {
    const header = Array.from({ length: 2_001 }, (_, index) => `customer.c${index}`).join(',')
    for (const options of [csv, { ...csv, toRequest: () => undefined }])
      await expect(importQuotes(shop(), context, header, options)).rejects.toThrow(
        'must have at most 2000 columns, received 2001',
      )
    const unknown = Array.from({ length: 1_999 }, (_, index) => `c${index}`)
    const error = await importQuotes(shop(), context, ['owner', ...unknown].join(','), csv).catch(
      (cause) => cause,
    )
    expect(Object.keys(error.details.errors)).toHaveLength(101)
  })
})

describe('importQuotes from CSV', () => {
  it.each([
    ['rows', 10_001, 'a', 'products', 'must have at most 10000 rows'],
    [
      'characters',
      9,
      'x'.repeat(maxLineLength / 9 + 1),
      '',
      `must have at most ${maxLineLength} characters, in all of its rows`,
    ],
  ])(
    'reports a quote with too many %s, and imports the others',
    async (_what, rows, name, path, message) => {
      const engine = shop()
      const file = [
        'quoteId,products.id,products.qty,customer.name',
        '1,a,1,Ada',
        ...Array.from({ length: rows }, () => `2,a,1,${name}`),
        '3,a,1,Zoë',
      ].join('\n')
      const { created, failed, errors } = await importQuotes(engine, context, file, csv)
      expect({ created, failed }).toEqual({ created: 2, failed: 1 })
      expect(errors).toEqual([{ row: 3, key: '2', code: 'invalid_request', path, message }])
      expect((await quotesOf(engine)).map(({ customer }) => customer.name)).toEqual(['Ada', 'Zoë'])
    },
  )

  it('groups the rows of a quote, and reads columns by their names', async () => {
    const engine = shop({
      fields: { line: { weight: { input: 'number' } }, quote: { ok: { input: 'checkbox' } } },
    })
    const file = [
      'No,Mail,products.id,products.qty,products.quote,products.name,products.fields.weight,fields.ok,tags,Junk',
      '1,\'=a@b.c,a,2,1.50,Ignored,2.5,true,"a, b",x',
      '1,,,1,,Work,,,,x',
      '2,b@b.c,a,1,,,,false,,x',
    ]
    file[2] = '1,,,1,5.00,Work,,,,x'
    const columns = { No: 'quoteId', Mail: 'customer.email', Junk: null }
    const report = await importQuotes(engine, context, file.join('\r\n'), { ...csv, columns })
    expect(report).toMatchObject({ created: 1, failed: 1 })
    expect(report.errors).toMatchObject([{ row: 2, key: '1', path: 'products[1].price' }])
    file[0] += ',products.price'
    for (const index of [1, 2, 3]) file[index] += index === 2 ? ',6.00' : ','
    const again = await importQuotes(engine, context, file.join('\n'), { ...csv, columns })
    expect(again.errors).toEqual([])
    const quote = (await quotesOf(engine)).find(({ customer }) => customer.email === '=a@b.c')
    expect(quote).toMatchObject({
      quote_total: '8.00',
      tags: ['a', 'b'],
      fields: { ok: true },
      products: [
        { id: 'a', quote: '1.50', fields: { weight: 2.5 } },
        { id: 0, name: 'Work' },
      ],
    })
  })

  it('maps rows by a function', async () => {
    const engine = shop()
    const toRequest: ImportQuotesOptions['toRequest'] = ({ value, row }) =>
      value.Qty === '0'
        ? undefined
        : {
            customer: { name: `${value.Name} ${row}` },
            products: [{ id: 7, qty: Number(value.Qty) }],
          }
    const file = 'Name,Qty\nAda,1\nBob,0\n"Eve\nB",3\nDan,x\n'
    const report = await importQuotes(engine, context, file, { ...csv, toRequest })
    expect(report).toMatchObject({ created: 2, skipped: 1, failed: 1 })
    expect(report.errors).toMatchObject([{ row: 6, path: 'products[0].qty' }])
    expect((await quotesOf(engine)).map(({ customer }) => customer.name).sort()).toEqual([
      'Ada 2',
      'Eve\nB 4',
    ])
  })

  it('reports rows with other numbers of cells', async () => {
    const file = 'products.id,products.qty\na,1\na\na,1,1\n'
    const report = await importQuotes(shop(), context, file, csv)
    expect(report).toMatchObject({ created: 1, failed: 2 })
    expect(report.errors.map(({ row }) => row)).toEqual([3, 4])
  })

  const headers: readonly [string, string, object][] = [
    ['an unknown column', 'Nmae,products.id', {}],
    ['a prototype key', '__proto__', {}],
    ['a column twice', 'products.id,products.id', {}],
    ['a renamed column that the file does not have', 'products.id', { columns: { Mail: 'owner' } }],
    ['a key that the file does not have', 'products.id', { key: 'No' }],
  ]
  it.each(headers)('rejects %s', async (_, header, options) => {
    const importing = importQuotes(shop(), context, `${header}\n1,1`, { ...csv, ...options })
    await expect(importing).rejects.toMatchObject({ code: 'invalid_options' })
  })

  it('ends at a row that is no CSV, with its line', async () => {
    const engine = shop()
    const file = 'products.id,products.qty\na,1\na,"1\n'
    await expect(importQuotes(engine, context, file, csv)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  const hostile: readonly [string, unknown, object][] = [
    ['a number as the source', 5, jsonl],
    ['a stream of numbers', Readable.from([1, 2]), jsonl],
    ['no import id', line, { format: 'jsonl' }],
    ['a long import id', line, { ...jsonl, importId: 'x'.repeat(256) }],
    ['too many calls at once', line, { ...jsonl, concurrency: 1e9 }],
  ]
  it.each(hostile)('rejects %s', async (_, source, options) => {
    const importing = importQuotes(
      shop(),
      context,
      source as ImportSource,
      options as ImportQuotesOptions,
    )
    await expect(importing).rejects.toBeInstanceOf(QuoteError)
  })
})

describe('charges and billing in files', () => {
  const monthly = { interval: 'month' } as const
  const catalogOf = (billing?: object) =>
    shop({ catalog: memoryCatalog({ s: [{ id: 'a', price: '2.00', ...billing }] as never }) })

  it('keeps when a line is charged, whatever its product says now', async () => {
    const [from, to] = [catalogOf(), catalogOf({ billing: monthly })]
    await from.createQuote(context, {
      customer: {},
      products: [
        { id: 'a', qty: 1 },
        { id: 'a', qty: 1, billing: { interval: 'year', cycles: 2 } },
        { name: 'Screws', price: '-1.00', price_quantity: 100, qty: 250 },
        { name: 'Crane hire', unpriced: true, qty: 2 },
      ],
    })
    for (const format of ['jsonl', 'csv'] as const) {
      let file = ''
      const rows = format === 'csv' ? { rows: 'lines' as const } : undefined
      for await (const chunk of exportQuotes(from, context, { format, ...rows })) file += chunk
      const report = await importQuotes(to, context, file, { format, importId: format })
      expect(report).toMatchObject({ created: 1, failed: 0 })
    }
    const [first] = await quotesOf(from)
    for (const { products, amounts } of await quotesOf(to)) {
      const withoutKeys = (lines = first?.products) => lines?.map(({ key: _, ...each }) => each)
      expect(withoutKeys(products)).toEqual(withoutKeys())
      expect(amounts).toEqual(first?.amounts)
    }
    const short = 'quoteId,products.id,products.qty\nx,a,1\n'
    await importQuotes(to, context, short, { ...csv, importId: 'short' })
    expect((await quotesOf(to)).at(-1)?.products[0]?.billing).toEqual(monthly)
  })

  it.each(['charges', 'amounts.charges'])(
    'rejects a CSV file whose %s would be lost',
    async (name) => {
      const engine = shop()
      await engine.createQuote(context, {
        customer: {},
        products: [{ id: 'a', qty: 1 }],
        charges: [{ type: 'amount', value: '1', label: 'Fee' }],
      })
      let file = ''
      const columns = ['quoteId', 'products.id', 'products.qty', name]
      for await (const chunk of exportQuotes(engine, context, {
        format: 'csv',
        rows: 'lines',
        columns,
      }))
        file += chunk
      const report = await importQuotes(engine, context, file, csv)
      expect(report).toMatchObject({ created: 0, failed: 1 })
      expect(report.errors).toMatchObject([
        {
          path: expect.stringContaining(name),
          message: expect.stringContaining('cannot be read from CSV'),
        },
      ])
      expect(await quotesOf(engine)).toHaveLength(1)
    },
  )

  it('has the wording of quotes, and rejects days that are no number', async () => {
    const [from, to] = [shop(), shop()]
    const wording = { title: '=1+1', terms: 'a "b"\n\nc; d', delivery_terms: 'EXW', valid_days: 30 }
    const content = { customer: {}, products: [{ id: 'a', qty: 1 }], ...wording }
    await from.createQuote(context, content)
    let file = ''
    for await (const chunk of exportQuotes(from, context, { format: 'csv', rows: 'lines' }))
      file += chunk
    await importQuotes(to, context, file, csv)
    expect((await quotesOf(to))[0]).toMatchObject(wording)
    const invalid = 'quoteId,products.id,products.qty,valid_days\nx,a,1,soon\n'
    const { errors } = await importQuotes(to, context, invalid, { ...csv, importId: 'x' })
    expect(errors).toMatchObject([
      { path: 'valid_days', message: expect.stringContaining('integer from 1 to 3650') },
    ])
  })

  it('rejects cells of a billing that is none', async () => {
    const file = 'quoteId,products.id,products.qty,products.billing.interval\nx,a,1,hourly\n'
    const report = await importQuotes(shop(), context, file, csv)
    expect(report.errors).toMatchObject([{ path: 'products[0].billing.interval' }])
  })
})
