import type { StoredRecord } from '../../record/record.js'
import { maxTermLength, maxTerms, type SearchRow } from '../../record/search/search-row.js'
import { words } from '../../record/search/words.js'
import { isCustomLine } from '../lines/custom-line.js'
import type { ProductId } from '../products/product-id.js'
import type { ProductLine, Quote } from '../quote.js'
import {
  customerIdTerm,
  customerTerm,
  expiredTerm,
  numberTerm,
  ownerTerm,
  productTerm,
  statusTerm,
  tagTerm,
  unreportedExpiryTerm,
  withExpiryTerm,
  withoutExpiryTerm,
} from './terms.js'

/**
 * Returns what a quote can be found by. Pure.
 *
 * @param previous An earlier version and its row, whose words are reused if the customer is the
 * same object.
 */
export function quoteSearchRow(
  { deleted, updated, value: quote }: StoredRecord<Quote>,
  previous?: { readonly record: StoredRecord<Quote>; readonly row: SearchRow },
): SearchRow {
  const before = previous?.record.value
  const hasSameWords =
    before?.customer === quote.customer &&
    before.number === quote.number &&
    (before.products === quote.products || !(hasNames(before) || hasNames(quote)))
  return Object.freeze({
    deleted: deleted !== undefined,
    created: quote.created,
    ...(quote.expires === undefined ? undefined : { expires: quote.expires }),
    terms: Object.freeze(quoteTerms(quote, updated)),
    words: hasSameWords && previous ? previous.row.words : Object.freeze(quoteWords(quote)),
  })
}

/** Products come last, because a quote can have more products than can be found. */
function quoteTerms(quote: Quote, updated: number): readonly string[] {
  const { customer, products, status, tags, owner, number } = quote
  const terms = [statusTerm(status), ...offerTerms(quote, updated)]
  const add = (term: string) => {
    if (term.length <= maxTermLength && terms.length < maxTerms) terms.push(term)
  }
  if (owner !== undefined) add(ownerTerm(owner))
  if (quote.customer_id !== undefined) add(customerIdTerm(quote.customer_id))
  if (number !== undefined) add(numberTerm(number))
  if (customer.email !== undefined) add(customerTerm(customer.email))
  if (tags !== null) for (const tag of tags) add(tagTerm(tag))
  for (const id of productIds(products)) add(productTerm(id))
  return terms
}

function offerTerms(
  { status, expires, expiry_reported: isReported }: Quote,
  updated: number,
): readonly string[] {
  if (status !== 'sent') return []
  if (expires === undefined) return [withoutExpiryTerm]
  // A clock that goes back does not bring an expired offer back.
  const term = expires <= updated ? expiredTerm : withExpiryTerm
  return isReported ? [term] : [term, unreportedExpiryTerm]
}

function productIds(products: readonly ProductLine[]): ReadonlySet<ProductId> {
  const ids = new Set<ProductId>()
  for (const line of products) if (!isCustomLine(line)) ids.add(line.id)
  return ids
}

/** Returns true if any line can be found by its name or SKU. */
function hasNames({ products }: Quote): boolean {
  return products.some(({ name, sku }) => name !== undefined || sku !== undefined)
}

/** The words of lines come last, because a quote can have more words than can be found. */
function quoteWords({ customer, number = '', products }: Quote): readonly string[] {
  const strings = [...Object.values(customer).filter((field) => field !== undefined), number]
  for (const { name, sku } of products) {
    if (name !== undefined) strings.push(name)
    if (sku !== undefined) strings.push(sku)
  }
  return words(strings)
}
