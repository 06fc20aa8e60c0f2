import { describe, expect, it } from 'vitest'
import { entryTitle } from '../../../src/desk/parts/changes.js'
import { deskStrings } from '../../../src/desk/strings.js'
import { deliveryTypes } from '../../../src/quote/model/lifecycle-fields.js'
import type { HistoryEntry, StoreEvent } from '../../../src/record/history/entry.js'
import { entryTitles } from '../../../src/record/history/entry-operations.js'
import { statusEngine, statuses } from '../lifecycle/quotes-in-every-status.js'
import { request, sampleDesk, seller, textOf } from '../sample-desk.js'

const desk = { strings: deskStrings }

function entry(operation: string): HistoryEntry {
  return { version: 1, time: 0, operation, patches: [] }
}

const owner = { storeId: 'store-1' }

/** Calls every method that stores something, and returns the events. */
async function everyEvent() {
  const { engine, createIn } = statusEngine({ numbers: { format: String } })
  for (const status of statuses) await createIn(status)
  const sent = await createIn('sent')
  for (const type of deliveryTypes) await engine.recordDelivery(owner, sent, { type })
  await engine.recordPayment(owner, sent, { id: 'pay-1', amount: '5' })
  await engine.addMessage(owner, sent, { text: 'Hello', visibility: 'internal' })
  await engine.expireQuotes(owner)
  await engine.remindQuotes(owner, { rule: 'no-answer', days_after_sending: 0 })
  const { quoteId } = await engine.createQuote(owner, request)
  await engine.priceTaxes(owner, quoteId)
  await engine.updateQuote(owner, quoteId, { customer: { city: 'Paris' } })
  await engine.copyQuote(owner, quoteId)
  await engine.updateQuote(owner, quoteId, { status: 'canceled' })
  await engine.updateQuote(owner, quoteId, { status: 'draft' })
  await engine.deleteQuote(owner, quoteId)
  await engine.restoreQuote(owner, quoteId)
  await engine.eraseQuote(owner, sent)
  const { templateId } = await engine.createTemplate(owner, {
    name: 'Desk',
    products: [{ id: 118, qty: 1 }],
  })
  await engine.updateTemplate(owner, templateId, { name: 'Office' })
  await engine.deleteTemplate(owner, templateId)
  await engine.setTag(owner, 'Hot', {
    label: 'Hot',
    color: 'rgb(0%, 0%, 0%)',
    backgroundColor: 'rgba(10%, 20%, 30%, 0.5)',
  })
  await engine.removeTag(owner, 'Hot')
  await engine.setUser(owner, 'ann', { name: 'Ann', email: 'a@b', position: 'owner' })
  await engine.removeUser(owner, 'ann')
  const events: StoreEvent[] = []
  for await (const event of engine.listEvents(owner)) events.push(event)
  return { engine, events }
}

describe('entryTitle', () => {
  it('has words for everything that an engine stores', async () => {
    const { events } = await everyEvent()
    for (const { kind, entry: stored } of events) {
      expect(entryTitles).toHaveProperty([kind, stored.operation])
      expect(entryTitle(desk, kind, stored)).not.toMatch(/[:_]/)
    }
    const stored = new Set(events.map(({ kind, entry: { operation } }) => `${kind} ${operation}`))
    expect(stored.size).toBeGreaterThan(25)
  })

  it('says what a report about a delivery says, and not who reported it', async () => {
    const { engine, createIn } = statusEngine()
    const quoteId = await createIn('sent')
    const customer = { storeId: 'store-1', actor: 'customer' }
    for (const type of ['delivered', 'opened', 'bounced'] as const)
      await engine.recordDelivery(customer, quoteId, { type })
    const desk = sampleDesk({ engine })
    const titles = ['Offer bounced', 'Offer opened by the customer', 'Offer delivered']
    for (const path of ['/activity', `/quotes/${quoteId}/history`]) {
      const text = textOf((await desk.get(path)).html)
      const places = titles.map((title) => text.indexOf(title))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((left, right) => left - right))
      expect(text).not.toMatch(/by customer|delivery by/)
    }
  })

  it('says what a report about a payment says, with its amount, and not who reported it', async () => {
    const { engine, createIn } = statusEngine({ currency: 'EUR' })
    const quoteId = await createIn('sent')
    const provider = { storeId: 'store-1', actor: 'provider' }
    for (const type of ['paid', 'failed', 'refunded'] as const)
      await engine.recordPayment(provider, quoteId, { id: `${type}-1`, amount: '5', type })
    const desk = sampleDesk({ engine })
    const history = textOf((await desk.get(`/quotes/${quoteId}/history`)).html)
    const activity = textOf((await desk.get('/activity')).html)
    for (const [title, id] of [
      ['Payment refunded', 'refunded-1'],
      ['Payment failed', 'failed-1'],
      ['Payment received', 'paid-1'],
    ]) {
      expect(history).toContain(`${title} €5.00, ${id}`)
      expect(activity).toContain(title)
    }
    expect(`${history}${activity}`).not.toContain('provider')
  })

  it.each([
    ['quote', 'markAsWon', 'Quote: mark as won'],
    ['price_lists', 'update', 'Price lists: update'],
    ['__proto__', 'toString', ' proto : to string'],
    ['quote', 'constructor', 'Quote: constructor'],
  ])('separates the words of an unknown %s, %s', (kind, operation, expected) => {
    expect(entryTitle(desk, kind, entry(operation))).toBe(expected)
  })

  it.each([
    [undefined],
    [null],
    [[]],
    [{}],
    [{ type: 'sold' }],
    ['opened'],
    [{ type: '__proto__' }],
  ])('takes a report without a known type: %j', (value) => {
    const patches = [{ op: 'replace' as const, path: ['delivery'], value }]
    expect(entryTitle(desk, 'quote', { operation: 'recordDelivery', patches })).toBe(
      'Delivery reported',
    )
    const paid = [{ op: 'replace' as const, path: ['payments'], value }]
    expect(entryTitle(desk, 'quote', { operation: 'recordPayment', patches: paid })).toBe(
      'Payment reported',
    )
  })

  it('leaves out that a number was assigned, which is part of another event', async () => {
    const { engine, createIn } = statusEngine({ numbers: { format: (count) => `Q-${count}` } })
    await createIn('sent')
    const text = textOf((await sampleDesk({ engine }).get('/activity')).html)
    expect(text).toContain('Offer sent Q-1')
    expect(text).not.toContain('Number')
    expect((await engine.listEvents(seller)).items.map(({ kind }) => kind)).toContain('numbers')
  })
})
