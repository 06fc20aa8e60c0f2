import { describe, expect, it } from 'vitest'
import type { OperationName, Permit } from '../../src/quote-engine/quote-engine.js'
import { acceptance, links, samplePage, seller, start } from './sample-page.js'

const customer = { name: 'Ada Lovelace', email: 'ada@example.com' }
const buyerOperations: readonly OperationName[] = [
  'getQuote',
  'acceptQuote',
  'declineQuote',
  'requestRevision',
  'listMessages',
  'addMessage',
]

/** As that of the documentation: buyers only see their own quotes. */
const permit: Permit = ({ role, actor = '' }, operation, record) => {
  if (role !== 'buyer') return true
  if (!buyerOperations.includes(operation)) return 'buyers can only read, answer and write messages'
  return record?.quote.customer.email === actor || 'this is the quote of another buyer'
}

const actor = ({ quote }: { readonly quote: { readonly customer: object } }) =>
  (quote.customer as { email?: string }).email ?? 'customer'

describe('a page with a permit that compares the actor with the customer', () => {
  it('works if the actor is the customer of the quote: all forms, and each in their name', async () => {
    const { engine, send, get, submit, errors } = samplePage({ actor }, { permit })
    const [first, second, third] = [
      await send({ customer }),
      await send({ customer }),
      await send({ customer }),
    ]
    const url = links.createUrl(first)
    expect((await get(url)).status).toBe(200)
    expect((await submit(url, 'message', { text: 'Hello' })).status).toBe(303)
    expect((await get(url)).text).toContain('Hello')
    expect((await submit(url, 'accept', acceptance)).status).toBe(303)
    expect((await submit(links.createUrl(second), 'decline')).status).toBe(303)
    const changeUrl = links.createUrl(third)
    expect((await submit(changeUrl, 'change', { change: 'Blue' })).status).toBe(303)
    expect((await get(changeUrl)).text).toContain('Blue')
    expect(errors).toEqual([])
    const { quote } = await engine.getQuote(seller, first.quoteId)
    expect(quote.acceptance?.by).toBe(customer.email)
  })

  it('shows what was sent to an earlier customer with the earlier link', async () => {
    const { engine, send, get, errors } = samplePage({ actor }, { permit })
    const record = await send({ customer })
    await engine.reviseQuote(seller, record.quoteId)
    await engine.updateQuote(seller, record.quoteId, { customer: { email: 'bob@example.com' } })
    expect((await get(links.createUrl(record))).status).toBe(200)
    await engine.sendQuote(seller, record.quoteId, { expires: start + 86_400_000 })
    expect((await get(links.createUrl(record))).status).toBe(200)
    expect(errors).toEqual([])
  })

  it('tells the host that the actor of the page is not permitted', async () => {
    const { send, get, errors } = samplePage({}, { permit })
    expect((await get(links.createUrl(await send({ customer })))).status).toBe(403)
    expect(errors).toMatchObject([
      { code: 'not_permitted', details: { reason: 'this is the quote of another buyer' } },
    ])
  })

  it('reports that opening cannot be recorded, but no quote that is deleted meanwhile', async () => {
    const rejecting: Permit = (_, operation) => operation !== 'recordDelivery' || 'not for the page'
    const page = samplePage({}, { permit: rejecting })
    expect((await page.get(links.createUrl(await page.send()))).status).toBe(200)
    expect(page.errors).toMatchObject([{ code: 'not_permitted' }])

    const { engine, send } = samplePage()
    const record = await send()
    const deleting = samplePage({
      engine: {
        ...engine,
        async recordDelivery(...args) {
          await engine.deleteQuote(seller, record.quoteId)
          return engine.recordDelivery(...args)
        },
      },
    })
    expect((await deleting.get(links.createUrl(record))).status).toBe(200)
    expect(deleting.errors).toEqual([])
  })
})
