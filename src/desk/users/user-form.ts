import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { field, select } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import { type User, type UserRole, userRoles } from '../../store/users-record.js'
import type { DeskCall } from '../desk-call.js'
import { formToken } from '../parts/form-token.js'
import { rowKey } from '../parts/row-key.js'

/** What the form of a user shows and sends. */
export interface UserFields {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly role: string
}

export const newUser: UserFields = { id: '', name: '', email: '', phone: '', role: 'editor' }

export const roleLabels: Readonly<Record<UserRole, string>> = {
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

export function fieldsOfUser({ phone = '', ...user }: User): UserFields {
  return { ...user, phone }
}

/** Reads the fields that the form sent. */
export function readUserFields(form: Form): UserFields {
  return {
    id: form.get('id'),
    name: form.get('name'),
    email: form.get('email'),
    phone: form.get('phone'),
    role: form.get('role'),
  }
}

/** Shows the form of a user. The id of a stored user can't be changed. */
export function userForm(
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
