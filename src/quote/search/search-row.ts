import type { StoredRecord } from '../../record/record.js'
import { maxTermLength, maxTerms, type SearchRow } from '../../record/search/search-row.js'
import { words } from '../../record/search/words.js'
import type { Customer, ProductLine, Quote } from '../quote.js'
import { customerTerm, productTerm, statusTerm, tagTerm } from './terms.js'

/**
 * Returns what a quote can be found by. Pure.
 *
 * @param previous An earlier version and its row, whose words are reused if the customer is the
 * same object.
 */
export function quoteSearchRow(
  { deleted, value: quote }: StoredRecord<Quote>,
  previous?: { readonly record: StoredRecord<Quote>; readonly row: SearchRow },
): SearchRow {
  const hasSameCustomer = previous?.record.value.customer === quote.customer
  return Object.freeze({
    deleted: deleted !== undefined,
    created: quote.created,
    terms: Object.freeze(quoteTerms(quote)),
    words: hasSameCustomer ? previous.row.words : Object.freeze(customerWords(quote.customer)),
  })
}

/** Tags come before products, because a quote can have more products than can be found. */
function quoteTerms({ customer, products, status, tags }: Quote): readonly string[] {
  const terms = [statusTerm(status)]
  const add = (term: string) => {
    if (term.length <= maxTermLength && terms.length < maxTerms) terms.push(term)
  }
  if (customer.email !== undefined) add(customerTerm(customer.email))
  if (tags !== null) for (const tag of tags) add(tagTerm(tag))
  for (const id of productIds(products)) add(productTerm(id))
  return terms
}

function productIds(products: readonly ProductLine[]): ReadonlySet<number> {
  const ids = new Set<number>()
  for (const { id } of products) ids.add(id)
  return ids
}

function customerWords(customer: Customer): readonly string[] {
  return words(Object.values(customer).filter((field) => field !== undefined))
}
