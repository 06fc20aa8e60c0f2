import { describe, expect, it } from 'vitest'
import type { CustomerEvent } from '../../src/customer-page/options.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { acceptance, buyer, links, samplePage, seller, start } from './sample-page.js'

async function operationsOf(engine: QuoteEngine, quoteId: string): Promise<string[]> {
  const operations: string[] = []
  for await (const { operation } of engine.listHistory(seller, quoteId)) operations.push(operation)
  return operations
}

describe('recordOpened', () => {
  it('records once per revision that it was opened, and GET changes nothing else', async () => {
    const { engine, send, get } = samplePage()
    const record = await send()
    const { quoteId } = record
    for (let i = 0; i < 3; i++) await get(links.createUrl(record))
    const { quote, version } = await engine.getQuote(seller, quoteId)
    expect(version).toBe(record.version + 1)
    const { delivery, ...others } = quote
    expect(others).toEqual(record.quote)
    expect(delivery).toEqual([{ type: 'opened', time: expect.any(Number), revision: 1 }])
    await engine.reviseQuote(seller, quoteId)
    const second = await engine.sendQuote(seller, quoteId)
    await get(links.createUrl(second))
    await get(links.createUrl(record))
    expect(await operationsOf(engine, quoteId)).toEqual([
      'create',
      'send',
      'recordDelivery',
      'revise',
      'send',
      'recordDelivery',
    ])
    const { items } = await engine.listEvents(seller)
    expect(items.filter(({ kind }) => kind === 'quote')).toHaveLength(6)
  })

  it('records it once if many load the page at the same time', async () => {
    let time = start
    const { engine, send } = samplePage({}, { now: () => ++time })
    const record = await send()
    let loading = 4
    let release = () => {}
    const allLoaded = new Promise<void>((resolve) => {
      release = resolve
    })
    const { get } = samplePage({
      engine: {
        ...engine,
        async getQuote(...args) {
          const view = await engine.getQuote(...args)
          loading -= 1
          if (loading === 0) release()
          await allLoaded
          return view
        },
      },
    })
    await Promise.all(Array.from({ length: 4 }, () => get(links.createUrl(record))))
    const { quote } = await engine.getQuote(seller, record.quoteId)
    expect(quote.delivery).toHaveLength(1)
  })

  it('records nothing for HEAD, for prefetching and for pages without an offer', async () => {
    const { engine, send, get } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const { items: events } = await engine.listEvents(seller)
    const response = await get(url, { method: 'HEAD' })
    expect([response.status, response.text]).toEqual([200, ''])
    await get(url, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    await get(url.slice(0, -1))
    expect((await engine.getQuote(seller, record.quoteId)).version).toBe(record.version)
    expect((await engine.listEvents(seller)).items).toEqual(events)
  })

  it('shows the page if it cannot be recorded, and reports why', async () => {
    const storage = memoryStorage()
    let fails = false
    const failing = {
      ...storage,
      commit: (...args: Parameters<typeof storage.commit>) =>
        fails ? Promise.reject(new Error('read-only')) : storage.commit(...args),
    }
    const { send, get, errors } = samplePage({}, { storage: failing })
    const url = links.createUrl(await send())
    fails = true
    expect((await get(url)).status).toBe(200)
    expect(errors).toEqual([expect.objectContaining({ code: 'storage_failed' })])
  })
})

describe('reportEvent', () => {
  it('tells the host what customers do', async () => {
    const events: CustomerEvent[] = []
    const { send, get, submit } = samplePage({ notify: (event) => events.push(event) })
    const [accepted, declined, changed] = [await send(), await send(), await send()]
    await get(links.createUrl(accepted))
    await submit(links.createUrl(accepted), 'message', { text: 'Hello' })
    await submit(links.createUrl(accepted), 'accept', acceptance)
    await submit(links.createUrl(declined), 'decline')
    await submit(links.createUrl(changed), 'change', { change: 'Blue' })
    expect(events.map(({ type, record }) => [type, record.quote.status])).toEqual([
      ['opened', 'sent'],
      ['message', 'sent'],
      ['accepted', 'accepted'],
      ['opened', 'sent'],
      ['declined', 'declined'],
      ['opened', 'sent'],
      ['revision_requested', 'revision_requested'],
    ])
    expect(events[1]?.message).toMatchObject({ text: 'Hello', role: buyer.role })
  })

  it('reports what a failing host throws, and does what the customer asked for', async () => {
    const notify = () => {
      throw new Error('mail is down')
    }
    const { engine, send, submit, errors } = samplePage({ notify })
    const record = await send()
    expect((await submit(links.createUrl(record), 'accept', acceptance)).status).toBe(303)
    expect((await engine.getQuote(seller, record.quoteId)).quote.status).toBe('accepted')
    expect(errors).toHaveLength(2)
  })
})
