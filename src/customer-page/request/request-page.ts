import { html } from 'hono/html'
import { type ContactPerson, phoneLink } from '../../document/model/contact.js'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, field, getId } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { type Html, logo } from '../../pages/layout.js'
import { contactPerson } from '../contact-card.js'
import { type CustomerPage, pageResponse } from '../page-response.js'
import type { LocalizedStrings } from '../strings/get-strings.js'
import type { PageStrings } from '../strings/page-strings.js'
import { customerFields, maxRows, type RequestRow, rowPath, trap } from './request-form.js'

/** What the page is shown with. */
export interface RequestView extends LocalizedStrings {
  readonly storeId: string
  readonly locale: string
  /** The lines about who is asked. */
  readonly seller: readonly string[]
  /** The person to ask. */
  readonly contact?: ContactPerson | undefined
  /** The address of the form. */
  readonly action: string
  /** The frame and the look of the page. */
  readonly page: Pick<CustomerPage, 'options' | 'request' | 'url' | 'styles' | 'theme' | 'storeId'>
}

/** What makes a form one of a kind: a random key, and the token that signs it. */
export interface Ticket {
  readonly key: string
  readonly token: string
}

/** A form, with what was typed before and is wrong with it. */
export interface ShownForm {
  readonly ticket: Ticket
  readonly rows: readonly RequestRow[]
  readonly form?: Form | undefined
  readonly errors?: FieldErrors | undefined
  readonly notice?: keyof PageStrings | undefined
}

/** Responds with the form. */
export function showForm(
  view: RequestView,
  shown: ShownForm,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { strings, action } = view
  const { ticket, errors, notice } = shown
  const main = html`<div class="request-page">
<h1>${strings.requestHeading}</h1>
<p class="lead">${strings.requestLead}</p>
<form method="post" action="${action}" class="request">
  <input type="hidden" name="key" value="${ticket.key}">
  <input type="hidden" name="token" value="${ticket.token}">
  <div class="stack">
  ${notice && html`<p class="notice warn" role="alert">${strings[notice]}</p>`}
  ${errors && errorSummary(strings.checkFields, errors, (path) => labelOf(view, path))}
  ${needs(view, shown)}
  ${person(view, shown)}
  </div>
  ${whatIsNext(view)}
</form>
</div>`
  return respond(view, main, status, headers)
}

/** Responds with the page that says that a request has come. */
export function showSent(view: RequestView, reference: string): Promise<Response> {
  const { strings, action } = view
  const [before, after] = strings.requestReference.split('{reference}')
  const main = html`<div class="card message-page">
  <h1>${strings.requestSent}</h1>
  <p>${strings.requestSentText}</p>
  ${reference !== '' && html`<p>${before}<strong><bdi>${reference}</bdi></strong>${after}</p>`}
  <p><a href="${action}">${strings.requestTitle}</a></p>
</div>`
  return respond(view, main, 200, {})
}

