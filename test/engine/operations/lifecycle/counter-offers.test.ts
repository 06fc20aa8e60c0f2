import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../../../src/quote/model/proposal.js'
import type { ProductLine } from '../../../../src/quote/model/quote.js'
import type {
  LineWishRequest,
  RequestRevisionRequest,
} from '../../../../src/quote/operations/proposal-requests.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { taxTable } from '../../../../src/tax/tax-table.js'
import { countingCatalog, countingStorage, engineWith, errorOf } from '../../ports.js'
import { buyer, seller } from './quotes-in-life.js'

const created = {
  customer: { name: 'Ada' },
  products: [
    { id: 1, qty: 2 },
    { id: 2, qty: 1, note: 'in red' },
    { name: 'Old drill', price: -20, qty: 1 },
  ],
}

/** Returns an engine with an offer of three lines, and what it has written and asked. */
async function offered(options: Partial<QuoteEngineOptions> = {}) {
  const { storage, written } = countingStorage()
  const { catalog, requestedIds } = countingCatalog()
  const engine = engineWith({ storage, catalog, ...options })
  const { quoteId } = await engine.createQuote(seller, created)
  const { quote } = await engine.sendQuote(seller, quoteId)
  requestedIds.length = 0
  const request = (wishes: RequestRevisionRequest) => engine.requestRevision(buyer, quoteId, wishes)
  return { engine, quoteId, quote, written, requestedIds, request }
}

const wishes = {
  reason: 'For a larger order',
  name: 'Ada',
  lines: [
    { key: '1-1', qty: 20, price: 9 },
    { key: '1-2', remove: true, note: 'have one' },
  ],
  add: [
    { id: 2, qty: 3 },
    { name: 'A cable', qty: 2 },
  ],
} as const satisfies RequestRevisionRequest

