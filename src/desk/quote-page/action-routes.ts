import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { isQuoteError } from '../../errors.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { type Form, parseForm } from '../../pages/forms/form.js'
import { sentFields } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import type { Quote } from '../../quote/model/quote.js'
import { actedOn } from '../../quote/model/seal.js'
import { type ConflictPage, resolveConflict } from '../conflict-page.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import {
  getContentKey,
  getKey,
  getVersion,
  type Rejected,
  type Rejection,
  rejectForm,
  submitForm,
} from '../forms.js'
import type { Action } from '../lifecycle/action.js'
import {
  type ActionName,
  actionForm,
  actionLabel,
  actionNames,
  actions,
  fieldName,
  fromInbox,
  type PossibleAction,
  possibleActions,
  type SentForm,
} from '../lifecycle/actions.js'
import { explainError } from '../lifecycle/explain-error.js'
import { changesSince } from '../parts/changes.js'
import { getLabel, lineIndexOf } from '../parts/fields.js'
import { lineName, quoteHeader, quoteTitle } from '../parts/names.js'
import { showQuoteAsStored } from './quote-page.js'
import { postQuote } from './save-quote.js'

/** The forms of what can be done with a quote, and the pages that ask first. */
export const actionRoutes: readonly DeskRoute[] = actionNames.map((name) => {
  const { ask } = actions[name]
  return {
    path: `/quotes/:quoteId/${name}`,
    ...(ask !== undefined && { get: (call) => askFirst(call, name, ask) }),
    post(call, form) {
      const sent = { name, quoteId: call.param('quoteId'), form }
      return isBesideForm(form) ? saveFirst(call, sent) : submitAction(call, sent)
    },
  }
})

/** Returns true if the button of an action has sent the form of the quote with that of its own. */
function isBesideForm(form: Form): boolean {
  return form.get('part') !== ''
}

function submitAction(call: DeskCall, sent: SentAction): Promise<Response> {
  const store = () => runAction(call, sent)
  return submitForm(call, { store, done: (response) => response, ...rejection(call, sent) })
}

/**
 * Saves what was typed into the form of the quote, and then does what the button says: what counts
 * is on the screen.
 */
function saveFirst(call: DeskCall, sent: SentAction): Promise<Response> {
  const { name, quoteId, form } = sent
  const path = `/quotes/${encodeURIComponent(quoteId)}/${name}`
  const asks = form.get('action') === 'ask'
  const own = partOf(form, name)
  const key = getKey(form) === undefined ? undefined : `${getContentKey(call.user, form)}-${name}`
  return postQuote(call, form, {
    path,
    button: actionLabel(call, toPossible(sent)),
    fields: [...sentFields(own, []), ...(asks ? [['action', 'ask'] as const] : [])],
    notDone:
      actions[name].unsaved === 'keep'
        ? call.strings.lifecycle.notDoneUnsaved(call.strings.actions[name].label)
        : undefined,
    async run(version, isSaved) {
      if (asks) return call.redirect(path)
      return submitAction(call, { name, quoteId, form: own, version, key, isSaved })
    },
  })
}

/** Returns what a form sends for an action, without the form of the quote. */
function partOf(form: Form, name: ActionName): Form {
  const names = form.names.filter((each) => each.startsWith(fieldName(name, '')))
  const has = (each: string) => names.includes(each)
  return {
    names,
    get: (each) => (has(each) ? form.get(each) : ''),
    getAll: (each) => (has(each) ? form.getAll(each) : []),
  }
}

/** Returns the action as it was chosen, with the status of the host that it leads to. */
function toPossible({ name, form }: SentAction): PossibleAction {
  const to = form.get(fieldName(name, 'to')) || undefined
  return to === undefined ? { name } : { name, to }
}

/** Shows what an action would do, and its form. */
async function askFirst(
  call: DeskCall,
  name: ActionName,
  ask: NonNullable<Action['ask']>,
): Promise<Response> {
  const quoteId = call.param('quoteId')
  try {
    const record = await call.engine.getQuote(call.user, quoteId)
    const isPossible = possibleActions(call, record).some((each) => each.name === name)
    // For example, the offer was sent meanwhile.
    if (actions[name].asksAgain && !isPossible)
      return call.redirect(`/quotes/${encodeURIComponent(quoteId)}`)
    return await showQuestion(call, { name, ask, record })
  } catch (error) {
    return rejectForm(call, rejection(call, { name, quoteId, form: parseForm('') }), error)
  }
}

