import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { type ConflictPage, resolveConflict } from '../../../desk/conflict-page.js'
import type { DeskCall, DeskFeature, DeskRoute } from '../../../desk/desk-call.js'
import { editAgain, isCalculation, notSaved } from '../../../desk/edit/add-lines.js'
import { keptLines, showDifferences } from '../../../desk/edit/conflicts.js'
import { draftOfForm } from '../../../desk/edit/draft.js'
import { type Draft, splitName } from '../../../desk/edit/draft-rows.js'
import { editForm, saveButtons } from '../../../desk/edit/edit-form.js'
import type { EditedQuote } from '../../../desk/edit/edited.js'
import { searchErrors, slipErrors, toFormErrors } from '../../../desk/edit/form-errors.js'
import { previewNew, previewWithoutErrors } from '../../../desk/edit/live-preview.js'
import { findTypedProducts, previewCreate } from '../../../desk/edit/preview.js'
import {
  doneNotice,
  formToken,
  getContentKey,
  parseVersion,
  submitForm,
  unmatchableVersion,
  versionField,
} from '../../../desk/forms.js'
import { renderDate, renderDateTime } from '../../../desk/parts/changes.js'
import { type FieldErrors, isQuoteError } from '../../../errors.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import { field } from '../../../pages/forms/field.js'
import type { Form } from '../../../pages/forms/form.js'
import { getRows } from '../../../pages/forms/form-rows.js'
import { sentFields } from '../../../pages/forms/hidden-field.js'
import type { Html } from '../../../pages/layout.js'
import type { TemplateRecord } from '../template.js'
import { templatesCss } from './assets/templates.css.js'
import { quoteFromTemplateRoute } from './quote-from-template.js'
import {
  draftOfTemplate,
  noTemplate,
  type TemplateContent,
  templateRequest,
} from './template-draft.js'

/** The list of the templates of a store. */
const templatesRoute: DeskRoute = {
  path: '/templates',

  async get(call) {
    try {
      return await showTemplates(call, await loadPage(call))
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
      return showTemplates(call, { items: [] }, error.details.errors)
    }
  },
}

const pageSize = 50

interface TemplatesPage {
  readonly items: readonly TemplateRecord[]
  readonly next?: string | undefined
}

async function loadPage(call: DeskCall): Promise<TemplatesPage> {
  const [text, after] = [call.query('text'), call.query('after')]
  return call.engine.listTemplates(call.user, {
    limit: pageSize,
    ...(text !== '' && { text }),
    ...(after !== '' && { after }),
  })
}

function showTemplates(
  call: DeskCall,
  page: TemplatesPage,
  errors?: FieldErrors,
): Promise<Response> {
  const text = call.query('text')
  const { templates: strings, common } = call.strings
  const main = html`<div class="stack">
    <div class="head"><h1>${strings.title}</h1>
      <div class="actions"><a class="button primary" href="${call.url('/templates/new')}">${strings.newTemplate}</a></div></div>
    ${doneNotice(call, { deleted: strings.done.deleted })}
    ${errors && errorSummary(strings.notShown, errors, (path) => (path === 'text' ? strings.words : undefined))}
    <form method="get" action="${call.url('/templates')}" class="word-search" role="search" novalidate>
      ${field({ name: 'text', label: strings.words, type: 'search', value: text, errors })}
      <button>${common.search}</button>
      ${text !== '' && html`<a class="button" href="${call.url('/templates')}">${strings.showAll}</a>`}
    </form>
    ${errors === undefined && list(call, page)}
    ${pages(call, page)}
  </div>`
  return call.page({ title: strings.title, section: 'templates', main }, errors ? 422 : 200)
}

function list(call: DeskCall, { items }: TemplatesPage): Html {
  if (items.length === 0) return emptyList(call)
  const { templates: strings, labels } = call.strings
  return html`<div class="card list"><table class="rows templates">
    <thead><tr><th scope="col">${labels.line.name}</th>
      <th scope="col">${labels.quote.products}</th><th scope="col">${labels.quote.tags}</th>
      <th scope="col">${strings.changed}</th>
      <th scope="col"><span class="visually-hidden">${strings.newQuote}</span></th></tr></thead>
    <tbody>${items.map((record) => listRow(call, record))}</tbody>
  </table></div>`
}

