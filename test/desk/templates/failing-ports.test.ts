import { describe, expect, it } from 'vitest'
import type { QuoteEngine } from '../../../src/engine/quote-engine.js'
import { QuoteError } from '../../../src/errors.js'
import { inputValue, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const typed = { name: 'Typed', 'products[0].id': '118', 'products[0].qty': '2' }

/** An engine one of whose methods always fails as if the storage were down. */
function failing(name: keyof QuoteEngine): QuoteEngine {
  const fail = () => Promise.reject(new QuoteError('storage_failed', {} as never))
  return { ...sampleEngine(), [name]: fail }
}

describe('the form of a template', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('down'))],
    ['returns nothing', () => undefined as never],
  ])('keeps what was typed if searchProducts %s', async (_, searchProducts) => {
    const desk = sampleDesk({ searchProducts })
    const fields = { ...typed, action: 'find', find: 'chair' }
    const { status, html } = await desk.post('/templates/new', fields)
    expect(status).toBe(200)
    expect(inputValue(html, 'name')).toBe('Typed')
  })

  it('shows at most 20 products', async () => {
    const searchProducts = () =>
      Array.from({ length: 5_000 }, (_, id) => ({ id: id + 1, name: 'x' }))
    const fields = { ...typed, action: 'find', find: 'x' }
    const { html } = await sampleDesk({ searchProducts }).post('/templates/new', fields)
    expect(html.match(/name="add"/g)).toHaveLength(20)
  })

  it('keeps what was typed if a new template cannot be stored', async () => {
    const desk = sampleDesk({ engine: failing('createTemplate') })
    const { status, html } = await desk.post('/templates/new', { ...typed, action: 'save' })
    expect([status, inputValue(html, 'name')]).toEqual([503, 'Typed'])
    expect(desk.errors).toHaveLength(1)
  })

  it('keeps what was typed if a change cannot be stored', async () => {
    const desk = sampleDesk({ engine: failing('updateTemplate') })
    const template = { name: 'Old', products: [{ id: 118, qty: 1 }] }
    const { templateId } = await desk.engine.createTemplate(seller, template)
    const fields = { ...typed, version: '1', action: 'save' }
    const { status, html } = await desk.post(`/templates/${templateId}`, fields)
    expect([status, inputValue(html, 'name')]).toEqual([503, 'Typed'])
  })

  it('shows the form of a quote while the catalog is down', async () => {
    const desk = sampleDesk({ engine: failing('createFromTemplate') })
    const template = { name: 'Old', products: [{ id: 118, qty: 1 }] }
    const { templateId } = await desk.engine.createTemplate(seller, template)
    const path = `/templates/${templateId}/quotes`
    expect((await desk.get(path)).status).toBe(200)
    const { status, html } = await desk.post(path, { 'customer.name': 'Ada Typed' })
    expect([status, inputValue(html, 'customer.name')]).toEqual([503, 'Ada Typed'])
  })
})

describe('the form of a message', () => {
  it('keeps the text if the storage fails', async () => {
    const desk = sampleDesk({ engine: failing('addMessage') })
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const fields = { 'message.text': 'Typed text', 'message.visibility': 'internal' }
    const { status, html } = await desk.post(`/quotes/${quoteId}/messages`, fields)
    expect(status).toBe(503)
    expect(textOf(html)).toContain('Typed text')
  })
})
