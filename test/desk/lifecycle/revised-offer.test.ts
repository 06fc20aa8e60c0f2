import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeskOptions } from '../../../src/desk/options.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import {
  inputValue,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
  unescaped,
} from '../sample-desk.js'

const sentAt = Date.parse('2026-11-22T15:00:00Z')
const dayMs = 86_400_000
const customer = { storeId: 'store-1', actor: 'customer', role: 'buyer' } as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: sentAt })
})
afterEach(() => {
  vi.useRealTimers()
})

async function sentQuote(
  engineOptions: Partial<QuoteEngineOptions> = {},
  options: Partial<DeskOptions> = {},
) {
  const engine = sampleEngine({ now: () => Date.now(), ...engineOptions })
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, quoteId, { expires: '2026-11-30' })
  const desk = sampleDesk({ engine, ...options })
  const path = `/quotes/${quoteId}`
  const page = async (of = path) => (await desk.get(of)).html
  return { engine, quoteId, desk, path, page, reviewed: () => page(`${path}/send`) }
}

describe('the page of a quote that is revised', () => {
  it('shows what the customer asked for, until the next offer is sent', async () => {
    const { engine, quoteId, page } = await sentQuote()
    await engine.requestRevision(customer, quoteId, { reason: `Ten, please ${markup}` })
    const requested = `Requested change Ten, please ${markup} By the customer , Nov 22, 2026, 3:00 PM`
    const shown = async () =>
      unescaped(
        (await page()).replaceAll(/<\/?(?:p|h3|blockquote|span|time|div)\b[^>]*>/g, ' '),
      ).replaceAll(/\s+/g, ' ')
    expect(await shown()).toContain(requested)
    await engine.reviseQuote(seller, quoteId)
    expect(await shown()).toContain(requested)
    expect(await page()).not.toContain('<script>alert')
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, qty: 10 }] })
    expect(await shown()).toContain(requested)
    await engine.sendQuote(seller, quoteId, {})
    expect(await shown()).not.toContain('Requested change')
    await engine.reviseQuote(seller, quoteId)
    expect(await shown()).not.toContain('Requested change')
  })

  it('finds the request behind many later versions', async () => {
    const { engine, quoteId, page, reviewed } = await sentQuote()
    await engine.requestRevision(customer, quoteId, { reason: 'Ten instead of five' })
    await engine.reviseQuote(seller, quoteId)
    for (let count = 0; count < 60; count += 1)
      await engine.updateQuote(seller, quoteId, { customer: { city: `City ${count}` } })
    expect(textOf(await page())).toContain('Ten instead of five')
    expect(inputValue(await reviewed(), 'send.expires')).toBe('2026-12-01')
  })

  it('suggests an expiry that is as long as that of the last offer, from today', async () => {
    const { engine, quoteId, desk, path, reviewed } = await sentQuote()
    vi.setSystemTime(sentAt + 30 * dayMs)
    await engine.reviseQuote(seller, quoteId)
    const html = await reviewed()
    expect(inputValue(html, 'send.expires')).toBe('2026-12-31')
    expect(html).toMatch(/name="send\.expires"[^>]*\smin="2026-12-22"/)
    const { version } = await engine.getQuote(seller, quoteId)
    const fields = { expectedVersion: String(version), key: 'k', 'send.expires': '' }
    expect((await desk.post(`${path}/send`, fields)).status).toBe(303)
    expect((await engine.getQuote(seller, quoteId)).quote.expires).toBeUndefined()
    await engine.reviseQuote(seller, quoteId)
    expect(inputValue(await reviewed(), 'send.expires')).toBe('')
  })

  it('shows neither to those who may not read the history', async () => {
    const { engine, quoteId, desk, path } = await sentQuote({
      permit: (_, operation) => operation !== 'listHistory' || 'no history',
    })
    await engine.requestRevision(customer, quoteId, { reason: 'Ten' })
    await engine.reviseQuote(seller, quoteId)
    const { status, html } = await desk.get(path)
    expect([status, textOf(html).includes('Requested change')]).toEqual([200, false])
    const review = await desk.get(`${path}/send`)
    expect([review.status, inputValue(review.html, 'send.expires')]).toEqual([200, ''])
  })

  it('says that a day is over, in words and on the page that sent it', async () => {
    const { engine, quoteId, desk, path } = await sentQuote({}, { locale: 'de' })
    await engine.reviseQuote(seller, quoteId)
    const fields = { expectedVersion: '3', key: 'k', 'send.expires': '2026-01-02' }
    const { status, html } = await desk.post(`${path}/send`, fields)
    expect(status).toBe(422)
    expect(textOf(html)).toContain(
      'heute oder ein späterer Tag sein, eingegeben wurde 2. Januar 2026',
    )
    expect(textOf(html)).not.toMatch(/T\d\d:\d\d/)
    expect(inputValue(html, 'send.expires')).toBe('2026-01-02')
    expect(html).toContain('<div class="document-sheet">')
  })
})

describe('the page of a quote that was sent', () => {
  const customerUrl = () => 'https://shop.test/quote/1?a=1&b=2'

  it('leads to a message to the customer first, and asks before it accepts for them', async () => {
    const { engine, quoteId, desk, path, page } = await sentQuote({}, { customerUrl })
    const html = await page()
    const [primary] = html.matchAll(/class="button primary"\s+href="([^"]*)"/g)
    const mail = new URL(unescaped(primary?.[1] ?? ''))
    expect(mail.pathname).toBe('ada@example.com')
    expect(mail.searchParams.get('subject')).toMatch(/^Quote /)
    expect(mail.searchParams.get('body')).toBe(`\r\n\r\n${customerUrl()}`)
    expect(html).not.toMatch(/<button class="primary">/)
    expect(html).toMatch(/<details>\s*<summary>Accept for the customer/)
    const sent = { expectedVersion: '2', key: 'k', 'accept.revision': '1' }
    const complete = { ...sent, 'accept.name': 'Ada', 'accept.confirmed': 'yes' }
    for (const missing of ['accept.name', 'accept.confirmed']) {
      const response = await desk.post(`${path}/accept`, { ...complete, [missing]: '' })
      expect(response.status).toBe(422)
      expect(response.html).toContain(`id="f-${missing.replace('.', '_')}-error"`)
      expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    }
    expect((await desk.post(`${path}/accept`, complete)).status).toBe(303)
  })

  it.each(['x@y.z?bcc=everyone@x.test', 'a&b', '"><script>'])(
    'writes to an address as it is: %s',
    async (email) => {
      const engine = sampleEngine({ now: () => Date.now() })
      const { quoteId } = await engine.createQuote(seller, { ...request, customer: { email } })
      await engine.sendQuote(seller, quoteId)
      const { html } = await sampleDesk({ engine, customerUrl }).get(`/quotes/${quoteId}`)
      const [, address = ''] = /href="(mailto:[^"]*)"/.exec(html) ?? []
      const { pathname, searchParams } = new URL(unescaped(address))
      expect(decodeURIComponent(pathname)).toBe(email)
      expect([...searchParams.keys()]).toEqual(['subject', 'body'])
    },
  )
})