function listRow(call: DeskCall, { templateId, template, updated }: TemplateRecord): Html {
  const path = `/templates/${encodeURIComponent(templateId)}`
  const { name, products, tags = [] } = template
  const { templates: strings, labels } = call.strings
  return html`<tr>
    <th scope="row" class="wrap"><a href="${call.url(path)}">${name}</a></th>
    <td data-label="${labels.quote.products}">${products.length}</td>
    <td class="wrap" data-label="${labels.quote.tags}">${tags.join(', ')}</td>
    <td data-label="${strings.changed}">${renderDate(call.formats, updated)}</td>
    <td class="use"><a class="button" href="${call.url(`${path}/quotes`)}">${strings.newQuote}<span
      class="visually-hidden"> ${strings.fromTemplate(name)}</span></a></td>
  </tr>`
}

function emptyList(call: DeskCall): Html {
  const { templates: strings } = call.strings
  if (call.query('text') !== '')
    return html`<div class="card"><p>${strings.noMatch}
    <a href="${call.url('/templates')}">${strings.showAllTemplates}</a></p></div>`
  return html`<div class="card stack"><h2>${strings.none}</h2>
    <p>${strings.noneHint}</p>
    <p><a href="${call.url('/templates/new')}">${strings.writeFirst}</a></p></div>`
}

function pages(call: DeskCall, { next }: TemplatesPage): Html {
  const text = call.query('text')
  const { common } = call.strings
  const address = (after: string) =>
    `${call.url('/templates')}?${new URLSearchParams({ ...(text && { text }), ...(after && { after }) })}`
  const isFirst = call.query('after') === ''
  if (isFirst && next === undefined) return html``
  return html`<nav class="actions" aria-label="${common.pages}">
    ${!isFirst && html`<a class="button" href="${address('')}">${common.firstPage}</a>`}
    ${next !== undefined && html`<a class="button" href="${address(next)}">${common.nextPage}</a>`}
  </nav>`
}

/** The page on which a template is written: an empty one, or one with the lines of a quote. */
const newTemplateRoute: DeskRoute = {
  path: '/templates/new',

  async get(call) {
    const from = call.query('from')
    const content = from === '' ? noTemplate : await templateOfQuote(call, from)
    return showTemplate(call, { draft: draftOfTemplate(content, call) })
  },

  post: (call, form) => postTemplate(call, form),
}

/** Returns what a new template adds up to, while a user types. */
const templatePreviewRoute: DeskRoute = {
  path: '/templates/new/preview',
  post: (call, form) => previewNew(call, form, draftOfTemplate(noTemplate, call)),
}

/** Loads the lines of a quote as a template would have them. */
async function templateOfQuote(call: DeskCall, quoteId: string): Promise<TemplateContent> {
  const { engine, user, strings } = call
  await engine.getQuote(user, quoteId) // A quote of another store does not exist.
  const request = { name: strings.templates.previewName, quote_id: quoteId }
  const { template, version } = await engine.createTemplate(user, request, { preview: true })
  return { version, template: { ...template, name: '' } }
}

/** The page on which a template is changed. */
const editTemplateRoute: DeskRoute = {
  path: '/templates/:templateId',

  async get(call) {
    const record = await call.engine.getTemplate(call.user, call.param('templateId'))
    return showTemplate(call, { record, draft: draftOfTemplate(record, call) })
  },

  async post(call, form) {
    const record = await call.engine.getTemplate(call.user, call.param('templateId'))
    return postTemplate(call, form, record)
  },
}

/** The form of a template, as it is shown. */
interface ShownTemplate
  extends Pick<EditedQuote, 'draft'>,
    Partial<Pick<EditedQuote, 'errors' | 'offers' | 'found' | 'search'>> {
  /** The stored template; undefined for a new one. */
  readonly record?: TemplateRecord | undefined
  /** The version that the form changes. It is that of the record if it is absent. */
  readonly version?: number | undefined
  readonly notice?: Html | undefined
}

