import { parse } from 'csv-parse/sync'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/quote-engine.js'
import { type ExportQuotesOptions, exportQuotes } from '../../src/files/export-quotes.js'
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

  it('writes a row per line', async () => {
    const options = { format: 'csv', rows: 'lines' } as const
    const rows = rowsOf(await toText(exportQuotes(await shop(), context, options)))
    expect(rows).toMatchObject([
      { 'products.qty': '2', 'products.discount': '-10', 'products.fields.color': 'red' },
      { 'products.id': '0', 'products.name': 'Work, "by hand"\nat night' },
    ])
  })

  it('writes the columns that are chosen, and those of functions', async () => {
    const csv = await toText(
      exportQuotes(await shop(), context, {
        format: 'csv',
        bom: true,
        delimiter: ';',
        fields: [
          'customer.name',
          { header: '=lines', value: ({ quote }) => quote.products.length },
        ],
      }),
    )
    expect(csv).toBe(`\ufeffcustomer.name;'=lines\r\n"'=HYPERLINK(""http://x"")";2\r\n`)
  })

  it('leaves out what buyers do not see', async () => {
    const buyer = { ...context, role: 'buyer' } as const
    for (const format of ['csv', 'jsonl'] as const)
      expect(await toText(exportQuotes(await shop(), buyer, { format }))).not.toContain('21.875')
  })

  const invalid: readonly [string, object, string][] = [
    ['an unknown format', { format: 'xml' }, 'format'],
    ['an unknown column', { format: 'csv', fields: ['customer.name', 'totl'] }, 'fields[1]'],
    ['a column of lines', { format: 'csv', fields: ['products.qty'] }, 'fields[0]'],
    ['a prototype key', { format: 'csv', fields: ['__proto__'] }, 'fields[0]'],
    ['no columns', { format: 'csv', fields: [] }, 'fields'],
    ['an unknown option', { format: 'csv', colour: 1 }, 'colour'],
    ['a delimiter of two characters', { format: 'csv', delimiter: ';;' }, 'delimiter'],
  ]
  it.each(invalid)('rejects %s', async (_, options, path) => {
    const chunks = exportQuotes(await shop(), context, options as ExportQuotesOptions)
    const error = await toText(chunks).catch((cause) => cause)
    expect(error).toMatchObject({ code: 'invalid_options' })
    expect(Object.keys(error.details.errors)).toContain(path)
  })

  it('rejects with callback_failed if a column or the progress throws', async () => {
    const fail = () => {
      throw new Error('no')
    }
    const engine = await shop()
    const column = { header: 'a', value: fail }
    for (const options of [
      { format: 'csv', fields: [column] },
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
