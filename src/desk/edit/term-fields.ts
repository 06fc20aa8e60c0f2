import { html } from 'hono/html'
import { takenOff } from '../../document/model/formats.js'
import {
  checkbox,
  field,
  getId,
  type SelectOption,
  select,
  textField,
  withOther,
} from '../../pages/forms/field.js'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import { paymentEvents } from '../../quote/model/payment-fields.js'
import type { QuoteDiscount } from '../../quote/model/pricing-fields.js'
import type { DeskCall } from '../desk-call.js'
import { capitalized } from '../parts/names.js'
import { dueWords } from '../parts/payments.js'
import type { DeskStrings } from '../strings.js'
import { removeBox } from './choice-fields.js'
import { endField, isRest, linesOf, onDay, type PartList, partLists } from './draft.js'
import { type Row, rowsOf } from './draft-rows.js'
import type { EditedQuote } from './edited.js'
import { getRowLabel } from './labels.js'
import { givenRows } from './requests.js'

/** Shows the discounts of a quote in their order, and fields for one more. */
export function discountFields(call: DeskCall, edited: EditedQuote): Html {
  const { edit } = call.strings
  const { discounts, currency } = edited.quote ?? {}
  return termFields(call, edited, {
    list: partLists.discounts,
    title: edit.amounts.discounts,
    hint: edit.discountsHint,
    types: edit.discountTypes,
    labels: edit.discountFields,
    nameOf: edit.discount,
    newName: edit.newDiscount,
    linesLabel: edit.discountLines,
    lastField: (path, row) =>
      select({
        name: `${path}.on`,
        label: edit.discountFields.on,
        value: row.get('on') || 'lines',
        options: withOther(Object.entries(edit.discountTargets), row.get('on')),
        errors: edited.errors,
      }),
    amountOf: (index) => discounts?.[index] && takenOff(discounts[index].amount),
    notes: (index) => discountNotes(call, discounts?.[index], currency),
  })
}

/** Shows the charges of a quote in their order, and fields for one more. */
export function chargeFields(call: DeskCall, edited: EditedQuote): Html {
  const { edit } = call.strings
  return termFields(call, edited, {
    list: partLists.charges,
    title: edit.amounts.charges,
    hint: edit.chargesHint,
    types: edit.chargeTypes,
    labels: edit.chargeFields,
    nameOf: edit.charge,
    newName: edit.newCharge,
    linesLabel: edit.chargeLines,
    lastField: (path, row) =>
      textField({
        name: `${path}.tax_code`,
        label: edit.chargeFields.tax_code,
        value: row.get('tax_code'),
        errors: edited.errors,
      }),
    amountOf: (index) => edited.quote?.charges?.[index]?.amount,
  })
}

/** Shows the parts of the payment plan in their order, and fields for one more. */
export function paymentFields(call: DeskCall, edited: EditedQuote): Html {
  const { edit } = call.strings
  const { draft, errors, priced, quote = priced?.quote } = edited
  const { payment_plan: parts } = priced?.quote ?? quote ?? {}
  // The quote has no part for a row that says nothing.
  const given = givenRows(draft, partLists.payment_plan).map(({ index }) => index)
  return termFields(call, edited, {
    list: partLists.payment_plan,
    title: edit.amounts.payment_plan,
    hint: edit.paymentsHint,
    types: edit.paymentTypes,
    labels: edit.paymentFields,
    nameOf: edit.payment,
    newName: edit.newPayment,
    textOf: (row) => paymentText(call.strings, row),
    lastField: (path, row) =>
      html`${select({
        name: `${path}.due`,
        label: edit.paymentFields.due,
        value: row.get('due'),
        options: withOther(dueOptions(call.strings), row.get('due')),
        errors,
      })}${field({
        name: `${path}.days`,
        label: edit.paymentFields.days,
        value: row.get('days'),
        inputMode: 'numeric',
        errors,
      })}${field({
        name: `${path}.day`,
        label: edit.paymentFields.day,
        value: row.get('day'),
        type: 'date',
        errors,
      })}`,
    amountOf: (index) => parts?.[given.indexOf(index)]?.amount,
  })
}

