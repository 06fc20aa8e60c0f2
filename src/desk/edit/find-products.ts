import { html } from 'hono/html'
import type { SearchedCustomer } from '../../engine/search-products.js'
import { HttpProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import type { Form } from '../../pages/forms/form.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import type { Html } from '../../pages/layout.js'
import { pageHeaders } from '../../pages/security-headers.js'
import {
  maxSuggestions,
  type ProductSuggestion,
  parseSuggestions,
} from '../../ports/product-search.js'
import { type HostIdName, mapHostIdFilters } from '../../quote/model/host-ids.js'
import { isValidId } from '../../validation/identifiers.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import {
  type Draft,
  type PickedProduct,
  parsePick,
  pickValue,
  productIdValue,
  withChoices,
  withNewRows,
} from './draft.js'
import type { EditedQuote } from './edited.js'

const maxTextLength = 200

/** Suggests products while a user types: `GET /products?q=chair`. */
export const productsRoute: DeskRoute = {
  path: '/products',
  async get(call) {
    if (!call.options.searchProducts)
      throw new HttpProblem('not_found', call.strings.edit.noSearchHere)
    const typed = (name: HostIdName) => call.c.req.query(name)?.trim()
    const found = (await findProducts(call, call.query('q'), typed)) ?? []
    const picks = getPicks(found)
    const products = found.map(({ sku, price }, index) => {
      const pick = picks[index] as PickedProduct
      const facts = [sku, price && call.formats.money(price)]
      return { value: pick.text, label: facts.filter(Boolean).join(' · '), pick: pickValue(pick) }
    })
    return jsonResponse({ products })
  },
}

/** Returns a response for the module. */
export function jsonResponse(body: unknown): Response {
  const headers = { ...pageHeaders, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { headers })
}

/**
 * Returns the products that match words; undefined if the host's search fails.
 *
 * @param typed Returns an id of the customer that a form has; undefined for the one that is stored.
 */
export async function findProducts(
  { options, user, c, param, query }: DeskCall,
  text: string,
  typed: (name: HostIdName) => string | undefined,
): Promise<readonly ProductSuggestion[] | undefined> {
  if (text === '') return []
  try {
    const { searchProducts } = options
    if (!searchProducts) return []
    const words = text.slice(0, maxTextLength)
    const quoteId = param('quoteId') || query('quote') || undefined
    const customer = toSearched(typed, quoteId === undefined)
    const search = () => searchProducts(user, words, quoteId, customer)
    const found = await callHost(options, 'searchProducts', search)
    return parseSuggestions(found, (expected, received) =>
      wrongResult('searchProducts', expected, received),
    )
  } catch (error) {
    reportError(options.onError, error, c.req.raw)
    return undefined
  }
}

/**
 * Returns the customer whose prices a search shows. What is no valid id is left to the errors of
 * the form. An empty field removes the id of a quote; a new one gets what its creation gives it.
 */
function toSearched(
  typed: (name: HostIdName) => string | undefined,
  isNew: boolean,
): SearchedCustomer {
  return mapHostIdFilters((name) => {
    const id = typed(name)
    if (id === '' && !isNew) return null
    return isValidId(id) ? id : undefined
  })
}

/**
 * Returns what picks each product. Its text is the name; products with one name also show
 * their SKU or id.
 */
export function getPicks(products: readonly ProductSuggestion[]): readonly PickedProduct[] {
  const counts = new Map<string, number>()
  for (const product of products) {
    const name = shownName(product)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return products.map((product) => {
    const id = productIdValue(product.id)
    const name = shownName(product)
    const isOnly = counts.get(name) === 1
    return { id, text: isOnly ? name : `${name} · ${product.sku?.trim() || id}` }
  })
}

/** Inputs drop line breaks, and forms lose spaces around a value. */
function shownName({ id, name }: ProductSuggestion): string {
  return name.replaceAll(/\s+/g, ' ').trim() || productIdValue(id)
}

/** Returns the products that were checked among those that were found. */
function checkedProducts(form: Form): readonly PickedProduct[] {
  const values = form.getAll('found').slice(0, maxSuggestions)
  return values.flatMap((value) => parsePick(value) ?? [])
}

/** What is shown again, because a button of the form asked for more fields. */
export interface EditedAgain extends Pick<EditedQuote, 'draft' | 'found' | 'search' | 'choosing'> {
  readonly notice: Html
}

/**
 * Returns the form with what its buttons beside "Save" ask for: more rows, or products that are
 * searched and added. Returns undefined if the form is to be saved, or its totals calculated.
 */
export async function editAgain(
  call: DeskCall,
  form: Form,
  draft: Draft,
): Promise<EditedAgain | undefined> {
  const action = form.get('action')
  const search = form.get('search')
  const choosing = chosenTerm(action)
  if (choosing !== undefined) {
    const notice = notSaved(call, call.strings.edit.linesToChoose)
    return { draft, search, choosing, notice }
  }
  if (action === 'choices')
    return {
      draft: withChoices(draft),
      search,
      notice: notSaved(call, call.strings.edit.choicesAtLines),
    }
  if (action === 'rows')
    return { draft: withNewRows(draft), search, notice: notSaved(call, call.strings.edit.moreRows) }
  if (action === 'found') {
    const added = withNewRows(draft, checkedProducts(form))
    return { draft: added, notice: notSaved(call, call.strings.edit.newRows) }
  }
  // The Enter key searches if words are typed, and calculates otherwise.
  if (action !== 'search' && (action !== 'enter' || search === '')) return undefined
  const found = await findProducts(call, search, (name) => draft.get(name))
  if (found !== undefined) return { draft, found, search, notice: notSaved(call, '') }
  return { draft, search, notice: notSaved(call, call.strings.edit.noSearch) }
}

/** Returns the row whose lines are to be chosen: `charges[2]` for `lines:charges[2]`. */
function chosenTerm(action: string): string | undefined {
  return /^lines:((?:discounts|charges)\[\d{1,6}\])$/.exec(action)?.[1]
}

/** Returns true if the totals are asked for: by their button, or by the Enter key in a field. */
export function isCalculation(form: Form): boolean {
  return ['totals', 'enter'].includes(form.get('action'))
}

/** Reminds that what was typed is not stored. */
export function notSaved({ strings }: DeskCall, message: string): Html {
  return html`<p class="notice" role="status">${message} ${strings.edit.notSaved}</p>`
}
