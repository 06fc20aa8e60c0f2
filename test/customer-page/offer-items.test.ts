import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { offerItems } from '../../src/customer-page/offer-items.js'
import { en } from '../../src/customer-page/strings/en.js'
import { createDocument } from '../../src/document/model/create-document.js'
import { links, samplePage, seller } from './sample-page.js'

const { engine } = samplePage()

/** Returns the text of the rows, without markup and with one space between words. */
async function rowsOf(request: object, options = {}): Promise<readonly string[]> {
  const created = { customer: {}, currency: 'EUR', products: [], ...request }
  const { quote } = await engine.createQuote(seller, created as never)
  const document = createDocument(quote, options)
  const html = String(offerItems({ document, strings: en, pictureOf: () => undefined }))
  return html
    .split(/(?=<li|<div class="part|<div class="bill|<div class="sum)/)
    .slice(1)
    .map((row) =>
      row
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
}

describe('offerItems', () => {
  it('shows each line with its quantity, its prices and what is taken off', async () => {
    const products = [
      { name: 'Chair', sku: 'CH-1', price: '98', quote: '80', qty: 4 },
      { name: 'Screw', price: '1.50', price_quantity: 100, qty: 250, unit: 'piece' },
      { name: 'Oil', price: '10', qty: 2, discount_percent: '12.5', note: 'Blue can' },
      { name: 'Service', price: '5', qty: 1, billing: { interval: 'year' } },
    ]
    const rows = await rowsOf({ products })
    expect(rows.slice(0, 4)).toEqual([
      'Chair 4 × €80.00 List price €98.00 SKU CH-1 €320.00',
      'Screw 250 pieces × €1.50 / 100 pieces €3.75',
      'Oil 2 × €8.75 List price €10.00 , Discount (12.5%) Blue can €17.50',
      'Service 1 × €5.00 per year €5.00',
    ])
    expect(rows.at(-1)).toBe('Total €346.25 Of which charged once €341.25 Of which per year €5.00')
  })

  it('shows sections with their sums, and without prices if they have none', async () => {
    const sections = [
      { key: 'a', title: 'Workshop', text: 'All of oak' },
      { key: 'b', title: 'Delivery', show: 'total' },
      { key: 'c', title: 'Extras', optional: true },
    ]
    const line = { price: '10', qty: 1 }
    const products = [
      { ...line, name: 'Bench', section: 'a' },
      { ...line, name: 'Van', section: 'b' },
      { ...line, name: 'Lamp', section: 'c' },
    ]
    const rows = await rowsOf({ sections, products })
    expect(rows.slice(0, 5)).toEqual([
      'Workshop Subtotal: Workshop : €10.00 All of oak',
      'Bench 1 × €10.00 €10.00',
      'Delivery €10.00',
      'Extras Optional (not included) Subtotal: Extras (not included) : €10.00',
      'Lamp 1 × €10.00 €10.00',
    ])
    expect(rows.at(-1)).toBe('Total €20.00')
  })

  it('shows what a stranger has written as text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const { quote } = await engine.createQuote(seller, {
      customer: {},
      products: [{ name, note: name, price: '1', qty: 1 }],
    })
    const document = createDocument(quote)
    const strings = { ...en, document: name }
    const html = String(offerItems({ document, strings, pictureOf: () => '"><script>' }))
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script')
  })
})

describe('pictureOrigins', () => {
  const image = 'https://cdn.shop.example/chair.png'
  const chair = { id: 'chair', name: 'Oak chair', price: '80' }
  const catalog = memoryCatalog({
    s: [
      { ...chair, image },
      { ...chair, id: 'plain' },
    ],
  })

  it('shows pictures of these origins only, and permits them in the policy of the page', async () => {
    const products = ['chair', 'plain'].map((id) => ({ id, qty: 1 }))
    for (const [pictureOrigins, count] of [
      [undefined, 0],
      [['https://cdn.shop.example'], 1],
      [['https://cdn.shop.example:8443', 'https://shop.example'], 0],
    ] as const) {
      const { send, get } = samplePage({ pictureOrigins }, { catalog })
      const { text, headers } = await get(links.createUrl(await send({ products })))
      expect(text.split(`src="${image}"`).length - 1).toBe(count)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(["img-src 'self' data:", ...(pictureOrigins ?? [])].join(' '))
    }
  })

  it.each([
    'cdn.shop.example',
    'https://a.example/',
    'javascript:alert(1)',
    "https://a b'",
    'https://a;b',
    1,
  ])('rejects %j, which is no origin', (origin) => {
    expect(() => samplePage({ pictureOrigins: [origin as string] })).toThrow('pictureOrigins[0]')
  })
})
