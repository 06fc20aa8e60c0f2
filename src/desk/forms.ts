import { createHash, randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { type FieldErrors, isQuoteError, QuoteError, type QuoteErrorCode } from '../errors.js'
import { toProblem } from '../http/problem-details.js'
import { reportError } from '../http/report-error.js'
import type { Form } from '../pages/forms/form.js'
import type { Html } from '../pages/layout.js'
import type { DeskCall } from './desk-call.js'
import type { DeskUser } from './options.js'
import type { DeskStrings } from './strings.js'

/** The hidden field without which a form of the desk is rejected. Goes into every form. */
export function formToken({ token }: Pick<DeskCall, 'token'>): Html {
  return html`<input type="hidden" name="token" value="${token}">`
}

/** Says which version a form changes. */
export function versionField(version: number, name = 'version'): Html {
  return html`<input type="hidden" name="${name}" value="${version}">`
}

/** Makes a form different from the same form that is opened another time. */
export function keyField(key: string = randomUUID()): Html {
  return html`<input type="hidden" name="key" value="${key}">`
}

/** Returns a version that was sent; undefined if it is none. */
export function parseVersion(value: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
}

/** A version that no record has. A form without a version conflicts, so that nothing is lost. */
export const unmatchableVersion = Number.MAX_SAFE_INTEGER

/** @throws QuoteError `invalid_request` if the form has no version */
export function getVersion({ strings }: DeskCall, form: Form, name = 'version'): number {
  const version = parseVersion(form.get(name))
  if (version !== undefined) return version
  const errors = { [name]: strings.common.reloadPage }
  throw new QuoteError('invalid_request', { errors })
}

/** Returns the key with which a double click does something once; undefined if it is invalid. */
export function getKey(form: Form): string | undefined {
  const key = form.get('key')
  return /^[\w-]{1,64}$/.test(key) ? key : undefined
}

/**
 * Returns the key with which a form is processed once, however often it is sent. A form that was
 * changed and sent again has another key.
 */
export function getContentKey({ storeId, actor }: DeskUser, form: Form): string {
  const fields = form.names.filter((name) => name !== 'token')
  const content = fields.map((name) => [name, form.getAll(name)])
  const hash = createHash('sha256').update(JSON.stringify([storeId, actor, content]))
  return `desk-${hash.digest('base64url')}`
}

/** What is said of an error. */
export interface Explanation {
  /** What happened, and what to do. */
  readonly message: string
  /** The HTTP status, if it is not that of the error. */
  readonly status?: number
}

/** Why a form is shown again. */
export interface Rejected extends Required<Explanation> {
  /** By the names of the fields; without a name if they are not about one. */
  readonly errors: FieldErrors
}

type Respond<T> = (value: T) => Promise<Response> | Response

/** How a form responds to errors of the engine. */
export interface Rejection {
  /** Shows the form again, with everything that was typed. */
  readonly show: Respond<Rejected>
  /** Returns errors by the names of the fields, if the paths of the request differ from them. */
  readonly toFormErrors?: (errors: FieldErrors) => FieldErrors
  /** Responds to errors that are not about what was typed, such as a conflict. */
  readonly on?: { readonly [Code in QuoteErrorCode]?: Respond<QuoteError<Code>> }
  /** Says what happened above the form; undefined for an error that has a page of its own. */
  readonly explain?: (error: QuoteError) => Explanation | undefined
}

/** A form that was sent. */
export interface Submission<T> extends Rejection {
  /** The errors that only the desk sees. With them, nothing is stored. */
  readonly errors?: FieldErrors
  /** Calls the engine: as a preview if the form has errors, to find those of the engine as well. */
  readonly store: (preview?: { readonly preview: true }) => Promise<T>
  /** Redirects. */
  readonly done: Respond<T>
}

/** Processes a form, or shows it again with all its errors. */
export async function submitForm<T>(call: DeskCall, form: Submission<T>): Promise<Response> {
  const { errors: own = {}, store, done, show } = form
  const isValid = Object.keys(own).length === 0
  const merge = (rejected: Rejected) =>
    show({ ...rejected, errors: { ...rejected.errors, ...own } })
  let result: T
  try {
    result = await store(isValid ? undefined : { preview: true })
  } catch (error) {
    return rejectForm(call, { ...form, show: merge }, error)
  }
  return isValid ? done(result) : show({ message: '', errors: own, status: 422 })
}

/**
 * Responds to an error of the engine.
 *
 * @throws Every error that says nothing about the form
 */
export function rejectForm(
  call: DeskCall,
  { show, on = {}, ...rejection }: Rejection,
  error: unknown,
): Promise<Response> | Response {
  const respond = isQuoteError(error) ? (on[error.code] as Respond<QuoteError>) : undefined
  return respond?.(error as QuoteError) ?? show(toRejected(call, error, rejection))
}

/**
 * Returns what a form says of an error of the engine. Without an explanation, an error that is not
 * about a field is one of the whole form.
 *
 * @throws Every error that says nothing about the form
 */
export function toRejected(
  { options, c, strings }: DeskCall,
  error: unknown,
  { explain, toFormErrors = (errors) => errors }: Omit<Rejection, 'show' | 'on'> = {},
): Rejected {
  if (!isQuoteError(error)) throw error
  const { status: ofError, body } = toProblem(error)
  const explanation =
    explain === undefined ? { message: describeError(strings, error) } : explain(error)
  if (explanation === undefined) throw error
  const { message, status = ofError } = explanation
  if (status >= 500) reportError(options.onError, error, c.req.raw)
  const isOfFields = error.code === 'invalid_request' || explain !== undefined
  return { message, status, errors: isOfFields ? toFormErrors(body.errors) : { '': message } }
}

function describeError({ common }: DeskStrings, error: QuoteError): string {
  if (error.code === 'not_permitted') return common.notPermitted(error.details.reason)
  const { status, body } = toProblem(error)
  return status < 500 ? body.detail : common.tryAgain(body.detail)
}

/** What a page says of the form that led to it, by the word in its address. */
type DoneMessages = Readonly<Record<string, string>>

/** Says that a form was processed, if the page knows the word in its address. */
export function doneNotice({ query }: DeskCall, ...tables: readonly DoneMessages[]): Html | false {
  const done = query('done')
  const messages = tables.find((table) => Object.hasOwn(table, done))
  return messages !== undefined && html`<p class="notice good" role="status">${messages[done]}</p>`
}

const keyLength = 16

/**
 * Returns what the forms of a row send instead of an id that people choose: forms lose the spaces
 * around a value, and change its line breaks.
 */
export function hashRowId(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, keyLength)
}
