import { describe, expect, it } from 'vitest'
import { discountAbove } from '../../../src/quote/approvals/approval-rules.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { statusEngine } from '../lifecycle/quotes-in-every-status.js'
import {
  inputValue,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  start,
  textOf,
  unescaped,
} from '../sample-desk.js'

async function conflict(reason = 'Twice') {
  const { engine, createIn } = statusEngine()
  const desk = sampleDesk({ engine })
  const quoteId = await createIn('new')
  const grace = { storeId: 'store-1', actor: 'grace' }
  await engine.setUser(seller, 'grace', {
    name: 'Grace Hopper',
    email: 'g@x.test',
    position: 'editor',
  })
  await engine.updateQuote(grace, quoteId, { customer: { city: 'Paris' } })
  const path = `/quotes/${quoteId}/cancel`
  const fields = { expectedVersion: '1', key: 'k1', 'cancel.reason': reason }
  return { engine, desk, quoteId, path, fields, grace, response: await desk.post(path, fields) }
}

describe('conflictPage', () => {
  it('tells what changed since, and stores nothing', async () => {
    const { engine, quoteId, response } = await conflict()
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Quote changed by Grace Hopper , Nov 14, 2023')
    expect(response.html).toContain(`/desk/quotes/${quoteId}/differences?from=1&amp;to=2`)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('new')
  })

  it('repeats the action on the current version, with what was typed', async () => {
    const { engine, desk, quoteId, path, response } = await conflict(markup)
    expect(response.html).not.toMatch(/<script|<img/)
    expect(unescaped(response.html)).toContain(markup)
    const repeated = {
      expectedVersion: inputValue(response.html, 'expectedVersion') as string,
      key: inputValue(response.html, 'key') as string,
      'cancel.reason': inputValue(response.html, 'cancel.reason') as string,
    }
    const token = inputValue(response.html, 'token') as string
    expect((await desk.post(path, repeated, { token })).status).toBe(303)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote).toMatchObject({ status: 'canceled', reason: markup })
  })

  it('conflicts again if the quote has changed again', async () => {
    const { engine, desk, quoteId, path, fields, grace } = await conflict()
    await engine.updateQuote(grace, quoteId, { customer: { city: 'Rome' } })
    const response = await desk.post(path, { ...fields, expectedVersion: '2', key: 'k2' })
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Quote changed by Grace Hopper')
  })

  it('has no button for an action that is no longer possible', async () => {
    const { engine, desk, quoteId, path, fields, grace } = await conflict()
    await engine.cancelQuote(grace, quoteId)
    const response = await desk.post(path, { ...fields, key: 'k2' })
    expect(textOf(response.html)).toContain('“Cancel the quote” is no longer possible.')
    expect(response.html).not.toContain('<form')
  })

  it('keeps what was typed if the user may not read the history', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'listHistory' || 'no history',
    })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { customer: { city: 'Paris' } })
    const desk = sampleDesk({ engine })
    const fields = { expectedVersion: '1', key: 'k1', 'cancel.reason': 'No longer needed' }
    const response = await desk.post(`/quotes/${quoteId}/cancel`, fields)
    expect(response.status).toBe(409)
    expect(inputValue(response.html, 'cancel.reason')).toBe('No longer needed')
  })

  it('calmly takes versions that do not exist yet', async () => {
    const { desk, path, fields } = await conflict()
    const response = await desk.post(path, {
      ...fields,
      key: 'k3',
      expectedVersion: '999999999999',
    })
    expect(response.status).toBe(409)
  })
})

describe('an action after a change of what only the store notes', () => {
  const day = 86_400_000

  /** A quote that was sent, and another caller who changes it after the page was shown. */
  async function afterChange(
    change: (engine: QuoteEngine, quoteId: string) => Promise<unknown>,
  ): Promise<number> {
    let time = start
    const engine = sampleEngine({
      now: () => time,
      fields: {
        quote: { cost_center: { internal: true } },
        line: { cost: { internal: true } },
      },
      approvals: { require: (quote) => discountAbove(10)(quote) },
    })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.requestApproval(seller, quoteId)
    await engine.approveQuote(seller, quoteId, { requirement: 'discount-above-10' })
    const sent = await engine.sendQuote(seller, quoteId, { expires: start + day })
    time += 2 * day
    await change(engine, quoteId)
    const desk = sampleDesk({ engine })
    const fields = { expectedVersion: String(sent.version), key: 'k1' }
    return (await desk.post(`/quotes/${quoteId}/revise`, fields)).status
  }

  it.each<readonly [string, (engine: QuoteEngine, quoteId: string) => Promise<unknown>]>([
    ['the tags', (engine, id) => engine.updateQuote(seller, id, { tag_list: ['vip'] })],
    [
      'the owner',
      async (engine, id) => {
        const bob = { name: 'Bob', email: 'b@x.test', position: 'editor' } as const
        await engine.setUser(seller, 'bob', bob)
        await engine.updateQuote(seller, id, { owner: 'bob' })
      },
    ],
    ['an id', (engine, id) => engine.updateQuote(seller, id, { customer_id: 'c1' })],
    ['the follow-up', (engine, id) => engine.updateQuote(seller, id, { follow_up: '2026-12-01' })],
    [
      'an internal field',
      (engine, id) => engine.updateQuote(seller, id, { internal_fields: { cost_center: 'K1' } }),
    ],
    [
      'an internal field of a line',
      (engine, id) =>
        engine.updateQuote(seller, id, {
          product_changes: [{ id: 204, internal_fields: { cost: '1' } }],
        }),
    ],
    ['a delivery', (engine, id) => engine.recordDelivery(seller, id, { type: 'delivered' })],
    ['the expiry', (engine) => engine.expireQuotes({ storeId: 'store-1', role: 'system' })],
    [
      'more deliveries than versions are compared one by one',
      async (engine, id) => {
        for (let time = 1; time <= 25; time += 1)
          await engine.recordDelivery(seller, id, { type: 'opened', time: start + time })
      },
    ],
  ])('is done after a change of %s', async (_, change) => {
    expect(await afterChange(change)).toBe(303)
  })

  it('conflicts if the offer was withdrawn meanwhile', async () => {
    const change = (engine: QuoteEngine, id: string) => engine.reviseQuote(seller, id)
    expect(await afterChange(change)).toBe(409)
  })

  it('conflicts if somebody else has decided the same approval', async () => {
    const engine = sampleEngine({ approvals: { require: (quote) => discountAbove(10)(quote) } })
    const { quoteId } = await engine.createQuote(seller, request)
    const { version } = await engine.requestApproval(seller, quoteId)
    await engine.approveQuote(seller, quoteId, { requirement: 'discount-above-10' })
    const desk = sampleDesk({ engine })
    const response = await desk.post(`/quotes/${quoteId}/reject-approval`, {
      expectedVersion: String(version),
      key: 'k1',
      'reject-approval.requirement': 'discount-above-10',
      'reject-approval.note': 'Too much',
    })
    expect(response.status).toBe(409)
    expect((await engine.getQuote(seller, quoteId)).quote.approvals?.[0]?.status).toBe('approved')
  })
})
