import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import { type Amount, isNegative, parseAmount, subtract, zero } from '../../money/amount.js'
import { toFixedAtLeast } from '../../money/rounding.js'
import { field } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import { publishedDecimals, shownUnitPrice } from '../../quote/model/precision.js'
import type {
  AdditionWish,
  LineWish,
  OfferedTerms,
  Proposal,
  WishOutcome,
} from '../../quote/model/proposal.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, keyField, versionField } from '../forms.js'
import { loadNames, renderDateTime } from '../parts/changes.js'
import {
  type ActionName,
  actions,
  actionUrl,
  fieldName,
  possibleActions,
  type SentForm,
} from './actions.js'
import { openProposal, wishesId, wishFields } from './wish-actions.js'

/** The action whose form is shown here. */
const action: ActionName = 'take-wishes'

/**
 * Shows what the customer wishes, line by line, with what each wish costs and boxes to take it
 * over, until another offer has answered. Earlier ones are shown with what became of them.
 */
export async function counterOffers(
  call: DeskCall,
  view: QuoteView,
  sent: SentForm | undefined,
): Promise<Html | false> {
  const { proposals = [] } = view.quote
  if (proposals.length === 0) return false
  const { counterOffers: strings } = call.strings
  const open = openProposal(view.quote)
  const canTake = possibleActions(call, view).some(({ name }) => name === action)
  const costs = open !== undefined && canTake ? await loadCosts(call, view, open) : noCosts
  const nameOf = await loadNames(call)
  const shared = { call, view, sent: sent?.name === action ? sent : undefined }
  const others = proposals.filter((each) => each !== open).toReversed()
  const by = (proposal: Proposal) =>
    html`<p class="hint">${strings.of(proposal.revision)}${proposal.name && html`, <span class="wrap">${proposal.name}</span>`}, <span class="wrap">${nameOf(proposal)}</span>, ${renderDateTime(call.formats, proposal.time)}</p>
    ${proposal.reason && html`<blockquote class="as-typed">${proposal.reason}</blockquote>`}`
  return html`<section class="card stack counter-offers" id="${wishesId}" aria-labelledby="wishes-title">
    <h2 id="wishes-title">${strings.title}</h2>
    ${open && by(open)}
    ${open && canTake && takeForm({ ...shared, proposal: open, costs })}
    ${open && !canTake && wishTable({ ...shared, proposal: open, costs, canTake })}
    ${
      others.length > 0 &&
      html`<details class="more"${open === undefined && html` open`}><summary>${strings.answered(others.length)}</summary>
      ${others.map((each) => html`${by(each)}${wishTable({ ...shared, proposal: each, costs: noCosts, canTake: false })}`)}
    </details>`
    }
  </section>`
}

/** What a table of wishes is shown with. */
interface WishTable {
  readonly call: DeskCall
  readonly view: QuoteView
  readonly proposal: Proposal
  readonly costs: Costs
  readonly canTake?: boolean
  readonly sent?: SentForm | undefined
}

function takeForm(table: WishTable): Html {
  const { call, view, proposal } = table
  const { button } = actions[action].form({ quote: view.quote }, call)
  return html`<form method="post" action="${actionUrl(call, view.quoteId, action)}" class="stack">
    ${formToken(call)}${versionField(view.version, 'expectedVersion')}${keyField()}
    <input type="hidden" name="${fieldName(action, 'proposal')}" value="${proposal.key}">
    ${wishTable({ ...table, canTake: true })}
    <p class="hint">${call.strings.counterOffers.takeHint}</p>
    <div class="actions"><button type="submit">${button}</button></div>
  </form>`
}

function wishTable(table: WishTable): Html {
  const { call, proposal, costs, canTake = false } = table
  const { counterOffers: strings, common } = call.strings
  const { lines = [], add = [], outcomes } = proposal
  const last = canTake ? strings.cost : strings.result
  return html`<table class="rows">
    <caption class="visually-hidden">${strings.title}</caption>
    <thead><tr><th scope="col">${common.line}</th>
      <th scope="col" class="number">${strings.offered}</th>
      <th scope="col" class="number">${strings.wished}</th>
      <th scope="col" class="number">${last}</th></tr></thead>
    <tbody>${lines.map((wish, index) => lineRow(table, wish, outcomes?.lines?.[index]))}${add.map(
      (wish, index) => additionRow(table, wish, index, outcomes?.add?.[index]),
    )}</tbody>
    ${
      costs.total !== undefined &&
      html`<tfoot><tr><th scope="row">${strings.all}</th><td></td><td></td>
      <td class="number" data-label="${last}">${costText(table, costs.total)}</td></tr></tfoot>`
    }
  </table>`
}

function lineRow(table: WishTable, wish: LineWish, outcome: WishOutcome | undefined): Html {
  const { counterOffers: strings } = table.call.strings
  const { key, name = key, offered, qty = offered.qty, price = offered.price, remove, note } = wish
  const wished = remove ? strings.remove : termsText(table, { ...offered, qty, price })
  const head = takeBox(table, {
    name: 'lines',
    value: key,
    label: name,
    error: wishFields.line(key),
  })
  return html`<tr><th scope="row" class="wrap">${head}${note && html`<span class="muted wrap">${note}</span>`}</th>
    <td class="number" data-label="${strings.offered}">${termsText(table, offered)}</td>
    <td class="number" data-label="${strings.wished}">${wished}</td>
    ${lastCell(table, table.costs.lines.get(key), offered, outcome)}</tr>`
}

