import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import { type FieldErrors, isQuoteError, type QuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formKey } from '../parts/hidden-fields.js'
import { contactErrors } from './changes/contact-errors.js'
import { customerValues } from './changes/content-changes.js'
import { getErrors } from './changes/error-paths.js'
import { type DraftRequest, getChanges } from './changes/quote-changes.js'
import { compareDrafts } from './conflicts/compare-drafts.js'
import { showConflictPage } from './conflicts/conflict-page.js'
import { preselected } from './conflicts/difference.js'
import { mergeDrafts } from './conflicts/merge-drafts.js'
import { pickedSides } from './conflicts/picked-sides.js'
import { draftOfForm } from './draft/draft-of-form.js'
import { draftOfQuote } from './draft/draft-of-quote.js'
import type { QuoteDraft } from './draft/quote-draft.js'
import { editAgain, isCalculation, notSaved } from './edit-actions.js'
import type { ProductOffers } from './form/edited.js'
import { getVersion, recordAt } from './form-version.js'
import { loadChoices } from './load-choices.js'
import { type MatchedDraft, matchProducts } from './match-products.js'
import { isEditable, showQuotePage, showStoredQuote } from './page/quote-page.js'
import { previewUpdate } from './preview.js'

/** The page of a quote: what it says, and the form to change it. */
export const quoteRoute: DeskRoute = {
  path: '/quotes/:quoteId',
  async get(call) {
    const { engine, user } = call
    const view = await engine.getQuote(user, call.param('quoteId'))
    return showStoredQuote(call, view)
  },
  async post(call, form) {
    const { engine, user } = call
    const view = await engine.getQuote(user, call.param('quoteId'))
    const base = await recordAt(call, view, getVersion(form, 'version'))
    const typed = draftOfForm(form, draftOfQuote(base.quote, call.numbers))
    const idempotencyKey = form.get('key') === '' ? undefined : formKey(user, form)
    if (form.get('current') !== '') {
      const theirs = await recordAt(call, view, getVersion(form, 'current'))
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
  const notice = isValid ? notSaved('The totals are those of your changes.') : html``
  const status = isValid ? 200 : 422
  return showQuotePage(call, { view, edited, version: base.version, notice, status })
}

function toDrafts(base: QuoteRecord, theirs: QuoteRecord, mine: QuoteDraft) {
  const { numbers } = mine
  return {
    base: draftOfQuote(base.quote, numbers),
    mine,
    theirs: draftOfQuote(theirs.quote, numbers),
  }
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
  const before = customerValues(draftOfQuote(save.base.quote, save.draft.numbers))
  const errors = {
    ...changes.errors,
    ...contactErrors(before, customerValues(save.draft), call.formats.locale),
  }
  if (Object.keys(errors).length > 0)
    return isStale ? showConflict(call, save) : showAllErrors(call, save, errors)
  if (Object.keys(changes.request).length === 0) return call.redirect(path, 'unchanged')
  try {
    const options = { expectedVersion: version, idempotencyKey: save.idempotencyKey }
    const saved = await engine.updateQuote(user, quoteId, changes.request, options)
    return call.redirect(path, saved.version === version ? 'unchanged' : 'saved')
  } catch (error) {
    if (!isQuoteError(error)) throw error
    // The same form was saved before, on another version.
    if (error.code === 'idempotency_key_reused') return call.redirect(path, 'saved')
    const isConflict = error.code === 'version_mismatch' || error.code === 'conflict'
    if (!isConflict && !(isStale && error.code === 'invalid_request'))
      return showRejected(call, save, changes, error)
    return showConflict(call, { ...save, view: await engine.getQuote(user, quoteId) })
  }
}

/** Shows the form again with the errors of the engine, and everything that was typed. */
async function showRejected(
  call: DeskCall,
  save: SaveQuote,
  { paths }: DraftRequest<unknown>,
  error: QuoteError,
): Promise<Response> {
  const { status } = toProblem(error)
  if (status >= 500) reportError(call.options.onError, error, call.c.req.raw)
  if (error.code === 'quote_locked' && !isEditable(call, save.view))
    return showConflictPage(call, { ...save, theirs: save.view, isLocked: true })
  return showErrors(call, save, getErrors(error, paths), status)
}

/** Shows the errors that the engine does not see, with those that it sees. */
async function showAllErrors(
  call: DeskCall,
  save: SaveQuote,
  errors: FieldErrors,
): Promise<Response> {
  const preview = await previewUpdate(call, save.base, save.draft)
  return showErrors(call, save, { ...preview.errors, ...errors }, 422)
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

/**
 * Asks what is to become of changes that were made to an older version. Nothing has to be asked if
 * the form changes nothing, or no difference was made by others.
 */
async function showConflict(call: DeskCall, save: SaveQuote): Promise<Response> {
  const { base, view, draft } = save
  const { request, errors } = getChanges(base, draft)
  if (Object.keys(request).length === 0 && Object.keys(errors).length === 0)
    return call.redirect(`/quotes/${encodeURIComponent(view.quoteId)}`, 'unchanged')
  const isInvalid = Object.keys(errors).length > 0
  const merged = mergeQuiet(save)
  if (merged === undefined)
    return showConflictPage(call, { base, draft, theirs: view, isLocked: false })
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
  const drafts = {
    base: draftOfQuote(base.quote, draft.numbers),
    mine: draft,
    theirs: draftOfQuote(view.quote, draft.numbers),
  }
  const isMine = compareDrafts(drafts).every(({ by }) => by === 'mine')
  return isMine ? mergeDrafts(drafts, preselected) : undefined
}
