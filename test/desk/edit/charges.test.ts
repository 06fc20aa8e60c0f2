import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

/** What a quote can have besides catalog prices. */
const priced = {
  product_changes: [
    { key: '1-1', billing: { interval: 'month', count: 3, cycles: 4 } },
    { key: '1-3', price_quantity: 100 },
    { name: 'Trade-in', price: '-20.00', qty: 1 },
  ],
  discounts: [
    { type: 'percent', value: '10', on: 'shipping' },
    { type: 'percent', value: '5', on: 'all' },
    { type: 'amount', value: '1.00', lines: ['1-2'] },
  ],
  charges: [
    { type: 'percent', value: '2.5', label: 'Fuel', lines: ['1-2', '1-3'] },
    { type: 'unit', value: '0.25', label: 'Deposit', tax_code: 'deposit' },
  ],
  shipping: { type: 'custom', product: { name: 'Courier', price: '10.00' } },
} as const satisfies UpdateQuoteRequest

async function deskWith(
  update: UpdateQuoteRequest = priced,
  options?: Partial<QuoteEngineOptions>,
) {
  const engine = sampleEngine(options)
  const { quoteId } = await engine.createQuote(seller, request)
  if (Object.keys(update).length > 0) await engine.updateQuote(seller, quoteId, update)
  const load = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, desk: sampleDesk({ engine }), quoteId, load, path: `/quotes/${quoteId}` }
}

/** Returns the fields that make a new charge. */
function newCharge(index: number, charge: Readonly<Record<string, string>>) {
  const entries = Object.entries({ type: 'amount', value: '5', label: 'Fee', ...charge })
  return Object.fromEntries(entries.map(([name, value]) => [`charges[${index}].${name}`, value]))
}

describe('the form of a quote with charges, billing and lines below 0', () => {
  it('changes none of them if something else is changed', async () => {
    const { desk, load, path } = await deskWith()
    const before = await load()
    const { html } = await desk.get(path)
    const { location } = await desk.post(path, changed(html, { 'products[1].note': 'Blue' }))
    expect(location).toBe(`${path}?done=saved`)
    const after = await load()
    const noted = before.products.map((line) =>
      line.key === '1-2' ? { ...line, note: 'Blue' } : line,
    )
    expect(after).toEqual({ ...before, product_order: after.product_order, products: noted })
  })

  it('keeps what a discount is taken off if another one is added', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    await desk.post(path, changed(html, { 'discounts[3].value': '1' }))
    const discounts = (await load()).discounts ?? []
    expect(discounts.map(({ on, lines }) => on ?? lines)).toEqual([
      'shipping',
      'all',
      ['1-2'],
      undefined,
    ])
  })

  it('removes no charge if it was cut off', async () => {
    const { desk, load, path } = await deskWith()
    const before = await load()
    const { html } = await desk.get(path)
    const { version = [] } = formFields(html)
    const sent = { version, part: 'content', action: 'save', 'charges[1].value': '0.50' }
    await desk.post(path, sent)
    const [first, second] = (await load()).charges ?? []
    expect(first).toEqual(before.charges?.[0])
    expect(second).toMatchObject({ key: 'charge-2', value: '0.50', tax_code: 'deposit' })
  })

  it('drops a removed line from charges, and a charge of no other lines', async () => {
    const { desk, load, path } = await deskWith({
      charges: [
        { type: 'amount', value: '1', label: 'A', lines: ['1-1', '1-2'] },
        { type: 'amount', value: '2', label: 'B', lines: ['1-1'] },
      ],
    })
    const { html } = await desk.get(path)
    const sent = { 'products[0].remove': 'yes', 'charges[0].label': 'C' }
    await desk.post(path, changed(html, sent))
    expect((await load()).charges).toMatchObject([{ key: 'charge-1', label: 'C', lines: ['1-2'] }])
    expect((await load()).charges).toHaveLength(1)
  })
})

