import { describe, expect, it } from 'vitest'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'
import { sampleTax, waysToStatuses } from './every-status.js'

const statuses = waysToStatuses.map(([name]) => name)

/** A quote in a status, as getQuote returns it. */
async function quoteIn(name: string, options: Partial<QuoteEngineOptions> = {}) {
  const clock = { time: 1_000 }
  const { storage, written } = countingStorage()
  const engine = engineWith({ storage, now: () => clock.time, tax: sampleTax, ...options })
  const { quoteId } = await engine.createQuote(context, request)
  const [, steps = []] = waysToStatuses.find(([each]) => each === name) ?? []
  for (const step of steps) await step({ engine, storage, context, quoteId, clock })
  const view = await engine.getQuote(context, quoteId)
  expect(view.quote.status).toBe(name.split(',')[0])
  clock.time += 1
  return { engine, quoteId, view, commits: written.length, written }
}

describe('updateQuote with the whole quote as getQuote returned it', () => {
  it.each(statuses)('changes nothing: %s', async (name) => {
    const { engine, quoteId, view, commits, written } = await quoteIn(name)
    const sent = JSON.parse(JSON.stringify(view.quote))
    for (const role of [undefined, 'seller', 'buyer', 'system'] as const) {
      const caller = { ...context, ...(role && { role }) }
      const { version, updated } = await engine.updateQuote(caller, quoteId, sent)
      expect([role, version, updated]).toEqual([role, view.version, view.updated])
    }
    expect(written).toHaveLength(commits)
    expect(await engine.getQuote(context, quoteId)).toEqual(view)
  })

  it.each(statuses)('changes nothing with reviseOnUpdate: %s', async (name) => {
    const { engine, quoteId, view } = await quoteIn(name, { lifecycle: { reviseOnUpdate: true } })
    await engine.updateQuote(context, quoteId, JSON.parse(JSON.stringify(view.quote)))
    expect(await engine.getQuote(context, quoteId)).toEqual(view)
  })

  it.each(statuses)('and another tag changes the tags alone: %s', async (name) => {
    const { engine, quoteId, view } = await quoteIn(name)
    await engine.updateQuote(context, quoteId, { ...view.quote, tag_list: ['late'] })
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote).toEqual({ ...view.quote, tags: ['late'] })
  })

  it.each(statuses)('and another value of any computed field is rejected: %s', async (name) => {
    const { engine, quoteId, view } = await quoteIn(name)
    const own = [
      'discounts',
      'shipping',
      'customer',
      'products',
      'product_order',
      'status',
      'owner',
      'customer_id',
      'company_id',
    ]
    for (const field of Object.keys(view.quote).filter((each) => !own.includes(each))) {
      const changed = { ...view.quote, [field]: 'other' } as never
      const error = await errorOf(() => engine.updateQuote(context, quoteId, changed))
      expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
        'invalid_request',
        [field],
      ])
    }
  })

  it('rejects one fact less, more, or other', async () => {
    const { engine, quoteId, view } = await quoteIn('ordered')
    const { revision } = view.quote
    const facts = [
      { type: 'opened', time: 5, revision },
      { type: 'bounced', time: 6, revision },
    ] as const
    for (const fact of facts) await engine.recordDelivery(context, quoteId, fact)
    const { quote } = await engine.getQuote(context, quoteId)
    for (const delivery of [facts.slice(1), [...facts, facts[0]], facts.toReversed(), []]) {
      const changed = { ...quote, delivery } as never
      const error = await errorOf(() => engine.updateQuote(context, quoteId, changed))
      expect(error.details).toEqual({
        errors: { delivery: 'cannot be set; call recordDelivery' },
      })
    }
    for (const acceptance of [{}, { ...quote.acceptance, name: 'Eve' }]) {
      const changed = { ...quote, acceptance } as never
      const error = await errorOf(() => engine.updateQuote(context, quoteId, changed))
      expect(error.details).toEqual({ errors: { acceptance: 'cannot be set; call acceptQuote' } })
    }
  })
})
