import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Selection } from '../../../src/quote/model/choice-fields.js'
import { selectQuote } from '../../../src/quote/selection/select-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { oracleQuotes } from '../pricing/oracle-quotes.js'
import { amountsOf, type OracleChoices, priceByLibrary } from '../pricing/price-by-library.js'
import { computeByRules, type OracleQuote } from '../pricing/quote-oracle.js'

/** What a line is: always there, optional, one of a choice, or in an optional section. */
const kinds = ['fixed', 'optional', 'member', 'in section'] as const

interface Chosen {
  readonly quote: OracleQuote
  readonly kinds: readonly (typeof kinds)[number][]
  readonly hasRange: readonly boolean[]
  /** Which lines are taken, if that is possible, and at which quantities. */
  readonly taken: readonly boolean[]
  readonly quantities: readonly number[]
}

const chosenQuotes: fc.Arbitrary<Chosen> = oracleQuotes.chain((generated) => {
  const count = generated.lines.length
  const each = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.array(arbitrary, { minLength: count, maxLength: count })
  // What lines cost together is not known if the customer can leave one out.
  const discounts = generated.discounts.map((discount) =>
    discount.type === 'target' ? { ...discount, type: 'amount' as const } : discount,
  )
  return fc.record({
    quote: fc.constant({ ...generated, discounts }),
    kinds: each(fc.constantFrom(...kinds)),
    hasRange: each(fc.boolean()),
    taken: each(fc.boolean()),
    quantities: each(fc.integer({ min: 1, max: 50 })),
  })
})

/** Returns which lines are in a quote: of the members of the choice, exactly one is. */
function takenLines({ kinds: all, taken }: Chosen): readonly boolean[] {
  const members = all.flatMap((kind, index) => (kind === 'member' ? [index] : []))
  const member = members.find((index) => taken[index]) ?? members[0]
  const hasSection = taken[all.indexOf('in section')] === true
  return all.map((kind, index) => {
    if (kind === 'fixed') return true
    if (kind === 'in section') return hasSection
    return kind === 'member' ? index === member : taken[index] === true
  })
}

/** Returns the quote of just the lines that are taken, as somebody would write it. */
function quoteOfLines(chosen: Chosen, isTaken: readonly boolean[]): OracleQuote {
  const { quote } = chosen
  const places = isTaken.flatMap((taken, index) => (taken ? [index] : []))
  const placesOf = (lines: readonly number[]) =>
    lines.flatMap((index) => (isTaken[index] ? [places.indexOf(index)] : []))
  const lines = places.map((index) => ({
    ...(quote.lines[index] as OracleQuote['lines'][number]),
    ...(isRange(chosen, index) && { qty: chosen.quantities[index] as number }),
  }))
  const positive = lines.filter(({ price }) => Number(price) >= 0)
  const isOnlyRecurring = positive.length > 0 && positive.every(({ period }) => period)
  const ofLines = <Terms extends OracleQuote['discounts' | 'charges'][number]>(terms: Terms) => {
    const left = terms.lines && placesOf(terms.lines)
    const isForNothing = left === undefined && terms.type === 'amount' && isOnlyRecurring
    if (left?.length === 0 || (isForNothing && !('on' in terms && terms.on))) return []
    return [{ ...terms, lines: left }]
  }
  return {
    ...quote,
    lines,
    discounts: quote.discounts.flatMap(ofLines),
    charges: quote.charges.flatMap(ofLines),
    rates: quote.rates.map((rate) => ({ ...rate, lines: placesOf(rate.lines) })),
  }
}

/** A line without a fraction in its quantity can have a range. */
function isRange({ quote, hasRange }: Chosen, index: number): boolean {
  return hasRange[index] === true && Number.isInteger(quote.lines[index]?.qty)
}

function choicesOf(chosen: Chosen): OracleChoices {
  const lines = chosen.kinds.map((kind, index) => ({
    ...(kind === 'optional' && { optional: true, selected: index % 2 === 0 }),
    ...(kind === 'member' && { choice: 'one' }),
    ...(kind === 'in section' && { section: 'extras' }),
    ...(isRange(chosen, index) && { qty_range: { min: 1, max: 50 } }),
  }))
  return {
    lines,
    sections: [{ key: 'extras', title: 'Extras', optional: true, selected: true }],
    choices: [{ key: 'one', title: 'One of these' }],
  }
}

function toSelection(chosen: Chosen, isTaken: readonly boolean[]): Selection {
  const selected = chosen.kinds.flatMap((kind, index) =>
    isTaken[index] && (kind === 'optional' || kind === 'member') ? [`1-${index + 1}`] : [],
  )
  const section = chosen.kinds.indexOf('in section')
  if (section === -1 || isTaken[section]) selected.push('extras')
  const quantities = isTaken.flatMap((taken, index) =>
    taken && isRange(chosen, index) ? [[`1-${index + 1}`, chosen.quantities[index]]] : [],
  )
  return { selected, quantities: Object.fromEntries(quantities) as Record<string, number> }
}

it('a selection costs what the oracle computes for a quote of just its lines', () => {
  let compared = 0
  fc.assert(
    fc.property(chosenQuotes, (chosen) => {
      const isTaken = takenLines(chosen)
      const made = quoteOfLines(chosen, isTaken)
      const hasGoods = ({ lines }: Pick<OracleQuote, 'lines'>) =>
        lines.some(({ price }) => Number(price) >= 0)
      fc.pre(hasGoods(made))
      const choices = choicesOf(chosen)
      const proposed = chosen.quote.lines.filter(
        (_, index) => choices.lines[index]?.selected !== false,
      )
      fc.pre(hasGoods({ lines: proposed }))
      const offer = priceByLibrary(chosen.quote, choices)
      expect(verifyQuote(offer)).toEqual([])
      const plain = selectQuote(offer, toSelection(chosen, isTaken))
      expect(amountsOf(plain)).toEqual(computeByRules(made))
      expect(verifyQuote(plain)).toEqual([])
      const proposal = selectQuote(offer)
      expect(amountsOf(proposal)).toEqual(amountsOf(offer))
      expect(verifyQuote(proposal)).toEqual([])
      compared += 1
    }),
    { numRuns: Math.max(fc.readConfigureGlobal().numRuns ?? 100, 10) * 5 },
  )
  expect(compared).toBeGreaterThan(10)
})

it('a charge of lines that are left out gets no part of the shipping of goods for nothing', () => {
  const line = { price: '10.00', qty: 1, per: 1, percent: '100', period: undefined }
  const terms = { type: 'unit', value: '0.00', lines: [2], isTaxedAlone: true } as const
  const rate = { rate: '10', kind: 'plain', lines: [0], charges: false, shipping: true } as const
  const generated: OracleQuote = {
    decimals: 2,
    lines: [line, line, line],
    discounts: [],
    charges: [terms],
    shipping: '0.51',
    inclusive: false,
    rounding: 'line',
    isProportional: true,
    rates: [rate],
    cashStep: undefined,
  }
  const lines = [{}, {}, { optional: true, selected: false }]
  const offer = priceByLibrary(generated, { lines, sections: [], choices: [] })
  // The half of 0.51 that belongs to the taxed line is 0.26, not the third of 0.17.
  expect(amountsOf(offer).taxes).toBe('0.03')
  expect(amountsOf(selectQuote(offer))).toEqual(amountsOf(offer))
})
