import { html } from 'hono/html'
import { unitWords } from '../../document/model/units.js'
import type { Html } from '../../pages/layout.js'
import { getKey } from '../../quote/lines/line-keys.js'
import type { TaxTotal } from '../../quote/pricing/pricing-fields.js'
import type { ProductLine, Quote, QuoteRecord } from '../../quote/quote.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { customerLabels, getLabel, quoteLabels } from '../parts/field-labels.js'
import { lineName } from '../parts/names.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { getTime } from '../parts/time.js'
import { loadNames } from '../parts/user-names.js'
import { amountText, quoteValue, takenOff, type ValueFormats } from './field-values.js'
import { requireVersion } from './versions.js'

/** Shows a quote as it was at a version. */
export const versionPage: ShowPage = async (call) => {
  const { engine, user, formats } = call
  const quoteId = call.param('quoteId')
  const version = requireVersion(call.param('version'), quoteId)
  const [current, past, nameOf] = await Promise.all([
    engine.getQuote(user, quoteId),
    engine.getQuote(user, quoteId, { version }),
    loadNames(call),
  ])
  const heading = `Version ${version}`
  const main = html`${quoteHeader(call, past, heading)}
    <div class="stack">
      <p class="notice">Version ${version} of ${getTime(formats, past.updated)}.
        ${version === current.version ? 'This is the current version.' : html`The quote is at version ${current.version} now.`}</p>
      ${versionLinks(call, current, version)}
      ${quoteContent(past.quote, { formats, nameOf, desk: call })}
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(current)}`, section: 'quotes', main })
}

function versionLinks(
  { url }: DeskCall,
  { quoteId, version: last }: QuoteRecord,
  version: number,
): Html {
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const link = (address: string, text: string) =>
    html`<a class="button" href="${url(`${path}${address}`)}">${text}</a>`
  return html`<nav class="actions no-print" aria-label="Versions">
    ${version > 1 && link(`/versions/${version - 1}`, 'Version before')}
    ${version < last && link(`/versions/${version + 1}`, 'Version after')}
    ${version < last && link(`/differences?from=${version}&to=${last}`, 'Differences from now')}
    ${link('/history', 'History')}
    ${link(`/document?version=${version}`, 'Document')}
  </nav>`
}

/** The words of the desk are English. */
const unitWord = unitWords('en')

/** Shows a version of a quote, to be read. */
function quoteContent(quote: Quote, values: Omit<ValueFormats, 'quote'>): Html {
  const shown = { ...values, quote }
  return html`<div class="columns">
    <div class="stack">
      <section class="card" aria-labelledby="lines-title">
        <h2 id="lines-title">Lines</h2>
        ${linesTable(quote, shown)}
        ${totals(quote, shown)}
      </section>
    </div>
    <div class="stack">
      <section class="card" aria-labelledby="customer-title">
        <h2 id="customer-title">Customer</h2>
        ${customerFacts(quote)}
      </section>
      <section class="card" aria-labelledby="facts-title">
        <h2 id="facts-title">Facts</h2>
        ${quoteFacts(quote, shown)}
      </section>
    </div>
  </div>`
}

function linesTable(quote: Quote, shown: ValueFormats): Html {
  return html`<table class="rows version-lines">
    <thead><tr><th scope="col">Product</th><th scope="col" class="number">Quantity</th>
      <th scope="col" class="number">List price</th><th scope="col" class="number">Unit price</th>
      <th scope="col" class="number">Total</th></tr></thead>
    <tbody>${displayedLines(quote).map((line) => lineRow(line, shown))}</tbody>
  </table>`
}

/** Returns the lines in the order of display. */
function displayedLines({ products, product_order: order }: Quote): readonly ProductLine[] {
  if (order === null) return products
  const positions = new Map(order.map((key, index) => [key, index]))
  const position = new Map(
    products.map((line, index) => [line, positions.get(getKey(line, index)) ?? products.length]),
  )
  return products.toSorted((left, right) => (position.get(left) ?? 0) - (position.get(right) ?? 0))
}

function lineRow(line: ProductLine, shown: ValueFormats): Html {
  const { qty, unit, price, quote, quote_total: total, note } = line
  const quantity = `${shown.formats.number(qty)}${unit === undefined ? '' : ` ${unitWord(unit, qty)}`}`
  return html`<tr>
    <th scope="row" class="wrap">${lineName(line)}${note !== undefined && html`<p class="hint as-typed">${note}</p>`}</th>
    <td class="number" data-label="Quantity">${quantity}</td>
    <td class="number" data-label="List price">${amountText(price, shown)}</td>
    <td class="number" data-label="Unit price">${amountText(quote, shown)}</td>
    <td class="number" data-label="Total">${amountText(total, shown)}</td>
  </tr>`
}

/** Shows what the lines, discounts, shipping and taxes add up to. */
function totals(quote: Quote, shown: ValueFormats): Html {
  const { amounts, discounts = [], shipping, taxes, quote_total: lines } = quote
  const { rates = [], removed } = (taxes?.stale ? undefined : taxes) ?? {}
  const isIncluded = taxes?.inclusive === true
  return html`<dl class="version-totals">
    ${amounts !== undefined && total('Lines', amountText(lines, shown))}
    ${discounts.map(({ label = 'Discount', amount }) => total(label, takenOff(amount, shown)))}
    ${shipping.product !== null && total(shipping.product.name, amountText(shipping.product.price, shown))}
    ${(removed?.rates ?? []).map((each) =>
      total(`${rateName(each, shown)}, in the prices, not charged`, takenOff(each.amount, shown)),
    )}
    ${rates.map((each) =>
      total(
        `${isIncluded ? 'Includes ' : ''}${rateName(each, shown)}`,
        amountText(each.amount, shown),
      ),
    )}
    ${total('Total', amountText(amounts?.total ?? lines, shown), 'sum')}
  </dl>`
}

function rateName({ name, rate }: TaxTotal, { formats }: ValueFormats): string {
  return rate === undefined ? name : `${name} ${formats.percent(rate)}`
}

function total(label: string, amount: string, className = ''): Html {
  return html`<div class="${className}"><dt>${label}</dt><dd class="number">${amount}</dd></div>`
}

function customerFacts({ customer }: Quote): Html {
  const fields = Object.entries(customer).filter(([, value]) => value !== undefined && value !== '')
  if (fields.length === 0) return html`<p class="muted">No details.</p>`
  return html`<dl class="pairs">${fields.map(
    ([name, value]) =>
      html`<div><dt>${getLabel(customerLabels, name)}</dt><dd class="as-typed">${value}</dd></div>`,
  )}</dl>`
}

const factNames = [
  'status',
  'number',
  'revision',
  'created',
  'sent',
  'expires',
  'owner',
  'customer_id',
  'tags',
  'acceptance',
  'order',
  'delivery',
  'reason',
  'seal',
] as const satisfies readonly (keyof Quote)[]

function quoteFacts(quote: Quote, shown: ValueFormats): Html {
  const facts = factNames.filter((name) => quote[name] !== undefined && quote[name] !== null)
  return html`<dl class="pairs">${facts.map(
    (name) =>
      html`<div><dt>${getLabel(quoteLabels, name)}</dt><dd class="as-typed">${quoteValue(name, quote[name], shown)}</dd></div>`,
  )}</dl>`
}
