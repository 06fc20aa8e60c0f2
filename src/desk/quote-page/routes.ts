import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field } from '../../pages/forms/field.js'
import { type Form, parseForm } from '../../pages/forms/form.js'
import { sentFields } from '../../pages/forms/hidden-field.js'
import { actedOn } from '../../quote/lifecycle/seal.js'
import type { Quote, QuoteRecord } from '../../quote/quote.js'
import { type ConflictPage, resolveConflict } from '../conflict-page.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import {
  compareDrafts,
  mergeDrafts,
  pickedSides,
  preselected,
  quoteConflict,
  toDrafts,
} from '../edit/conflicts.js'
import { draftOfForm, draftOfQuote, newDraft, type QuoteDraft } from '../edit/draft.js'
import { type EditedQuote, loadChoices, type ProductOffers } from '../edit/edited.js'
import {
  type EditedAgain,
  editAgain,
  emptyRows,
  isCalculation,
  notSaved,
} from '../edit/find-products.js'
import { contactErrors, missingCustomer, toFormErrors } from '../edit/form-errors.js'
import { customerValues } from '../edit/part-changes.js'
import {
  loadVersion,
  type MatchedDraft,
  matchProducts,
  previewCreate,
  previewUpdate,
} from '../edit/preview.js'
import { createRequestOf, getChanges } from '../edit/quote-changes.js'
import {
  getContentKey,
  getKey,
  getVersion,
  type Rejected,
  type Rejection,
  reject,
  submit,
} from '../forms.js'
import type { Action } from '../lifecycle/action.js'
import {
  type ActionName,
  actionForm,
  actionLabel,
  actionNames,
  actions,
  fieldName,
  possibleActions,
} from '../lifecycle/actions.js'
import { explainError } from '../lifecycle/explain-error.js'
import { changesSince } from '../parts/changes.js'
import { lineName, quoteHeader, quoteTitle } from '../parts/names.js'
import {
  isEditable,
  type NewQuotePage,
  showNewQuotePage,
  showQuoteAsStored,
  showQuotePage,
} from './quote-page.js'

/** The page of a quote: what it says, and the form to change it. */
export const quoteRoute: DeskRoute = {
  path: '/quotes/:quoteId',
  async get(call) {
    const { engine, user } = call
    const view = await engine.getQuote(user, call.param('quoteId'))
    return showQuoteAsStored(call, view)
  },
  async post(call, form) {
    const { engine, user } = call
    const view = await engine.getQuote(user, call.param('quoteId'))
    const base = await loadVersion(call, view, getVersion(call, form))
    const typed = draftOfForm(form, draftOfQuote(base.quote, call))
    const idempotencyKey = form.get('key') === '' ? undefined : getContentKey(user, form)
    if (form.get('current') !== '') {
      const theirs = await loadVersion(call, view, getVersion(call, form, 'current'))
      const drafts = toDrafts(base, theirs, typed)
      const merged = await matched(call, theirs, mergeDrafts(drafts, pickedSides(form, drafts)))
      return saveQuote(call, { view, base: theirs, ...merged, idempotencyKey })
    }
    const { draft: mine, offers } = await matched(call, base, typed)
    const again = await editAgain(call, form, mine)
    if (again !== undefined) {
      const { notice, ...shown } = again
      const choices = await loadChoices(call, view.quoteId)
      const edited = { ...shown, offers, quote: base.quote, errors: {}, choices }
      return showQuotePage(call, { view, edited, version: base.version, notice })
    }
    const save = { view, base, draft: mine, offers, idempotencyKey }
    if (isCalculation(form)) return showTotals(call, save)
    return saveQuote(call, save)
  },
}

function matched(call: DeskCall, base: QuoteRecord, draft: QuoteDraft): Promise<MatchedDraft> {
  return matchProducts(call, draft, (each) => previewUpdate(call, base, each))
}

/** Shows the form again, with what it would add up to. */
async function showTotals(
  call: DeskCall,
  { view, base, draft, offers }: SaveQuote,
): Promise<Response> {
  const [{ errors, priced }, choices] = await Promise.all([
    previewUpdate(call, base, draft),
    loadChoices(call, view.quoteId),
  ])
  const edited = { draft, offers, quote: base.quote, errors, choices, priced }
  const isValid = priced !== undefined
  const notice = isValid ? notSaved(call, call.strings.quote.changedTotals) : html``
  const status = isValid ? 200 : 422
  return showQuotePage(call, { view, edited, version: base.version, notice, status })
}

/** A form that is to be saved. */
interface SaveQuote {
  /** The quote as it is now. */
  readonly view: QuoteView
  /** The version that the form was shown with. */
  readonly base: QuoteRecord
  readonly draft: QuoteDraft
  readonly offers?: ProductOffers | undefined
  /** Identifies the form and its content, so that a double click saves it once. */
  readonly idempotencyKey?: string | undefined
}

