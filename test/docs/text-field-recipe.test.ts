import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const table = 'src/quote/model/text-fields.ts'
const context = { storeId: 'store-1', actor: 'ann', role: 'seller' } as const

/** Follows the recipe: adds its line to the table of text fields, as a maintainer would. */
async function followRecipe(folder: string): Promise<object> {
  const markdown = readFileSync('CONTRIBUTING.md', 'utf8')
  const [, line = ''] = /^ {2}(material: \{.*\},)$/m.exec(markdown) ?? []
  const source = readFileSync(table, 'utf8').replace('\n} as const', `\n  ${line}\n} as const`)
  expect(source).toContain(line)
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  const file = join(folder, 'text-fields.mjs')
  writeFileSync(file, outputText)
  return await import(pathToFileURL(file).href)
}

/** Loads the library and a shop with products of all catalogs that need no server. */
async function openShop() {
  const { createQuoteEngine, memoryCatalog, memoryStorage, csvCatalog } = await import(
    '../../src/index.js'
  ).then(async (index) => ({ ...index, ...(await import('../../src/catalog/index.js')) }))
  const { sampleDesk } = await import('../desk/sample-desk.js')
  const file = 'id,price,name,material\n118,200.00,Oak chair,Oak\n'
  const products = [{ id: 118, price: '200.00', name: 'Oak chair', material: 'Oak' }]
  const inMemory = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ 'store-1': products }),
  })
  const inFile = createQuoteEngine({
    storage: memoryStorage(),
    catalog: await csvCatalog(file, { store: 'store-1', idType: 'integer' }),
  })
  return { inMemory, inFile, desk: sampleDesk({ engine: inMemory }) }
}

/** A line without a product, with the new field. */
const line = (material: unknown) => ({ name: 'Table', price: '90', qty: 1, material }) as never

describe('the recipe of a text field of a line in CONTRIBUTING.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-recipe-'))
  let shop: Awaited<ReturnType<typeof openShop>>

  beforeAll(async () => {
    vi.resetModules()
    const described = await followRecipe(folder)
    vi.doMock('../../src/quote/model/text-fields.js', () => described)
    shop = await openShop()
  })

  afterAll(() => {
    vi.doUnmock('../../src/quote/model/text-fields.js')
    vi.resetModules()
    rmSync(folder, { recursive: true })
  })

  it.each(['inMemory', 'inFile'] as const)('freezes what the catalog %s has', async (name) => {
    const request = { customer: {}, products: [{ id: 118, qty: 1 }] }
    const { quoteId } = await shop[name].createQuote(context, request)
    const { quote } = await shop[name].getQuote(context, quoteId)
    expect(quote.products[0]).toMatchObject({ name: 'Oak chair', material: 'Oak' })
    const change = { product_changes: [{ key: '1-1', material: 'Ash' }] } as never
    await expect(shop[name].updateQuote(context, quoteId, change)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('product_changes[0].material'),
    })
  })

  it('is set, kept, changed and removed on a line without a product', async () => {
    const { inMemory: engine } = shop
    const request = { customer: {}, products: [line('Oak')] }
    const { quoteId } = await engine.createQuote(context, request)
    const change = async (fields: object) => {
      const changes = { product_changes: [{ key: '1-1', ...fields }] } as never
      return (await engine.updateQuote(context, quoteId, changes)).quote.products[0]
    }
    expect(await change({ qty: 2 })).toMatchObject({ material: 'Oak' })
    expect(await change({ material: 'Ash' })).toMatchObject({ material: 'Ash' })
    expect(await change({ material: null })).not.toHaveProperty('material')
    const copy = await engine.copyQuote(context, quoteId)
    expect(copy.quote.products[0]).not.toHaveProperty('material')
  })

  it.each(['', 7, 'x'.repeat(256)])('rejects %j by its name', async (value) => {
    const created = shop.inMemory.createQuote(context, { customer: {}, products: [line(value)] })
    await expect(created).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('products[0].material'),
    })
  })

  it('is in templates and what is created from them', async () => {
    const { inMemory: engine } = shop
    const template = { name: 'Tables', products: [line('Oak')] }
    const { templateId } = await engine.createTemplate(context, template)
    const { quote } = await engine.createQuoteFromTemplate(context, templateId, { customer: {} })
    expect(quote.products[0]).toMatchObject({ material: 'Oak' })
  })

  it('has an input and a label in the desk, and differences name it', async () => {
    const { inMemory: engine, desk } = shop
    const request = { customer: {}, products: [line('Oak')] }
    const { quoteId } = await engine.createQuote(context, request)
    const changes = { product_changes: [{ key: '1-1', material: 'Ash' }] } as never
    await engine.updateQuote(context, quoteId, changes)
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).toMatch(/value="Ash"[^>]*name="products\[0\]\.material"/)
    const { html: differences } = await desk.get(`/quotes/${quoteId}/differences`)
    expect(differences).toMatch(/Material.*Oak.*Ash/s)
  })

  it('is in the OpenAPI document', async () => {
    const { createHttpApp } = await import('../../src/http/index.js')
    const authenticate = () => context
    const app = createHttpApp({ engine: shop.inMemory, authenticate })
    const document = await (await app.request('/v3/bc/public/openapi.json')).text()
    expect(document.match(/"material"/g)?.length).toBeGreaterThan(3)
  })
})
