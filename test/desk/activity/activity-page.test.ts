import { describe, expect, it } from 'vitest'
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

describe('activityRoute', () => {
  it('says so if nothing has happened', async () => {
    expect(textOf((await sampleDesk().get('/activity')).html)).toContain('Nothing has happened yet')
  })

  it('shows the latest event first: time, what, quote and actor', async () => {
    const desk = sampleDesk()
    const { engine } = desk
    await engine.setUser(seller, 'ann', { name: 'Ann Archer', email: 'a@b', position: 'owner' })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote(buyer, quoteId, { revision: 1, name: 'Ada' })
    const { status, html } = await desk.get('/activity')
    expect(status).toBe(200)
    const text = textOf(html)
    const words = ['Offer accepted', 'Offer sent', 'Quote created', 'User saved']
    const places = words.map((each) => text.indexOf(each))
    expect(places).toEqual(places.toSorted((left, right) => left - right))
    expect(places).not.toContain(-1)
    expect(text).toMatch(/Nov 14, 2023, 10:13 PM Offer accepted \S+ Ada Lovelace bea/)
    expect(text).toMatch(/Offer sent \S+ Ada Lovelace Ann Archer/)
    expect(html).toContain(`href="/desk/quotes/${quoteId}"`)
  })

  it('leads to earlier events, page by page, without gaps', async () => {
    const desk = sampleDesk()
    for (let count = 1; count <= 120; count += 1)
      await desk.engine.setUser(seller, `u${count}`, { name: 'U', email: '@', position: 'editor' })
    const counts: number[] = []
    let path: string | undefined = '/activity'
    while (path !== undefined) {
      const { html } = await desk.get(path)
      counts.push(html.match(/User saved/g)?.length ?? 0)
      path = /href="\/desk(\/activity\?before=\d+)"/.exec(html)?.[1]
    }
    expect(counts).toEqual([50, 50, 20])
  })

  it('does not link to quotes that are deleted or erased', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.eraseQuote(seller, quoteId)
    const { html } = await desk.get('/activity')
    expect(textOf(html)).toContain(`Quote erased ${quoteId.slice(-6)}, deleted or hidden`)
    expect(html).not.toContain(`/quotes/${quoteId}`)
  })

  it.each(['0', '-1', '1', 'x', '9'.repeat(15), '9'.repeat(40), '1.5', '__proto__', '<b>'])(
    'shows a page before the position %s',
    async (before) => {
      const desk = sampleDesk()
      await desk.engine.createQuote(seller, request)
      const { status, html } = await desk.get(`/activity?before=${encodeURIComponent(before)}`)
      expect(status).toBe(200)
      expect(textOf(html)).toContain(before === '1' ? 'Nothing before this' : 'Quote created')
    },
  )

  it('shows markup as text', async () => {
    const desk = sampleDesk()
    await desk.engine.createQuote(
      { ...seller, actor: markup },
      { ...request, customer: { name: markup } },
    )
    const { html } = await desk.get('/activity')
    expect(textOf(html)).toContain(`${markup} ${markup}`)
    expect(html).not.toContain('<script>alert')
  })

  it('is not for buyers, nor for those whom permit rejects', async () => {
    const desk = sampleDesk()
    desk.user = buyer
    const { status, html } = await desk.get('/activity')
    expect(status).toBe(403)
    expect(textOf(html)).toContain('Not available to you')
    expect(textOf(html)).toContain('the desk is for sellers')
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'listEvents' || 'the log is closed',
    })
    expect((await sampleDesk({ engine }).get('/activity')).status).toBe(403)
  })

  it('hides quotes that the user must not open', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'getQuote' || 'not yours',
    })
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, request)
    expect(textOf((await desk.get('/activity')).html)).toContain(
      `Quote created ${quoteId.slice(-6)}, deleted or hidden`,
    )
  })

  it('shows no event of another store', async () => {
    const desk = sampleDesk()
    await desk.engine.createQuote(seller, request)
    desk.user = stranger
    expect(textOf((await desk.get('/activity')).html)).toContain('Nothing has happened yet')
  })
})
