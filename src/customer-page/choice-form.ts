import { html } from 'hono/html'
import type { DocumentSettings } from '../document/model/document-options.js'
import { documentLines } from '../document/model/parts.js'
import type { DocumentLine } from '../document/model/quote-document.js'
import { isQuoteError } from '../errors.js'
import type { Form } from '../pages/forms/form.js'
import type { Html } from '../pages/layout.js'
import { type LineChoiceFields, type Selection, stepOf } from '../quote/model/choice-fields.js'
import { hasSelection } from '../quote/model/counted-lines.js'
import { linesByKey } from '../quote/model/line-keys.js'
import { payableOf } from '../quote/model/payable.js'
import type { ProductLine, Quote, QuoteRecord } from '../quote/model/quote.js'
import { getProposal, needsProviders, parseSelection } from '../quote/selection/select-quote.js'
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

/** The id of the form that accepts an offer. What is chosen belongs to it, wherever it is shown. */
export const acceptFormId = 'accept'

const isInForm = html` form="${acceptFormId}"`

/** Alternatives: the parts of a choice. */
export interface ChoiceGroup {
  readonly key: string
  readonly title: string
  /** The last of the parts. */
  readonly last: string
  /** The field for none of them, if one can do without. */
  readonly none?: Html | undefined
}

/** The fields with which a customer chooses, each for the line or the section with its key. */
export interface ChoiceFields {
  /** The lines of the offer, also what is left out, with the amounts of what is chosen. */
  readonly lines: readonly DocumentLine[]
  /** The field that takes a part or leaves it out. */
  fieldOf(key: string): Html | undefined
  groupOf(key: string): ChoiceGroup | undefined
  quantityOf(line: DocumentLine): Html | undefined
  /** The button that shows the total without JavaScript, and the total for screen readers. */
  readonly button: Html
}

/**
 * Returns the fields with which a customer chooses. The button is the first of its form, so that
 * the Enter key in a field accepts nothing.
 */
export function choiceFields(
  { url, token }: PageCall,
  { shown: { quote } }: Offer,
  { selection, record }: ChosenOffer,
  { strings, settings }: { readonly strings: PageStrings; readonly settings: DocumentSettings },
): ChoiceFields {
  const lines = linesByKey(quote)
  const sections = (quote.sections ?? []).map((part) => [part.key, part] as const)
  const parts = new Map<string, LineChoiceFields>([...sections, ...lines])
  const selected = new Set(selection.selected)
  const total = settings.formats.money(payableOf(record.quote), quote.currency ?? settings.currency)
  return {
    lines: chosenLines(quote, record.quote, selected, settings),
    fieldOf(key) {
      const { optional, choice } = parts.get(key) ?? {}
      const isOn = selected.has(key)
      if (choice !== undefined) return option('radio', names.choice + choice, key, isOn)
      return optional ? option('checkbox', names.selected, key, isOn) : undefined
    },
    groupOf(key) {
      const choice = quote.choices?.find((each) => each.key === parts.get(key)?.choice)
      if (choice === undefined) return undefined
      const members = [...parts].flatMap(([name, part]) => (part.choice === choice.key ? name : []))
      const isNone = !members.some((name) => selected.has(name))
      const { optional, title } = choice
      return {
        key: choice.key,
        title,
        last: members.at(-1) ?? key,
        none: optional
          ? html`<label class="take"><span>${strings.chooseNone}</span>${option(
              'radio',
              names.choice + choice.key,
              '',
              isNone,
            )}</label>`
          : undefined,
      }
    },
    quantityOf: ({ key, name }) => quantityField(key, lines.get(key), name, selection),
    button: html`<div class="choose no-print"><p class="hint">${strings.chooseHint}</p>
  <input type="hidden" name="${names.marker}" value="yes"${isInForm}>
  <p class="visually-hidden" role="status" data-live="choice">${strings.total} <bdi>${total}</bdi></p>
  <div class="actions"><button type="submit" name="${names.button}" value="yes" formnovalidate
    formaction="${url(`/${token}`)}#choice"${isInForm}>${strings.chooseButton}</button></div>
</div>`,
  }
}

/** Returns all lines of an offer in their order, with the amounts of what is chosen. */
function chosenLines(
  quote: Quote,
  plain: Quote,
  selected: ReadonlySet<string>,
  settings: DocumentSettings,
): readonly DocumentLine[] {
  const sections = plain.sections?.map(({ show: _, ...section }) => section)
  const priced = documentLines({ ...plain, ...(sections && { sections }) }, settings)
  const byKey = new Map(priced.map((line) => [line.key, line]))
  const lines = linesByKey(quote)
  const isLeftOut = (part: LineChoiceFields | undefined, key: string) =>
    part?.selected !== undefined && !selected.has(key)
  const leftOut = new Set(
    (quote.sections ?? []).flatMap((part) => (isLeftOut(part, part.key) ? [part.key] : [])),
  )
  return documentLines(quote, settings).map(({ choice: _, isLeftOut: __, ...line }) => {
    const { key, type } = line
    const section = type === undefined ? lines.get(key)?.section : key.replace(/ total$/, '')
    const isOut =
      leftOut.has(section ?? '') || (type === undefined && isLeftOut(lines.get(key), key))
    const shown = byKey.get(key)
    const sum = byKey.get(`${key} total`)
    if (isOut) return { ...line, isLeftOut: true as const }
    if (type === 'section') return line.total === '' || !sum ? line : { ...line, total: sum.total }
    if (shown === undefined || line.total === '') return line
    const { choice: ___, ...chosen } = shown
    return chosen
  })
}

function option(type: 'checkbox' | 'radio', name: string, value: string, isOn: boolean): Html {
  return html`<input type="${type}" name="${name}" value="${value}"${isOn && html` checked`}${isInForm}>`
}

function quantityField(
  key: string,
  line: ProductLine | undefined,
  label: string,
  { quantities = {} }: Selection,
) {
  if (line?.qty_range === undefined) return undefined
  const { qty, qty_range: range } = line
  const { min, max } = range
  const value = Object.hasOwn(quantities, key) ? quantities[key] : qty
  return html`<label class="quantity"><span class="visually-hidden"><bdi>${label}</bdi></span>
<input type="number" name="${names.quantity + key}" min="${min}" max="${max}"
  step="${stepOf(range)}" value="${value}" inputmode="decimal"${isInForm}></label>`
}
