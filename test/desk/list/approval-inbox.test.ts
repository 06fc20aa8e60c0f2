import { describe, expect, it } from 'vitest'
import { QuoteError } from '../../../src/errors.js'
import { discountAbove } from '../../../src/quote/approvals/approval-rules.js'
import {
  inputValue,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

const requirement = 'discount-above-10'

/** A desk whose sales lead, Grace, decides what Ann requests. */
async function waiting(note = 'They would order the whole line') {
  const engine = sampleEngine({
    approvals: {
      require: (quote) => discountAbove(10, { by: 'Sales lead' })(quote),
      mayApprove: ({ actor }) => actor === 'grace' || 'only Grace decides',
    },
  })
  const desk = sampleDesk({ engine })
  const { quoteId } = await engine.createQuote(seller, { ...request, currency: 'EUR' })
  await engine.requestApproval(seller, quoteId, { note })
  const grace = { ...seller, actor: 'grace', name: 'Grace' }
  const status = async () => (await engine.getQuote(seller, quoteId)).quote.approvals?.[0]?.status
  return { engine, desk, quoteId, grace, status }
}

const inbox = '/?approval=pending'

describe('the list of approvals', () => {
  it('says what is to be approved: rule, figures, who asks, why and since when', async () => {
    const { desk, grace } = await waiting()
    desk.user = grace
    const text = textOf((await desk.get(inbox)).html)
    expect(text).toContain('Engines & Co')
    expect(text).toContain('Discount of 18.22 %, more than 10 %')
    expect(text).toContain('by Sales lead')
    expect(text).toContain('List prices €549.50 Offered €449.40 Below list 18.22%')
    expect(text).toMatch(/Requested by ann ?, Nov 14, 2023/)
    expect(text).toMatch(/waiting [\d,]+ days/)
    expect(text).toContain('They would order the whole line')
  })

  it('shows what people wrote as text', async () => {
    const { desk } = await waiting(markup)
    expect((await desk.get(inbox)).html).not.toMatch(/<script>|<img/)
  })

  it('approves with one click, and leads back', async () => {
    const { desk, quoteId, grace, status } = await waiting()
    desk.user = grace
    const { html } = await desk.get(inbox)
    const [, form = ''] = /<form ([\s\S]*?approve"[\s\S]*?)<\/form>/.exec(html) ?? []
    const fields = Object.fromEntries(
      ['expectedVersion', 'key', 'from-inbox', 'approve.requirement'].map((name) => [
        name,
        inputValue(form, name) as string,
      ]),
    )
    const response = await desk.post(`/quotes/${quoteId}/approve`, fields, { from: inbox })
    expect(response.location).toBe('/?approval=pending&done=approved')
    expect(await status()).toBe('approved')
    expect((await desk.follow(response)).html).toContain('It is approved.')
    // A double click.
    const again = await desk.post(`/quotes/${quoteId}/approve`, fields, { from: inbox })
    expect(again.location).toBe('/?approval=pending&done=approved')
  })

  it('rejects with a reason', async () => {
    const { desk, engine, quoteId, grace, status } = await waiting()
    desk.user = grace
    const { version } = await engine.getQuote(seller, quoteId)
    const fields = {
      expectedVersion: String(version),
      key: 'k1',
      'from-inbox': 'yes',
      'reject-approval.requirement': requirement,
    }
    const path = `/quotes/${quoteId}/reject-approval`
    expect((await desk.post(path, fields, { from: inbox })).status).toBe(422)
    expect(await status()).toBe('pending')
    const reason = { 'reject-approval.note': 'At most 15 %' }
    const response = await desk.post(path, { ...fields, ...reason }, { from: inbox })
    expect(response.location).toBe('/?approval=pending&done=approval-rejected')
    expect(await status()).toBe('rejected')
  })

  it('offers no decision to who may not decide, and takes none', async () => {
    const { desk, quoteId, status } = await waiting()
    const { html } = await desk.get(inbox)
    expect(html).not.toContain('/approve"')
    expect(textOf(html)).toContain('Somebody else decides this.')
    const fields = { expectedVersion: '2', key: 'k', 'approve.requirement': requirement }
    const path = `/quotes/${quoteId}/approve`
    expect((await desk.post(path, fields, { from: inbox })).status).toBe(403)
    expect((await desk.post(path, fields, { token: 'x' })).status).toBe(403)
    desk.user = { ...stranger, actor: 'grace' }
    expect((await desk.post(path, fields, { from: inbox })).status).toBe(404)
    expect(await status()).toBe('pending')
  })

  it.each(['timeout', 'storage_failed'] as const)(
    'does not say that somebody else decides if that is unknown: %s',
    async (code) => {
      const { engine, grace } = await waiting()
      const approveQuote = () => Promise.reject(new QuoteError(code, {} as never))
      const desk = sampleDesk({ engine: { ...engine, approveQuote } })
      desk.user = grace
      const { status, html } = await desk.get(inbox)
      expect(status).toBe(503)
      expect(textOf(html)).not.toContain('Somebody else decides this.')
    },
  )

  it('does not approve what somebody else has changed meanwhile', async () => {
    const { desk, engine, quoteId, grace, status } = await waiting()
    const { version } = await engine.getQuote(seller, quoteId)
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, qty: 50 }] })
    desk.user = grace
    const fields = {
      expectedVersion: String(version),
      key: 'k1',
      'from-inbox': 'yes',
      'approve.requirement': requirement,
    }
    const path = `/quotes/${quoteId}/approve`
    expect((await desk.post(path, fields, { from: inbox })).status).toBe(409)
    expect(await status()).toBe('pending')
  })
})

