import { describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../src/ports/tax.js'
import { inputValue, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed } from './form-fields.js'

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

  it('asks a tax provider by its button only, with what is typed, and stores nothing', async () => {
    let calls = 0
    let fails = false
    const tax: TaxPort = {
      calculateTaxes: ({ lines }) => {
        calls += 1
        if (fails) throw new Error('the provider is down')
        return { rates: [{ name: 'VAT', rate: 20, lines: lines.map(({ key }) => key) }] }
      },
    }
    const desk = sampleDesk({ engine: sampleEngine({ tax }) })
    const { engine } = desk
    const { quoteId } = await engine.createQuote(seller, request)
    const path = `/quotes/${quoteId}`
    const typed = changed((await desk.get(path)).html, { 'products[0].qty': '4' })
    const live = async (action: string) =>
      JSON.parse((await desk.post(`${path}/preview`, { ...typed, action }, { from: path })).html)
    const plain = await live('')
    expect([calls, plain.sum, plain.amounts.taxes]).toEqual([0, '749.30', 'calculated when sent'])
    expect(await live('taxes')).toMatchObject({ sum: '899.16', amounts: { taxes: '149.86' } })
    const { status, html } = await desk.post(path, { ...typed, action: 'taxes' })
    expect([status, calls]).toEqual([200, 2])
    expect(html).toMatch(/data-sum>899\.16</)
    expect(inputValue(html, 'products[0].qty')).toBe('4')
    fails = true
    expect(await live('taxes')).toMatchObject({
      sum: '749.30',
      amounts: { taxes: 'calculated when sent' },
      message: 'Tax unavailable.',
    })
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
    expect(desk.errors).toHaveLength(1)
  })

  it('says nothing of taxes in a shop without them', async () => {
    const desk = sampleDesk({ engine: sampleEngine({ tax: undefined }) })
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(textOf(html)).not.toContain(pending)
    expect(html).toMatch(/data-amount="taxes" hidden/)
    expect(html).not.toContain('data-taxes')
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
