import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { Quote } from '../../quote/model/quote.js'
import type { Template, TemplateRecord } from '../../store/templates/template.js'
import type { CreateQuoteFromTemplateRequest } from '../../store/templates/template-operations.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { contactErrors, missingCustomer } from '../edit/form-errors.js'
import { formToken, getContentKey, keyField, type Rejected, submit, toRejected } from '../forms.js'
import {
  type CustomerDraft,
  customerChanges,
  customerFields,
  customerLabel,
  loadProductFacts,
  named,
  type ProductFacts,
  parseCustomerDraft,
  toCustomerDraft,
  toDraft,
} from './template-draft.js'
import { draftName } from './template-form.js'

/** The page on which a quote is created from a template. */
export const quoteFromTemplateRoute: DeskRoute = {
  path: '/templates/:templateId/quotes',

  async get(call) {
    const record = await call.engine.getTemplate(call.user, call.param('templateId'))
    const customer = toCustomerDraft(record.template.customer, call.ownFields)
    return showForm(call, record, { customer, currency: '' })
  },

  async post(call, form) {
    const { engine, user } = call
    const record = await engine.getTemplate(user, call.param('templateId'))
    const sent: Sent = {
      customer: parseCustomerDraft(form, record.template.customer, call.ownFields),
      currency: form.get('currency'),
    }
    const before = toCustomerDraft(record.template.customer, call.ownFields)
    const customer = new Map([...before, ...sent.customer])
    const errors = {
      ...contactErrors(call, named(before), named(customer)),
      ...missingCustomer(call.strings, named(customer)),
    }
    const idempotencyKey = getContentKey(user, form)
    return submit(call, {
      errors,
      store: (preview) =>
        engine.createQuoteFromTemplate(
          user,
          record.templateId,
          toRequest(record, sent),
          preview ?? { idempotencyKey },
        ),
      done: ({ quoteId }) => call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'created'),
      show: (rejected) => showForm(call, record, sent, rejected),
    })
  },
}

interface Sent {
  readonly customer: CustomerDraft
  readonly currency: string
}

function toRequest({ template }: TemplateRecord, { customer, currency }: Sent) {
  const changes = customerChanges(template.customer, customer)
  return {
    ...(Object.keys(changes).length > 0 && { customer: changes }),
    ...(currency !== '' && { currency }),
  } as CreateQuoteFromTemplateRequest
}

async function showForm(
  call: DeskCall,
  record: TemplateRecord,
  sent: Sent,
  rejected?: Rejected,
): Promise<Response> {
  const { template } = record
  const path = `/templates/${encodeURIComponent(record.templateId)}`
  const preview = await previewQuote(call, record.templateId)
  const problems = rejected?.errors ?? ('errors' in preview ? preview.errors : undefined)
  const { templates: strings, labels } = call.strings
  const named =
    problems &&
    byLine(
      call,
      template,
      problems,
      await loadProductFacts(call, toDraft(template, call).lines, template.currency),
    )
  const submit = html`<button class="primary">${strings.createQuote}</button>`
  const main = html`<form method="post" action="${call.url(`${path}/quotes`)}" class="stack"
    novalidate>
    ${formToken(call)}
    ${keyField()}
    <div class="title"><h1>${strings.quoteHeading(template.name)}</h1><div class="actions">
      <a class="button" href="${call.url(path)}">${strings.edit}</a>${submit}</div></div>
    ${
      named &&
      html`${errorSummary(strings.notYet, named, (path) =>
        path === 'currency' ? labels.quote.currency : customerLabel(call, path),
      )}
      <p><a href="${call.url(path)}">${strings.correctLines}</a></p>`
    }
    <div class="from-template">
      <div class="card"><h2>${labels.quote.customer}</h2>${customerFields(call, sent.customer, problems)}</div>
      <div class="card stack"><h2>${labels.quote.products}</h2>${
        'quote' in preview && previewTable(call, preview.quote)
      }
        ${field({
          name: 'currency',
          label: labels.quote.currency,
          value: sent.currency,
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
  call: DeskCall,
  template: Template,
  errors: FieldErrors,
  facts: ProductFacts,
): FieldErrors {
  const { lines } = toDraft(template, call)
  const named: Record<string, string> = {}
  for (const [path, error] of Object.entries(errors)) {
    const [, index] = /^products\[(\d+)\]/.exec(path) ?? []
    const name = draftName(call.strings.templates, lines[Number(index)], facts)
    const key = index === undefined ? path : call.strings.common.lineNumber(Number(index) + 1, name)
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
