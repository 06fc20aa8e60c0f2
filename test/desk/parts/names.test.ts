import { describe, expect, it } from 'vitest'
import { quoteName, shortId } from '../../../src/desk/parts/names.js'
import { deskStrings } from '../../../src/desk/strings.js'
import { request, sampleEngine, seller } from '../sample-desk.js'

describe('quoteName', () => {
  it('is the number, or the end of the id until there is one', async () => {
    const engine = sampleEngine()
    const created = await engine.createQuote(seller, request)
    expect(quoteName({ strings: deskStrings }, created)).toBe(`New ${created.quoteId.slice(-6)}`)
    const sent = await engine.sendQuote(seller, created.quoteId)
    expect(quoteName({ strings: deskStrings }, sent)).toBe(sent.quote.number)
  })
})

describe('shortId', () => {
  it('keeps a short id', () => {
    expect(shortId('q-1')).toBe('q-1')
  })
})
