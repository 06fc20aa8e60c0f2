import type { QuoteError } from '../errors.js'
import { toBuyersEntry, toBuyersQuote } from '../quote/model/buyers-view.js'
import { type Lifecycle, rolesError } from '../quote/model/lifecycle.js'
import type { Quote, QuoteRecord } from '../quote/model/quote.js'
import type { Role } from '../quote/model/transitions.js'
import type { HistoryEntry } from '../record/history/entry.js'
import { parseContextOnce, type StoreContext } from './arguments.js'
import { createPagedResult, mapPages, type PagedResult } from './execution/pages.js'
import { internalRoles, type OperationRoles, type ResponseBody } from './operation.js'

type Method = (context: StoreContext, ...args: readonly unknown[]) => unknown

/** Who can call a method, and what it returns. */
export interface RestrictedMethod {
  readonly name: string
  readonly roles: OperationRoles
  readonly isPaged?: true | undefined
  readonly response: ResponseBody
}

/**
 * Returns a method that rejects a call with `not_permitted` before it runs, if it is not for the
 * role of the caller, and whose results leave out what is not for buyers if the caller is one. It
 * passes on the context that was checked. What else a buyer may read is for the option `permit` to
 * decide.
 */
export function restrictMethod(
  method: Method,
  { name, roles, isPaged, response }: RestrictedMethod,
  lifecycle: Lifecycle,
): Method {
  const allowed = getRoles(name, roles, lifecycle)
  const shown = withBuyersView(method, isPaged, buyersResults[response])
  if (allowed === 'all') return shown
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
    return shown(caller, ...args)
  }
}

function withBuyersView(
  method: Method,
  isPaged: true | undefined,
  toBuyers: ((result: unknown) => unknown) | undefined,
): Method {
  if (toBuyers === undefined) return method
  return (context, ...args) => {
    // The method parses the context, which would take longer than all else here.
    const result = method(context, ...args)
    if (!isBuyer(context)) return result
    if (isPaged) return mapPages(result as PagedResult<unknown, unknown>, toBuyers)
    return (result as Promise<unknown>).then(toBuyers)
  }
}

/** Returns true for a context whose role cannot be read as well: its method rejects. */
function isBuyer(context: StoreContext | undefined): boolean {
  try {
    return context?.role === 'buyer'
  } catch {
    return true
  }
}

/** How a buyer sees a result, or an item of a list, by the response of the operation. */
const buyersResults: Readonly<Partial<Record<ResponseBody, (result: unknown) => unknown>>> = {
  createdQuote: toBuyersRecord,
  quote: toBuyersRecord,
  quotes: toBuyersRecord,
  history: (entry) => toBuyersEntry(entry as HistoryEntry<Quote>),
}

function toBuyersRecord(result: unknown): unknown {
  const record = result as QuoteRecord
  const quote = toBuyersQuote(record.quote)
  return quote === record.quote ? record : Object.freeze({ ...record, quote })
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