function dueOptions({ edit }: DeskStrings): readonly SelectOption[] {
  const events = paymentEvents.map((event) => [event, capitalized(edit.due[event](''))] as const)
  return [...events, [onDay, capitalized(edit.dueOnDay)]]
}

/** Returns what a part of a payment plan says: `Deposit: 30%, on acceptance`. */
export function paymentText(strings: DeskStrings, row: Row): string {
  const { conflict, edit } = strings
  const [type = '', value = '', label, due = '', days = ''] = [
    ...['type', 'value', 'label', 'due', 'days'],
  ].map(row.get)
  const share = type === 'percent' && value !== '' ? conflict.percent(value) : value
  const on = due === onDay ? row.get('day') : due
  const when = on && dueWords(strings, on, days)
  const said = [isRest(row) ? '' : share, when].filter(Boolean).join(', ')
  return `${label || (isRest(row) ? edit.balance : edit.payment(row.index + 1))}: ${said}`
}

/** Says what is unusual about a discount. */
function discountNotes(
  { formats, strings: { edit } }: DeskCall,
  stored: QuoteDiscount | undefined,
  currency: string | undefined,
): Html | false {
  if (stored === undefined) return false
  const { type, value, residue } = stored
  return html`${type === 'percent' && Number(value) > 0 && Number(value) < 1 && html`<p class="hint">${edit.smallPercent(formats.percent(value))}</p>`}
    ${residue !== undefined && html`<p class="hint">${edit.residue(formats.money(residue, currency))}</p>`}`
}

/** How the discounts or the charges of a form are shown. */
interface ShownTerms {
  /** What stands beside their amount. */
  readonly title: string
  readonly list: PartList
  readonly hint: string
  /** The words for the types. */
  readonly types: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<'type' | 'value' | 'label', string>>
  readonly nameOf: (number: number) => string
  readonly newName: string
  /** What the choice of their lines is called; absent if they are for the quote. */
  readonly linesLabel?: string
  /** Returns what a row says in short. */
  readonly textOf?: (row: Row) => string
  /** Shows the fields that only these rows have. */
  readonly lastField: (path: string, row: Row) => Html
  /** Returns what the one of a row takes off, adds or is. */
  readonly amountOf: (index: number) => string | undefined
  readonly notes?: (index: number) => Html | false
}

function termFields(call: DeskCall, edited: EditedQuote, shown: ShownTerms): Html {
  const { list, textOf = (row: Row) => termText(shown, row) } = shown
  const { name, empty } = list
  const stored = rowsOf(edited.draft, name)
  const rows = [...stored, empty]
  const isOpen =
    edited.choosing?.startsWith(name) ||
    Object.keys(edited.errors).some((path) => path.startsWith(name))
  const said = stored.map(textOf).join(shown.textOf === undefined ? ', ' : '\n')
  const error = Object.hasOwn(edited.errors, name) && edited.errors[name]
  const id = getId(name)
  return html`<details class="terms-of"${isOpen && html` open`}>
    <summary>${shown.title} <span class="said">${said || '–'}</span></summary>
    <p class="hint">${shown.hint}</p>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
    <ul class="terms"${error && html` id="${id}" tabindex="-1"`}>${rows.map(
      (row, index) => html`<li>${termRow(call, edited, shown, row, index)}</li>`,
    )}</ul>
    <input type="hidden" name="${endField(list)}" value="yes">
  </details>`
}

/** Returns what a discount or a charge says in short: `5 % Winter`. */
function termText({ types }: Pick<ShownTerms, 'types'>, row: Row): string {
  const { percent: _, ...others } = types
  const type = row.get('type')
  const unit = type === 'percent' ? '%' : others[type]
  return [row.get('value'), unit, row.get('label')].filter(Boolean).join(' ')
}