describe('the charges of a form', () => {
  it('are added, changed and removed, and keep their keys', async () => {
    const { desk, load, path } = await deskWith()
    let { html } = await desk.get(path)
    const added = newCharge(2, { type: 'unit', value: '1.50', label: 'Disposal', tax_code: 'weee' })
    await desk.post(path, changed(html, { ...added, 'charges[2].lines': '1-1' }))
    expect((await load()).charges?.at(-1)).toMatchObject({
      key: 'charge-3',
      type: 'unit',
      value: '1.50',
      label: 'Disposal',
      tax_code: 'weee',
      lines: ['1-1'],
      amount: '3.00',
    })
    html = (await desk.get(path)).html
    const others = { 'charges[0].remove': 'yes', 'charges[1].tax_code': '' }
    await desk.post(path, changed(html, others))
    const charges = (await load()).charges ?? []
    expect(charges.map(({ key }) => key)).toEqual(['charge-2', 'charge-3'])
    expect(charges[0]).not.toHaveProperty('tax_code')
  })

  it.each([
    ['an unknown type', { type: 'tax' }, 'charges[0].type', 'must be percent, amount or unit'],
    ['no name', { label: '' }, 'charges[0].label', 'must be a string of 1 to 255 characters'],
    ['no number', { value: 'x' }, 'charges[0].value', 'must be a number such as'],
    ['an amount below 0', { value: '-1' }, 'charges[0].value', 'must be an amount from 0'],
    [
      'a billion percent',
      { type: 'percent', value: '1000000000' },
      'charges[0].value',
      'must be a percent from 0 to 1000',
    ],
    [
      'the key of a charge of another quote',
      { key: 'charge-9' },
      'charges[0].label',
      'must be the key of a charge of this quote',
    ],
    ['no key of a charge', { key: '<b>' }, 'charges[0].label', 'must be like charge-1'],
    ['a line of another quote', { lines: '7-7' }, 'charges[0].lines', 'is not the key of a line'],
  ])('with %s are rejected at their field', async (_, charge, field, message) => {
    const { engine, desk, quoteId, path } = await deskWith({})
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, newCharge(0, charge)))
    expect(response.status).toBe(422)
    const id = `f-${field.replaceAll(/[^\w-]/g, '_')}`
    expect(response.html).toContain(`href="#${id}"`)
    const error = response.html.split(`id="${id}-error">`)[1]?.split('</p>')[0]
    expect(error).toContain(message)
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('are rejected if there are too many', async () => {
    const { engine, desk, quoteId, path } = await deskWith({})
    const { html } = await desk.get(path)
    const many = (count: number) =>
      Object.assign({}, ...Array.from({ length: count }, (_, index) => newCharge(index, {})))
    const response = await desk.post(path, changed(html, many(21)))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain('must have at most 20 charges')
    expect((await desk.post(path, changed(html, many(22)))).status).toBe(413)
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
    expect((await desk.post(path, changed(html, many(20)))).location).toBe(`${path}?done=saved`)
  })

  it('of both are one difference, and one that was removed meanwhile can be kept', async () => {
    const { engine, desk, quoteId, load, path } = await deskWith()
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, { charges: [] })
    const conflict = await desk.post(path, changed(html, { 'charges[0].value': '3' }))
    expect(conflict.status).toBe(409)
    expect(textOf(conflict.html)).toContain('Fuel: 3% (2 lines); Deposit: 0.25 per piece (deposit)')
    const mine = { 'pick[0]': 'mine' }
    const picks = Object.keys(formFields(conflict.html, 'class="conflict"'))
    const name = picks.find((each) => each.startsWith('pick')) ?? Object.keys(mine)[0]
    const sent = changed(conflict.html, { [name as string]: 'mine' }, 'save', 'class="conflict"')
    expect((await desk.post(path, sent)).location).toBe(`${path}?done=saved`)
    expect((await load()).charges).toMatchObject([
      { label: 'Fuel', value: '3', lines: ['1-2', '1-3'] },
      { label: 'Deposit', value: '0.25', tax_code: 'deposit' },
    ])
  })
})

