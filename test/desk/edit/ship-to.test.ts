import { describe, expect, it } from 'vitest'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { markup, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed } from './form-fields.js'

const shipTo = { company: 'Engines & Co', city: 'Reno', state: 'Nevada', country: 'US' }

async function deskWith(more: Partial<CreateQuoteRequest> = {}) {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, { ...request, ...more })
  const load = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, desk: sampleDesk({ engine }), quoteId, load, path: `/quotes/${quoteId}` }
}

/** Returns the part of the form with the address of delivery. */
const part = (html: string) => /<details class="more ship-to"[\s\S]*?<\/details>/.exec(html)?.[0]

describe('the form of a quote', () => {
  it('has a closed part for another address, open once there is one', async () => {
    const { desk, path } = await deskWith()
    const { html } = await desk.get(path)
    expect(part(html)).toMatch(/^<details class="more ship-to">/)
    expect(textOf(part(html) ?? '')).toContain('Deliver to another address')
    const other = await deskWith({ ship_to: { name: markup } })
    const page = await other.desk.get(other.path)
    expect(part(page.html)).toMatch(/^<details class="more ship-to" open>/)
    expect(page.html).not.toContain('<script>alert(1)')
  })

  it('sets the address, and removes it once all of its fields are empty', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    await desk.post(path, changed(html, { 'ship_to.city': 'Reno', 'ship_to.state': 'NV' }))
    expect((await load()).ship_to).toEqual({ city: 'Reno', state: 'Nevada' })
    const page = await desk.get(path)
    await desk.post(path, changed(page.html, { 'ship_to.city': '', 'ship_to.state': '' }))
    expect(await load()).not.toHaveProperty('ship_to')
  })

  it('creates a quote with it', async () => {
    const { desk, engine } = await deskWith()
    const { html } = await desk.get('/quotes/new')
    const typed = { 'customer.name': 'Bo', 'products[0].id': '118', 'ship_to.city': 'Oslo' }
    const { location } = await desk.post('/quotes/new', changed(html, typed))
    const quoteId = /quotes\/([^/?]+)/.exec(location ?? '')?.[1] ?? ''
    expect((await engine.getQuote(seller, quoteId)).quote.ship_to).toEqual({ city: 'Oslo' })
  })

  it('keeps it if something else is changed, also if the form was cut off', async () => {
    const { desk, load, path } = await deskWith({ ship_to: shipTo })
    const { html } = await desk.get(path)
    await desk.post(path, changed(html, { 'customer.city': 'Paris' }))
    const version = /name="version" value="(\d+)"/.exec((await desk.get(path)).html)?.[1] ?? ''
    const sent = { version, part: 'content', action: 'save', 'customer.city': 'Rome' }
    await desk.post(path, sent)
    expect(await load()).toMatchObject({ ship_to: shipTo, customer: { city: 'Rome' } })
  })

  it('names an invalid country, and stays open', async () => {
    const { desk, load, path } = await deskWith()
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, { 'ship_to.country': 'Germany' }))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain(
      'Delivery address, country code : must be the code of two letters of the country: DE for Germany',
    )
    expect(part(response.html)).toContain(' open')
    expect(await load()).not.toHaveProperty('ship_to')
  })

  it('is compared as one address if two editors have changed it, never mixed', async () => {
    const { engine, desk, quoteId, load, path } = await deskWith({ ship_to: shipTo })
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, { ship_to: { name: 'Bo', city: 'Oslo' } })
    const typed = { 'ship_to.company': 'Other Ltd', 'customer.city': 'Paris' }
    const response = await desk.post(path, changed(html, typed))
    expect(response.status).toBe(409)
    const text = textOf(response.html)
    expect(text).toContain('Delivery address')
    expect(text).toContain('Other Ltd, Reno, Nevada, US')
    expect(text).toContain('Bo, Oslo')
    await desk.post(path, changed(response.html, {}, 'save', 'class="conflict"'))
    expect(await load()).toMatchObject({
      ship_to: { name: 'Bo', city: 'Oslo' },
      customer: { city: 'Paris' },
    })
    expect((await load()).ship_to).not.toHaveProperty('company')
  })
})

describe('the history of a quote', () => {
  it('names the address in its list, versions and differences', async () => {
    const { engine, desk, quoteId, path } = await deskWith({ ship_to: shipTo })
    await engine.updateQuote(seller, quoteId, { ship_to: { ...shipTo, city: 'Elko' } })
    expect(textOf((await desk.get(`${path}/history`)).html)).toContain('delivery address')
    expect(textOf((await desk.get(`${path}/versions/1`)).html)).toContain('Delivery address')
    const { html } = await desk.get(`${path}/differences?from=1&to=2`)
    expect(textOf(html)).toMatch(/Delivery address, city.*Reno.*Elko/s)
  })
})
