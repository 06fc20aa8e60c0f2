import { html } from 'hono/html'
import { takenOff } from '../../document/model/formats.js'
import { hasPendingTaxes } from '../../document/model/parts.js'
import type { FieldErrors } from '../../errors.js'
import { type Amount, parseAmount, subtract, toDecimalString } from '../../money/amount.js'
import { settingsOfStore } from '../../pages/document-options.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
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
import type { QuoteDiscount } from '../../quote/model/pricing-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import {
  describeScalarField,
  offeredScalarFieldNames,
  type QuoteScalarField,
  storeScalarFieldNames,
} from '../../quote/model/quote-scalar-fields.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, keyField, versionField } from '../forms.js'
import { shipToFields } from '../parts/fields.js'
import { tagClass } from '../parts/names.js'
import { type OwnInput, ownInput, ownInputs, type ShownField } from '../parts/own-fields.js'
import { describeBilling, totalNotes, totalText } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import { choiceFields, lineOptions, removeBox } from './choice-fields.js'
import {
  customerPath,
  type Draft,
  emptyLineOf,
  emptyRowCount,
  endField,
  isBlankRow,
  isTemplate,
  linesOf,
  otherFieldsOf,
  type PartList,
  type PickedProduct,
  partLists,
  pickValue,
  quoteName,
  type Row,
  rowsOf,
  tagsOf,
} from './draft.js'
import type { EditedQuote } from './edited.js'
import { getPicks } from './find-products.js'
import { searchedField } from './form-errors.js'
import { customerLabel, getLabels, getRowLabel } from './labels.js'
import { lineRow, type RowProps, templateIndex } from './line-row.js'

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
  /** Fields that only this form has: the first of all, and the last. */
  readonly lead?: Html | undefined
  readonly extra?: Html | undefined
  /** The address of its live preview. */
  readonly preview?: string
}

/**
 * The id of the form of a quote. The buttons beside it belong to it, so that what is typed is not
 * lost.
 */
export const quoteFormId = 'quote'

/** Shows all that can be changed of a quote or a template, as one form: the parts of its draft. */
export function editForm(call: DeskCall, typed: EditedQuote, target: FormTarget): Html {
  const errors = { ...typed.errors, ...offerErrors(call.strings, typed) }
  const edited = { ...typed, errors }
  const { draft, priced, quote = priced?.quote } = edited
  const shown = priced?.quote ?? quote
  const {
    strings,
    options: { searchProducts },
  } = call
  return html`<form method="post" action="${call.url(target.path)}" class="edit" id="${quoteFormId}" novalidate
    data-edit data-unavailable="${strings.edit.totalsUnavailable}" data-preview="${call.url(target.preview ?? `${target.path}/preview`)}"${
      searchProducts &&
      html` data-products="${call.url('/products')}" data-quote="${call.param('quoteId')}"`
    }>
    ${formToken(call)}
    <input type="hidden" name="part" value="content">
    ${target.version !== undefined && versionField(target.version)}
    ${target.key !== undefined && keyField(target.key)}
    <button type="submit" name="action" value="enter" class="visually-hidden" tabindex="-1"
      aria-hidden="true">${strings.edit.calculate}</button>
    ${formErrorSummary(call, edited)}
    ${target.lead}
    ${customerFields(call, draft, errors)}
    ${offerWording(strings, edited)}
    ${quoteFields(call, edited)}
    ${lineTable(call, edited)}
    ${choiceFields(call, edited)}
    ${!isTemplate(draft) && html`${discountFields(call, edited)}${chargeFields(call, edited)}${shippingFields(call, edited)}`}
    <section class="card labels" aria-label="${isTemplate(draft) ? strings.templates.tags : strings.edit.tagsAndOwner}">
      ${labelFields(call, edited)}${target.extra}
    </section>
    <div class="save-bar">
      <button type="submit" name="action" value="save" class="primary">${target.label}</button>
      <button type="submit" name="action" value="totals">${strings.edit.calculate}</button>
      <span class="status" role="status" data-status></span>
      <span class="sum">${strings.common.total} <strong class="number" data-sum>${
        shown !== undefined && totalText(call, shown)
      }</strong></span>
    </div>
  </form>`
}

