import { html } from 'hono/html'
import { postalLines } from '../../document/model/addresses.js'
import { countryNames } from '../../document/model/document-options.js'
import type { Html } from '../../pages/layout.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { AnyCustomer, Quote } from '../../quote/model/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { productIdValue } from '../edit/draft.js'
import { listUrl } from '../list/load-list.js'
import { quoteRows } from '../list/quote-rows.js'
import type { CurrencySum } from '../list/sort-quotes.js'
import { renderDate } from '../parts/changes.js'
import { getLabel } from '../parts/fields.js'
import { ifPermitted, loadAllUsers } from '../parts/load.js'
import { initials, lineName } from '../parts/names.js'
import { factsList } from '../parts/quote-content.js'
import { type CustomerQuotes, customerQuery, loadCustomer } from './customer.js'
import { boughtProducts, customerFigures, type QuoteSums } from './customer-figures.js'

const maxBought = 10
const maxPeople = 8

/** What is known of a customer, whose quotes are named by an id or by an email address. */
export const customerRoute: DeskRoute = {
  path: '/customer',
  async get(call) {
    const [found, users] = await Promise.all([
      loadCustomer(call),
      ifPermitted(loadAllUsers(call), []),
    ])
    if (found === undefined) return noCustomer(call)
    const { quotes } = found
    const [{ quote }] = quotes
    const title = nameOf(call, quote)
    const main = html`${head(call, found, title)}
      ${figures(call, found)}
      <div class="columns">
        <div class="content stack">
          <section class="card of-customer" aria-labelledby="quotes-title">
            <h2 id="quotes-title">${call.strings.list.title}</h2>
            ${quoteRows(call, quotes, { users, now: Date.now() })}
          </section>
          ${boughtMost(call, found)}
        </div>
        <div class="stack beside">${people(call, found)}${addresses(call, found)}${facts(call, quote)}</div>
      </div>`
    return call.page({ title, section: 'customers', main })
  },
}

function noCustomer(call: DeskCall): Promise<Response> {
  const { none: title, noneHint } = call.strings.customers
  const main = html`<div class="head"><h1>${title}</h1></div>
    <div class="card empty"><h2>${title}</h2><p class="muted">${noneHint}</p>
    <p><a href="${call.url('/customers/search')}">${call.strings.customers.find}</a></p></div>`
  return call.page({ title, section: 'customers', main }, 404)
}

function nameOf(call: DeskCall, { customer, customer_id: id = '' }: Quote): string {
  const { company, name, email } = customer
  return company || name || email || id || call.strings.list.noName
}

function head(call: DeskCall, { quotes, hasMore }: CustomerQuotes, title: string): Html {
  const { customers: strings, list } = call.strings
  const [{ quote }] = quotes
  const first = quotes.at(-1)?.quote.created
  const about = hasMore
    ? strings.latest(call.formats.number(quotes.length))
    : first !== undefined && html`${strings.since} ${renderDate(call.formats, first)}`
  const { customer_id: id } = quote
  return html`<div class="head">
    <div class="what">${initials(title)}<h1>${title}</h1><span class="about">${about}</span></div>
    ${
      id &&
      html`<nav class="links no-print" aria-label="${strings.allQuotes}"><a href="${listUrl(call, { customer_id: id })}">${strings.allQuotes}</a>
      <a href="${call.url('/quotes.csv')}?${new URLSearchParams({ customer_id: id })}">${list.csv}</a></nav>`
    }
    <a class="button primary" href="${newQuoteUrl(call, quote)}">${list.newQuote}</a>
  </div>`
}

/** Returns the address of a form for a quote for the same customer. */
function newQuoteUrl(call: DeskCall, quote: Quote, product?: string): string {
  const of = product === undefined ? {} : { product }
  const query = [customerQuery(quote), String(new URLSearchParams(of))].filter(Boolean)
  return `${call.url('/quotes/new')}?${query.join('&')}`
}

function figures(call: DeskCall, { quotes }: CustomerQuotes): Html {
  const { customers: strings, list } = call.strings
  const { open, won, ended, belowList } = customerFigures(quotes)
  const count = ({ count: each }: QuoteSums) => call.formats.number(each)
  const figure = (label: string, value: string, note: string) =>
    html`<div><span class="eyebrow">${label}</span>
      <span class="value">${value || '–'} ${note && html`<small>${note}</small>`}</span></div>`
  return html`<div class="figures">
    ${figure(list.views.open, sumsText(call, open.sums), strings.quotes(count(open), open.count === 1))}
    ${figure(strings.won, sumsText(call, won.sums), strings.ofEnded(count(won), call.formats.number(ended)))}
    ${figure(strings.belowList, belowList === undefined ? '' : call.formats.percent(belowList), '')}
  </div>`
}

