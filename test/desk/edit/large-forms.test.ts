import { describe, expect, it } from 'vitest'
import { request, type SentFields, sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed } from './form-fields.js'

const megabyte = 2 ** 20

async function deskWithQuote() {
  const desk = sampleDesk()
  const { quoteId } = await desk.engine.createQuote(seller, request)
  return { desk, path: `/quotes/${quoteId}` }
}

function repeated(count: number, fieldsOf: (index: number) => SentFields): SentFields {
  return Object.assign({}, ...Array.from({ length: count }, (_, index) => fieldsOf(index)))
}

const sent = { part: 'content', version: '1', action: 'search' }

describe('quoteRoute, with more than a person sends', () => {
  it('rejects more discounts than a quote can have', async () => {
    const { desk, path } = await deskWithQuote()
    const discounts = repeated(22, (index) => ({ [`discounts[${index}].value`]: '1' }))
    expect((await desk.post(path, { ...sent, ...discounts })).status).toBe(413)
  })

  it('accepts as many discounts as a quote can have, and forgets empty ones after them', async () => {
    const { desk, path } = await deskWithQuote()
    const discounts = repeated(20, (index) => ({ [`discounts[${index}].value`]: '1' }))
    const empty = repeated(600, (index) => ({ [`discounts[${index + 20}].value`]: '' }))
    const { status, html } = await desk.post(path, { ...sent, ...discounts, ...empty })
    expect(status).toBe(200)
    expect(html.match(/name="discounts\[\d+\]\.value"/g)).toHaveLength(21)
  })

  it('shows no checkbox for lines with keys that the quote does not have', async () => {
    const { desk, path } = await deskWithQuote()
    const fields = repeated(21, (index) => ({ [`discounts[${index}].value`]: '1' }))
    const rows = repeated(150, (index) => ({ [`products[${index}].key`]: `k${index}` }))
    const again = repeated(100, (index) => ({ [`products[${index + 150}].key`]: '1-1' }))
    const { status, html } = await desk.post(path, { ...sent, ...fields, ...rows, ...again })
    expect(status).toBe(200)
    const boxes = html.match(/type="checkbox"[^>]*name="discounts\[0\]\.lines"/g)
    expect(boxes).toHaveLength(3)
    expect(html.length).toBeLessThan(8 * megabyte)
  })

  it.each([
    ['lines', (index: number) => ({ [`products[${index}].qty`]: '1' })],
    ['customer fields', (index: number) => ({ [`fields[${index}].name`]: `f${index}` })],
    ['tags', (index: number) => ({ [`tags-${index}`]: '' })],
  ])('rejects 5,000 %s', async (list, fieldsOf) => {
    const { desk, path } = await deskWithQuote()
    const tags = Array.from({ length: 5_000 }, (_, index) => `t${index}`)
    const fields = list === 'tags' ? { tags } : repeated(5_000, fieldsOf)
    expect((await desk.post(path, { ...sent, ...fields })).status).toBe(413)
  })

  it('shortens a name in the labels that repeat it', async () => {
    const { desk, path } = await deskWithQuote()
    const discounts = repeated(20, (index) => ({ [`discounts[${index}].value`]: '1' }))
    const name = '&'.repeat(megabyte / 4)
    const fields = { ...sent, ...discounts, 'products[2].key': '1-3', 'products[2].name': name }
    const { status, html } = await desk.post(path, fields)
    expect(status).toBe(200)
    expect(html.length).toBeLessThan(2 * megabyte)
  })
})

describe('quoteRoute, with a quote as large as the engine allows', () => {
  it('saves 1,000 lines and 8 discounts for 990 of them', async () => {
    const products = Array.from({ length: 1_000 }, (_, index) => ({
      name: `Line ${index + 1}`,
      price: '10.00',
      qty: 1,
    }))
    const engine = sampleEngine()
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products })
    const lines = Array.from({ length: 990 }, (_, index) => `1-${index + 1}`)
    const discounts = Array.from(
      { length: 8 },
      () => ({ type: 'percent', value: '1', lines }) as const,
    )
    await engine.updateQuote(seller, quoteId, { discounts })
    const desk = sampleDesk({ engine })
    const path = `/quotes/${quoteId}`
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, { 'customer.city': 'Paris' }))
    expect(response.location).toBe(`${path}?done=saved`)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.customer).toEqual({ city: 'Paris' })
    expect(quote.discounts?.[7]?.lines).toEqual(lines)
  }, 60_000)

  it('saves 1,000 custom lines in another order', async () => {
    const engine = sampleEngine()
    const products = Array.from({ length: 1_000 }, (_, index) => ({
      name: `Work ${index}`,
      price: '9.99',
      qty: 1,
      note: 'On site',
      sku: `W-${index}`,
    }))
    const discounts = [{ type: 'percent', value: 5, lines: ['1-7', '1-1000'] }] as const
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products, discounts })
    const desk = sampleDesk({ engine })
    const path = `/quotes/${quoteId}`
    const { html } = await desk.get(path)
    expect((await desk.post(path, changed(html, {}))).location).toBe(`${path}?done=unchanged`)
    const last = { 'products[999].qty': '2', 'products[999].position': '1' }
    const opened = await desk.post(path, changed(html, {}, 'line:1-1000'))
    expect((await desk.post(path, changed(opened.html, last))).location).toBe(`${path}?done=saved`)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.product_order?.[0]).toBe('1-1000')
    expect(quote.products[999]?.qty).toBe(2)
  })
})