/** Saves the form of a template, or shows it again. */
async function postTemplate(
  call: DeskCall,
  form: Form,
  record?: TemplateRecord,
): Promise<Response> {
  const { engine, user } = call
  const keys = new Set(getRows(form, 'products').map((row) => row.get('key')))
  const typed = draftOfForm(form, draftOfTemplate(record ?? noTemplate, call, keys), call)
  const preview = (each: Draft) => previewCreate(call, each)
  const { draft, offers } = await findTypedProducts(call, typed, preview)
  const version = record && (parseVersion(form.get('version')) ?? unmatchableVersion)
  const shared = { record, version, draft, offers }
  const again = await editAgain(call, form, draft)
  if (again !== undefined) return showTemplate(call, { ...shared, ...again })
  if (form.get('action') === 'edit') return showTemplate(call, shared)
  const { errors: ofQuote } = await priceTemplate(call, draft)
  if (isCalculation(form)) {
    const errors = errorsWhere(ofQuote, (name) => !isGone(draft, name))
    const status = Object.keys(errors).length === 0 ? 200 : 422
    return showTemplate(call, { ...shared, errors, notice: notSaved(call, '') }, status)
  }
  const base = draftOfTemplate(record ?? noTemplate, call)
  const changes = templateRequest(call, { base, draft }, record?.template)
  const once = { idempotencyKey: getContentKey(user, form) }
  const path = (templateId: string) => `/templates/${encodeURIComponent(templateId)}`
  const saved = () => call.redirect(path(record?.templateId ?? ''), 'saved')
  return submitForm<TemplateRecord>(call, {
    errors: {
      ...changes.errors,
      ...slipErrors(call, base, draft),
      // A product that the template had before can be gone; one that is typed must exist.
      ...errorsWhere(ofQuote, (name) => isProduct(name) && !isGone(draft, name)),
      ...searchErrors(call, form),
    },
    store(isPreview) {
      const options = isPreview ?? once
      if (record === undefined) return engine.createTemplate(user, changes.request, options)
      const checked = { expectedVersion: version, ...options }
      return engine.updateTemplate(user, record.templateId, changes.request, checked)
    },
    done: ({ templateId }) =>
      record === undefined ? call.redirect(path(templateId), 'created') : saved(),
    toFormErrors: (found) => toFormErrors(found, changes.paths),
    show: ({ errors, status }) =>
      showTemplate(call, { ...shared, errors, search: form.get('search') }, status),
    on:
      record === undefined
        ? {}
        : {
            // The same form was saved before: its changes are those of another version now.
            idempotency_key_reused: saved,
            version_mismatch: () =>
              resolveConflict(call, {
                theirs: engine.getTemplate(user, record.templateId),
                page: (theirs) => templateConflict(call, theirs, { draft, form }),
              }),
          },
  })
}

/** Returns what the lines of a template cost now, and the errors that a quote of it would have. */
function priceTemplate(call: DeskCall, draft: Draft) {
  const base = draftOfTemplate(noTemplate, call)
  return previewWithoutErrors({ draft, base, run: (each) => previewCreate(call, each) })
}

const isProduct = (name: string) => splitName(name)[1] === 'id'

/** Returns true for the product of a line that the template had before. */
function isGone(draft: Draft, name: string): boolean {
  return isProduct(name) && draft.get(`${splitName(name)[0]}.key`) !== ''
}

function errorsWhere(errors: FieldErrors, isIncluded: (name: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isIncluded(name)))
}

