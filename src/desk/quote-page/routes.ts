import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { loadCustomer } from '../customers/customer.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { type EditedAgain, editAgain, isCalculation, notSaved } from '../edit/add-lines.js'
import { draftOfForm, newDraft, tagsOf, withNewRows } from '../edit/draft.js'
import type { Draft } from '../edit/draft-rows.js'
import { type EditedQuote, loadChoices } from '../edit/edited.js'
import { customerOf, withCustomer } from '../edit/find-customers.js'
import { missingCustomer, searchErrors, slipErrors, toFormErrors } from '../edit/form-errors.js'
import { findTypedProducts, type MatchedDraft, previewCreate } from '../edit/preview.js'
import { createRequestOf } from '../edit/requests.js'
import { getKey, submitForm } from '../forms.js'
import { ownUserId } from '../parts/load.js'
import { type NewQuotePage, showNewQuotePage, showQuoteAsStored } from './quote-page.js'
import { postQuote } from './save-quote.js'

/** The page of a quote: what it says, and the form to change it. */
export const quoteRoute: DeskRoute = {
  path: '/quotes/:quoteId',
  async get(call) {
    const { engine, user } = call
    const view = await engine.getQuote(user, call.param('quoteId'))
    return showQuoteAsStored(call, view)
  },
  post: (call, form) => postQuote(call, form),
}

/** An address can name a product by its id, which the engine checks. */
const maxProductLength = 1_000

/** The page on which a quote is created. */
export const newQuoteRoute: DeskRoute = {
  path: '/quotes/new',
  async get(call) {
    const draft = await startDraft(call)
    const { priced } = call.query('product') === '' ? {} : await previewCreate(call, draft)
    return show(call, { draft, priced }, { key: randomUUID() })
  },
  async post(call, form) {
    const typed = draftOfForm(form, await ownDraft(call), call)
    const preview = (each: Draft) => previewCreate(call, each)
    const matched = await findTypedProducts(call, typed, preview)
    const { draft, offers } = matched
    // A form without a key is a new form.
    const key = getKey(form) ?? randomUUID()
    const again = await editAgain(call, form, draft)
    if (again !== undefined) {
      const { priced } = await previewCreate(call, again.draft)
      return showAgain(call, { ...again, offers, priced }, key)
    }
    if (!isCalculation(form)) return create(call, matched, form, key)
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

/** Returns the draft of a new quote, which belongs to who writes it, if that is a user. */
async function ownDraft(call: DeskCall): Promise<Draft> {
  return new Map([...newDraft(call), ['owner', await ownUserId(call)]])
}

/** Returns a draft for the customer, and with the product, that the address names. */
async function startDraft(call: DeskCall): Promise<Draft> {
  const [own, customer] = await Promise.all([ownDraft(call), loadCustomer(call, 1)])
  const product = call.query('product').slice(0, maxProductLength)
  const draft = product === '' ? own : withNewRows(own, [{ product }])
  return customer === undefined ? draft : withCustomer(draft, customerOf(customer.quotes[0].quote))
}

function showAgain(call: DeskCall, { notice, ...edited }: EditedAgain & Shown, key: string) {
  return show(call, edited, { key, notice })
}

type Shown = Pick<
  EditedQuote,
  'draft' | 'found' | 'offers' | 'search' | 'pasted' | 'customers' | 'priced'
> & {
  readonly errors?: FieldErrors
}

async function show(call: DeskCall, shown: Shown, page: NewQuotePage): Promise<Response> {
  const choices = await loadChoices(call, undefined)
  const { draft, errors = {} } = shown
  const extra = field({
    name: 'currency',
    label: call.strings.labels.quote.currency,
    value: draft.get('currency'),
    errors,
    hint: call.strings.quote.currencyHint,
  })
  return showNewQuotePage(call, { quote: undefined, choices, ...shown, errors }, { ...page, extra })
}

/**
 * Creates the quote, and sets its tags, which a new quote cannot have. Both are repeated without
 * effect if the form is sent twice.
 */
function create(call: DeskCall, matched: MatchedDraft, form: Form, key: string): Promise<Response> {
  const { engine, user } = call
  const { draft } = matched
  const { request, paths, errors } = createRequestOf(call, draft)
  return submitForm(call, {
    errors: {
      ...errors,
      ...slipErrors(call, new Map(), draft),
      ...missingCustomer(call.strings, draft),
      ...searchErrors(call, form),
    },
    async store(preview) {
      const options = preview ?? { idempotencyKey: `desk-${key}` }
      const { quoteId } = await engine.createQuote(user, request, options)
      const isTagged = preview !== undefined || (await setTags(call, quoteId, tagsOf(draft), key))
      return { quoteId, isTagged }
    },
    done({ quoteId, isTagged }) {
      const path = `/quotes/${encodeURIComponent(quoteId)}`
      if (isTagged && form.get('action') === 'review') return call.redirect(`${path}/send`)
      return call.redirect(path, isTagged ? 'created' : 'created-without-tags')
    },
    toFormErrors: (found) => toFormErrors(found, paths),
    show: ({ errors: found, status }) =>
      show(
        call,
        {
          ...matched,
          search: form.get('search'),
          pasted: form.get('pasted') || undefined,
          errors: found,
        },
        { key, status },
      ),
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
function showReused(call: DeskCall, draft: Draft): Promise<Response> {
  const message = call.strings.quote.reused
  const page = { key: randomUUID(), status: 409, notice: html`` }
  return show(call, { draft, errors: { '': message } }, page)
}
