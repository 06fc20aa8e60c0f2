import { QuoteError } from '../errors.js'
import type { PortCallOptions } from '../ports/call-options.js'
import type { MaybePromise } from '../ports/storage.js'
import type { FieldTypes, SearchedField } from '../quote/model/own-fields.js'
import { getOnlyQuote } from '../quote/search/only-quote.js'
import {
  parseScope,
  type QuoteScope,
  type ScopeLimit,
  singleQuoteScope,
} from '../quote/search/quote-scope.js'
import { getHostContext, type StoreContext } from './arguments.js'
import { callPort, type PortPolicy } from './ports/call-port.js'

/** What a caller sees: all quotes of the store, none, or those that a filter selects. */
export type Scope<Fields extends FieldTypes = FieldTypes> = 'all' | 'none' | QuoteScope<Fields>

/** The option `scope`. A method, so that hosts can annotate the context with its own type. */
export interface ScopeOption<Fields extends FieldTypes = FieldTypes> {
  scope(context: StoreContext, call: PortCallOptions): MaybePromise<Scope<Fields>>
}

/**
 * Returns what limits a caller, undefined if it sees all quotes of the store.
 *
 * @throws QuoteError `callback_failed` if the option throws or returns anything but a scope;
 * `timeout` or `aborted`
 */
export type GetLimit = (
  caller: StoreContext,
  signal: AbortSignal | undefined,
) => Promise<ScopeLimit | undefined>

/**
 * Asks the option for each call, but not for a caller that is limited to one quote.
 *
 * @param searched The own fields by which quotes are found.
 */
export function createGetLimit(
  scope: ScopeOption['scope'] | undefined,
  searched: readonly SearchedField[],
  policy: PortPolicy,
): GetLimit {
  const wrapError = (cause: unknown) =>
    new QuoteError('callback_failed', { option: 'scope' }, { cause })
  return async (caller, signal) => {
    const onlyQuote = getOnlyQuote(caller)
    if (onlyQuote !== undefined) return singleQuoteScope(onlyQuote)
    if (scope === undefined) return undefined
    const context = getHostContext(caller)
    const options = { operation: 'scope', ...policy, signal, wrapError } as const
    const returned: unknown = await callPort<unknown>((call) => scope(context, call), options)
    try {
      return parseScope(returned, searched)
    } catch (cause) {
      throw wrapError(cause)
    }
  }
}
