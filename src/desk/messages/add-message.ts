import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import type { Form } from '../../pages/forms/form.js'
import type { Visibility } from '../../store/message.js'
import type { DeskCall, DeskRoute, ProcessForm } from '../desk-call.js'
import { getKey } from '../lifecycle/actions/run-action.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { attachmentFields, attachmentName, attachmentUrl } from './message-form.js'
import { messagesPanel } from './messages-panel.js'

const addMessage: ProcessForm = async (call, form) => {
  const quoteId = call.param('quoteId')
  const { attachments, rows } = getAttachments(form)
  const request = {
    text: form.get('message.text'),
    visibility: (form.get('message.visibility') || undefined) as Visibility | undefined,
    ...(attachments.length > 0 && { attachments }),
  }
  try {
    await call.engine.addMessage(call.user, quoteId, request, { idempotencyKey: getKey(form) })
  } catch (error) {
    return respondToError(call, { quoteId, form, rows }, error)
  }
  return call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'message-sent')
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

interface RejectedMessage {
  readonly quoteId: string
  readonly form: Form
  /** The row of each attachment in the form. */
  readonly rows: readonly number[]
}

async function respondToError(
  call: DeskCall,
  { quoteId, form, rows }: RejectedMessage,
  error: unknown,
): Promise<Response> {
  const message = explain(error)
  if (message === undefined) throw error
  const { engine, user } = call
  if (toProblem(error).status >= 500) reportError(call.options.onError, error, call.c.req.raw)
  const view = await engine.getQuote(user, quoteId)
  const messages = []
  for await (const each of engine.listMessages(user, quoteId, { limit: 1_000 })) messages.push(each)
  const { status, body } = toProblem(error)
  const errors = errorsOfFields(withVisibility(call, form, body.errors), rows)
  const main = html`${quoteHeader(call, view)}
    <div class="narrow-page stack">
      ${errorSummary(message, errors, getLabel)}
      ${messagesPanel(call, quoteId, messages, { form, errors })}
    </div>`
  return call.page({ title: `Message: ${quoteTitle(view)}`, section: 'quotes', main }, status)
}

function explain(error: unknown): string | undefined {
  if (!isQuoteError(error)) return undefined
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
