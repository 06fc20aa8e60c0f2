import { describe, expect, it } from 'vitest'
import {
  inputValue,
  markup,
  sampleDesk,
  seller,
  stranger,
  textOf,
} from '../../../desk/sample-desk.js'

async function deskWithTemplate(products: readonly object[] = [{ id: 118, qty: 2 }]) {
  const desk = sampleDesk()
  const { templateId } = await desk.engine.createTemplate(seller, {
    name: 'Office',
    products: products as never,
    customer: { company: 'Engines', country: 'GB', 'vat id': 'GB 1' },
    tag_list: ['Urgent'],
  })
  return { desk, path: `/templates/${templateId}/quotes` }
}

describe('GET /templates/:templateId/quotes', () => {
  it('shows the customer of the template, and the lines at the prices of now', async () => {
    const { desk, path } = await deskWithTemplate()
    const { html } = await desk.get(path)
    expect(inputValue(html, 'customer.company')).toBe('Engines')
    expect(html).toMatch(/value="GB 1"[^>]*name="fields\[0\]\.value"/)
    expect(textOf(html)).toContain('Oak chair 2 299.90')
  })

  it('says which lines have no product any more', async () => {
    const { desk, path } = await deskWithTemplate([{ id: 999, qty: 1 }])
    const { status, html } = await desk.get(path)
    expect(status).toBe(200)
    expect(textOf(html)).toContain('Line 1, 999: is not a product of this store')
  })
})

describe('POST /templates/:templateId/quotes', () => {
  it('creates a quote with the fields of the form, without those that were emptied', async () => {
    const { desk, path } = await deskWithTemplate()
    const fields = { 'customer.name': 'Ada', 'customer.company': '', 'customer.country': 'GB' }
    const { status, location } = await desk.post(path, fields)
    expect(status).toBe(303)
    expect(location).toMatch(/^\/quotes\/[\w-]+\?done=created$/)
    const { items } = await desk.engine.listQuotes(seller)
    expect(items[0]?.quote.customer).toEqual({ name: 'Ada', country: 'GB', 'vat id': 'GB 1' })
    expect(items[0]?.quote.tags).toEqual(['Urgent'])
  })

  it('creates one quote if the form is sent twice', async () => {
    const { desk, path } = await deskWithTemplate()
    const fields = { form: 'one', 'customer.name': 'Ada' }
    const first = await desk.post(path, fields)
    expect((await desk.post(path, fields)).location).toBe(first.location)
    expect((await desk.engine.listQuotes(seller)).items).toHaveLength(1)
  })

  it('shows errors at their fields, and creates nothing', async () => {
    const { desk, path } = await deskWithTemplate()
    const fields = { 'customer.name': 'a'.repeat(2000), currency: markup }
    const { status, html } = await desk.post(path, fields)
    expect(status).toBe(422)
    expect(html).toContain('id="f-customer_name-error"')
    expect(html).toContain('id="f-currency-error"')
    expect(html).not.toContain('<script>alert')
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
  })

  it('creates nothing for other stores', async () => {
    const { desk, path } = await deskWithTemplate()
    desk.user = stranger
    expect((await desk.post(path, { 'customer.name': 'Sam' })).status).toBe(404)
    expect((await desk.engine.listQuotes(stranger)).items).toEqual([])
  })
})
