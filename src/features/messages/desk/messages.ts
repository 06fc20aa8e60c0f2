import { html } from 'hono/html'
import type { DeskCall, DeskFeature, ProcessForm, TimelineEvent } from '../../../desk/desk-call.js'
import {
  type Explanation,
  formToken,
  getKey,
  keyField,
  type Rejected,
  submitForm,
} from '../../../desk/forms.js'
import { loadNames, type NameOf } from '../../../desk/parts/changes.js'
import { ifPermitted } from '../../../desk/parts/load.js'
import type { DeskStrings } from '../../../desk/strings.js'
import { showTimeline } from '../../../desk/timeline/timeline-page.js'
import type { FieldErrors, QuoteError } from '../../../errors.js'
import { toProblem } from '../../../http/problem-details.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import { field, getId } from '../../../pages/forms/field.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Html } from '../../../pages/layout.js'
import { isUrl } from '../../../validation/addresses.js'
import type { Attachment, Message, Visibility } from '../messages.js'
import { messagesCss } from './assets/messages.css.js'

/** Describes a message in the timeline of a quote. */
function messageEvent(call: DeskCall, message: Message, nameOf: NameOf): TimelineEvent {
  const strings = call.strings.messages
  const { time, by, role, visibility, text, attachments = [] } = message
  const isInternal = visibility === 'internal'
  const name = nameOf({ by, role })
  return {
    time,
    name,
    isInternal,
    heading: html`<strong class="wrap">${name}</strong>${
      role === 'buyer' && html` <span class="pill">${strings.customer}</span>`
    }${visibilityMark(call, isInternal)}`,
    body: html`<p class="say as-typed">${text}</p>
    ${
      attachments.length > 0 &&
      html`<ul class="attachments" aria-label="${strings.attachments}">${attachments.map((each) => attachmentItem(strings, each))}</ul>`
    }`,
  }
}

function visibilityMark({ strings: { messages } }: DeskCall, isInternal: boolean): Html {
  return isInternal
    ? html` <span class="pill warn">${messages.internal}</span> <span class="muted">${messages.hidden}</span>`
    : html` <span class="muted">${messages.visible}</span>`
}

type MessageStrings = DeskStrings['messages']

function attachmentItem(strings: MessageStrings, { name, url, type, size }: Attachment): Html {
  const facts = [type, size !== undefined && formatFileSize(strings, size)]
    .filter(Boolean)
    .join(', ')
  return html`<li>${
    isWebUrl(url)
      ? html`<a class="wrap" href="${url}" rel="noreferrer">${name}</a>`
      : html`<span class="wrap">${name}</span>`
  }${facts !== '' && html` <span class="muted">(${facts})</span>`}</li>`
}

/** A storage may return anything: a link with another scheme could run code. */
function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && isUrl(url)
}

function formatFileSize({ sizes }: MessageStrings, bytes: number): string {
  const units = Object.values(sizes)
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

/** A message that was sent, and not added. */
interface FailedMessage {
  readonly form: Form
  /** The errors by the names of the fields: `message.text`. */
  readonly errors: FieldErrors
}

/** How many files a form can name. A message with more of them takes several. */
const attachmentFields = [0, 1, 2] as const

/** Shows the form for a new message, with what was typed if it failed before. */
function messageForm(call: DeskCall, quoteId: string, failed?: FailedMessage): Html {
  const strings = call.strings.messages
  const value = (name: string) => failed?.form.get(name) ?? ''
  const errors = failed?.errors
  const hasAttachments = attachmentFields.some(
    (index) => value(attachmentName(index)) !== '' || value(attachmentUrl(index)) !== '',
  )
  return html`<form method="post" action="${call.url(`/quotes/${encodeURIComponent(quoteId)}/messages`)}" class="stack message-form no-print">
    ${formToken(call)}${keyField()}
    ${field({
      name: 'message.text',
      label: strings.text,
      rows: 2,
      isRequired: true,
      hint: strings.textHint,
      value: value('message.text'),
      errors,
    })}
    ${visibilityChoice(strings, value('message.visibility'), errors)}
    <details${hasAttachments && html` open`}>
      <summary>${strings.attach}</summary>
      <div class="stack">${attachmentFields.map(
        (index) => html`<div class="fields">
          ${field({
            name: attachmentName(index),
            label: strings.fileName(index + 1),
            value: value(attachmentName(index)),
            errors,
          })}
          ${field({
            name: attachmentUrl(index),
            label: strings.fileUrl(index + 1),
            type: 'url',
            hint: strings.fileUrlHint,
            value: value(attachmentUrl(index)),
            errors,
          })}
        </div>`,
      )}</div>
    </details>
    <div class="actions"><button>${strings.add}</button></div>
  </form>`
}

/** Returns the name of the field with the name of a file. */
function attachmentName(index: number): string {
  return `message.attachments[${index}].name`
}

/** Returns the name of the field with the address of a file. */
function attachmentUrl(index: number): string {
  return `message.attachments[${index}].url`
}

const choices = ['internal', 'customer'] as const satisfies readonly Visibility[]

/** None is chosen beforehand: what reaches the customer by mistake cannot be taken back. */
function visibilityChoice(
  strings: MessageStrings,
  chosen: string,
  errors: FailedMessage['errors'] | undefined,
): Html {
  const name = 'message.visibility'
  const error = errors !== undefined && Object.hasOwn(errors, name) ? errors[name] : undefined
  return html`<fieldset id="${getId(name)}"${error !== undefined && html` aria-describedby="${getId(name)}-error"`}>
    <legend class="label">${strings.visibility}</legend>
    ${choices.map(
      (value) => html`<label class="check"><input type="radio" name="${name}"
        value="${value}" required${value === chosen && html` checked`}> ${strings.choices[value]}</label>`,
    )}
    ${error !== undefined && html`<p class="error" id="${getId(name)}-error">${error}</p>`}
  </fieldset>`
}

const addMessage: ProcessForm = (call, form) => {
  const quoteId = call.param('quoteId')
  const { attachments, rows } = getAttachments(form)
  const request = {
    text: form.get('message.text'),
    visibility: (form.get('message.visibility') || undefined) as Visibility | undefined,
    ...(attachments.length > 0 && { attachments }),
  }
  return submitForm(call, {
    store: () =>
      call.engine.addMessage(call.user, quoteId, request, { idempotencyKey: getKey(form) }),
    done: () => call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'message-sent'),
    explain: (error) => explain(call.strings.messages, error),
    toFormErrors: (errors) => errorsOfFields(withVisibility(call, form, errors), rows),
    show: (rejected) => showRejected(call, { quoteId, sent: form }, rejected),
  })
}