describe('the target of a discount', () => {
  it('is chosen, and one on shipping is for no lines', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    const sent = { 'discounts[0].on': 'lines', 'discounts[2].on': 'shipping' }
    await desk.post(path, changed(html, sent))
    const [first, , third] = (await load()).discounts ?? []
    expect(first).not.toHaveProperty('on')
    expect(third).toMatchObject({ on: 'shipping', amount: '1.00' })
    expect(third).not.toHaveProperty('lines')
  })

  it('is rejected if it is unknown', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, { 'discounts[0].on': 'taxes' }))
    expect(response.status).toBe(422)
    expect(response.html).toContain('must be lines, shipping or all')
    expect((await load()).discounts?.[0]).toMatchObject({ on: 'shipping' })
  })
})

describe('the lines of a form', () => {
  it('can recur, be below 0, and have prices for a quantity', async () => {
    const { desk, load, path } = await deskWith({})
    const { html } = await desk.get(path)
    const sent = {
      'products[0].billing.interval': 'year',
      'products[2].price_quantity': '1000',
      'products[3].id': 'Old desk',
      'products[3].price': '-35.00',
      'products[4].id': 'Support',
      'products[4].price': '9.00',
      'products[4].billing.interval': 'month',
      'products[4].billing.count': '2',
      'products[4].billing.cycles': '12',
    }
    await desk.post(path, changed(html, sent))
    const { products, amounts } = await load()
    expect(products[0]?.billing).toEqual({ interval: 'year' })
    expect(products[2]).toMatchObject({ price_quantity: 1000, quote_total: '0.10' })
    expect(products[3]).toMatchObject({ name: 'Old desk', price: -35, quote_total: '-35.00' })
    expect(products[4]?.billing).toEqual({ interval: 'month', count: 2, cycles: 12 })
    expect(amounts?.recurring).toHaveLength(2)
    const again = (await desk.get(path)).html
    const once = { 'products[0].billing.interval': 'once', 'products[2].price_quantity': '' }
    await desk.post(path, changed(again, { ...once, 'products[4].billing.cycles': '' }))
    const after = (await load()).products
    expect(after[0]).not.toHaveProperty('billing')
    expect(after[2]).not.toHaveProperty('price_quantity')
    expect(after[4]?.billing).toEqual({ interval: 'month', count: 2 })
  })

  it('say what is unusual of them in words, with their fields closed', async () => {
    const catalog = memoryCatalog({
      'store-1': [
        { id: 1, price: '9.00' },
        { id: 2, price: '9.00', priceQuantity: 100 },
        { id: 3, price: '9.00', billing: { interval: 'year' } },
      ],
    })
    const engine = sampleEngine({ catalog })
    const custom = { name: 'Nails', price: '3.00', price_quantity: 100, qty: 1 }
    const products = [...[1, 2, 3].map((id) => ({ id, qty: 1 })), custom]
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products })
    const { html } = await sampleDesk({ engine }).get(`/quotes/${quoteId}`)
    const table = html.slice(html.indexOf('data-rows'), html.indexOf('class="adding"'))
    expect(table.match(/<details class="more">/g)).toHaveLength(products.length)
    expect(table).not.toContain('<details class="more" open>')
    expect(table.match(/<span class="muted">Yearly<\/span>/g)).toHaveLength(1)
  })

  it('recur as their product does unless the form says otherwise', async () => {
    const { desk, load, path } = await deskWith(
      {},
      {
        catalog: memoryCatalog({
          'store-1': [
            { id: 118, price: '1' },
            { id: 204, price: '1', billing: { interval: 'week' } },
          ],
        }),
      },
    )
    const { html } = await desk.get(path)
    const sent = { 'products[3].id': '204', 'products[4].id': '204' }
    await desk.post(path, changed(html, { ...sent, 'products[4].billing.interval': 'once' }))
    const billing = (await load()).products.map((line) => line.billing?.interval)
    expect(billing).toEqual([undefined, 'week', undefined, 'week', undefined])
  })

  it.each([
    ['billing.interval', { 'billing.interval': 'hour' }, 'must be day, week, month or year'],
    ['billing.interval', { 'billing.cycles': '2' }, 'is required for what is typed beside it'],
    [
      'billing.count',
      { 'billing.interval': 'day', 'billing.count': '1001' },
      'must be an integer from 1 to 1000',
    ],
    [
      'billing.cycles',
      { 'billing.interval': 'day', 'billing.cycles': '0' },
      'must be an integer from 1 to 1000',
    ],
    ['price_quantity', { price_quantity: '-1' }, 'must be the quantity that the price is for'],
    ['price', { price: '-200000000000' }, 'must be a price from'],
  ])('with a wrong %s are rejected there: %j', async (field, values, message) => {
    const { engine, desk, quoteId, path } = await deskWith({})
    const { html } = await desk.get(path)
    const sent = Object.entries(values).map(([name, value]) => [`products[2].${name}`, value])
    const response = await desk.post(path, changed(html, Object.fromEntries(sent)))
    expect(response.status).toBe(422)
    const id = `f-products_2__${field.replace('.', '_')}`
    expect(response.html).toContain(`href="#${id}"`)
    expect(response.html.split(`id="${id}-error">`)[1]).toContain(message)
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })
})

