import { html } from 'hono/html'
import { takenOff } from '../../document/model/formats.js'
import { hasPendingTaxes } from '../../document/model/parts.js'
import { type Amount, parseAmount, subtract, toDecimalString } from '../../money/amount.js'
import { settingsOfStore } from '../../pages/document-options.js'
import { field, type SelectOption, select, textField } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import { describeBilling } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import type { Draft } from './draft-rows.js'
import type { EditedQuote } from './edited.js'
import { chargeFields, discountFields, paymentFields } from './term-fields.js'

/** What a quote adds up to, in the order in which it is added. */
export type AmountName = keyof DeskStrings['edit']['amounts']

/** An amount below the lines. */
export interface ShownAmount {
  readonly name: AmountName
  readonly label: string
  /** Formatted; empty if it is not shown, because there is none. */
  readonly amount: string
}

type Money = (amount: string) => string

/** Returns the amounts of a quote, formatted. */
export function shownAmounts(
  { engine, user, strings: { edit } }: DeskCall,
  money: Money,
  quote: Quote | undefined,
): readonly ShownAmount[] {
  const { amounts: labels, taxesIncluded } = edit
  const { taxesOnSend = false } = settingsOfStore(engine, user.storeId)
  const isPending = quote !== undefined && hasPendingTaxes(quote, { taxesOnSend })
  const { amounts, taxes, payment_plan: plan = [] } = quote ?? {}
  const { recurring = [], taxes_added: added = '0' } = amounts ?? {}
  const shown = (amount: string | undefined) => (amount ? money(amount) : '')
  const optional = (amount: string | undefined) => (Number(amount ?? 0) === 0 ? '' : (amount ?? ''))
  const withoutAdded = amounts && withoutTaxes(amounts.taxes, added)
  const values: Readonly<Record<AmountName, string>> = {
    lines: shown(quote?.quote_total),
    discounts: shown(takenOff(optional(amounts?.discounts))),
    charges: shown(optional(amounts?.charges)),
    shipping: shown(optional(amounts?.shipping)),
    taxes_removed: shown(takenOff(optional(amounts?.taxes_removed))),
    taxes: isPending ? edit.taxesOnSend : shown(optional(withoutAdded)),
    taxes_added: shown(optional(added)),
    total: shown(amounts?.total ?? quote?.quote_total),
    withheld: shown(takenOff(optional(amounts?.withheld))),
    rounding: shown(optional(amounts?.rounding)),
    payable: amounts?.payable === amounts?.total ? '' : shown(amounts?.payable),
    payment_plan: plan.map(({ amount }) => money(amount)).join('\n'),
    upfront: shown(amounts?.upfront),
    recurring: recurring
      .map((each) => `${money(each.total)} ${describeBilling(edit, each)}`)
      .join('; '),
  }
  return Object.entries(labels).map(([key, label]) => {
    const name = key as AmountName
    const isIncluded = name === 'taxes' && taxes?.inclusive === true
    return { name, label: isIncluded ? taxesIncluded : label, amount: values[name] }
  })
}

/** The action that shows the total with taxes before anything is saved. No key asks a provider. */
export const calculateTaxes = 'taxes'

/** Shows the button that calculates taxes, for a stored quote of a shop that has a tax provider. */
function taxButton({ engine, user, strings, param }: DeskCall): Html | false {
  const { taxesOnSend = false } = settingsOfStore(engine, user.storeId)
  if (!taxesOnSend || param('quoteId') === '') return false
  return html`<button type="submit" name="action" value="${calculateTaxes}" class="quiet" data-taxes>${strings.edit.calculateTaxes}</button> `
}

/** Returns the taxes that the prices include if others are added to them. */
function withoutTaxes(taxes: string, added: string): string {
  if (Number(added) === 0) return taxes
  const [all, part] = [taxes, added].map((amount) => parseAmount(amount) as Amount)
  return toDecimalString(subtract(all as Amount, part as Amount))
}

