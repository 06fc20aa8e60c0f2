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

const from = '/?deleted=yes'

async function deskWithDeleted() {
  const desk = sampleDesk()
  const customer = { name: markup }
  const { quoteId } = await desk.engine.createQuote(seller, { ...request, customer })
  await desk.engine.deleteQuote(seller, quoteId)
  return { desk, quoteId }
}

describe('listPage of deleted quotes', () => {
  it('says so if there are none', async () => {
    expect(textOf((await sampleDesk().get(from)).html)).toContain('No deleted quotes')
  })

  it('offers to restore and to erase', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    const { html } = await desk.get(from)
    expect(html).toContain(`action="/desk/quotes/${quoteId}/restore"`)
    expect(html).toContain(`href="/desk/quotes/${quoteId}/erase?version=2"`)
    expect(html).not.toContain(`href="/desk/quotes/${quoteId}"`)
    expect(textOf((await desk.get('/')).html)).toContain('No quotes yet')
  })
})

describe('restorePage', () => {
  it('restores the quote and leads to it', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    const { status, location } = await desk.post(`/quotes/${quoteId}/restore`, {}, { from })
    expect({ status, location }).toEqual({
      status: 303,
      location: `/quotes/${quoteId}?done=restored`,
    })
    expect((await desk.engine.getQuote(seller, quoteId)).version).toBe(3)
  })

  it.each([
    ['buyer', buyer, 403],
    ['seller of another store', stranger, 404],
  ])('rejects a %s', async (_, user, expected) => {
    const { desk, quoteId } = await deskWithDeleted()
    desk.user = user
    expect((await desk.post(`/quotes/${quoteId}/restore`, {}, { from })).status).toBe(expected)
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
  })

  it('rejects a form without a token of this user, and requests that are no forms', async () => {
    const { desk, quoteId } = await deskWithDeleted()
    const path = `/quotes/${quoteId}/restore`
    expect((await desk.post(path, {}, { token: 'stolen' })).status).toBe(403)
    expect((await desk.get(path)).status).toBe(405)
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
  })
})

describe('erasePage', () => {
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
})
