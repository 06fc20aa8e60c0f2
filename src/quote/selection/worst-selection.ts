import { isQuoteError } from '../../errors.js'
import { type Amount, isGreaterThan, parseAmount, subtract, zero } from '../../money/amount.js'
import { quantitiesAround, type Selection } from '../model/choice-fields.js'
import { hasSelection } from '../model/counted-lines.js'
import { getLineKey } from '../model/line-keys.js'
import { payableOf } from '../model/payable.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { getProposal, parseSelection, priceSelected, selectQuote } from './select-quote.js'

/** What an approval depends on of a quote of which the customer can choose. */
export interface QuoteSelections {
  /** What the seller proposes. */
  readonly proposed: Quote
  /** What costs the customer least. */
  readonly cheapest: Quote
  /** What costs the customer most. */
  readonly dearest: Quote
}

/**
 * Returns the plain quotes between which every selection of a quote lies: each the quote itself if
 * there is nothing to choose.
 */
export function getSelections(quote: Quote): QuoteSelections {
  const total = (plain: Quote) => parseAmount(payableOf(plain)) as Amount
  return {
    proposed: selectQuote(quote),
    cheapest: findSelection(quote, (plain) => subtract(zero, total(plain))),
    dearest: findSelection(quote, total),
  }
}

/**
 * Returns the plain quote of the selection with the highest score, starting from the proposal: each
 * option, member and end of a range is taken if it raises the score, and a section if the best that
 * is possible in it does. That is exact for a score to which each line adds by itself, as it does
 * to a margin, and to what is taken off by percentages.
 */
export function findSelection(quote: Quote, scoreOf: (plain: Quote) => Amount): Quote {
  return hasSelection(quote) ? new SelectionSearch(quote, scoreOf).find().plain : quote
}

/** A selection with its plain quote and its score. */
interface Scored {
  readonly selection: Selection
  readonly plain: Quote
  readonly score: Amount
}

type Change = (selection: Selection) => Selection

class SelectionSearch {
  readonly #quote: Quote
  readonly #scoreOf: (plain: Quote) => Amount
  readonly #lines: readonly (readonly [key: string, line: ProductLine])[]

  constructor(quote: Quote, scoreOf: (plain: Quote) => Amount) {
    this.#quote = quote
    this.#scoreOf = scoreOf
    this.#lines = quote.products.map((line, index) => [getLineKey(line, index), line] as const)
  }

  find(): Scored {
    const selectable = (this.#quote.sections ?? []).filter(({ selected }) => selected !== undefined)
    const keys = new Set(selectable.map(({ key }) => key))
    const isInside = (line: ProductLine) => keys.has(line.section ?? '')
    const proposal = getProposal(this.#quote)
    let best = this.#improve(this.#score(proposal), (line) => !isInside(line))
    for (const { key } of selectable) {
      const isOfSection = (line: ProductLine) => line.section === key
      const isTaken = best.selection.selected.includes(key)
      if (isTaken) best = this.#improve(best, isOfSection)
      const other = this.#change(best, this.#toggle(key))
      if (other === undefined) continue
      const candidate = isTaken ? other : this.#improve(other, isOfSection)
      if (isGreaterThan(candidate.score, best.score)) best = candidate
    }
    return best
  }

  /** Returns the best of the changes of some lines, one after the other. */
  #improve(from: Scored, isChanged: (line: ProductLine) => boolean): Scored {
    let best = from
    for (const [key, line] of this.#lines) {
      if (!isChanged(line)) continue
      const quantities = quantityChanges(key, line)
      const toggles = line.selected === undefined ? [] : [this.#toggle(key)]
      const both = toggles.flatMap((toggle) =>
        quantities.map(
          (quantity): Change =>
            (selection) =>
              quantity(toggle(selection)),
        ),
      )
      // Each starts from what was best before: to toggle a line twice changes nothing.
      const before = best
      for (const change of [...quantities, ...toggles, ...both]) {
        const next = this.#change(before, change)
        if (next !== undefined && isGreaterThan(next.score, best.score)) best = next
      }
    }
    return best
  }

  /** Returns undefined if the change is not possible, as if it left out the only line. */
  #change({ selection }: Scored, change: Change): Scored | undefined {
    try {
      return this.#score(parseSelection(this.#quote, change(selection)))
    } catch (error) {
      if (!isQuoteError(error)) throw error
      return undefined
    }
  }

  #score(selection: Selection): Scored {
    const { shipping, taxes } = this.#quote
    // A provider that returns amounts knows the taxes of the proposal only.
    const responses = { shipping, taxes: taxes?.table ? undefined : taxes }
    const plain = priceSelected(this.#quote, selection, responses, 'half-up')
    return { selection, plain, score: this.#scoreOf(plain) }
  }

  /** Returns a change that takes a part, instead of others of its choice, or leaves it out. */
  #toggle(key: string): Change {
    const sections = (this.#quote.sections ?? []).map((each) => [each.key, each] as const)
    const parts = [...sections, ...this.#lines]
    const choice = parts.find(([each]) => each === key)?.[1].choice
    const others = parts.filter(([, part]) => choice !== undefined && part.choice === choice)
    const closed = new Set([key, ...others.map(([each]) => each)])
    // A section is taken with what is proposed in it, and left out with all of it.
    const inside = this.#lines.filter(([, { section = '' }]) => closed.has(section))
    const dropped = new Set([...closed, ...inside.map(([each]) => each)])
    const proposed = inside.flatMap(([each, { section, selected }]) =>
      section === key && selected ? [each] : [],
    )
    return ({ selected, quantities = {} }) => {
      const left = selected.filter((each) => !dropped.has(each))
      const kept = Object.entries(quantities).filter(([each]) => !dropped.has(each))
      return {
        selected: selected.includes(key) ? left : [...left, key, ...proposed],
        quantities: Object.fromEntries(kept),
      }
    }
  }
}

/** Returns changes to the quantities at which a line can cost another price per unit. */
function quantityChanges(
  key: string,
  { qty_range: range, price_breaks: breaks = [] }: ProductLine,
): readonly Change[] {
  if (range === undefined) return []
  // Just below a break, a line can cost more than at it.
  const quantities = quantitiesAround(
    range,
    breaks.map((each) => each.qty),
  )
  return quantities.map((qty): Change => {
    return ({ selected, quantities: chosen }) => ({
      selected,
      quantities: { ...chosen, [key]: qty },
    })
  })
}
