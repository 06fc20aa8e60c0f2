import { html } from 'hono/html'
import { field, idOf, select } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import { tagClass } from '../../parts/tag-chips.js'
import { quoted } from '../draft/draft-of-form.js'
import type { EditedQuote } from './edited.js'

/** Shows the tags and the owner, which can be changed in every status. */
export function labelFields(edited: EditedQuote): Html {
  return html`${tagFields(edited)}${ownerField(edited)}`
}

/** A quote keeps tags that its store does not have, and shows them once the store adds them. */
function tagFields({ draft, choices, errors }: EditedQuote): Html {
  const known = Object.entries(choices.tags)
  const others = draft.tags.filter((name) => !Object.hasOwn(choices.tags, name))
  const isSet = (name: string) => draft.tags.includes(name)
  const error = Object.hasOwn(errors, 'tags') ? errors.tags : undefined
  return html`<fieldset class="tags" id="${idOf('tags')}" tabindex="-1"${
    error !== undefined && html` aria-describedby="tags-error"`
  }>
    <legend>Tags</legend>
    <input type="hidden" name="tags" value="">
    ${known.length + others.length === 0 && html`<p class="muted">The store has no tags yet.</p>`}
    <div class="choice">
      ${known.map(([name, { label }]) => tagBox(name, label, isSet(name)))}
      ${others.map((name) => tagBox(name, `${name} (not a tag of the store)`, true))}
    </div>
    ${error !== undefined && html`<p class="error" id="tags-error">${error}</p>`}
  </fieldset>`
}

function tagBox(name: string, label: string, isChecked: boolean): Html {
  const id = idOf(`tags-${tagClass(name)}`)
  return html`<label class="check" for="${id}"><input type="checkbox" name="tags" id="${id}"
    value="${quoted(name)}"${isChecked && html` checked`}>
    <span class="pill ${tagClass(name)}">${label}</span></label>`
}

function ownerField({ draft, choices, errors }: EditedQuote): Html | false {
  const { users } = choices
  const { owner } = draft
  if (users === undefined) return false
  if (users.length === 0 && owner === '')
    return field({
      name: 'owner',
      label: 'Owner',
      hint: 'The store has no users yet.',
      disabled: true,
    })
  const isKnown = owner === '' || users.some(({ id }) => id === owner)
  return select({
    name: 'owner',
    label: 'Owner',
    value: owner,
    errors,
    options: [
      ['', 'None'],
      ...users.map(({ id, name }) => [id, name] as const),
      ...(isKnown ? [] : [[owner, `${owner} (no user of the store)`] as const]),
    ],
  })
}