describe('requestRevision with wishes', () => {
  it('keeps them beside the offer, which stays as it is', async () => {
    const { engine, quoteId, quote, request } = await offered()
    const requested = await request({ ...wishes, revision: 1 })
    const { proposals = [], status, reason, ...others } = requested.quote
    expect(proposals).toEqual([
      {
        key: 'proposal-1',
        revision: 1,
        version: 3,
        time: requested.updated,
        by: 'ada',
        role: 'buyer',
        name: 'Ada',
        reason,
        lines: [
          {
            key: '1-1',
            offered: { qty: 2, price: '10.00', total: '20.00' },
            qty: 20,
            price: '9.00',
          },
          {
            key: '1-2',
            offered: { qty: 1, price: '149.95', total: '149.95' },
            remove: true,
            note: 'have one',
          },
        ],
        add: wishes.add,
      },
    ])
    expect([status, { status: quote.status, ...others }]).toEqual(['revision_requested', quote])
    expect(verifyQuote(requested.quote)).toEqual([])
    expect((await engine.getQuote(buyer, quoteId)).quote.proposals).toEqual(proposals)
    const sentBack = { ...requested.quote, customer: { name: 'Ada' }, owner: null }
    expect((await engine.updateQuote(seller, quoteId, sentBack)).quote.proposals).toEqual(proposals)
    const other = { ...requested.quote, proposals: [{ ...proposals[0], name: 'Eve' }] }
    expect((await errorOf(() => engine.updateQuote(seller, quoteId, other))).details).toEqual({
      errors: { proposals: 'cannot be set; call requestRevision' },
    })
  })

  it('is one request if it is sent twice, and no other one', async () => {
    const { engine, quoteId, request } = await offered()
    const first = await request(wishes)
    expect(await request({ ...wishes, revision: 1 })).toEqual(first)
    for (const other of [{ ...wishes, reason: 'Other' }, { reason: wishes.reason }])
      expect((await errorOf(() => request(other))).code).toBe('invalid_transition')
    await engine.declineQuote(buyer, quoteId)
    expect((await errorOf(() => request(wishes))).code).toBe('invalid_transition')
  })

  const hostile: readonly (readonly [string, unknown])[] = [
    ['reason', {}],
    ['reason', { name: 'Ada' }],
    ['lines', { lines: [] }],
    ['lines', { lines: 'all' }],
    ['lines', { lines: Array.from({ length: 501 }, () => ({ key: '1-1', qty: 3 })) }],
    ['lines[0]', { lines: [{ key: '1-1' }] }],
    ['lines[0]', { lines: [{ key: '1-1', remove: false, note: 'x' }] }],
    ['lines[0]', { lines: [{ key: '1-1', qty: 2, price: '10' }] }],
    ['lines[0].key', { lines: [{ key: '1-9', qty: 3 }] }],
    ['lines[0].key', { lines: [{ key: '__proto__', qty: 3 }] }],
    ['lines[0].key', { lines: [{ id: 1, qty: 3 }] }],
    [
      'lines[1].key',
      {
        lines: [
          { key: '1-1', qty: 3 },
          { key: '1-1', price: 1 },
        ],
      },
    ],
    ['lines[0].qty', { lines: [{ key: '1-1', qty: 0 }] }],
    ['lines[0].qty', { lines: [{ key: '1-1', qty: 2.5 }] }],
    ['lines[0].qty', { lines: [{ key: '1-1', qty: 1e9 }] }],
    ['lines[0].price', { lines: [{ key: '1-1', price: -1 }] }],
    ['lines[0].price', { lines: [{ key: '1-1', price: '9.999' }] }],
    ['lines[0].price', { lines: [{ key: '1-1', price: Number.NaN }] }],
    ['lines[0].price', { lines: [{ key: '1-3', price: 1 }] }],
    ['lines[0].quote', { lines: [{ key: '1-1', quote: '1' }] }],
    ['lines[0].remove', { lines: [{ key: '1-1', qty: 3, remove: true }] }],
    ['lines[0].note', { lines: [{ key: '1-1', qty: 3, note: 'x'.repeat(501) }] }],
    ['add', { add: Array.from({ length: 51 }, () => ({ id: 1, qty: 1 })) }],
    ['add[0].id', { add: [{ qty: 1 }] }],
    ['add[0].name', { add: [{ id: 1, name: 'x', qty: 1 }] }],
    ['add[0].qty', { add: [{ id: 1 }] }],
    ['add[0].price', { add: [{ id: 1, qty: 1, price: 0 }] }],
    ['outcomes', { ...wishes, outcomes: {} }],
  ]

  it.each(hostile)('rejects at %s, and stores nothing: %j', async (path, sent) => {
    const { written, request } = await offered()
    const before = written.length
    const { code, details } = await errorOf(() => request(sent as RequestRevisionRequest))
    expect([code, Object.keys((details as { errors: object }).errors)]).toEqual([
      'invalid_request',
      expect.arrayContaining([path]),
    ])
    expect(written).toHaveLength(before)
  })

  it('is about the offer that the customer has seen', async () => {
    const { request } = await offered()
    for (const sent of [
      { ...wishes, revision: 2 },
      { reason: 'x', revision: 2 },
    ])
      expect((await errorOf(() => request(sent))).code).toBe('offer_mismatch')
  })

  it('keeps the last 20 rounds, whose keys go on', async () => {
    const { engine, quoteId, request } = await offered()
    for (let round = 1; round <= 21; round += 1) {
      await request({ lines: [{ key: '1-1', price: `${round / 10}` }] })
      await engine.reviseQuote(seller, quoteId)
      await engine.sendQuote(seller, quoteId)
    }
    const { proposals = [] } = (await engine.getQuote(buyer, quoteId)).quote
    const keys = proposals.map(({ key }) => key)
    expect([keys.length, keys[0], keys[19]]).toEqual([20, 'proposal-2', 'proposal-21'])
  })
})

const resultsOf = ({ outcomes }: Proposal) =>
  [outcomes?.lines, outcomes?.add].map((list) => list?.map(({ result }) => result))

