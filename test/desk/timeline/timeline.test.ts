import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  buyer,
  markup,
  request,
  type SampleDesk,
  sampleDesk,
  sampleEngine,
  seller,
  start,
  stranger,
  textOf,
  unescaped,
} from '../sample-desk.js'

const minute = 60_000
const ben = { storeId: 'store-1', actor: 'ben', role: 'seller' } as const

/** A quote whose time goes on by a minute with each change, unless it is set. */
async function sample(options: Partial<QuoteEngineOptions> = {}) {
  const clock = { now: start }
  const engine = sampleEngine({ now: () => clock.now, ...options })
  const { quoteId } = await engine.createQuote(seller, request)
  const change = async (user: typeof ben | typeof seller, fields: object, minutes = 1) => {
    clock.now += minutes * minute
    await engine.updateQuote(user, quoteId, fields)
  }
  return { clock, engine, quoteId, change, desk: sampleDesk({ engine }) }
}

/** Returns the events of a page, as text, the latest first. */
function eventsOf(html: string): readonly string[] {
  const list = html.split('<ol class="timeline">')[1]?.split('</ol>')[0] ?? ''
  return list
    .split(/<li(?=[ >])(?! class="attachment)/)
    .slice(1)
    .map((event) => textOf(`<li${event}`))
}

async function shown(desk: SampleDesk, path: string): Promise<readonly string[]> {
  const { status, html } = await desk.get(path)
  expect(status).toBe(200)
  return eventsOf(html)
}

describe('timelinePanel', () => {
  it('shows changes, messages and deliveries as one list, the latest first', async () => {
    const { clock, engine, quoteId, desk } = await sample()
    clock.now += minute
    await engine.addMessage(buyer, quoteId, { text: 'Can you deliver?' })
    clock.now += minute
    await engine.sendQuote(seller, quoteId, { expires: '2099-12-31' })
    clock.now += minute
    await engine.recordDelivery(seller, quoteId, { type: 'opened', recipient: 'ada@example.com' })
    clock.now += minute
    await engine.addMessage(seller, quoteId, { text: 'Wait', visibility: 'internal' })
    clock.now += minute
    await engine.declineQuote(buyer, quoteId, { reason: 'Too expensive' })
    const day = 'Nov 14, 2023'
    expect(await shown(desk, `/quotes/${quoteId}`)).toEqual([
      `B Offer declined by bea ${day} Too expensive`,
      `AA Ann Archer Internal The customer does not see this ${day} Wait`,
      `Offer opened by the customer ${day} Revision 1, ada@example.com`,
      `AA Offer sent by Ann Archer ${day} revision 1, valid through December 31, 2099`,
      `B bea Customer Visible to the customer ${day} Can you deliver?`,
      `AA Quote created by Ann Archer ${day}`,
    ])
  })

  it('says near times in words, with the exact time as title and for programs', async () => {
    const now = Date.now()
    const { engine, quoteId, desk } = await sample({ now: () => now - 5 * minute })
    await engine.updateQuote(seller, quoteId, { title: 'Chairs' })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    const time = new RegExp(
      `<time datetime="${new Date(now - 5 * minute).toISOString()}" title="[^"]+, 20[^"]+">5 min\\. ago</time>`,
    )
    expect(html).toMatch(time)
  })

  it('joins what one person has changed within half an hour, with one link', async () => {
    const { quoteId, change, desk } = await sample()
    await change(ben, { title: 'Chairs' })
    await change(ben, { customer: { city: 'Paris' } }, 30)
    await change(ben, { products: [{ id: 118, qty: 3 }] }, 31)
    await change(seller, { title: 'Oak chairs' })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    const events = eventsOf(html)
    expect(events).toHaveLength(4)
    expect(events[0]).toContain('by Ann Archer')
    expect(events[1]).toMatch(/^B Quote changed by ben .* lines Differences : From version 3 to/)
    expect(events[2]).toMatch(/customer \(city\), title Differences : From version 1 to version 3$/)
    expect(html).toContain(`/quotes/${quoteId}/differences?from=1&amp;to=3"`)
  })

  it('does not join changes around what happened between them', async () => {
    const { clock, engine, quoteId, change, desk } = await sample()
    await change(ben, { title: 'Chairs' })
    clock.now += minute
    await engine.addMessage(ben, quoteId, { text: 'Oak?', visibility: 'internal' })
    await change(ben, { title: 'Oak chairs' })
    expect(await shown(desk, `/quotes/${quoteId}`)).toHaveLength(4)
  })

  it('says what to do if the current offer did not arrive', async () => {
    const { engine, quoteId, desk } = await sample()
    const todo = 'Check the address of the customer'
    await engine.sendQuote(seller, quoteId)
    await engine.recordDelivery(seller, quoteId, { type: 'bounced', detail: markup })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(eventsOf(html).find((each) => each.includes('Offer bounced'))).toContain(todo)
    expect(html).not.toContain('<script>')
    expect(unescaped(html)).toContain(markup)
    await engine.reviseQuote(seller, quoteId)
    expect((await desk.get(`/quotes/${quoteId}`)).html).not.toContain(todo)
  })

  it('shows payments once, with what is to be known of them', async () => {
    const { clock, engine, quoteId, desk } = await sample({ currency: 'EUR' })
    const pay = (id: string, others: object) => {
      clock.now += minute
      return engine.recordPayment(seller, quoteId, { id, amount: '50', ...others })
    }
    await pay('pay-1', { type: 'failed', detail: markup })
    await pay('pay-1', { detail: 'by card' })
    await pay('pay-2', { type: 'failed', detail: markup })
    await pay('refund-1', { type: 'refunded' })
    const day = 'Nov 14, 2023'
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).not.toContain('<script>')
    expect(eventsOf(html)).toEqual([
      `Payment refunded ${day} €50.00, refund-1`,
      `Payment failed ${day} €50.00, pay-2 : ${markup.replaceAll(/\s+/g, ' ')}`,
      `Payment received ${day} €50.00, pay-1 : by card`,
      `AA Quote created by Ann Archer ${day}`,
    ])
  })

  it('says that a plan has changed, and not that its amounts have', async () => {
    const { quoteId, change, desk } = await sample()
    const payment_plan = [{ label: 'All', type: 'rest', due: 'order' }]
    await change(ben, { payment_plan })
    await change(seller, { product_changes: [{ key: '1-1', qty: 7 }] })
    const [lines = '', plan = ''] = await shown(desk, `/quotes/${quoteId}`)
    expect(plan).toContain('payment plan')
    expect(lines).toContain('lines')
    expect(lines).not.toContain('payment plan')
  })

  it('shows what the caller may read: no history, no messages', async () => {
    const forbidden = new Set(['listHistory', 'listMessages'])
    const { engine, quoteId, desk } = await sample({
      permit: (caller, operation) =>
        caller.actor === 'ann' && forbidden.has(operation) ? 'not yours' : true,
    })
    await engine.addMessage(ben, quoteId, { text: 'A secret', visibility: 'internal' })
    await engine.sendQuote(ben, quoteId)
    await engine.recordDelivery(ben, quoteId, { type: 'delivered' })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(eventsOf(html)).toEqual([expect.stringMatching(/^Offer delivered/)])
    expect(html).not.toContain('A secret')
    forbidden.delete('listMessages')
    expect(await shown(desk, `/quotes/${quoteId}`)).toHaveLength(2)
  })

  it('loads the users once, and one page of the history', async () => {
    const loads: string[] = []
    const storage = countLoads(memoryStorage(), loads)
    const { engine, quoteId, change, desk } = await sample({ storage })
    for (let index = 0; index < 60; index += 1) await change(ben, { title: `Title ${index}` }, 40)
    await engine.sendQuote(seller, quoteId)
    loads.length = 0
    const events = await shown(desk, `/quotes/${quoteId}`)
    expect(events).toHaveLength(20)
    expect(loads.toSorted()).toEqual([
      'history after 42, at most 20',
      'quote,messages',
      'quote,tags',
      'tags',
      'users',
    ])
  })
})

function countLoads(storage: StoragePort, loads: string[]): StoragePort {
  return {
    ...storage,
    load(storeId, refs, signal) {
      loads.push(refs.map(({ kind }) => kind).join())
      return storage.load(storeId, refs, signal)
    },
    listHistory(storeId, ref, range, call) {
      loads.push(`history after ${range.afterVersion}, at most ${range.limit}`)
      return storage.listHistory(storeId, ref, range, call)
    },
  }
}

describe('timelineRoute', () => {
  it('shows every event once, page by page', async () => {
    const { clock, engine, quoteId, change, desk } = await sample()
    await engine.addMessage(ben, quoteId, { text: 'At the same time', visibility: 'internal' })
    for (let index = 0; index < 120; index += 1) {
      await change(ben, { title: `Title ${index}` }, 40)
      // At the time of the change, and between two of them.
      if (index % 5 === 0) clock.now += (index % 2) * minute
      if (index % 5 === 0)
        await engine.addMessage(ben, quoteId, { text: `Note ${index}.`, visibility: 'internal' })
    }
    await engine.sendQuote(seller, quoteId)
    clock.now += minute
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    const main = `/quotes/${quoteId}`
    const { html: quotePage } = await desk.get(main)
    let path: string | undefined = /href="\/desk(\/quotes\/[^"/]+\/timeline)"/.exec(quotePage)?.[1]
    const seen: string[] = []
    let pages = 0
    while (path !== undefined) {
      const { html } = await desk.get(path)
      seen.push(...eventsOf(html))
      expect(html.includes('name="message.text"')).toBe(pages === 0)
      path = /rel="next" href="\/desk([^"]+)"/.exec(html)?.[1]
      pages += 1
    }
    expect(pages).toBe(3)
    expect(seen.filter((each) => each.includes('Quote changed'))).toHaveLength(120)
    const notes = seen.flatMap((each) => /Note (\d+)\./.exec(each)?.[1] ?? [])
    expect(notes.map(Number)).toEqual(Array.from({ length: 24 }, (_, index) => (23 - index) * 5))
    expect(seen[0]).toContain('Offer opened')
    expect(seen.join()).toContain('At the same time')
    expect(seen.at(-1)).toContain('Quote created')
    expect(seen).toHaveLength(120 + 24 + 4)
  })

  it('shows the latest events for any other value of the address', async () => {
    const { quoteId, desk } = await sample()
    for (const before of ['', '0', '-1', '1e3', '__proto__', '9'.repeat(20), '%00'])
      expect(await shown(desk, `/quotes/${quoteId}/timeline?before=${before}`)).toHaveLength(1)
    expect(await shown(desk, `/quotes/${quoteId}/timeline?before=1`)).toEqual([])
  })

  it('finds no quote of another store', async () => {
    const { engine, quoteId } = await sample()
    const desk = sampleDesk({ engine })
    desk.user = stranger
    expect((await desk.get(`/quotes/${quoteId}/timeline`)).status).toBe(404)
    expect((await desk.get('/quotes/__proto__/timeline')).status).toBe(404)
  })
})
