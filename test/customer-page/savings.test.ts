import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { savingsOf } from '../../src/customer-page/savings.js'
import { kitchen } from '../quote/selection/kitchen.js'
import { links, samplePage, seller } from './sample-page.js'

const { engine } = samplePage()

async function savings(request: object) {
  const created = { customer: {}, ...request }
  return savingsOf((await engine.createQuote(seller, created as never)).quote)
}

describe('savingsOf', () => {
  it.each<[string, object, string | undefined]>([
    ['no reduction', { products: [{ price: '10', qty: 2 }] }, undefined],
    ['a lower price', { products: [{ price: '10', quote: '8', qty: 2 }] }, '4.00'],
    ['a surcharge', { products: [{ price: '8', quote: '10', qty: 2 }] }, undefined],
    ['a percentage', { products: [{ price: '10', discount_percent: '10', qty: 3 }] }, '3.00'],
    [
      'a discount of the quote besides',
      {
        products: [{ price: '10', quote: '8', qty: 2 }],
        discounts: [{ type: 'amount', value: 1 }],
      },
      '5.00',
    ],
    [
      'what is left out',
      {
        products: [
          { price: '10', qty: 1 },
          { price: '9', quote: '1', qty: 1, optional: true },
        ],
      },
      undefined,
    ],
  ])('counts %s', async (_, request, saved) => {
    const named = {
      ...request,
      products: (request as { products: object[] }).products.map((line) => ({
        name: 'x',
        ...line,
      })),
    }
    expect(await savings(named)).toBe(saved)
  })

  it('is shown beside the total', async () => {
    const { send, get } = samplePage()
    const products = [{ name: 'Bench', price: '10', quote: '8', qty: 2 }]
    const { text } = await get(links.createUrl(await send({ products })))
    expect(text).toContain('You save €4.00')
    expect((await get(links.createUrl(await send()))).text).not.toContain('You save')
  })
})

describe('the page of an offer', () => {
  it.each<[string, object]>([
    ['of 8 lines', { products: Array.from({ length: 8 }, () => ({ id: 'chair', qty: 4 })) }],
    ['with choices', kitchen],
  ])('%s has at most 25 KB with its stylesheets, compressed', async (_, request) => {
    const { send, get, page } = samplePage()
    const { text } = await get(links.createUrl(await send(request)))
    const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)]
    const sheets = await Promise.all(
      styles.map(async ([, url = '']) => (await page.request(url)).text()),
    )
    expect(sheets.length).toBeGreaterThan(0)
    const sizes = [text, ...sheets].map((part) => gzipSync(part).length)
    expect(gunzipSync(gzipSync(text)).length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(25_000)
  })
})
