import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, field, getId, type SelectOption, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, keyField, versionField } from '../forms.js'
import { customerLabels, type PickedProduct, pickValue } from '../parts/fields.js'
import { tagClass } from '../parts/names.js'
import {
  addedRows,
  allDiscountsField,
  type DraftDiscount,
  type DraftShipping,
  displayedLines,
  isBlankRow,
  newDiscount,
  newRow,
  type QuoteDraft,
  quoted,
} from './draft.js'
import { type EditedQuote, getLabels } from './edited.js'
import { getPicks } from './find-products.js'
import { rowName } from './flatten.js'
import { lineRow, type RowProps, templateIndex, textField } from './line-row.js'

/** Where a form goes, and what identifies it. */
export interface FormTarget {
  /** The address of the page, without the prefix of the desk: `/quotes/1`. */
  readonly path: string
  /** The version that the form shows; undefined for a new quote. */
  readonly version?: number | undefined
  /** Makes repeated requests save the form once. */
  readonly key?: string | undefined
  /** What the button does: `Save`. */
  readonly label: string
  /** Fields that only this form has. */
  readonly extra?: Html | undefined
}

/** Shows all that can be changed of a quote, as one form. */
export function editForm(call: DeskCall, typed: EditedQuote, target: FormTarget): Html {
  const edited = { ...typed, errors: { ...typed.errors, ...offerErrors(typed) } }
  const { draft, errors, priced, quote = priced?.quote } = edited
  const shown = priced?.quote ?? quote
  const money = (amount: string) => call.formats.money(amount, quote?.currency)
  const { searchProducts } = call.options
  return html`<form method="post" action="${call.url(target.path)}" class="edit" novalidate
    data-edit data-preview="${call.url(`${target.path}/preview`)}"${
      searchProducts !== undefined && html` data-products="${call.url('/products')}"`
    }>
    ${formToken(call)}
    <input type="hidden" name="part" value="content">
    ${target.version !== undefined && versionField(target.version)}
    ${target.key !== undefined && keyField(target.key)}
    <button type="submit" name="action" value="enter" class="visually-hidden" tabindex="-1"
      aria-hidden="true">Calculate</button>
    ${formErrorSummary(errors, edited)}
    ${customerFields(draft, errors)}
    ${lineTable(call, edited)}
    ${discountFields(call, edited)}
    ${shippingFields(call, edited)}
    <section class="card labels" aria-label="Tags and owner">
      ${labelFields(edited)}${target.extra}
    </section>
    <div class="save-bar">
      <button type="submit" name="action" value="save" class="primary">${target.label}</button>
      <button type="submit" name="action" value="totals">Calculate</button>
      <span class="status" role="status" data-status></span>
      <span class="sum">Total <strong class="number" data-sum>${
        shown !== undefined && money(getTotal(shown))
      }</strong></span>
    </div>
  </form>`
}

/** A row with words that match several products adds none of them until one is chosen. */
function offerErrors({ offers = new Map() }: EditedQuote): FieldErrors {
  const message = 'matches several products; choose one'
  return Object.fromEntries([...offers.keys()].map((index) => [`products[${index}].id`, message]))
}

/** Lists the errors of the form, if there are any. */
function formErrorSummary(errors: FieldErrors, edited: EditedQuote): Html | false {
  if (Object.keys(errors).length === 0) return false
  const message = 'Nothing was saved, because the form has errors.'
  return errorSummary(message, errors, getLabels(edited))
}

/** Shows the form for the tags and the owner alone, which can be changed in every status. */
export function labelForm(call: DeskCall, edited: EditedQuote, target: FormTarget): Html {
  return html`<form method="post" action="${call.url(target.path)}" class="card labels">
    ${formToken(call)}
    <input type="hidden" name="part" value="labels">
    <input type="hidden" name="version" value="${target.version ?? ''}">
    <input type="hidden" name="key" value="${target.key ?? ''}">
    ${formErrorSummary(edited.errors, edited)}
    ${labelFields(edited)}
    <div class="actions"><button type="submit" name="action" value="save">${target.label}</button></div>
  </form>`
}

const getType = (name: string) => (name === 'email' ? { type: 'email' as const } : undefined)

