import type { StoredRecord } from '../../record/record.js'
import { maxTermLength, maxTerms, type SearchRow } from '../../record/search/search-row.js'
import { words } from '../../record/search/words.js'
import type { Customer, ProductLine, Quote } from '../quote.js'
import { customerTerm, productTerm, statusTerm, tagTerm } from './terms.js'

/** Returns what a quote can be found by. Pure. */
export function quoteSearchRow({ deleted, value }: StoredRecord<Quote>): SearchRow {
  const { customer, products, created, status, tags } = value
  const terms = new Set([
    statusTerm(status),
    ...(customer.email === undefined ? [] : [customerTerm(customer.email)]),
    ...(tags ?? []).map(tagTerm),
    ...productTerms(products),
  ])
  return Object.freeze({
    deleted: deleted !== undefined,
    created,
    terms: Object.freeze([...terms].filter(canBeFound).slice(0, maxTerms)),
    words: customerWords(customer),
  })
}

function canBeFound(term: string): boolean {
  return term.length <= maxTermLength
}

/** Successive versions of a quote share the parts that did not change. */
const termsByProducts = new WeakMap<readonly ProductLine[], readonly string[]>()
const wordsByCustomer = new WeakMap<Customer, readonly string[]>()

function productTerms(products: readonly ProductLine[]): readonly string[] {
  const known = termsByProducts.get(products)
  if (known !== undefined) return known
  const terms = Object.freeze([...new Set(products.map(({ id }) => productTerm(id)))])
  termsByProducts.set(products, terms)
  return terms
}

function customerWords(customer: Customer): readonly string[] {
  const known = wordsByCustomer.get(customer)
  if (known !== undefined) return known
  const found = Object.freeze(words(Object.values(customer).map((field) => field ?? '')))
  wordsByCustomer.set(customer, found)
  return found
}