describe('the page of a quote that needs an approval', () => {
  const primary = (html: string) =>
    [...html.matchAll(/<button class="primary"([^>]*)>([^<]*)</g)].map(([, , text]) => text)
  const head = (html: string) => html.slice(html.indexOf('<div class="head">'))

  it('leads to the request, then to the approval of who may approve, and then to sending', async () => {
    const { desk, engine, grace } = await waiting()
    const { quoteId } = await engine.createQuote(seller, request)
    const path = `/quotes/${quoteId}`
    const shown = async () => head((await desk.get(path)).html)
    const before = await shown()
    expect(primary(before)).toEqual(['Request approval'])
    expect(textOf(before)).toContain(
      'Before it is sent, this must be approved: Discount of 18.22 %',
    )
    expect(before).toMatch(/aria-describedby="approvals-needed">Send</)
    expect(before).not.toMatch(/<button[^>]* disabled/)
    await engine.requestApproval(seller, quoteId)
    const mine = await shown()
    expect(mine).not.toContain('request-approval"')
    expect(mine).toMatch(/aria-describedby="approvals-needed">Review and send</)
    desk.user = grace
    expect(primary(await shown())).toEqual(['Approve'])
    await engine.approveQuote(grace, quoteId, { requirement })
    const after = await shown()
    expect(primary(after)).toEqual(['Review and send'])
    expect(after).not.toContain('approvals-needed')
    expect(after).not.toContain('request-approval"')
  })

  it('has a dead button to send it where its content cannot be changed', async () => {
    const by = ['seller'] as const
    const engine = sampleEngine({
      approvals: { require: (quote) => discountAbove(10)(quote) },
      lifecycle: {
        transitions: [
          { operation: 'updateQuote', from: ['new'], to: 'in_review', by },
          { operation: 'sendQuote', from: ['in_review'], to: 'sent', by },
        ],
      },
    })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { status: 'in_review' })
    const html = head((await sampleDesk({ engine }).get(`/quotes/${quoteId}`)).html)
    expect(html).toMatch(/disabled aria-describedby="approvals-needed">Send</)
  })

  it('offers no request if nothing needs an approval', async () => {
    const { desk, engine } = await waiting()
    const cheap = { customer: { name: 'Ada' }, products: [{ id: 204, qty: 1 }] }
    const { quoteId } = await engine.createQuote(seller, cheap)
    const html = head((await desk.get(`/quotes/${quoteId}`)).html)
    expect(html).not.toContain('request-approval"')
    expect(primary(html)).toEqual(['Review and send'])
  })

  it('says in the live preview what must be approved, also for a new quote', async () => {
    const { desk } = await waiting()
    const fields = { part: 'content', 'customer.name': 'Ada', 'products[0].id': '118' }
    const { html } = await desk.post('/quotes/new/preview', fields, { from: '/quotes/new' })
    expect(JSON.parse(html).message).toContain('this must be approved: Discount of')
    const none = { ...fields, 'products[0].id': '204' }
    const other = await desk.post('/quotes/new/preview', none, { from: '/quotes/new' })
    expect(JSON.parse(other.html).message).not.toContain('approved')
  })
})
