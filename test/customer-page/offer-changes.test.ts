import { describe, expect, it, vi } from 'vitest'
import type { CustomerPageOptions } from '../../src/customer-page/options.js'
import { en } from '../../src/customer-page/strings/en.js'
import { QuoteError } from '../../src/errors.js'
import { links, samplePage, seller, start } from './sample-page.js'

const products = [
  { name: 'Bench', price: '100', qty: 3 },
  { name: 'Oil', price: '10', qty: 1 },
  { name: 'Gloves', price: '5', qty: 2 },
]

interface Revised {
  readonly first?: object
  readonly changes?: object
  readonly isOpened?: boolean
  readonly options?: Partial<CustomerPageOptions>
}

/** Returns the page of an offer that was sent, opened, changed and sent again. */
async function revisedPage({ first, changes = {}, isOpened = true, options }: Revised) {
  const page = samplePage(options)
  const sent = await page.send({ products, ...first })
  if (isOpened) await page.get(links.createUrl(sent))
  await page.engine.reviseQuote(seller, sent.quoteId)
  await page.engine.updateQuote(seller, sent.quoteId, changes)
  page.clock.now += 3 * 86_400_000
  const record = await page.engine.sendQuote(seller, sent.quoteId, {
    expires: start + 30 * 86_400_000,
  })
  const url = links.createUrl(record)
  const { text, status } = await page.get(url)
  const [card = ''] = /<section class="card news".*?<\/section>/s.exec(text) ?? []
  const rows = [...card.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = '']) => toText(row))
  return { ...page, url, text, status, card, rows, sent }
}

function toText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const changed = {
  product_changes: [
    { key: '1-1', qty: 4 },
    { key: '1-2', price: '12' },
    { key: '1-3', remove: true },
    { add: true, name: 'Glue <b>', price: '8', qty: 2 },
  ],
  discounts: [{ type: 'percent', value: 10 }],
}

describe('what is new since the customer looked', () => {
  it('is listed with what it changes, and marked on the lines', async () => {
    const { rows, text, card } = await revisedPage({ changes: changed })
    expect(card).toContain('What is new since you looked on November 22, 2026')
    expect(rows).toEqual([
      'Bench : 3 4 +€100.00',
      'Oil : €10.00 €12.00 +€2.00',
      'Glue &lt;b&gt; : new +€16.00',
      'Gloves : removed -€10.00',
      'Discounts, delivery and taxes -€42.80',
      'Together +€65.20',
    ])
    expect(text.match(/class="fresh"/g)).toHaveLength(3)
    expect(text).toContain('<li class="gone">')
    expect(text).toContain('€65.20 more than before')
  })

  it('stays until the offer is accepted, also if a program has loaded the page first', async () => {
    const { get, url, submit } = await revisedPage({ changes: changed })
    expect((await get(url)).text).toContain('class="card news"')
    expect((await submit(url, 'accept', { name: 'Ada', consent: 'yes' })).status).toBe(303)
    expect((await get(url)).text).not.toMatch(/card news|class="fresh"|<del/)
  })

  it('names terms that have other words', async () => {
    const { rows } = await revisedPage({
      first: { payment_terms: '30 days', terms: 'A' },
      changes: { payment_terms: '14 days' },
    })
    expect(rows).toEqual(['Terms of payment : changed'])
  })

  it('shows no price of a line that the offer hides', async () => {
    const { rows, text } = await revisedPage({
      first: {
        sections: [{ key: 'a', title: 'All', show: 'total' }],
        products: [{ name: 'Hidden', price: '77', qty: 1, section: 'a' }],
      },
      changes: { product_changes: [{ key: '1-1', qty: 2 }] },
    })
    expect(rows).toEqual(['Together +€77.00'])
    expect(text).not.toContain('Hidden')
  })

  it.each<[string, Revised]>([
    ['an earlier revision that was never opened', { changes: changed, isOpened: false }],
    ['the same offer that is sent again', {}],
    ['what only the store sees', { changes: { tag_list: ['urgent'] } }],
  ])('is nothing for %s', async (_, revised) => {
    expect((await revisedPage(revised)).card).toBe('')
  })

  it('shows the offer without it if the earlier revision cannot be read', async () => {
    const { engine, get, url } = await revisedPage({ changes: changed })
    const { getQuote } = engine
    const spy = vi.spyOn(engine, 'getQuote').mockImplementation((context, id, options) => {
      if (options?.revision === 1) throw new QuoteError('quote_not_found', { quoteId: id })
      return getQuote(context, id, options)
    })
    const { status, text } = await get(url)
    spy.mockRestore()
    expect([status, text.includes('card news')]).toEqual([200, false])
  })

  it('costs an offer of one revision nothing', async () => {
    const { engine, send, get } = samplePage()
    const url = links.createUrl(await send())
    const spy = vi.spyOn(engine, 'getQuote')
    const { text } = await get(url)
    expect(spy).toHaveBeenCalledTimes(1)
    expect(text).not.toContain(en.newsBefore)
  })
})
