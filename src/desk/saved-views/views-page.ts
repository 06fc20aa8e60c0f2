import { html } from 'hono/html'
import { QuoteError } from '../../errors.js'
import type { SavedView, SavedViewMethods } from '../../features/views/operations.js'
import { HttpProblem } from '../../http/problem-details.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, field } from '../../pages/forms/field.js'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { doneNotice, formToken, hashRowId, type Rejected, submitForm } from '../forms.js'
import { ifPermitted } from '../parts/load.js'
import { removeForm } from '../parts/remove-form.js'

const path = '/views'

/** Lists the views of a user, and saves and removes them. `search` is the list to be saved. */
export const viewsRoute: DeskRoute = {
  path,
  async get(call) {
    return showViews(call, { name: '', search: toSearch(call.query('search')), isShared: false })
  },
  async post(call, form) {
    const { setView, removeView } = requireMethods(call)
    const views = await loadSavedViews(call)
    const { user, strings } = call
    if (form.get('action') === 'remove') {
      const view = views.find((each) => hashRowId(idOf(each)) === form.get('key'))
      if (view !== undefined) {
        const isShared = view.owner === undefined
        await removeView(user, { name: view.name, isShared })
      }
      return call.redirect(path, 'removed')
    }
    const fields = {
      name: form.get('name'),
      search: toSearch(form.get('search')),
      isShared: user.actor === undefined || form.get('isShared') !== '',
    }
    return submitForm(call, {
      async store() {
        const { name, isShared } = fields
        if (views.some((each) => each.name === name && isShared === (each.owner === undefined)))
          throw new QuoteError('invalid_request', { errors: { name: strings.views.taken } })
        await setView(user, fields)
      },
      done: () => call.redirect(fields.search === '' ? '/' : `/?${fields.search}`, 'view-saved'),
      show: (rejected) => showViews(call, fields, rejected),
    })
  },
}

/** Returns the address of the page that saves a list of quotes as a view. */
export function saveViewUrl({ url }: Pick<DeskCall, 'url'>, search: string): string {
  return `${url(path)}?${new URLSearchParams({ search })}#view`
}

/** Returns true if the engine has the feature that keeps views. */
export function keepsViews(call: Pick<DeskCall, 'engine'>): boolean {
  return getMethods(call) !== undefined
}

/** Loads the views that a user sees: those of the user, and those that all users share. */
export async function loadSavedViews(call: DeskCall): Promise<readonly SavedView[]> {
  const methods = getMethods(call)
  if (methods === undefined) return []
  const { user } = call
  const record = await ifPermitted(methods.get(user), undefined)
  const isSeen = ({ owner }: SavedView) => owner === undefined || owner === user.actor
  return record?.value.filter(isSeen) ?? []
}

function getMethods({ engine }: Pick<DeskCall, 'engine'>): SavedViewMethods | undefined {
  const { features = {} } = engine as { readonly features?: Readonly<Record<string, object>> }
  const methods = Object.hasOwn(features, 'savedViews') && features.savedViews
  // A feature of the host can have the same name.
  return methods && 'setView' in methods ? (methods as SavedViewMethods) : undefined
}

/** @throws HttpProblem `not_found` if the engine keeps no views */
function requireMethods(call: DeskCall): SavedViewMethods {
  const methods = getMethods(call)
  if (methods === undefined) throw new HttpProblem('not_found', call.strings.views.notKept)
  return methods
}

/** Returns a query string as it is written in an address, without a place in the list. */
function toSearch(typed: string): string {
  const parameters = new URLSearchParams(typed)
  for (const name of ['after', 'done', 'undo', 'sums']) parameters.delete(name)
  return String(parameters)
}

function idOf({ name, owner }: SavedView): string {
  return JSON.stringify([name, owner ?? null])
}

interface ViewFields {
  readonly name: string
  readonly search: string
  readonly isShared: boolean
}

async function showViews(
  call: DeskCall,
  fields: ViewFields,
  rejected?: Rejected,
): Promise<Response> {
  requireMethods(call)
  const views = await loadSavedViews(call)
  const { title, done } = call.strings.views
  const main = html`<div class="head"><h1>${title}</h1></div>
  <div class="columns">
    <div class="stack">${doneNotice(call, done)}${viewTable(call, views)}</div>
    ${fields.search !== '' && viewForm(call, fields, rejected)}
  </div>`
  return call.page({ title, section: 'quotes', main }, rejected?.status)
}

function viewTable(call: DeskCall, views: readonly SavedView[]): Html {
  const { views: strings, common } = call.strings
  if (views.length === 0)
    return html`<div class="card empty"><h2>${strings.none}</h2>
      <p class="muted">${strings.noneHint}</p>
      <p><a href="${call.url('/')}">${strings.toList}</a></p></div>`
  return html`<div class="card list"><table class="rows">
    <caption class="visually-hidden">${strings.title}</caption>
    <thead><tr><th scope="col">${strings.labels.name}</th><th scope="col">${strings.forWhom}</th>
      <th scope="col"><span class="visually-hidden">${common.actions}</span></th></tr></thead>
    <tbody>${views.map((view) => {
      const { name, search, owner } = view
      const row = { path, id: idOf(view), name, consequence: strings.afterRemoval }
      return html`<tr>
        <th scope="row" class="wrap"><a href="${call.url('/')}?${toSearch(search)}">${name}</a></th>
        <td data-label="${strings.forWhom}">${owner === undefined ? strings.shared : strings.own}</td>
        <td><div class="actions">${removeForm(call, row)}</div></td>
      </tr>`
    })}</tbody>
  </table></div>`
}

/** Shows the form that saves a list. A user that is unknown can only save for everybody. */
function viewForm(call: DeskCall, { name, search, isShared }: ViewFields, rejected?: Rejected) {
  const { views: strings, common } = call.strings
  const { labels } = strings
  const errors = rejected?.errors ?? {}
  return html`<form class="card stack" method="post" action="${call.url(path)}" id="view">
    <h2>${strings.add}</h2>
    ${
      Object.keys(errors).length > 0 &&
      errorSummary(strings.notSaved, errors, (field) =>
        Object.hasOwn(labels, field) ? labels[field as 'name'] : undefined,
      )
    }
    ${formToken(call)}${hiddenField('search', search)}
    ${field({ name: 'name', label: labels.name, value: name, errors, isRequired: true, hasFocus: true })}
    ${
      call.user.actor !== undefined &&
      checkbox({ name: 'isShared', label: labels.isShared, isChecked: isShared })
    }
    <div class="actions"><button class="primary">${strings.addButton}</button>
      <a class="button" href="${call.url('/')}?${search}">${common.cancel}</a></div>
  </form>`
}
