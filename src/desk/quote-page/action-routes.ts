import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { type Form, parseForm } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { Quote } from '../../quote/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formToken, getKey, getVersion } from '../forms/form-fields.js'
import { type Rejected, type Rejection, reject, submit } from '../forms/submit.js'
import type { Action } from '../lifecycle/actions/action.js'
import {
  actionForm,
  actionUrl,
  fieldName,
  versionFields,
} from '../lifecycle/actions/action-form.js'
import {
  type ActionName,
  actionLabel,
  actionNames,
  actions,
  possibleActions,
} from '../lifecycle/actions/actions.js'
import { explainError } from '../lifecycle/actions/explain-error.js'
import { changesSince } from '../parts/changes-since.js'
import { lineName } from '../parts/names.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { showStoredQuote } from './quote-page.js'

/** The forms of what can be done with a quote, and the pages that ask first. */
export const actionRoutes: readonly DeskRoute[] = actionNames.map((name) => {
  const { ask } = actions[name]
  return {
    path: `/quotes/:quoteId/${name}`,
    ...(ask !== undefined && { get: (call) => askFirst(call, name, ask) }),
    post(call, form) {
      const sent = { name, quoteId: call.param('quoteId'), form }
      const store = () => runAction(call, sent)
      return submit(call, { store, done: (response) => response, ...rejection(call, sent) })
    },
  }
})

/** Shows what an action would do, and its form. */
async function askFirst(
  call: DeskCall,
  name: ActionName,
  ask: NonNullable<Action['ask']>,
): Promise<Response> {
  const quoteId = call.param('quoteId')
  try {
    const record = await call.engine.getQuote(call.user, quoteId)
    const back = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
    const { title, heading, content } = await ask(call, record, (input) =>
      actionForm(call, { name, record, back, ...input }),
    )
    const main = html`${quoteHeader(call, record, heading)}
    ${content}`
    return await call.page({ title, section: 'quotes', main })
  } catch (error) {
    return reject(call, rejection(call, { name, quoteId, form: parseForm('') }), error)
  }
}

/** Shows what happened, and what can be done with the quote as it is now. */
function rejection(call: DeskCall, sent: SentAction): Rejection {
  return {
    on: {
      version_mismatch: ({ details }) => actionConflict(call, sent, details.expectedVersion),
    },
    explain: (error) => explainError(error, actions[sent.name], call),
    show: (rejected) => showRejected(call, sent, rejected),
  }
}

async function showRejected(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
  { message, errors: ofRequest, status }: Rejected,
): Promise<Response> {
  const view = await call.engine.getQuote(call.user, quoteId)
  const { fields } = actions[name].form({ quote: view.quote }, call)
  const byName = new Map(fields.map((each) => [fieldName(name, each.name), each]))
  const errors = Object.fromEntries(
    Object.entries(ofRequest).map(([path, error]) => {
      const fullName = fieldName(name, path)
      const field = byName.get(fullName)
      if (field === undefined) return [nameOfLine(path, view.quote) ?? path, error]
      return [fullName, field.explain?.(error, form.get(fullName), call) ?? error]
    }),
  )
  const notice = errorSummary(message, errors, (path) => {
    const field = byName.get(path)
    return field?.isHidden ? undefined : field?.label
  })
  try {
    return await showStoredQuote(call, view, { failed: { name, form, errors }, notice, status })
  } catch (error) {
    // What failed can keep the rest of the page from being loaded, but not from being explained.
    reportError(call.options.onError, error, call.c.req.raw)
    const title = `${actions[name].label}: ${quoteTitle(view)}`
    const main = html`${quoteHeader(call, view)}<div class="narrow-page stack">${notice}</div>`
    return call.page({ title, section: 'quotes', main }, status)
  }
}

/** Returns the name of the line that an error of the catalog is about. */
function nameOfLine(path: string, { products }: Quote): string | undefined {
  const index = Number(/^products\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)
  const line = products[index]
  return line && `Line ${index + 1}, ${lineName(line)}`
}

/** The form of an action, as it was sent. */
interface SentAction {
  readonly name: ActionName
  readonly quoteId: string
  readonly form: Form
}

/**
 * Does what the form of an action asks for, and redirects to the quote.
 *
 * @throws QuoteError what the method of the engine throws
 */
