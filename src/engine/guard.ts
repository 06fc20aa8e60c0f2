import { QuoteError } from '../errors.js'
import type { LifecycleGuard } from '../quote/lifecycle/lifecycle.js'
import { describeValue } from '../validation/describe-value.js'
import { wrapCallback } from './execution/callback.js'

const option = 'lifecycle.guard'

/**
 * Wraps the guard of a host, so that one that returns nothing rejects the call instead of allowing
 * it.
 *
 * @throws QuoteError `callback_failed` if it throws or returns anything but true or a reason
 */
export function wrapGuard(guard: LifecycleGuard): LifecycleGuard {
  const wrapped: (...args: Parameters<LifecycleGuard>) => unknown = wrapCallback(option, guard)
  return (transition) => {
    const decision = wrapped(transition)
    if (decision === true || (typeof decision === 'string' && decision !== '')) return decision
    const message = `it must return true or a reason, received ${describeValue(decision)}`
    throw new QuoteError('callback_failed', { option }, { cause: new TypeError(message) })
  }
}
