import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field, select } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import { type User, type UserRole, userRoles } from '../../store/users-record.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formToken } from '../forms/form-fields.js'
import { removeForm } from '../forms/remove-form.js'
import { rowKey } from '../forms/row-key.js'

const doneMessages: Readonly<Record<string, string>> = {
  added: 'The user was added.',
  saved: 'The user was saved.',
  removed: 'The user was removed. Their quotes keep them as owner.',
}

/** Lists the users of the store, with the forms that add, change and remove them. */
export const usersPage: DeskRoute = {
  path: '/users',
  async get(call) {
    const users = await call.engine.listUsers(call.user)
    const edited = userWithKey(users, call.query('edit'))
    return show(call, users, edited === undefined ? newUser : fieldsOfUser(edited))
  },

  async post(call, form) {
    const { engine, user } = call
    const users = await engine.listUsers(user)
    const stored = userWithKey(users, form.get('key'))
    if (form.get('action') === 'remove') {
      if (stored !== undefined) await engine.removeUser(user, stored.id)
      return call.redirect('/users', 'removed')
    }
    const fields = readUserFields(form)
    const named = stored === undefined ? fields : { ...fields, id: stored.id }
    const errors = await saveUser(call, named, stored === undefined ? users : [])
    if (errors !== undefined) return show(call, users, named, errors)
    return call.redirect('/users', stored === undefined ? 'added' : 'saved')
  },
}

function userWithKey(users: readonly User[], key: string): User | undefined {
  return users.find(({ id }) => rowKey(id) === key)
}

/**
 * Returns the errors of the fields, or undefined if the user is saved.
 *
 * @param others The users whose ids are taken.
 */
async function saveUser(
  { engine, user }: DeskCall,
  { id, name, email, phone, role }: UserFields,
  others: readonly User[],
): Promise<FieldErrors | undefined> {
  if (others.some((other) => other.id === id))
    return { id: 'is the id of a user already; change that user, or enter another id' }
  try {
    // The engine rejects what is no role.
    const definition = { name, email, role: role as UserRole }
    await engine.setUser(user, id, phone === '' ? definition : { ...definition, phone })
    return undefined
  } catch (error) {
    if (isQuoteError(error) && error.code === 'invalid_request') return error.details.errors
    throw error
  }
}

function show(
  call: DeskCall,
  users: readonly User[],
  fields: UserFields,
  errors?: FieldErrors,
): Promise<Response> {
  const done = call.query('done')
  const isStored = users.some(({ id }) => id === fields.id) && errors?.id === undefined
  const main = html`<div class="title"><h1>Users</h1></div>
  <div class="columns">
    <div class="stack">
      ${
        Object.hasOwn(doneMessages, done) &&
        html`<p class="notice good" role="status">${doneMessages[done]}</p>`
      }
      ${users.length === 0 ? noUsers() : userTable(call, users)}
    </div>
    ${userForm(call, fields, isStored, errors)}
  </div>`
  const status = errors === undefined ? 200 : 422
  return call.page({ title: 'Users', section: 'users', main }, status)
}

function noUsers(): Html {
  return html`<div class="card empty"><h2>No users yet</h2>
    <p class="muted">Users can be the owners of quotes. Adding one here creates no sign-in: that
    stays where your users sign in today.</p></div>`
}

function userTable(call: DeskCall, users: readonly User[]): Html {
  return html`<div class="card list"><table class="rows users">
    <caption class="visually-hidden">Users of the store</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Contact</th><th scope="col">Role</th>
      <th scope="col">Id</th><th scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
    <tbody>${users.map(
      ({ id, name, email, phone, role }) => html`<tr>
        <th scope="row" class="wrap who">${name}</th>
        <td class="wrap contact"><div>${email}</div>${phone && html`<div class="muted">${phone}</div>`}</td>
        <td>${roleLabels[role]}</td>
        <td class="wrap muted id" data-label="Id">${id}</td>
        <td>${userActions(call, id, name)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
}

function userActions(call: DeskCall, id: string, name: string): Html {
  const described = html`<span class="visually-hidden"> ${name}</span>`
  const edit = `${call.url('/users')}?${new URLSearchParams({ edit: rowKey(id) })}#user`
  return html`<div class="actions">
    <a class="button" href="${edit}">Change${described}</a>
    ${removeForm(call, { path: '/users', key: rowKey(id), name, consequence: 'Their quotes keep them as owner.' })}
  </div>`
}

/** What the form of a user shows and sends. */
interface UserFields {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly role: string
}

const newUser: UserFields = { id: '', name: '', email: '', phone: '', role: 'editor' }

const roleLabels: Readonly<Record<UserRole, string>> = {
  editor: 'Editor',
  manager: 'Manager',
  owner: 'Owner',
}

const labels: Readonly<Record<string, string>> = {
  id: 'User id',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
}

function fieldsOfUser({ phone = '', ...user }: User): UserFields {
  return { ...user, phone }
}

/** Reads the fields that the form sent. */
function readUserFields(form: Form): UserFields {
  return {
    id: form.get('id'),
    name: form.get('name'),
    email: form.get('email'),
    phone: form.get('phone'),
    role: form.get('role'),
  }
}

/** Shows the form of a user. The id of a stored user can't be changed. */
function userForm(
  call: DeskCall,
  fields: UserFields,
  isStored: boolean,
  errors: FieldErrors = {},
): Html {
  const { id, name, email, phone, role } = fields
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
      name: 'role',
      label: 'Role',
      value: role,
      options: userRoles.map((each) => [each, roleLabels[each]] as const),
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
