import { describe, expect, it } from 'vitest'
import { statusEngine } from '../lifecycle/quotes-in-every-status.js'
import { buyer, sampleDesk, seller, stranger, textOf } from '../sample-desk.js'

describe('deletePage', () => {
  it('asks before a quote is deleted', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    const quoteId = await createIn('sent')
    const response = await desk.get(`/quotes/${quoteId}/delete`)
    expect(response.status).toBe(200)
    expect(textOf(response.html)).toContain('Delete this quote?')
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
  })

  it('explains why a quote cannot be deleted', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    const pending = await desk.get(`/quotes/${await createIn('pending order')}/delete`)
    expect(pending.status).toBe(409)
    expect(textOf(pending.html)).toContain('Finish the order first')
    desk.user = buyer
    const forbidden = await desk.get(`/quotes/${await createIn('sent')}/delete`)
    expect(forbidden.status).toBe(403)
  })

  it('has a way back, and asks for more than a click if the customer has agreed', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    for (const status of ['accepted', 'ordered'] as const) {
      const quoteId = await createIn(status)
      const path = `/quotes/${quoteId}/delete`
      const { html } = await desk.get(path)
      expect(html).toContain(`<a class="button" href="/desk/quotes/${quoteId}">Cancel</a>`)
      expect(textOf(html)).toContain(`Delete it although it was ${status}`)
      const { version } = await engine.getQuote(seller, quoteId)
      const fields = { expectedVersion: String(version), key: `k-${status}` }
      const unconfirmed = await desk.post(path, fields)
      expect(unconfirmed.status).toBe(422)
      expect(textOf(unconfirmed.html)).toContain('must be checked')
      for (const _ of [1, 2]) {
        const { location } = await desk.post(path, { ...fields, 'delete.confirmed': 'yes' })
        expect(location).toBe('/?done=deleted')
      }
    }
  })

  it('finds no quote of another store', async () => {
    const { engine, createIn } = statusEngine()
    const desk = sampleDesk({ engine })
    const quoteId = await createIn('sent')
    desk.user = stranger
    for (const page of ['delete', 'reprice'])
      expect((await desk.get(`/quotes/${quoteId}/${page}`)).status).toBe(404)
  })
})
