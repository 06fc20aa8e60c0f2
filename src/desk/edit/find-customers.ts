import { isQuoteError } from '../../errors.js'
import { reportError } from '../../http/report-error.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import { hostIdNames } from '../../quote/model/host-ids.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { isPlainObject } from '../../validation/json-value.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import type { CustomerSuggestion } from '../options.js'
import { shipToFields } from '../parts/fields.js'
import { customerPath } from './draft.js'
import type { Draft } from './draft-rows.js'
import { jsonResponse } from './find-products.js'

/** So many customers are suggested. */
const maxCustomers = 8

const maxTextLength = 200

/** Suggests customers while a user types: `GET /customers?q=ada`. */
export const customersRoute: DeskRoute = {
  path: '/customers',
  async get(call) {
    const found = (await findCustomers(call, call.query('q'))) ?? []
    return jsonResponse({ items: found.map((each, index) => [...customerWords(each), index]) })
  },
}

/** Returns what tells a customer from others: who it is, and how to reach it. */
export function customerWords({ customer }: CustomerSuggestion): readonly [string, string] {
  const { name, company, email, phone, city } = customer
  const [first = '', ...others] = [company, name, email, phone, city].filter(Boolean)
  return [first ?? '', others.join(', ')]
}

/** Returns the customers that match words; undefined if they cannot be searched. */
export async function findCustomers(
  call: DeskCall,
  text: string,
): Promise<readonly CustomerSuggestion[] | undefined> {
  const words = text.trim().slice(0, maxTextLength)
  if (words === '') return []
  const { options, user } = call
  const { searchCustomers } = options
  try {
    if (searchCustomers === undefined) return await ofPastQuotes(call, words)
    return parseCustomers(
      await callHost(options, 'searchCustomers', () => searchCustomers(user, words)),
    )
  } catch (error) {
    if (isQuoteError(error) && error.code === 'not_permitted') return []
    reportError(options.onError, error, call.c.req.raw)
    return undefined
  }
}

/** Returns the customers of the latest quotes that match words, each once. */
async function ofPastQuotes(
  { engine, user }: DeskCall,
  text: string,
): Promise<readonly CustomerSuggestion[]> {
  const { items } = await engine.listQuotes(user, { text, limit: 50 })
  return customersOfQuotes(items).slice(0, maxCustomers)
}

/** Returns the customer of a quote. */
export function customerOf({ customer, customer_id, company_id }: Quote): CustomerSuggestion {
  return { customer, ...(customer_id && { customer_id }), ...(company_id && { company_id }) }
}

/** Returns the customers of quotes, each once. */
export function customersOfQuotes(
  quotes: readonly Pick<QuoteRecord, 'quote'>[],
): readonly CustomerSuggestion[] {
  const found = new Map<string, CustomerSuggestion>()
  for (const { quote } of quotes) {
    const { customer, customer_id } = quote
    const { email, name, company } = customer
    const key = customer_id ?? (email || [name, company].join('\n')).toLowerCase()
    // Without a name or an address, a seller could not tell whom it is about.
    if (!found.has(key) && customerWords({ customer })[0] !== '') found.set(key, customerOf(quote))
  }
  return [...found.values()]
}

function parseCustomers(found: unknown): readonly CustomerSuggestion[] {
  const expected = 'an array of { customer: { name, email, … } }'
  if (!Array.isArray(found)) throw wrongResult('searchCustomers', expected, found)
  return found.slice(0, maxCustomers).map((each: Partial<CustomerSuggestion> | null) => {
    const { customer } = each ?? {}
    if (!isPlainObject(customer)) throw wrongResult('searchCustomers', expected, each)
    const fields = Object.entries(customer).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    const ids = hostIdNames.flatMap((name) => {
      const id = each?.[name]
      return typeof id === 'string' ? [[name, id] as const] : []
    })
    return { customer: Object.fromEntries(fields), ...Object.fromEntries(ids) }
  })
}

/** Returns a draft that is for another customer, without fields and ids of the one before. */
export function withCustomer(draft: Draft, suggestion: CustomerSuggestion): Draft {
  const { customer } = suggestion
  const cleared = [...draft].map(([name, value]): readonly [string, string] => {
    const isOfCustomer =
      name.startsWith(customerPath) ||
      shipToFields.has(name) ||
      (hostIdNames as readonly string[]).includes(name)
    return [name, isOfCustomer ? '' : value]
  })
  return new Map([
    ...cleared,
    ...Object.entries(customer).map(
      ([name, value]) => [`${customerPath}${name}`, value ?? ''] as const,
    ),
    ...hostIdNames.map((name) => [name, suggestion[name] ?? ''] as const),
  ])
}