function termRow(
  call: DeskCall,
  edited: EditedQuote,
  shown: ShownTerms,
  row: Row,
  index: number,
): Html {
  const { formats, strings } = call
  const { errors, priced, quote = priced?.quote } = edited
  const { list, labels, linesLabel } = shown
  const path = `${list.name}[${index}]`
  const isNew = row === list.empty
  const name = isNew ? shown.newName : shown.nameOf(index + 1)
  const amount = shown.amountOf(index)
  return html`<fieldset>
    <legend class="visually-hidden">${name}</legend>
    ${row.get('key') !== '' && hiddenField(`${path}.key`, row.get('key'))}
    <div class="term">
      ${select({
        name: `${path}.type`,
        label: labels.type,
        value: row.get('type'),
        options: withOther(Object.entries(shown.types), row.get('type')),
        errors,
      })}
      <div class="amount">${field({
        name: `${path}.value`,
        label: labels.value,
        value: row.get('value'),
        inputMode: 'decimal',
        errors,
      })}</div>
      ${textField({ name: `${path}.label`, label: labels.label, value: row.get('label'), errors })}
      ${shown.lastField(path, row)}
      ${
        !isNew &&
        html`<div class="taken">
          ${amount !== undefined && html`<span class="number">${formats.money(amount, quote?.currency)}</span>`}
          ${removeBox(strings, path, name, row)}
        </div>`
      }
    </div>
    ${shown.notes?.(index)}
    ${linesLabel !== undefined && lineChoice(call, edited, row, path, linesLabel)}
  </fieldset>`
}

/** So many lines are offered at each discount or charge. Those of longer quotes are at one. */
const maxOffered = 50

/**
 * Shows which lines a discount or a charge is for. Lines that are not saved yet have no key to
 * choose. Lines that the quote does not have anymore stay chosen, as none stands for all lines.
 */
function lineChoice(
  { strings }: DeskCall,
  { draft, quote, errors, choosing }: EditedQuote,
  row: Row,
  path: string,
  label: string,
): Html | false {
  const { edit } = strings
  const name = `${path}.lines`
  const lines = linesOf(row)
  const stored = new Set(quote && linesByKey(quote).keys())
  const known = new Map(rowsOf(draft, 'products').map((each) => [each.get('key'), each]))
  const rows = [...known].filter(([key]) => stored.has(key))
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  const chosen = new Set(lines)
  const gone = lines.filter((key) => !(stored.has(key) && known.has(key)))
  const isOpen = choosing === path
  const hasAll = rows.length <= maxOffered || isOpen
  const offered = hasAll ? rows : rows.filter(([key]) => chosen.has(key)).slice(0, maxOffered)
  const shown = new Set([...offered.map(([key]) => key), ...gone.slice(0, maxOffered)])
  if (rows.length + gone.length === 0 && error === undefined) return false
  const id = getId(name)
  return html`<details class="more"${(lines.length > 0 || error || isOpen) && html` open`}>
    <summary>${lines.length === 0 ? edit.forAllLines : edit.forLines(lines.length)}</summary>
    <div class="choice" role="group" id="${id}" tabindex="-1"
      aria-label="${label}"${error && html` aria-describedby="${id}-error"`}>
      ${offered.map(([value, line]) =>
        checkbox({
          name,
          value,
          label: getRowLabel(strings, line),
          isChecked: chosen.has(value),
        }),
      )}
      ${gone
        .slice(0, maxOffered)
        .map((key) => checkbox({ name, value: key, label: edit.lineGone(key), isChecked: true }))}
      ${lines.map(
        (key) => !shown.has(key) && html`<input type="hidden" name="${name}" value="${key}">`,
      )}
      <input type="hidden" name="${name}" value="">
      ${!hasAll && html`<button type="submit" name="action" value="lines:${path}">${edit.chooseLines}</button>`}
    </div>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </details>`
}