/** A page that asks, and what came of it if it was sent before. */
interface ShownQuestion {
  readonly name: ActionName
  readonly ask: NonNullable<Action['ask']>
  readonly record: QuoteView
  readonly sent?: SentForm
  readonly notice?: Html
  readonly status?: number | undefined
}

async function showQuestion(
  call: DeskCall,
  { name, ask, record, sent, notice, status }: ShownQuestion,
): Promise<Response> {
  const back = call.url(`/quotes/${encodeURIComponent(record.quoteId)}`)
  const { title, heading, content, styles } = await ask(call, record, (input) =>
    actionForm(call, { name, record, back, sent, ...input }),
  )
  const main = html`${quoteHeader(call, record, heading)}
    ${notice}${content}`
  return call.page({ title, section: 'quotes', main, ...(styles && { styles }) }, status)
}

/** Shows what happened, and what can be done with the quote as it is now. */
function rejection(call: DeskCall, sent: SentAction): Rejection {
  return {
    on: {
      version_mismatch: ({ details }) =>
        resolveConflict(call, {
          theirs: call.engine.getQuote(call.user, sent.quoteId),
          page: (view) => actionConflict(call, sent, { view, since: details.expectedVersion }),
        }),
    },
    explain: (error) => explainError(error, sent.name, call),
    show: (rejected) => showRejected(call, sent, rejected),
  }
}

async function showRejected(
  call: DeskCall,
  { name, quoteId, form, isSaved }: SentAction,
  { message, errors: ofRequest, status }: Rejected,
): Promise<Response> {
  const view = await call.engine.getQuote(call.user, quoteId)
  const { fields } = actions[name].form({ quote: view.quote }, call)
  const byName = new Map(fields.map((each) => [fieldName(name, each.name), each]))
  const errors = Object.fromEntries(
    Object.entries(ofRequest).map(([path, error]) => {
      const fullName = fieldName(name, path)
      const field = byName.get(fullName)
      if (field === undefined) return [nameOfPath(call, path, view.quote), error]
      return [fullName, field.explain?.(error, form.get(fullName), call) ?? error]
    }),
  )
  const summary = errorSummary(message, errors, (path) => {
    const field = byName.get(path)
    return field?.isHidden ? undefined : field?.label
  })
  const { savedFirst } = call.strings.lifecycle
  const notice = html`${summary}${isSaved && html`<p class="notice" role="status">${savedFirst}</p>`}`
  const { ask, asksAgain } = actions[name]
  try {
    const sent = { name, form, errors }
    if (
      ask !== undefined &&
      asksAgain &&
      possibleActions(call, view).some((each) => each.name === name)
    )
      return await showQuestion(call, { name, ask, record: view, sent, notice, status })
    return await showQuoteAsStored(call, view, { sent, notice, status })
  } catch (error) {
    // What failed can keep the rest of the page from being loaded, but not from being explained.
    reportError(call.options.onError, error, call.c.req.raw)
    const title = `${call.strings.actions[name].label}: ${quoteTitle(call, view)}`
    const main = html`${quoteHeader(call, view)}<div class="narrow-page stack">${notice}</div>`
    return call.page({ title, section: 'quotes', main }, status)
  }
}

/** Returns the name of what an error of the engine is about: a line, or another part of a quote. */
function nameOfPath(call: DeskCall, path: string, { products }: Quote): string {
  const { common, labels } = call.strings
  const index = lineIndexOf(path)
  const line = index === undefined ? undefined : products[index]
  if (index === undefined || line === undefined) return getLabel(labels.quote, path)
  return common.lineNumber(index + 1, lineName(call, line))
}

/** The list of the approvals that wait. */
const inboxPath = '/?approval=pending'

