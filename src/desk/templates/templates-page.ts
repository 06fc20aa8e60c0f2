import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { TemplateRecord } from '../../store/templates/template.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { doneNotice } from '../forms/submit.js'
import { getDate } from '../parts/time.js'

/** The list of the templates of a store. */
export const templatesPage: DeskRoute = {
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
  const main = html`<div class="stack">
    <div class="title"><h1>Templates</h1>
      <div class="actions"><a class="button primary" href="${call.url('/templates/new')}">New
      template</a></div></div>
    ${doneNotice(call, { deleted: 'The template was deleted.' })}
    ${errors && errorSummary('The list cannot be shown.', errors, getLabel)}
    <form method="get" action="${call.url('/templates')}" class="word-search" role="search" novalidate>
      ${field({ name: 'text', label: 'Words of the name', type: 'search', value: text, errors })}
      <button>Search</button>
      ${text !== '' && html`<a class="button" href="${call.url('/templates')}">Show all</a>`}
    </form>
    ${errors === undefined && list(call, page)}
    ${pages(call, page)}
  </div>`
  return call.page({ title: 'Templates', section: 'templates', main }, errors ? 422 : 200)
}

const labels: ReadonlyMap<string, string> = new Map([['text', 'Words of the name']])
const getLabel = (path: string) => labels.get(path)

function list(call: DeskCall, { items }: TemplatesPage): Html {
  if (items.length === 0) return emptyList(call)
  return html`<div class="card list"><table class="rows templates">
    <thead><tr><th scope="col">Name</th><th scope="col">Lines</th><th scope="col">Tags</th>
      <th scope="col">Changed</th><th scope="col"><span class="visually-hidden">New
      quote</span></th></tr></thead>
    <tbody>${items.map((record) => listRow(call, record))}</tbody>
  </table></div>`
}

function listRow(call: DeskCall, { templateId, template, updated }: TemplateRecord): Html {
  const path = `/templates/${encodeURIComponent(templateId)}`
  const { name, products, tags = [] } = template
  return html`<tr>
    <th scope="row" class="wrap"><a href="${call.url(path)}">${name}</a></th>
    <td data-label="Lines">${products.length}</td>
    <td class="wrap" data-label="Tags">${tags.join(', ')}</td>
    <td data-label="Changed">${getDate(call.formats, updated)}</td>
    <td class="use"><a class="button" href="${call.url(`${path}/quotes`)}">New quote<span
      class="visually-hidden"> from ${name}</span></a></td>
  </tr>`
}

function emptyList(call: DeskCall): Html {
  if (call.query('text') !== '')
    return html`<div class="card"><p>No template has all of these words in its name. Search for fewer
    words, or <a href="${call.url('/templates')}">show all templates</a>.</p></div>`
  return html`<div class="card stack"><h2>No templates yet</h2>
    <p>A template has the lines, the customer fields and the tags that new quotes start with. Write
    one here, or save a quote as a template on its page.</p>
    <p><a href="${call.url('/templates/new')}">Write the first template</a></p></div>`
}

function pages(call: DeskCall, { next }: TemplatesPage): Html {
  const text = call.query('text')
  const address = (after: string) =>
    `${call.url('/templates')}?${new URLSearchParams({ ...(text && { text }), ...(after && { after }) })}`
  const isFirst = call.query('after') === ''
  if (isFirst && next === undefined) return html``
  return html`<nav class="actions" aria-label="Pages">
    ${!isFirst && html`<a class="button" href="${address('')}">First page</a>`}
    ${next !== undefined && html`<a class="button" href="${address(next)}">Next page</a>`}
  </nav>`
}
