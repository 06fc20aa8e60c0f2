import { html } from 'hono/html'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formKey } from '../templates/form/hidden-fields.js'
import { mergeDrafts } from './conflicts/merge-drafts.js'
import { pickedSides } from './conflicts/picked-sides.js'
import { draftOfForm } from './draft/draft-of-form.js'
import { draftOfQuote } from './draft/draft-of-quote.js'
import type { QuoteDraft } from './draft/quote-draft.js'
import { editAgain, isCalculation, notSaved } from './edit-actions.js'
import { recordAt, versionOf } from './form-version.js'
import { loadChoices } from './load-choices.js'
import { type MatchedDraft, matchProducts } from './match-products.js'
import { showQuotePage, showStoredQuote } from './page/quote-page.js'
import { previewUpdate } from './preview.js'
import { type SaveQuote, saveQuote } from './save-quote.js'

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
    const base = await recordAt(call, view, versionOf(form, 'version'))
    const typed = draftOfForm(form, draftOfQuote(base.quote, call.numbers))
    const idempotencyKey = form.get('key') === '' ? undefined : formKey(user, form)
    if (form.get('current') !== '') {
      const theirs = await recordAt(call, view, versionOf(form, 'current'))
      const drafts = draftsOf(base, theirs, typed)
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

function draftsOf(base: QuoteRecord, theirs: QuoteRecord, mine: QuoteDraft) {
  const { numbers } = mine
  return {
    base: draftOfQuote(base.quote, numbers),
    mine,
    theirs: draftOfQuote(theirs.quote, numbers),
  }
}
