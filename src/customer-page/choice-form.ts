import { html } from 'hono/html'
import type { DocumentSettings } from '../document/model/document-options.js'
import { documentLines } from '../document/model/parts.js'
import { isQuoteError } from '../errors.js'
import type { Form } from '../pages/forms/form.js'
import type { Html } from '../pages/layout.js'
import { type Selection, stepOf } from '../quote/model/choice-fields.js'
import { hasSelection } from '../quote/model/counted-lines.js'
import { linesByKey } from '../quote/model/line-keys.js'
import type { ProductLine, Quote, QuoteRecord } from '../quote/model/quote.js'
import {
  getProposal,
  needsProviders,
  parseSelection,
  totalOf,
} from '../quote/selection/select-quote.js'
import type { Offer } from './offer.js'
import type { PageCall } from './page-call.js'
import type { PageStrings } from './strings/page-strings.js'

/** What a customer has chosen of an offer, and what that is. */
export interface ChosenOffer {
  readonly selection: Selection
  /** The record with the plain quote of the selection. */
  readonly record: QuoteRecord
  /** Why it is the proposal, and not what was chosen. */
  readonly notice?: 'choiceInvalid' | 'choiceAsk' | undefined
}

/** The names of the fields, and prefixes of those of a choice and of a quantity. */
const names = {
  /** Is in each form with a choice. */
  marker: 'choose',
  /** The button that shows the total of what is chosen, and does nothing else. */
  button: 'update',
  selected: 'selected',
  choice: 'choice.',
  quantity: 'quantity.',
} as const

/** Returns true if a form asks what its choice costs. */
export function asksForTotal(form: Form): boolean {
  return form.get(names.button) !== ''
}

/** Returns what a form chooses of an offer; undefined if it has no fields for it. */
export function readSelection(form: Form | undefined, quote: Quote): Selection | undefined {
  return form === undefined || form.get(names.marker) === '' ? undefined : selectionOf(quote, form)
}

/**
 * Returns what a form chooses of an offer: the proposal without one. Undefined if there is nothing
 * to choose, or the offer cannot be accepted any more.
 *
 * A selection that needs a provider is not priced: strangers could run up a bill.
 */
export async function loadChosen(
  call: PageCall,
  offer: Offer,
  form?: Form,
): Promise<ChosenOffer | undefined> {
  const { quote } = offer.shown
  if (!offer.actions.includes('accept') || !hasSelection(quote)) return undefined
  const proposal = getProposal(quote)
  const chosen = readSelection(form, quote)
  if (chosen === undefined) return priceChosen(call, offer, proposal)
  try {
    const selection = parseSelection(quote, chosen)
    const { shipping, taxes } = needsProviders(quote, selection)
    if (!shipping && !taxes) return await priceChosen(call, offer, selection)
    return { ...(await priceChosen(call, offer, proposal)), notice: 'choiceAsk' }
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    return { ...(await priceChosen(call, offer, proposal)), notice: 'choiceInvalid' }
  }
}

async function priceChosen(
  { engine, buyer, link }: PageCall,
  { shown: { quote } }: Offer,
  selection: Selection,
): Promise<ChosenOffer> {
  const { revision = 0, seal } = quote
  const request = { revision, seal, selection }
  const record = await engine.priceSelection(buyer, link.quoteId, request)
  return { selection, record }
}

/** Returns the selection that a form says. What is in a section that is left out is left out. */
function selectionOf(quote: Quote, form: Form): Selection {
  const members = form.names.filter((name) => name.startsWith(names.choice)).map(form.get)
  const taken = new Set([...form.getAll(names.selected), ...members])
  taken.delete('')
  const leftOut = new Set(
    (quote.sections ?? []).flatMap(({ key, selected }) =>
      selected !== undefined && !taken.has(key) ? [key] : [],
    ),
  )
  const lines = [...linesByKey(quote)]
  for (const [key, { section = '' }] of lines) if (leftOut.has(section)) taken.delete(key)
  const quantities = lines.flatMap(([key, line]) => {
    const { selected, section = '', qty_range: range } = line
    const isTaken = !leftOut.has(section) && (selected === undefined || taken.has(key))
    const sent = form.get(names.quantity + key)
    return isTaken && range !== undefined && sent !== '' ? [[key, Number(sent)] as const] : []
  })
  return { selected: [...taken], quantities: Object.fromEntries(quantities) }
}

