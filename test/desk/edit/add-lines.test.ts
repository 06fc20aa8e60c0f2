import { describe, expect, it } from 'vitest'
import { markup, sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const products = [
  { id: 118, name: 'Oak chair', sku: 'OC-118' },
  { id: 204, name: 'Felt pad', sku: 'FP-204' },
  { id: 205, name: 'Felt pad, large', sku: 'FP-205' },
]

async function newQuote() {
  let searches = 0
  const desk = sampleDesk({
    engine: sampleEngine(),
    searchProducts: (_user, text) => {
      searches += 1
      const words = text.toLowerCase()
      return products.filter(({ name, sku }) => `${name} ${sku}`.toLowerCase().includes(words))
    },
  })
  const { html } = await desk.get('/quotes/new')
  const send = (fields: Record<string, string>, action: string) =>
    desk.post('/quotes/new', changed(html, { 'customer.name': 'Ada', ...fields }, action))
  return { desk, html, send, searches: () => searches }
}

describe('editAgain', () => {
  it('adds the quantity and the only product of what is typed, with what it costs', async () => {
    const { send } = await newQuote()
    const { status, html } = await send({ search: '3 oak' }, 'search')
    expect(status).toBe(200)
    expect(formFields(html)).toMatchObject({
      'products[0].id': ['Oak chair'],
      'products[0].qty': ['3'],
      search: [''],
    })
    expect(html).toContain('449.85')
  })

  it('keeps the quantity of what is chosen among several products', async () => {
    const { desk, send } = await newQuote()
    const { html } = await send({ search: '8 felt' }, 'search')
    expect(html.match(/name="found"/g)).toHaveLength(2)
    const chosen = { found: '["204","Felt pad"]' }
    const added = await desk.post('/quotes/new', changed(html, chosen, 'found'))
    expect(formFields(added.html)).toMatchObject({
      'products[0].id': ['Felt pad'],
      'products[0].qty': ['8'],
    })
  })

  it('adds a pasted table, and keeps and names the rows that are no single product', async () => {
    const { send } = await newQuote()
    const pasted = `OC-118\t2\nfelt\t5\n${markup}\t1\nFP-205\t10`
    const { html } = await send({ pasted }, 'paste')
    const fields = formFields(html)
    expect(fields).toMatchObject({
      'products[0].id': ['Oak chair'],
      'products[0].qty': ['2'],
      'products[1].id': ['Felt pad, large'],
      'products[1].qty': ['10'],
      pasted: [`felt\t5\r\n${markup}\t1`],
    })
    expect(fields['products[2].id']).toBeUndefined()
    expect(html).toContain('2 lines were added. No single product was found for “felt”')
    expect(html).not.toContain('<script>')
  })

  it('rejects a table of more than 300 rows before it searches', async () => {
    const { send, searches } = await newQuote()
    const pasted = Array.from({ length: 301 }, () => 'OC-118\t1').join('\n')
    expect((await send({ pasted }, 'paste')).status).toBe(413)
    expect(searches()).toBe(0)
  })

  it('rejects saving while a pasted table is not added, and keeps it', async () => {
    const { send, desk } = await newQuote()
    const saved = await send({ pasted: 'OC-118\t2', 'products[0].id': '204' }, 'save')
    expect(saved.status).toBe(422)
    expect(saved.html).toContain('id="f-pasted-error"')
    expect(formFields(saved.html)).toMatchObject({ pasted: ['OC-118\t2'] })
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
  })

  it('adds 300 rows, and the engine prices all of them', async () => {
    const { send, desk } = await newQuote()
    const pasted = Array.from({ length: 300 }, () => 'OC-118\t1').join('\n')
    const { html } = await send({ pasted }, 'paste')
    const saved = await desk.post('/quotes/new', changed(html, {}, 'save'))
    expect(saved.location).toMatch(/done=created$/)
  })
})

describe('a search that fails', () => {
  it('is said, and the pasted table stays as it is', async () => {
    const searchProducts = () => Promise.reject(new Error('offline'))
    const desk = sampleDesk({ engine: sampleEngine(), searchProducts })
    const { html } = await desk.get('/quotes/new')
    const typed = { 'customer.name': 'Ada', pasted: 'OC-118\t2' }
    const again = await desk.post('/quotes/new', changed(html, typed, 'paste'))
    expect(again.html).toContain('Products cannot be searched now.')
    expect(formFields(again.html)).toMatchObject({ pasted: ['OC-118\t2'] })
    const json = await desk.post('/products', changed(html, typed), { from: '/quotes/new' })
    expect(JSON.parse(json.html)).toMatchObject({ lines: [], unknown: 'OC-118\t2' })
  })
})

describe('POST /products', () => {
  it('returns the lines of a table for the module, and what is unknown', async () => {
    const { desk, html } = await newQuote()
    const form = changed(html, { pasted: '4 oak\nnothing\t2' })
    const response = await desk.post('/products', form, { from: '/quotes/new' })
    expect(JSON.parse(response.html)).toEqual({
      lines: [{ id: 'Oak chair', picked: '["118","Oak chair"]', qty: '4' }],
      unknown: 'nothing\t2',
      message: 'No single product was found for “nothing”: correct it below.',
    })
  })

  it('takes what is typed as ids where nothing can be searched', async () => {
    const desk = sampleDesk({ engine: sampleEngine(), searchProducts: false })
    const { html } = await desk.get('/quotes/new')
    const typed = { 'customer.name': 'Ada', pasted: '118\t2\n204\t3' }
    const added = await desk.post('/quotes/new', changed(html, typed, 'paste'))
    await desk.post('/quotes/new', changed(added.html, {}, 'save'))
    const { items } = await desk.engine.listQuotes(seller)
    expect(items[0]?.quote.products.map(({ id, qty }) => [id, qty])).toEqual([
      [118, 2],
      [204, 3],
    ])
  })
})