/** Shows the amounts below the column of the totals, with the fields that change them. */
export function totalRows(call: DeskCall, money: Money, edited: EditedQuote): Html {
  const { priced, quote = priced?.quote } = edited
  const fields: Partial<Readonly<Record<AmountName, Html>>> = {
    discounts: discountFields(call, edited),
    charges: chargeFields(call, edited),
    shipping: shippingFields(call, edited),
    payment_plan: paymentFields(call, edited),
  }
  return html`${shownAmounts(call, money, priced?.quote ?? quote).map(({ name, label, amount }) => {
    const row = fields[name]
    const isHidden = amount === '' && name !== 'total' && name !== 'lines'
    return row === undefined
      ? html`<tr class="amount ${name}" data-amount="${name}"${isHidden && html` hidden`}>
      <th scope="row" colspan="4" class="number">${name === 'taxes' && taxButton(call)}${label}</th>
      <td class="number" data-value>${amount}</td><td></td>
    </tr>`
      : html`<tr class="amount ${name}" data-amount="${name}" data-kept>
      <td colspan="4">${row}</td>
      <td class="number" data-value>${amount}</td><td></td>
    </tr>`
  })}`
}

/** Shows how a quote can be shipped: not at all, by an option of the provider, or otherwise. */
function shippingFields({ formats, strings }: DeskCall, edited: EditedQuote): Html {
  const { draft, quote, errors, choices } = edited
  const type = draft.get('shipping.type') ?? ''
  const { edit } = strings
  const money = (amount: string) => formats.money(amount, quote?.currency)
  const offered = (choices.shipping ?? []).map(
    ({ type, name, price }) => [type, edit.shippingOption(name, money(price))] as const,
  )
  const options: readonly SelectOption[] = [
    ['no_additional', edit.noCharge],
    ...offered.filter(([each]) => each !== quote?.shipping.type),
    ...storedOption(edit, quote?.shipping, money),
    ['custom', edit.ownCharge],
  ]
  const known = options.some(([each]) => each === type)
  const others: readonly SelectOption[] = known ? [] : [[type, type]]
  return html`<div class="ship-method">
    <span>${edit.amounts.shipping}</span>
    ${select({
      name: 'shipping.type',
      label: edit.shippingMethod,
      isLabelHidden: true,
      value: type,
      options: [...options, ...others],
      errors,
    })}
    ${customFields(strings, draft, errors)}
    ${quote?.shipping.stale === true && html`<p class="hint">${edit.pricedAgain}</p>`}
    ${choices.notice !== undefined && html`<p class="notice warn">${choices.notice}</p>`}
  </div>`
}

/** The option that was chosen keeps its price until the quote is sent, also if it is stale. */
function storedOption(
  { shippingStored, shippingStale }: DeskStrings['edit'],
  shipping: NonNullable<EditedQuote['quote']>['shipping'] | undefined,
  money: (amount: string) => string,
): readonly SelectOption[] {
  if (shipping === undefined || ['no_additional', 'custom'].includes(shipping.type)) return []
  const { type, product, stale } = shipping
  const label = stale ? shippingStale : shippingStored
  return [[type, product === null ? type : label(product.name, money(product.price))]]
}

/** Shows the charge of `custom`. The fields of an option's charge would be ignored. */
function customFields(
  { edit, labels }: DeskStrings,
  draft: Draft,
  errors: EditedQuote['errors'],
): Html {
  const path = 'shipping.product'
  const isCustom = draft.get('shipping.type') === 'custom'
  const textOf = (field: string) => (isCustom ? draft.get(`${path}.${field}`) : '')
  return html`
    <div class="custom">${textField({ name: `${path}.name`, label: edit.chargeName, value: textOf('name'), errors })}</div>
    <div class="custom price">${field({
      name: `${path}.price`,
      label: edit.chargePrice,
      value: textOf('price'),
      inputMode: 'decimal',
      errors,
    })}</div>
    <div class="custom">${textField({
      name: `${path}.tax_code`,
      label: labels.line.tax_code,
      value: textOf('tax_code'),
      errors,
    })}</div>`
}
