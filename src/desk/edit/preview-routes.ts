import type { DeskRoute } from '../desk-call.js'
import { getVersion } from '../forms/form-fields.js'
import { draftOfForm } from './draft/draft-of-form.js'
import { draftOfQuote } from './draft/draft-of-quote.js'
import { emptyDraft, type QuoteDraft } from './draft/quote-draft.js'
import { recordAt } from './form-version.js'
import { matchProducts } from './match-products.js'
import { livePreview, previewCreate, previewUpdate } from './preview.js'

/** Returns what the form of a quote adds up to, while a user types. */
export const previewRoute: DeskRoute = {
  path: '/quotes/:quoteId/preview',
  async post(call, form) {
    const view = await call.engine.getQuote(call.user, call.param('quoteId'))
    const record = await recordAt(call, view, getVersion(form))
    const run = (each: QuoteDraft) => previewUpdate(call, record, each)
    const base = draftOfQuote(record.quote, call.numbers)
    const { draft } = await matchProducts(call, draftOfForm(form, base), run)
    return livePreview(call, { draft, base, quote: view.quote, run })
  },
}

/** Returns what the form of a new quote adds up to, while a user types. */
export const newPreviewRoute: DeskRoute = {
  path: '/quotes/new/preview',
  async post(call, form) {
    const run = (each: QuoteDraft) => previewCreate(call, each)
    const base = { ...emptyDraft, numbers: call.numbers }
    const { draft } = await matchProducts(call, draftOfForm(form, base), run)
    return livePreview(call, { draft, base, run })
  },
}
