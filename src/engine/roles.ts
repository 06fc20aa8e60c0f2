import type { QuoteError } from '../errors.js'
import { rolesError } from '../quote/lifecycle/lifecycle.js'
import type { Role } from '../quote/lifecycle/transitions.js'
import type { StoreContext } from './context.js'
import type { OperationName } from './operations/operation-name.js'

const sellers: readonly Role[] = ['seller', 'system']

/**
 * The operations that are not for every role, beside those of the table of transitions. What else a
 * buyer may read is for the option `permit` to decide. Events show internal messages; users and
 * templates are internal.
 */
const roles: Partial<Record<OperationName, readonly Role[]>> = {
  deleteQuote: sellers,
  restoreQuote: sellers,
  eraseQuote: sellers,
  copyQuote: sellers,
  priceTaxes: ['seller'],
  repriceQuote: ['seller'],
  recordDelivery: sellers,
  expireDue: sellers,
  listEvents: sellers,
  setTag: sellers,
  removeTag: sellers,
  listUsers: sellers,
  setUser: sellers,
  removeUser: sellers,
  createTemplate: sellers,
  getTemplate: sellers,
  listTemplates: sellers,
  updateTemplate: sellers,
  deleteTemplate: sellers,
  createFromTemplate: sellers,
}

/**
 * Rejects a call that is not for the role of the caller. A caller without a role can call all.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertRole({ role }: StoreContext, operation: OperationName): void {
  const allowed = role === undefined ? undefined : roles[operation]
  if (allowed !== undefined && role !== undefined && !allowed.includes(role))
    throw rolesError(operation, allowed)
}

/** Returns the error of a buyer who sets the owner of a quote. */
export function ownerError(operation: OperationName): QuoteError {
  return rolesError(operation, sellers, 'the owner')
}
