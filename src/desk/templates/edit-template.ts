import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { TemplateRecord } from '../../store/templates/template.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import {
  formToken,
  getContentKey,
  parseVersion,
  unknownVersion,
  versionField,
} from '../forms/form-fields.js'
import { doneNotice, submit } from '../forms/submit.js'
import {
  customerLabels,
  detailFields,
  getLabel,
  innerLabel,
  lineLabels,
} from '../parts/field-labels.js'
import { getTime } from '../parts/time.js'
import { loadProductFacts, type ProductFacts } from './form/product-facts.js'
import { draftErrors, getChanges } from './form/template-changes.js'
import {
  getProductId,
  type LineDraft,
  parseDraft,
  type TemplateDraft,
  toDraft,
} from './form/template-draft.js'
import { type FormChange, getFormChange, templateForm } from './form/template-form.js'

/** The page on which a template is changed. */
export const editTemplatePage: DeskRoute = {
  path: '/templates/:templateId',

  async get(call) {
    const record = await call.engine.getTemplate(call.user, call.param('templateId'))
    return showTemplate(call, record, { draft: toDraft(record.template, call.numbers) })
  },

  async post(call, form) {
    const { engine, user } = call
    const record = await engine.getTemplate(user, call.param('templateId'))
    const storeTags = Object.keys(await engine.listTags(user))
    const draft = parseDraft(form, record.template, storeTags)
    const version = parseVersion(form.get('version')) ?? unknownVersion
    const change = await getFormChange(call, form, draft)
    if (change !== undefined) return showTemplate(call, record, { ...change, version })
    return saveTemplate(call, record, draft, { version, idempotencyKey: getContentKey(user, form) })
  },
}

function saveTemplate(
  call: DeskCall,
  record: TemplateRecord,
  draft: TemplateDraft,
  { version, idempotencyKey }: { readonly version: number; readonly idempotencyKey: string },
): Promise<Response> {
  const { engine, user, numbers } = call
  const { templateId, template } = record
  const saved = () => call.redirect(`/templates/${encodeURIComponent(templateId)}`, 'saved')
  return submit(call, {
    errors: draftErrors(draft, template, call),
    store: (preview) => {
      const changes = getChanges(template, draft, numbers)
      const options = { expectedVersion: version, ...(preview ?? { idempotencyKey }) }
      return engine.updateTemplate(user, templateId, changes, options)
    },
    done: saved,
    show: ({ errors, status }) => showTemplate(call, record, { draft, version, errors }, status),
    on: {
      // The same form was saved before: its changes are those of another version now.
      idempotency_key_reused: saved,
      async version_mismatch() {
        const current = await engine.getTemplate(user, templateId)
        return showTemplate(call, current, { draft, hasConflict: true }, 409)
      },
    },
  })
}

interface Shown extends FormChange {
  /** The version that the form changes. It is that of the record if it is absent. */
  readonly version?: number
  readonly errors?: FieldErrors
  readonly hasConflict?: boolean
}

async function showTemplate(
  call: DeskCall,
  record: TemplateRecord,
  { draft, version = record.version, errors, hasConflict, rows = 1, search }: Shown,
  status = 200,
): Promise<Response> {
  const { engine, user } = call
  const facts = await loadProductFacts(call, draft.lines)
  const { template } = record
  const path = `/templates/${encodeURIComponent(record.templateId)}`
  const main = templateForm(call, {
    path,
    heading: template.name,
    draft,
    facts,
    storeTags: Object.keys(await engine.listTags(user)),
    emptyRows: rows,
    version,
    errors,
    search,
    notice: hasConflict ? conflictNotice(call, record, draft, facts) : lastChange(call, record),
    actions: html`<a class="button" href="${call.url(`${path}/delete`)}">Delete</a>
      <a class="button" href="${call.url(`${path}/quotes`)}">New quote</a>`,
  })
  return call.page({ title: template.name, section: 'templates', main }, status)
}

const doneMessages = { created: 'The template was created.', saved: 'The template was saved.' }

function lastChange(call: DeskCall, { updated }: TemplateRecord): Html {
  return html`${doneNotice(call, doneMessages)}<p class="muted">Last changed ${getTime(call.formats, updated)}. Quotes that were created from it
  stay as they are.</p>`
}

/** Tells that another user has saved the template, and compares both versions. */
function conflictNotice(
  call: DeskCall,
  { templateId, template, updated }: TemplateRecord,
  yours: TemplateDraft,
  facts: ProductFacts,
): Html {
  const differences = getDifferences(toDraft(template, call.numbers), yours, facts)
  const address = call.url(`/templates/${encodeURIComponent(templateId)}`)
  return html`<div class="card stack" role="alert">
    <div class="notice warn"><strong>Nothing was saved yet.</strong> This template was changed by
      another user on ${getTime(call.formats, updated)}, while you edited it.</div>
    ${differences.length > 0 ? comparison(differences) : html`<p>Both versions are the same.</p>`}
    <p>The form below has your version. Save it to replace the stored one, or change it first. Or
    <a href="${address}">keep the stored version</a>.</p>
  </div>`
}

