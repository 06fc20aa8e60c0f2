import { html } from 'hono/html'
import { type FieldErrors, QuoteError } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { type User, type UserPosition, userPositions } from '../../store/users.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, rowActions, rowKey, rowsPage } from '../forms.js'
import { loadAllUsers } from '../parts/load.js'

/** Lists the users of the store, with the forms that add, change and remove them. */
export const usersPage = rowsPage<User, UserFields>({
  section: 'users',
  heading: 'Users',
  doneMessages: {
    added: 'The user was added.',
    saved: 'The user was saved.',
    removed: 'The user was removed. Their quotes keep them as owner.',
  },
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
  async save({ engine, user }, { id, name, email, phone, position }, users, stored) {
    if (stored === undefined && users.some((other) => other.id === id)) {
      const errors = { id: 'is the id of a user already; change that user, or enter another id' }
      throw new QuoteError('invalid_request', { errors })
    }
    // The engine rejects what is no position.
    const definition = { name, email, position: position as UserPosition }
    await engine.setUser(user, id, phone === '' ? definition : { ...definition, phone })
  },
  remove: ({ engine, user }, id) => engine.removeUser(user, id),
  table: (call, users) => (users.length === 0 ? noUsers() : userTable(call, users)),
  form: userForm,
})

function noUsers(): Html {
  return html`<div class="card empty"><h2>No users yet</h2>
    <p class="muted">Users can be the owners of quotes. Adding one here creates no sign-in: that
    stays where your users sign in today.</p></div>`
}

function userTable(call: DeskCall, users: readonly User[]): Html {
  return html`<div class="card list"><table class="rows users">
    <caption class="visually-hidden">Users of the store</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Contact</th><th scope="col">Position</th>
      <th scope="col">Id</th><th scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
    <tbody>${users.map(
      ({ id, name, email, phone, position }) => html`<tr>
        <th scope="row" class="wrap who">${name}</th>
        <td class="wrap contact"><div>${email}</div>${phone && html`<div class="muted">${phone}</div>`}</td>
        <td>${positionLabels[position]}</td>
        <td class="wrap muted id" data-label="Id">${id}</td>
        <td>${rowActions(call, { path: '/users', anchor: 'user', id, name, consequence: 'Their quotes keep them as owner.' })}</td>
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

const positionLabels: Readonly<Record<UserPosition, string>> = {
  editor: 'Editor',
  manager: 'Manager',
  owner: 'Owner',
}

const labels: Readonly<Record<string, string>> = {
  id: 'User id',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  position: 'Position',
}

/** Shows the form of a user. The id of a stored user can't be changed. */
function userForm(
  call: DeskCall,
  fields: UserFields,
  isStored: boolean,
  errors: FieldErrors = {},
): Html {
  const { id, name, email, phone, position } = fields
  return html`<form class="card stack" method="post" action="${call.url('/users')}" id="user">
    <h2>${isStored ? `Change ${name || id}` : 'Add a user'}</h2>
    ${
      Object.keys(errors).length > 0 &&
      errorSummary('The user was not saved.', errors, (path) =>
        Object.hasOwn(labels, path) ? labels[path] : undefined,
      )
    }
    ${formToken(call)}
    <input type="hidden" name="action" value="save">
    ${field({ name: 'name', label: 'Name', value: name, errors, isRequired: true })}
    ${field({ name: 'email', label: 'Email', type: 'email', value: email, errors, isRequired: true })}
    ${field({ name: 'phone', label: 'Phone', value: phone, errors, hint: 'Optional.' })}
    ${select({
      name: 'position',
      label: 'Position',
      value: position,
      options: userPositions.map((each) => [each, positionLabels[each]] as const),
      errors,
    })}
    ${
      isStored
        ? html`<input type="hidden" name="key" value="${rowKey(id)}">
          <input type="hidden" name="id" value="${id}">`
        : field({
            name: 'id',
            label: 'User id',
            value: id,
            errors,
            isRequired: true,
            hint: 'As your own sign-in names the user. It cannot be changed later.',
          })
    }
    <div class="actions">
      <button class="primary">${isStored ? 'Save the user' : 'Add the user'}</button>
      ${isStored && html`<a class="button" href="${call.url('/users')}">Cancel</a>`}
    </div>
  </form>`
}
