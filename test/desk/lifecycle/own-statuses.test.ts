import { describe, expect, it } from 'vitest'
import type { LifecycleOptions } from '../../../src/quote/model/lifecycle.js'
import {
  inputValue,
  request,
  type SampleDesk,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  start,
  textOf,
  unescaped,
} from '../sample-desk.js'

/** The life cycle of docs/from-request-to-order.md. */
const review: LifecycleOptions = {
  transitions: [
    { operation: 'updateQuote', from: ['new', 'draft'], to: 'in_review', by: ['seller'] },
    { operation: 'updateQuote', from: ['in_review'], to: 'approved', by: ['seller'] },
    { operation: 'sendQuote', from: ['approved'], to: 'sent', by: ['seller'] },
    { operation: 'reviseQuote', from: ['in_review', 'approved'], to: 'draft', by: ['seller'] },
  ],
}

/**
 * Presses a button of a quote's page: sends the form that it belongs to, with what is typed.
 * Returns the page to which it leads.
 */
async function press(desk: SampleDesk, path: string, button: string, typed: SentFields = {}) {
  const { html } = await desk.get(path)
  const pattern = `<button[^>]* formaction="/desk([^"]*)"([^>]*)>${button}<`
  const [, action, attributes = ''] = new RegExp(pattern).exec(html) ?? []
  if (action === undefined) throw new Error(`expected a button ${button} in ${textOf(html)}`)
  const [form = ''] = /<form [^>]*id="quote"[\s\S]*?<\/form>/.exec(html) ?? []
  const inputs = [form, ...(html.match(/<input [^>]* form="quote"[^>]*>/g) ?? [])].join('')
  const hidden = [...inputs.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const value = / name="([^"]+)" value="([^"]*)"/.exec(attributes)
  const sent = [...hidden, ...(value === null ? [] : [value])].map(
    ([, name = '', value = '']) => [name, unescaped(value)] as const,
  )
  const token = inputValue(form, 'token') as string
  const response = await desk.post(action, { ...Object.fromEntries(sent), ...typed }, { token })
  expect([button, response.status]).toEqual([button, 303])
  return desk.follow(response)
}

/** Sends a quote by the page that shows it before. */
async function reviewAndSend(desk: SampleDesk, path: string, typed: SentFields) {
  const { html } = await press(desk, path, 'Review and send')
  const [form = ''] =
    /<form [^>]*action="[^"]*\/send"[\s\S]*?>Send the quote<[\s\S]*?<\/form>/.exec(html) ?? []
  const [expectedVersion = '', key = '', token = ''] = ['expectedVersion', 'key', 'token'].map(
    (name) => inputValue(form, name) as string,
  )
  const sent = await desk.post(`${path}/send`, { expectedVersion, key, ...typed }, { token })
  expect([sent.status, sent.location]).toEqual([303, `${path}?done=sent`])
}

describe('the desk, with statuses of the host,', () => {
  it('leads a quote from new to ordered', async () => {
    const engine = sampleEngine({
      lifecycle: review,
      orders: { placeOrder: () => ({ orderId: 'order-1' }) },
    })
    const statuses = { in_review: { label: 'Being reviewed', action: 'Ask for a review' } }
    const desk = sampleDesk({ engine, statuses })
    const { quoteId } = await engine.createQuote(seller, request)
    const path = `/quotes/${quoteId}`
    const statusNow = async () => (await engine.getQuote(seller, quoteId)).quote.status

    await press(desk, path, 'Ask for a review')
    expect(await statusNow()).toBe('in_review')
    const reviewed = (await desk.get(path)).html
    expect(reviewed).toMatch(/class="state ">Being reviewed</)
    expect(reviewed).not.toContain('name="customer.city"')
    await press(desk, path, 'Change the status to “Approved”')
    expect(await statusNow()).toBe('approved')
    await press(desk, path, 'Revise the quote')
    expect((await desk.get(path)).html).toContain('name="customer.city"')
    await press(desk, path, 'Ask for a review')
    await press(desk, path, 'Change the status to “Approved”')
    await reviewAndSend(desk, path, { 'send.expires': '2999-12-31' })
    await press(desk, path, 'Accept for the customer', {
      'accept.name': 'Ada',
      'accept.confirmed': 'yes',
    })
    await press(desk, path, 'Order')
    expect(await statusNow()).toBe('ordered')
  })

  it('lists them as tabs and filters, in words', async () => {
    const engine = sampleEngine({ lifecycle: review })
    const desk = sampleDesk({ engine, statuses: { in_review: { label: 'Being reviewed' } } })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { status: 'in_review' })
    const { html } = await desk.get('/')
    expect(textOf(html)).toContain('All Being reviewed 1 Open 0')
    expect(html).toContain('href="/desk?status=in_review"')
    expect(html).toMatch(/type="checkbox"[^>]*\s+value="approved"/)
    const history = textOf((await desk.get(`/quotes/${quoteId}/history`)).html)
    expect(history).toContain('status being reviewed')
  })

  it('says so if the status has changed meanwhile', async () => {
    const engine = sampleEngine({ lifecycle: review })
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { status: 'in_review' })
    const fields = { expectedVersion: '1', key: 'k', 'status.to': 'in_review' }
    const response = await desk.post(`/quotes/${quoteId}/status`, fields)
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain(
      '“Change the status to “In review”” is no longer possible',
    )
  })

  it.each(['sent', 'accepted', 'nonsense', '__proto__', ''])(
    'rejects a status that no button leads to: %s',
    async (to) => {
      const engine = sampleEngine({ lifecycle: review })
      const desk = sampleDesk({ engine })
      const { quoteId } = await engine.createQuote(seller, request)
      const fields = { expectedVersion: '1', key: 'k', 'status.to': to }
      const { status } = await desk.post(`/quotes/${quoteId}/status`, fields)
      expect([409, 422]).toContain(status)
      expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('new')
    },
  )

  it('offers a late acceptance if the engine takes it', async () => {
    for (const allowLateAcceptance of [false, true]) {
      let now = start
      const engine = sampleEngine({ lifecycle: { allowLateAcceptance }, now: () => now })
      const { quoteId } = await engine.createQuote(seller, request)
      await engine.sendQuote(seller, quoteId, { expires: start + 1 })
      now += 2
      const { html } = await sampleDesk({ engine }).get(`/quotes/${quoteId}`)
      expect(html.includes(`/quotes/${quoteId}/accept"`)).toBe(allowLateAcceptance)
    }
  })
})
