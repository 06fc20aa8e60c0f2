import { html } from 'hono/html'
import { field, type SelectOption, select } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import type { DraftShipping } from '../draft/quote-draft.js'
import type { EditedQuote } from './edited.js'
import { textField } from './text-field.js'

/** Shows how a quote can be shipped: not at all, by an option of the provider, or otherwise. */
export function shippingFields({ formats }: DeskCall, edited: EditedQuote): Html {
  const { draft, quote, errors, choices } = edited
  const { shipping } = draft
  const money = (amount: string) => formats.money(amount, quote?.currency)
  const offered = (choices.shipping ?? []).map(
    ({ type, name, price }) => [type, `${name}, ${money(price)}`] as const,
  )
  const options: readonly SelectOption[] = [
    ['no_additional', 'No charge'],
    ...offered.filter(([type]) => type !== quote?.shipping.type),
    ...storedOption(quote?.shipping, money),
    ['custom', 'A charge of your own'],
  ]
  const known = options.some(([type]) => type === shipping.type)
  const others: readonly SelectOption[] = known ? [] : [[shipping.type, shipping.type]]
  return html`<section class="card shipping" aria-labelledby="shipping">
    <h2 id="shipping">Shipping</h2>
    <div class="fields">
      ${select({
        name: 'shipping.type',
        label: 'Method',
        value: shipping.type,
        options: [...options, ...others],
        errors,
      })}
      ${customFields(shipping, errors)}
    </div>
    ${
      quote?.shipping.stale === true &&
      html`<p class="hint">Is priced again when the quote is sent.</p>`
    }
    ${choices.notice !== undefined && html`<p class="notice warn">${choices.notice}</p>`}
  </section>`
}

/** The option that was chosen keeps its price until the quote is sent, also if it is stale. */
function storedOption(
  shipping: NonNullable<EditedQuote['quote']>['shipping'] | undefined,
  money: (amount: string) => string,
): readonly SelectOption[] {
  if (shipping === undefined || ['no_additional', 'custom'].includes(shipping.type)) return []
  const { type, product, stale } = shipping
  const when = stale ? 'until the quote is sent' : 'as chosen'
  return [[type, product === null ? type : `${product.name}, ${money(product.price)} ${when}`]]
}

/** Shows the charge of `custom`. The fields of an option's charge would be ignored. */
function customFields(
  { type, name, price, tax_code: taxCode }: DraftShipping,
  errors: EditedQuote['errors'],
): Html {
  const own = type === 'custom' ? { name, price, taxCode } : { name: '', price: '', taxCode: '' }
  const path = 'shipping.product'
  return html`
    <div class="custom">${textField({ name: `${path}.name`, label: 'Name', value: own.name, errors })}</div>
    <div class="custom amount">${field({
      name: `${path}.price`,
      label: 'Price',
      value: own.price,
      inputMode: 'decimal',
      errors,
    })}</div>
    <div class="custom">${textField({
      name: `${path}.tax_code`,
      label: 'Tax code',
      value: own.taxCode,
      errors,
    })}</div>`
}
