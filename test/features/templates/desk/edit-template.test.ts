import { describe, expect, it } from 'vitest'
import { formFields } from '../../../desk/edit/form-fields.js'
import {
  buyer,
  inputValue,
  markup,
  type SampleDesk,
  sampleDesk,
  seller,
  stranger,
  textOf,
} from '../../../desk/sample-desk.js'

/** A template with everything that can be set, and strings that forms change. */
const full = {
  name: 'Office',
  products: [
    { id: 118, qty: 2, quote: '140.00', note: 'first\r\nsecond ' },
    { id: '204', qty: 3, discount_percent: '12.5' },
    {
      name: 'Set-up',
      price: '99.5',
      qty: 1,
      sku: 'S-1',
      unit: 'hour',
      description: 'On site',
      image: 'https://example.com/a.png',
      tax_code: 'services',
    },
  ],
  customer: { company: 'Engines & Co', 'vat id': 'GB 1', __proto__x: 'y', ['x'.repeat(80)]: 'z' },
  tag_list: ['spaced  out', 'Urgent'],
}

async function deskWithTemplate(request: object = full) {
  const desk = sampleDesk()
  await desk.engine.setTag(seller, 'Urgent', {
    backgroundColor: 'rgba(80%, 94%, 84%, 1)',
    color: 'rgb(4%, 32%, 17%)',
  })
  const { templateId } = await desk.engine.createTemplate(seller, request as never)
  const path = `/templates/${templateId}`
  const stored = () => desk.engine.getTemplate(seller, templateId)
  return { desk, templateId, path, stored }
}

async function fieldsAt(desk: SampleDesk, path: string) {
  return formFields((await desk.get(path)).html)
}

describe('GET /templates/:templateId', () => {
  it('shows names of products, and every field', async () => {
    const { desk, path } = await deskWithTemplate()
    const { status, html } = await desk.get(path)
    expect(status).toBe(200)
    expect(textOf(html)).toContain('Oak chair OC-118')
    expect(formFields(html)['products[2].description']).toEqual(['On site'])
    expect(inputValue(html, 'customer.company')).toBe('Engines & Co')
    expect(inputValue(html, 'products[0].quote')).toBe('140.00')
  })

  it('says which products the store does not have now, besides those that it has', async () => {
    const products = [
      { id: 999, qty: 1 },
      { id: 118, qty: 1 },
    ]
    const { desk, path } = await deskWithTemplate({ name: 'Old', products })
    const { html } = await desk.get(path)
    expect(textOf(html)).toContain('is not a product of this store now')
    expect(html).toContain('Oak chair')
  })

  it.each([
    ['does not exist', '/templates/none'],
    ['has a name like a property', '/templates/__proto__'],
    ['is too long', `/templates/${'a'.repeat(300)}`],
  ])('responds with 404 to an id that %s', async (_, path) => {
    expect((await sampleDesk().get(path)).status).toBe(404)
  })

  it('shows nothing to other stores, and to buyers', async () => {
    const { desk, path } = await deskWithTemplate()
    desk.user = stranger
    expect((await desk.get(path)).status).toBe(404)
    desk.user = buyer
    expect((await desk.get(path)).status).toBe(403)
  })

  it('shows markup in every field as text', async () => {
    const line = { name: markup, price: '1', qty: 1, note: markup, sku: markup, unit: markup }
    const { desk, path } = await deskWithTemplate({
      name: markup,
      products: [{ ...line, description: markup, image: markup, tax_code: markup }],
      customer: { name: markup, [markup.slice(0, 30)]: markup },
      tag_list: [markup.slice(0, 30)],
    })
    const { html } = await desk.get(path)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img')
    expect(formFields(html)['products[0].note']).toEqual([markup])
  })
})

