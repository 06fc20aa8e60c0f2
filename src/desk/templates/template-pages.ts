import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { sentFields } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import type { TemplateRecord } from '../../store/templates/template.js'
import { type ConflictPage, resolveConflict, type ShownDifference } from '../conflict-page.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import {
  doneNotice,
  formToken,
  getContentKey,
  parseVersion,
  submit,
  unmatchableVersion,
  versionField,
} from '../forms.js'
import { renderDate, renderDateTime } from '../parts/changes.js'
import { detailFields } from '../parts/fields.js'
import type { ShownField } from '../parts/own-fields.js'
import type { DeskStrings } from '../strings.js'
import { matchLines } from './match-lines.js'
import {
  createRequestOf,
  customerFieldLabel,
  draftErrors,
  emptyDraft,
  getChanges,
  getProductId,
  type LineDraft,
  loadProductFacts,
  type ProductFacts,
  parseDraft,
  type TemplateDraft,
  toDraft,
} from './template-draft.js'
import { type FormChange, getFormChange, templateForm } from './template-form.js'

/** The list of the templates of a store. */
export const templatesRoute: DeskRoute = {
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
    <div class="title"><h1>${strings.title}</h1>
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
export const newTemplateRoute: DeskRoute = {
  path: '/templates/new',

  async get(call) {
    const from = call.query('from')
    if (from === '') return showForm(call, { draft: emptyDraft, rows: 3 })
    return showForm(call, { draft: await draftFromQuote(call, from) })
  },

  async post(call, form) {
    const storeTags = Object.keys(await call.engine.listTags(call.user))
    const draft = parseDraft(form, undefined, storeTags, call)
    const change = await getFormChange(call, form, draft)
    return change === undefined ? createTemplate(call, form, draft) : showForm(call, change)
  },
}

async function createTemplate(call: DeskCall, form: Form, typed: TemplateDraft): Promise<Response> {
  const { engine, user } = call
  const idempotencyKey = getContentKey(user, form)
  const { draft, offers, errors: unknown } = await matchLines(call, typed)
  return submit(call, {
    errors: { ...draftErrors(draft, undefined, call), ...unknown },
    store: (preview) =>
      engine.createTemplate(user, createRequestOf(draft, call), preview ?? { idempotencyKey }),
    done: ({ templateId }) =>
      call.redirect(`/templates/${encodeURIComponent(templateId)}`, 'created'),
    show: ({ errors, status }) => showForm(call, { draft, errors, offers }, status),
  })
}

/** Loads the lines of a quote as a template would have them. */
async function draftFromQuote(call: DeskCall, quoteId: string): Promise<TemplateDraft> {
  const { engine, user, strings } = call
  await engine.getQuote(user, quoteId) // A quote of another store does not exist.
  const request = { name: strings.templates.previewName, quote_id: quoteId }
  const { template } = await engine.createTemplate(user, request, { preview: true })
  const { lines, own, currency } = toDraft(template, call)
  return { ...emptyDraft, lines, own, currency }
}

async function showForm(
  call: DeskCall,
  { draft, rows = 1, search, offers, errors }: FormChange & { readonly errors?: FieldErrors },
  status = 200,
): Promise<Response> {
  const { newTemplate: title } = call.strings.templates
  const main = templateForm(call, {
    path: '/templates/new',
    heading: title,
    draft,
    facts: await loadProductFacts(call, draft.lines, draft.currency),
    storeTags: Object.keys(await call.engine.listTags(call.user)),
    emptyRows: rows,
    errors,
    search,
    offers,
    actions: html`<a class="button" href="${call.url('/templates')}">${call.strings.common.cancel}</a>`,
  })
  return call.page({ title, section: 'templates', main }, status)
}

/** The page on which a template is changed. */
export const editTemplateRoute: DeskRoute = {
  path: '/templates/:templateId',

  async get(call) {
    const record = await call.engine.getTemplate(call.user, call.param('templateId'))
    return showTemplate(call, record, { draft: toDraft(record.template, call) })
  },

  async post(call, form) {
    const { engine, user } = call
    const record = await engine.getTemplate(user, call.param('templateId'))
    const storeTags = Object.keys(await engine.listTags(user))
    const draft = parseDraft(form, record.template, storeTags, call)
    const version = parseVersion(form.get('version')) ?? unmatchableVersion
    const change = await getFormChange(call, form, draft)
    if (change !== undefined) return showTemplate(call, record, { ...change, version })
    return saveTemplate(call, record, { draft, version, form })
  },
}

/** The form of a template, as it was sent. */
interface SentTemplate {
  readonly draft: TemplateDraft
  readonly form: Form
}

async function saveTemplate(
  call: DeskCall,
  record: TemplateRecord,
  { draft: typed, version, form }: SentTemplate & { readonly version: number },
): Promise<Response> {
  const { engine, user } = call
  const { templateId, template } = record
  const idempotencyKey = getContentKey(user, form)
  const { draft, offers, errors: unknown } = await matchLines(call, typed, template)
  const saved = () => call.redirect(`/templates/${encodeURIComponent(templateId)}`, 'saved')
  return submit(call, {
    errors: { ...draftErrors(draft, template, call), ...unknown },
    store: (preview) => {
      const changes = getChanges(template, draft, call)
      const options = { expectedVersion: version, ...(preview ?? { idempotencyKey }) }
      return engine.updateTemplate(user, templateId, changes, options)
    },
    done: saved,
    show: ({ errors, status }) =>
      showTemplate(call, record, { draft, version, errors, offers }, status),
    on: {
      // The same form was saved before: its changes are those of another version now.
      idempotency_key_reused: saved,
      version_mismatch: () =>
        resolveConflict(call, {
          theirs: engine.getTemplate(user, templateId),
          page: (theirs) => templateConflict(call, theirs, { draft, form }),
        }),
    },
  })
}

interface Shown extends FormChange {
  /** The version that the form changes. It is that of the record if it is absent. */
  readonly version?: number
  readonly errors?: FieldErrors
}

async function showTemplate(
  call: DeskCall,
  record: TemplateRecord,
  { draft, version = record.version, errors, rows = 1, search, offers }: Shown,
  status = 200,
): Promise<Response> {
  const {
    engine,
    user,
    strings: { templates: strings },
  } = call
  const facts = await loadProductFacts(call, draft.lines, draft.currency)
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
    offers,
    notice: lastChange(call, record),
    actions: html`<a class="button" href="${call.url(`${path}/delete`)}">${strings.delete}</a>
      <a class="button" href="${call.url(`${path}/quotes`)}">${strings.newQuote}</a>`,
  })
  return call.page({ title: template.name, section: 'templates', main }, status)
}