/** The form of an action, as it was sent. */
interface SentAction {
  readonly name: ActionName
  readonly quoteId: string
  /** What the form sends for the action, or all that it sends. */
  readonly form: Form
  /** The version that it acts on, if its form does not say it. */
  readonly version?: number
  /** Identifies the form and its content, if its own key does not. */
  readonly key?: string | undefined
  /** True if what was typed beside it is saved. */
  readonly isSaved?: boolean
}

/**
 * Does what the form of an action asks for, and redirects to the quote.
 *
 * @throws QuoteError what the method of the engine throws
 */
async function runAction(call: DeskCall, sent: SentAction): Promise<Response> {
  const { name, quoteId, form } = sent
  const read = (field: string) => form.get(fieldName(name, field)) || undefined
  const readAll = (field: string) => form.getAll(fieldName(name, field))
  const { version = getVersion(call, form, 'expectedVersion') } = sent
  const idempotencyKey = sent.key ?? getKey(form)
  const run = async (expectedVersion: number) => {
    const options = { expectedVersion, idempotencyKey }
    const { done, path } = await actions[name].run({ call, quoteId, read, readAll, options })
    const page = form.get(fromInbox) === 'yes' ? inboxPath : undefined
    return call.redirect(path ?? page ?? `/quotes/${encodeURIComponent(quoteId)}`, done)
  }
  try {
    return await run(version)
  } catch (error) {
    if (!isQuoteError(error) || !otherVersionCodes.has(error.code)) throw error
    const latest = await latestWithSameOffer(call, quoteId, version, read('requirement'))
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
 * Returns the last of the versions after one in which only what is reported, the tags and what else
 * only the store changes have changed, so that an action is about the same. Returns the
 * version itself if the next one has changed more, or does not exist.
 *
 * @param decided The id of the approval that the action decides.
 */
async function latestWithSameOffer(
  { engine, user }: DeskCall,
  quoteId: string,
  version: number,
  decided: string | undefined,
): Promise<number> {
  const current = await engine.getQuote(user, quoteId)
  if (version >= current.version) return version
  const contentAt = async (each: number) =>
    getContent((await engine.getQuote(user, quoteId, { version: each })).quote, decided)
  const content = await contentAt(version)
  if ((await contentAt(current.version)) === content) return current.version
  const last = Math.min(current.version, version + maxVersions)
  let latest = version
  while (latest < last && (await contentAt(latest + 1)) === content) latest += 1
  return latest
}

/** Returns what an action is about; of approvals, which it would decide. */
function getContent(quote: Quote, decided: string | undefined): string {
  const approvals = quote.approvals?.filter(({ id }) => id === decided)
  return JSON.stringify({ ...actedOn(quote), approvals })
}

/** Returns the page that tells what others changed, and asks whether an action still applies. */
async function actionConflict(
  call: DeskCall,
  sent: SentAction,
  { view, since }: { readonly view: QuoteView; readonly since: number },
): Promise<ConflictPage> {
  const { name, form } = sent
  const { conflict, common } = call.strings
  const heading = conflict.actionTitle
  const chosen = toPossible(sent)
  const { to } = chosen
  const label = actionLabel(call, chosen)
  const isPossible = possibleActions(call, view).some(
    (each) => each.name === name && (each.to === undefined || each.to === to),
  )
  const { button, fields } = actions[name].form({ quote: view.quote, to }, call)
  const path = `/quotes/${encodeURIComponent(view.quoteId)}`
  return {
    title: `${heading}: ${quoteTitle(call, view)}`,
    section: 'quotes',
    header: quoteHeader(call, view, heading),
    message: conflict.action(label),
    changes: await changesSince(call, since, view),
    differences: fields
      .map((each) => ({ ...each, mine: form.get(fieldName(name, each.name)) }))
      .filter(({ mine, isHidden, isConfirmation }) => mine && !isHidden && !isConfirmation)
      .map(({ label, mine }) => ({ label, mine })),
    note: !isPossible && conflict.impossible(label),
    back: [path, common.backToQuote],
    path: `${path}/${name}`,
    buttons: isPossible ? [['repeat', conflict.now(button)]] : [],
    fields: [
      ['expectedVersion', String(view.version)],
      ...sentFields(form, ['token', 'key', 'action', 'expectedVersion']),
    ],
  }
}
