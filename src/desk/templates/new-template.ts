import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { getContentKey } from '../forms/form-fields.js'
import { submit } from '../forms/submit.js'
import { loadProductFacts } from './form/product-facts.js'
import { createRequestOf, draftErrors } from './form/template-changes.js'
import { emptyDraft, parseDraft, type TemplateDraft, toLineDraft } from './form/template-draft.js'
import { type FormChange, getFormChange, templateForm } from './form/template-form.js'

/** The page on which a template is written: an empty one, or one with the lines of a quote. */
export const newTemplatePage: DeskRoute = {
  path: '/templates/new',

  async get(call) {
    const from = call.query('from')
    if (from === '') return showForm(call, { draft: emptyDraft, rows: 3 })
    return showForm(call, { draft: await draftFromQuote(call, from) })
  },

  async post(call, form) {
    const storeTags = Object.keys(await call.engine.listTags(call.user))
    const draft = parseDraft(form, undefined, storeTags)
    const change = await getFormChange(call, form, draft)
    return change === undefined ? createTemplate(call, form, draft) : showForm(call, change)
  },
}

function createTemplate(call: DeskCall, form: Form, draft: TemplateDraft): Promise<Response> {
  const { engine, user } = call
  const idempotencyKey = getContentKey(user, form)
  return submit(call, {
    errors: draftErrors(draft, undefined, call),
    store: (preview) =>
      engine.createTemplate(
        user,
        createRequestOf(draft, call.numbers),
        preview ?? { idempotencyKey },
      ),
    done: ({ templateId }) =>
      call.redirect(`/templates/${encodeURIComponent(templateId)}`, 'created'),
    show: ({ errors, status }) => showForm(call, { draft, errors }, status),
  })
}

/** Loads the lines of a quote as a template would have them. */
async function draftFromQuote(
  { engine, user, numbers }: DeskCall,
  quoteId: string,
): Promise<TemplateDraft> {
  await engine.getQuote(user, quoteId) // A quote of another store does not exist.
  const request = { name: 'Preview', quote_id: quoteId }
  const { template } = await engine.createTemplate(user, request, { preview: true })
  return { ...emptyDraft, lines: template.products.map((line) => toLineDraft(line, numbers)) }
}

async function showForm(
  call: DeskCall,
  { draft, rows = 1, search, errors }: FormChange & { readonly errors?: FieldErrors },
  status = 200,
): Promise<Response> {
  const main = templateForm(call, {
    path: '/templates/new',
    heading: 'New template',
    draft,
    facts: await loadProductFacts(call, draft.lines),
    storeTags: Object.keys(await call.engine.listTags(call.user)),
    emptyRows: rows,
    errors,
    search,
    actions: html`<a class="button" href="${call.url('/templates')}">Cancel</a>`,
  })
  return call.page({ title: 'New template', section: 'templates', main }, status)
}