/** A row with words that match products adds none of them until one is chosen. */
function offerErrors({ edit }: DeskStrings, { offers = new Map() }: EditedQuote): FieldErrors {
  const { oneProduct, severalProducts } = edit
  return Object.fromEntries(
    [...offers].map(([index, products]) => [
      `products[${index}].id`,
      products.length === 1 ? oneProduct : severalProducts,
    ]),
  )
}

/** Lists the errors of the form, if there are any. */
function formErrorSummary(call: DeskCall, { draft, errors }: EditedQuote): Html | false {
  if (Object.keys(errors).length === 0) return false
  return errorSummary(call.strings.edit.hasErrors, errors, getLabels(call, draft))
}

/**
 * Shows the form for the tags and what else only the store changes, which is possible in every
 * status.
 */
export function labelForm(call: DeskCall, edited: EditedQuote, target: FormTarget): Html {
  return html`<form method="post" action="${call.url(target.path)}" class="card labels" id="${quoteFormId}" novalidate>
    ${formToken(call)}
    <input type="hidden" name="part" value="labels">
    <input type="hidden" name="version" value="${target.version ?? ''}">
    <input type="hidden" name="key" value="${target.key ?? ''}">
    ${formErrorSummary(call, edited)}
    ${labelFields(call, edited)}
    <div class="actions"><button type="submit" name="action" value="save">${target.label}</button></div>
  </form>`
}

const getType = (name: string) => (name === 'email' ? { type: 'email' as const } : undefined)