/** Saves what a form changes, or shows what is in the way. */
async function saveQuote(call: DeskCall, save: SaveQuote): Promise<Response> {
  const { engine, user } = call
  const { quoteId, version } = save.base
  const changes = getChanges(save.base, save.draft)
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const isStale = save.view.version !== version
  const before = customerValues(draftOfQuote(save.base.quote, save.draft))
  const errors = {
    ...changes.errors,
    ...contactErrors(call, before, customerValues(save.draft)),
  }
  const resolve = (theirs: QuoteView | Promise<QuoteView>) =>
    resolveConflict(call, {
      theirs,
      settle: (view) => settle(call, { ...save, view }),
      page: (view) => quoteConflict(call, { ...save, theirs: view, isLocked: false }),
    })
  const conflict = () => resolve(engine.getQuote(user, quoteId))
  if (isStale && Object.keys(errors).length > 0) return resolve(save.view)
  if (Object.keys(errors).length + Object.keys(changes.request).length === 0)
    return call.redirect(path, 'unchanged')
  return submit(call, {
    errors,
    store(preview) {
      const once = preview ?? { idempotencyKey: save.idempotencyKey }
      const options = { expectedVersion: version, ...once }
      return engine.updateQuote(user, quoteId, changes.request, options)
    },
    done: (saved) => call.redirect(path, saved.version === version ? 'unchanged' : 'saved'),
    toFormErrors: (found) => toFormErrors(found, changes.paths),
    show: ({ errors: found, status }) => showErrors(call, save, found, status),
    on: {
      version_mismatch: conflict,
      conflict,
      ...(isStale && { invalid_request: conflict }),
      // The same form was saved before, on another version.
      idempotency_key_reused: () => call.redirect(path, 'saved'),
      ...(!isEditable(call, save.view) && {
        quote_locked: () =>
          resolveConflict(call, {
            theirs: save.view,
            page: (theirs) => quoteConflict(call, { ...save, theirs, isLocked: true }),
          }),
      }),
    },
  })
}

async function showErrors(
  call: DeskCall,
  { view, base, draft, offers }: SaveQuote,
  errors: FieldErrors,
  status: number,
): Promise<Response> {
  const choices = await loadChoices(call, view.quoteId)
  const edited = { draft, offers, quote: base.quote, errors, choices }
  return showQuotePage(call, { view, edited, version: base.version, status, notice: html`` })
}

/** Responds if the form changes nothing, or no difference was made by others; else undefined. */
async function settle(call: DeskCall, save: SaveQuote): Promise<Response | undefined> {
  const { base, view, draft } = save
  const { request, errors } = getChanges(base, draft)
  const isInvalid = Object.keys(errors).length > 0
  if (Object.keys(request).length === 0 && !isInvalid)
    return call.redirect(`/quotes/${encodeURIComponent(view.quoteId)}`, 'unchanged')
  const merged = mergeQuiet(save)
  if (merged === undefined) return undefined
  return isInvalid
    ? showErrors(call, save, errors, 422)
    : saveQuote(call, { ...save, base: view, draft: merged })
}

/**
 * Returns a draft on the version that is stored now; undefined if others have changed meanwhile
 * what the form shows, or whether it can be saved. A report about a delivery, for example, changes
 * neither.
 */
function mergeQuiet({ base, view, draft }: SaveQuote): QuoteDraft | undefined {
  if (base.quote.status !== view.quote.status || base.quote.seal !== view.quote.seal)
    return undefined
  const drafts = toDrafts(base, view, draft)
  const isMine = compareDrafts(drafts).every(({ by }) => by === 'mine')
  return isMine ? mergeDrafts(drafts, preselected) : undefined
}

/** The page on which a quote is created. */
export const newQuoteRoute: DeskRoute = {
  path: '/quotes/new',
  async get(call) {
    return show(call, { draft: { ...newDraft(call), rows: emptyRows } }, { key: randomUUID() })
  },
  async post(call, form) {
    const typed = draftOfForm(form, newDraft(call))
    const preview = (each: QuoteDraft) => previewCreate(call, each)
    const matched = await matchProducts(call, typed, preview)
    const { draft, offers } = matched
    // A form without a key is a new form.
    const key = getKey(form) ?? randomUUID()
    const again = await editAgain(call, form, draft)
    if (again !== undefined) return showAgain(call, { ...again, offers }, key)
    if (!isCalculation(form)) return create(call, matched, key)
    const { priced, errors } = await previewCreate(call, draft)
    const isValid = priced !== undefined
    const notice = isValid ? notSaved(call, call.strings.quote.newTotals) : html``
    return show(
      call,
      { draft, offers, errors, priced },
      { key, notice, status: isValid ? 200 : 422 },
    )
  },
}

