import fc from 'fast-check'
import { expect, it } from 'vitest'
import type {
  LineChoiceRequest,
  QuantityRange,
  Selection,
} from '../../../src/quote/model/choice-fields.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { selectQuote } from '../../../src/quote/selection/select-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { oracleQuotes } from '../pricing/oracle-quotes.js'
import { amountsOf, type OracleChoices, priceByLibrary } from '../pricing/price-by-library.js'
import { computeByRules, type OracleQuote } from '../pricing/quote-oracle.js'

/** What a line is, and where: `two` is a choice in the optional section `extras`. */
const kinds = {
  fixed: {},
  optional: { optional: true },
  member: { choice: 'one' },
  'in extras': { section: 'extras' },
  'option in extras': { section: 'extras', optional: true },
  'member in extras': { section: 'extras', choice: 'two' },
  basic: { section: 'basic' },
  full: { section: 'full' },
} as const satisfies Record<string, LineChoiceRequest>
type Kind = keyof typeof kinds

/** What is taken, by line and by section, and in which steps of its range. */
interface Pick {
  readonly lines: readonly boolean[]
  readonly hasExtras: boolean
  readonly isFull: boolean
  readonly steps: readonly number[]
}

interface Chosen {
  readonly quote: OracleQuote
  readonly kinds: readonly Kind[]
  readonly hasRange: readonly boolean[]
  readonly proposal: Pick
  readonly picks: readonly Pick[]
}

/** The selections of an offer that are compared, besides its proposal. */
const picksOfOffer = 4

const chosenQuotes: fc.Arbitrary<Chosen> = oracleQuotes.chain((generated) => {
  const count = generated.lines.length
  const each = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.array(arbitrary, { minLength: count, maxLength: count })
  // What lines cost together is not known if the customer can leave one out.
  const discounts = generated.discounts.map((discount) =>
    discount.type === 'target' ? { ...discount, type: 'amount' as const } : discount,
  )
  const pick = fc.record({
    lines: each(fc.boolean()),
    hasExtras: fc.boolean(),
    isFull: fc.boolean(),
    steps: each(fc.integer({ min: 1, max: 50 })),
  })
  return fc.record({
    quote: fc.constant({ ...generated, discounts }),
    kinds: each(fc.constantFrom(...(Object.keys(kinds) as Kind[]))),
    hasRange: each(fc.boolean()),
    proposal: pick,
    picks: fc.array(pick, { minLength: picksOfOffer, maxLength: picksOfOffer }),
  })
})

/** Returns which lines are in a quote: of the members of a choice, exactly one is. */
function takenLines({ kinds: all }: Chosen, pick: Pick): readonly boolean[] {
  const memberOf = (kind: Kind) => {
    const members = all.flatMap((each, index) => (each === kind ? [index] : []))
    return members.find((index) => pick.lines[index]) ?? members[0]
  }
  const isTaken: Record<Kind, (index: number) => boolean> = {
    fixed: () => true,
    optional: (index) => pick.lines[index] === true,
    member: (index) => index === memberOf('member'),
    'in extras': () => pick.hasExtras,
    'option in extras': (index) => pick.hasExtras && pick.lines[index] === true,
    'member in extras': (index) => pick.hasExtras && index === memberOf('member in extras'),
    basic: () => !pick.isFull,
    full: () => pick.isFull,
  }
  return all.map((kind, index) => isTaken[kind](index))
}

