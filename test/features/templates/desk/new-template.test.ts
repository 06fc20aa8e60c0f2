import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { formFields } from '../../../desk/edit/form-fields.js'
import {
  buyer,
  inputValue,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../../../desk/sample-desk.js'

const line = { 'products[0].id': '118', 'products[0].qty': '2' }

describe('POST /templates/new', () => {
  it('creates a template', async () => {
    const desk = sampleDesk()
    const response = await desk.post('/templates/new', {
      ...line,
      name: 'Office',
      'customer.country': 'DE',
    })
    expect(response.location).toMatch(/^\/templates\/[\w-]+\?done=created$/)
    expect(textOf((await desk.follow(response)).html)).toContain('The template was created.')
    const { items } = await desk.engine.listTemplates(seller)
    expect(items[0]?.template).toMatchObject({
      name: 'Office',
      products: [{ id: 118, qty: 2 }],
      customer: { country: 'DE' },
    })
  })

  it.each([
    ['118', 118],
    ['"118"', '118'],
  ])('reads the id %s as %j, and the form of the template shows it again', async (typed, id) => {
    const products = [
      { id: 118, price: '10.00', name: 'Number' },
      { id: '118', price: '20.00', name: 'String' },
    ]
    const engine = sampleEngine({ catalog: memoryCatalog({ 'store-1': products }) })
    const desk = sampleDesk({ engine })
    const response = await desk.post('/templates/new', {
      ...line,
      'products[0].id': typed,
      name: 'Office',
    })
    expect(response.location).toMatch(/done=created$/)
    const shown = await desk.follow(response)
    expect(textOf(shown.html)).toContain(id === 118 ? 'Number' : 'String')
    expect(formFields(shown.html)['products[0].id']).toEqual([typed])
    const { items } = await engine.listTemplates(seller)
    expect(items[0]?.template.products).toEqual([{ id, qty: 2 }])
    const path = `/templates/${items[0]?.templateId}`
    const saved = await desk.post(path, { ...formFields(shown.html), name: 'Studio' })
    expect(saved.location).toBe(`${path}?done=saved`)
    expect((await engine.listTemplates(seller)).items[0]?.template.products).toEqual([
      { id, qty: 2 },
    ])
  })

  it('creates one template if a form is sent twice, and another if it is changed', async () => {
    const desk = sampleDesk()
    const fields = { ...line, form: 'one', name: 'Office' }
    const first = await desk.post('/templates/new', fields)
    expect((await desk.post('/templates/new', fields)).location).toBe(first.location)
    const other = await desk.post('/templates/new', { ...fields, name: 'Studio' })
    expect(other.location).not.toBe(first.location)
    expect((await desk.engine.listTemplates(seller)).items).toHaveLength(2)
  })

  it('shows errors, and keeps what was typed', async () => {
    const desk = sampleDesk()
    const row = { 'products[5].id': '118', 'products[5].qty': '0' }
    const typed = { name: 'Office', 'customer.name': 'Ada', ...row }
    const { status, html } = await desk.post('/templates/new', typed)
    expect(status).toBe(422)
    expect(html).toContain('id="f-products_0__qty-error"')
    expect(inputValue(html, 'customer.name')).toBe('Ada')
    expect((await desk.engine.listTemplates(seller)).items).toEqual([])
  })

  it('rejects more new lines than a person types, and more lines than a template can have', async () => {
    const rows = (count: number, key: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          [`products[${index}].id`, '118'],
          [`products[${index}].key`, key && `${key}-${index + 1}`],
        ]).flat(),
      )
    const desk = sampleDesk()
    const statusOf = async (fields: object) =>
      (await desk.post('/templates/new', { name: 'x', ...fields })).status
    expect(await statusOf(rows(301, ''))).toBe(413)
    expect(await statusOf(rows(1_001, '1'))).toBe(422)
    expect(await statusOf(rows(1_000, '1'))).toBe(303)
  })

  it('rejects a form of another user, and buyers', async () => {
    const desk = sampleDesk()
    const fields = { ...line, name: 'Office' }
    expect((await desk.post('/templates/new', fields, { token: 'x.y' })).status).toBe(403)
    desk.user = buyer
    expect((await desk.post('/templates/new', fields)).status).toBe(403)
    expect((await desk.engine.listTemplates(seller)).items).toEqual([])
  })
})

describe('GET /templates/new?from=', () => {
  it('has the lines of the quote with the prices that were set by hand', async () => {
    const desk = sampleDesk()
    const products = [{ id: 118, qty: 2, quote: '120.00' }, ...request.products.slice(1)]
    const { quoteId } = await desk.engine.createQuote(seller, { ...request, products })
    const { html } = await desk.get(`/templates/new?from=${quoteId}`)
    const fields = formFields(html)
    expect(fields['products[0].quote']).toEqual(['120.00'])
    expect(fields['products[1].quote']).toEqual([''])
    expect(fields['products[2].name']).toEqual(['Set-up'])
    expect((await desk.engine.listTemplates(seller)).items).toEqual([])
    await desk.post('/templates/new', { ...fields, name: 'From a quote' })
    const { items } = await desk.engine.listTemplates(seller)
    expect(items[0]?.template.products).toHaveLength(3)
  })

  it.each(['none', '__proto__', 'a'.repeat(300)])('responds with 404 to %s', async (from) => {
    expect((await sampleDesk().get(`/templates/new?from=${from}`)).status).toBe(404)
  })

  it('responds with 404 to a quote of another store', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    desk.user = stranger
    expect((await desk.get(`/templates/new?from=${quoteId}`)).status).toBe(404)
  })
})
