import { describe, expect, it } from 'vitest'
import { markup, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const products = [
  { id: 118, name: 'Oak chair', sku: 'OC-118', price: '200.00' },
  { id: 204, name: 'Felt pad', sku: 'FP-204', price: '12.50' },
  { id: 118, name: `Oak ${markup}` },
]
const searchProducts = (_: unknown, text: string) =>
  products.filter(({ name, sku = '' }) =>
    `${name} ${sku}`.toLowerCase().includes(text.toLowerCase()),
  )

async function newQuote(options = {}) {
  const engine = sampleEngine()
  const desk = sampleDesk({ engine, searchProducts, ...options })
  const { html } = await desk.get('/quotes/new')
  const send = (fields: Record<string, string>, action = 'save', page = html) =>
    desk.post('/quotes/new', changed(page, { 'customer.name': 'Ada', ...fields }, action))
  const storedLines = async () => {
    const { items } = await engine.listQuotes(seller)
    return items.map(({ quote }) => quote.products.map(({ id, name, qty }) => [id, name, qty]))
  }
  return { engine, desk, send, storedLines }
}

describe('findTypedProducts', () => {
  it.each([
    ['the only match', 'felt', [204, 'Felt pad', 1]],
    ['an exact name among several matches', 'oak chair', [118, 'Oak chair', 1]],
    ['an exact SKU', 'fp-204', [204, 'Felt pad', 1]],
    ['an id, without a search', '118', [118, 'Oak chair', 1]],
  ])('takes %s', async (_, text, line) => {
    const { send, storedLines } = await newQuote()
    expect((await send({ 'products[0].id': text })).location).toMatch(/done=created$/)
    expect(await storedLines()).toEqual([[line]])
  })

  it('offers several matches in the row, and takes the one that is chosen', async () => {
    const { send, storedLines } = await newQuote()
    const { status, html } = await send({ 'products[0].id': 'oak', 'products[0].qty': '3' })
    expect(status).toBe(422)
    expect(textOf(html)).toContain('Line 1, product : matches several products')
    expect(html).toContain('href="#f-products_0__id"')
    expect(html).toContain('<select id="f-products_0__id"')
    expect(html).not.toContain('<script>')
    expect(formFields(html)['products[0].id']).toEqual(['oak'])
    expect(await storedLines()).toEqual([])
    await send({ 'products[0].id': '118' }, 'save', html)
    expect(await storedLines()).toEqual([[[118, 'Oak chair', 3]]])
  })

  it('offers products whose values keep their names, also after errors', async () => {
    const { send, storedLines } = await newQuote()
    const { html } = await send({ 'products[0].id': 'oak' })
    const [, pick = ''] = /<option value="(\[[^"]*\])"/.exec(html) ?? []
    expect(pick).toBe('[&quot;118&quot;,&quot;Oak chair&quot;]')
    const picked = { 'products[0].id': '["118","Oak chair"]', 'products[0].qty': 'x' }
    const invalid = await send(picked, 'save', html)
    expect(invalid.status).toBe(422)
    expect(formFields(invalid.html)).toMatchObject({
      'products[0].id': ['Oak chair'],
      'products[0].picked': ['["118","Oak chair"]'],
    })
    await send({ 'products[0].qty': '3' }, 'save', invalid.html)
    expect(await storedLines()).toEqual([[[118, 'Oak chair', 3]]])
  })

  it('takes a picked product only while its name stands in the field', async () => {
    const { desk, send, storedLines } = await newQuote()
    const picked = '["118","Oak chair"]'
    await send({ 'products[0].id': 'Felt pad', 'products[0].picked': picked })
    const { html } = await desk.get('/quotes/new')
    await send({ 'products[0].id': 'Oak chair', 'products[0].picked': picked }, 'save', html)
    const stored = await storedLines()
    expect(stored.map(([line]) => line?.[0]).toSorted()).toEqual([118, 204])
  })

  it.each(['[', '[1,2]', '["118"]', '["","x"]', 'null', '{"0":"118","1":"x","length":2}'])(
    'searches what is typed if %s was sent as picked',
    async (picked) => {
      const { send, storedLines } = await newQuote()
      await send({ 'products[0].id': 'felt', 'products[0].picked': picked })
      expect(await storedLines()).toEqual([[[204, 'Felt pad', 1]]])
    },
  )

  it('names a line of its own if the row has a list price', async () => {
    const { send, storedLines } = await newQuote()
    const fields = { 'products[0].id': 'Oak work', 'products[0].price': '45' }
    expect((await send(fields)).location).toMatch(/done=created$/)
    expect(await storedLines()).toEqual([[[0, 'Oak work', 1]]])
  })

  it.each([
    ['nothing matches', {}],
    [
      'the search fails',
      { searchProducts: () => Promise.reject(new Error('offline')), onError: () => undefined },
    ],
    ['there is no search', { searchProducts: undefined }],
  ])('keeps what was typed, with the error of the engine, if %s', async (_, options) => {
    const { send, storedLines } = await newQuote(options)
    const { status, html } = await send({ 'products[0].id': `${markup}!` })
    expect(status).toBe(422)
    expect(html).toContain('id="f-products_0__id-error"')
    expect(html).not.toContain('<script>')
    expect(formFields(html)['products[0].id']).toEqual([`${markup}!`])
    expect(await storedLines()).toEqual([])
  })

  it('searches when rows are added, totals are calculated, and a quote is saved', async () => {
    const { engine, desk, send } = await newQuote()
    const rows = await send({ 'products[0].id': 'felt' }, 'search')
    expect(formFields(rows.html)['products[0].id']).toEqual(['Felt pad'])
    const totals = await send({ 'products[0].id': 'felt' }, 'totals')
    expect(formFields(totals.html)['products[0].id']).toEqual(['Felt pad'])
    const request = { customer: {}, products: [{ id: 118, qty: 1 }] }
    const { quoteId } = await engine.createQuote(seller, request)
    const path = `/quotes/${quoteId}`
    const { html } = await desk.get(path)
    await desk.post(path, changed(html, { 'products[1].id': 'felt' }))
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.products.map(({ id }) => id)).toEqual([118, 204])
  })
})
