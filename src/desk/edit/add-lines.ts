import { html } from 'hono/html'
import { HttpProblem } from '../../http/problem-details.js'
import { isCurrency } from '../../money/currency.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import { maxSuggestions, type ProductSuggestion } from '../../ports/product-search.js'
import { type HostIdName, hostIdNames } from '../../quote/model/host-ids.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { lineToOpen } from './closed-line.js'
import {
  type NewLine,
  type PickedProduct,
  parsePick,
  pickValue,
  withChoices,
  withNewRows,
} from './draft.js'
import type { Draft } from './draft-rows.js'
import type { EditedQuote } from './edited.js'
import { findCustomers, withCustomer } from './find-customers.js'
import { bestMatches, findProducts, getPicks, jsonResponse, showProduct } from './find-products.js'
import { calculateTaxes } from './total-rows.js'
import { parseTable, parseTypedLine, type TypedLine } from './typed-lines.js'

/** Returns the products that were checked among those that were found. */
function checkedProducts(form: Form): readonly PickedProduct[] {
  const values = form.getAll('found').slice(0, maxSuggestions)
  return values.flatMap((value) => parsePick(value) ?? [])
}

/**
 * Suggests products while a user types: `GET /products?q=3 chair`. Returns the new lines of a table
 * that is pasted: `POST /products`.
 */
export const productsRoute: DeskRoute = {
  path: '/products',
  async get(call) {
    if (!call.options.searchProducts)
      throw new HttpProblem('not_found', call.strings.edit.noSearchHere)
    const typed = (name: HostIdName) => call.c.req.query(name)?.trim()
    const { product, qty } = parseTypedLine(call.query('q'))
    const found = (await findProducts(call, product, typed)) ?? []
    const picks = getPicks(found)
    const currency = call.query('currency')
    const products = found.map((product, index) => {
      const pick = picks[index] as PickedProduct
      const shown = showProduct(call, product, isCurrency(currency) ? currency : undefined)
      // The module shows them in this order.
      return { name: pick.text, ...shown, pick: pickValue(pick) }
    })
    return jsonResponse({ products, qty })
  },
  async post(call, form) {
    const base = new Map(hostIdNames.map((name) => [name, form.get(name)]))
    const { edit } = call.strings
    const matched = await matchTable(call, base, form.get('pasted'))
    if (matched === undefined)
      return jsonResponse({ lines: [], unknown: form.get('pasted'), message: edit.noSearch })
    const { lines, unknown } = matched
    return jsonResponse({
      lines: lines.map(({ product, qty }) =>
        typeof product === 'string'
          ? { id: product, qty }
          : { id: product.text, picked: pickValue(product), qty },
      ),
      unknown: unknown.map(toRow).join('\n'),
      message: unknown.length > 0 ? edit.unknownRows(unknown.map(({ product }) => product)) : '',
    })
  },
}

/** What is shown again, because a button of the form asked for more fields. */
export interface EditedAgain
  extends Pick<
    EditedQuote,
    'draft' | 'found' | 'search' | 'pasted' | 'choosing' | 'customers' | 'opening'
  > {
  readonly notice: Html
}

/**
 * Returns the form with what its buttons beside "Save" ask for: lines that are added, or
 * products to choose from. Returns undefined if the form is to be saved, or its totals calculated.
 */
export async function editAgain(
  call: DeskCall,
  form: Form,
  draft: Draft,
): Promise<EditedAgain | undefined> {
  const action = form.get('action')
  const search = form.get('search')
  const pasted = form.get('pasted')
  const choosing = chosenTerm(action)
  if (choosing !== undefined) {
    const notice = notSaved(call, call.strings.edit.linesToChoose)
    return { draft, search, choosing, notice }
  }
  const opening = lineToOpen(form)
  if (opening !== undefined) return { draft, search, opening, notice: notSaved(call, '') }
  if (/^customer(?::\d)?$/.test(action)) return chooseCustomer(call, form, draft)
  if (action === 'choices')
    return {
      draft: withChoices(draft),
      search,
      notice: notSaved(call, call.strings.edit.choicesAtLines),
    }
  if (action === 'found') {
    const { qty } = parseTypedLine(search)
    const lines = checkedProducts(form).map((product) => ({ product, qty }))
    return {
      draft: withNewRows(draft, lines),
      notice: notSaved(call, call.strings.edit.newRows),
    }
  }
  if (action === 'paste') return addPasted(call, draft, pasted)
  // The Enter key adds a line if words are typed, and calculates otherwise.
  if (action !== 'search' && (action !== 'enter' || search === '')) return undefined
  return addTyped(call, draft, search)
}

