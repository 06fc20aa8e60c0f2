import { html } from 'hono/html'
import { postalLines } from '../../document/model/addresses.js'
import { countryNames } from '../../document/model/document-options.js'
import { documentTotals } from '../../document/model/parts.js'
import { describeChoice, sumOfLines } from '../../document/model/section-lines.js'
import { getStrings } from '../../document/model/strings/get-strings.js'
import { settingsOfStore } from '../../pages/document-options.js'
import type { Html } from '../../pages/layout.js'
import { roundedFrom } from '../../quote/lines/line-pricing.js'
import type { LineChoiceFields, Selection } from '../../quote/model/choice-fields.js'
import type { Exchange } from '../../quote/model/exchange.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import { payableOf } from '../../quote/model/payable.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { Billing } from '../../quote/model/pricing-fields.js'
import type { AnyCustomer, ProductLine, Quote } from '../../quote/model/quote.js'
import { offeredScalarFieldNames } from '../../quote/model/quote-scalar-fields.js'
import { unpricedLines } from '../../quote/pricing/line-totals.js'
import { getAcceptedQuote } from '../../quote/selection/select-quote.js'
import type { DeskCall, DeskRuntime } from '../desk-call.js'
import { timeOnDay } from './changes.js'
import { componentTexts } from './components.js'
import { customerFieldNames, getLabel, shipToFields } from './fields.js'
import { lineName, quantityText } from './names.js'
import { ownText, type ShownField, storedFields } from './own-fields.js'

/** Shows a customer as on paper; false if nothing is known of it. */
export function partyText(
  { options }: Pick<DeskCall, 'options'>,
  customer: AnyCustomer,
): Html | false {
  const { email, phone, ...address } = customer
  const countryName = countryNames(options.locale ?? 'en')
  const [name, ...lines] = postalLines(address, { countryName })
  const contact = [email, phone].filter(Boolean)
  if (name === undefined && contact.length === 0) return false
  return html`<span class="who"><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</span>
    <span class="contact">${contact.map((each, index) => html`${index > 0 && html`<br>`}${each}`)}</span>`
}

const isUsual = (name: string) => customerFieldNames.some((known) => known === name)

