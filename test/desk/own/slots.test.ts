import { describe, expect, it, vi } from 'vitest'
import { type DeskSlots, html, type OwnAction } from '../../../src/desk/index.js'
import type { DeskOptions } from '../../../src/desk/options.js'
import { QuoteError } from '../../../src/errors.js'
import { markup, request, sampleDesk, seller, textOf } from '../sample-desk.js'

async function deskWithQuote(options: Partial<DeskOptions>) {
  const desk = sampleDesk(options)
  const { quoteId } = await desk.engine.createQuote(seller, request)
  return { desk, quoteId, path: `/quotes/${quoteId}` }
}

const menuOf = (page: string) => /<ul class="pop lifecycle-more">.*?<\/ul>/s.exec(page)?.[0] ?? ''
const panelsOf = (page: string) => /<div class="panels">.*$/s.exec(page)?.[0] ?? ''

describe('slots of the page of a quote', () => {
  it('shows content below the quote and in its menu, whose values are escaped', async () => {
    const { desk, path, quoteId } = await deskWithQuote({
      slots: {
        belowQuote: async ({ record }) => html`<p id="below">${record.quoteId} ${markup}</p>`,
        quoteMenu: ({ record, url }) => html`<a href="${url(`/x/${record.quoteId}`)}">Ship it</a>`,
      },
    })
    const { html: page } = await desk.get(path)
    expect(panelsOf(page)).toContain(`<p id="below">${quoteId} `)
    expect(menuOf(page)).toContain(`<li><a href="/desk/x/${quoteId}">Ship it</a></li>`)
    expect(page).not.toContain('<script>alert')
  })

  it.each(['quote', 'belowQuote', 'quoteMenu'] as const)(
    'leaves out %s if it fails, and reports it',
    async (name) => {
      const wrong: readonly (() => unknown)[] = [
        () => '<b>text</b>',
        () => new Promise(() => undefined),
        () => Promise.reject(undefined),
      ]
      for (const slot of wrong) {
        const slots = { [name]: slot } as DeskSlots
        const { desk, path } = await deskWithQuote({ slots, timeoutMs: 5 })
        const { status, html: page } = await desk.get(path)
        expect([status, desk.errors.length, page.includes('<b>text')]).toEqual([200, 1, false])
      }
    },
  )
})

describe('slots.listColumn', () => {
  it('adds a column, whose cells are loaded once for each page', async () => {
    const cells = vi.fn(async ({ records }: { records: readonly { quoteId: string }[] }) => {
      const [first] = records
      return new Map([[first?.quoteId ?? '', html`<b class="cell">${markup}</b>`]])
    })
    const { desk } = await deskWithQuote({ slots: { listColumn: { head: 'Calls & more', cells } } })
    await desk.engine.createQuote(seller, request)
    const { html: page } = await desk.get('/')
    expect(page).toContain('>Calls &amp; more</th>')
    expect(page.match(/<b class="cell">/g)).toHaveLength(1)
    expect(page).not.toContain('<script>alert')
    expect(cells).toHaveBeenCalledTimes(1)
    expect(cells.mock.calls[0]?.[0].records).toHaveLength(2)
    const [head = '', row = ''] = [/<thead>.*?<\/thead>/s, /<tbody>.*?<\/tr>/s].map(
      (each) => each.exec(page)?.[0],
    )
    expect(row.match(/<t[dh][ >]/g)).toHaveLength(head.match(/<t[dh][ >]/g)?.length ?? 0)
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('down')
      },
    ],
    ['never ends', () => new Promise(() => undefined)],
    ['returns an array', () => []],
    ['returns nothing', () => undefined],
    ['has a string in a cell', () => new Map([['x', '<b>']])],
  ])('shows the list without the column if it %s, and reports it', async (_, cells) => {
    const listColumn = { head: 'Calls', cells: cells as never }
    const { desk } = await deskWithQuote({ slots: { listColumn }, timeoutMs: 5 })
    const { status, html: page } = await desk.get('/')
    expect([status, desk.errors.length, page.includes('Calls')]).toEqual([200, 1, false])
  })
})

describe('an action without fields', () => {
  const action = (more: Partial<OwnAction> = {}): OwnAction => ({
    ...{ name: 'ship', label: 'Ship & bill', done: 'Shipped', run: vi.fn() },
    ...more,
  })

  it('is an entry in the menu of the quote, and done by one click', async () => {
    const ship = action()
    const { desk, path, quoteId } = await deskWithQuote({ actions: [ship] })
    const { html: page } = await desk.get(path)
    expect(menuOf(page)).toContain(`action="/desk${path}/actions/ship"`)
    expect(menuOf(page)).toContain('<button>Ship &amp; bill</button>')
    expect(page).not.toContain('<h2>Ship')
    const sent = await desk.post(`${path}/actions/ship`, {}, { from: path })
    expect(textOf((await desk.follow(sent)).html)).toContain('Shipped')
    expect(ship.run).toHaveBeenCalledWith(expect.objectContaining({ quoteId, user: seller }))
  })

  it('is asked for on a page of its own if it has confirm', async () => {
    const ship = action({ confirm: `Really? ${markup}`, button: 'Yes, ship' })
    const { desk, path } = await deskWithQuote({ actions: [ship] })
    const { html: page } = await desk.get(path)
    expect(menuOf(page)).toContain(`<a class="row" href="/desk${path}/actions/ship">`)
    const { html: asked } = await desk.get(`${path}/actions/ship`)
    expect(asked).toContain('<p>Really? ')
    expect(asked).not.toContain('<script>alert')
    expect(asked).toContain('<button>Yes, ship</button>')
    expect(ship.run).not.toHaveBeenCalled()
    expect((await desk.post(`${path}/actions/ship`)).location).toBe(`${path}?done=own-ship`)
  })

  it('is neither shown nor done for a quote that does not have it', async () => {
    for (const isShown of [() => false, async () => false]) {
      const ship = action({ isShown })
      const { desk, path } = await deskWithQuote({ actions: [ship] })
      expect((await desk.get(path)).html).not.toContain('Ship &amp;')
      expect((await desk.get(`${path}/actions/ship`)).status).toBe(404)
      expect((await desk.post(`${path}/actions/ship`, {}, { from: path })).status).toBe(404)
      expect(ship.run).not.toHaveBeenCalled()
    }
  })

  it('is not done if isShown fails', async () => {
    const isShown = () => {
      throw new QuoteError('not_permitted', { operation: 'x', reason: 'no' })
    }
    const ship = action({ isShown })
    const { desk, path } = await deskWithQuote({ actions: [ship] })
    expect((await desk.get(path)).html).not.toContain('Ship &amp;')
    expect((await desk.post(`${path}/actions/ship`, {}, { from: path })).status).toBe(403)
    expect(ship.run).not.toHaveBeenCalled()
    expect(desk.errors).toEqual([])
  })
})
