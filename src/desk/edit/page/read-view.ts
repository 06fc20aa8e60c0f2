import { html } from 'hono/html'
import type { Html } from '../../../pages/layout.js'
import { roundedFrom } from '../../../quote/lines/line-pricing.js'
import { shownUnitPrice } from '../../../quote/pricing/precision.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { customerLabel } from '../../parts/field-labels.js'
import { displayedLines } from '../draft/draft-of-quote.js'
import { percentValue } from '../draft/product-values.js'
import { negated, totalNotes, totalRows } from '../form/totals.js'

/** Shows the content of a quote that cannot be edited in its status. */
export function readView({ formats }: DeskCall, quote: Quote): Html {
  const money = (amount: string) => formats.money(amount, quote.currency)
  return html`<div class="stack">
    ${customerCard(quote)}
    <section class="card" aria-labelledby="lines">
      <h2 id="lines">Lines</h2>
      <table class="rows lines shown" aria-labelledby="lines">
        <thead><tr>
          <th scope="col">Product</th>
          <th scope="col" class="number">Quantity</th>
          <th scope="col" class="number">List price</th>
          <th scope="col" class="number">Offered price</th>
          <th scope="col" class="number">Discount</th>
          <th scope="col" class="number">Total</th>
        </tr></thead>
        <tbody>${[...displayedLines(quote).values()].map((line) => readRow(formats, quote, line))}</tbody>
        <tfoot>${totalRows(money, quote, 5, 0)}</tfoot>
      </table>
      ${totalNotes(money, quote)}
    </section>
    ${extras(quote, money)}
  </div>`
}

function customerCard({ customer }: Quote): Html {
  const fields = Object.entries(customer).filter(([, value]) => value)
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">Customer</h2>
    ${
      fields.length === 0
        ? html`<p class="muted">Nothing is known about the customer.</p>`
        : html`<dl class="facts wide">${fields.map(([name, value]) => {
            const label = customerLabel(name)
            return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
          })}</dl>`
    }
  </section>`
}

function readRow(formats: DeskCall['formats'], shown: Quote, line: ProductLine): Html {
  const money = (amount: string) => formats.money(amount, shown.currency)
  const unitMoney = (price: number | string) => money(shownUnitPrice(price, shown))
  const rounded = roundedFrom(line)
  const { name, id, sku, unit, qty, price, quote, quote_total: total, note, description } = line
  const percent = percentValue(line)
  return html`<tr>
    <th scope="row" class="product"><span class="name">${name ?? `Product ${id}`}</span>
      ${(sku ?? unit) && html`<span class="muted">${[sku, unit && `per ${unit}`].filter(Boolean).join(' · ')}</span>`}
      ${id === 0 && description && html`<span class="muted wrap">${description}</span>`}
      ${note && html`<span class="note">${note}</span>`}</th>
    <td class="number" data-label="Quantity">${formats.number(qty)}</td>
    <td class="number" data-label="List price">${unitMoney(price)}</td>
    <td class="number" data-label="Offered price">${unitMoney(quote)}${
      rounded !== undefined &&
      html`<br><span class="muted">Rounded from ${unitMoney(rounded)}</span>`
    }</td>
    <td class="number" data-label="Discount">${percent === '' ? '' : formats.percent(percent)}</td>
    <td class="number" data-label="Total">${money(total)}</td>
  </tr>`
}

/** Shows what makes up the amounts below the lines. */
function extras({ discounts = [], shipping, taxes }: Quote, money: (amount: string) => string) {
  const rows = [
    ...discounts.map(({ label, type, value, amount }) => ({
      name: label ?? 'Discount',
      detail: type === 'percent' ? `${value} %` : type === 'target' ? `to ${money(value)}` : '',
      amount: money(negated(amount)),
    })),
    ...(shipping.product === null
      ? []
      : [
          {
            name: 'Shipping',
            detail: shipping.product.name,
            amount: money(shipping.product.price),
          },
        ]),
    ...(taxes?.removed?.rates ?? []).map(({ name, rate, amount }) => ({
      name: `${name}, in the prices, not charged`,
      detail: rate === undefined ? '' : `${rate} %`,
      amount: money(negated(amount)),
    })),
    ...(taxes?.rates ?? []).map(({ name, rate, amount }) => ({
      name,
      detail: rate === undefined ? '' : `${rate} %`,
      amount: money(amount),
    })),
  ]
  if (rows.length === 0) return false
  return html`<section class="card" aria-labelledby="extras">
    <h2 id="extras">Discounts, shipping and taxes</h2>
    <table class="amounts" aria-labelledby="extras"><tbody>${rows.map(
      ({ name, detail, amount }) => html`<tr>
        <th scope="row">${name} <span class="muted">${detail}</span></th>
        <td class="number">${amount}</td>
      </tr>`,
    )}</tbody></table>
  </section>`
}
