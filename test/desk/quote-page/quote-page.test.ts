import { describe, expect, it } from 'vitest'
import { QuoteError } from '../../../src/errors.js'
import { changed, formFields } from '../edit/form-fields.js'
import { markup, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

async function deskWithQuote(options: Parameters<typeof sampleEngine>[0] = {}) {
  const engine = sampleEngine(options)
  const { quoteId } = await engine.createQuote(seller, request)
  return { engine, quoteId, desk: sampleDesk({ engine }), path: `/quotes/${quoteId}` }
}

const facts = (html: string) =>
  textOf(html.slice(html.indexOf('id="facts"')).split('</section>')[0] ?? '')

describe('showQuotePage', () => {
  it('shows what each section adds up to, without what is left out', async () => {
    const section = 'top'
    const { engine, desk } = await deskWithQuote({ currency: 'EUR' })
    const { quoteId } = await engine.createQuote(seller, {
      customer: {},
      sections: [
        { key: section, title: 'Worktop' },
        { key: 'note', title: 'Only text' },
      ],
      products: [
        { name: 'Stone', price: 400, qty: 1, section },
        { name: 'Edge', price: 50, qty: 2, section },
        { name: 'Sink', price: 90, qty: 1, section, optional: true },
      ],
    })
    await engine.sendQuote(seller, quoteId)
    const lines = textOf((await desk.get(`/quotes/${quoteId}`)).html.split('id="lines"')[1] ?? '')
    expect(lines).toMatch(/Worktop €500\.00 Stone 1 .* Only text Lines €500/)
  })

  it('shows the facts of an accepted quote, with markup as text', async () => {
    const { engine, quoteId, desk, path } = await deskWithQuote({ currency: 'EUR' })
    await engine.sendQuote(seller, quoteId, { expires: '2099-12-31' })
    const detail = `mailbox ${markup}`
    await engine.recordDelivery(seller, quoteId, {
      type: 'bounced',
      revision: 1,
      recipient: 'ada@example.com',
      detail,
    })
    await engine.acceptQuote(seller, quoteId, { revision: 1, name: markup, reference: 'PO-7' })
    const { html } = await desk.get(path)
    const shown = facts(html)
    expect(textOf(html)).toContain('Engines & Co 1, Revision 1 Accepted')
    for (const part of ['Currency EUR', 'Revision 1', 'Valid until December 31, 2099'])
      expect(shown).toContain(part)
    expect(shown).toContain(`by ${markup}`)
    expect(shown).toContain('Reference PO-7')
    expect(textOf(html)).toContain(`Revision 1, ada@example.com : ${detail}`)
    expect(shown).not.toContain('ada@example.com')
    expect(html).not.toContain('<script>')
  })

  it('shows what a sent quote adds up to, as its version and its document do', async () => {
    const { engine, quoteId, desk, path } = await deskWithQuote({ currency: 'EUR' })
    await engine.updateQuote(seller, quoteId, {
      discounts: [{ type: 'percent', value: 10, label: 'Spring' }],
      shipping: { type: 'express' },
    })
    const { quote } = await engine.sendQuote(seller, quoteId)
    for (const page of [path, `${path}/versions/3`, `${path}/document`]) {
      const text = textOf((await desk.get(page)).html)
      expect(text).toContain('Spring (10%) -€44.94')
      expect(text).toContain('Shipping (Express) €9.90')
      expect(text).toMatch(/VAT \(20%\) €\d/)
      expect(text).toContain(`Total €${quote.amounts?.total}`)
    }
  })

  it('has no form for the content of a quote that was sent, whatever is posted', async () => {
    const { engine, quoteId, desk, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const { version } = await engine.sendQuote(seller, quoteId)
    const typed = { 'customer.city': 'Paris', version: String(version) }
    const response = await desk.post(path, changed(html, typed))
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('the quote is sent now, and cannot be edited')
    expect((await engine.getQuote(seller, quoteId)).quote.customer.city).toBe('London')
  })

  it('does without users and messages that the user may not see', async () => {
    const hidden = new Set(['listUsers', 'listMessages', 'listTags', 'listShippingOptions'])
    const { engine, desk, path } = await deskWithQuote({
      permit: (_caller, operation) => (hidden.has(operation) ? 'is not for you' : true),
    })
    await engine.setUser(seller, 'ann', {
      name: 'Ann',
      email: 'ann@example.com',
      position: 'owner',
    })
    const { status, html } = await desk.get(path)
    expect(status).toBe(200)
    expect(formFields(html).owner).toBeUndefined()
  })

  it('does without shipping options if the provider fails, and reports it', async () => {
    const shipping = { listShippingOptions: () => Promise.reject(new Error('offline')) }
    const { desk, path } = await deskWithQuote({ shipping })
    const { status, html } = await desk.get(path)
    expect(status).toBe(200)
    expect(textOf(html)).toContain('The shipping options are not available now.')
    expect(desk.errors).toEqual([expect.any(QuoteError)])
    expect((await desk.post(path, changed(html, {}))).location).toBe(`${path}?done=unchanged`)
  })

  it('loads one module, and runs no code of its own', async () => {
    const { desk, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/desk\/assets\/edit-\w{12}\.js">$/),
    ])
    expect(html).not.toMatch(/<style| style="| on\w+="/)
  })
})
