import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

/** A file, a text in it, and what stands before that text in a copy of it. */
type Edit = readonly [file: string, before: string, added: string]

const model = 'src/quote/model'
const context = { storeId: 'store-1' }
const line = { qty: 1, name: 'Desk', price: '10.00' }

const program = `
  export { createQuoteEngine, memoryCatalog, memoryStorage, sealOf } from './src/index.ts'
  export { exportQuotes, importQuotes } from './src/files/index.ts'
  export { createHttpApp } from './src/http/index.ts'
  export { deskStrings } from './src/desk/strings.ts'
`

// biome-ignore lint/suspicious/noExplicitAny: its types are those of another model.
type Library = any

/** Returns what the library exports with edits of its files, which stay as they are. */
async function buildWith(edits: readonly Edit[]): Promise<Library> {
  for (const [file, before] of edits) expect(readFileSync(file, 'utf8')).toContain(before)
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-'))
  const outfile = join(folder, 'library.mjs')
  try {
    await build({
      stdin: { contents: program, resolveDir: process.cwd() },
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire('file:///')",
      },
      outfile,
      logLevel: 'error',
      plugins: [
        {
          name: 'edits',
          setup: ({ onLoad }) =>
            onLoad({ filter: /\.ts$/ }, async ({ path }) => {
              const source = await readFile(path, 'utf8')
              const contents = edits
                .filter(([file]) => resolve(file) === path)
                .reduce((text, [, before, added]) => text.replace(before, added + before), source)
              return { contents, loader: 'ts' }
            }),
        },
      ],
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function documentedSchemas({ createHttpApp }: Library, engine: unknown) {
  const app = createHttpApp({ engine, authenticate: () => undefined })
  const response = await app.request('/v3/bc/public/openapi.json')
  return (await response.json()).components
}

describe('a text of a quote that is added to quoteScalarFields', () => {
  const edits: readonly Edit[] = [
    [
      `${model}/quote-scalar-fields.ts`,
      '} as const satisfies',
      `
      project: {
        kind: 'text', audience: 'customer', max: 20,
        label: 'Project', noun: 'a project', description: 'What it is for',
      },
      cost_center: {
        kind: 'text', audience: 'internal', max: 20,
        label: 'Cost center', noun: 'a cost center', description: 'Who pays',
      },
      `,
    ],
  ]

  it('exists in requests, offers, files, documents of the API and the desk', async () => {
    const library = await buildWith(edits)
    const engineOf = () =>
      library.createQuoteEngine({
        storage: library.memoryStorage(),
        catalog: library.memoryCatalog({ 'store-1': [] }),
      })
    const engine = engineOf()
    const strings = { project: 'Office', cost_center: 'K1' }
    const { quoteId } = await engine.createQuote(context, {
      customer: {},
      products: [line],
      ...strings,
    })
    const stored = async (caller: object = context) =>
      (await engine.getQuote(caller, quoteId)).quote
    expect(await stored()).toMatchObject(strings)
    expect(await stored({ ...context, role: 'buyer' })).not.toHaveProperty('cost_center')
    await expect(
      engine.updateQuote(context, quoteId, { project: 'x'.repeat(21) }),
    ).rejects.toMatchObject({ details: { errors: { project: expect.any(String) } } })
    const buyer = { ...context, role: 'buyer' }
    await expect(engine.updateQuote(buyer, quoteId, { cost_center: 'K2' })).rejects.toMatchObject({
      code: 'not_permitted',
    })

    const { quote: sent } = await engine.sendQuote(context, quoteId)
    expect(library.sealOf(sent)).toBe(sent.seal)
    expect(library.sealOf({ ...sent, project: 'Garden' })).not.toBe(sent.seal)
    expect(library.sealOf({ ...sent, cost_center: 'K2' })).toBe(sent.seal)
    await engine.updateQuote(context, quoteId, { cost_center: 'K2' })
    await expect(engine.updateQuote(context, quoteId, { project: 'Garden' })).rejects.toMatchObject(
      { code: 'quote_locked' },
    )

    const rows: string[] = []
    for await (const row of library.exportQuotes(engine, context, { format: 'csv', rows: 'lines' }))
      rows.push(row)
    const copies = engineOf()
    const report = await library.importQuotes(copies, context, rows.join(''), {
      format: 'csv',
      importId: 'i',
      skipOtherColumns: true,
    })
    expect(report.errors).toEqual([])
    const { items } = await copies.listQuotes(context, {})
    expect(items[0].quote).toMatchObject({ project: 'Office', cost_center: 'K2' })

    const copy = await engine.copyQuote(context, quoteId)
    expect(copy.quote).toMatchObject({ project: 'Office', cost_center: 'K2' })
    const { template } = await engine.createTemplate(context, { name: 'T', quote_id: quoteId })
    expect(template).toMatchObject({ project: 'Office' })
    expect(template).not.toHaveProperty('cost_center')
    await engine.updateQuote(context, copy.quoteId, { project: null })
    expect((await engine.getQuote(context, copy.quoteId)).quote).not.toHaveProperty('project')

    const { schemas } = await documentedSchemas(library, engine)
    for (const name of ['CreateQuoteRequest', 'UpdateQuoteRequest', 'Quote'])
      expect(schemas[name].properties).toHaveProperty('project')
    expect(library.deskStrings.labels.quote.project).toBe('Project')
  })
})

describe('a text of a line that is added to textFields', () => {
  it('exists on lines with a product and without one', async () => {
    const library = await buildWith([
      [
        `${model}/text-fields.ts`,
        '} as const satisfies',
        "color: { maxLength: 20, inCatalog: 'color', label: 'Color' },\n",
      ],
    ])
    const engine = library.createQuoteEngine({
      storage: library.memoryStorage(),
      catalog: library.memoryCatalog({ 'store-1': [{ id: 1, price: '5.00', color: 'red' }] }),
    })
    const { quote } = await engine.createQuote(context, {
      customer: {},
      products: [
        { id: 1, qty: 1 },
        { ...line, color: 'blue' },
      ],
    })
    expect(quote.products).toMatchObject([{ color: 'red' }, { color: 'blue' }])
  })
})

describe('a field of a quote that is added to the model', () => {
  it('is stored, and in each list that its description says, after edits of three files', async () => {
    const edits: readonly Edit[] = [
      [`${model}/quote.ts`, '  /** Why the quote has its status,', '  readonly weight?: number\n'],
      [`${model}/quote-schema.ts`, '      ...factSchemas(),', 'weight: z.int().exactOptional(),'],
      [
        `${model}/quote-fields.ts`,
        '  acceptance: {',
        "weight: { part: 'reported', label: 'Weight', isInternal: true, readOnly: 'is weighed' },",
      ],
    ]
    const library = await buildWith(edits)
    const storage = library.memoryStorage()
    const engine = library.createQuoteEngine({
      storage,
      catalog: library.memoryCatalog({ 'store-1': [] }),
    })
    const { quoteId, quote } = await engine.createQuote(context, { customer: {}, products: [line] })
    expect(library.sealOf({ ...quote, weight: 7 })).toBe(library.sealOf(quote))
    await expect(engine.updateQuote(context, quoteId, { weight: 7 })).rejects.toMatchObject({
      details: { errors: { weight: 'is weighed' } },
    })
    const { schemas } = await documentedSchemas(library, engine)
    expect(schemas.Quote.properties).toHaveProperty('weight')
    expect(library.deskStrings.labels.quote.weight).toBe('Weight')
  })
})
