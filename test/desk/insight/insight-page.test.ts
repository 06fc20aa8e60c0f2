import { describe, expect, it } from 'vitest'
import { monthsOf } from '../../../src/desk/insight/insight-query.js'
import type { DeskOptions } from '../../../src/desk/options.js'
import {
  buyer,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

const dayMs = 86_400_000

/** A desk with an offer that was accepted, one that was declined, and one that waits. */
async function open(options: Partial<DeskOptions> = {}) {
  const clock = { now: Date.now() - 20 * dayMs }
  const engine = sampleEngine({ now: () => clock.now, currency: 'EUR', tax: undefined })
  const desk = sampleDesk({ engine, insight: true, ...options })
  const position = 'editor'
  await engine.setUser(seller, 'ann', { name: 'Ann Archer', email: 'a@b.example', position })
  const send = async () => {
    const { quoteId } = await engine.createQuote(seller, { ...request, owner: 'ann' })
    await engine.updateQuote(seller, quoteId, { tag_list: ['Rush'] })
    await engine.sendQuote(seller, quoteId)
    return quoteId
  }
  const [accepted, declined] = [await send(), await send(), await send()]
  clock.now += dayMs
  await engine.acceptQuote(buyer, accepted, { revision: 1 })
  clock.now += dayMs
  await engine.declineQuote(buyer, declined)
  return desk
}

describe('the option insight', () => {
  it('is off by default: there is no page, no file, no stylesheet and no link', async () => {
    const desk = await open({ insight: undefined })
    for (const path of ['/insight', '/insight.csv', '/insight.css'])
      expect((await desk.get(path)).status).toBe(404)
    expect((await desk.get('/')).html).not.toContain('insight')
  })

  it('must be true or false', () => {
    expect(() => sampleDesk({ insight: 'yes' as never })).toThrow('insight must be true or false')
  })
})

describe('showInsight', () => {
  it('shows figures, charts with their values, and tables', async () => {
    const desk = await open()
    const { status, html } = await desk.get('/insight')
    expect(status).toBe(200)
    const text = textOf(html)
    expect(text).toContain('Insight 3 quotes sent')
    expect(text).toContain('Pipeline, Euro €449.40 open now, in 1 quote Sent €449.40')
    expect(text).toMatch(/Win rate, by month (?:50%|0%|100%) of offers that ended in/)
    expect(text).toContain('1 day median of 2 answers, 9 of 10 within 2 days')
    expect(text).toContain('up to 1 day: 1, up to 2 days: 1')
    expect(text).toContain('Discount given, by tag 18.2%')
    expect(text).toMatch(/AA Ann Archer 3 1 50% \S+% 1d €449.40/)
    expect(text).toContain('Rush 3 1 50%')
    expect(html).toContain('href="/desk/insight" aria-current="page"')
    expect(html).toContain('href="/desk?owner=ann"')
    expect(html).not.toMatch(/<[^>]* style=/)
  })

  it('filters by owner, tag and period, and leads to the file of the same', async () => {
    const desk = await open()
    await desk.engine.createQuote(seller, request)
    const { html } = await desk.get('/insight?period=3&owner=ann&tag=Rush')
    expect(textOf(html)).toContain('3 quotes sent')
    expect(html).toContain('<option value="ann" selected>Ann Archer</option>')
    expect(html).toContain('href="/desk/insight.csv?period=3&amp;owner=ann&amp;tag=Rush"')
    const none = await desk.get('/insight?tag=None')
    expect(textOf(none.html)).toContain('No figures for this period')
    expect(none.html).toContain('<option value="None" selected>')
  })

  it('shows one currency, that of most quotes, and offers the others', async () => {
    const desk = await open()
    const { engine } = desk
    await engine.createQuote(seller, {
      ...request,
      currency: 'JPY',
      products: [{ name: 'Pen', price: '7', qty: 1 }],
    })
    const { html } = await desk.get('/insight')
    expect(html).toContain('<option value="EUR" selected>Euro</option>')
    const text = textOf((await desk.get('/insight?currency=JPY')).html)
    expect(text).toContain('Pipeline, Japanese Yen ¥7 open now, in 1 quote')
    expect(text).toContain('No offer has ended.')
    expect(text).toContain('No customer has answered.')
    expect(text).toContain('Nothing with a list price was sent.')
    expect(text).not.toContain('By owner')
  })

  it.each(['', '0', '-1', '7', '__proto__', 'toString', markup, '9'.repeat(40)])(
    'shows six months for the period %j',
    async (period) => {
      const desk = sampleDesk({ insight: true })
      const { status, html } = await desk.get(`/insight?period=${encodeURIComponent(period)}`)
      expect(status).toBe(200)
      expect(html).toContain('<option value="6" selected>')
      expect(html).not.toContain('<script>alert')
    },
  )

  it.each(['owner', 'tag'])('says which value of %s is invalid, with the form', async (name) => {
    const desk = sampleDesk({ insight: true })
    const { status, html } = await desk.get(`/insight?${name}=${'x'.repeat(300)}`)
    expect(status).toBe(422)
    expect(html).toContain(`<a href="#f-${name}">`)
    expect((await desk.get(`/insight?${name}=__proto__`)).status).toBe(200)
    expect((await desk.get(`/insight?currency=__proto__`)).status).toBe(200)
  })

  it('escapes names, and shows no other store', async () => {
    const desk = await open()
    const { engine } = desk
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { tag_list: [markup] })
    await engine.sendQuote(seller, quoteId)
    expect((await desk.get('/insight')).html).not.toContain('<script>alert')
    desk.user = stranger
    expect(textOf((await desk.get('/insight')).html)).toContain('0 quotes sent')
  })

  it('tells a user who may not list quotes', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'listQuotes' || 'ask <b>Grace</b>',
    })
    const desk = sampleDesk({ insight: true, engine })
    expect((await desk.get('/insight')).status).toBe(403)
    expect((await desk.get('/insight.csv')).status).toBe(403)
  })

  it('goes from right to left in a language that is written so', async () => {
    const desk = await open()
    const width = /<rect class="bar" x="([\d.]+%)" width="([\d.]+%)" height="10"/
    const [, x, share] = width.exec((await desk.get('/insight')).html) ?? []
    expect([x, share]).toEqual(['0%', '100%'])
  })
})

describe('insightFile', () => {
  it('has the same figures', async () => {
    const desk = await open()
    const { status, headers, html } = await desk.get('/insight.csv')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Insight 20.*\.csv"/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('EUR,total,,,,,3,1,1,0,0,50,')
    expect(html).toContain('EUR,owner,ann,,,,3,1,1,0,0,50,')
  })
})

describe('insightStylesheet', () => {
  it('is kept under an address that changes with its content', async () => {
    const desk = sampleDesk({ insight: true })
    const [, path = ''] =
      /href="\/desk(\/insight\.css\?\w{12})"/.exec((await desk.get('/insight')).html) ?? []
    const { headers, html } = await desk.get(path)
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toContain('immutable')
    expect(html).toContain('.chart')
  })
})

describe('monthsOf', () => {
  it.each([
    ['6', '2026-03', '2025-10', '2026-03'],
    ['12', '2026-12', '2026-01', '2026-12'],
    ['year', '2026-01', '2026-01', '2026-01'],
    ['last-year', '2026-07', '2025-01', '2025-12'],
  ])('has for %s in %s the months from %s to %s', (period, now, from, to) => {
    expect(monthsOf(period, now)).toEqual({ from, to })
  })
})
