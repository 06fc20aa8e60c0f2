import { html } from 'hono/html'
import type { Html } from '../../../pages/layout.js'
import type { Quote } from '../../../quote/quote.js'

/** What a quote adds up to, in the order in which it is added. */
export type AmountName = 'lines' | 'discounts' | 'shipping' | 'taxes_removed' | 'taxes' | 'total'

/** An amount below the lines. */
export interface ShownAmount {
  readonly name: AmountName
  readonly label: string
  /** Formatted; empty if it is not shown, because there is none. */
  readonly amount: string
}

/** Returns an amount that is taken off, with its sign; nothing has none. */
export function negated(amount: string): string {
  return /[1-9]/.test(amount) ? `-${amount}` : amount
}

type Money = (amount: string) => string

/** Returns the amounts of a quote, formatted. */
export function shownAmounts(money: Money, quote: Quote | undefined): readonly ShownAmount[] {
  const { amounts, taxes } = quote ?? {}
  const optional = (name: Exclude<AmountName, 'lines' | 'total'>) =>
    Number(amounts?.[name] ?? 0) === 0 ? '' : (amounts?.[name] ?? '')
  const [discounts, removed] = [optional('discounts'), optional('taxes_removed')]
  const shown = (amount: string | undefined) => (amount ? money(amount) : '')
  return [
    { name: 'lines', label: 'Lines', amount: shown(quote?.quote_total) },
    { name: 'discounts', label: 'Discounts', amount: shown(discounts && `-${discounts}`) },
    { name: 'shipping', label: 'Shipping', amount: shown(optional('shipping')) },
    {
      name: 'taxes_removed',
      label: 'Taxes in the prices, not charged',
      amount: shown(removed && `-${removed}`),
    },
    {
      name: 'taxes',
      label: taxes?.inclusive === true ? 'Taxes, included' : 'Taxes',
      amount: shown(optional('taxes')),
    },
    { name: 'total', label: 'Total', amount: shown(amounts?.total ?? quote?.quote_total) },
  ]
}

/** Returns what the customer pays, or would pay now. */
export function getTotal({ amounts, quote_total: lines }: Quote): string {
  return amounts?.total ?? lines
}

/**
 * Shows the amounts below the column of the totals.
 *
 * @param after How many columns follow that of the totals.
 */
export function totalRows(money: Money, quote: Quote | undefined, before = 6, after = 1): Html {
  return html`${shownAmounts(money, quote).map(
    ({ name, label, amount }) => html`<tr class="amount ${name}" data-amount="${name}"${
      amount === '' && name !== 'total' && name !== 'lines' && html` hidden`
    }>
      <th scope="row" colspan="${before}" class="number">${label}</th>
      <td class="number">${amount}</td>${after > 0 && html`<td></td>`}
    </tr>`,
  )}`
}

/** Says how far the offer is below the list prices, and whether the taxes are up to date. */
export function totalNotes(money: Money, quote: Quote | undefined): Html {
  if (quote === undefined) return html``
  const { price_total: listed, quote_total: offered, taxes, shipping } = quote
  return html`<div class="notes muted">
    ${
      Number(listed) !== Number(offered) && html`<p>List prices of the lines: ${money(listed)}.</p>`
    }
    ${
      taxes?.stale === true &&
      html`<p>What is taxed has changed. Taxes are calculated again when the quote is sent.</p>`
    }
    ${
      shipping.stale === true &&
      html`<p>The quote has changed since its shipping was priced. Shipping is priced again when the quote is sent.</p>`
    }
    ${
      taxes?.same_gross === true &&
      !taxes.stale &&
      html`<p>The prices contain taxes that this customer does not pay. The customer pays the same prices as others.</p>`
    }
  </div>`
}
