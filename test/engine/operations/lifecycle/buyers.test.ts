import { describe, expect, it } from 'vitest'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { engineWith, errorOf, request } from '../../ports.js'
import { buyer, clockedEngine, quoteIn, rejection } from './quotes-in-life.js'

const colors = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }

describe('an operation that a buyer cannot call', () => {
  const attempts: readonly (readonly [
    string,
    string,
    (engine: QuoteEngine, id: string) => unknown,
  ])[] = [
    ['sendQuote', 'new', (engine, id) => engine.sendQuote(buyer, id)],
    [
      'sendQuote by status',
      'new',
      (engine, id) => engine.updateQuote(buyer, id, { status: 'sent' }),
    ],
    ['reviseQuote', 'sent', (engine, id) => engine.reviseQuote(buyer, id)],
    [
      'reviseQuote by status',
      'sent',
      (engine, id) => engine.updateQuote(buyer, id, { status: 'draft' }),
    ],
    ['cancelQuote', 'sent', (engine, id) => engine.cancelQuote(buyer, id)],
    [
      'cancelQuote by status',
      'new',
      (engine, id) => engine.updateQuote(buyer, id, { status: 'canceled' }),
    ],
    ['orderQuote', 'accepted', (engine, id) => engine.orderQuote(buyer, id, { order_id: 'o' })],
    [
      'orderQuote again',
      'ordered',
      (engine, id) => engine.orderQuote(buyer, id, { order_id: 'order-1' }),
    ],
    [
      'recordDelivery',
      'sent',
      (engine, id) => engine.recordDelivery(buyer, id, { type: 'opened' }),
    ],
    [
      'updateQuote of a draft',
      'draft',
      (engine, id) => engine.updateQuote(buyer, id, { customer: { name: 'B' } }),
    ],
    [
      'updateQuote of tags',
      'new',
      (engine, id) => engine.updateQuote(buyer, id, { tag_list: ['vip'] }),
    ],
    ['copyQuote', 'sent', (engine, id) => engine.copyQuote(buyer, id)],
    ['deleteQuote', 'new', (engine, id) => engine.deleteQuote(buyer, id)],
    ['eraseQuote', 'new', (engine, id) => engine.eraseQuote(buyer, id)],
    ['setTag', 'new', (engine) => engine.setTag(buyer, 'vip', colors)],
    ['removeTag', 'new', (engine) => engine.removeTag(buyer, 'vip')],
  ]

  it.each(attempts)('%s of a quote that is %s stores nothing', async (name, status, attempt) => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, status)
    const before = written.length
    const { code } = await errorOf(() => attempt(engine, quoteId))
    expect([name, code]).toEqual([name, 'not_permitted'])
    expect(written).toHaveLength(before)
  })
})

describe('the owner of a quote', () => {
  it('is not for buyers to set, nor to find out who is a user', async () => {
    const engine = engineWith()
    const create = () => engine.createQuote(buyer, { ...request, owner: 'u1' })
    const message = 'is not permitted: the owner needs the role seller or system'
    expect(await rejection(create)).toEqual(['not_permitted', `createQuote ${message}`])
    const { quoteId } = await engine.createQuote(buyer, request)
    const update = () => engine.updateQuote(buyer, quoteId, { owner: 'u1' })
    expect(await rejection(update)).toEqual(['not_permitted', `updateQuote ${message}`])
  })
})
