import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/quote-engine.js'
import { QuoteError } from '../../src/errors.js'
import {
  type ImportQuotesOptions,
  type ImportSource,
  importQuotes,
} from '../../src/files/import-quotes.js'
import { maxLineLength } from '../../src/files/lines.js'
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
