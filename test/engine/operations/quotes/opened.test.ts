import { expect, it } from 'vitest'
import type { ListQuotesOptions } from '../../../../src/engine/operations/read-quotes.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { everyProduct } from './random-quotes.js'

const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 1 }] }

async function list(engine: QuoteEngine, options: ListQuotesOptions) {
  return (await engine.listQuotes(context, options)).items.map(({ quoteId }) => quoteId)
}

describeOnEveryStorage('the filter opened', (opened) => {
  it('tells offers whose last revision was opened from those that were not', async () => {
    const engine = engineWith({ storage: opened().storage, catalog: everyProduct })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.createQuote(context, request)
    const found = async () => [
      await list(engine, { opened: true }),
      await list(engine, { opened: false }),
    ]
    expect(await found()).toEqual([[], []])
    await engine.sendQuote(context, quoteId)
    expect(await found()).toEqual([[], [quoteId]])
    await engine.recordDelivery(context, quoteId, { type: 'delivered' })
    expect(await found()).toEqual([[], [quoteId]])
    await engine.recordDelivery(context, quoteId, { type: 'opened' })
    expect(await found()).toEqual([[quoteId], []])
    await engine.reviseQuote(context, quoteId)
    expect(await found()).toEqual([[], []])
    await engine.sendQuote(context, quoteId)
    expect(await found()).toEqual([[], [quoteId]])
    await engine.recordDelivery(context, quoteId, { type: 'opened', revision: 1 })
    expect(await found()).toEqual([[], [quoteId]])
    expect(await list(engine, { opened: false, status: 'sent' })).toEqual([quoteId])
    const { quote } = await engine.recordDelivery(context, quoteId, { type: 'opened' })
    await engine.acceptQuote(context, quoteId, { revision: quote.revision ?? 0 })
    expect(await found()).toEqual([[], []])
  })
})

it.each(['true', 1, null, {}, []])('rejects %j as opened', async (opened) => {
  expect(await errorOf(() => list(engineWith(), { opened } as never))).toMatchObject({
    code: 'invalid_request',
    details: { errors: { opened: expect.stringMatching(/^must be true or false/) } },
  })
})

it('does not tell buyers what was opened', async () => {
  const buyer = { ...context, role: 'buyer' } as const
  const error = await errorOf(() => engineWith().listQuotes(buyer, { opened: true }))
  expect(error.code).toBe('not_permitted')
})
