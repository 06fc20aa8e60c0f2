import type { QuoteError } from '../errors.js'
import { type Lifecycle, rolesError } from '../quote/lifecycle/lifecycle.js'
import type { Role } from '../quote/lifecycle/transitions.js'
import { parseContextOnce, type StoreContext } from './arguments.js'
import { createPagedResult } from './execution/pages.js'
import { internalRoles, type OperationRoles } from './operations/operation.js'

type Method = (context: StoreContext, ...args: readonly unknown[]) => unknown

/** What decides who can call a method. */
export interface RestrictedMethod {
  readonly name: string
  readonly roles: OperationRoles
  readonly isPaged?: true | undefined
}

/**
 * Returns a method that rejects a call with `not_permitted` before it runs, if it is not for the
 * role of the caller. It passes on the context that was checked. What else a buyer may read is for
 * the option `permit` to decide.
 */
export function restrictMethod(
  method: Method,
  { name, roles, isPaged }: RestrictedMethod,
  lifecycle: Lifecycle,
): Method {
  const allowed = getRoles(name, roles, lifecycle)
  if (allowed === 'all') return method
  const getCaller = (context: StoreContext): StoreContext => {
    const caller = parseContextOnce(context)
    const { role } = caller
    if (role !== undefined && !allowed.has(role)) throw rolesError(name, allowed)
    return caller
  }
  return (context, ...args) => {
    let caller: StoreContext
    try {
      caller = getCaller(context)
    } catch (error) {
      if (!isPaged) return Promise.reject(error)
      return createPagedResult(() => {
        throw error
      })
    }
    return method(caller, ...args)
  }
}

function getRoles(
  name: string,
  roles: OperationRoles,
  { transitions }: Lifecycle,
): ReadonlySet<Role> | 'all' {
  if (roles === 'all') return roles
  if (roles !== 'transitions') return new Set(roles)
  return new Set(transitions.filter(({ operation }) => operation === name).flatMap(({ by }) => by))
}

/** Returns the error of a buyer who sets the owner of a quote. */
export function ownerError(operation: string): QuoteError {
  return rolesError(operation, internalRoles, 'the owner')
}
