import { html } from 'hono/html'
import type { DeskCall, DeskRoute } from '../../../desk/desk-call.js'
import { customerFields } from '../../../desk/edit/customer-fields.js'
import { customerEntries, draftOfForm } from '../../../desk/edit/draft.js'
import type { Draft } from '../../../desk/edit/draft-rows.js'
import { contactErrors, missingCustomer, toFormErrors } from '../../../desk/edit/form-errors.js'
import { getLabels } from '../../../desk/edit/labels.js'
import { createdContent } from '../../../desk/edit/requests.js'
import {
  formToken,
  getContentKey,
  keyField,
  type Rejected,
  submitForm,
  toRejected,
} from '../../../desk/forms.js'
import { lineIndexOf } from '../../../desk/parts/fields.js'
import type { FieldErrors } from '../../../errors.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import { field } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { Quote } from '../../../quote/model/quote.js'
import type { Template, TemplateRecord } from '../template.js'
import type { CreateQuoteFromTemplateRequest } from '../template-changes.js'

/** The page on which a quote is created from a template. */
export const quoteFromTemplateRoute: DeskRoute = {
  path: '/templates/:templateId/quotes',

  async get(call) {
    const record = await call.engine.getTemplate(call.user, call.param('templateId'))
    return showForm(call, record, toDraft(call, record))
  },

  async post(call, form) {
    const { engine, user } = call
    const record = await engine.getTemplate(user, call.param('templateId'))
    const base = toDraft(call, record)
    const draft = draftOfForm(form, base, call)
    const { request, paths, errors } = createdContent(call, { base, draft })
    const { customer } = request
    const currency = draft.get('currency') ?? ''
    const sent = { ...(customer && { customer }), ...(currency && { currency }) }
    const idempotencyKey = getContentKey(user, form)
    return submitForm(call, {
      errors: {
        ...errors,
        ...contactErrors(call, base, draft),
        ...missingCustomer(call.strings, draft),
      },
      store: (preview) =>
        engine.createQuoteFromTemplate(
          user,
          record.templateId,
          sent as CreateQuoteFromTemplateRequest,
          preview ?? { idempotencyKey },
        ),
      done: ({ quoteId }) => call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'created'),
      toFormErrors: (found) => toFormErrors(found, paths),
      show: (rejected) => showForm(call, record, draft, rejected),
    })
  },
}

/** Returns the part of a new quote that its template leaves open: the customer and the currency. */
function toDraft(call: DeskCall, { template }: TemplateRecord): Draft {
  return new Map([...customerEntries(template.customer ?? {}, call), ['currency', '']])
}

async function showForm(
  call: DeskCall,
  record: TemplateRecord,
  draft: Draft,
  rejected?: Rejected,
): Promise<Response> {
  const { template } = record
  const path = `/templates/${encodeURIComponent(record.templateId)}`
  const preview = await previewQuote(call, record.templateId)
  const problems = rejected?.errors ?? ('errors' in preview ? preview.errors : undefined)
  const { templates: strings, labels } = call.strings
  const submit = html`<button class="primary">${strings.createQuote}</button>`
  const main = html`<form method="post" action="${call.url(`${path}/quotes`)}" class="stack"
    novalidate>
    ${formToken(call)}
    ${keyField()}
    <div class="head"><h1>${strings.quoteHeading(template.name)}</h1><div class="actions">
      <a class="button" href="${call.url(path)}">${strings.edit}</a>${submit}</div></div>
    ${
      problems &&
      html`${errorSummary(strings.notYet, byLine(call, template, problems), getLabels(call, draft))}
      <p><a href="${call.url(path)}">${strings.correctLines}</a></p>`
    }
    <div class="from-template">
      ${customerFields(call, draft, problems ?? {})}
      <div class="card stack"><h2>${labels.quote.products}</h2>${
        'quote' in preview && previewTable(call, preview.quote)
      }
        ${field({
          name: 'currency',
          label: labels.quote.currency,
          value: draft.get('currency'),
          hint: strings.currencyHint,
          errors: problems,
        })}
      </div>
    </div>
    <div class="actions">${submit}</div>
  </form>`
  const title = strings.quoteTitle(template.name)
  return call.page({ title, section: 'templates', main }, rejected?.status)
}

/** Returns errors by the names of their lines, which have no fields in this form. */
function byLine(
  { strings: { common } }: DeskCall,
  { products }: Template,
  errors: FieldErrors,
): FieldErrors {
  const named: Record<string, string> = {}
  for (const [path, error] of Object.entries(errors)) {
    const index = lineIndexOf(path)
    const line = index === undefined ? undefined : products[index]
    const name = line?.name ?? (line?.id ? String(line.id) : common.lineWithoutName)
    const key = index === undefined ? path : common.lineNumber(index + 1, name)
    named[key] = Object.hasOwn(named, key) ? `${named[key]}; ${error}` : error
  }
  return named
}

/** The quote that a template gives now, or why it gives none. */
type QuotePreview = { readonly quote: Quote } | { readonly errors: FieldErrors }

/** Prices the lines of a template, and stores nothing. */
async function previewQuote(call: DeskCall, templateId: string): Promise<QuotePreview> {
  try {
    const { quote } = await call.engine.createQuoteFromTemplate(
      call.user,
      templateId,
      {},
      { preview: true },
    )
    return { quote }
  } catch (error) {
    return { errors: toRejected(call, error).errors }
  }
}

/** Shows the lines of a quote that is not stored yet. */
function previewTable(
  { formats, strings: { templates, common, labels } }: DeskCall,
  { products, quote_total, currency }: Quote,
): Html {
  return html`<table class="preview">
    <caption>${templates.pricesOfNow}</caption>
    <thead><tr><th scope="col">${templates.item}</th>
      <th scope="col" class="number">${labels.line.qty}</th>
      <th scope="col" class="number">${common.total}</th></tr></thead>
    <tbody>${products.map(
      ({ id, name, qty, quote_total: total }) => html`<tr>
        <td class="wrap">${name ?? common.product(id)}</td>
        <td class="number">${formats.number(qty)}</td>
        <td class="number">${formats.money(total, currency)}</td></tr>`,
    )}</tbody>
    <tfoot><tr class="preview-total"><th scope="row" colspan="2">${templates.totalBeforeTaxes}</th>
      <td class="number"><strong>${formats.money(quote_total, currency)}</strong></td></tr></tfoot>
  </table>`
}