describe('POST /templates/:templateId', () => {
  it('stores nothing if nothing was changed', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const before = await stored()
    const response = await desk.post(path, await fieldsAt(desk, path))
    expect(response.location).toBe(`${path}?done=saved`)
    expect(await stored()).toEqual(before)
  })

  it('changes what was changed, and nothing else', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const fields = await fieldsAt(desk, path)
    await desk.post(path, { ...fields, name: 'Studio', 'customer.company': '', tags: '' })
    const { template, version } = await stored()
    expect(version).toBe(2)
    expect(template.name).toBe('Studio')
    expect(template.customer).toEqual({
      'vat id': 'GB 1',
      __proto__x: 'y',
      ['x'.repeat(80)]: 'z',
    })
    expect(template.tags).toBeUndefined()
    expect(template.products[0]?.note).toBe('first\r\nsecond ')
  })

  it('removes lines, and adds those of the empty rows', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    await desk.post(path, {
      ...(await fieldsAt(desk, path)),
      'products[0].remove': 'yes',
      'products[3].id': '204',
      'products[3].qty': '5',
      'products[4].name': 'Delivery',
      'products[4].price': '20',
      'products[4].qty': '1',
    })
    const { products } = (await stored()).template
    expect(products.map(({ id, name, qty }) => [id, name, qty])).toEqual([
      ['204', undefined, 3],
      [0, 'Set-up', 1],
      [204, undefined, 5],
      [0, 'Delivery', 1],
    ])
  })

  it('shows errors at their fields with what was typed, and stores nothing', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const typed = { name: '', 'products[0].qty': 'two', 'products[2].price': 'much' }
    const { status, html } = await desk.post(path, { ...(await fieldsAt(desk, path)), ...typed })
    expect(status).toBe(422)
    expect(html).toContain('aria-describedby="f-products_0__qty-error"')
    expect(html).toContain('id="f-products_2__price-error"')
    expect(html).toContain('href="#f-name"')
    expect(inputValue(html, 'products[0].qty')).toBe('two')
    expect((await stored()).version).toBe(1)
  })

  it('says that a template needs a line', async () => {
    const { desk, path } = await deskWithTemplate()
    const { html, status } = await desk.post(path, { name: 'Empty', version: '1' })
    expect(status).toBe(422)
    expect(textOf(html)).toContain('must have at least one line')
  })

  it('adds a pasted table without saving', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const typed = { name: 'Typed', pasted: '118\t8\n204', action: 'paste' }
    const { status, html } = await desk.post(path, { ...(await fieldsAt(desk, path)), ...typed })
    expect(status).toBe(200)
    expect(formFields(html)).toMatchObject({
      'products[3].id': ['Oak chair'],
      'products[3].qty': ['8'],
      'products[4].id': ['Felt pad'],
      'products[4].qty': ['1'],
      pasted: [''],
    })
    expect(inputValue(html, 'name')).toBe('Typed')
    expect((await stored()).version).toBe(1)
  })

  it('finds and adds products', async () => {
    const { engine, path, templateId } = await (async () => {
      const { desk, ...rest } = await deskWithTemplate()
      return { engine: desk.engine, ...rest }
    })()
    const found = [
      { id: 204, name: `Felt ${markup}`, sku: 'FP' },
      { id: 118, name: 'Felt chair' },
    ]
    const desk = sampleDesk({ engine, searchProducts: (_, text) => (text === 'felt' ? found : []) })
    const fields = await fieldsAt(desk, path)
    const search = await desk.post(path, { ...fields, action: 'search', search: 'felt' })
    expect(search.html).not.toContain('<script>alert')
    const nothing = await desk.post(path, { ...fields, action: 'search', search: 'oak' })
    expect(formFields(nothing.html)['products[3].id']).toEqual(['oak'])
    const picked = JSON.stringify(['204', `Felt ${markup}`])
    const added = await desk.post(path, {
      ...formFields(search.html),
      action: 'found',
      found: picked,
    })
    expect(formFields(added.html)['products[3].id']).toEqual([`Felt ${markup}`])
    await desk.post(path, { ...formFields(added.html), action: 'save' })
    const { products } = (await engine.getTemplate(seller, templateId)).template
    expect(products[3]).toEqual({ id: 204, qty: 1 })
  })

  it('stores nothing while words are not searched, or a quantity has no product', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const typed = { 'products[3].qty': '5', search: 'felt' }
    const { status, html } = await desk.post(path, { ...(await fieldsAt(desk, path)), ...typed })
    expect(status).toBe(422)
    expect(html).toContain('id="f-products_3__id-error"')
    expect(html).toContain('id="f-search-error"')
    expect((await stored()).version).toBe(1)
  })

  it('moves lines by their places', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const moved = { ...(await fieldsAt(desk, path)), 'products[2].position': '1' }
    expect((await desk.post(path, moved)).location).toBe(`${path}?done=saved`)
    const { products } = (await stored()).template
    expect(products.map(({ id, note }) => [id, note])).toEqual([
      [0, undefined],
      [118, 'first\r\nsecond '],
      ['204', undefined],
    ])
  })

  it('shows what its lines cost now, also while somebody types', async () => {
    const { desk, path } = await deskWithTemplate()
    const { html } = await desk.get(path)
    expect(textOf(html)).toContain('280.00')
    const fields = { ...formFields(html), 'products[0].qty': '3' }
    const preview = await desk.post('/templates/new/preview', fields, { from: path })
    expect(JSON.parse(preview.html)).toMatchObject({
      lines: { 0: { total: '420.00' }, 1: null, 2: { total: '99.50' } },
      sum: '519.50',
    })
  })

  it('keeps an amount per unit until a price or a percentage is typed', async () => {
    const products = [{ id: 118, qty: 1, discount: '20.00' }]
    const { desk, path, stored } = await deskWithTemplate({ name: 'Old', products })
    const fields = await fieldsAt(desk, path)
    expect(textOf((await desk.get(path)).html)).toContain('List price less 20')
    await desk.post(path, { ...fields, 'products[0].qty': '2' })
    expect((await stored()).template.products).toEqual([{ id: 118, qty: 2, discount: '20' }])
    const typed = { ...(await fieldsAt(desk, path)), 'products[0].discount_percent': '5' }
    await desk.post(path, typed)
    expect((await stored()).template.products).toEqual([{ id: 118, qty: 2, discount_percent: '5' }])
  })

  it('shows both versions if another user has saved the template', async () => {
    const { desk, path, templateId, stored } = await deskWithTemplate()
    const fields = await fieldsAt(desk, path)
    await desk.engine.updateTemplate(seller, templateId, { name: 'Theirs' })
    const conflict = await desk.post(path, { ...fields, name: 'Mine' })
    expect(conflict.status).toBe(409)
    expect(textOf(conflict.html)).toContain('What Yours Theirs Name of the template Mine Theirs')
    expect(inputValue(conflict.html, 'name')).toBe('Mine')
    expect((await stored()).template.name).toBe('Theirs')
    const kept = formFields(conflict.html, 'class="conflict"')
    const again = await desk.post(path, { ...kept, action: 'edit' })
    expect(again.status).toBe(200)
    expect(formFields(again.html)).toMatchObject({ name: ['Mine'], version: ['2'] })
    expect((await stored()).template.name).toBe('Theirs')
    await desk.post(path, { ...kept, action: 'save' })
    expect((await stored()).template.name).toBe('Mine')
  })

  it('has all lines of the version that is chosen, and none of the other', async () => {
    const { desk, path, templateId, stored } = await deskWithTemplate()
    const fields = await fieldsAt(desk, path)
    const others = [{ id: 204, qty: 7 }, ...full.products, { id: 118, qty: 9 }]
    await desk.engine.updateTemplate(seller, templateId, { products: others as never })
    const conflict = await desk.post(path, { ...fields, 'products[1].qty': '4' })
    expect(textOf(conflict.html)).toContain('Product 204: quantity 2 7')
    const kept = formFields(conflict.html, 'class="conflict"')
    expect((await desk.post(path, { ...kept, action: 'save' })).location).toMatch(/done=saved$/)
    const { products } = (await stored()).template
    expect(products.map(({ id, qty }) => [id, qty])).toEqual([
      [118, 2],
      ['204', 4],
      [0, 1],
    ])
    expect(products[2]).toMatchObject({ sku: 'S-1', description: 'On site' })
  })

  it.each([
    ['no version', ''],
    ['version 0', '0'],
    ['a huge version', '9'.repeat(400)],
    ['the name of a property', '__proto__'],
  ])('takes a form with %s for a conflict', async (_, version) => {
    const { desk, path, stored } = await deskWithTemplate()
    const fields = { ...(await fieldsAt(desk, path)), name: 'New', version }
    expect((await desk.post(path, fields)).status).toBe(409)
    expect((await stored()).version).toBe(1)
  })

  it('ignores fields that the form does not have', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const before = await stored()
    await desk.post(path, {
      ...(await fieldsAt(desk, path)),
      __proto__: 'x',
      'customer.__proto__': 'x',
      'constructor.prototype.a': 'x',
      'products[__proto__].id': '1',
      storeId: 'store-2',
      created: '1',
    })
    expect(await stored()).toEqual(before)
  })

  it('changes nothing for other stores', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const fields = await fieldsAt(desk, path)
    desk.user = stranger
    expect((await desk.post(path, { ...fields, name: 'Stolen' })).status).toBe(404)
    desk.user = seller
    expect((await stored()).version).toBe(1)
  })
})