/** Returns the quote of just the lines that are taken, as somebody would write it. */
function quoteOfLines(
  { quote }: Chosen,
  isTaken: readonly boolean[],
  quantities: readonly number[],
): OracleQuote {
  const places = isTaken.flatMap((taken, index) => (taken ? [index] : []))
  const placesOf = (lines: readonly number[]) =>
    lines.flatMap((index) => (isTaken[index] ? [places.indexOf(index)] : []))
  const lines = places.map((index) => ({
    ...(quote.lines[index] as OracleQuote['lines'][number]),
    qty: quantities[index] as number,
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

/** The range of a line: of whole quantities, or of eighths. */
function rangeOf({ quote, hasRange }: Chosen, index: number): QuantityRange | undefined {
  if (!hasRange[index]) return undefined
  if (Number.isInteger(quote.lines[index]?.qty)) return { min: 1, max: 50 }
  return { min: 0.125, max: 50, step: 0.125 }
}

/** Returns the quantities of the offer, or those that are picked of its ranges. */
function quantitiesOf(chosen: Chosen, pick?: Pick): readonly number[] {
  return chosen.quote.lines.map(({ qty }, index) => {
    const range = rangeOf(chosen, index)
    return range === undefined || pick === undefined
      ? qty
      : (pick.steps[index] as number) * (range.step ?? 1)
  })
}

function choicesOf(chosen: Chosen): OracleChoices {
  const { proposal } = chosen
  const inExtras = takenLines(chosen, { ...proposal, hasExtras: true })
  const lines = chosen.kinds.map((kind, index): LineChoiceRequest => {
    const said: LineChoiceRequest = kinds[kind]
    const range = rangeOf(chosen, index)
    return {
      ...said,
      ...(said.optional && { selected: proposal.lines[index] === true }),
      ...(said.choice != null && inExtras[index] && { selected: true }),
      ...(range && { qty_range: range }),
    }
  })
  const choices = ['one', 'two', 'package'].map((key) => ({ key, title: key }))
  const sections = [
    { key: 'extras', title: 'Extras', optional: true, selected: proposal.hasExtras },
    { key: 'basic', title: 'Basic', choice: 'package' },
    { key: 'full', title: 'Full', choice: 'package', selected: proposal.isFull },
  ]
  return { lines, sections, choices }
}

function toSelection(chosen: Chosen, pick: Pick, isTaken: readonly boolean[]): Selection {
  const keys = chosen.kinds.map((_, index) => `1-${index + 1}`)
  const canBeChosen = (index: number) => {
    const said: LineChoiceRequest = kinds[chosen.kinds[index] as Kind]
    return said.optional === true || said.choice != null
  }
  const quantities = quantitiesOf(chosen, pick)
  const ofRanges = keys.flatMap((key, index) =>
    isTaken[index] && rangeOf(chosen, index) ? [[key, quantities[index] as number] as const] : [],
  )
  return {
    selected: [
      ...(pick.hasExtras ? ['extras'] : []),
      pick.isFull ? 'full' : 'basic',
      ...keys.filter((_, index) => isTaken[index] && canBeChosen(index)),
    ],
    quantities: Object.fromEntries(ofRanges),
  }
}

const runs = Math.max(fc.readConfigureGlobal().numRuns ?? 100, 10)

const hasGoods = ({ lines }: OracleQuote) => lines.some(({ price }) => Number(price) >= 0)

it('a selection costs what the oracle computes for a quote of just its lines', () => {
  let compared = 0
  fc.assert(
    fc.property(chosenQuotes, (chosen) => {
      const { quote, proposal, picks } = chosen
      const proposed = quoteOfLines(chosen, takenLines(chosen, proposal), quantitiesOf(chosen))
      fc.pre(hasGoods(proposed))
      const offer = priceByLibrary(quote, choicesOf(chosen))
      expect(verifyQuote(offer)).toEqual([])
      const expectCosts = (plain: Quote, made: OracleQuote) => {
        expect(amountsOf(plain)).toEqual(computeByRules(made))
        expect(verifyQuote(plain)).toEqual([])
        compared += 1
      }
      expect(amountsOf(offer)).toEqual(computeByRules(proposed))
      expectCosts(selectQuote(offer), proposed)
      for (const pick of picks) {
        const isTaken = takenLines(chosen, pick)
        const made = quoteOfLines(chosen, isTaken, quantitiesOf(chosen, pick))
        if (hasGoods(made))
          expectCosts(selectQuote(offer, toSelection(chosen, pick, isTaken)), made)
      }
    }),
    { numRuns: 3 * runs },
  )
  expect(compared).toBeGreaterThan(10 * runs)
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
