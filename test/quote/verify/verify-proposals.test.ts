import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../../src/quote/model/proposal.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { engineWith } from '../../engine/ports.js'

const context = { storeId: 'store-1' }
const engine = engineWith({})
const products = [
  { id: 1, qty: 2 },
  { id: 2, qty: 1 },
]
const { quoteId } = await engine.createQuote(context, { customer: {}, products })

/** Sends an offer, and asks for another one with other wishes each time. */
async function request(qty: number): Promise<Quote> {
  await engine.sendQuote(context, quoteId)
  const lines = [
    { key: '1-1', qty, price: 9 },
    { key: '1-2', qty: 2, note: `${qty}` },
  ]
  const add = [{ name: 'A cable', qty }]
  return (await engine.requestRevision(context, quoteId, { lines, add })).quote
}

const requested = await request(3)
const take = { proposal: 'proposal-1', lines: ['1-1'] }
const { quote: draft } = await engine.reviseQuote(context, quoteId, { take })
const again = await request(4)
await engine.reviseQuote(context, quoteId)
const { quote: answered } = await engine.sendQuote(context, quoteId)

/** Returns the paths of what is wrong with a quote whose last or last but one proposal differs. */
function pathsWith(quote: Quote, change: (proposal: Proposal) => object, at = -1): string[] {
  const proposals = structuredClone(quote.proposals ?? []) as Proposal[]
  const index = proposals.length + at
  proposals[index] = change(proposals[index] as Proposal) as Proposal
  return verifyQuote({ ...quote, proposals }).map(({ path }) => path)
}

const withOutcomes =
  (outcomes: object) =>
  (proposal: Proposal): object => ({ ...proposal, outcomes: { ...proposal.outcomes, ...outcomes } })
const withWish =
  (wish: object) =>
  ({ lines = [], ...proposal }: Proposal): object => {
    const [first, ...others] = lines
    return { ...proposal, lines: [{ ...first, ...wish }, ...others] }
  }

describe('verifyQuote of counter-offers', () => {
  it('returns no violation of wishes, of a draft that takes some, and of offers that answer', () => {
    for (const quote of [requested, draft, again, answered]) {
      expect(quote.proposals?.length).toBeGreaterThan(0)
      expect(verifyQuote(quote)).toEqual([])
    }
    expect(answered.proposals?.map(({ outcomes }) => outcomes)).toEqual([
      {
        revision: 2,
        lines: [{ result: 'taken' }, { result: 'declined', qty: 1, price: '149.95' }],
        add: [{ result: 'declined' }],
      },
      {
        revision: 3,
        lines: [{ result: 'declined', qty: 3, price: '9.00' }, expect.anything()],
        add: [{ result: 'declined' }],
      },
    ])
  })

  it.each<[string, Quote, (proposal: Proposal) => object, string]>([
    ['the key of an earlier one', again, (each) => ({ ...each, key: 'proposal-1' }), 'key'],
    ['a key too high', again, (each) => ({ ...each, key: 'proposal-3' }), 'key'],
    ['an earlier version', again, (each) => ({ ...each, version: 2 }), 'version'],
    ['an earlier time', again, (each) => ({ ...each, time: 0 }), 'time'],
    ['a revision that was not sent', again, (each) => ({ ...each, revision: 9 }), 'revision'],
    ['no answer of a later offer', answered, ({ outcomes, ...each }) => each, 'outcomes'],
    ['no revision of the answer', answered, withOutcomes({ revision: undefined }), ''],
    ['an answer before the wish', answered, withOutcomes({ revision: 2 }), 'outcomes.revision'],
    ['an answer that was not sent', answered, withOutcomes({ revision: 4 }), 'outcomes.revision'],
    ['fewer outcomes', answered, withOutcomes({ lines: [{ result: 'taken' }] }), 'outcomes.lines'],
    ['no outcomes of what is added', draft, withOutcomes({ add: undefined }), ''],
    [
      'outcomes that the offer contradicts',
      answered,
      withOutcomes({ add: [{ result: 'taken' }] }),
      'outcomes.add[0]',
    ],
    [
      'a quantity without a price',
      draft,
      withOutcomes({ add: [{ result: 'partly', qty: 1 }] }),
      'outcomes.add[0]',
    ],
    ['a line that is not offered', again, withWish({ key: '7-7' }), 'lines[0].key'],
    ['two wishes for a line', again, withWish({ key: '1-2' }), 'lines[1].key'],
    ['another name', again, withWish({ name: 'Chair' }), 'lines[0].name'],
    [
      'another price than was offered',
      again,
      withWish({ offered: { qty: 3, price: '1.00', total: '3.00' } }),
      'lines[0].offered',
    ],
    ['what was offered as the wish', again, withWish({ qty: 3 }), 'lines[0].qty'],
    ['the price that was offered', draft, withWish({ price: '10.00' }), 'lines[0].price'],
    ['a removal with a quantity', again, withWish({ remove: true }), 'lines[0]'],
    ['no wishes', again, ({ lines, add, ...each }) => each, ''],
    [
      'a product with a name',
      again,
      (each) => ({ ...each, add: [{ id: 1, name: 'Desk', qty: 1 }] }),
      'add[0]',
    ],
  ])('reports %s', (_, quote, change, path) => {
    const at = (quote.proposals?.length ?? 0) - 1
    const prefix = `proposals[${at}]`
    expect(pathsWith(quote, change)).toContainEqual(
      path === '' ? expect.stringContaining(prefix) : `${prefix}.${path}`,
    )
  })

  it('reports proposals of a quote that was never sent', () => {
    const { value } = { value: { ...draft, revision: undefined } }
    const copy = JSON.parse(JSON.stringify(value))
    expect(verifyQuote(copy).map(({ path }) => path)).toContain('proposals[0].revision')
  })

  it('finds every other outcome of an offer, and every other offer of a wish', () => {
    let compared = 0
    const quotes = quoteArbitraries(fc)
      .quote.filter(({ proposals, seal }) => proposals !== undefined && seal !== undefined)
      .map((quote) => structuredClone(quote))
    const results = fc.constantFrom('taken', 'partly', 'declined', 'open')
    fc.assert(
      fc.property(quotes, results, fc.nat(), (quote, result, choice) => {
        for (const [index, proposal] of (quote.proposals ?? []).entries()) {
          const parts =
            proposal.revision === quote.revision
              ? (proposal.lines ?? []).map(({ offered }) => offered)
              : proposal.outcomes?.revision === quote.revision
                ? [...(proposal.outcomes?.lines ?? []), ...(proposal.outcomes?.add ?? [])]
                : []
          const part = parts[choice % Math.max(parts.length, 1)]
          if (part === undefined) continue
          const change = 'result' in part ? { result } : { qty: part.qty + 1 }
          if ('result' in part && part.result === result) continue
          const before = { ...part }
          Object.assign(part, change)
          const paths = verifyQuote(quote).map(({ path }) => path)
          expect(paths.some((path) => path.startsWith(`proposals[${index}]`))).toBe(true)
          Object.assign(part, before)
          compared += 1
        }
        expect(verifyQuote(quote)).toEqual([])
      }),
      { endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(0)
  })
})
