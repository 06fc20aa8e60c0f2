import type { DeskRoute } from '../desk-call.js'
import { draftOfForm } from './draft/draft-of-form.js'
import { draftOfQuote } from './draft/draft-of-quote.js'
import { emptyDraft, type QuoteDraft } from './draft/quote-draft.js'
import { recordAt, versionOf } from './form-version.js'
import { matchProducts } from './match-products.js'
import { previewCreate, previewResponse, previewUpdate } from './preview.js'

/** Returns what the form of a quote adds up to, while a user types. */
export const previewRoute: DeskRoute = {
  path: '/quotes/:quoteId/preview',
  async post(call, form) {
    const view = await call.engine.getQuote(call.user, call.param('quoteId'))
    const base = await recordAt(call, view, versionOf(form, 'version'))
    const preview = (each: QuoteDraft) => previewUpdate(call, base, each)
    const typed = draftOfForm(form, draftOfQuote(base.quote))
    const { draft } = await matchProducts(call, typed, preview)
    return previewResponse(call, draft, await preview(draft), view)
  },
}

/** Returns what the form of a new quote adds up to, while a user types. */
export const newPreviewRoute: DeskRoute = {
  path: '/quotes/new/preview',
  async post(call, form) {
    const preview = (each: QuoteDraft) => previewCreate(call, each)
    const { draft } = await matchProducts(call, draftOfForm(form, emptyDraft), preview)
    return previewResponse(call, draft, await preview(draft))
  },
}