interface Difference {
  readonly label: string
  readonly stored: string
  readonly yours: string
}

function comparison(differences: readonly Difference[]): Html {
  return html`<table class="rows">
    <caption>What differs</caption>
    <thead><tr><th scope="col">Field</th><th scope="col">Stored version</th>
      <th scope="col">Your version</th></tr></thead>
    <tbody>${differences.map(
      ({ label, stored, yours }) => html`<tr><th scope="row" class="wrap">${label}</th>
        <td class="wrap" data-label="Stored version">${stored}</td>
        <td class="wrap" data-label="Your version">${yours}</td></tr>`,
    )}</tbody>
  </table>`
}

function getDifferences(
  stored: TemplateDraft,
  yours: TemplateDraft,
  facts: ProductFacts,
): readonly Difference[] {
  const names = new Set([...stored.customer.keys(), ...yours.customer.keys()])
  const count = Math.max(stored.lines.length, yours.lines.length)
  const lineAt = (draft: TemplateDraft, index: number) => lineText(draft.lines[index], facts)
  const all: readonly Difference[] = [
    { label: 'Name of the template', stored: stored.name, yours: yours.name },
    ...Array.from({ length: count }, (_, index) => ({
      label: `Line ${index + 1}`,
      stored: lineAt(stored, index),
      yours: lineAt(yours, index),
    })),
    ...[...names].map((name) => ({
      label: `Customer: ${getLabel(customerLabels, name)}`,
      stored: stored.customer.get(name) ?? '',
      // The form has no place for some fields, which then stay as they are.
      yours: yours.customer.get(name) ?? stored.customer.get(name) ?? '',
    })),
    { label: 'Tags', stored: tagsText(stored), yours: tagsText(yours) },
  ]
  return all
    .filter((each) => each.stored !== each.yours)
    .map((each) => ({ ...each, stored: each.stored || 'None', yours: each.yours || 'None' }))
}

function tagsText({ tags }: TemplateDraft): string {
  return [...tags].sort().join(', ')
}

function lineText(line: LineDraft | undefined, { lines }: ProductFacts): string {
  if (line === undefined) return ''
  const product = lines.get(getProductId(line) ?? '')?.name ?? `product ${line.id}`
  const facts = [
    `${line.qty} × ${line.name || product}`,
    line.price && `price ${line.price}`,
    line.quote && `offered at ${line.quote}`,
    line.discount && `${line.discount} off per unit`,
    line.discount_percent && `${line.discount_percent} % off`,
    line.note && `note: ${line.note}`,
    ...detailFields.map((name) => line[name] && `${innerLabel(lineLabels[name])}: ${line[name]}`),
  ]
  return facts.filter(Boolean).join(', ')
}

/** The page that asks before it deletes a template. */
export const deleteTemplatePage: DeskRoute = {
  path: '/templates/:templateId/delete',

  async get(call) {
    return confirm(call, await call.engine.getTemplate(call.user, call.param('templateId')))
  },

  async post(call, form) {
    const { engine, user } = call
    const templateId = call.param('templateId')
    const expectedVersion = parseVersion(form.get('version')) ?? unknownVersion
    try {
      await engine.deleteTemplate(user, templateId, { expectedVersion })
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'version_mismatch') throw error
      return confirm(call, await engine.getTemplate(user, templateId), 409)
    }
    return call.redirect('/templates', 'deleted')
  },
}

function confirm(
  call: DeskCall,
  { templateId, template, version }: TemplateRecord,
  status = 200,
): Promise<Response> {
  const path = `/templates/${encodeURIComponent(templateId)}`
  const main = html`<div class="card stack">
    <h1>Delete “${template.name}”?</h1>
    ${
      status === 409 &&
      html`<p class="notice warn" role="alert">Nothing was deleted yet: the template was changed by
      another user while you looked at it.</p>`
    }
    <p>The template cannot be restored. Quotes that were created from it stay as they are.</p>
    <form method="post" action="${call.url(`${path}/delete`)}" class="actions">
      ${formToken(call)}
      ${versionField(version)}
      <button class="danger">Delete the template</button>
      <a class="button" href="${call.url(path)}">Keep it</a>
    </form>
  </div>`
  return call.page({ title: 'Delete a template', section: 'templates', main }, status)
}
