import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { field, idOf } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { CustomerAction } from '../offer/load-offer.js'
import type { PageCall } from '../page-call.js'
import type { Attempt } from './attempt.js'
import { type PageView, termsHash } from './page-view.js'

/** Shows the forms with which an offer is accepted, changed or declined. */
export function decisionBox(call: PageCall, view: PageView, attempt: Attempt): Html {
  const { strings, offer } = view
  const { actions } = offer
  const label = actions.includes('accept') ? strings.accept : strings.decline
  return html`<aside class="decision no-print" id="decision" aria-label="${label}">
${actions.includes('accept') && acceptForm(call, view, attempt)}
${
  actions.includes('change') &&
  disclosure(
    strings.change,
    attempt.action === 'change',
    html`<p class="hint">${strings.changeHint}</p>
    ${actionForm(
      call,
      view,
      'change',
      html`${textArea('change', strings.changeText, attempt, 4, true)}
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
}
</aside>`
}

/** Shows a form with what identifies the offer on which it was shown. */
export function actionForm(
  { url, token, tokens, holder }: PageCall,
  view: PageView,
  action: CustomerAction,
  content: Html,
): Html {
  const { revision, seal } = view.offer.shown.quote
  const hidden = [
    ['token', tokens.create(holder, Date.now())],
    ['action', action],
    ['revision', revision],
    ['seal', seal],
    ['terms', termsHash(view)],
    // A message that is sent twice has the same key.
    ['key', randomUUID()],
  ] as const
  return html`<form method="post" action="${url(`/${token}`)}" class="stack">
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

function acceptForm(call: PageCall, view: PageView, attempt: Attempt) {
  const { strings, document } = view
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
    ${consent(strings.consent, attempt)}
    <button type="submit" class="primary">${strings.acceptButton}</button>`
  return html`<div class="accept">
    <h2>${strings.accept}</h2>
    <p class="total"><span>${strings.total}</span>
      <strong><bdi>${document.totals.at(-1)?.amount}</bdi></strong></p>
    ${actionForm(call, view, 'accept', content)}
  </div>`
}

/** The consent is never checked in advance, so that it is given for what is shown. */
function consent(label: string, { errors }: Attempt) {
  const id = idOf('consent')
  const error = errors?.consent
  const described = error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`
  return html`<div class="field">
    <label class="check" for="${id}"><input type="checkbox" id="${id}" name="consent" value="yes"
      required${described}> ${label}</label>
    ${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`
}

function disclosure(summary: string, isOpen: boolean, content: Html): Html {
  return html`<details${isOpen && html` open`}><summary>${summary}</summary>
    <div class="stack">${content}</div></details>`
}
