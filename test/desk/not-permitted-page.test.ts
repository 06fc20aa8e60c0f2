import { describe, expect, it } from 'vitest'
import { buyer, request, sampleDesk, sampleEngine, seller, textOf } from './sample-desk.js'

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
    expect(text).toContain('The reason: it needs the role seller or system')
    expect(text).toContain('bea')
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

  it('offers buyers only the part of the desk that is theirs', async () => {
    const desk = sampleDesk()
    expect(textOf((await desk.get('/')).html)).toContain('Quotes Templates Activity Tags Users')
    desk.user = buyer
    expect((await desk.get('/')).html).not.toMatch(/\/desk\/(?:templates|activity|tags|users)"/)
  })
})
