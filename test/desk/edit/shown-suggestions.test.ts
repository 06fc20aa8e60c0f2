import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { DeskOptions } from '../../../src/desk/options.js'
import type { ProductSuggestion } from '../../../src/ports/product-search.js'
import { markup, sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed } from './form-fields.js'

const origin = 'https://cdn.shop.example'
const image = `${origin}/drill.png`
const drill = { id: 118, name: 'Drill', sku: 'DR-1', price: '12.00', image }
const priceBreaks = [
  { qty: 50, price: '9.00' },
  { qty: 10, price: '11.00' },
]

/** A desk that finds these products, whatever is typed. */
const deskOf = (found: readonly unknown[], options: Partial<DeskOptions> = {}) =>
  sampleDesk({
    searchProducts: () => found as readonly ProductSuggestion[],
    pictureOrigins: [origin],
    ...options,
  })

/** What the module shows of the first product. */
async function suggested(desk: ReturnType<typeof sampleDesk>, query = '') {
  return JSON.parse((await desk.get(`/products?q=drill${query}`)).html).products[0]
}

/** The page with the products to choose from, as browsers without the module show it. */
async function toChoose(desk: ReturnType<typeof sampleDesk>) {
  const { html } = await desk.get('/quotes/new')
  return desk.post('/quotes/new', changed(html, { search: 'dri' }, 'search'))
}

/** Two products, so that one of them is chosen. */
const two = (product: object) => [product, { id: 204, name: 'Drill bit' }]

describe('productsRoute', () => {
  it('has the picture, the price and the price breaks of products of the catalog', async () => {
    const catalog = memoryCatalog({ 'store-1': [{ ...drill, priceBreaks }] })
    const engine = sampleEngine({ catalog, currency: 'EUR' })
    const desk = sampleDesk({ engine, pictureOrigins: [origin] })
    const { quoteId } = await engine.createQuote(seller, {
      customer: { name: 'Ada' },
      products: [{ id: 118, qty: 1 }],
    })
    expect((await desk.get(`/quotes/${quoteId}`)).html).toContain('data-currency="EUR"')
    expect(await suggested(desk, `&quote=${quoteId}&currency=EUR`)).toEqual({
      name: 'Drill',
      sku: 'DR-1',
      price: '€12.00',
      breaks: 'from 10: €11.00, from 50: €9.00',
      image,
      pick: '["118","Drill"]',
    })
    for (const currency of ['', 'eur', '%00', '__proto__', 'EURO'])
      expect(await suggested(desk, `&currency=${currency}`)).toMatchObject({ price: '12.00' })
  })

  it('has its values in the order in which edit.js shows them', async () => {
    expect(Object.keys(await suggested(deskOf([drill])))).toEqual([
      'name',
      'sku',
      'price',
      'breaks',
      'image',
      'pick',
    ])
  })

  it('shows at most four price breaks', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ qty: index + 2, price: 11 - index }))
    const { breaks } = await suggested(deskOf([{ ...drill, priceBreaks: many }]))
    expect(breaks).toBe('from 2: 11, from 3: 10, from 4: 9, from 5: 8…')
  })

  it.each<[string, unknown]>([
    ['no list', 'from 10'],
    ['no prices', [{ qty: 10 }, null, 3, { qty: 'x', price: '1' }, { qty: 2, price: 'free' }]],
    ['impossible quantities', [-1, 0, 1e21, 0.0001].map((qty) => ({ qty, price: '1.00' }))],
    [
      'higher prices',
      [
        { qty: 10, price: '12.00' },
        { qty: 20, price: '13.00' },
      ],
    ],
    ['markup', [{ qty: markup, price: markup }]],
  ])('shows no price breaks that are %s', async (_, breaks) => {
    const desk = deskOf([{ ...drill, priceBreaks: breaks }])
    expect(await suggested(desk)).toMatchObject({ price: '12.00', breaks: '' })
    expect(desk.errors).toEqual([])
  })
})

describe('pictureOrigins of createDesk', () => {
  it('permits pictures of these origins in the policy of all pages', async () => {
    for (const [pictureOrigins, shown, policy] of [
      [undefined, '', "img-src 'self' data:;"],
      [[], '', "img-src 'self' data:;"],
      [[origin], image, `img-src 'self' data: ${origin};`],
      [['https://shop.example', `${origin}:8443`], '', ` https://shop.example ${origin}:8443;`],
    ] as const) {
      const desk = deskOf(two(drill), { pictureOrigins })
      expect((await suggested(desk)).image).toBe(shown)
      const page = await toChoose(desk)
      expect(page.html.includes(`<img src="${image}" alt=""`)).toBe(shown !== '')
      expect(page.headers.get('content-security-policy')).toContain(policy)
    }
  })

  it.each([
    `javascript:alert(1)//${image}`,
    'data:image/png;base64,iVBORw0KGgo=',
    `blob:${origin}/1`,
    `//cdn.shop.example/drill.png`,
    '/drill.png',
    'http://cdn.shop.example/drill.png',
    `https://cdn.shop.example@other.example/drill.png`,
    `${origin}.other.example/drill.png`,
    `https://other.example/?${image}`,
    `${image}?${'x'.repeat(2_048)}`,
    markup,
    '',
    118,
    { toString: () => image },
  ])('shows no picture at %j', async (other) => {
    const desk = deskOf(two({ ...drill, image: other }))
    expect((await suggested(desk)).image).toBe('')
    const { html, status } = await toChoose(desk)
    expect([status, html.includes('<img')]).toEqual([200, false])
  })

  it('escapes the address of a picture', async () => {
    const { html } = await toChoose(deskOf(two({ ...drill, image: `${image}?"><script>x` })))
    expect(html).toContain(`<img src="${image}?&quot;&gt;&lt;script&gt;x" alt=""`)
  })

  it.each(['cdn.shop.example', 'https://a.example/', 'javascript:alert(1)', 'https://a;b', 1])(
    'rejects %j, which is no origin',
    (other) => {
      expect(() => sampleDesk({ pictureOrigins: [other as string] })).toThrow('pictureOrigins[0]')
    },
  )
})

describe('editAgain', () => {
  it('shows price breaks, and long names, at the products to choose from', async () => {
    const name = 'Drill'.repeat(200)
    const { html } = await toChoose(deskOf(two({ ...drill, name, priceBreaks })))
    expect(html).toContain('<span class="muted">DR-1 · 12.00</span>')
    expect(html).toContain('<span class="muted breaks">from 10: 11.00, from 50: 9.00</span>')
    expect(html).toContain(name)
    expect(html.split('class="muted breaks"')).toHaveLength(2)
  })
})
