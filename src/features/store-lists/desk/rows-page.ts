import { html } from 'hono/html'
import type { DeskCall, DeskRoute } from '../../../desk/desk-call.js'
import { doneNotice, hashRowId, submitForm } from '../../../desk/forms.js'
import type { DeskSection } from '../../../desk/navigation/options.js'
import { type RemovedRow, removeForm } from '../../../desk/parts/remove-form.js'
import type { FieldErrors } from '../../../errors.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Html } from '../../../pages/layout.js'

/** A page of small records of the store, with the forms that add, change and remove them. */
export interface RowsPage<Row, Fields> {
  /** The part of the desk, whose strings have the heading and what was done. */
  readonly section: Extract<DeskSection, 'tags' | 'users'>
  readonly load: (call: DeskCall) => Promise<readonly Row[]>
  /** Returns what people have chosen as the id of a row. */
  readonly idOf: (row: Row) => string
  /** Returns what the form shows of a row; of a new one if it is undefined. */
  readonly toFields: (row: Row | undefined) => Fields
  /** Reads what the form sent. The id of a stored row does not change. */
  readonly readFields: (form: Form, stored: Row | undefined) => Fields
  /** @throws QuoteError `invalid_request` with the errors of the fields */
  readonly save: (
    call: DeskCall,
    fields: Fields,
    rows: readonly Row[],
    stored?: Row,
  ) => Promise<void>
  readonly remove: (call: DeskCall, id: string) => Promise<unknown>
  readonly table: (call: DeskCall, rows: readonly Row[]) => Html
  readonly form: (call: DeskCall, fields: Fields, isStored: boolean, errors?: FieldErrors) => Html
}

/** Creates the route of a page with rows. */
export function createRowsRoute<Row, Fields>(page: RowsPage<Row, Fields>): DeskRoute {
  const { section, load, idOf } = page
  const path = `/${section}`
  const find = (rows: readonly Row[], key: string) =>
    rows.find((row) => hashRowId(idOf(row)) === key)

  interface Shown {
    readonly rows: readonly Row[]
    readonly stored: Row | undefined
    readonly fields: Fields
    readonly errors?: FieldErrors
  }
  function show(call: DeskCall, { rows, stored, fields, errors }: Shown, status = 200) {
    const { title: heading, done } = call.strings[section]
    const main = html`<div class="head"><h1>${heading}</h1></div>
  <div class="columns">
    <div class="stack">
      ${doneNotice(call, done)}
      ${page.table(call, rows)}
    </div>
    ${page.form(call, fields, stored !== undefined, errors)}
  </div>`
    return call.page({ title: heading, section, main }, status)
  }

  return {
    path,
    async get(call) {
      const rows = await load(call)
      const stored = find(rows, call.query('edit'))
      return show(call, { rows, stored, fields: page.toFields(stored) })
    },
    async post(call, form) {
      const rows = await load(call)
      const stored = find(rows, form.get('key'))
      if (form.get('action') === 'remove') {
        if (stored !== undefined) await page.remove(call, idOf(stored))
        return call.redirect(path, 'removed')
      }
      const fields = page.readFields(form, stored)
      return submitForm(call, {
        store: () => page.save(call, fields, rows, stored),
        done: () => call.redirect(path, stored === undefined ? 'added' : 'saved'),
        show: ({ errors, status }) => show(call, { rows, stored, fields, errors }, status),
      })
    },
  }
}

/** A row, and what its buttons do. */
export interface RowActions extends RemovedRow {
  /** The form on the page of the rows: `tag`. */
  readonly anchor: string
}

/** Shows the link that fills the form with a row, and the question before it is removed. */
export function rowActions(call: DeskCall, row: RowActions): Html {
  const { path, anchor, id, name } = row
  const edit = `${call.url(path)}?${new URLSearchParams({ edit: hashRowId(id) })}#${anchor}`
  return html`<div class="actions">
    <a class="button" href="${edit}">${call.strings.common.change}<span class="visually-hidden"> ${name}</span></a>
    ${removeForm(call, row)}
  </div>`
}