function sumsText({ formats }: DeskCall, sums: readonly CurrencySum[]): string {
  return sums.map(({ currency, sum }) => formats.money(sum, currency || undefined)).join(' · ')
}

/** Shows what the customer has bought most: each starts a quote with it. */
function boughtMost(call: DeskCall, { quotes }: CustomerQuotes): Html | false {
  const { customers: strings, labels } = call.strings
  const bought = boughtProducts(quotes, maxBought)
  if (bought.length === 0) return false
  const [{ quote: latest }] = quotes
  const { formats } = call
  return html`<section class="card" aria-labelledby="bought-title">
    <h2 id="bought-title">${strings.bought}</h2><p class="muted">${strings.boughtHint}</p>
    <table class="rows" aria-labelledby="bought-title">
      <thead><tr><th scope="col">${labels.line.id}</th><th scope="col" class="number">${labels.line.qty}</th>
        <th scope="col" class="number">${strings.lastPrice}</th></tr></thead>
      <tbody>${bought.map(({ line, quote, quantity }) => {
        const price = line.unpriced
          ? call.strings.common.toBePriced
          : formats.money(shownUnitPrice(line.quote, quote), quote.currency)
        return html`<tr>
          <th scope="row"><a class="wrap" href="${newQuoteUrl(call, latest, productIdValue(line.id))}">${lineName(call, line)}</a></th>
          <td class="number" data-label="${labels.line.qty}">${formats.number(quantity)}</td>
          <td class="number" data-label="${strings.lastPrice}">${price}</td></tr>`
      })}</tbody>
    </table>
  </section>`
}

/** Returns the values of quotes that differ by a key, the latest of each. */
function distinct<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  const byKey = new Map<string, T>()
  for (const value of values) if (!byKey.has(keyOf(value))) byKey.set(keyOf(value), value)
  byKey.delete('')
  return [...byKey.values()].slice(0, maxPeople)
}

function people(call: DeskCall, { quotes }: CustomerQuotes): Html | false {
  const keyOf = ({ email, name, phone }: AnyCustomer) =>
    (email || name || phone || '').toLowerCase()
  const shown = distinct(
    quotes.map(({ quote }) => quote.customer),
    keyOf,
  )
  if (shown.length === 0) return false
  return html`<section class="card" aria-labelledby="people-title">
    <h2 id="people-title">${call.strings.customers.people}</h2>
    <ul class="people">${shown.map(
      ({
        name,
        email,
        phone,
      }) => html`<li>${initials(name || email || '')}<p>${name && html`<strong class="wrap">${name}</strong>`}
        ${email && html`<a class="wrap" href="mailto:${encodeURIComponent(email).replaceAll('%40', '@')}">${email}</a>`}
        ${phone && html`<span class="wrap">${phone}</span>`}</p></li>`,
    )}</ul></section>`
}

function addresses(call: DeskCall, { quotes }: CustomerQuotes): Html | false {
  const countryName = countryNames(call.options.locale ?? 'en')
  const linesOf = ({ name, company, ...address }: AnyCustomer) =>
    postalLines(address, { countryName })
  const all = quotes.flatMap(({ quote }) => [
    quote.customer,
    ...(quote.ship_to ? [quote.ship_to] : []),
  ])
  const shown = distinct(all.map(linesOf), (lines) => lines.join('\n').toLowerCase())
  if (shown.length === 0) return false
  return html`<section class="card" aria-labelledby="addresses-title">
    <h2 id="addresses-title">${call.strings.customers.addresses}</h2>
    ${shown.map((lines) => html`<p class="as-typed">${lines.join('\n')}</p>`)}</section>`
}

/** Shows the ids of the customer, and its own fields. */
function facts(call: DeskCall, quote: Quote): Html | false {
  const { labels } = call.strings
  const { customer, customer_id: id, company_id: company } = quote
  const known = new Set(Object.keys(labels.customer))
  const own = Object.entries(customer).filter(([name, value]) => value && !known.has(name))
  const label = (name: string) =>
    call.ownFields.customer.get(name)?.label ?? getLabel(labels.customer, name)
  const shown = [
    [labels.quote.customer_id, id],
    [labels.quote.company_id, company],
    ...own.map(([name, value]) => [label(name), value]),
  ] as const
  if (shown.every(([, value]) => !value)) return false
  return html`<section class="card" aria-labelledby="facts"><h2 id="facts">${call.strings.quote.facts}</h2>
    ${factsList(shown.map(([name, value]) => [name ?? '', value ?? undefined] as const))}</section>`
}