function showAgain(call: DeskCall, { notice, ...edited }: EditedAgain & Shown, key: string) {
  return show(call, edited, { key, notice })
}

type Shown = Pick<EditedQuote, 'draft' | 'found' | 'offers' | 'search' | 'priced'> & {
  readonly errors?: FieldErrors
}

async function show(call: DeskCall, shown: Shown, page: NewQuotePage): Promise<Response> {
  const choices = await loadChoices(call, undefined)
  const { draft, errors = {} } = shown
  const extra = field({
    name: 'currency',
    label: call.strings.labels.quote.currency,
    value: draft.currency,
    errors,
    hint: call.strings.quote.currencyHint,
  })
  return showNewQuotePage(call, { quote: undefined, choices, ...shown, errors }, { ...page, extra })
}

/**
 * Creates the quote, and sets its tags, which a new quote cannot have. Both are repeated without
 * effect if the form is sent twice.
 */
function create(call: DeskCall, matched: MatchedDraft, key: string): Promise<Response> {
  const { engine, user } = call
  const { draft } = matched
  const { request, paths, errors } = createRequestOf(draft)
  const customer = customerValues(draft)
  return submit(call, {
    errors: {
      ...errors,
      ...contactErrors(call, new Map(), customer),
      ...missingCustomer(call.strings, customer),
    },
    async store(preview) {
      const options = preview ?? { idempotencyKey: `desk-${key}` }
      const { quoteId } = await engine.createQuote(user, request, options)
      const isTagged = preview !== undefined || (await setTags(call, quoteId, draft.tags, key))
      return { quoteId, isTagged }
    },
    done: ({ quoteId, isTagged }) =>
      call.redirect(
        `/quotes/${encodeURIComponent(quoteId)}`,
        isTagged ? 'created' : 'created-without-tags',
      ),
    toFormErrors: (found) => toFormErrors(found, paths),
    show: ({ errors: found, status }) => show(call, { ...matched, errors: found }, { key, status }),
    on: { idempotency_key_reused: () => showReused(call, draft) },
  })
}

/** Returns false if the tags are rejected: the quote exists, whatever becomes of its tags. */
async function setTags(
  { engine, user, options, c }: DeskCall,
  quoteId: string,
  tags: readonly string[],
  key: string,
): Promise<boolean> {
  if (tags.length === 0) return true
  try {
    const once = { idempotencyKey: `desk-${key}-tags` }
    await engine.updateQuote(user, quoteId, { tag_list: tags }, once)
    return true
  } catch (error) {
    if (!isQuoteError(error)) throw error
    if (toProblem(error).status >= 500) reportError(options.onError, error, c.req.raw)
    return false
  }
}

/** The form was sent before with other content, for example after a step back in the browser. */
function showReused(call: DeskCall, draft: QuoteDraft): Promise<Response> {
  const message = call.strings.quote.reused
  const page = { key: randomUUID(), status: 409, notice: html`` }
  return show(call, { draft, errors: { '': message } }, page)
}

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
      if (field === undefined) return [nameOfLine(call, path, view.quote) ?? path, error]
      return [fullName, field.explain?.(error, form.get(fullName), call) ?? error]
    }),
  )
  const notice = errorSummary(message, errors, (path) => {
    const field = byName.get(path)
    return field?.isHidden ? undefined : field?.label
  })
  try {
    return await showQuoteAsStored(call, view, { failed: { name, form, errors }, notice, status })
  } catch (error) {
    // What failed can keep the rest of the page from being loaded, but not from being explained.
    reportError(call.options.onError, error, call.c.req.raw)
    const title = `${call.strings.actions[name].label}: ${quoteTitle(call, view)}`
    const main = html`${quoteHeader(call, view)}<div class="narrow-page stack">${notice}</div>`
    return call.page({ title, section: 'quotes', main }, status)
  }
}

/** Returns the name of the line that an error of the catalog is about. */
function nameOfLine(call: DeskCall, path: string, { products }: Quote): string | undefined {
  const index = Number(/^products\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)
  const line = products[index]
  return line && call.strings.common.lineNumber(index + 1, lineName(call, line))
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
  const version = getVersion(call, form, 'expectedVersion')
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
 * Returns the last of the versions after one in which only the reports of deliveries, the tags and
 * what else only the store changes have changed, so that an action is about the same. Returns the
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
  { name, form }: SentAction,
  { view, since }: { readonly view: QuoteView; readonly since: number },
): Promise<ConflictPage> {
  const { conflict, common } = call.strings
  const heading = conflict.actionTitle
  const to = form.get(fieldName(name, 'to')) || undefined
  const label = actionLabel(call, to === undefined ? { name } : { name, to })
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
