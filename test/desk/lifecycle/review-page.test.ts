import { describe, expect, it } from 'vitest'
import type { CreateQuoteRequest } from '../../../src/index.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { approvalTag, sampleApprovals, sampleRequirement } from '../../engine/sample-approvals.js'
import {
  buyer,
  inputValue,
  markup,
  request,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
  unescaped,
} from '../sample-desk.js'

/** A desk with a quote, and the page that shows it before it is sent. */
async function reviewed(
  options: Partial<QuoteEngineOptions> = {},
  given: Partial<CreateQuoteRequest> = {},
) {
  const desk = sampleDesk({ engine: sampleEngine(options) })
  const { engine } = desk
  const { quoteId } = await engine.createQuote(seller, { ...request, ...given })
  const path = `/quotes/${quoteId}`
  const page = () => desk.get(`${path}/send`)
  /** Sends the form of a page that was shown before. */
  const send = (html: string, typed: SentFields = {}) => {
    const [expectedVersion = '', key = ''] = ['expectedVersion', 'key'].map((name) =>
      inputValue(html, name),
    )
    return desk.post(`${path}/send`, { expectedVersion, key, ...typed })
  }
  const statusNow = async () => (await engine.getQuote(seller, quoteId)).quote.status
  return { desk, engine, quoteId, path, page, send, statusNow }
}

describe('the page before a quote is sent', () => {
  it('shows what the customer gets, when it ends, and what was checked', async () => {
    const { page, path } = await reviewed()
    const { status, html } = await page()
    expect(status).toBe(200)
    const [, sheet = ''] =
      /<div class="document-sheet">([\s\S]*)<div class="stack beside">/.exec(html) ?? []
    for (const shown of ['Engines & Co', 'Oak chair', 'Felt pad', 'Set-up', '449.40'])
      expect(textOf(sheet)).toContain(shown)
    expect(sheet).not.toMatch(/<(?:input|button|form)\b/)
    expect(html).toMatch(/<input[^>]* name="send\.expires"/)
    expect(html).toMatch(/<button class="primary">Send the quote</)
    expect(html).toContain(`href="/desk${path}"`)
    expect(textOf(html)).toContain(
      'Before it goes out Taxes are calculated when it is sent. The customer can be reached at ada@example.com.',
    )
  })

  it('loads the stylesheet of the document', async () => {
    const { page, desk, path } = await reviewed()
    const stylesOf = ({ html }: { readonly html: string }) =>
      [...html.matchAll(/<link rel="stylesheet" href="\/desk([^"]*)"/g)].map(([, href]) => href)
    const others = stylesOf(await desk.get(path))
    const added = stylesOf(await page()).filter((href) => !others.includes(href))
    expect(added).toHaveLength(1)
    const { status, headers } = await desk.get(added[0] as string)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('says what is missing: an address, prices, and taxes or shipping that are out of date', async () => {
    const { page, engine, quoteId } = await reviewed(
      {},
      {
        customer: { name: 'Ada' },
        products: [...request.products, { name: 'Delivery', qty: 1, unpriced: true }],
      },
    )
    const { html } = await page()
    expect(textOf(html)).toContain('The customer has no email address')
    expect(html).toMatch(/<li class="bad">One line is to be priced, and not in the total\./)
    expect(html).toMatch(/<button[^>]* disabled aria-describedby="checks"[^>]*>Send the quote</)
    await engine.priceTaxes(seller, quoteId, {})
    expect(textOf((await page()).html)).toContain('Taxes are calculated.')
    await engine.updateQuote(seller, quoteId, { shipping: { type: 'express' } })
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, qty: 3 }] })
    const stale = textOf((await page()).html)
    expect(stale).toContain('Taxes are calculated again when the quote is sent.')
    expect(stale).toContain('Shipping is priced again when the quote is sent.')
  })

  it('shows markup of a quote as text', async () => {
    const { page } = await reviewed({}, { customer: { name: markup, email: markup } })
    const { html } = await page()
    expect(html).not.toMatch(/<script>alert|<img src=x/)
    expect(unescaped(html)).toContain(`reached at ${markup}`)
  })

  it('sends the quote once, however often its form is sent', async () => {
    const { page, send, path, engine, quoteId } = await reviewed()
    const { html } = await page()
    for (const _ of [1, 2]) {
      const sent = await send(html, { 'send.expires': '2999-12-31' })
      expect([sent.status, sent.location]).toEqual([303, `${path}?done=sent`])
    }
    const { quote, version } = await engine.getQuote(seller, quoteId)
    expect([quote.status, quote.revision, version]).toEqual(['sent', 1, 2])
  })

  it('is shown again with an error, and what was typed', async () => {
    const { page, send, statusNow } = await reviewed()
    const failed = await send((await page()).html, { 'send.expires': '2001-02-03' })
    expect(failed.status).toBe(422)
    expect(failed.html).toContain('id="f-send_expires-error"')
    expect(inputValue(failed.html, 'send.expires')).toBe('2001-02-03')
    expect(failed.html).toContain('<div class="document-sheet">')
    expect(await statusNow()).toBe('new')
    const sent = await send(failed.html, { 'send.expires': '2999-12-31' })
    expect([sent.status, await statusNow()]).toEqual([303, 'sent'])
  })

  it.each(['1e999', '__proto__', '2026-02-30', markup])(
    'rejects what is no day at its field: %s',
    async (expires) => {
      const { page, send, statusNow } = await reviewed()
      const failed = await send((await page()).html, { 'send.expires': expires })
      expect(failed.status).toBe(422)
      expect(failed.html).toContain('id="f-send_expires-error"')
      expect(failed.html).not.toMatch(/<script>alert|<img src=x/)
      expect(await statusNow()).toBe('new')
    },
  )

  it('is shown again if a port fails', async () => {
    let isDown = true
    const { page, send, statusNow } = await reviewed({
      tax: {
        calculateTaxes() {
          if (isDown) throw new Error('a secret of the tax service')
          return { rates: [] }
        },
      },
    })
    const failed = await send((await page()).html, { 'send.expires': '2999-12-31' })
    expect(failed.status).toBe(503)
    expect(failed.html).not.toContain('secret')
    expect(failed.html).toContain('<div class="document-sheet">')
    expect(inputValue(failed.html, 'send.expires')).toBe('2999-12-31')
    isDown = false
    expect((await send(failed.html)).status).toBe(303)
    expect(await statusNow()).toBe('sent')
  })

  it('leads to the page of a quote that cannot be sent anymore', async () => {
    const { page, path, engine, quoteId } = await reviewed()
    await engine.sendQuote(seller, quoteId, {})
    const { status, location } = await page()
    expect([status, location]).toEqual([303, path])
  })

  it('is for sellers only', async () => {
    const { desk, page } = await reviewed()
    desk.user = buyer
    const { status, html } = await page()
    expect([status, html.includes('Oak chair')]).toEqual([403, false])
  })

  it('asks again if the quote was sent or changed since it was shown', async () => {
    const { page, send, engine, quoteId } = await reviewed()
    const { html } = await page()
    await engine.updateQuote(seller, quoteId, { customer: { city: 'Paris' } })
    const changed = await send(html)
    expect(changed.status).toBe(409)
    expect(textOf(changed.html)).toContain('Quote changed by Ann Archer')
    await engine.sendQuote(seller, quoteId, {})
    const { status, html: gone } = await send(html)
    expect(status).toBe(409)
    expect(textOf(gone)).toContain('“Send” is no longer possible')
  })

  it('does not exist for other stores, nor for quotes that do not exist', async () => {
    const { desk, page, engine, quoteId } = await reviewed()
    await engine.deleteQuote(seller, quoteId)
    expect((await page()).status).toBe(404)
    const other = await reviewed()
    other.desk.user = stranger
    expect((await other.page()).status).toBe(404)
    for (const id of ['nonsense', '__proto__', '%00'])
      expect((await desk.get(`/quotes/${id}/send`)).status).toBe(404)
  })

  it('cannot send what must be approved, and says what that is', async () => {
    const { page, send, engine, quoteId, statusNow } = await reviewed({
      approvals: sampleApprovals,
    })
    await engine.updateQuote(seller, quoteId, { tag_list: [approvalTag] })
    const { html } = await page()
    expect(textOf(html)).toMatch(/Before it goes out [^.]*must be approved[^.]*: Discount/)
    expect(html).toMatch(/<button class="primary" disabled aria-describedby="checks">/)
    expect(html).toContain('id="checks"')
    const rejected = await send(html)
    expect(rejected.status).toBe(409)
    expect(await statusNow()).toBe('new')
    await engine.requestApproval(seller, quoteId)
    await engine.approveQuote(seller, quoteId, { requirement: sampleRequirement })
    const approved = await page()
    expect(approved.html).not.toMatch(/<button[^>]* disabled/)
    expect((await send(approved.html)).status).toBe(303)
    expect(await statusNow()).toBe('sent')
  })
})

