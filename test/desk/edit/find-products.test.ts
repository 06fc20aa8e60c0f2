import { describe, expect, it } from 'vitest'
import { getPicks } from '../../../src/desk/edit/find-products.js'
import { buyer, markup, sampleDesk } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const products = [
  { id: 118, name: 'Oak chair', sku: 'OC-118', price: '200.00' },
  { id: '204', name: markup },
]
const searchProducts = (_: unknown, text: string) =>
  products.filter(({ name }) => name.toLowerCase().includes(text))

describe('productsRoute', () => {
  it('suggests products as JSON, with names to show and ids to keep', async () => {
    const desk = sampleDesk({ searchProducts })
    const { html, headers } = await desk.get('/products?q=a')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(html)).toEqual({
      products: [
        { value: 'Oak chair', label: 'OC-118 · 200.00', pick: '["118","Oak chair"]' },
        { value: markup, label: '', pick: JSON.stringify(['"204"', markup]) },
      ],
    })
  })

  it('suggests nothing for no words, or if the search fails, which is reported', async () => {
    const fails = sampleDesk({ searchProducts: () => Promise.reject(new Error('offline')) })
    expect((await fails.get('/products?q=')).html).toBe('{"products":[]}')
    expect((await fails.get('/products?q=oak')).html).toBe('{"products":[]}')
    expect(fails.errors).toEqual([new Error('offline')])
  })

  it('does not exist without a search, and not for buyers', async () => {
    expect((await sampleDesk().get('/products?q=oak')).status).toBe(404)
    const desk = sampleDesk({ searchProducts })
    desk.user = buyer
    expect((await desk.get('/products?q=oak')).status).toBe(403)
  })
})

describe('getPicks', () => {
  it('tells products with one name apart by their SKU or id', () => {
    const found = [
      { id: 1, name: 'Chair', sku: 'C-1' },
      { id: 2, name: ' Chair' },
      { id: '3', name: '' },
      { id: 4, name: 'Two\n lines' },
    ]
    expect(getPicks(found)).toEqual([
      { id: '1', text: 'Chair · C-1' },
      { id: '2', text: 'Chair · 2' },
      { id: '"3"', text: '"3"' },
      { id: '4', text: 'Two lines' },
    ])
  })
})

describe('editAgain', () => {
  it('finds products, and adds those that are checked as rows', async () => {
    const desk = sampleDesk({ searchProducts })
    const { html } = await desk.get('/quotes/new')
    const typed = { search: 'a', 'customer.name': 'Ada' }
    const found = await desk.post('/quotes/new', changed(html, typed, 'enter'))
    expect(found.status).toBe(200)
    expect(found.html).toContain('value="[&quot;118&quot;,&quot;Oak chair&quot;]"')
    expect(found.html).not.toContain('<script>')
    const picked = JSON.stringify(['"204"', markup])
    const added = await desk.post(
      '/quotes/new',
      changed(found.html, { found: ['["118","Oak chair"]', picked, 'x', '{}'] }, 'found'),
    )
    expect(formFields(added.html)).toMatchObject({
      'customer.name': ['Ada'],
      'products[3].id': ['Oak chair'],
      'products[3].picked': ['["118","Oak chair"]'],
      'products[4].id': [markup],
      'products[4].picked': [picked],
    })
  })

  it('says that nothing was found, or that the search fails', async () => {
    const desk = sampleDesk({ searchProducts })
    const { html } = await desk.get('/quotes/new')
    const none = await desk.post('/quotes/new', changed(html, { search: '<b>' }, 'search'))
    expect(none.html).toContain('No product was found for “&lt;b&gt;”.')
    const broken = sampleDesk({ searchProducts: () => Promise.reject(new Error('offline')) })
    const failed = await broken.post('/quotes/new', changed(html, { search: 'oak' }, 'search'))
    expect(failed.html).toContain('Products cannot be searched now.')
    expect(broken.errors).toHaveLength(1)
  })
})