/** What the form is shown with. */
interface FormView {
  readonly strings: PageStrings
  readonly settings: DocumentSettings
}

/** The id of the form that accepts an offer. What is chosen belongs to it, wherever it is shown. */
export const acceptFormId = 'accept'

const isInForm = html` form="${acceptFormId}"`

/**
 * Shows what can be chosen, and what that costs. The button shows the total without JavaScript; it
 * is the first of its form, so that the Enter key in a field accepts nothing.
 */
export function choiceForm(
  { url, token }: PageCall,
  { shown: { quote } }: Offer,
  { selection, record }: ChosenOffer,
  { strings, settings }: FormView,
): Html {
  const { formats } = settings
  const shown = new Map(documentLines(quote, settings).map((line) => [line.key, line]))
  const lines = [...linesByKey(quote)]
  const selected = new Set(selection.selected)
  const input = (type: 'checkbox' | 'radio', name: string, key: string) => {
    const { name: label = key, total = '' } = shown.get(key) ?? {}
    // A section costs the sum of its lines.
    const price = total || (shown.get(`${key} total`)?.total ?? '')
    return option({ type, name, value: key, label, price, isOn: selected.has(key) })
  }
  const sections = (quote.sections ?? []).map((part) => ({ key: part.key, part }))
  const parts = [...sections, ...lines.map(([key, part]) => ({ key, part }))]
  const options = parts.filter(({ part }) => part.optional)
  return html`<section class="card choice no-print" id="choice" aria-labelledby="choice-title">
  <h2 id="choice-title">${strings.choose}</h2>
  <p class="hint">${strings.chooseHint}</p>
  <div class="stack">
    <input type="hidden" name="${names.marker}" value="yes"${isInForm}>
    ${(quote.choices ?? []).map(({ key: choice, title, optional }) => {
      const members = parts.filter(({ part }) => part.choice === choice)
      const name = names.choice + choice
      const isNone = !members.some(({ key }) => selected.has(key))
      return html`<fieldset><legend>${title}</legend>
      ${members.map(({ key }) => input('radio', name, key))}
      ${
        optional &&
        option({ type: 'radio', name, value: '', label: strings.chooseNone, isOn: isNone })
      }
    </fieldset>`
    })}
    ${
      options.length > 0 &&
      html`<fieldset><legend>${strings.chooseOptions}</legend>
      ${options.map(({ key }) => input('checkbox', names.selected, key))}
    </fieldset>`
    }
    ${lines.map(([key, line]) => quantityField(key, line, shown.get(key)?.name ?? key, selection))}
    <p class="total" role="status" data-live="choice"><span>${strings.total}</span>
      <strong><bdi>${formats.money(
        totalOf(record.quote),
        quote.currency ?? settings.currency,
      )}</bdi></strong></p>
    <div class="actions"><button type="submit" name="${names.button}" value="yes" formnovalidate
      formaction="${url(`/${token}`)}#choice"${isInForm}>${strings.chooseButton}</button></div>
  </div>
</section>`
}

interface OptionField {
  readonly type: 'checkbox' | 'radio'
  readonly name: string
  readonly value: string
  readonly label: string
  readonly price?: string
  readonly isOn: boolean
}

function option({ type, name, value, label, price = '', isOn }: OptionField): Html {
  const shownPrice = price !== '' && html` <span class="price"><bdi>${price}</bdi></span>`
  return html`<label class="check"><input type="${type}" name="${name}" value="${value}"${
    isOn && html` checked`
  }${isInForm}> <span><bdi>${label}</bdi></span>${shownPrice}</label>`
}

function quantityField(
  key: string,
  { qty, qty_range: range }: ProductLine,
  label: string,
  { quantities = {} }: Selection,
) {
  if (range === undefined) return undefined
  const { min, max } = range
  const value = Object.hasOwn(quantities, key) ? quantities[key] : qty
  return html`<label class="quantity"><span><bdi>${label}</bdi></span>
      <input type="number" name="${names.quantity + key}" min="${min}" max="${max}"
        step="${stepOf(range)}" value="${value}" inputmode="decimal"${isInForm}></label>`
}
