import { html } from 'hono/html'
import { isInstance } from '../../errors/thrown.js'
import { isQuoteError } from '../../errors.js'
import { HttpProblem } from '../../http/problem-details.js'
import { reportError } from '../../http/report-error.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { callHost, wrongResult } from '../../pages/host-function.js'
import { isEscapedHtml, loadHtml, loadSlot } from '../../pages/host-html.js'
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
      return showForm(call, action, await loadQuoteOf(call, action))
    },
    post: (call, form) => {
      const quoteId = call.param('quoteId')
      const read = (name: string) => form.get(fieldName(action, name)) || undefined
      const idempotencyKey = getContentKey(call.user, form)
      const sent = { user: call.user, quoteId, read, idempotencyKey }
      return submitForm(call, {
        store: async () => {
          // A quote that the user does not see, or that lacks the action, stays as it is.
          await loadQuoteOf(call, action)
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

/** What the host has added to the page of a quote. */
export interface OwnParts {
  readonly beside: Html
  readonly below: Html | undefined
  /** The entries of the menu. */
  readonly menu: readonly Html[]
}

/**
 * Loads what the host has added to the page of a quote, which is shown without what fails, and
 * without what the user may not see. It says so if an action is missing.
 */
export async function loadOwnParts(call: DeskCall, record: QuoteRecord): Promise<OwnParts> {
  const { actions = [], slots = {} } = call.options
  const ownCall = { ...toOwnCall(call), record }
  const { raw } = call.c.req
  const [beside, below, menu] = await Promise.all(
    [slots.quote, slots.belowQuote, slots.quoteMenu].map((slot) =>
      loadSlot(call.options, raw, slot?.bind(slots), ownCall),
    ),
  )
  const shown = await Promise.all(
    actions.map(async (action) => ({
      action,
      isShown: await isShownOrMissing(call, action, record),
    })),
  )
  const possible = shown.flatMap(({ action, isShown }) => (isShown === true ? [action] : []))
  const entries = possible.filter((action) => !hasFields(action))
  const forms = possible.filter(hasFields)
  return {
    beside: html`${beside}${
      shown.some(({ isShown }) => isShown === undefined) &&
      html`<p class="notice" role="status">${call.strings.own.failed}</p>`
    }${forms.map((action) => actionForm(call, action, record))}`,
    below,
    menu: [...entries.map((action) => actionEntry(call, action, record)), ...(menu ? [menu] : [])],
  }
}

function hasFields({ fields = [] }: OwnAction): boolean {
  return fields.length > 0
}

/** Returns true if a quote has an action for the user; undefined if that failed. */
async function isShownOrMissing(
  call: DeskCall,
  action: OwnAction,
  record: QuoteRecord,
): Promise<boolean | undefined> {
  try {
    return await isActionShown(call, action, record)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'not_permitted') return false
    reportError(call.options.onError, error, call.c.req.raw)
    return undefined
  }
}

/** @throws what `isShown` throws, and TypeError if it has not returned a boolean */
async function isActionShown(
  call: DeskCall,
  action: OwnAction,
  record: QuoteRecord,
): Promise<boolean> {
  const ask = () => action.isShown?.({ ...toOwnCall(call), record }) ?? true
  const isShown: unknown = await callHost(call.options, 'actions', ask)
  if (typeof isShown === 'boolean') return isShown
  throw wrongResult('isShown', 'true or false', isShown)
}

/**
 * Loads the quote of an action.
 *
 * @throws HttpProblem `not_found` if the quote does not have the action
 */
async function loadQuoteOf(call: DeskCall, action: OwnAction): Promise<QuoteRecord> {
  const record = await call.engine.getQuote(call.user, call.param('quoteId'))
  if (await isActionShown(call, action, record)) return record
  throw new HttpProblem('not_found', call.strings.own.notDone(action.label))
}

/** Loads the column of the host in the list of quotes; undefined if there is none, or it fails. */
export async function loadOwnColumn(
  call: DeskCall,
  records: readonly QuoteRecord[],
): Promise<ShownColumn | undefined> {
  const column = call.options.slots?.listColumn
  if (column === undefined) return undefined
  try {
    const cells: unknown = await callHost(call.options, 'slots', () =>
      column.cells({ ...toOwnCall(call), records }),
    )
    if (!isInstance(cells, Map)) throw wrongResult('cells', 'a Map by the ids of quotes', cells)
    const wrong = [...cells.values()].find((cell) => !isEscapedHtml(cell))
    if (wrong === undefined) return { head: column.head, cells: cells as Map<string, Html> }
    throw wrongResult('cells', 'Html, as the tag html makes it', wrong)
  } catch (error) {
    reportError(call.options.onError, error, call.c.req.raw)
    return undefined
  }
}

/** A column of the host, as the list shows it. */
export interface ShownColumn {
  readonly head: string
  readonly cells: ReadonlyMap<string, Html>
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

/** Shows an action without fields as an entry of a menu. */
function actionEntry(call: DeskCall, { name, label, confirm }: OwnAction, record: QuoteRecord) {
  const address = call.url(actionPath(record, name))
  if (confirm !== undefined) return html`<a class="row" href="${address}">${label}</a>`
  return html`<form method="post" action="${address}">${formToken(call)}${keyField()}<button>${label}</button></form>`
}

function actionPath({ quoteId }: QuoteRecord, name: string): string {
  return `/quotes/${encodeURIComponent(quoteId)}/actions/${name}`
}

function actionForm(
  call: DeskCall,
  action: OwnAction,
  record: QuoteRecord,
  returned?: Returned,
): Html {
  const { name, label, button = label, fields = [], confirm } = action
  return html`<form class="card stack" method="post" action="${call.url(actionPath(record, name))}">
    <h2>${label}</h2>
    ${confirm !== undefined && html`<p>${confirm}</p>`}
    ${formToken(call)}${keyField(returned && getKey(returned.form))}
    ${fields.map((each) => {
      const fullName = fieldName(action, each.name)
      const value = returned?.form.get(fullName)
      return field({ ...each, name: fullName, value, errors: returned?.rejected.errors })
    })}
    <div class="actions"><button>${button}</button></div>
  </form>`
}
