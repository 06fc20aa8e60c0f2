import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import type { Html } from '../../pages/layout.js'
import type { StoreTags, Tag } from '../../store/tags.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { removeForm } from '../forms/remove-form.js'
import { rowKey } from '../forms/row-key.js'
import { tagClass } from '../parts/tag-chips.js'
import { getContrast, minContrast, parseBackground, parseText } from './tag-colors.js'
import {
  fieldsOfTag,
  newTag,
  readTagFields,
  type TagFields,
  tagForm,
  toDefinition,
} from './tag-form.js'

const doneMessages: Readonly<Record<string, string>> = {
  added: 'The tag was added.',
  saved: 'The tag was saved.',
  removed: 'The tag was removed. Quotes keep its name, and show it again if you add it again.',
}

/** Lists the tags of the store, with the forms that add, change and remove them. */
export const tagsPage: DeskRoute = {
  path: '/tags',
  async get(call) {
    const tags = await call.engine.listTags(call.user)
    const edited = tagWithKey(tags, call.query('edit'))
    return show(call, tags, edited === undefined ? newTag : fieldsOfTag(edited))
  },

  async post(call, form) {
    const { engine, user } = call
    const tags = await engine.listTags(user)
    const stored = tagWithKey(tags, form.get('key'))
    if (form.get('action') === 'remove') {
      if (stored !== undefined) await engine.removeTag(user, stored.value)
      return call.redirect('/tags', 'removed')
    }
    const fields = readTagFields(form)
    const named = stored === undefined ? fields : { ...fields, name: stored.value }
    const errors = await saveTag(call, named, tags, stored)
    if (errors !== undefined) return show(call, tags, named, errors)
    return call.redirect('/tags', stored === undefined ? 'added' : 'saved')
  },
}

/**
 * Returns the errors of the fields, or undefined if the tag is saved.
 *
 * @param stored The tag that is changed; undefined if one is added.
 */
async function saveTag(
  { engine, user }: DeskCall,
  fields: TagFields,
  tags: StoreTags,
  stored: Tag | undefined,
): Promise<FieldErrors | undefined> {
  if (stored === undefined && getTag(tags, fields.name) !== undefined)
    return { name: 'is the name of a tag already; change that tag, or choose another name' }
  const parsed = toDefinition(fields, stored)
  if ('errors' in parsed) return parsed.errors
  try {
    await engine.setTag(user, fields.name, parsed.definition)
    return undefined
  } catch (error) {
    if (isQuoteError(error) && error.code === 'invalid_request') return error.details.errors
    throw error
  }
}

function tagWithKey(tags: StoreTags, key: string): Tag | undefined {
  return Object.values(tags).find(({ value }) => rowKey(value) === key)
}

function getTag(tags: StoreTags, name: string): Tag | undefined {
  return Object.hasOwn(tags, name) ? tags[name] : undefined
}

function show(call: DeskCall, tags: StoreTags, fields: TagFields, errors?: FieldErrors) {
  const list = Object.values(tags)
  const done = call.query('done')
  const canChange = call.user.role !== 'buyer'
  const isStored = getTag(tags, fields.name) !== undefined && errors?.name === undefined
  const main = html`<div class="title"><h1>Tags</h1></div>
  <div class="columns">
    <div class="stack">
      ${
        Object.hasOwn(doneMessages, done) &&
        html`<p class="notice good" role="status">${doneMessages[done]}</p>`
      }
      ${list.length === 0 ? noTags() : tagTable(call, list, canChange)}
    </div>
    ${canChange && tagForm(call, fields, isStored, errors)}
  </div>`
  const status = errors === undefined ? 200 : 422
  return call.page({ title: 'Tags', section: 'tags', main }, status)
}

function noTags(): Html {
  return html`<div class="card empty"><h2>No tags yet</h2>
    <p class="muted">Tags label quotes in lists and on their pages, for example “Needs approval”.
    Only tags of this list are shown.</p></div>`
}

function tagTable(call: DeskCall, tags: readonly Tag[], canChange: boolean): Html {
  return html`<div class="card list"><table class="rows tag-list">
    <caption class="visually-hidden">Tags of the store</caption>
    <thead><tr><th scope="col">Tag</th><th scope="col">Name</th><th scope="col">Contrast</th>
      ${canChange && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}</tr></thead>
    <tbody>${tags.map(
      (tag) => html`<tr>
        <td><span class="pill ${tagClass(tag.value)}">${tag.label}</span></td>
        <th scope="row" class="wrap">${tag.value}</th>
        <td data-label="Contrast">${contrastCell(tag)}</td>
        ${canChange && html`<td>${tagActions(call, tag.value)}</td>`}
      </tr>`,
    )}</tbody>
  </table></div>`
}

function contrastCell({ color, backgroundColor }: Tag): Html {
  const ink = parseText(color)
  const behind = parseBackground(backgroundColor)
  if (ink === undefined || behind === undefined)
    return html`<span class="pill bad">Invalid colors</span>`
  // Rounded down, so that 4.49 is not shown as enough.
  const shown = (Math.floor(getContrast(ink, behind) * 10) / 10).toFixed(1)
  if (Number(shown) >= minContrast) return html`<span class="muted">${shown}</span>`
  return html`<span class="pill warn">${shown}: too low to read</span>
    <p class="hint">Shown in black or white instead. Choose colors with ${minContrast} or more.</p>`
}

function tagActions(call: DeskCall, name: string): Html {
  const described = html`<span class="visually-hidden"> ${name}</span>`
  const edit = `${call.url('/tags')}?${new URLSearchParams({ edit: rowKey(name) })}#tag`
  return html`<div class="actions">
    <a class="button" href="${edit}">Change${described}</a>
    ${removeForm(call, { path: '/tags', key: rowKey(name), name, consequence: 'Quotes keep its name, without its color.' })}
  </div>`
}
