import type { Patch } from 'immer'
import { QuoteError } from '../errors.js'
import type { Change } from './change.js'
import { mergeCustomer } from './customer.js'
import { FaultList } from './faults.js'
import type { HistoryEntry } from './history.js'
import { inexactTotal, priceLine, todaysPrices } from './line.js'
import { type Product, unknownProduct } from './product.js'
import type { ProductLine, Quote, Shipping } from './quote.js'
import type { CreateQuoteRequest } from './requests.js'
import type { QuoteRules } from './rules.js'
import { initialReplayState } from './stored-record.js'
import { quoteTotals } from './totals.js'

/** What creating a quote needs to know of the world. */
export interface CreateFacts {
  readonly storeId: string
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The prices of the requested products, by id; an id that is absent is not a product of the store. */
  readonly products: ReadonlyMap<number, Product>
}

/**
 * Decides the first version of a quote. Pure: nothing is written, and the same arguments give the same change.
 *
 * @throws QuoteError `invalid_request`, with every line whose product is unknown or whose totals cannot be exact
 */
export function createQuote(
  request: CreateQuoteRequest,
  facts: CreateFacts,
  rules: QuoteRules,
): Change {
  const { storeId, quoteId, now } = facts
  const lines = firstLines(request, facts, rules)
  const totals = quoteTotals(lines, rules.rounding)
  const quote: Quote = Object.freeze({
    customer: mergeCustomer({}, request.customer, rules.regions),
    products: lines,
    product_order: null,
    quote_total: totals.quote_total,
    price_total: totals.price_total,
    shipping: noShipping,
    created: now,
    status: 'new',
    tags: null,
    total: 0,
  })
  return Object.freeze({
    previousVersion: 0,
    record: Object.freeze({
      storeId,
      quoteId,
      version: 1,
      updated: now,
      quote,
      replay: initialReplayState,
    }),
    entry: creationEntry(quote, facts),
  })
}

const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })
const nothing: readonly never[] = Object.freeze([])

function creationEntry(quote: Quote, { actor, now }: CreateFacts): HistoryEntry {
  const whole: Patch = Object.freeze({ op: 'replace', path: nothing as never[], value: quote })
  return Object.freeze({
    version: 1,
    time: now,
    operation: 'create',
    ...(actor === undefined ? undefined : { actor }),
    patches: Object.freeze([whole]),
    inversePatches: nothing,
  })
}

function firstLines(
  request: CreateQuoteRequest,
  { products }: CreateFacts,
  { rounding }: QuoteRules,
): readonly ProductLine[] {
  const faults = new FaultList()
  const lines: ProductLine[] = []
  for (const [index, { id, qty }] of request.products.entries()) {
    if (faults.isFull) break
    const product = products.get(id)
    if (product === undefined) {
      faults.add(['products', index, 'id'], unknownProduct)
      continue
    }
    const line = priceLine({ id, qty, key: null }, todaysPrices(product, rounding), rounding)
    if (line === undefined) faults.add(['products', index, 'qty'], inexactTotal)
    else lines.push(line)
  }
  if (!faults.isEmpty) throw new QuoteError('invalid_request', { errors: faults.toFaults() })
  return Object.freeze(lines)
}