function lastChange(call: DeskCall, { updated }: TemplateRecord): Html {
  const { done, lastChanged, quotesStay } = call.strings.templates
  return html`${doneNotice(call, done)}<p class="muted">${lastChanged} ${renderDateTime(call.formats, updated)}. ${quotesStay}</p>`
}

/** Returns the page that compares both versions of a template that another user has saved. */
async function templateConflict(
  call: DeskCall,
  { templateId, template, updated, version }: TemplateRecord,
  { draft, form }: SentTemplate,
): Promise<ConflictPage> {
  const strings = call.strings.conflict
  const facts = await loadProductFacts(call, draft.lines)
  const path = `/templates/${encodeURIComponent(templateId)}`
  return {
    title: template.name,
    section: 'templates',
    header: html`<div class="title"><h1>${template.name}</h1></div>`,
    message: strings.template,
    changes: html`<p>${strings.lastChanged} ${renderDateTime(call.formats, updated)}.</p>`,
    differences: getDifferences(call, { theirs: toDraft(template, call), mine: draft }, facts),
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

function getDifferences(
  call: DeskCall,
  { theirs, mine }: Readonly<Record<'theirs' | 'mine', TemplateDraft>>,
  facts: ProductFacts,
): readonly ShownDifference[] {
  const { strings, ownFields } = call
  const { conflict, labels, templates } = strings
  const names = new Set([...theirs.customer.keys(), ...mine.customer.keys()])
  const count = Math.max(theirs.lines.length, mine.lines.length)
  const lineAt = (draft: TemplateDraft, index: number) =>
    lineText({ labels, templates }, draft.lines[index], facts, ownFields.line)
  const all: readonly ShownDifference[] = [
    { label: templates.name, mine: mine.name, theirs: theirs.name },
    { label: labels.quote.currency, mine: mine.currency, theirs: theirs.currency },
    ...Array.from({ length: count }, (_, index) => ({
      label: templates.lineNumber(index + 1),
      mine: lineAt(mine, index),
      theirs: lineAt(theirs, index),
    })),
    ...[...names].map((name) => ({
      label: conflict.customerField(customerFieldLabel(call, name)),
      // The form has no place for some fields, which then stay as they are.
      mine: mine.customer.get(name) ?? theirs.customer.get(name) ?? '',
      theirs: theirs.customer.get(name) ?? '',
    })),
    ...ownFields.quote.map(({ path, label }) => ({
      label,
      mine: mine.own.get(path) ?? '',
      theirs: theirs.own.get(path) ?? '',
    })),
    { label: labels.quote.tags, mine: tagsText(mine), theirs: tagsText(theirs) },
  ]
  return all.filter((each) => each.mine !== each.theirs)
}

function tagsText({ tags }: TemplateDraft): string {
  return [...tags].sort().join(', ')
}

function lineText(
  { labels, templates }: Pick<DeskStrings, 'labels' | 'templates'>,
  line: LineDraft | undefined,
  { lines }: ProductFacts,
  ownFields: readonly ShownField[],
): string {
  if (line === undefined) return ''
  const product = lines.get(getProductId(line) ?? '')?.name ?? templates.product(line.id)
  const facts = [
    templates.lineProduct(line.qty, line.name || product),
    line.price && templates.price(line.price),
    line.quote && templates.offeredAt(line.quote),
    line.discount && templates.offPerUnit(line.discount),
    line.discount_percent && templates.percentOff(line.discount_percent),
    line.note && templates.note(line.note),
    ...detailFields.map((name) => line[name] && templates.fact(labels.line[name], line[name])),
    ...ownFields.map(({ path, label }) => {
      const value = line.own?.[path]
      return value && templates.fact(label, value)
    }),
  ]
  return facts.filter(Boolean).join(', ')
}

/** The page that asks before it deletes a template. */
export const deleteTemplateRoute: DeskRoute = {
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
