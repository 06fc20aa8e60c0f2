import { describe, expect, it } from 'vitest'
import { formFields } from '../../../desk/edit/form-fields.js'
import { inputValue, sampleDesk, sampleEngine, seller, textOf } from '../../../desk/sample-desk.js'

const products = [
  { id: 1, name: 'Oak desk', sku: 'OAK-1', price: '100.00' },
  { id: 2, name: 'Oak chair', sku: 'OAK-2', price: '50.00' },
]

function deskWithSearch() {
  const engine = sampleEngine({
    fields: { customer: { vat_id: { label: 'VAT number' } } },
    catalog: {
      findProducts: (_, ids) =>
        products
          .filter(({ id }) => ids.includes(id))
          .map(({ id, name, sku, price }) => ({ id, name, sku, price })),
    },
  })
  const searchProducts = (_: unknown, text: string) =>
    products.filter(({ name, sku }) =>
      [name, sku].some((each) => each.toLowerCase().includes(text.toLowerCase())),
    )
  return sampleDesk({ engine, searchProducts })
}

const typed = (id: string) => ({ name: 'Office', 'products[0].id': id, 'products[0].qty': '2' })

/** The names of the inputs of a page that are about its customer. */
function customerInputs(html: string): readonly string[] {
  const names = [...html.matchAll(/name="customer\.([^"]+)"/g)].map(([, name = '']) => name)
  const own = [...html.matchAll(/name="fields\[\d+\]\.key" value="&quot;(.*?)&quot;"/g)]
  return [...names, ...own.map(([, name = '']) => name)].toSorted()
}

describe('the form of a template', () => {
  it('has an input for each field of the customer that the form of a quote has', async () => {
    const desk = deskWithSearch()
    const ofQuote = customerInputs((await desk.get('/quotes/new')).html)
    expect(ofQuote).toContain('vat_id')
    const { html } = await desk.get('/templates/new')
    expect(customerInputs(html)).toEqual(ofQuote)
    expect(textOf(html)).toContain('VAT number')
    const customer = { 'customer.vat_id': 'DE1' }
    const created = await desk.post('/templates/new', { ...typed('1'), ...customer })
    const { templateId, template } = (await desk.engine.listTemplates(seller)).items[0] as {
      templateId: string
      template: { customer?: object }
    }
    expect(template.customer).toEqual({ vat_id: 'DE1' })
    const shown = (await desk.follow(created)).html
    const use = (await desk.get(`/templates/${templateId}/quotes`)).html
    for (const page of [shown, use]) {
      expect(customerInputs(page)).toEqual(ofQuote)
      expect(textOf(page)).toContain('VAT number')
      expect(textOf(page)).not.toContain('vat_id')
      expect(page).toMatch(/value="DE1"[^>]*name="fields\[0\]\.value"/)
    }
  })

  it.each([
    ['OAK-1', 1],
    ['oak desk', 1],
    ['chair', 2],
  ])('takes %s for a product, as the form of a quote does', async (text, id) => {
    const desk = deskWithSearch()
    const response = await desk.post('/templates/new', typed(text))
    expect(response.location).toMatch(/done=created$/)
    const { items } = await desk.engine.listTemplates(seller)
    expect(items[0]?.template.products).toEqual([{ id, qty: 2 }])
  })

  it('offers the products that match, and stores none', async () => {
    const desk = deskWithSearch()
    const { status, html } = await desk.post('/templates/new', typed('oak'))
    expect(status).toBe(422)
    expect(html).toMatch(/<select id="f-products_0__id"/)
    expect(textOf(html)).toContain('Oak desk · OAK-1')
    expect((await desk.engine.listTemplates(seller)).items).toEqual([])
    const chosen = await desk.post('/templates/new', { ...typed('oak'), ...typed('2') })
    expect(chosen.location).toMatch(/done=created$/)
  })

  it('rejects what is no product, and keeps one that has gone since', async () => {
    const desk = deskWithSearch()
    const { status, html } = await desk.post('/templates/new', typed('nothing'))
    expect(status).toBe(422)
    expect(inputValue(html, 'products[0].id')).toBe('nothing')
    const gone = { name: 'Old', products: [{ id: 'gone', qty: 1 }] }
    const { templateId } = await desk.engine.createTemplate(seller, gone)
    const path = `/templates/${templateId}`
    const fields = { ...formFields((await desk.get(path)).html), name: 'Older', action: 'save' }
    expect((await desk.post(path, fields)).location).toMatch(/done=saved$/)
    const used = await desk.get(`${path}/quotes`)
    expect(textOf(used.html)).toContain('Line 1, gone: is not a product of this store')
    expect(textOf(used.html)).not.toContain('products[0]')
  })

  it('shows and keeps the currency of the amounts', async () => {
    const desk = deskWithSearch()
    const own = {
      'products[1].name': 'Set-up',
      'products[1].price': '90',
      'products[1].qty': '1',
      currency: 'jpy',
    }
    const created = await desk.post('/templates/new', { ...typed('1'), ...own })
    const { html } = await desk.follow(created)
    expect(inputValue(html, 'currency')).toBe('JPY')
    const path = created.location?.replace(/\?.*/, '') as string
    const renamed = { ...formFields(html), name: 'Studio', action: 'save' }
    expect((await desk.post(path, renamed)).location).toMatch(/done=saved$/)
    const stored = async () => (await desk.engine.listTemplates(seller)).items[0]?.template
    expect(await stored()).toMatchObject({ name: 'Studio', currency: 'JPY' })
    const other = { ...formFields((await desk.get(path)).html), currency: 'EUR', action: 'save' }
    expect((await desk.post(path, other)).location).toMatch(/done=saved$/)
    expect(await stored()).toMatchObject({ currency: 'EUR' })
    const wrong = { ...formFields((await desk.get(path)).html), currency: 'Euro', action: 'save' }
    const rejected = await desk.post(path, wrong)
    expect(rejected.status).toBe(422)
    expect(rejected.html).toContain('id="f-currency-error"')
  })
})
