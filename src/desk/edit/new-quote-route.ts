import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { contactErrors, missingCustomer } from './changes/contact-errors.js'
import { customerValues } from './changes/content-changes.js'
import { getErrors } from './changes/error-paths.js'
import { createRequestOf } from './changes/quote-changes.js'
import { draftOfForm } from './draft/draft-of-form.js'
import { emptyDraft, type QuoteDraft } from './draft/quote-draft.js'
import { type EditedAgain, editAgain, emptyRows, isCalculation, notSaved } from './edit-actions.js'
import type { EditedQuote } from './form/edited.js'
import { loadChoices } from './load-choices.js'
import { type MatchedDraft, matchProducts } from './match-products.js'
import { type NewQuotePage, showNewQuotePage } from './page/quote-page.js'
import { previewCreate } from './preview.js'

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
    const key = getKey(form)
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

/** A form without a key is a new form. */
function getKey(form: Form): string {
  const key = form.get('key')
  return /^[\w-]{1,64}$/.test(key) ? key : randomUUID()
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
async function create(call: DeskCall, matched: MatchedDraft, key: string): Promise<Response> {
  const { engine, user } = call
  const { draft } = matched
  const { request, paths, ...typed } = createRequestOf(draft)
  const customer = customerValues(draft)
  const errors = {
    ...typed.errors,
    ...contactErrors(new Map(), customer, call.formats.locale),
    ...missingCustomer(customer),
  }
  if (Object.keys(errors).length > 0) {
    const preview = await previewCreate(call, draft)
    const all = { ...preview.errors, ...errors }
    return show(call, { ...matched, errors: all }, { key, status: 422 })
  }
  try {
    const created = await engine.createQuote(user, request, { idempotencyKey: `desk-${key}` })
    const isTagged = await setTags(call, created.quoteId, draft.tags, key)
    const path = `/quotes/${encodeURIComponent(created.quoteId)}`
    return call.redirect(path, isTagged ? 'created' : 'created-without-tags')
  } catch (error) {
    if (!isQuoteError(error)) throw error
    const { status } = toProblem(error)
    if (status >= 500) reportError(call.options.onError, error, call.c.req.raw)
    if (error.code === 'idempotency_key_reused') return showReused(call, draft)
    return show(call, { ...matched, errors: getErrors(error, paths) }, { key, status })
  }
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
