import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { field } from '../../pages/forms/field.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { contactErrors, missingCustomer } from '../edit/changes/contact-errors.js'
import { customerValues } from '../edit/changes/content-changes.js'
import { toFormErrors } from '../edit/changes/error-paths.js'
import { createRequestOf } from '../edit/changes/quote-changes.js'
import { draftOfForm } from '../edit/draft/draft-of-form.js'
import { emptyDraft, type QuoteDraft } from '../edit/draft/quote-draft.js'
import {
  type EditedAgain,
  editAgain,
  emptyRows,
  isCalculation,
  notSaved,
} from '../edit/edit-actions.js'
import type { EditedQuote } from '../edit/form/edited.js'
import { loadChoices } from '../edit/load-choices.js'
import { type MatchedDraft, matchProducts } from '../edit/match-products.js'
import { previewCreate } from '../edit/preview.js'
import { getKey } from '../forms/form-fields.js'
import { submit } from '../forms/submit.js'
import { type NewQuotePage, showNewQuotePage } from './quote-page.js'

/** The page on which a quote is created. */
export const newQuoteRoute: DeskRoute = {
  path: '/quotes/new',
  async get(call) {
    return show(
      call,
      { draft: { ...emptyDraft, numbers: call.numbers, rows: emptyRows } },
      { key: randomUUID() },
    )
  },
  async post(call, form) {
    const typed = draftOfForm(form, { ...emptyDraft, numbers: call.numbers })
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
    const notice = isValid ? notSaved('The totals are those of the quote as it is below.') : html``
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
    label: 'Currency',
    value: draft.currency,
    errors,
    hint: 'Three letters, such as EUR. Empty for the currency of the store. It never changes.',
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
      ...contactErrors(new Map(), customer, call.formats.locale),
      ...missingCustomer(customer),
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
  const message =
    'This form has created a quote already. Send it again if you want another quote with what it has now.'
  const page = { key: randomUUID(), status: 409, notice: html`` }
  return show(call, { draft, errors: { '': message } }, page)
}
