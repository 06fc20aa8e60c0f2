import { describe, expect, it } from 'vitest'
import { buyer, markup, sampleDesk, sampleEngine, seller, stranger } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const products = [{ id: 118, qty: 1 }]

async function deskWithCustomers(options: object = {}) {
  const engine = sampleEngine()
  const create = (customer: Record<string, string>, ids: object = {}) =>
    engine.createQuote(seller, { customer, products, ...ids })
  await create({ name: 'Ada Lovelace', company: 'Engines & Co', email: 'ada@example.com' })
  await create({ name: 'Ada', company: 'Engines & Co', email: 'ADA@example.com', city: 'Bath' })
  await create({ name: 'Bea', company: 'Engines & Co', vat: 'GB1' }, { customer_id: '7' })
  await engine.createQuote(stranger, { customer: { name: 'Engines of others' }, products })
  const desk = sampleDesk({ engine, ...options })
  return { engine, desk }
}

describe('customersRoute', () => {
  it('suggests each customer of the store once, the latest first', async () => {
    const { desk } = await deskWithCustomers()
    const { html, headers } = await desk.get('/customers?q=engines')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { items } = JSON.parse(html)
    expect(items.map(([name, about]: string[]) => [name, about])).toEqual([
      ['Engines & Co', 'Bea'],
      ['Engines & Co', 'Ada, ADA@example.com, Bath'],
    ])
  })

  it('suggests nothing for no words, and nothing to buyers', async () => {
    const { desk } = await deskWithCustomers()
    expect(JSON.parse((await desk.get('/customers?q=')).html)).toEqual({ items: [] })
    desk.user = buyer
    expect((await desk.get('/customers?q=engines')).html).not.toContain('Bea')
  })

  it.each([
    ['throws', () => Promise.reject(new Error('offline'))],
    ['returns no array', () => ({})],
    ['returns no customers', () => [null]],
    ['returns a string', () => [{ customer: 'Ada' }]],
  ])('suggests nothing, and reports it, if the function of the host %s', async (_, search) => {
    const { desk } = await deskWithCustomers({ searchCustomers: search })
    expect(JSON.parse((await desk.get('/customers?q=ada')).html)).toEqual({ items: [] })
    expect(desk.errors).toHaveLength(1)
  })
})

describe('editAgain', () => {
  it('fills the form with a customer that is chosen, and empties what the other had', async () => {
    const { desk } = await deskWithCustomers()
    const { html } = await desk.get('/quotes/new')
    const typed = {
      find: 'engines',
      'customer.phone': '1',
      'ship_to.city': 'Oslo',
      'products[0].id': '118',
    }
    const found = await desk.post('/quotes/new', changed(html, typed, 'customer'))
    expect(found.html).toContain('value="customer:1"')
    const taken = await desk.post('/quotes/new', changed(found.html, typed, 'customer:0'))
    expect(formFields(taken.html)).toMatchObject({
      'customer.name': ['Bea'],
      'customer.phone': [''],
      'ship_to.city': [''],
      'fields[0].key': ['"vat"'],
      'fields[0].value': ['GB1'],
      customer_id: ['7'],
      'products[0].id': ['118'],
    })
    await desk.post('/quotes/new', changed(taken.html, {}, 'save'))
    const { items } = await desk.engine.listQuotes(seller, { limit: 1 })
    expect(items[0]?.quote).toMatchObject({ customer: { vat: 'GB1' }, customer_id: '7' })
  })

  it('takes the only customer that the function of the host finds, with markup as text', async () => {
    const customer = { name: markup, 'custom field': 'x', age: 7 as never, ['__proto__']: 'y' }
    const searchCustomers = (user: object, text: string) =>
      text === 'ada' && 'storeId' in user ? [{ customer, company_id: 'c1' }] : []
    const { desk } = await deskWithCustomers({ searchCustomers })
    const { html } = await desk.get('/quotes/new')
    const taken = await desk.post('/quotes/new', changed(html, { find: ' ada ' }, 'customer'))
    expect(taken.html).not.toContain('<script>')
    expect(formFields(taken.html)).toMatchObject({
      'customer.name': [markup],
      company_id: ['c1'],
    })
    const none = await desk.post('/quotes/new', changed(html, { find: '<b>' }, 'customer'))
    expect(none.html).toContain('No customer was found for “&lt;b&gt;”.')
  })
})