describe('the totals of a form', () => {
  it('are those of its charges and billing while it is typed', async () => {
    const { desk, path } = await deskWith({ product_changes: priced.product_changes })
    const { html } = await desk.get(path)
    const sent = changed(html, newCharge(0, { value: '7', lines: '1-2' }))
    const { amounts } = JSON.parse((await desk.post(`${path}/preview`, sent)).html)
    expect(amounts).toMatchObject({ charges: '7.00', rounding: '', payable: '' })
    expect(amounts.recurring).toMatch(/every 3 months, 4 times$/)
    expect(amounts.upfront).not.toBe('')
  })

  it('are what is paid if that is not the total', async () => {
    const { engine, desk, quoteId, path } = await deskWith(
      { discounts: [{ type: 'amount', value: '0.01', lines: ['1-3'] }] },
      { currency: 'CHF', pricing: { cashRounding: { CHF: '0.05' } } },
    )
    await engine.priceTaxes(seller, quoteId)
    const { amounts } = (await engine.getQuote(seller, quoteId)).quote
    const [total = '', payable = ''] = [amounts?.total, amounts?.payable]
    expect(payable).not.toBe(total)
    const { html } = await desk.get(path)
    expect(html.split('data-sum>')[1]?.split('<')[0]).toContain(payable)
    expect(textOf(html)).toContain('To pay')
    const list = textOf((await desk.get('/')).html)
    expect(list).toContain(payable)
    expect(list).not.toContain(total)
  })
})

describe('the pages of versions', () => {
  it('show what charges, targets, billing and prices per quantity have become', async () => {
    const { desk, path } = await deskWith()
    const version = textOf((await desk.get(`${path}/versions/2`)).html)
    for (const shown of [
      'Fuel (2.5% of 47.45)',
      'Deposit',
      'every 3 months, 4 times',
      'per 100',
      '-20.00',
    ])
      expect(version).toContain(shown)
    // What is charged once is said once.
    expect(version.match(/charged once/gi)).toHaveLength(1)
    const differences = textOf((await desk.get(`${path}/differences?from=1&to=2`)).html)
    for (const shown of ['10% on shipping', '(2 lines)', '(deposit)', 'every 3 months, 4 times'])
      expect(differences).toContain(shown)
  })
})
