import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { payableRow } from '../document/model/quote-document.js'
import { field, getId } from '../pages/forms/field.js'
import type { Html } from '../pages/layout.js'
import { acceptFormId } from './choice-form.js'
import type { CustomerAction } from './offer.js'
import { type Attempt, type PageView, termsHash } from './offer-view.js'
import type { PageCall } from './page-call.js'
import { savingsOf } from './savings.js'
import { signatureFields, takesSignature } from './signature.js'
import { fill } from './strings/get-strings.js'
import { wishFields } from './wishes.js'

/** Shows the forms with which an offer is changed or declined. */
export function otherDecisions(call: PageCall, view: PageView, attempt: Attempt): Html {
  const { strings, offer } = view
  const { actions } = offer
  return html`${
    actions.includes('change') &&
    disclosure(
      strings.change,
      attempt.action === 'change',
      html`<p class="hint">${strings.changeHint}</p>
    ${actionForm(
      call,
      view,
      'change',
      html`${textArea('change', strings.changeText, attempt, 4, false)}
      ${wishFields(view, attempt.action === 'change' ? attempt : {})}
      <button type="submit">${strings.changeButton}</button>`,
    )}`,
    )
  }
${
  actions.includes('decline') &&
  disclosure(
    strings.decline,
    attempt.action === 'decline',
    actionForm(
      call,
      view,
      'decline',
      html`${textArea('reason', strings.declineReason, attempt, 3, false)}
      <button type="submit" class="danger">${strings.declineButton}</button>`,
    ),
  )
}`
}

/** Shows a form with what identifies the offer on which it was shown. */
export function actionForm(
  call: PageCall,
  view: PageView,
  action: CustomerAction | 'pay',
  content: Html,
): Html {
  const { url, token, tokens, holder } = call
  const { revision, seal } = view.offer.shown.quote
  const hidden = [
    ['token', tokens.create(holder, Date.now())],
    ['action', action],
    ['revision', revision],
    ['seal', seal],
    ['terms', termsHash(call, view)],
    // A message that is sent twice has the same key.
    ['key', randomUUID()],
  ] as const
  const id = action === 'accept' && html` id="${acceptFormId}"`
  return html`<form method="post" action="${url(`/${token}`)}" class="stack"${id}>
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${content}
  </form>`
}

/** Shows a text area with what was typed before. */
export function textArea(
  name: string,
  label: string,
  { form, errors }: Attempt,
  rows: number,
  isRequired: boolean,
): Html {
  return field({ name, label, value: form?.get(name), errors, rows, isRequired })
}

/** Shows the form that accepts an offer. */
export function acceptForm(call: PageCall, view: PageView, attempt: Attempt) {
  const { strings } = view
  const { form, errors } = attempt
  const content = html`
    ${field({
      name: 'name',
      label: strings.yourName,
      value: form?.get('name'),
      errors,
      isRequired: true,
      autocomplete: 'name',
    })}
    ${field({
      name: 'reference',
      label: strings.yourReference,
      hint: strings.referenceHint,
      value: form?.get('reference'),
      errors,
    })}
    ${takesSignature(call) && signatureFields(call, strings, attempt)}
    ${consent(strings.consent, attempt)}
    <button type="submit" class="primary">${strings.acceptButton}</button>`
  return html`<section class="card decision" id="decision" aria-labelledby="decision-title">
    <h2 id="decision-title">${strings.accept}</h2>
    ${acceptedAmount(view)}
    ${actionForm(call, view, 'accept', content)}
  </section>`
}

/** Shows what the customer pays, which parts of it are charged again, and when the rest is due. */
function acceptedAmount(view: PageView) {
  const { strings, chosen, changes, formats, offer } = view
  const { totals } = view.paper
  const quote = chosen?.record.quote ?? offer.shown.quote
  const saved = savingsOf(quote)
  const total = payableRow(totals)
  const label = total?.type === 'payable' ? total.label : strings.total
  const periods = totals.filter(({ type }) => type === 'once' || type === 'recurring')
  // They are parts of the total, and can sum to another amount than what is paid.
  const whole = totals.filter((row) => row.type === 'total' && row !== total)
  const parts = periods.length === 0 ? [] : [...whole, ...periods]
  const payments = totals.filter(({ type }) => type === 'payment')
  const sent = chosen?.record.quote.total
  return html`<div data-live="accepted"><p class="total"><span>${label}</span>
      <strong><bdi>${total?.amount}</bdi></strong></p>
    ${chosen === undefined && changes?.total && html`<p class="change">${changes.total.words}</p>`}${
      saved !== undefined &&
      html`<p class="saved">${fill(strings.youSave, 'amount', formats.money(saved, quote.currency))}</p>`
    }
    ${[...parts, ...payments].map(
      ({ label, amount }) =>
        html`<p class="total part"><span>${label}</span> <bdi>${amount}</bdi></p>`,
    )}${
      sent !== undefined &&
      html`<input type="hidden" name="total" value="${sent}" form="${acceptFormId}">`
    }</div>`
}

/** The consent is never checked in advance, so that it is given for what is shown. */
function consent(label: string, { errors }: Attempt) {
  const id = getId('consent')
  const error = errors?.consent
  const described = error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`
  return html`<div class="field">
    <label class="check" for="${id}"><input type="checkbox" id="${id}" name="consent" value="yes"
      required${described}> ${label}</label>
    ${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`
}

/** Shows what is read, or done, rarely. */
export function disclosure(summary: string, isOpen: boolean, content: Html): Html {
  return html`<details class="fold"${isOpen && html` open`}><summary>${summary}</summary>
    <div class="stack">${content}</div></details>`
}