describe('the button of the next step', () => {
  it('saves what was typed, and shows the page before the quote is sent', async () => {
    const { desk, path, engine, quoteId, statusNow } = await reviewed()
    const { html } = await desk.get(path)
    expect(html).toMatch(
      new RegExp(
        `<button class="primary" form="quote" formaction="/desk${path}/send" name="action" value="ask">Review and send<`,
      ),
    )
    const [version = '', key = ''] = ['version', 'key'].map((name) => inputValue(html, name))
    const typed = { part: 'content', version, key, 'customer.city': 'Paris', action: 'ask' }
    const saved = await desk.post(`${path}/send`, typed)
    expect([saved.status, saved.location]).toEqual([303, `${path}/send`])
    expect((await engine.getQuote(seller, quoteId)).quote.customer.city).toBe('Paris')
    expect(textOf((await desk.follow(saved)).html)).toContain('Paris')
    expect(await statusNow()).toBe('new')
  })

  it('shows the form again if what was typed is invalid, and does not lose it', async () => {
    const { desk, path, engine, quoteId } = await reviewed()
    const { html } = await desk.get(path)
    const [version = '', key = ''] = ['version', 'key'].map((name) => inputValue(html, name))
    const line = inputValue(html, 'products[0].key') ?? ''
    const typed = { 'products[0].key': line, 'products[0].qty': 'many', action: 'ask' }
    const { status, ...page } = await desk.post(`${path}/send`, {
      part: 'content',
      version,
      key,
      ...typed,
    })
    expect(status).toBe(422)
    expect(inputValue(page.html, 'products[0].qty')).toBe('many')
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('creates a new quote, and shows the page before it is sent', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    expect(html).toMatch(/name="action" value="review" class="primary">Review and send</)
    const created = await desk.post('/quotes/new', {
      key: inputValue(html, 'key') as string,
      action: 'review',
      'customer.name': 'Ada',
      'products[0].id': '118',
    })
    expect(created.location).toMatch(/^\/quotes\/[\w-]+\/send$/)
    expect(textOf((await desk.follow(created)).html)).toContain('Oak chair')
    const invalid = await desk.post('/quotes/new', { action: 'review', 'products[0].id': '118' })
    expect(invalid.status).toBe(422)
  })
})
