import { describe, expect, it } from 'vitest'
import { type SampleDesk, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const crane = { name: 'Crane hire', qty: 1, unpriced: true as const }

async function deskWith(products: readonly object[] = [{ id: 118, qty: 1 }, crane]) {
  const engine = sampleEngine()
  const creation = { customer: {}, products } as Parameters<typeof engine.createQuote>[1]
  const { quoteId } = await engine.createQuote(seller, creation)
  const lines = async () => (await engine.getQuote(seller, quoteId)).quote.products
  return { engine, desk: sampleDesk({ engine }), lines, path: `/quotes/${quoteId}` }
}

const save = async (desk: SampleDesk, path: string, fields: Record<string, string>) => {
  const { html } = await desk.get(path)
  return desk.post(path, changed(html, fields))
}

describe('a line that is to be priced, at the desk', () => {
  it('is shown without an amount, and the total as incomplete', async () => {
    const { desk, path } = await deskWith()
    const { html } = await desk.get(path)
    const [{ 'products[1].price': price, 'products[1].quote': quote }] = [formFields(html)]
    expect([price, quote]).toEqual([[''], ['']])
    expect(textOf(html)).toContain('149.95 + to be priced')
    expect(textOf(html)).toContain('One line is to be priced, and not in the total.')
    expect(textOf((await desk.get('/')).html)).toContain('149.95 + to be priced')
    const alone = await deskWith([crane])
    expect(textOf((await alone.desk.get('/')).html)).toMatch(/ to be priced/)
    expect(textOf((await alone.desk.get('/')).html)).not.toContain('0.00')
  })

  it('gets the price that is typed, and none if nothing is', async () => {
    const { desk, path, lines } = await deskWith()
    await save(desk, path, { 'products[1].note': 'For a week' })
    expect((await lines())[1]).toMatchObject({ unpriced: true, note: 'For a week' })
    await save(desk, path, { 'products[1].quote': '80' })
    expect((await lines())[1]).toMatchObject({ price: 80, quote: '80.00' })
    expect((await lines())[1]).not.toHaveProperty('unpriced')
  })

  it('is what a line becomes, or a new one is, if that is chosen', async () => {
    const { desk, path, lines } = await deskWith([{ name: 'Crane hire', price: 5, qty: 1 }])
    await save(desk, path, { 'products[0].unpriced': 'yes' })
    expect((await lines())[0]).toMatchObject({ unpriced: true, price: 0 })
    await save(desk, path, { 'products[1].id': 'Crew', 'products[1].unpriced': 'yes' })
    expect((await lines())[1]).toMatchObject({ name: 'Crew', unpriced: true })
    const failed = await save(desk, path, { 'products[1].unpriced': '' })
    expect(failed.status).toBe(422)
    expect(textOf(failed.html)).toContain('the price of the line is not known yet')
  })

  it('says what is missing if the quote is sent', async () => {
    const { desk, path } = await deskWith()
    const { html } = await desk.post(`${path}/send`, { expectedVersion: '1' }, { from: path })
    expect(textOf(html)).toContain('is not known yet')
    expect(textOf(html)).toContain('Crane hire')
  })

  it('is found by the filter of the list, which is shown as set', async () => {
    const { engine, desk } = await deskWith()
    const customer = { name: 'Grace Hopper' }
    await engine.createQuote(seller, { customer, products: [{ id: 204, qty: 1 }] })
    const text = textOf((await desk.get('/?unpriced=yes')).html)
    expect(text).toContain('With lines to be priced ×')
    expect(text).not.toContain('Grace Hopper')
    expect(text).toContain('149.95')
  })
})

describe('a request of a customer, at the desk', () => {
  const send = (fields: object) => ({
    customer: { name: 'Ada' },
    products: [{ id: 118, qty: 1 }],
    ...fields,
  })

  it('is listed with the requests to answer until it is sent, suspicious ones apart', async () => {
    const engine = sampleEngine()
    const desk = sampleDesk({ engine })
    expect(textOf((await desk.get('/')).html)).not.toContain('Requests to answer 1')
    const { quoteId } = await engine.requestQuote(seller, send({ message: 'By <b>March</b>?' }))
    await engine.requestQuote(seller, send({ suspicious: true }))
    const text = textOf((await desk.get('/?requested=yes')).html)
    expect(text).toContain('Requests to answer 1')
    expect(text).toContain('Suspicious requests 1')
    expect(text).toContain('1 quote')
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).toContain('By &lt;b&gt;March&lt;/b&gt;?')
    const [odd] = (await engine.listQuotes(seller, { suspicious: true })).items
    const shown = await desk.get(`/quotes/${odd?.quoteId}`)
    expect(textOf(shown.html)).toContain('may be from a program')
    await engine.sendQuote(seller, quoteId)
    expect(textOf((await desk.get('/')).html)).not.toContain('Requests to answer 1')
  })
})