function respond(
  { strings, lang, dir, page, seller, contact }: RequestView,
  main: Html,
  status: number,
  headers: Readonly<Record<string, string>>,
) {
  const [name = strings.seller, ...address] = seller
  // Whom to ask is said beside the form.
  const lines = contact === undefined ? address : []
  const header = html`<header class="masthead"><div>
  <span class="seller">${logo(page.theme)}<bdi>${name}</bdi></span>
  ${lines.length > 0 && html`<ul>${lines.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`}${
    contact?.phone &&
    html`<a href="${phoneLink(contact.phone)}"><bdi dir="ltr">${contact.phone}</bdi></a>`
  }
</div></header>`
  const title = `${strings.requestTitle} – ${name}`
  const { skip } = strings
  return pageResponse({ ...page, title, lang, dir, skip, header, main }, status, headers)
}

/** Shows the rows, and what else the customer writes. */
function needs({ strings, action, locale }: RequestView, { rows, form, errors }: ShownForm): Html {
  const number = new Intl.NumberFormat(locale)
  const shown = rows.slice(0, maxRows)
  const firstInWords = shown.findIndex(({ id }) => id === '')
  const next = `${action}#${getId(rowPath(shown.length, 'name'))}`
  return html`<section class="card stack" aria-labelledby="what"><h2 id="what">${strings.requestWhat}</h2>
    ${shown.map((row, index) => {
      const props = { errors, isLabelHidden: index > 0 && index !== firstInWords }
      const label = (text: string) => (index === 0 ? text : `${text} (${number.format(index + 1)})`)
      return html`<div class="ask">
      ${
        row.id === ''
          ? field({
              ...props,
              name: rowPath(index, 'name'),
              label: label(strings.requestProduct),
              value: row.name,
            })
          : product(strings, row, index)
      }
      ${field({
        ...props,
        name: rowPath(index, 'qty'),
        label: label(strings.wishQuantity),
        value: row.qty,
        inputMode: 'decimal',
      })}</div>`
    })}
    ${
      shown.length < maxRows &&
      html`<div class="actions"><button type="submit" name="action" value="rows"
      formaction="${next}" formnovalidate>${strings.requestMore}</button></div>`
    }
    ${field({
      name: 'message',
      label: strings.requestNote,
      value: form?.get('message'),
      errors,
      rows: 4,
    })}
  </section>`
}

function product(strings: PageStrings, { id, name, isRemoved = false }: RequestRow, index: number) {
  const hidden = { id, name }
  return html`<div class="field"><strong class="wrap"><bdi>${name}</bdi></strong>
      ${Object.entries(hidden).map(
        ([key, value]) =>
          html`<input type="hidden" name="products[${index}].${key}" value="${value}">`,
      )}
      ${checkbox({
        name: rowPath(index, 'isRemoved'),
        label: strings.wishRemove,
        isChecked: isRemoved,
      })}</div>`
}

/** Shows the fields about the customer, and the button. */
function person({ strings }: RequestView, { form, errors }: ShownForm): Html {
  const fields = customerFields.map((name) =>
    field({
      ...fieldsByName[name],
      name: `customer.${name}`,
      label: strings[labels[name]],
      hint: name === 'email' ? strings.requestContact : undefined,
      value: form?.get(`customer.${name}`),
      errors,
    }),
  )
  return html`<section class="card stack" aria-labelledby="who"><h2 id="who">${strings.requestWho}</h2>
    <div class="fields">${fields}</div>
    <div class="visually-hidden" aria-hidden="true"><label for="${trap}">${strings.requestTrap}</label>
      <input id="${trap}" name="${trap}" value="${form?.get(trap)}" tabindex="-1" autocomplete="off"></div>
    <button type="submit" class="primary" name="action" value="send">${strings.requestTitle}</button>
  </section>`
}

type CustomerField = (typeof customerFields)[number]

const labels: Readonly<Record<CustomerField, keyof PageStrings>> = {
  name: 'yourName',
  company: 'requestCompany',
  email: 'requestEmail',
  phone: 'requestPhone',
  zipcode: 'requestZipcode',
}

const fieldsByName = {
  name: { isRequired: true, autocomplete: 'name' },
  company: { autocomplete: 'organization' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  zipcode: { autocomplete: 'postal-code' },
} as const

/** Returns the label of a field by the path of its errors. */
function labelOf({ strings, locale }: RequestView, path: string): string | undefined {
  const [, row, name] = /^products\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  if (row !== undefined) {
    const label = name === 'qty' ? strings.wishQuantity : strings.requestProduct
    return `${label} (${new Intl.NumberFormat(locale).format(Number(row) + 1)})`
  }
  if (path === 'message') return strings.requestNote
  const customerField = customerFields.find((each) => path === `customer.${each}`)
  return customerField && strings[labels[customerField]]
}

function whatIsNext({ strings, contact }: RequestView): Html {
  const { requestNextRead, requestNextOffer, requestNextDecide } = strings
  const steps = [requestNextRead, requestNextOffer, requestNextDecide]
  return html`<aside class="card next" aria-labelledby="next"><h2 id="next">${strings.requestNext}</h2>
    <ol>${steps.map((step) => html`<li><strong>${step}</strong></li>`)}</ol>
    ${contact && contactPerson(contact, strings)}</aside>`
}
