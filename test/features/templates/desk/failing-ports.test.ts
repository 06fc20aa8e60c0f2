import { describe, expect, it } from 'vitest'
import { failingEngine } from '../../../desk/failing-engine.js'
import { inputValue, sampleDesk, seller } from '../../../desk/sample-desk.js'

const typed = { name: 'Typed', 'products[0].id': '118', 'products[0].qty': '2' }

describe('the form of a template', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('down'))],
    ['returns nothing', () => undefined as never],
  ])('keeps what was typed if searchProducts %s', async (_, searchProducts) => {
    const desk = sampleDesk({ searchProducts })
    const fields = { ...typed, action: 'search', search: 'chair' }
    const { status, html } = await desk.post('/templates/new', fields)
    expect(status).toBe(200)
    expect(inputValue(html, 'name')).toBe('Typed')
  })

  it('shows at most 20 products', async () => {
    const searchProducts = () =>
      Array.from({ length: 5_000 }, (_, id) => ({ id: id + 1, name: 'x' }))
    const fields = { ...typed, action: 'search', search: 'x' }
    const { html } = await sampleDesk({ searchProducts }).post('/templates/new', fields)
    expect(html.match(/name="found"/g)).toHaveLength(20)
  })

  it('keeps what was typed if a new template cannot be stored', async () => {
    const desk = sampleDesk({ engine: failingEngine('createTemplate') })
    const { status, html } = await desk.post('/templates/new', { ...typed, action: 'save' })
    expect([status, inputValue(html, 'name')]).toEqual([503, 'Typed'])
    expect(desk.errors).toHaveLength(1)
  })

  it('keeps what was typed if a change cannot be stored', async () => {
    const desk = sampleDesk({ engine: failingEngine('updateTemplate') })
    const template = { name: 'Old', products: [{ id: 118, qty: 1 }] }
    const { templateId } = await desk.engine.createTemplate(seller, template)
    const fields = { ...typed, version: '1', action: 'save' }
    const { status, html } = await desk.post(`/templates/${templateId}`, fields)
    expect([status, inputValue(html, 'name')]).toEqual([503, 'Typed'])
  })

  it('shows the form of a quote while the catalog is down', async () => {
    const desk = sampleDesk({ engine: failingEngine('createQuoteFromTemplate') })
    const template = { name: 'Old', products: [{ id: 118, qty: 1 }] }
    const { templateId } = await desk.engine.createTemplate(seller, template)
    const path = `/templates/${templateId}/quotes`
    expect((await desk.get(path)).status).toBe(200)
    const { status, html } = await desk.post(path, { 'customer.name': 'Ada Typed' })
    expect([status, inputValue(html, 'customer.name')]).toEqual([503, 'Ada Typed'])
  })
})
