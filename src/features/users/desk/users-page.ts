import { html } from 'hono/html'
import type { DeskCall, DeskFeature } from '../../../desk/desk-call.js'
import { formToken, hashRowId } from '../../../desk/forms.js'
import { loadAllUsers } from '../../../desk/parts/load.js'
import type { DeskStrings } from '../../../desk/strings.js'
import { type FieldErrors, QuoteError } from '../../../errors.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import { field, select } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import { createRowsRoute, rowActions } from '../../store-lists/desk/rows-page.js'
import { type User, type UserPosition, userPositions } from '../users.js'

/** Lists the users of the store, with the forms that add, change and remove them. */
const usersRoute = createRowsRoute<User, UserFields>({
  section: 'users',
  load: loadAllUsers,
  idOf: ({ id }) => id,
  toFields: (stored) => (stored === undefined ? newUser : { ...stored, phone: stored.phone ?? '' }),
  readFields: (form, stored) => ({
    id: stored?.id ?? form.get('id'),
    name: form.get('name'),
    email: form.get('email'),
    phone: form.get('phone'),
    position: form.get('position'),
  }),
  async save({ engine, user, strings }, { id, name, email, phone, position }, users, stored) {
    if (stored === undefined && users.some((other) => other.id === id))
      throw new QuoteError('invalid_request', { errors: { id: strings.users.taken } })
    // The engine rejects what is no position.
    const definition = { name, email, position: position as UserPosition }
    await engine.setUser(user, id, phone === '' ? definition : { ...definition, phone })
  },
  remove: ({ engine, user }, id) => engine.removeUser(user, id),
  table: (call, users) =>
    users.length === 0 ? noUsers(call.strings.users) : userTable(call, users),
  form: userForm,
})

/** The page of users. */
export const usersDesk: DeskFeature = { routes: [usersRoute] }

function noUsers({ none, noneHint }: DeskStrings['users']): Html {
  return html`<div class="card empty"><h2>${none}</h2>
    <p class="muted">${noneHint}</p></div>`
}

function userTable(call: DeskCall, users: readonly User[]): Html {
  const { users: strings, common } = call.strings
  const { labels, positions, afterRemoval: consequence } = strings
  return html`<div class="card list"><table class="rows users">
    <caption class="visually-hidden">${strings.caption}</caption>
    <thead><tr><th scope="col">${labels.name}</th><th scope="col">${strings.contact}</th>
      <th scope="col">${labels.position}</th><th scope="col">${strings.id}</th>
      <th scope="col"><span class="visually-hidden">${common.actions}</span></th></tr></thead>
    <tbody>${users.map(
      ({ id, name, email, phone, position }) => html`<tr>
        <th scope="row" class="wrap who">${name}</th>
        <td class="wrap contact"><div>${email}</div>${phone && html`<div class="muted">${phone}</div>`}</td>
        <td>${positions[position]}</td>
        <td class="wrap muted id" data-label="${strings.id}">${id}</td>
        <td>${rowActions(call, { path: '/users', anchor: 'user', id, name, consequence })}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

/** What the form of a user shows and sends. */
interface UserFields {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly position: string
}

const newUser: UserFields = { id: '', name: '', email: '', phone: '', position: 'editor' }

/** Shows the form of a user. The id of a stored user can't be changed. */
function userForm(
  call: DeskCall,
  fields: UserFields,
  isStored: boolean,
  errors: FieldErrors = {},
): Html {
  const { id, name, email, phone, position } = fields
  const { users: strings, common } = call.strings
  const { labels } = strings
  return html`<form class="card stack" method="post" action="${call.url('/users')}" id="user">
    <h2>${isStored ? strings.change(name || id) : strings.add}</h2>
    ${
      Object.keys(errors).length > 0 &&
      errorSummary(strings.notSaved, errors, (path) =>
        Object.hasOwn(labels, path) ? labels[path as 'id'] : undefined,
      )
    }
    ${formToken(call)}
    <input type="hidden" name="action" value="save">
    ${field({ name: 'name', label: labels.name, value: name, errors, isRequired: true })}
    ${field({ name: 'email', label: labels.email, type: 'email', value: email, errors, isRequired: true })}
    ${field({ name: 'phone', label: labels.phone, value: phone, errors, hint: strings.phoneHint })}
    ${select({
      name: 'position',
      label: labels.position,
      value: position,
      options: userPositions.map((each) => [each, strings.positions[each]] as const),
      errors,
    })}
    ${
      isStored
        ? html`<input type="hidden" name="key" value="${hashRowId(id)}">
          <input type="hidden" name="id" value="${id}">`
        : field({
            name: 'id',
            label: labels.id,
            value: id,
            errors,
            isRequired: true,
            hint: strings.idHint,
          })
    }
    <div class="actions">
      <button class="primary">${isStored ? strings.saveButton : strings.addButton}</button>
      ${isStored && html`<a class="button" href="${call.url('/users')}">${common.cancel}</a>`}
    </div>
  </form>`
}
