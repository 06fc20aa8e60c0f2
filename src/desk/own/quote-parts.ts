import { html } from 'hono/html'
import { isQuoteError } from '../../errors.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import { loadHtml } from '../../pages/host-html.js'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formToken, getContentKey, getKey, keyField, type Rejected, submitForm } from '../forms.js'
import type { DeskOptions, OwnAction, OwnPageCall } from '../options.js'
import { quoteHeader, quoteTitle } from '../parts/names.js'

/** Returns the pages that the host has added. */
export function ownPageRoutes({ pages = [] }: DeskOptions): readonly DeskRoute[] {
  return pages.map((page) => ({
    path: `/pages/${page.name}`,
    async get(call) {
      const { label: title, name } = page
      const content = await loadHtml(call.options, 'pages', () => page.show(toOwnCall(call)))
      const main = html`<div class="head"><h1>${title}</h1></div>
        <div class="stack">${content}</div>`
      return call.page({ title, section: `/pages/${name}`, main })
    },
  }))
}

/** Returns where the forms of the host's actions are sent to. */
export function ownActionRoutes({ actions = [] }: DeskOptions): readonly DeskRoute[] {
  return actions.map((action) => ({
    path: `/quotes/:quoteId/actions/${action.name}`,
    async get(call) {
      const record = await call.engine.getQuote(call.user, call.param('quoteId'))
      return showForm(call, action, record)
    },
    post: (call, form) => {
      const quoteId = call.param('quoteId')
      const read = (name: string) => form.get(fieldName(action, name)) || undefined
      const idempotencyKey = getContentKey(call.user, form)
      const sent = { user: call.user, quoteId, read, idempotencyKey }
      return submitForm(call, {
        store: async () => {
          // The action of a quote that the user does not see does nothing.
          await call.engine.getQuote(call.user, quoteId)
          return callHost(call.options, 'actions', () => action.run(sent))
        },
        toFormErrors: (errors) =>
          Object.fromEntries(
            Object.entries(errors).map(([path, error]) => [
              isField(action, path) ? fieldName(action, path) : path,
              error,
            ]),
          ),
        done: () => call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, doneWord(action)),
        show: async (rejected) => {
          const record = await call.engine.getQuote(call.user, quoteId)
          return showForm(call, action, record, { form, rejected })
        },
      })
    },
  }))
}

/** Returns what is said after each action of the host, by the word in the address. */
export function ownDone({ options: { actions = [] } }: DeskCall): Readonly<Record<string, string>> {
  return Object.fromEntries(actions.map((action) => [doneWord(action), action.done]))
}

/**
 * Shows what the host has added to the page of a quote. The page is shown without what fails, and
 * without what the user may not see.
 */
export async function ownParts(call: DeskCall, record: QuoteRecord): Promise<Html | false> {
  const { actions = [], slots } = call.options
  if (actions.length === 0 && slots?.quote === undefined) return false
  const ownCall = { ...toOwnCall(call), record }
  const slot =
    slots?.quote !== undefined &&
    (await orNotice(call, () => loadHtml(call.options, 'slots', () => slots.quote?.(ownCall))))
  const forms = actions.map((action) =>
    orNotice(call, async () => {
      const isShown: unknown = action.isShown === undefined || action.isShown(ownCall)
      if (typeof isShown !== 'boolean') throw wrongResult('isShown', 'true or false', isShown)
      return isShown && actionForm(call, action, record)
    }),
  )
  return html`${slot}${await Promise.all(forms)}`
}

/** Returns what a function of the host shows; a notice if it fails, and nothing if it may not. */
async function orNotice(call: DeskCall, show: () => Promise<Html | false>): Promise<Html | false> {
  try {
    return await show()
  } catch (error) {
    if (isQuoteError(error) && error.code === 'not_permitted') return false
    reportError(call.options.onError, error, call.c.req.raw)
    return html`<p class="notice" role="status">${call.strings.own.failed}</p>`
  }
}

function toOwnCall({ user, url, query }: DeskCall): OwnPageCall {
  return { user, url, query }
}

function doneWord({ name }: OwnAction): string {
  return `own-${name}`
}

/** The fields of all forms of the page are one set of ids. */
function fieldName({ name }: OwnAction, path: string): string {
  return `own-${name}.${path}`
}

function isField({ fields = [] }: OwnAction, path: string): boolean {
  return fields.some(({ name }) => name === path)
}

/** A form that was sent, and why it is shown again. */
interface Returned {
  readonly form: Form
  readonly rejected: Rejected
}

/** Shows the form of an action on a page of its own, with what was typed. */
function showForm(
  call: DeskCall,
  action: OwnAction,
  record: QuoteRecord,
  returned?: Returned,
): Promise<Response> {
  const title = call.strings.own.pageTitle(action.label, quoteTitle(call, record))
  const labels = new Map(
    action.fields?.map(({ name, label }) => [fieldName(action, name), label] as const),
  )
  const rejected = returned?.rejected
  const main = html`${quoteHeader(call, record, action.label)}
    <div class="narrow-page stack">
      ${
        rejected &&
        errorSummary(
          rejected.message || call.strings.own.notDone(action.label),
          rejected.errors,
          (path) => labels.get(path),
        )
      }
      ${actionForm(call, action, record, returned)}
    </div>`
  return call.page({ title, section: 'quotes', main }, rejected?.status)
}

function actionForm(
  call: DeskCall,
  action: OwnAction,
  { quoteId }: QuoteRecord,
  returned?: Returned,
): Html {
  const { name, label, button = label, fields = [] } = action
  const path = `/quotes/${encodeURIComponent(quoteId)}/actions/${name}`
  return html`<form class="card stack" method="post" action="${call.url(path)}">
    <h2>${label}</h2>
    ${formToken(call)}${keyField(returned && getKey(returned.form))}
    ${fields.map((each) => {
      const fullName = fieldName(action, each.name)
      const value = returned?.form.get(fullName)
      return field({ ...each, name: fullName, value, errors: returned?.rejected.errors })
    })}
    <div class="actions"><button>${button}</button></div>
  </form>`
}