describe('reviseQuote with take', () => {
  it('takes over some wishes in one commit, and the next offer answers all of them', async () => {
    const { engine, quoteId, quote, written, requestedIds, request } = await offered()
    await request(wishes)
    const before = written.length
    const take = { proposal: 'proposal-1', lines: ['1-1'], add: [0, { index: 1, price: '4.5' }] }
    const preview = await engine.reviseQuote(seller, quoteId, { take }, { preview: true })
    expect(written).toHaveLength(before)
    const revised = await engine.reviseQuote(seller, quoteId, { take })
    expect(preview.quote).toEqual(revised.quote)
    expect(written).toHaveLength(before + 1)
    expect(requestedIds).toEqual([[2], [2]])
    const { products, status, seal, proposals = [] } = revised.quote
    expect([status, seal]).toEqual(['draft', undefined])
    expect(products.map(({ id, qty, quote: price }) => [id, qty, price])).toEqual([
      [1, 20, '9.00'],
      [2, 1, '149.95'],
      [0, 1, '-20.00'],
      [2, 3, '149.95'],
      [0, 2, '4.50'],
    ])
    expect(products.slice(1, 3)).toEqual(quote.products.slice(1))
    const [proposal] = proposals as readonly [Proposal]
    expect(resultsOf(proposal)).toEqual([
      ['taken', 'declined'],
      ['taken', 'taken'],
    ])
    expect(proposal.outcomes?.revision).toBeUndefined()
    const sent = await engine.sendQuote(seller, quoteId)
    expect(sent.quote.proposals?.[0]?.outcomes).toEqual({ ...proposal.outcomes, revision: 2 })
    expect(verifyQuote(sent.quote)).toEqual([])
    const { items } = await engine.listHistory(seller, quoteId)
    expect(items.slice(-2).map(({ operation }) => operation)).toEqual(['revise', 'send'])
  })

  it('declines all wishes if it takes none, without the catalog', async () => {
    const { engine, quoteId, quote, requestedIds, request } = await offered()
    await request(wishes)
    const take = { proposal: 'proposal-1', lines: [], add: [] }
    const revised = await engine.reviseQuote(seller, quoteId, { take })
    expect(revised.quote.products).toEqual(quote.products)
    expect(resultsOf(revised.quote.proposals?.[0] as Proposal)).toEqual([
      ['declined', 'declined'],
      ['declined', 'declined'],
    ])
    expect([revised.quote.reason, requestedIds]).toEqual([undefined, []])
  })

  it('answers by what is offered, whatever was taken over or changed by hand', async () => {
    const { engine, quoteId, request } = await offered()
    await request(wishes)
    const take = { proposal: 'proposal-1', lines: 'all' } as const
    await engine.reviseQuote(seller, quoteId, { take })
    await engine.updateQuote(seller, quoteId, {
      product_changes: [
        { key: '1-1', quote: '9.50' },
        { id: 2, qty: 2, add: true },
        { name: 'Cable of 2 m', price: 5, qty: 1 },
      ],
    })
    const { quote } = await engine.sendQuote(seller, quoteId)
    expect(quote.proposals?.[0]?.outcomes).toEqual({
      revision: 2,
      lines: [{ result: 'partly', qty: 20, price: '9.50' }, { result: 'taken' }],
      add: [{ result: 'partly', qty: 2, price: '149.95' }, { result: 'open' }],
    })
    await request({ lines: [{ key: '1-1', price: 8, qty: 30 }] })
    await engine.reviseQuote(seller, quoteId)
    const changes = { product_changes: [{ key: '1-1', quote: '9.20', qty: 25 }] }
    await engine.updateQuote(seller, quoteId, changes)
    const next = (await engine.updateQuote(seller, quoteId, { status: 'sent' })).quote.proposals
    expect(next?.[0]).toEqual(quote.proposals?.[0])
    expect(next?.[1]?.outcomes).toEqual({
      revision: 3,
      lines: [{ result: 'partly', qty: 25, price: '9.20' }],
    })
  })

  it('takes a wish in the notation of the offer: with its taxes', async () => {
    const { engine, quoteId, request } = await offered({
      currency: 'EUR',
      pricing: { pricesIncludeTax: true },
      tax: taxTable([{ name: 'VAT', rate: 19 }]),
    })
    await engine.reviseQuote(seller, quoteId)
    const products = [{ name: 'Drill', price: '119.00', qty: 1 }]
    await engine.updateQuote(seller, quoteId, { products, status: 'sent' })
    const [line] = (await engine.getQuote(buyer, quoteId)).quote.products as [ProductLine]
    await request({ lines: [{ key: line.key as string, price: '107.10' }] })
    await engine.reviseQuote(seller, quoteId, { take: { proposal: 'proposal-1', lines: 'all' } })
    const { quote } = await engine.sendQuote(seller, quoteId)
    expect([quote.products[0]?.quote, quote.amounts?.taxes, quote.total]).toEqual([
      '107.10',
      '17.10',
      107.1,
    ])
  })

  it.each([
    ['take.proposal', { proposal: 'proposal-2' }],
    ['take.proposal', {}],
    ['take.lines[1]', { proposal: 'proposal-1', lines: ['1-1', '1-3'] }],
    ['take.lines', { proposal: 'proposal-1', lines: 'some' }],
    ['take.add[0]', { proposal: 'proposal-1', add: [2] }],
    ['take.add[1]', { proposal: 'proposal-1', add: [0, 0] }],
    ['take.add[0]', { proposal: 'proposal-1', add: [1] }],
    ['take.add[0].price', { proposal: 'proposal-1', add: [{ index: 0, price: 1 }] }],
    ['take.add[0].index', { proposal: 'proposal-1', add: [-1] }],
    ['take.add[0].price', { proposal: 'proposal-1', add: [{ index: 1, price: -1 }] }],
    ['take.price', { proposal: 'proposal-1', price: 1 }],
  ])('rejects at %s, and stores nothing: %j', async (path, take) => {
    const { engine, quoteId, written, request } = await offered()
    await request(wishes)
    const before = written.length
    const { details } = await errorOf(() =>
      engine.reviseQuote(seller, quoteId, { take: take as never }),
    )
    expect(Object.keys((details as { errors: object }).errors)).toEqual([path])
    expect(written).toHaveLength(before)
  })

  it('names the wish that the rules of an update reject', async () => {
    const { engine, quoteId, request } = await offered({ pricing: { allowMarkUps: false } })
    const lines = created.products.map((_, index) => ({ key: `1-${index + 1}`, remove: true }))
    await request({ lines, add: [{ id: 77, qty: 1 }] })
    const errorsOf = async (take: object) => {
      const { details } = await errorOf(() =>
        engine.reviseQuote(seller, quoteId, { take: { proposal: 'proposal-1', ...take } }),
      )
      return Object.keys((details as { errors: object }).errors)
    }
    expect(await errorsOf({ lines: 'all' })).toEqual(['take'])
    expect(await errorsOf({ add: [0] })).toEqual(['take.add[0].id'])
  })

  it('asks permit for the update as well, if lines change', async () => {
    const asked: string[] = []
    const permit = (_: unknown, operation: string) => {
      asked.push(operation)
      return true as const
    }
    const { engine, quoteId, request } = await offered({ permit })
    await request(wishes)
    asked.length = 0
    await engine.reviseQuote(seller, quoteId, { take: { proposal: 'proposal-1', lines: 'all' } })
    expect(asked).toEqual(['updateQuote', 'reviseQuote'])
    for (const as of [buyer, seller]) {
      const take = { proposal: 'proposal-1' }
      const { code } = await errorOf(() => engine.reviseQuote(as, quoteId, { take }))
      expect(code).toBe(as === buyer ? 'not_permitted' : 'invalid_transition')
    }
  })

  const line = fc.record({
    wish: fc.constantFrom('none', 'qty', 'price', 'both', 'remove'),
    isTaken: fc.boolean(),
    qty: fc.integer({ min: 3, max: 40 }),
    cents: fc.integer({ min: 0, max: 998 }),
  })

  it('equals a revision that is updated by hand, and answers each wish truly', async () => {
    const life = async (
      lines: readonly (typeof line extends fc.Arbitrary<infer L> ? L : never)[],
    ) => {
      const { engine, quoteId, request } = await offered()
      await engine.reviseQuote(seller, quoteId)
      const products = lines.map(() => ({ id: 1, qty: 2 }))
      const draft = { products: [...products, { id: 2, qty: 1 }], status: 'sent' }
      const { quote } = await engine.updateQuote(seller, quoteId, draft)
      const asked = lines.flatMap(({ wish, qty, cents, isTaken }, index): readonly Asked[] => {
        const key = quote.products[index]?.key as string
        if (wish === 'none') return []
        if (wish === 'remove') return [{ isTaken, request: { key, remove: true } }]
        const price = `${(cents / 100).toFixed(2)}`
        const fields = { qty: { qty }, price: { price }, both: { qty, price } }[wish]
        return [{ isTaken, request: { key, ...fields } }]
      })
      if (asked.length === 0) return
      await request({ lines: asked.map(({ request: each }) => each) })
      const taken = asked.filter(({ isTaken }) => isTaken)
      const keys = taken.map(({ request: { key } }) => key)
      const take = { proposal: 'proposal-1', lines: keys }
      const revised = await engine.reviseQuote(seller, quoteId, { take }, { preview: true })
      await engine.reviseQuote(seller, quoteId)
      const changes = taken.map(({ request: { price, ...each } }) => ({
        ...each,
        ...(price !== undefined && { quote: price }),
      }))
      const byHand = await engine.updateQuote(seller, quoteId, { product_changes: changes })
      const { proposals = [], ...others } = revised.quote
      expect(others).toEqual({ ...byHand.quote, proposals: undefined })
      const answered = (await engine.sendQuote(seller, quoteId)).quote.proposals?.[0]
      const { outcomes } = answered as Proposal
      const { revision: _, ...ofOffer } = outcomes ?? {}
      expect(ofOffer).toEqual(proposals[0]?.outcomes)
      const results = asked.map(({ isTaken }) => (isTaken ? 'taken' : 'declined'))
      expect(outcomes?.lines?.map(({ result }) => result)).toEqual(results)
    }
    await fc.assert(fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), life))
  })
})

interface Asked {
  readonly isTaken: boolean
  readonly request: LineWishRequest
}