/** Takes the customer of a button, or the only one that was found; or else shows all of them. */
async function chooseCustomer(call: DeskCall, form: Form, draft: Draft): Promise<EditedAgain> {
  const { edit } = call.strings
  const text = form.get('find')
  const found = await findCustomers(call, text)
  if (found === undefined) return { draft, notice: notSaved(call, edit.noCustomerSearch) }
  const [, index] = form.get('action').split(':')
  const chosen = index === undefined && found.length === 1 ? found[0] : found[Number(index)]
  if (chosen === undefined) {
    const message = found.length === 0 ? edit.noCustomer(text) : ''
    return { draft, customers: { text, found }, notice: notSaved(call, message) }
  }
  return { draft: withCustomer(draft, chosen), notice: notSaved(call, edit.customerTaken) }
}

/** Adds a line for what was typed, or shows the products to choose from. */
async function addTyped(call: DeskCall, draft: Draft, search: string): Promise<EditedAgain> {
  const { edit } = call.strings
  if (search === '') return { draft, notice: notSaved(call, '') }
  const match = await matchLine(call, draft, parseTypedLine(search))
  if (match === undefined) return { draft, search, notice: notSaved(call, edit.noSearch) }
  const { line, found, isKnown } = match
  if (line === undefined) return { draft, found, search, notice: notSaved(call, '') }
  const message = isKnown ? edit.newRows : edit.noProduct(search)
  return { draft: withNewRows(draft, [line]), notice: notSaved(call, message) }
}

/** Adds the rows of a pasted table whose products are known, and keeps the others. */
async function addPasted(call: DeskCall, draft: Draft, pasted: string): Promise<EditedAgain> {
  const { edit } = call.strings
  const matched = await matchTable(call, draft, pasted)
  if (matched === undefined) return { draft, pasted, notice: notSaved(call, edit.noSearch) }
  const { lines, unknown } = matched
  const messages = [edit.pastedRows(lines.length)]
  if (unknown.length > 0) messages.push(edit.unknownRows(unknown.map(({ product }) => product)))
  return {
    draft: withNewRows(draft, lines),
    notice: notSaved(call, messages.join(' ')),
    ...(unknown.length > 0 && { pasted: unknown.map(toRow).join('\n') }),
  }
}

const toRow = ({ product, qty }: TypedLine) => (qty === undefined ? product : `${product}\t${qty}`)

/** More rows than this are not pasted at once: a form can have so many new lines. */
const maxPasted = 300

/** So many products are searched at the same time. */
const maxSearches = 20

/** What became of the rows of a table. */
interface MatchedTable {
  readonly lines: readonly NewLine[]
  readonly unknown: readonly TypedLine[]
}

/**
 * Finds the products of a pasted table. Returns undefined if they cannot be searched now.
 *
 * @throws HttpProblem 413 if it has more than 300 rows
 */
async function matchTable(
  call: DeskCall,
  draft: Draft,
  text: string,
): Promise<MatchedTable | undefined> {
  const typed = parseTable(text)
  if (typed.length > maxPasted)
    throw new HttpProblem('payload_too_large', call.strings.edit.tooManyPasted(maxPasted))
  const lines: NewLine[] = []
  const unknown: TypedLine[] = []
  for (let start = 0; start < typed.length; start += maxSearches) {
    const batch = typed.slice(start, start + maxSearches)
    const found = await Promise.all(batch.map((each) => matchLine(call, draft, each)))
    for (const [index, match] of found.entries()) {
      if (match === undefined) return undefined
      if (match.line !== undefined && match.isKnown) lines.push(match.line)
      else unknown.push(batch[index] as TypedLine)
    }
  }
  return { lines, unknown }
}

/** What was found for a line. */
interface MatchedLine {
  /** Undefined if there are several products to choose from. */
  readonly line?: NewLine
  /** True if it is a product. Otherwise it is an id, or a line of one's own. */
  readonly isKnown: boolean
  readonly found: readonly ProductSuggestion[]
}

/** Returns the product that a line means; undefined if products cannot be searched now. */
async function matchLine(
  call: DeskCall,
  draft: Draft,
  { product, qty }: TypedLine,
): Promise<MatchedLine | undefined> {
  if (!call.options.searchProducts) return { line: { product, qty }, isKnown: true, found: [] }
  const all = await findProducts(call, product, (name) => draft.get(name))
  if (all === undefined) return undefined
  const found = bestMatches(all, product)
  const [pick, another] = getPicks(found)
  if (pick === undefined) return { line: { product, qty }, isKnown: false, found }
  return another === undefined
    ? { line: { product: pick, qty }, isKnown: true, found }
    : { isKnown: true, found }
}

/** Returns the row whose lines are to be chosen: `charges[2]` for `lines:charges[2]`. */
function chosenTerm(action: string): string | undefined {
  return /^lines:((?:discounts|charges)\[\d{1,6}\])$/.exec(action)?.[1]
}

/** Returns true if the totals are asked for: by a button, or by the Enter key in a field. */
export function isCalculation(form: Form): boolean {
  return ['totals', 'enter', calculateTaxes].includes(form.get('action'))
}

/** Reminds that what was typed is not stored. */
export function notSaved({ strings }: DeskCall, message: string): Html {
  return html`<p class="notice" role="status">${message} ${strings.edit.notSaved}</p>`
}