function additionRow(
  table: WishTable,
  { id, name, qty, note }: AdditionWish,
  index: number,
  outcome: WishOutcome | undefined,
): Html {
  const { call, canTake, sent } = table
  const { counterOffers: strings, common, labels } = call.strings
  const line = table.costs.add.get(index)
  const label = name ?? line?.name ?? common.product(id ?? '')
  const price = fieldName(action, wishFields.price(index))
  const head = takeBox(table, {
    name: 'add',
    value: String(index),
    label: strings.add(label),
    error: wishFields.add(index),
  })
  return html`<tr><th scope="row" class="wrap">${head}${note && html`<span class="muted wrap">${note}</span>`}${
    canTake &&
    id === undefined &&
    field({
      name: price,
      label: `${labels.line.price}, ${label}`,
      value: sent?.form.get(price),
      errors: sent?.errors,
      inputMode: 'decimal',
    })
  }</th>
    <td></td>
    <td class="number" data-label="${strings.wished}">${call.formats.number(qty)}</td>
    ${lastCell(table, line && toAmount(line.quote_total), {}, outcome)}</tr>`
}

interface TakeBox {
  readonly name: 'lines' | 'add'
  readonly value: string
  readonly label: string
  /** The name of its errors. */
  readonly error: string
}

function takeBox({ canTake, sent }: WishTable, { name, value, label, error }: TakeBox): Html {
  if (canTake !== true) return html`${label}`
  const fullName = fieldName(action, name)
  const errors = sent?.errors ?? {}
  const path = fieldName(action, error)
  const message = Object.hasOwn(errors, path) ? errors[path] : undefined
  const id = `f-${name}-${value}`
  const isChecked = sent?.form.getAll(fullName).includes(value)
  return html`<label class="check" for="${id}"><input type="checkbox" id="${id}" name="${fullName}" value="${value}"${
    isChecked && html` checked`
  }${message && html` aria-invalid="true" aria-describedby="${id}-error"`}> ${label}</label>
    ${message && html`<p class="error" id="${id}-error">${message}</p>`}`
}

/** Shows what a wish costs, or what became of it. */
function lastCell(
  table: WishTable,
  cost: Amount | undefined,
  offered: Pick<OfferedTerms, 'price_quantity'>,
  outcome: WishOutcome | undefined,
): Html {
  const { counterOffers: strings } = table.call.strings
  if (table.canTake)
    return html`<td class="number" data-label="${strings.cost}">${cost !== undefined && costText(table, cost)}</td>`
  const { result, qty, price } = outcome ?? {}
  const given =
    qty !== undefined && price !== undefined && termsText(table, { ...offered, qty, price })
  return html`<td class="number" data-label="${strings.result}">${result && strings.results[result]}${given && html`<br><span class="muted">${given}</span>`}</td>`
}

/** Returns a quantity and a unit price. */
function termsText(
  { call: { formats, strings }, view: { quote } }: WishTable,
  { qty, price, price_quantity: per }: Omit<OfferedTerms, 'total'>,
): string {
  const amount = formats.money(shownUnitPrice(price, quote), quote.currency)
  const unit = per === undefined ? amount : `${amount} ${strings.common.per(formats.number(per))}`
  return `${formats.number(qty)} × ${unit}`
}

function costText({ call: { formats }, view: { quote } }: WishTable, cost: Amount): string {
  const shown = toFixedAtLeast(cost, quote.decimals ?? publishedDecimals)
  const sign = isNegative(cost) || cost === zero ? '' : '+'
  return `${sign}${formats.money(shown, quote.currency)}`
}

/** By how much the sum of the lines changes with each wish, by the rules of an update. */
interface Costs {
  readonly lines: ReadonlyMap<string, Amount>
  /** The lines that products would become. */
  readonly add: ReadonlyMap<number, ProductLine>
  readonly total?: Amount | undefined
}

const noCosts: Costs = { lines: new Map(), add: new Map() }

/** Asks the engine for a preview. What it rejects has no costs. */
async function loadCosts(
  { engine, user }: DeskCall,
  view: QuoteView,
  { key, lines = [], add = [] }: Proposal,
): Promise<Costs> {
  const products = add.flatMap(({ id }, index) => (id === undefined ? [] : [index]))
  const preview = async (taken: readonly number[]): Promise<Costs> => {
    const take = { proposal: key, lines: lines.map((wish) => wish.key), add: taken }
    const { quote } = await engine.reviseQuote(user, view.quoteId, { take }, { preview: true })
    return compareLines(view.quote, quote, lines, taken)
  }
  try {
    return await preview(products)
  } catch (error) {
    if (!isQuoteError(error)) throw error
  }
  try {
    return products.length === 0 ? noCosts : { ...(await preview([])), total: undefined }
  } catch (error) {
    if (!isQuoteError(error)) throw error
    return noCosts
  }
}

function compareLines(
  before: Quote,
  after: Quote,
  wishes: readonly LineWish[],
  added: readonly number[],
): Costs {
  const totalsBefore = totalsByKey(before)
  const totalsAfter = totalsByKey(after)
  // What is added comes last, in its order.
  const last = after.products.slice(after.products.length - added.length)
  return {
    lines: new Map(
      wishes.map(({ key }) => [
        key,
        subtract(totalsAfter.get(key) ?? zero, totalsBefore.get(key) ?? zero),
      ]),
    ),
    add: new Map(added.map((index, place) => [index, last[place] as ProductLine])),
    total: subtract(toAmount(after.quote_total), toAmount(before.quote_total)),
  }
}

function totalsByKey({ products }: Quote): ReadonlyMap<string, Amount> {
  return new Map(
    products.map((line, index) => [getLineKey(line, index), toAmount(line.quote_total)]),
  )
}

function toAmount(value: string | undefined): Amount {
  return parseAmount(value) ?? zero
}
