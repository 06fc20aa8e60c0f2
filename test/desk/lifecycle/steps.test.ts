import { expect, it } from 'vitest'
import { request, sampleDesk, sampleEngine, seller, start } from '../sample-desk.js'

/** Returns the steps of a page: the class and the words of each, with its day if it has one. */
function stepsOf(html: string): readonly string[] {
  const list = /<ol class="steps">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? ''
  return [...list.matchAll(/<li class="(\w+)"[^>]*>([^<]*)(?:<time[^>]*>([^<]*)<)?/g)].map(
    ([, state, label, day]) => [state, label, day].filter(Boolean).join(' '),
  )
}

const day = 'November 14, 2023'

it('quoteSteps says no time of an order, and calls none ordered that is being placed', async () => {
  const placeOrder = () => Promise.reject(new Error('offline'))
  const engine = sampleEngine({ orders: { placeOrder }, now: () => start })
  const desk = sampleDesk({ engine })
  const { quoteId } = await engine.createQuote(seller, request)
  const page = async () => stepsOf((await desk.get(`/quotes/${quoteId}`)).html)
  expect(await page()).toEqual([`now Written ${day}`, 'next Sent', 'next Accepted', 'next Ordered'])
  const { quote } = await engine.sendQuote(seller, quoteId)
  await engine.acceptQuote(seller, quoteId, { revision: 1, seal: quote.seal })
  await engine.orderQuote(seller, quoteId).catch(() => undefined)
  const accepted = [`done Written ${day}`, `done Sent ${day}`, `now Accepted ${day}`]
  expect(await page()).toEqual([...accepted, 'next Ordered'])
})

it('quoteSteps ends with a quote that was declined, without the time of a later change', async () => {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, quoteId)
  await engine.recordDelivery(seller, quoteId, { type: 'opened' })
  await engine.declineQuote(seller, quoteId, {})
  await engine.updateQuote(seller, quoteId, { tag_list: ['Late'] })
  const { html } = await sampleDesk({ engine }).get(`/quotes/${quoteId}`)
  const before = [`done Written ${day}`, `done Sent ${day}`, `done Opened ${day}`]
  expect(stepsOf(html)).toEqual([...before, 'now Declined'])
})
