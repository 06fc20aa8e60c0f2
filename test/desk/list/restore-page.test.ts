import { describe, expect, it } from 'vitest'
import { buyer, request, sampleDesk, seller, stranger } from '../sample-desk.js'

const from = '/?deleted=yes'

async function deskWithDeleted() {
  const desk = sampleDesk()
  const { quoteId } = await desk.engine.createQuote(seller, request)
  await desk.engine.deleteQuote(seller, quoteId)
  return { desk, quoteId }
}

describe('restoreRoute', () => {
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
