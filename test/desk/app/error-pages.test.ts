import { describe, expect, it } from 'vitest'
import { failingEngine } from '../failing-engine.js'
import { buyer, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

describe('errorPage', () => {
  it('says of an error of the engine what to do next, and what the engine says', async () => {
    const desk = sampleDesk({ engine: failingEngine('getQuote') })
    const { status, html } = await desk.get('/quotes/none')
    expect(status).toBe(503)
    expect(textOf(html)).toContain('Something went wrong')
    expect(textOf(html)).toContain('look first at whether it was done already')
    expect(html).toMatch(/<div class="muted wrap" lang="en" dir="ltr">\s*<p>[^<]*storage/i)
  })

  it('shows the fields of an invalid address as text', async () => {
    const { status, html } = await sampleDesk().get('/quotes/%3Cb%3E')
    expect(status).toBe(404)
    expect(textOf(html)).toContain('This page does not exist')
    expect(html).not.toContain('<b>')
  })
})

describe('notPermittedPage', () => {
  it('says what the user must not do, in the frame of the desk, without a stack', async () => {
    const desk = sampleDesk()
    desk.user = buyer
    const { status, headers, html } = await desk.get('/activity')
    expect(status).toBe(403)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = textOf(html)
    expect(text).toContain('Not available to you')
    expect(text).toContain('The reason: the desk is for sellers; the role of the caller is buyer')
    expect(html).not.toMatch(/\bat \S+ \(|node_modules|\.ts:/)
    expect(desk.errors).toEqual([])
  })

  it('shows a reason of the option permit as text, and nothing is stored', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'restoreQuote' || '<b>ask</b> Grace',
    })
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.deleteQuote(seller, quoteId)
    const { status, html } = await desk.post(`/quotes/${quoteId}/restore`)
    expect(status).toBe(403)
    expect(textOf(html)).toContain('The reason: <b>ask</b> Grace')
    expect(html).not.toContain('<b>ask')
    expect((await engine.listQuotes(seller)).items).toEqual([])
  })

  it('shows buyers no page of the desk, and no part of it', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    desk.user = buyer
    const quote = `/quotes/${quoteId}`
    const own = ['', '/document', '/document.html', '/history', '/erase'].map((end) => quote + end)
    for (const path of ['/', '/templates', '/tags', '/tags.css', '/users', '/activity', ...own]) {
      const { status, html } = await desk.get(path)
      expect([path, status]).toEqual([path, 403])
      expect(html).not.toContain('Ada')
      expect(html).not.toMatch(/\/desk\/(?:templates|activity|tags|users)/)
    }
  })

  it('rejects an acceptance by a buyer', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId)
    desk.user = buyer
    const fields = { 'accept.revision': '1', 'accept.name': 'Ada', confirmed: 'yes' }
    expect((await desk.post(`/quotes/${quoteId}/accept`, fields)).status).toBe(403)
    expect((await desk.engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
  })

  it.each([undefined, 'seller', 'system'] as const)('lets the role %s in', async (role) => {
    const desk = sampleDesk()
    desk.user = { storeId: 'store-1', role }
    expect((await desk.get('/')).status).toBe(200)
  })
})