async function showTemplate(
  call: DeskCall,
  { record, version = record?.version, errors = {}, notice, ...shown }: ShownTemplate,
  status = 200,
): Promise<Response> {
  const { engine, user, strings } = call
  const { templates: words, labels } = strings
  const { draft } = shown
  const [priced, tags] = await Promise.all([priceTemplate(call, draft), engine.listTags(user)])
  const gone = Object.keys(priced.errors).filter((name) => isGone(draft, name))
  const path = record ? `/templates/${encodeURIComponent(record.templateId)}` : '/templates/new'
  const input = (name: string, label: string, hint?: string) =>
    field({ name, label, value: draft.get(name), errors, hint, isRequired: name === 'name' })
  const lead = html`<section class="card fields">
    ${input('name', words.name)}${input('currency', labels.quote.currency, words.amountsCurrencyHint)}
  </section>`
  const edited = {
    ...shown,
    quote: undefined,
    priced: priced.priced,
    hints: Object.fromEntries(gone.map((name) => [name, words.missingProduct])),
    errors,
    choices: { tags, users: undefined, shipping: undefined },
  }
  const title = record?.template.name ?? words.newTemplate
  const main = html`<div class="head"><h1>${title}</h1><div class="actions">${
    record === undefined
      ? html`<a class="button" href="${call.url('/templates')}">${strings.common.cancel}</a>`
      : html`<a class="button" href="${call.url(`${path}/delete`)}">${words.delete}</a>
        <a class="button" href="${call.url(`${path}/quotes`)}">${words.newQuote}</a>`
  }${saveButtons(call, edited, record === undefined ? words.create : words.save, true)}</div></div>
    ${notice ?? (record && lastChange(call, record))}
    <div class="columns editing">${editForm(call, edited, {
      path,
      version,
      key: randomUUID(),
      label: record === undefined ? words.create : words.save,
      lead,
      preview: '/templates/new/preview',
    })}</div>`
  return call.page({ title, section: 'templates', main, usesModule: true }, status)
}

function lastChange(call: DeskCall, { updated }: TemplateRecord): Html {
  const { done, lastChanged, quotesStay } = call.strings.templates
  return html`${doneNotice(call, done)}<p class="muted">${lastChanged} ${renderDateTime(call.formats, updated)}. ${quotesStay}</p>`
}

/** Returns the page that compares both versions of a template that another user has saved. */
async function templateConflict(
  call: DeskCall,
  theirs: TemplateRecord,
  { draft, form }: { readonly draft: Draft; readonly form: Form },
): Promise<ConflictPage> {
  const strings = call.strings.conflict
  const { template, templateId, updated, version } = theirs
  const path = `/templates/${encodeURIComponent(templateId)}`
  // The lines of a template have no keys: those at the same place are compared.
  const before = parseVersion(form.get('version')) ?? unmatchableVersion
  const stored = draftOfTemplate({ template, version: before }, call)
  return {
    title: template.name,
    section: 'templates',
    header: html`<div class="head"><h1>${template.name}</h1></div>`,
    message: strings.template,
    changes: html`<p>${strings.lastChanged} ${renderDateTime(call.formats, updated)}.</p>`,
    differences: showDifferences(call, { base: stored, mine: draft, theirs: stored }).map(
      ({ label, mine, theirs: other = '' }) => ({ label, mine, theirs: other }),
    ),
    note: keptLines(call.strings, draft),
    back: [path, strings.keepStored],
    path,
    buttons: [
      ['save', strings.saveMine],
      ['edit', strings.editMine],
    ],
    fields: [
      ['version', String(version)],
      ...sentFields(form, ['token', 'key', 'action', 'version']),
    ],
  }
}

/** The page that asks before it deletes a template. */
const deleteTemplateRoute: DeskRoute = {
  path: '/templates/:templateId/delete',

  async get(call) {
    return confirm(call, await call.engine.getTemplate(call.user, call.param('templateId')))
  },

  async post(call, form) {
    const { engine, user } = call
    const templateId = call.param('templateId')
    const expectedVersion = parseVersion(form.get('version')) ?? unmatchableVersion
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
  const strings = call.strings.templates
  const path = `/templates/${encodeURIComponent(templateId)}`
  const main = html`<div class="card stack">
    <h1>${strings.deleteQuestion(template.name)}</h1>
    ${status === 409 && html`<p class="notice warn" role="alert">${strings.notDeleted}</p>`}
    <p>${strings.cannotRestore} ${strings.quotesStay}</p>
    <form method="post" action="${call.url(`${path}/delete`)}" class="actions">
      ${formToken(call)}
      ${versionField(version)}
      <button class="danger">${strings.deleteButton}</button>
      <a class="button" href="${call.url(path)}">${strings.keep}</a>
    </form>
  </div>`
  return call.page({ title: strings.deleteTitle, section: 'templates', main }, status)
}

/** The pages of templates, and the one on which a quote is created from a template. */
export const templatesDesk: DeskFeature = {
  routes: [
    templatesRoute,
    newTemplateRoute,
    templatePreviewRoute,
    editTemplateRoute,
    quoteFromTemplateRoute,
    deleteTemplateRoute,
  ],
  stylesheet: templatesCss,
}
