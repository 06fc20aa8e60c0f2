import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { type Amount, add, parseUnitAmount, toDecimalString, zero } from '../../money/amount.js'
import { payableOf } from '../../quote/model/payable.js'
import type { Quote } from '../../quote/model/quote.js'

/** The columns by which the engine does not sort, so that their quotes are loaded first. */
export const sortedColumns = ['number', 'customer', 'status', 'owner', 'total'] as const

/** The name of such a column. */
export type SortedColumn = (typeof sortedColumns)[number]

/** An order by a column: `total`, or `total-desc` for the largest first. */
export interface ColumnOrder {
  readonly column: SortedColumn
  readonly isDescending: boolean
}

/** Returns the order of a name; undefined if it is one of the engine, or none. */
export function parseColumnOrder(order: string): ColumnOrder | undefined {
  const isDescending = order.endsWith('-desc')
  const name = isDescending ? order.slice(0, -'-desc'.length) : order
  const column = sortedColumns.find((each) => each === name)
  return column && { column, isDescending }
}

/** What a list is sorted by, besides the quotes themselves. */
export interface SortWords {
  readonly locale: string
  /** Returns what people call a status. */
  readonly statusLabel: (status: string) => string
  /** Returns the name of a user. */
  readonly userName: (id: string) => string
}

/**
 * Returns quotes in the order of a column. Those without a value come last, and equal ones keep
 * their order. Totals are sorted by currency first.
 */
export function sortQuotes(
  quotes: readonly QuoteView[],
  { column, isDescending }: ColumnOrder,
  { locale, statusLabel, userName }: SortWords,
): readonly QuoteView[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const keyOf: Readonly<Record<SortedColumn, (quote: Quote) => string>> = {
    number: ({ number = '' }) => number,
    customer: ({ customer }) => customer.company || customer.name || customer.email || '',
    status: ({ status }) => statusLabel(status),
    owner: ({ owner }) => (owner === undefined ? '' : userName(owner)),
    total: ({ currency = '' }) => currency,
  }
  const direction = isDescending ? -1 : 1
  const keyed = quotes.map((view) => ({
    view,
    key: keyOf[column](view.quote),
    total: column === 'total' ? Number(payableOf(view.quote)) : 0,
  }))
  keyed.sort((left, right) => {
    if (column === 'total')
      return collator.compare(left.key, right.key) || direction * (left.total - right.total)
    if (left.key === '' || right.key === '')
      return Number(left.key === '') - Number(right.key === '')
    return direction * collator.compare(left.key, right.key)
  })
  return keyed.map(({ view }) => view)
}

/** The sum of the totals of quotes in one currency; empty for quotes without one. */
export interface CurrencySum {
  readonly currency: string
  readonly sum: string
}

/**
 * Returns the exact sums of what quotes cost, the currency of most quotes first. Lines that are to
 * be priced add nothing, and neither do quotes of such lines only.
 */
export function sumByCurrency(quotes: readonly Pick<QuoteView, 'quote'>[]): readonly CurrencySum[] {
  const sums = new Map<string, { sum: Amount; count: number; decimals: number }>()
  for (const { quote } of quotes) {
    const { currency = '', products } = quote
    if (products.length > 0 && products.every(({ unpriced }) => unpriced)) continue
    const { sum = zero, count = 0, decimals = 0 } = sums.get(currency) ?? {}
    const total = payableOf(quote)
    sums.set(currency, {
      sum: add(sum, parseUnitAmount(total) ?? zero),
      count: count + 1,
      decimals: Math.max(decimals, decimalsOf(total)),
    })
  }
  return [...sums]
    .sort(([, left], [, right]) => right.count - left.count)
    .map(([currency, { sum, decimals }]) => ({ currency, sum: withDecimals(sum, decimals) }))
}

function decimalsOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0
}

/** Returns a sum with as many decimals as the amounts that it is of. */
function withDecimals(sum: Amount, decimals: number): string {
  const shortest = toDecimalString(sum)
  const missing = decimals - decimalsOf(shortest)
  if (missing <= 0) return shortest
  return `${shortest}${shortest.includes('.') ? '' : '.'}${'0'.repeat(missing)}`
}
