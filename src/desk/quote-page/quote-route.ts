import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { FieldErrors } from '../../errors.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { contactErrors } from '../edit/changes/contact-errors.js'
import { customerValues } from '../edit/changes/content-changes.js'
import { toFormErrors } from '../edit/changes/error-paths.js'
import { getChanges } from '../edit/changes/quote-changes.js'
import { compareDrafts, pickedSides, preselected } from '../edit/conflicts/compare-drafts.js'
import { showConflictPage } from '../edit/conflicts/conflict-page.js'
import { mergeDrafts } from '../edit/conflicts/merge-drafts.js'
import { draftOfForm } from '../edit/draft/draft-of-form.js'
import { draftOfQuote } from '../edit/draft/draft-of-quote.js'
import type { QuoteDraft } from '../edit/draft/quote-draft.js'
import { editAgain, isCalculation, notSaved } from '../edit/edit-actions.js'
import type { ProductOffers } from '../edit/form/edited.js'
import { loadChoices } from '../edit/load-choices.js'
import { type MatchedDraft, matchProducts } from '../edit/match-products.js'
import { previewUpdate, recordAt } from '../edit/preview.js'
import { getContentKey, getVersion } from '../forms/form-fields.js'
import { submit } from '../forms/submit.js'
import { isEditable, showQuotePage, showStoredQuote } from './quote-page.js'

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
    const base = await recordAt(call, view, getVersion(form))
    const typed = draftOfForm(form, draftOfQuote(base.quote, call.numbers))
    const idempotencyKey = form.get('key') === '' ? undefined : getContentKey(user, form)
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
  if (isStale && Object.keys(errors).length > 0) return showConflict(call, save)
  if (Object.keys(errors).length + Object.keys(changes.request).length === 0)
    return call.redirect(path, 'unchanged')
  const conflict = async () =>
    showConflict(call, { ...save, view: await engine.getQuote(user, quoteId) })
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
        quote_locked: () => showConflictPage(call, { ...save, theirs: save.view, isLocked: true }),
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
