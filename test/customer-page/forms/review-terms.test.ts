import { describe, expect, it } from 'vitest'
import { acceptance, hiddenFields, links, samplePage, seller } from '../sample-page.js'

describe('an acceptance', () => {
  it('is rejected if the terms have changed since its form was shown', async () => {
    let document = { terms: ['Payable within 30 days'] }
    const { engine, send, get, post, submit } = samplePage({ document: () => document })
    const { quoteId, ...record } = await send()
    const url = links.createUrl({ quoteId, ...record })
    const hidden = hiddenFields((await get(url)).text, 'accept')
    document = { terms: ['Payable at once'] }
    for (const terms of [hidden.terms ?? '', '', '__proto__']) {
      const { status, text } = await post(url, { ...hidden, ...acceptance, terms })
      expect(status).toBe(409)
      expect(text).toContain('The offer has changed, so nothing was sent.')
      expect(text).toContain('Payable at once')
    }
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    expect((await submit(url, 'accept', acceptance)).status).toBe(303)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.acceptance?.name).toBe(acceptance.name)
  })

  it('can be sent again after the terms have changed, and changes nothing', async () => {
    let document = { terms: ['Payable within 30 days'] }
    const { send, get, post } = samplePage({ document: () => document })
    const url = links.createUrl(await send())
    const fields = { ...hiddenFields((await get(url)).text, 'accept'), ...acceptance }
    expect((await post(url, fields)).status).toBe(303)
    document = { terms: ['Payable at once'] }
    expect((await post(url, fields)).status).toBe(303)
  })
})
