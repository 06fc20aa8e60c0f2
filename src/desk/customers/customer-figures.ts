import type { QuoteView } from '../../engine/operations/read-quotes.js'
import {
  type Amount,
  add,
  isGreaterThan,
  parseUnitAmount,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import { getAcceptedQuote } from '../../quote/selection/select-quote.js'
import { type CurrencySum, sumByCurrency } from '../list/sort-quotes.js'

/** Quotes of a status, with what they cost. */
export interface QuoteSums {
  readonly count: number
  readonly sums: readonly CurrencySum[]
}

/** What the quotes of a customer add up to. */
export interface CustomerFigures {
  readonly open: QuoteSums
  readonly won: QuoteSums
  /** How many quotes were won, declined or canceled, or have expired. */
  readonly ended: number
  /** By how many percent offers are below their list prices; undefined if there are none. */
  readonly belowList: string | undefined
}

const openStatuses: ReadonlySet<string> = new Set(['sent', 'revision_requested'])
const wonStatuses: ReadonlySet<string> = new Set(['accepted', 'ordered'])
const lostStatuses: ReadonlySet<string> = new Set(['declined', 'canceled', 'expired'])

/** Adds up the quotes of a customer. */
export function customerFigures(quotes: readonly QuoteView[]): CustomerFigures {
  const won = quotes.filter(isWon)
  const open = quotes.filter(({ quote }) => openStatuses.has(quote.status))
  const lost = quotes.filter(({ quote }) => lostStatuses.has(quote.status))
  return {
    open: { count: open.length, sums: sumByCurrency(open) },
    won: { count: won.length, sums: sumByCurrency(won) },
    ended: won.length + lost.length,
    belowList: belowList([...won, ...open, ...lost]),
  }
}

function isWon({ quote }: QuoteView): boolean {
  return wonStatuses.has(quote.status)
}

/** Amounts of different currencies are never added up: those of most offers count. */
function belowList(offers: readonly QuoteView[]): string | undefined {
  const [most] = sumByCurrency(offers)
  const counted = offers.filter(({ quote }) => (quote.currency ?? '') === most?.currency)
  const sumOf = (amount: (quote: Quote) => string) =>
    counted.reduce<Amount>(
      (sum, { quote }) => add(sum, parseUnitAmount(amount(quote)) ?? zero),
      zero,
    )
  const list = sumOf((quote) => quote.price_total)
  if (!isGreaterThan(list, zero)) return undefined
  const offered = sumOf((quote) => quote.quote_total)
  return (100 * (1 - toNumber(offered) / toNumber(list))).toFixed(1)
}

function toNumber(amount: Amount): number {
  return Number(toDecimalString(amount))
}

/** What a customer has bought of a product. */
export interface BoughtProduct {
  /** The line of the latest quote that was won with it, and that quote. */
  readonly line: ProductLine
  readonly quote: Quote
  readonly quantity: number
}

/** Returns the products of which most was bought in quotes that were won, the latest first. */
export function boughtProducts(
  quotes: readonly QuoteView[],
  limit: number,
): readonly BoughtProduct[] {
  const bought = new Map<ProductLine['id'], BoughtProduct & { readonly times: number }>()
  for (const { quote: stored } of quotes.filter(isWon)) {
    const quote = getAcceptedQuote(stored)
    for (const line of quote.products) {
      if (line.id === 0) continue
      const { quantity = 0, times = 0, ...latest } = bought.get(line.id) ?? { line, quote }
      // Quantities have up to ten decimals, which a sum of fractions does not keep.
      const sum = Number((quantity + line.qty).toFixed(10))
      bought.set(line.id, { ...latest, quantity: sum, times: times + 1 })
    }
  }
  return [...bought.values()]
    .toSorted((left, right) => right.times - left.times || right.quantity - left.quantity)
    .slice(0, limit)
}
