import { html } from 'hono/html'
import { type HiddenField, hiddenField } from '../pages/forms/hidden-field.js'
import type { Html } from '../pages/layout.js'
import type { DeskCall, DeskPage } from './desk-call.js'
import { formToken, keyField } from './forms.js'
import type { DeskStrings } from './strings.js'

/** Which of two versions counts. */
export type Side = 'mine' | 'theirs'

/** Something that the user or somebody else has changed, for people. */
export interface ShownDifference {
  /** What was changed: `Customer: Name`. */
  readonly label: string
  /** What each version shows, empty for nothing. A version that no difference has is no column. */
  readonly before?: string
  readonly mine: string
  readonly theirs?: string
  /** Who has changed it, if that is known. */
  readonly by?: Side | 'both'
  /** The side that is chosen beforehand; absent if there is nothing to choose. */
  readonly chosen?: Side | undefined
}

/** What was sent about a version that others have changed meanwhile, and what can become of it. */
export interface ConflictPage extends Pick<DeskPage, 'title' | 'section'> {
  readonly header: Html
  /** What was not done, and why. */
  readonly message: string
  /** Who has changed what since. */
  readonly changes: Html | false
  readonly differences: readonly ShownDifference[]
  /** What becomes of that which is no difference. */
  readonly note?: string | false
  /** The page without what was typed, and the label of the link to it. */
  readonly back: readonly [path: string, label: string]
  /** Where everything is sent again, and the values of `action` and labels of the buttons. */
  readonly path: string
  readonly buttons: readonly (readonly [action: string, label: string])[]
  readonly fields: readonly HiddenField[]
}

/** A form about a version that is no longer the latest. */
interface Conflict<Theirs> {
  readonly theirs: Theirs | Promise<Theirs>
  /** Responds if there is nothing to ask, for example after both changes were merged. */
  readonly settle?: (theirs: Theirs) => Promise<Response | undefined> | Response | undefined
  readonly page: (theirs: Theirs) => Promise<ConflictPage>
}

/** Settles a conflict, or shows what differs, with all that was typed, and lets the user choose. */
export async function resolveConflict<Theirs>(
  call: DeskCall,
  { theirs, settle, page }: Conflict<Theirs>,
): Promise<Response> {
  const stored = await theirs
  return (await settle?.(stored)) ?? showConflictPage(call, await page(stored))
}

function showConflictPage(call: DeskCall, page: ConflictPage): Promise<Response> {
  const { title, section, header, message, changes, differences, note } = page
  const { path, buttons, fields, back } = page
  const content = html`${differences.length > 0 && differenceTable(call.strings, differences)}
    ${note && html`<p>${note}</p>`}
    <div class="actions">${buttons.map(
      ([action, label], index) =>
        html`<button class="${index === 0 && 'primary'}" name="action" value="${action}">${label}</button> `,
    )}<a class="button" href="${call.url(back[0])}">${back[1]}</a></div>`
  const form = html`<form method="post" action="${call.url(path)}" class="conflict">
      ${formToken(call)}${keyField()}${fields.map(([name, value]) => hiddenField(name, value))}
      ${content}
    </form>`
  const main = html`${header}
    <div class="stack">
      <div class="notice warn" role="alert"><p><strong>${message}</strong></p>${changes}</div>
      ${buttons.length > 0 ? form : content}
    </div>`
  return call.page({ title, section, main }, 409)
}

const versions = ['before', 'mine', 'theirs'] as const
type Version = (typeof versions)[number]

function differenceTable(strings: DeskStrings, differences: readonly ShownDifference[]): Html {
  const { columns: labels, typed, differs, choose, chooseHint, what } = strings.conflict
  const columns = versions.filter((name) => differences.some((each) => each[name] !== undefined))
  const isChoice = differences.some(({ chosen }) => chosen !== undefined)
  const heading = columns.length === 1 ? typed : differs
  return html`<section class="card" aria-labelledby="differences">
    <h2 id="differences">${isChoice ? choose : heading}</h2>
    ${isChoice && html`<p class="hint">${chooseHint}</p>`}
    <table class="rows differences">
      <thead><tr><th scope="col">${what}</th>
        ${columns.map((version) => html`<th scope="col">${labels[version]}</th>`)}</tr></thead>
      <tbody>${differences.map(
        (difference, index) => html`<tr class="${difference.by}">
        <th scope="row" id="difference-${index}">${difference.label} ${authorPill(strings, difference)}</th>
        ${columns.map((version) => versionCell(strings, { difference, version, index }))}
      </tr>`,
      )}</tbody>
    </table>
  </section>`
}

function authorPill({ conflict }: DeskStrings, { by }: ShownDifference): Html | undefined {
  return by && html`<span class="pill ${by === 'both' && 'warn'}">${conflict.authors[by]}</span>`
}

interface VersionCell {
  readonly difference: ShownDifference
  readonly version: Version
  readonly index: number
}

function versionCell(
  { conflict, common }: DeskStrings,
  { difference, version, index }: VersionCell,
): Html {
  const label = conflict.columns[version]
  const shown = difference[version] || html`<span class="muted">${common.empty}</span>`
  if (difference.chosen === undefined || version === 'before')
    return html`<td data-label="${label}">${shown}</td>`
  return html`<td data-label="${label}"><label class="check" for="pick-${index}-${version}">
    <input type="radio" id="pick-${index}-${version}" name="${pickName(index)}" value="${version}"
      aria-describedby="difference-${index}"${version === difference.chosen && html` checked`}>
    <span>${shown}<span class="visually-hidden">, ${label.toLowerCase()}</span></span></label></td>`
}

/** Returns the name of the field that picks a side of a difference. */
export function pickName(index: number): string {
  return `pick[${index}]`
}