async function runAction(call: DeskCall, { name, quoteId, form }: SentAction): Promise<Response> {
  const read = (field: string) => form.get(fieldName(name, field)) || undefined
  const version = getVersion(form, 'expectedVersion')
  const idempotencyKey = getKey(form)
  const run = async (expectedVersion: number) => {
    const options = { expectedVersion, idempotencyKey }
    const { done, path } = await actions[name].run({ call, quoteId, read, options })
    return call.redirect(path ?? `/quotes/${encodeURIComponent(quoteId)}`, done)
  }
  try {
    return await run(version)
  } catch (error) {
    if (!isQuoteError(error) || !otherVersionCodes.has(error.code)) throw error
    const latest = await latestWithSameOffer(call, quoteId, version)
    if (latest === version) throw error
    return run(latest)
  }
}

/** A key is reused if the action was done already, on a later version than that of the form. */
const otherVersionCodes: ReadonlySet<string> = new Set([
  'version_mismatch',
  'idempotency_key_reused',
])

const maxVersions = 20

/**
 * Returns the last of the versions after one in which only the reports of deliveries, the tags and
 * the owner have changed, so that an action is about the same. Returns the version itself if the
 * next one has changed more, or does not exist.
 */
async function latestWithSameOffer(
  { engine, user }: DeskCall,
  quoteId: string,
  version: number,
): Promise<number> {
  const current = await engine.getQuote(user, quoteId)
  const last = Math.min(current.version, version + maxVersions)
  if (version >= last) return version
  const contentAt = async (each: number) =>
    getContent((await engine.getQuote(user, quoteId, { version: each })).quote)
  const content = await contentAt(version)
  let latest = version
  while (latest < last && (await contentAt(latest + 1)) === content) latest += 1
  return latest
}

function getContent(quote: Quote): string {
  const { delivery: _, tags: _tags, owner: _owner, customer_id: _customer, ...content } = quote
  return JSON.stringify(content)
}

/** Shows what others changed since the form was loaded, and asks whether it still applies. */
async function actionConflict(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
  expectedVersion: number,
): Promise<Response> {
  const { engine, user } = call
  const view = await engine.getQuote(user, quoteId)
  const heading = 'The quote has changed meanwhile'
  const to = form.get(fieldName(name, 'to')) || undefined
  const label = actionLabel(call, to === undefined ? { name } : { name, to })
  const isPossible = possibleActions(call, view).some(
    (each) => each.name === name && (each.to === undefined || each.to === to),
  )
  const main = html`${quoteHeader(call, view, heading)}
    <div class="card stack narrow-page">
      <p>Nothing was done: others have changed the quote since you opened the page with
      “${label}”.</p>
      ${await changesSince(call, expectedVersion, view)}
      ${
        isPossible
          ? repeatForm(call, { name, form, view })
          : html`<p>“${label}” is no longer possible.</p>`
      }
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(view)}`, section: 'quotes', main }, 409)
}

interface RepeatedForm {
  readonly name: ActionName
  readonly form: Form
  readonly view: QuoteView
}

/** Repeats the action on the current version, with everything that was typed. */
function repeatForm(call: DeskCall, { name, form, view }: RepeatedForm): Html {
  const { button, fields } = actions[name].form(
    { quote: view.quote, to: form.get(fieldName(name, 'to')) },
    call,
  )
  const sent = fields.flatMap((each) => {
    const fullName = fieldName(name, each.name)
    const value = form.get(fullName)
    return value === '' ? [] : [{ ...each, fullName, value }]
  })
  const visible = sent.filter(({ isHidden, isConfirmation }) => !isHidden && !isConfirmation)
  return html`<form method="post" action="${actionUrl(call, view.quoteId, name)}" class="stack">
    ${formToken(call)}${versionFields(view.version)}
    ${sent.map(({ fullName, value }) => html`<input type="hidden" name="${fullName}" value="${value}">`)}
    ${
      visible.length > 0 &&
      html`<dl class="pairs">${visible.map(
        ({ label, value }) => html`<div><dt>${label}</dt><dd class="as-typed">${value}</dd></div>`,
      )}</dl>`
    }
    <div class="actions">
      <button class="primary">${button} now</button>
      <a class="button" href="${call.url(`/quotes/${encodeURIComponent(view.quoteId)}`)}">Back to the quote</a>
    </div>
  </form>`
}
