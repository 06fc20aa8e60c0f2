import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field, getId, select, textField } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import {
  describeScalarField,
  offeredScalarFieldNames,
  type QuoteScalarField,
  storeScalarFieldNames,
} from '../../quote/model/quote-scalar-fields.js'
import { isDate } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, keyField, versionField } from '../forms.js'
import { renderDate, timeOnDay } from '../parts/changes.js'
import { tagClass } from '../parts/names.js'
import { ownInputs } from '../parts/own-fields.js'
import { factsList, totalText } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import { choiceFields } from './choice-fields.js'
import { customerFields, customerSearch } from './customer-fields.js'
import { isTemplate, quoteName, tagsOf } from './draft.js'
import type { EditedQuote } from './edited.js'
import { getLabels } from './labels.js'
import { lineTable } from './line-table.js'
import { quantityFirst } from './typed-lines.js'

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
  const { draft } = edited
  const {
    strings,
    options: { searchProducts },
  } = call
  const { currency = '' } = typed.quote ?? {}
  return html`<form method="post" action="${call.url(target.path)}" class="edit" id="${quoteFormId}" novalidate
    data-edit data-quantity-first="${quantityFirst.source}" data-customers-url="${call.url('/customers')}" data-unavailable="${strings.edit.totalsUnavailable}" data-preview="${call.url(target.preview ?? `${target.path}/preview`)}"${
      searchProducts &&
      html` data-products="${call.url('/products')}" data-quote="${call.param('quoteId')}" data-currency="${currency}"`
    }>
    ${formToken(call)}
    <input type="hidden" name="part" value="content">
    ${target.version !== undefined && versionField(target.version)}
    ${target.key !== undefined && keyField(target.key)}
    ${formErrorSummary(call, edited)}
    ${target.lead}
    <section class="card paper" aria-label="${isTemplate(draft) ? strings.templates.title : strings.edit.paper}">
      ${customerFields(call, draft, errors, isTemplate(draft) ? undefined : customerSearch(call, edited))}
      ${offerWording(strings, edited)}
      ${quoteFields(call, edited)}
      ${lineTable(call, edited)}
      ${choiceFields(call, edited)}
    </section>
    ${labelsCard(call, edited, target.extra)}
  </form>`
}

/** The first button of a form is the one of the Enter key, and all others stand after it. */
export function enterButton(label: string): Html {
  return html`<button type="submit" form="${quoteFormId}" name="action" value="enter"
    class="visually-hidden" tabindex="-1" aria-hidden="true">${label}</button>`
}

/**
 * Shows the total of a form, what is said of it meanwhile, and the button that saves.
 *
 * @param isPrimary True if no other step follows, such as to send the quote.
 */
export function saveButtons(
  call: DeskCall,
  { priced, quote }: EditedQuote,
  label: string,
  isPrimary = false,
): Html {
  const shown = priced?.quote ?? quote
  return html`${enterButton(call.strings.edit.calculate)}
    <p class="status" role="status" data-status></p>
    <output class="amount" data-sum>${shown !== undefined && totalText(call, shown)}</output>
    <button type="submit" form="${quoteFormId}" name="action" value="save"${isPrimary && html` class="primary"`}>${label}</button>`
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
  const save = html`<div class="actions"><button type="submit" name="action" value="save">${target.label}</button></div>`
  return html`<form method="post" action="${call.url(target.path)}" id="${quoteFormId}" novalidate>
    ${formToken(call)}
    <input type="hidden" name="part" value="labels">
    <input type="hidden" name="version" value="${target.version ?? ''}">
    <input type="hidden" name="key" value="${target.key ?? ''}">
    ${formErrorSummary(call, edited)}
    ${labelsCard(call, edited, save)}
  </form>`
}

/** Shows what only the store changes as text, and its fields once they are opened. */
function labelsCard(call: DeskCall, edited: EditedQuote, extra: Html | undefined): Html {
  const { draft, errors, choices } = edited
  const { edit, labels, common, templates } = call.strings
  const title = isTemplate(draft) ? templates.tags : edit.forTheStore
  const own = call.ownFields.quote.flatMap(({ kind, path }) =>
    kind === 'internal_fields' ? [path] : [],
  )
  const names = ['tags', 'currency', ...storeScalarFieldNames, ...own]
  const isOpen = isTemplate(draft) || names.some((name) => Object.hasOwn(errors, name))
  const facts = storeScalarFieldNames.flatMap((name) => {
    const value = draft.get(name)
    const user = choices.users?.find(({ id }) => id === value)
    const isDay = describeScalarField(name).kind === 'day' && isDate(value)
    const shown = isDay ? renderDate(call.formats, timeOnDay(call, value)) : (user?.name ?? value)
    return value ? [[labels.quote[name], shown] as const] : []
  })
  const tags = tagsOf(draft).map((name) => choices.tags[name]?.label ?? name)
  const said = tags.length > 0 ? [...facts, [labels.quote.tags, tags.join(', ')] as const] : facts
  return html`<section class="card labels" aria-label="${title}">
    <details${isOpen && html` open`}>
      <summary><h2>${title}</h2><span class="change">${common.edit}<span class="visually-hidden"> ${title}</span></span></summary>
      <div class="stack">${labelFields(call, edited)}${extra}</div>
    </details>
    ${!isOpen && said.length > 0 && factsList(said)}
  </section>`
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
  return html`<section class="block" aria-labelledby="own-fields">
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
  const { draft, errors } = edited
  const { labels, edit } = strings
  const isOpen = names.some((name) => Object.hasOwn(errors, name))
  const title = draft.get('title')
  const more = names.filter((name) => name !== 'title' && draft.get(name))
  return html`<section class="party wording" aria-labelledby="wording">
    <h2 id="wording" class="visually-hidden">${edit.wording}</h2>
    <details${isOpen && html` open`}>
    <summary>${
      title || more.length > 0
        ? html`<span><strong>${title}</strong> <span class="muted">${more.map((name) => labels.quote[name]).join(', ')}</span></span>`
        : html`<span class="muted">${edit.wording}</span>`
    }<span class="change">${strings.common.edit}<span class="visually-hidden"> ${edit.wording}</span></span></summary>
    <div class="fields">${short}</div>
    ${folded(edit.longWording)}
    </details>
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
