import { describe, expect, it } from 'vitest'
import type { RequestRevisionRequest } from '../../../src/quote/operations/proposal-requests.js'
import { inputValue, markup, request, sampleDesk, sampleEngine, seller } from '../sample-desk.js'

const customer = { storeId: 'store-1', actor: 'customer', role: 'buyer' } as const

const wishes: RequestRevisionRequest = {
  reason: 'Ten, please',
  lines: [
    { key: '1-1', qty: 10, price: '140' },
    { key: '1-2', remove: true, note: markup },
  ],
  add: [
    { id: 204, qty: 8 },
    { name: 'A lamp', qty: 2 },
  ],
}

/** Returns the desk with an offer for which a customer has wishes. */
async function wished(asked = wishes) {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, quoteId, {})
  await engine.requestRevision(customer, quoteId, asked)
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const card = async () => cardOf((await desk.get(path)).html)
  const fields = async () => {
    const { html } = await desk.get(path)
    const key = inputValue(html, 'key') as string
    return { expectedVersion: '3', key, 'take-wishes.proposal': 'proposal-1' }
  }
  const quote = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, quoteId, desk, path, card, fields, quote, address: `${path}/take-wishes` }
}

function cardOf(html: string): string {
  return /<section class="card stack counter-offers"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
}

const rowsOf = (card: string) =>
  [...card.matchAll(/<tr>[\s\S]*?<\/tr>/g)].slice(1).map(([row]) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

describe('the counter-offer on the page of a quote', () => {
  it('shows what is wished line by line, and what it costs', async () => {
    const { card, desk, path } = await wished()
    const shown = await card()
    expect(rowsOf(shown).map((row) => row.replace(/"&#39;.*amp;amp;/, 'note'))).toEqual([
      'Oak chair 2 × 149.95 10 × 140.00 +1,100.10',
      expect.stringMatching(/^Felt pad .* 4 × 12\.50 Leave out -50\.00$/),
      'Add: Felt pad 8 +100.00',
      'Add: A lamp List price, A lamp 2',
      'All of it +1,150.10',
    ])
    expect(shown).not.toContain('<script>alert')
    expect((await desk.get(path)).html).toContain('<a class="row" href="#counter-offer">')
  })

  it('takes over what is checked, once, and withdraws the offer', async () => {
    const { desk, fields, quote, address, path, card } = await wished()
    const form = {
      ...(await fields()),
      'take-wishes.lines': ['1-1'],
      'take-wishes.add': ['0', '1'],
      'take-wishes.price.1': '1,045.50',
    }
    for (const _ of [1, 2])
      expect((await desk.post(address, form)).location).toBe(`${path}?done=wishes-taken`)
    const { status, products, proposals } = await quote()
    expect([status, products.map(({ qty, quote: price }) => [qty, price])]).toEqual([
      'draft',
      [
        [10, '140.00'],
        [4, '12.50'],
        [1, '99.50'],
        [8, '12.50'],
        [2, '1045.50'],
      ],
    ])
    expect(proposals?.[0]?.outcomes?.lines?.map(({ result }) => result)).toEqual([
      'taken',
      'declined',
    ])
    const rows = rowsOf(await card())
    expect([rows[0], rows.length]).toEqual(['Oak chair 2 × 149.95 10 × 140.00 Fulfilled', 4])
    expect(await card()).not.toContain('type="checkbox"')
  })

  it.each([
    ['', 'names no product'],
    ['ten', 'must be a number such as'],
    ['-1', 'must be a price from 0'],
  ])(
    'asks for the price of what is no product, and keeps what is checked: %j',
    async (price, says) => {
      const { desk, fields, quote, address } = await wished()
      const { status, html } = await desk.post(address, {
        ...(await fields()),
        'take-wishes.lines': ['1-2'],
        'take-wishes.add': ['1'],
        'take-wishes.price.1': price,
      })
      const card = cardOf(html)
      expect([status, card.includes(says)]).toEqual([422, true])
      expect(card).toMatch(/value="1-2" checked/)
      expect((await quote()).status).toBe('revision_requested')
    },
  )

  it('shows wishes without costs if they cannot be taken over, and says why', async () => {
    const { card, desk, fields, address } = await wished({ add: [{ id: 7, qty: 1 }] })
    expect(rowsOf(await card())).toEqual(['Add: Product 7 1'])
    const form = { ...(await fields()), 'take-wishes.add': '0' }
    const { status, html } = await desk.post(address, form)
    expect([status, cardOf(html)]).toEqual([422, expect.stringContaining('class="error"')])
  })

  it('shows earlier ones with their results', async () => {
    const { engine, quoteId, card } = await wished()
    await engine.reviseQuote(seller, quoteId)
    await engine.sendQuote(seller, quoteId, {})
    await engine.requestRevision(customer, quoteId, { lines: [{ key: '1-1', price: 100 }] })
    expect(await card()).toContain('1 earlier counter-offer')
    expect(rowsOf(await card())).toContain('Oak chair 2 × 149.95 10 × 140.00 Declined 2 × 149.95')
  })
})
