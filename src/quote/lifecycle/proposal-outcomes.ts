import { type Amount, isGreaterThan, parseUnitAmount } from '../../money/amount.js'
import { compareKeys, getLineKey, newKey } from '../model/line-keys.js'
import type {
  AdditionWish,
  LineWish,
  Proposal,
  ProposalOutcomes,
  WishOutcome,
  WishResult,
} from '../model/proposal.js'
import type { ProductLine, Quote } from '../model/quote.js'

/** Returns what a wish for a line says of it. */
export function describeOffered(line: ProductLine): Pick<LineWish, 'name' | 'offered'> {
  const { name, qty, quote: price, quote_total: total, price_quantity } = line
  return {
    ...(name !== undefined && { name }),
    offered: { qty, price, total, ...(price_quantity !== undefined && { price_quantity }) },
  }
}

/** Returns what a quote makes of the wishes of a proposal, however it came to its lines. */
export function getOutcomes(
  { version, lines, add }: Proposal,
  { products }: Pick<Quote, 'products'>,
): Pick<ProposalOutcomes, 'lines' | 'add'> {
  const byKey = new Map(products.map((line, index) => [getLineKey(line, index), line]))
  const isNew = (key: string) => compareKeys(key, newKey(version + 1, 0)) >= 0
  const newLines = [...byKey].flatMap(([key, line]) => (isNew(key) ? [line] : []))
  return {
    ...(lines && { lines: lines.map((wish) => lineOutcome(wish, byKey.get(wish.key))) }),
    ...(add && { add: additionOutcomes(add, newLines) }),
  }
}

function lineOutcome(wish: LineWish, line: ProductLine | undefined): WishOutcome {
  if (wish.remove === true) return { result: line === undefined ? 'taken' : 'declined' }
  if (line === undefined) return { result: 'declined' }
  const results = [quantityResult(wish, line), priceResult(wish, line)].flatMap(
    (each) => each ?? [],
  )
  return toOutcome(mergeResults(results), line)
}

function quantityResult({ qty, offered }: LineWish, line: ProductLine): WishResult | undefined {
  if (qty === undefined) return undefined
  if (line.qty === qty) return 'taken'
  const isCloser = Math.abs(qty - line.qty) < Math.abs(qty - offered.qty)
  return isCloser ? 'partly' : 'declined'
}

/** A price that is lower than the wish fulfils it as well. */
function priceResult({ price, offered }: LineWish, line: ProductLine): WishResult | undefined {
  if (price === undefined) return undefined
  if (line.price_quantity !== offered.price_quantity) return 'open'
  const [wished, before, now] = [price, offered.price, line.quote].map(
    (each) => parseUnitAmount(each) as Amount,
  ) as [Amount, Amount, Amount]
  if (!isGreaterThan(now, wished)) return 'taken'
  return isGreaterThan(before, now) ? 'partly' : 'declined'
}

function mergeResults(results: readonly WishResult[]): WishResult {
  const [first = 'taken'] = results
  if (results.every((each) => each === first)) return first
  return results.includes('open') ? 'open' : 'partly'
}

function toOutcome(result: WishResult, { qty, quote }: ProductLine): WishOutcome {
  return result === 'taken' ? { result } : { result, qty, price: quote }
}

/** Finds the new line of each wish. Only people know whether another name means the same. */
function additionOutcomes(
  wishes: readonly AdditionWish[],
  newLines: readonly ProductLine[],
): readonly WishOutcome[] {
  const left = new Set(newLines)
  const found = wishes.map((wish) => {
    const same = [...left].filter((line) => isFor(wish, line))
    const line = same.find(({ qty }) => qty === wish.qty) ?? same[0]
    if (line !== undefined) left.delete(line)
    return line
  })
  return wishes.map(({ id, qty }, index) => {
    const line = found[index]
    if (line !== undefined) return toOutcome(line.qty === qty ? 'taken' : 'partly', line)
    return { result: id === undefined && left.size > 0 ? 'open' : 'declined' }
  })
}

function isFor({ id, name }: AdditionWish, line: ProductLine): boolean {
  if (id !== undefined) return line.id === id
  return line.name?.trim().toLowerCase() === name?.trim().toLowerCase()
}