/** Shows the fields of the customer: the usual ones, all others that it has, and a new one. */
export function customerFields(call: DeskCall, draft: Draft, errors: FieldErrors): Html {
  const { ownFields, strings } = call
  const { edit, labels } = strings
  const known = Object.entries(labels.customer).map(([name, label]) =>
    textField({
      name: `${customerPath}${name}`,
      label,
      value: draft.get(`${customerPath}${name}`),
      errors,
      ...getType(name),
    }),
  )
  const others = otherFieldsOf(draft).map((name, index) => {
    const path = `fields[${index}]`
    return html`<div>
      <input type="hidden" name="${path}.key" value="${quoteName(name)}">
      ${customerInput(ownFields.customer.get(name), {
        name: `${path}.value`,
        label: customerLabel(call, name).trim() || edit.fieldWithoutName,
        value: draft.get(`${customerPath}${name}`) ?? '',
        errors,
      })}
    </div>`
  })
  const invalid = rowsOf(draft, 'fields')
  const next = `fields[${others.length + invalid.length}]`
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">${labels.quote.customer}</h2>
    ${isTemplate(draft) && html`<p class="hint">${strings.templates.customerHint}</p>`}
    <div class="fields">${known}${others}${invalid.map((row) => newField(edit, row.path, row.get, errors))}</div>
    <details class="more">
      <summary>${edit.anotherField}</summary>
      ${newField(edit, next, () => '', errors)}
    </details>
    ${otherAddress(strings, draft, errors)}
  </section>`
}

/** Shows the address of delivery of a quote, closed unless it has one. Templates have none. */
function otherAddress(
  { edit, labels }: DeskStrings,
  draft: Draft,
  errors: FieldErrors,
): Html | false {
  const paths = [...shipToFields.keys()]
  if (!paths.some((path) => draft.has(path))) return false
  const isOpen = paths.some((path) => draft.get(path) || Object.hasOwn(errors, path))
  return html`<details class="more ship-to"${isOpen && html` open`}>
    <summary>${edit.otherAddress}</summary>
    <fieldset>
      <legend class="visually-hidden">${labels.quote.ship_to}</legend>
      <p class="hint">${edit.otherAddressHint}</p>
      <div class="fields">${[...shipToFields].map(([path, name]) =>
        textField({ name: path, label: labels.customer[name], value: draft.get(path), errors }),
      )}</div>
    </fieldset>
  </details>`
}

/** Fields of customers are strings: of all inputs, only a list of choices says more. */
function customerInput(declared: ShownField | undefined, shown: OwnInput): Html {
  const { input } = declared ?? {}
  return typeof input === 'object' ? ownInput({ input }, shown) : textField(shown)
}

function newField(
  strings: DeskStrings['edit'],
  path: string,
  textOf: Row['get'],
  errors: FieldErrors,
): Html {
  const input = (field: string, label: string) =>
    textField({ name: `${path}.${field}`, label, value: textOf(field), errors })
  return html`<div class="fields">
    ${input('name', strings.fieldName)}
    ${input('value', strings.fieldValue)}
  </div>`
}

/** Shows the discounts of a quote in their order, and fields for one more. */
function discountFields(call: DeskCall, edited: EditedQuote): Html {
  const { edit } = call.strings
  return termFields(call, edited, {
    list: partLists.discounts,
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
    amountOf: ({ discounts }, index) => discounts?.[index] && takenOff(discounts[index].amount),
    notes: ({ discounts, currency }, index) => discountNotes(call, discounts?.[index], currency),
  })
}

/** Shows the charges of a quote in their order, and fields for one more. */
function chargeFields(call: DeskCall, edited: EditedQuote): Html {
  const { edit } = call.strings
  return termFields(call, edited, {
    list: partLists.charges,
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
    amountOf: ({ charges }, index) => charges?.[index]?.amount,
  })
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
  readonly list: PartList
  readonly hint: string
  /** The words for the types. */
  readonly types: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<'type' | 'value' | 'label', string>>
  readonly nameOf: (number: number) => string
  readonly newName: string
  readonly linesLabel: string
  /** Shows the field that only these rows have. */
  readonly lastField: (path: string, row: Row) => Html
  /** Returns what the stored one at a position takes off or adds. */
  readonly amountOf: (quote: Quote, index: number) => string | undefined
  readonly notes?: (quote: Quote, index: number) => Html | false
}

function termFields(call: DeskCall, edited: EditedQuote, shown: ShownTerms): Html {
  const { name, empty } = shown.list
  const rows = [...rowsOf(edited.draft, name), empty]
  return html`<section class="card" aria-labelledby="${name}">
    <h2 id="${name}">${call.strings.labels.quote[name]}</h2>
    <p class="hint">${shown.hint}</p>
    <ul class="terms">${rows.map(
      (row, index) => html`<li>${termRow(call, edited, shown, row, index)}</li>`,
    )}</ul>
    <input type="hidden" name="${endField(shown.list)}" value="yes">
  </section>`
}

function termRow(
  call: DeskCall,
  edited: EditedQuote,
  shown: ShownTerms,
  row: Row,
  index: number,
): Html {
  const { formats, strings } = call
  const { quote, errors } = edited
  const { list, labels } = shown
  const path = `${list.name}[${index}]`
  const isNew = row === list.empty
  const name = isNew ? shown.newName : shown.nameOf(index + 1)
  const amount = quote && shown.amountOf(quote, index)
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
    ${quote && shown.notes?.(quote, index)}
    ${lineChoice(call, edited, row, path, shown.linesLabel)}
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

/** Shows the tags and what else only the store changes, in every status. */
function labelFields(call: DeskCall, edited: EditedQuote): Html {
  const { strings } = call
  const others = !isTemplate(edited.draft) && notedFields(strings, edited)
  return html`${tagFields(strings, edited)}${others}${internalFields(call, edited)}`
}

/** Shows the own fields of the quote that are part of the offer. */
function quoteFields(
  { ownFields, strings }: DeskCall,
  { draft, errors }: EditedQuote,
): Html | false {
  const fields = ownFields.quote.filter(({ kind }) => kind === 'fields')
  if (fields.length === 0) return false
  return html`<section class="card" aria-labelledby="own-fields">
    <h2 id="own-fields">${strings.edit.moreAboutQuote}</h2>
    <div class="fields">${ownInputs(fields, (path) => draft.get(path) ?? '', { errors })}</div>
  </section>`
}

/** Shows the own fields of the quote that are for the store only. */
function internalFields(
  { ownFields, strings }: DeskCall,
  { draft, errors }: EditedQuote,
): Html | false {
  const fields = ownFields.quote.filter(({ kind }) => kind === 'internal_fields')
  if (fields.length === 0) return false
  return html`<fieldset><legend>${strings.edit.storeOnly}</legend>
    ${ownInputs(fields, (path) => draft.get(path) ?? '', { errors })}
  </fieldset>`
}

/** A quote keeps tags that its store does not have, and shows them once the store adds them. */
function tagFields({ edit, labels }: DeskStrings, { draft, choices, errors }: EditedQuote): Html {
  const known = Object.entries(choices.tags)
  const others = tagsOf(draft).filter((name) => !Object.hasOwn(choices.tags, name))
  const error = Object.hasOwn(errors, 'tags') ? errors.tags : undefined
  return html`<fieldset class="tags" id="${getId('tags')}" tabindex="-1"${
    error !== undefined && html` aria-describedby="tags-error"`
  }>
    <legend>${labels.quote.tags}</legend>
    <input type="hidden" name="tags" value="">
    ${known.length + others.length === 0 && html`<p class="muted">${edit.noTags}</p>`}
    <div class="choice">
      ${known.map(([name, { label }]) => tagBox(name, label, draft.has(`tags=${name}`)))}
      ${others.map((name) => tagBox(name, edit.unknownTag(name), true))}
    </div>
    ${error !== undefined && html`<p class="error" id="tags-error">${error}</p>`}
  </fieldset>`
}

function tagBox(name: string, label: string, isChecked: boolean): Html {
  const id = getId(`tags-${tagClass(name)}`)
  return html`<label class="check" for="${id}"><input type="checkbox" name="tags" id="${id}"
    value="${quoteName(name)}"${isChecked && html` checked`}>
    <span class="pill ${tagClass(name)}">${label}</span></label>`
}

type EditStrings = DeskStrings['edit']

/** The name of a string of the form that has no values. */
type HintName = {
  [Name in keyof EditStrings]: EditStrings[Name] extends string ? Name : never
}[keyof EditStrings]

/** The names of the hints of scalar fields, among the words of the form. */
const hints: Partial<Readonly<Record<QuoteScalarField, HintName>>> = {
  customer_id: 'customerIdHint',
  company_id: 'companyIdHint',
  follow_up: 'followUpHint',
  terms: 'termsHint',
  valid_days: 'validDaysHint',
}

/** Shows the title of an offer and its days; longer text is folded while it is empty. */
function offerWording(strings: DeskStrings, edited: EditedQuote): Html {
  const names = offeredScalarFieldNames
  const { short, folded } = scalarInputs(strings, edited, { names, folds: 'text' })
  return html`<section class="card wording" aria-labelledby="wording">
    <h2 id="wording">${strings.edit.wording}</h2>
    <div class="fields">${short}</div>
    ${folded(strings.edit.longWording)}
  </section>`
}

/** Shows what the store notes of a quote; ids of the host are folded while they are empty. */
function notedFields(strings: DeskStrings, edited: EditedQuote): Html {
  const names = storeScalarFieldNames
  const { short, folded } = scalarInputs(strings, edited, { names, folds: 'hostId' })
  return html`${short}${folded(strings.edit.customerIds)}`
}

/** Returns the inputs of scalar fields, and how those of one kind are folded. */
function scalarInputs(
  strings: DeskStrings,
  edited: EditedQuote,
  { names, folds }: { readonly names: readonly QuoteScalarField[]; readonly folds: string },
) {
  const { draft, errors } = edited
  const isFolded = (name: QuoteScalarField) => describeScalarField(name).kind === folds
  const inputs = (shown: readonly QuoteScalarField[]) =>
    shown.map((name) => scalarInput(strings, edited, name))
  const hidden = names.filter(isFolded)
  const isOpen = hidden.some((name) => draft.get(name) || Object.hasOwn(errors, name))
  return {
    short: inputs(names.filter((name) => !isFolded(name))),
    folded: (summary: string) => html`<details class="more"${isOpen && html` open`}>
      <summary>${summary}</summary>
      <div class="stack">${inputs(hidden)}</div>
    </details>`,
  }
}

function scalarInput(
  strings: DeskStrings,
  edited: EditedQuote,
  name: QuoteScalarField,
): Html | false {
  const { draft, errors } = edited
  const { edit, labels } = strings
  const { kind } = describeScalarField(name)
  if (kind === 'user') return userField(strings, edited, name)
  const hint = hints[name]
  return textField({
    name,
    label: labels.quote[name],
    type: kind === 'day' ? 'date' : 'text',
    ...(kind === 'text' && { rows: 5 }),
    ...(kind === 'days' && { inputMode: 'numeric' as const }),
    value: draft.get(name),
    hint: hint && edit[hint],
    errors,
  })
}

/** Shows a choice of the users of the store, and the id of a user that it does not have. */
function userField(
  { edit, labels }: DeskStrings,
  { draft, choices, errors }: EditedQuote,
  name: QuoteScalarField,
): Html | false {
  const { users } = choices
  const value = draft.get(name) ?? ''
  const label = labels.quote[name]
  if (users === undefined) return false
  if (users.length === 0 && value === '')
    return field({ name, label, hint: edit.noUsers, disabled: true })
  const isKnown = value === '' || users.some(({ id }) => id === value)
  return select({
    name,
    label,
    value,
    errors,
    options: [
      ['', edit.noOwner],
      ...users.map((user) => [user.id, user.name] as const),
      ...(isKnown ? [] : [[value, edit.unknownOwner(value)] as const]),
    ],
  })
}

/** Shows the lines of a quote in a table, with a field for everything that can be changed. */
function lineTable(call: DeskCall, edited: EditedQuote): Html {
  const { draft, hints, priced, quote = priced?.quote } = edited
  const { strings } = call
  const { common, edit, labels, templates } = strings
  const errors = { ...hints, ...edited.errors }
  const lines = edited.quote && linesByKey(edited.quote)
  const totals = priced && linesByKey(priced.quote)
  const shared = {
    strings,
    ownFields: call.ownFields.line,
    options: lineOptions(strings, draft),
    errors,
    money: (amount: string) => call.formats.money(amount, quote?.currency),
    number: call.formats.number,
    shown: quote ?? {},
    hasSearch: Boolean(call.options.searchProducts),
  }
  const known = rowsOf(draft, 'products')
  const rows = known.map((row, index) => {
    const stored = lines?.get(row.get('key'))
    const total = priced === undefined ? stored : totals?.get(priced.keys[index] ?? '')
    // A template has only the products of its lines: what they are comes from the catalog.
    const line = row.get('key') !== '' && isTemplate(draft) ? total : stored
    const offers = edited.offers?.get(index)
    const shown = { row, line, added: total, offers, total: total?.quote_total }
    return lineRow({ ...shared, ...shown, index: String(index) })
  })
  const template: RowProps = {
    ...shared,
    errors: {},
    index: templateIndex,
    row: emptyLineOf(draft),
  }
  return html`<section class="card" aria-labelledby="lines">
    <div class="heading">
      <h2 id="lines">${labels.quote.products}</h2>
      <button type="submit" name="action" value="rows" data-add-row>${edit.addRows}</button>
    </div>
    <p class="hint">${shared.hasSearch ? edit.newLineBySearch : edit.newLineById}${isTemplate(draft) && ` ${templates.linesHint}`}</p>
    <table class="rows lines" id="${getId('products')}" tabindex="-1" aria-labelledby="lines">
      <thead><tr>
        <th scope="col" class="number place">${labels.line.position}</th>
        <th scope="col">${labels.line.id}</th>
        <th scope="col" class="number">${labels.line.qty}</th>
        <th scope="col" class="number">${labels.line.price}</th>
        <th scope="col" class="number">${labels.line.quote}</th>
        <th scope="col" class="number">${common.discountPercent}</th>
        <th scope="col" class="number">${common.total}</th>
        <th scope="col" class="number">${common.remove}</th>
      </tr></thead>
      <tbody data-rows${known.filter(isBlankRow).length > emptyRowCount && html` data-all`}>${rows}</tbody>
      ${!isTemplate(draft) && html`<tfoot>${totalRows(call, shared.money, priced?.quote ?? quote)}</tfoot>`}
    </table>
    ${totalNotes(edit, shared.money, priced?.quote ?? quote)}
    <template data-row-template>${lineRow(template)}</template>
    ${shared.hasSearch && html`<datalist id="found-products"></datalist>`}
    ${productSearch(call, edited)}
  </section>`
}

/** Shows the search for products, which works without JavaScript, and what it has found. */
function productSearch(
  call: DeskCall,
  { found, search = '', quote, errors }: EditedQuote,
): Html | false {
  if (!call.options.searchProducts) return false
  const { edit, common } = call.strings
  const picks = getPicks(found ?? [])
  const shown = found?.map(({ name, sku, price }, index) => {
    const text = [sku, price !== undefined && call.formats.money(price, quote?.currency)]
    return html`<li>
      ${checkbox({ name: 'found', value: pickValue(picks[index] as PickedProduct), label: name })}
      <span class="muted">${text.filter(Boolean).join(' · ')}</span>
    </li>`
  })
  return html`<details class="more find"${(shown !== undefined || 'search' in errors) && html` open`}>
    <summary>${edit.findSeveral}</summary>
    <div class="search">
    ${field({ name: 'search', label: edit.findProducts, type: 'search', value: search, errors })}
    <button type="submit" name="action" value="search">${common.search}</button>
    ${
      shown !== undefined &&
      html`<input type="hidden" name="${searchedField}" value="${search}">
      <div class="found" role="group" aria-label="${edit.productsFound}">
        ${
          shown.length === 0
            ? html`<p class="muted">${edit.noProduct(search)}</p>`
            : html`<ul>${shown}</ul>
              <button type="submit" name="action" value="found">${edit.addChecked}</button>`
        }
      </div>`
    }
  </div></details>`
}

/** Shows how a quote can be shipped: not at all, by an option of the provider, or otherwise. */
function shippingFields({ formats, strings }: DeskCall, edited: EditedQuote): Html {
  const { draft, quote, errors, choices } = edited
  const type = draft.get('shipping.type') ?? ''
  const { edit, labels } = strings
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
  return html`<section class="card shipping" aria-labelledby="shipping">
    <h2 id="shipping">${labels.quote.shipping}</h2>
    <div class="fields">
      ${select({
        name: 'shipping.type',
        label: edit.shippingMethod,
        value: type,
        options: [...options, ...others],
        errors,
      })}
      ${customFields(strings, draft, errors)}
    </div>
    ${quote?.shipping.stale === true && html`<p class="hint">${edit.pricedAgain}</p>`}
    ${choices.notice !== undefined && html`<p class="notice warn">${choices.notice}</p>`}
  </section>`
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
    <div class="custom amount">${field({
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
  const { amounts, taxes } = quote ?? {}
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

/** Returns the taxes that the prices include if others are added to them. */
function withoutTaxes(taxes: string, added: string): string {
  if (Number(added) === 0) return taxes
  const [all, part] = [taxes, added].map((amount) => parseAmount(amount) as Amount)
  return toDecimalString(subtract(all as Amount, part as Amount))
}

/** Shows the amounts below the column of the totals. */
function totalRows(call: DeskCall, money: Money, quote: Quote | undefined): Html {
  return html`${shownAmounts(call, money, quote).map(
    ({ name, label, amount }) => html`<tr class="amount ${name}" data-amount="${name}"${
      amount === '' && name !== 'total' && name !== 'lines' && html` hidden`
    }>
      <th scope="row" colspan="6" class="number">${label}</th>
      <td class="number">${amount}</td><td></td>
    </tr>`,
  )}`
}