/** The messages of a quote stand in its timeline, with the form for a new one. */
export const messagesDesk: DeskFeature = {
  routes: [{ path: '/quotes/:quoteId/messages', post: addMessage }],
  stylesheet: messagesCss,
  async timeline(call, quoteId) {
    const [messages, nameOf] = await Promise.all([
      ifPermitted(loadMessages(call, quoteId), []),
      loadNames(call),
    ])
    const events = messages.map((message) => messageEvent(call, message, nameOf))
    return { events, form: messageForm(call, quoteId) }
  },
}

const pageSize = 1_000

async function loadMessages(
  { engine, user }: DeskCall,
  quoteId: string,
): Promise<readonly Message[]> {
  const messages: Message[] = []
  for await (const each of engine.listMessages(user, quoteId, { limit: pageSize }))
    messages.push(each)
  return messages
}

/** Returns the attachments of a form, and the row of the form in which each of them is. */
function getAttachments(form: Form) {
  const filled = attachmentFields.flatMap((index) => {
    const name = form.get(attachmentName(index))
    const url = form.get(attachmentUrl(index))
    return name === '' && url === '' ? [] : [{ index, name: name || nameIn(url), url }]
  })
  return {
    attachments: filled.map(({ name, url }) => ({ name, url })),
    rows: filled.map(({ index }) => index),
  }
}

/** Returns the last part of the path of an address, for files whose name was left empty. */
function nameIn(url: string): string {
  return (
    url
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) || url
  )
}

async function showRejected(
  call: DeskCall,
  { quoteId, sent }: { readonly quoteId: string; readonly sent: Form },
  { message, errors, status }: Rejected,
): Promise<Response> {
  const view = await call.engine.getQuote(call.user, quoteId)
  const labels = getLabels(call.strings.messages)
  const form = html`${errorSummary(message, errors, (path) => labels.get(path))}
    <div class="card">${messageForm(call, quoteId, { form: sent, errors })}</div>`
  return showTimeline(call, view, { form, status })
}

function explain(strings: MessageStrings, error: QuoteError): Explanation | undefined {
  const message = getMessage(strings, error)
  return message === undefined ? undefined : { message }
}

function getMessage(strings: MessageStrings, error: QuoteError): string | undefined {
  switch (error.code) {
    case 'invalid_request':
      return strings.notAdded
    case 'not_permitted':
      return strings.notPermitted(error.details.reason)
    case 'conflict':
      return strings.conflict
    case 'idempotency_key_reused':
      return strings.reused
    default:
      return toProblem(error).status < 500 || error.code === 'callback_failed'
        ? undefined
        : strings.failed
  }
}

/** The engine says that the choice is missing only once everything else is valid. */
function withVisibility({ strings }: DeskCall, form: Form, errors: FieldErrors): FieldErrors {
  const isMissing = form.get('message.visibility') === ''
  if (!isMissing || Object.keys(errors).length === 0) return errors
  return { ...errors, visibility: strings.messages.visibilityRequired }
}

/** Returns the errors by the names of the fields, which number the rows of the form. */
function errorsOfFields(errors: FieldErrors, rows: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const inForm = path.replace(/^attachments\[(\d+)\]/, (_, index: string) => {
        return `attachments[${rows[Number(index)] ?? index}]`
      })
      return [path === '' ? '' : `message.${inForm}`, message]
    }),
  )
}

function getLabels(strings: MessageStrings): ReadonlyMap<string, string> {
  return new Map([
    ['message.text', strings.text],
    ['message.visibility', strings.visibility],
    ...attachmentFields.flatMap((index) => [
      [attachmentName(index), strings.fileName(index + 1)] as const,
      [attachmentUrl(index), strings.fileUrl(index + 1)] as const,
    ]),
  ])
}
