import { html } from 'hono/html'
import type { FieldErrors, QuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import type { Form } from '../../pages/forms/form.js'
import type { Visibility } from '../../store/messages.js'
import type { DeskCall, DeskRoute, ProcessForm } from '../desk-call.js'
import { getKey } from '../forms/form-fields.js'
import { type Explanation, type Rejected, submit } from '../forms/submit.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { attachmentFields, attachmentName, attachmentUrl, messagesPanel } from './messages-panel.js'

const addMessage: ProcessForm = (call, form) => {
  const quoteId = call.param('quoteId')
  const { attachments, rows } = getAttachments(form)
  const request = {
    text: form.get('message.text'),
    visibility: (form.get('message.visibility') || undefined) as Visibility | undefined,
    ...(attachments.length > 0 && { attachments }),
  }
  return submit(call, {
    store: () =>
      call.engine.addMessage(call.user, quoteId, request, { idempotencyKey: getKey(form) }),
    done: () => call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'message-sent'),
    explain,
    toFormErrors: (errors) => errorsOfFields(withVisibility(call, form, errors), rows),
    show: (rejected) => showRejected(call, { quoteId, form }, rejected),
  })
}

/** The form for new messages. It stands on the page of the quote. */
export const messagesRoute: DeskRoute = { path: '/quotes/:quoteId/messages', post: addMessage }

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
  { quoteId, form }: { readonly quoteId: string; readonly form: Form },
  { message, errors, status }: Rejected,
): Promise<Response> {
  const { engine, user } = call
  const view = await engine.getQuote(user, quoteId)
  const messages = []
  for await (const each of engine.listMessages(user, quoteId, { limit: 1_000 })) messages.push(each)
  const main = html`${quoteHeader(call, view)}
    <div class="narrow-page stack">
      ${errorSummary(message, errors, getLabel)}
      ${messagesPanel(call, quoteId, messages, { form, errors })}
    </div>`
  return call.page({ title: `Message: ${quoteTitle(view)}`, section: 'quotes', main }, status)
}

function explain(error: QuoteError): Explanation | undefined {
  const message = getMessage(error)
  return message === undefined ? undefined : { message }
}

function getMessage(error: QuoteError): string | undefined {
  switch (error.code) {
    case 'invalid_request':
      return 'The message was not added. Check these fields.'
    case 'not_permitted':
      return `You are not permitted to add this message: ${error.details.reason}.`
    case 'conflict':
      return 'Others wrote at the same moment. The message was not added. Try again.'
    case 'idempotency_key_reused':
      return 'This form was sent before, with another message. Send it again to add this one as well.'
    default:
      return toProblem(error).status < 500 || error.code === 'callback_failed'
        ? undefined
        : 'The message was not added, because the server could not store it. Try again.'
  }
}

/** The engine says that the choice is missing only once everything else is valid. */
function withVisibility({ user }: DeskCall, form: Form, errors: FieldErrors): FieldErrors {
  const isMissing = user.role !== 'buyer' && form.get('message.visibility') === ''
  if (!isMissing || Object.keys(errors).length === 0) return errors
  return { ...errors, visibility: 'is required: choose one of them' }
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

const labels: ReadonlyMap<string, string> = new Map([
  ['message.text', 'New message'],
  ['message.visibility', 'Who can read it'],
  ...attachmentFields.flatMap((index) => [
    [attachmentName(index), `Name of file ${index + 1}`] as const,
    [attachmentUrl(index), `Address of file ${index + 1}`] as const,
  ]),
])

function getLabel(path: string): string | undefined {
  return labels.get(path)
}
