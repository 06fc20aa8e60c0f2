import { describe, expect, it } from 'vitest'
import { acceptanceFacts } from '../../../src/desk/lifecycle/acceptance.js'
import type { AcceptQuoteRequest } from '../../../src/engine/operations/lifecycle.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { redactAcceptance } from '../../../src/quote/model/seal.js'
import { sampleCall } from '../sample-call.js'
import { buyer, markup, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const strokes = [
  [10, 150, 60, 40],
  [300, 20],
]

/** A quote with options, alternatives and a range of quantities that a customer has accepted. */
async function accepted(given: Partial<AcceptQuoteRequest> = {}) {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, {
    customer: {},
    sections: [
      { key: 'set-up', title: 'Set-up <b>', optional: true },
      { key: 'care', title: 'Care', optional: true, selected: true },
    ],
    choices: [{ key: 'seat', title: 'Seat' }],
    products: [
      { id: 118, qty: 1, choice: 'seat' },
      { name: 'Bench', price: 90, qty: 1, choice: 'seat', selected: true },
      { id: 204, qty: 4, qty_range: { min: 4, max: 1_200 } },
      { name: 'Oil', price: 5, qty: 1, section: 'care', optional: true },
      { name: 'Work', price: 50, qty: 1, section: 'set-up' },
    ],
  })
  await engine.sendQuote(seller, quoteId)
  const selection = { selected: ['1-1', 'set-up'], quantities: { '1-3': 1_100 } }
  const { quote: priced } = await engine.priceSelection(buyer, quoteId, { revision: 1, selection })
  const request = { revision: 1, selection, total: String(priced.total), name: 'Bea' }
  const record = await engine.acceptQuote(buyer, quoteId, { ...request, ...given })
  const show = (quote: Quote) =>
    String(acceptanceFacts(sampleCall(engine, seller), { ...record, quote }))
  return { engine, record, show, html: show(record.quote), path: `/quotes/${quoteId}` }
}

describe('acceptanceFacts', () => {
  it('says what was taken, in which quantities, what was left out, and that it is proven', async () => {
    const { html, record, path } = await accepted()
    const text = textOf(html)
    expect(text).toContain(
      'Taken Set-up <b> Oak chair (OC-118) 1,100 × Felt pad (FP-204) Left out Care Bench',
    )
    expect(text).toContain('Accepted Verified')
    const { seal, sealed } = record.quote.acceptance ?? {}
    expect(text).toContain(`Of the offer ${seal} Of the acceptance ${sealed}`)
    expect(html).toContain(`href="/desk${path}/document"`)
  })

  it('draws the lines of a signature, and shows consent and address', async () => {
    const drawn = { signature: { type: 'drawn', strokes }, consent: markup } as const
    const { html } = await accepted({ ...drawn, address: '203.0.113.7' })
    expect(html).toContain('d="M10 150L60 40M300 20L300 20"')
    expect(html).not.toContain('<script')
    expect(textOf(html)).toContain(`Consent ${markup}`)
    expect(textOf(html)).toContain('Address 203.0.113.7')
  })

  it('shows a name that was typed to sign as text', async () => {
    const { html } = await accepted({ signature: { type: 'typed', name: markup } })
    expect(textOf(html)).toContain(`Signature ${markup}`)
    expect(html).not.toContain('<img')
  })

  it('says what was erased, and what was altered', async () => {
    const { record, show } = await accepted({ signature: { type: 'typed', name: 'Bea' } })
    expect(textOf(show(redactAcceptance(record.quote)))).toContain('Verified, but for what was')
    const altered = textOf(show({ ...record.quote, customer: { name: 'Charles' } }))
    expect(altered).toContain('Accepted Not verified')
    expect(altered).toContain('seal must be the seal of this content')
  })

  it('is short for an acceptance without any of it, and nothing before', async () => {
    const engine = sampleEngine()
    const products = [{ id: 118, qty: 1 }]
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products })
    const sent = await engine.sendQuote(seller, quoteId)
    expect(acceptanceFacts(sampleCall(engine, seller), sent)).toBe(false)
    const plain = await engine.acceptQuote(buyer, quoteId, { revision: 1 })
    const text = textOf(String(acceptanceFacts(sampleCall(engine, seller), plain)))
    expect(text).toBe(`Accepted Verified Seals Of the offer ${sent.quote.seal}`)
  })
})

describe('the page of an accepted quote', () => {
  it('has what was taken, the total of it, and a version in which it was taken', async () => {
    const { engine, path, record } = await accepted()
    const desk = sampleDesk({ engine })
    const page = textOf((await desk.get(path)).html)
    expect(record.quote.total).toBe(16_739.94)
    expect(page).toContain(
      'Accepted Document History Save tags, owner, follow-up and ids 16,739.94 Order',
    )
    expect(page).toContain('Total 16,739.94')
    expect(page).toContain('1,100 × Felt pad (FP-204)')
    const differences = textOf((await desk.get(`${path}/differences?from=2&to=3`)).html)
    expect(differences).toContain(
      'revision 1, Bea, Set-up <b>, Oak chair (OC-118), 1,100 × Felt pad',
    )
  })
})