/** Shows who a quote is for, and where the goods go if that is another address. */
export function customerCard(
  call: DeskCall,
  { customer, ship_to: shipTo }: Pick<Quote, 'customer' | 'ship_to'>,
): Html {
  const { strings, ownFields } = call
  const { labels } = strings
  const said = partyText(call, customer)
  const fields = Object.entries(customer).filter(([name, value]) => value && !isUsual(name))
  const label = (name: string) =>
    ownFields.customer.get(name)?.label ?? getLabel(labels.customer, name)
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer" class="visually-hidden">${labels.quote.customer}</h2>
    ${
      said
        ? html`<div class="party-text">${said}</div>`
        : fields.length === 0 && html`<p class="muted">${strings.quote.unknownCustomer}</p>`
    }
    ${factsList(fields.map(([name, value]) => [label(name), value] as const))}
    ${
      shipTo &&
      html`<h3>${labels.quote.ship_to}</h3>${factsList(
        [...shipToFields.values()].map((name) => [labels.customer[name], shipTo[name]] as const),
      )}`
    }
  </section>`
}

/** Shows the title, the introduction and the terms of a quote. */
export function wordingCard({ strings }: Pick<DeskRuntime, 'strings'>, quote: Quote): Html | false {
  const { labels, edit } = strings
  const names = offeredScalarFieldNames.filter((name) => quote[name] !== undefined)
  if (names.length === 0) return false
  return html`<section class="card" aria-labelledby="wording">
    <h2 id="wording">${edit.wording}</h2>
    <dl class="wording">${names.map(
      (name) => html`<dt>${labels.quote[name]}</dt><dd class="as-typed">${quote[name]}</dd>`,
    )}</dl>
  </section>`
}

/** Shows labels with their values. Those without a value are left out. */
export function factsList(
  facts: readonly (readonly [label: string, value: Html | string | false | undefined])[],
): Html {
  return html`<dl class="facts">${facts.map(
    ([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** Shows the lines of a quote and what they add up to, as a seller reads them. */
export function linesCard(call: DeskCall, offer: Quote): Html {
  // Once it is accepted, there is nothing to choose any more.
  const quote = getAcceptedQuote(offer)
  const { common, edit, labels } = call.strings
  const money = (amount: string) => call.formats.money(amount, quote.currency)
  return html`<section class="card lines-of" aria-labelledby="lines">
    <h2 id="lines" class="visually-hidden">${labels.quote.products}</h2>
    <table class="rows lines shown" aria-labelledby="lines">
      <thead><tr>
        <th scope="col">${labels.line.id}</th>
        <th scope="col" class="number">${labels.line.qty}</th>
        <th scope="col" class="number">${labels.line.price}</th>
        <th scope="col" class="number">${labels.line.quote}</th>
        <th scope="col" class="number">${labels.line.discount_total}</th>
        <th scope="col" class="number">${common.total}</th>
      </tr></thead>
      <tbody>${sectionRows(call, quote)}</tbody>
      <tfoot>${getTotals(call, quote).map(
        ({ type, label, amount }) => html`<tr class="${sums.has(type) && type}">
          <th scope="row" colspan="5" class="number">${label}</th>
          <td class="number">${amount}</td>
        </tr>`,
      )}</tfoot>
    </table>
    <div class="foot">${totalNotes(edit, money, quote)}</div>
  </section>`
}

/** Shows the lines without a section, then each section with its title, its sum and its lines. */
function sectionRows(call: DeskCall, quote: Quote): readonly Html[] {
  const lines = [...linesByKey(quote)]
  const { sections = [] } = quote
  const known = new Set(sections.map(({ key }) => key))
  const rowsOf = (keyed: typeof lines) => keyed.map(([, line]) => lineRow(call, quote, line))
  const { common } = call.strings
  return [
    ...rowsOf(lines.filter(([, { section = '' }]) => !known.has(section))),
    ...sections.flatMap((section) => {
      const own = lines.filter(([, line]) => line.section === section.key)
      const total = own.length > 0 && call.formats.money(sumOfLines(quote, own), quote.currency)
      return [
        html`<tr class="section"><th scope="rowgroup" colspan="5"><span class="name wrap">${section.title}</span>
        ${choiceNote(call, section, quote)}
        ${section.text && html`<span class="muted wrap">${section.text}</span>`}</th>
        <td class="number" data-label="${common.total}">${total}</td></tr>`,
        ...rowsOf(own),
      ]
    }),
  ]
}

/** Returns the names of what was taken of an offer and what was left out, if there was a choice. */
export function chosenParts(
  call: Pick<DeskCall, 'formats' | 'strings'>,
  quote: Quote,
  selection: Selection | undefined,
): { readonly taken: readonly string[]; readonly leftOut: readonly string[] } {
  const taken: string[] = []
  const leftOut: string[] = []
  if (selection === undefined) return { taken, leftOut }
  const { selected, quantities = {} } = selection
  const keys = new Set([...selected, ...Object.keys(quantities)])
  const outside = new Set<string>()
  for (const { key, title, selected: proposed } of quote.sections ?? []) {
    if (proposed === undefined) continue
    ;(keys.has(key) ? taken : leftOut).push(title)
    if (!keys.has(key)) outside.add(key)
  }
  for (const [key, line] of linesByKey(quote)) {
    const { selected: proposed, qty_range: range, section = '' } = line
    if ((proposed === undefined && range === undefined) || outside.has(section)) continue
    const name = lineName(call, line)
    const qty = Object.hasOwn(quantities, key) && (quantities[key] as number)
    if (!keys.has(key)) leftOut.push(name)
    else taken.push(qty === false ? name : `${call.formats.number(qty)} × ${name}`)
  }
  return { taken, leftOut }
}

/** Says what the customer can choose, and whether the total has it. */
function choiceNote({ formats, lang }: DeskCall, part: LineChoiceFields, quote: Quote) {
  const choice = describeChoice(part, quote, { strings: getStrings(lang), formats })
  return choice && html`<span class="muted choice">${choice}</span>`
}

/** What the quote costs, and what the customer pays if it is another amount. */
const sums: ReadonlySet<string> = new Set(['total', 'payable'])

function lineRow(call: DeskCall, shown: Quote, line: ProductLine): Html {
  const { formats, ownFields } = call
  const { common, edit, labels } = call.strings
  const money = (amount: string) => formats.money(amount, shown.currency)
  const unitMoney = (price: number | string) => money(shownUnitPrice(price, shown))
  const { id, name, sku, unit, qty, price, quote, quote_total: total, note, description } = line
  const rounded = roundedFrom(line)
  const percent = percentValue(line)
  const own = storedFields(line, ownFields.line)
  const { price_quantity: quantity, unpriced } = line
  const per =
    quantity !== undefined &&
    html`<br><span class="muted">${common.per(formats.number(quantity))}</span>`
  return html`<tr>
    <th scope="row" class="product"><span class="name wrap">${name ?? lineName(call, { id })}</span>
      ${sku && html`<span class="muted wrap">${sku}</span>`}
      ${id === 0 && description && html`<span class="muted wrap">${description}</span>`}
      ${componentTexts({ strings: call.strings, money, number: formats.number }, line, shown).map(
        (each) => html`<span class="muted wrap component">${each}</span>`,
      )}
      ${line.billing && html`<span class="muted">${describeBilling(edit, line.billing)}</span>`}
      ${choiceNote(call, line, shown)}
      ${note && html`<span class="note wrap">${note}</span>`}${own.map(
        ([field, value]) =>
          html`<span class="muted wrap">${edit.ownField(field.label, ownValue(call, field, value))}</span>`,
      )}</th>
    <td class="number" data-label="${labels.line.qty}">${quantityText(formats.number, qty, unit)}</td>
    <td class="number" data-label="${labels.line.price}">${!unpriced && unitMoney(price)}${per}</td>
    <td class="number" data-label="${labels.line.quote}">${!unpriced && html`${unitMoney(quote)}${per}`}${
      rounded !== undefined &&
      html`<br><span class="muted">${common.roundedFrom(unitMoney(rounded))}</span>`
    }</td>
    <td class="number" data-label="${labels.line.discount_total}">${percent && formats.percent(percent)}</td>
    <td class="number" data-label="${common.total}">${unpriced ? common.toBePriced : money(total)}</td>
  </tr>`
}

/** Says at which rate prices were converted. */
export function exchangeText(
  { formats, strings, options }: Pick<DeskRuntime, 'formats' | 'strings' | 'options'>,
  { currency: from, rate, source, date }: Exchange,
  { currency: to = '' }: Quote,
): string {
  const day = formats.date(timeOnDay({ options }, date))
  return strings.common.exchange({ from, rate: formats.money(rate), to, source, date: day })
}

/** Says how often something is charged. */
export function describeBilling(
  { billed }: Pick<DeskRuntime['strings']['edit'], 'billed'>,
  { interval, count, cycles }: Billing,
): string {
  return billed(interval, count?.toString(), cycles?.toString())
}

/** Exceeds what division loses, so that half a hundredth is rounded up. */
const tolerance = 1e-9

/**
 * Returns the percentage of a line, or else the percent that it is below its list price, for the
 * form; empty if it is not.
 */
export function percentValue({ discount, price, discount_percent: percent }: ProductLine): string {
  if (percent !== undefined) return percent
  if (price <= 0 || discount <= 0) return ''
  const computed = Math.round((discount / price) * 10_000 + tolerance) / 100
  return computed === 0 ? '' : String(computed)
}

/** Returns what a document says below the lines, in the words of the desk. */
export function getTotals(
  { engine, user, strings, formats, lang, options }: DeskCall,
  quote: Quote,
) {
  const { common, edit, history, labels } = strings
  const money = (amount: string) => formats.money(amount, quote.currency)
  return documentTotals(quote, {
    formats,
    timeZone: options.timeZone ?? 'UTC',
    currency: undefined,
    taxesOnSend: settingsOfStore(engine, user.storeId).taxesOnSend === true,
    describeTarget: (total) => strings.quote.toTotal(money(total)),
    strings: {
      ...getStrings(lang),
      subtotal: edit.amounts.lines,
      discount: common.discount,
      shipping: labels.quote.shipping,
      taxes: edit.amounts.taxes,
      taxesOnSend: edit.taxesOnSend,
      includedTax: history.includes('{tax}'),
      removedTax: common.notCharged('{tax}'),
      total: common.total,
      cashRounding: edit.amounts.rounding,
      payable: edit.amounts.payable,
    },
  })
}

/** Returns what the customer pays, or would pay now, or that it is to be priced. */
export function totalText({ strings, formats }: DeskCall, quote: Quote): string {
  const { currency, products } = quote
  const unpriced = unpricedLines(quote).length
  if (unpriced === products.length) return strings.common.toBePriced
  const total = formats.money(payableOf(quote), currency)
  return unpriced === 0 ? total : strings.common.incompleteTotal(total)
}

/** Says how far the offer is below the list prices, and whether the taxes are up to date. */
export function totalNotes(
  strings: DeskRuntime['strings']['edit'],
  money: (amount: string) => string,
  quote: Quote | undefined,
): Html {
  if (quote === undefined) return html``
  const { price_total: listed, quote_total: offered, taxes, shipping } = quote
  const unpriced = unpricedLines(quote).length
  return html`<div class="notes muted">
    ${unpriced > 0 && html`<p>${strings.unpricedLines(unpriced)}</p>`}
    ${Number(listed) !== Number(offered) && html`<p>${strings.listPrices(money(listed))}</p>`}
    ${taxes?.stale === true && html`<p>${strings.taxesStale}</p>`}
    ${shipping.stale === true && html`<p>${strings.shippingIsStale}</p>`}
    ${taxes?.same_gross === true && !taxes.stale && html`<p>${strings.sameGross}</p>`}
  </div>`
}

/** Returns a value of a field of the host's own, for people. */
export function ownValue(
  { formats, strings }: Pick<DeskRuntime, 'formats' | 'strings'>,
  field: Pick<ShownField, 'input'>,
  value: unknown,
): string {
  const { yes, no } = strings.common
  return ownText(field, value, { yes, no, number: formats.number })
}
