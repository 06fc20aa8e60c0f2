import { describe, expect, it } from 'vitest'
import {
  buyer,
  inputValue,
  markup,
  request,
  sampleDesk,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

async function deskWithDeleted() {
  const desk = sampleDesk()
  const customer = { name: markup }
  const { quoteId } = await desk.engine.createQuote(seller, { ...request, customer })
  await desk.engine.deleteQuote(seller, quoteId)
  return { desk, quoteId }
}

describe('eraseRoute', () => {
  it('asks first, with the customer as text', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    const { status, html } = await desk.get(`/quotes/${quoteId}/erase?version=2`)
    expect(status).toBe(200)
    expect(inputValue(html, 'version')).toBe('2')
    expect(textOf(html)).toContain(`The quote for ${markup}`)
    expect(html).not.toContain('<script>alert')
    expect((await desk.engine.listQuotes(seller, { deleted: true })).items).toHaveLength(1)
  })

  it('erases only if the box is checked', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    const path = `/quotes/${quoteId}/erase`
    const unconfirmed = await desk.post(path, { version: '2' })
    expect(unconfirmed.status).toBe(422)
    expect(textOf(unconfirmed.html)).toContain('Check this box to erase the quote')
    const erased = await desk.post(path, { version: '2', confirmed: 'yes' })
    expect(erased.location).toBe('/?done=erased')
    expect(textOf((await desk.follow(erased)).html)).toContain('The quote was erased for good.')
    expect((await desk.engine.listQuotes(seller, { deleted: true })).items).toEqual([])
  })

  it('keeps a quote that was restored after the list was shown', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    await desk.engine.restoreQuote(seller, quoteId)
    const fields = { version: '2', confirmed: 'yes' }
    const { status, html } = await desk.post(`/quotes/${quoteId}/erase`, fields)
    expect(status).toBe(409)
    expect(textOf(html)).toContain('The quote was not erased')
    expect((await desk.engine.getQuote(seller, quoteId)).version).toBe(3)
  })

  it.each([
    ['buyer', buyer, 403],
    ['seller of another store', stranger, 404],
  ])('rejects a %s', async (_, user, expected) => {
    const { desk, quoteId } = await deskWithDeleted()
    desk.user = user
    expect((await desk.get(`/quotes/${quoteId}/erase`)).status).toBe(expected)
    const fields = { version: '2', confirmed: 'yes' }
    expect((await desk.post(`/quotes/${quoteId}/erase`, fields)).status).toBe(expected)
    expect((await desk.engine.listQuotes(seller, { deleted: true })).items).toHaveLength(1)
  })

  it.each(['__proto__', '%00', 'a'.repeat(300), markup])('knows no quote %.20s', async (id) => {
    const path = `/quotes/${encodeURIComponent(id)}/erase`
    expect((await sampleDesk().get(path)).status).toBe(404)
  })

  it('reads the version as an integer or not at all', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    const versions = ['9'.repeat(20), '-1', '2e9', '{}']
    for (const version of versions) {
      const { html } = await desk.get(`/quotes/${quoteId}/erase?version=${version}`)
      expect(inputValue(html, 'version')).toBeUndefined()
    }
  })

  it('does not erase without a version, which could be that of a restored quote', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const { status } = await desk.post(`/quotes/${quoteId}/erase`, { confirmed: 'yes' })
    expect(status).toBe(409)
    expect((await desk.engine.getQuote(seller, quoteId)).version).toBe(1)
  })
})