describe('/templates/:templateId/delete', () => {
  it('asks first, and deletes then', async () => {
    const { desk, path } = await deskWithTemplate()
    const question = await desk.get(`${path}/delete`)
    expect(textOf(question.html)).toContain('cannot be restored')
    expect((await desk.get(path)).status).toBe(200)
    const response = await desk.post(`${path}/delete`, formFields(question.html, '/delete'))
    expect(response.location).toBe('/templates?done=deleted')
    expect((await desk.get(path)).status).toBe(404)
    expect(textOf((await desk.follow(response)).html)).toContain('The template was deleted.')
  })

  it('asks again if the template was changed since', async () => {
    const { desk, path, templateId } = await deskWithTemplate()
    const fields = formFields((await desk.get(`${path}/delete`)).html, '/delete')
    await desk.engine.updateTemplate(seller, templateId, { name: 'Theirs' })
    const { status, html } = await desk.post(`${path}/delete`, fields)
    expect(status).toBe(409)
    expect(textOf(html)).toContain('Nothing was deleted yet')
    expect((await desk.get(path)).status).toBe(200)
  })
})

describe('saveTemplate', () => {
  it('a double click on Save is processed once, and redirects both times', async () => {
    const { desk, path, stored } = await deskWithTemplate()
    const fields = { ...(await fieldsAt(desk, path)), name: 'Twice', action: 'save' }
    for (const _ of [1, 2])
      expect((await desk.post(path, fields)).location).toBe(`${path}?done=saved`)
    expect((await stored()).version).toBe(2)
    const other = await desk.post(path, { ...fields, name: 'Other' })
    expect(other.status).toBe(409)
  })
})
