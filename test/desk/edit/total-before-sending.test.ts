import { describe, expect, it } from 'vitest'
import { inputValue, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const products = { 'products[0].id': '118', 'products[0].qty': '2' }
const newQuote = { part: 'content', 'customer.name': 'Ada', ...products }
const pending = 'Taxes calculated when sent'

describe('the form of a quote', () => {
  it('says that taxes are missing until they are calculated, on a new quote and a stored one', async () => {
    const desk = sampleDesk()
    const { engine } = desk
    const totals = await desk.post('/quotes/new', { ...newQuote, action: 'totals' })
    expect(textOf(totals.html)).toContain(pending)
    const live = await desk.post('/quotes/new/preview', newQuote, { from: '/quotes/new' })
    expect(JSON.parse(live.html).amounts.taxes).toBe('calculated when sent')
    const { quoteId } = await engine.createQuote(seller, request)
    const shown = async () => textOf((await desk.get(`/quotes/${quoteId}`)).html)
    expect(await shown()).toContain(pending)
    const { quote } = await engine.priceTaxes(seller, quoteId)
    expect(await shown()).not.toContain(pending)
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, qty: 1 }] })
    expect(await shown()).toContain(pending)
    expect(quote.amounts?.taxes).toBeDefined()
    await engine.sendQuote(seller, quoteId)
    expect(await shown()).not.toContain(pending)
  })

  it('says nothing of taxes in a shop without them', async () => {
    const desk = sampleDesk({ engine: sampleEngine({ tax: undefined }) })
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(textOf(html)).not.toContain(pending)
    expect(html).toMatch(/data-amount="taxes" hidden/)
  })

  it('keeps the currency of a new quote when its totals are calculated', async () => {
    const desk = sampleDesk()
    const fields = { ...newQuote, currency: 'EUR', action: 'totals' }
    const { html } = await desk.post('/quotes/new', fields)
    const amounts = textOf(html).match(/\S*299\.90/g)
    expect(new Set(amounts)).toEqual(new Set(['€299.90']))
    expect(amounts?.length).toBeGreaterThan(2)
  })

  it('gives a new quote to the user who writes it, unless another one is chosen', async () => {
    const desk = sampleDesk()
    const { engine } = desk
    const create = async (fields = {}) => {
      const { location = '' } = await desk.post('/quotes/new', { ...newQuote, ...fields })
      const quoteId = /^\/quotes\/([^?]+)/.exec(location)?.[1] as string
      return (await engine.getQuote(seller, quoteId)).quote.owner
    }
    expect(await create()).toBeUndefined()
    const person = { email: 'x@x.test', position: 'editor' } as const
    await engine.setUser(seller, 'ann', { ...person, name: 'Ann Archer' })
    await engine.setUser(seller, 'bob', { ...person, name: 'Bob' })
    expect((await desk.get('/quotes/new')).html).toMatch(/<option value="ann" selected>/)
    expect(await create()).toBe('ann')
    expect(await create({ owner: 'bob' })).toBe('bob')
    expect(await create({ owner: '' })).toBeUndefined()
    desk.user = { ...seller, actor: 'somebody unknown' }
    expect(await create()).toBeUndefined()
    expect(inputValue((await desk.get('/quotes/new')).html, 'part')).toBe('content')
  })
})