/** Shows the fields of the customer: the usual ones, all others that it has, and a new one. */
function customerFields({ customer, fields }: QuoteDraft, errors: FieldErrors): Html {
  const known = Object.entries(customerLabels).map(([name, label]) =>
    textField({
      name: `customer.${name}`,
      label,
      value: customer.get(name),
      errors,
      ...getType(name),
    }),
  )
  const others = fields.map(({ name, value }, index) => {
    const path = `fields[${index}]`
    if (name === '' || `${path}.name` in errors) return newField(path, name, value, errors)
    return html`<div>
      <input type="hidden" name="${path}.key" value="${quoted(name)}">
      ${textField({ name: `${path}.value`, label: name.trim() || 'Field without a name', value, errors })}
    </div>`
  })
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">Customer</h2>
    <div class="fields">${known}${others}</div>
    <details class="more">
      <summary>Another field</summary>
      ${newField(`fields[${fields.length}]`, '', '', errors)}
    </details>
  </section>`
}

function newField(path: string, name: string, value: string, errors: FieldErrors): Html {
  return html`<div class="fields">
    ${textField({ name: `${path}.name`, label: 'Name of the field', value: name, errors })}
    ${textField({ name: `${path}.value`, label: 'Value', value, errors })}
  </div>`
}

/** Shows the discounts of a quote in their order, and fields for one more. */
function discountFields(call: DeskCall, edited: EditedQuote): Html {
  const { draft } = edited
  const rows = [...draft.discounts, newDiscount]
  return html`<section class="card" aria-labelledby="discounts">
    <h2 id="discounts">Discounts</h2>
    <p class="hint">Each is taken off what the ones before it have left. Unit prices stay.</p>
    <ul class="discounts">${rows.map(
      (discount, index) => html`<li>${discountRow(call, edited, discount, index)}</li>`,
    )}</ul>
    <input type="hidden" name="${allDiscountsField}" value="yes">
  </section>`
}

const discountTypes = [
  ['percent', 'Percent'],
  ['amount', 'Amount off'],
  ['target', 'Price in total'],
] as const

function discountRow(
  { formats }: DeskCall,
  edited: EditedQuote,
  discount: DraftDiscount,
  index: number,
): Html {
  const { quote, errors } = edited
  const path = `discounts[${index}]`
  const isNew = discount === newDiscount
  const stored = quote?.discounts?.[index]
  const remove = getId(`${path}.remove`)
  return html`<fieldset>
    <legend class="visually-hidden">${isNew ? 'New discount' : `Discount ${index + 1}`}</legend>
    <div class="discount">
      ${select({ name: `${path}.type`, label: 'Type', value: discount.type, options: discountTypes, errors })}
      <div class="amount">${field({
        name: `${path}.value`,
        label: 'Value',
        value: discount.value,
        inputMode: 'decimal',
        errors,
      })}</div>
      ${textField({ name: `${path}.label`, label: 'Name', value: discount.label, errors })}
      ${
        !isNew &&
        html`<div class="taken">
          ${stored !== undefined && html`<span class="number">${formats.money(negated(stored.amount), quote?.currency)}</span>`}
          <label class="check" for="${remove}"><input type="checkbox" id="${remove}"
            name="${path}.remove" value="yes"${discount.isRemoved && html` checked`}>
            Remove<span class="visually-hidden"> discount ${index + 1}</span></label>
        </div>`
      }
    </div>
    ${stored?.type === 'percent' && Number(stored.value) > 0 && Number(stored.value) < 1 && smallPercentNote(formats.percent(stored.value))}
    ${stored?.residue !== undefined && residueNote(formats.money(stored.residue, quote?.currency))}
    ${lineChoice(edited, discount, index)}
  </fieldset>`
}

/** 15 % is often written as 0.15. */
function smallPercentNote(percent: string): Html {
  return html`<p class="hint">This is ${percent}, less than one percent.</p>`
}

function residueNote(amount: string): Html {
  return html`<p class="hint">The lines cost ${amount} less than this already.</p>`
}

/** So many lines are offered at each discount. Those of a longer quote are at one of them. */
const maxOffered = 50

/**
 * Shows which lines a discount is for. Lines that are not saved yet have no key to choose. Lines
 * that the quote does not have anymore stay chosen, as a discount without lines is for all lines.
 */
function lineChoice(
  { draft, quote, errors, choosing }: EditedQuote,
  { lines }: DraftDiscount,
  index: number,
): Html | false {
  const name = `discounts[${index}].lines`
  const stored = new Set(quote && displayedLines(quote).keys())
  const known = new Map(draft.rows.map((row) => [row.key, row]))
  const rows = [...known.values()].filter(({ key }) => stored.has(key))
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  const chosen = new Set(lines)
  const gone = lines.filter((key) => !(stored.has(key) && known.has(key)))
  const isOpen = choosing === index
  const hasAll = rows.length <= maxOffered || isOpen
  const offered = hasAll ? rows : rows.filter(({ key }) => chosen.has(key)).slice(0, maxOffered)
  const shown = new Set([...offered.map(({ key }) => key), ...gone.slice(0, maxOffered)])
  if (rows.length + gone.length === 0 && error === undefined) return false
  const id = getId(name)
  return html`<details class="more"${(lines.length > 0 || error || isOpen) && html` open`}>
    <summary>${lines.length === 0 ? 'For all lines' : `For ${lines.length} of the lines`}</summary>
    <div class="choice" role="group" id="${id}" tabindex="-1"
      aria-label="Lines of the discount; none for all"${
        error && html` aria-describedby="${id}-error"`
      }>
      ${offered.map((row) =>
        checkbox({ name, value: row.key, label: rowName(row), isChecked: chosen.has(row.key) }),
      )}
      ${gone
        .slice(0, maxOffered)
        .map((key) =>
          checkbox({ name, value: key, label: `Line that is gone (${key})`, isChecked: true }),
        )}
      ${lines.map(
        (key) => !shown.has(key) && html`<input type="hidden" name="${name}" value="${key}">`,
      )}
      <input type="hidden" name="${name}" value="">
      ${!hasAll && html`<button type="submit" name="action" value="lines:${index}">Choose lines</button>`}
    </div>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </details>`
}

/** Shows the tags and the owner, which can be changed in every status. */
function labelFields(edited: EditedQuote): Html {
  return html`${tagFields(edited)}${ownerField(edited)}`
}

/** A quote keeps tags that its store does not have, and shows them once the store adds them. */
function tagFields({ draft, choices, errors }: EditedQuote): Html {
  const known = Object.entries(choices.tags)
  const others = draft.tags.filter((name) => !Object.hasOwn(choices.tags, name))
  const isSet = (name: string) => draft.tags.includes(name)
  const error = Object.hasOwn(errors, 'tags') ? errors.tags : undefined
  return html`<fieldset class="tags" id="${getId('tags')}" tabindex="-1"${
    error !== undefined && html` aria-describedby="tags-error"`
  }>
    <legend>Tags</legend>
    <input type="hidden" name="tags" value="">
    ${known.length + others.length === 0 && html`<p class="muted">The store has no tags yet.</p>`}
    <div class="choice">
      ${known.map(([name, { label }]) => tagBox(name, label, isSet(name)))}
      ${others.map((name) => tagBox(name, `${name} (not a tag of the store)`, true))}
    </div>
    ${error !== undefined && html`<p class="error" id="tags-error">${error}</p>`}
  </fieldset>`
}

function tagBox(name: string, label: string, isChecked: boolean): Html {
  const id = getId(`tags-${tagClass(name)}`)
  return html`<label class="check" for="${id}"><input type="checkbox" name="tags" id="${id}"
    value="${quoted(name)}"${isChecked && html` checked`}>
    <span class="pill ${tagClass(name)}">${label}</span></label>`
}

function ownerField({ draft, choices, errors }: EditedQuote): Html | false {
  const { users } = choices
  const { owner } = draft
  if (users === undefined) return false
  if (users.length === 0 && owner === '')
    return field({
      name: 'owner',
      label: 'Owner',
      hint: 'The store has no users yet.',
      disabled: true,
    })
  const isKnown = owner === '' || users.some(({ id }) => id === owner)
  return select({
    name: 'owner',
    label: 'Owner',
    value: owner,
    errors,
    options: [
      ['', 'None'],
      ...users.map(({ id, name }) => [id, name] as const),
      ...(isKnown ? [] : [[owner, `${owner} (no user of the store)`] as const]),
    ],
  })
}

/** Shows the lines of a quote in a table, with a field for everything that can be changed. */
function lineTable(call: DeskCall, edited: EditedQuote): Html {
  const { draft, quote, errors, priced } = edited
  const lines = quote === undefined ? undefined : displayedLines(quote)
  const totals = priced && displayedLines(priced.quote)
  const shared = {
    errors,
    money: (amount: string) => call.formats.money(amount, quote?.currency),
    shown: quote ?? priced?.quote ?? {},
    hasSearch: call.options.searchProducts !== undefined,
  }
  const rows = draft.rows.map((row, index) => {
    const line = row.key === '' ? undefined : lines?.get(row.key)
    const total = priced === undefined ? line : totals?.get(priced.keys[index] ?? '')
    const offers = edited.offers?.get(index)
    const shown = { row, line, added: total, offers, total: total?.quote_total }
    return lineRow({ ...shared, ...shown, index: String(index) })
  })
  const template: RowProps = { ...shared, errors: {}, index: templateIndex, row: newRow }
  return html`<section class="card" aria-labelledby="lines">
    <div class="heading">
      <h2 id="lines">Lines</h2>
      <button type="submit" name="action" value="rows" data-add-row>Add rows</button>
    </div>
    <p class="hint">A new line is ${
      shared.hasSearch ? 'a product by its name, SKU or id' : 'the id of a product'
    }, or a name of your own with a list price.</p>
    <table class="rows lines" id="${getId('products')}" tabindex="-1" aria-labelledby="lines">
      <thead><tr>
        <th scope="col" class="number place">Place</th>
        <th scope="col">Product</th>
        <th scope="col" class="number">Quantity</th>
        <th scope="col" class="number">List price</th>
        <th scope="col" class="number">Offered price</th>
        <th scope="col" class="number">Discount %</th>
        <th scope="col" class="number">Total</th>
        <th scope="col" class="number">Remove</th>
      </tr></thead>
      <tbody data-rows${draft.rows.filter(isBlankRow).length > addedRows && html` data-all`}>${rows}</tbody>
      <tfoot>${totalRows(shared.money, priced?.quote ?? quote)}</tfoot>
    </table>
    ${totalNotes(shared.money, priced?.quote ?? quote)}
    <template data-row-template>${lineRow(template)}</template>
    ${shared.hasSearch && html`<datalist id="found-products"></datalist>`}
    ${productSearch(call, edited)}
  </section>`
}

/** Shows the search for products, which works without JavaScript, and what it has found. */
function productSearch(call: DeskCall, { found, search = '', quote }: EditedQuote): Html | false {
  if (call.options.searchProducts === undefined) return false
  const picks = getPicks(found ?? [])
  const shown = found?.map(({ name, sku, price }, index) => {
    const text = [sku, price !== undefined && call.formats.money(price, quote?.currency)]
    return html`<li>
      ${checkbox({ name: 'found', value: pickValue(picks[index] as PickedProduct), label: name })}
      <span class="muted">${text.filter(Boolean).join(' · ')}</span>
    </li>`
  })
  return html`<details class="more find"${shown !== undefined && html` open`}>
    <summary>Find several products</summary>
    <div class="search">
    <div class="field">
      <label for="f-search">Find products</label>
      <input type="search" id="f-search" name="search" value="${search}" autocomplete="off">
    </div>
    <button type="submit" name="action" value="search">Search</button>
    ${
      shown !== undefined &&
      html`<div class="found" role="group" aria-label="Products found">
        ${
          shown.length === 0
            ? html`<p class="muted">No product was found for “${search}”.</p>`
            : html`<ul>${shown}</ul>
              <button type="submit" name="action" value="found">Add the checked products</button>`
        }
      </div>`
    }
  </div></details>`
}

/** Shows how a quote can be shipped: not at all, by an option of the provider, or otherwise. */
function shippingFields({ formats }: DeskCall, edited: EditedQuote): Html {
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
