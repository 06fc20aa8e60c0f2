import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Form } from '../../pages/forms/form.js'
import type { HiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { resolveConflict } from '../conflict-page.js'
import type { DeskCall } from '../desk-call.js'
import { editAgain, isCalculation, notSaved } from '../edit/add-lines.js'
import { openLines } from '../edit/closed-line.js'
import {
  compareDrafts,
  isSettled,
  mergeDrafts,
  pickedSides,
  preselectSide,
  quoteConflict,
  toDrafts,
} from '../edit/conflicts.js'
import { draftOfForm, draftOfQuote } from '../edit/draft.js'
import type { Draft } from '../edit/draft-rows.js'
import { type EditedQuote, loadChoices, type ProductOffers } from '../edit/edited.js'
import { searchErrors, slipErrors, toFormErrors } from '../edit/form-errors.js'
import {
  findTypedProducts,
  loadVersion,
  type MatchedDraft,
  previewTaxes,
  previewUpdate,
} from '../edit/preview.js'
import { getChanges } from '../edit/requests.js'
import { calculateTaxes } from '../edit/total-rows.js'
import { getContentKey, getVersion, type Rejected, submitForm } from '../forms.js'
import { neededMessage } from '../parts/approval-state.js'
import { isEditable, type QuotePage, showQuotePage } from './quote-page.js'

/** What follows once a form is saved: the action whose button has sent it. */
export interface AfterSave {
  /** The address of the action, without the prefix of the desk. */
  readonly path: string
  /** What the button says. */
  readonly button: string
  /** What the action asks for, to be sent again. */
  readonly fields: readonly HiddenField[]
  /** Says why nothing is done if the form has changes; undefined for an action that saves them. */
  readonly notDone?: string | undefined
  /**
   * Does it, on a version that says what the form says.
   *
   * @param isSaved True if that version was stored by this request.
   */
  run(version: number, isSaved: boolean): Promise<Response>
}

/** Saves the form of a quote, or shows it again; then does what its button stands for. */
export async function postQuote(call: DeskCall, form: Form, next?: AfterSave): Promise<Response> {
  const { engine, user } = call
  const view = await engine.getQuote(user, call.param('quoteId'))
  const version = getVersion(call, form)
  const idempotencyKey = form.get('key') === '' ? undefined : getContentKey(user, form)
  const base = await loadVersion(call, view, version)
  const typed = draftOfForm(form, draftOfQuote(base.quote, call), call)
  const shared = { view, form, next, idempotencyKey }
  if (form.get('current') !== '') {
    const theirs = await loadVersion(call, view, getVersion(call, form, 'current'))
    const drafts = toDrafts(call, base, theirs, typed)
    const merged = await matched(call, theirs, mergeDrafts(drafts, pickedSides(form, drafts)), next)
    return saveQuote(call, { ...shared, base: theirs, ...merged })
  }
  const { draft: mine, offers } = await matched(call, base, typed, next)
  const again = await editAgain(call, form, mine)
  const save = { ...shared, base, draft: mine, offers }
  if (again !== undefined) {
    const { priced } = await previewUpdate(call, base, again.draft)
    return showAgain(call, save, { ...again, priced })
  }
  if (isCalculation(form) && form.get('part') === 'content') return showTotals(call, save)
  return saveQuote(call, save)
}

/** Takes a product that was only found by its words if the page is seen before an action. */
function matched(
  call: DeskCall,
  base: QuoteRecord,
  draft: Draft,
  next: AfterSave | undefined,
): Promise<MatchedDraft> {
  const preview = (each: Draft) => previewUpdate(call, base, each)
  return findTypedProducts(call, draft, preview, next !== undefined)
}

/** What a form is shown again with, besides what was typed. */
type Shown = Partial<EditedQuote> & Pick<QuotePage, 'notice' | 'status'>

/** Shows the form again, with everything that was typed. */
async function showAgain(
  call: DeskCall,
  { view, base, draft, offers, form }: SaveQuote,
  { notice, status, ...shown }: Shown,
): Promise<Response> {
  const choices = await loadChoices(call, isEditable(call, view) ? view.quoteId : undefined)
  const open = openLines(form)
  const edited = { draft, offers, quote: base.quote, errors: {}, choices, open, ...shown }
  const { version } = base
  return showQuotePage(call, { view, edited, version, notice, status, sent: { form } })
}

/** Shows the form again, with what it would add up to. */
async function showTotals(call: DeskCall, save: SaveQuote): Promise<Response> {
  const preview = save.form.get('action') === calculateTaxes ? previewTaxes : previewUpdate
  const { errors, priced } = await preview(call, save.base, save.draft)
  const isValid = priced !== undefined && Object.keys(errors).length === 0
  const notice = isValid ? await totalsNotice(call, priced.quote, save.view) : html``
  return showAgain(call, save, { errors, priced, notice, status: isValid ? 200 : 422 })
}

/** Says that a form is not saved, and what must be approved before the quote is sent like that. */
async function totalsNotice(call: DeskCall, quote: Quote, view: QuoteView): Promise<Html> {
  const needed = await neededMessage(call, quote, view)
  return html`${notSaved(call, call.strings.quote.changedTotals)}${
    needed !== '' && html`<p class="notice warn">${needed}</p>`
  }`
}

/** A form that is to be saved. */
interface SaveQuote {
  /** The quote as it is now. */
  readonly view: QuoteView
  /** The version that the form was shown with. */
  readonly base: QuoteRecord
  readonly draft: Draft
  readonly offers?: ProductOffers | undefined
  /** The form as it was sent, with what was typed into the actions beside it. */
  readonly form: Form
  readonly next?: AfterSave | undefined
  /** Identifies the form and its content, so that a double click saves it once. */
  readonly idempotencyKey?: string | undefined
}

/** Saves what a form changes, or shows what is in the way. */
async function saveQuote(call: DeskCall, save: SaveQuote): Promise<Response> {
  const { engine, user } = call
  const { next } = save
  const { quoteId, version } = save.base
  const changes = getChanges(call, save.base, save.draft)
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const isStale = save.view.version !== version
  const before = draftOfQuote(save.base.quote, call)
  const errors = {
    ...changes.errors,
    ...slipErrors(call, before, save.draft),
    ...searchErrors(call, save.form),
  }
  const resolve = (theirs: QuoteView | Promise<QuoteView>) =>
    resolveConflict(call, {
      theirs,
      settle: (view) => settle(call, { ...save, view }),
      page: (view) => quoteConflict(call, { ...save, theirs: view, isLocked: false }),
    })
  const conflict = () => resolve(engine.getQuote(user, quoteId))
  if (Object.keys(errors).length + Object.keys(changes.request).length === 0)
    return unchanged(call, save)
  if (next?.notDone !== undefined) {
    const notice = html`<p class="notice warn" role="alert">${next.notDone}</p>`
    return showErrors(call, save, { errors, status: 409, notice })
  }
  if (isStale && Object.keys(errors).length > 0) return resolve(save.view)
  return submitForm(call, {
    errors,
    store(preview) {
      const once = preview ?? { idempotencyKey: save.idempotencyKey }
      const options = { expectedVersion: version, ...once }
      return engine.updateQuote(user, quoteId, changes.request, options)
    },
    done: (saved) => {
      const isSaved = saved.version !== version
      if (next !== undefined) return next.run(saved.version, isSaved)
      return call.redirect(path, isSaved ? 'saved' : 'unchanged')
    },
    toFormErrors: (found) => toFormErrors(found, changes.paths),
    show: (rejected) => showErrors(call, save, rejected),
    on: {
      version_mismatch: conflict,
      conflict,
      ...(isStale && { invalid_request: conflict }),
      // The same form was saved before, on another version.
      idempotency_key_reused: () =>
        next === undefined ? call.redirect(path, 'saved') : repeatAction(call, save, next),
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

/**
 * Does what a button stands for once its form was saved by an earlier request, which may have ended
 * before it was done: a changed status shows that it was done. Asks if others have changed since
 * what the form says.
 */
async function repeatAction(call: DeskCall, save: SaveQuote, next: AfterSave): Promise<Response> {
  const { quoteId, quote } = save.base
  const view = await call.engine.getQuote(call.user, quoteId)
  if (view.quote.status !== quote.status || view.quote.seal !== quote.seal)
    return call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'saved')
  const merged = mergeQuiet(call, { ...save, view })
  if (merged !== undefined && Object.keys(getChanges(call, view, merged).request).length === 0)
    return next.run(view.version, true)
  return resolveConflict(call, {
    theirs: view,
    page: (theirs) => quoteConflict(call, { ...save, theirs, isLocked: false }),
  })
}

/** Responds to a form that changes nothing. */
async function unchanged(call: DeskCall, save: SaveQuote): Promise<Response> {
  const { view, base, form, next } = save
  if (next !== undefined) return next.run(base.version, false)
  if (form.get('action') !== 'enter')
    return call.redirect(`/quotes/${encodeURIComponent(view.quoteId)}`, 'unchanged')
  // The Enter key in a field of an action, which is kept.
  return showAgain(call, save, {})
}

/** Shows the form with its errors. */
function showErrors(
  call: DeskCall,
  save: SaveQuote,
  { errors, status, notice = html`` }: Pick<Rejected, 'errors' | 'status'> & Pick<Shown, 'notice'>,
): Promise<Response> {
  const search = save.form.get('search')
  const pasted = save.form.get('pasted') || undefined
  return showAgain(call, save, { errors, status, notice, search, pasted })
}

/** Responds if the form changes nothing, or no difference was made by others; else undefined. */
async function settle(call: DeskCall, save: SaveQuote): Promise<Response | undefined> {
  const { base, view, draft, form } = save
  const { request, ...changes } = getChanges(call, base, draft)
  const errors = { ...changes.errors, ...searchErrors(call, form) }
  const isInvalid = Object.keys(errors).length > 0
  if (Object.keys(request).length === 0 && !isInvalid) return unchanged(call, save)
  const merged = mergeQuiet(call, save)
  if (merged === undefined) return undefined
  return isInvalid
    ? showErrors(call, save, { errors, status: 422 })
    : saveQuote(call, { ...save, base: view, draft: merged })
}

/**
 * Returns a draft on the version that is stored now; undefined if others have changed meanwhile
 * what the form offers, or whether it can be saved. A report about a delivery, for example, changes
 * neither, and nor do their tags.
 */
function mergeQuiet(call: DeskCall, { base, view, draft }: SaveQuote): Draft | undefined {
  if (base.quote.status !== view.quote.status || base.quote.seal !== view.quote.seal)
    return undefined
  const drafts = toDrafts(call, base, view, draft)
  return isSettled(compareDrafts(drafts)) ? mergeDrafts(drafts, preselectSide) : undefined
}
