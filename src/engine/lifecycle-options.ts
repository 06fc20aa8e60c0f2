import * as z from 'zod'
import { QuoteError } from '../errors.js'
import type { LifecycleGuard, LifecycleOptions } from '../quote/model/lifecycle.js'
import { quoteStatuses, roles, transitions } from '../quote/model/transitions.js'
import { describeValue } from '../validation/describe-value.js'
import { lazy } from '../validation/lazy.js'
import { booleanOption, optionalFunction, withReceived } from '../validation/schemas/scalars.js'
import { wrapCallback } from '../validation/wrap-callback.js'

const mustBeArray = { error: withReceived('must be an array') }
const mustBeOptions = { error: withReceived('must be an object') }

const ownStatus = lazy(() =>
  z.string().regex(/^(?!expired$)[a-z][a-z0-9_]{0,31}$/, {
    error: withReceived('must be a status of 1 to 32 characters from a to z, 0 to 9 and _'),
  }),
)
const operationsOfTransitions = [...new Set(transitions.map(({ operation }) => operation))]
const isBuiltIn = (status: string) =>
  status === 'expired' || (quoteStatuses as readonly string[]).includes(status)

/** Names the operation that leads to a built-in status. */
function getRemedy(status: string): string {
  const builtIn = transitions.find(({ to }) => to === status)
  if (builtIn === undefined) return ''
  return `; add a transition of the operation ${builtIn.operation}, which leads there`
}

/** A transition of a host neither bypasses a built-in operation nor changes where it leads. */
const transition = lazy(() =>
  z
    .strictObject(
      {
        operation: z.enum(['updateQuote', ...operationsOfTransitions], {
          error: withReceived('must be updateQuote or an operation of the life cycle'),
        }),
        from: z
          .array(z.string({ error: withReceived('must be a status') }), mustBeArray)
          .min(1, { error: 'must have at least one status' }),
        to: z.string({ error: withReceived('must be a status') }),
        by: z
          .array(
            z.enum(roles, { error: withReceived(`must be one of ${roles.join(', ')}`) }),
            mustBeArray,
          )
          .min(1, { error: 'must have at least one role' }),
      },
      mustBeOptions,
    )
    .superRefine(({ operation, from, to }, context) => {
      const add = (path: PropertyKey[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      if (operation === 'updateQuote') {
        if (!ownStatus().safeParse(to).success || isBuiltIn(to))
          add(['to'], `must be a status of your own, received ${to}${getRemedy(to)}`)
        return
      }
      const builtIn = transitions.find((known) => known.operation === operation)
      if (to !== builtIn?.to) add(['to'], `must be ${builtIn?.to}, as for every ${operation}`)
      for (const [index, status] of from.entries())
        if (isBuiltIn(status))
          add(['from', index], `must be a status of your own, received ${status}`)
    }),
)

/** Accepts the option `lifecycle`, and wraps its guard. */
export const lifecycleSchema = lazy(() =>
  z
    .strictObject(
      {
        transitions: z.array(transition(), mustBeArray).optional(),
        editable: z
          .array(
            ownStatus().refine((status) => !isBuiltIn(status), {
              error: withReceived('must be a status of your own'),
            }),
            mustBeArray,
          )
          .optional(),
        guard: optionalFunction.transform((guard) => guard && wrapGuard(guard as LifecycleGuard)),
        reviseOnUpdate: booleanOption.default(false),
        allowLateAcceptance: booleanOption.default(false),
        requirePayment: booleanOption.default(false),
      } satisfies Record<keyof LifecycleOptions, z.ZodType>,
      mustBeOptions,
    )
    .superRefine(({ transitions: added = [], editable = [] }, context) => {
      const known = new Set(['expired', ...quoteStatuses, ...added.map(({ to }) => to)])
      const check = (path: PropertyKey[], status: string) => {
        const meant = known.has(status)
          ? undefined
          : [...known].find((each) => isTypo(status, each))
        if (meant === undefined) return
        const message = `must be a status that a quote can have, received ${status}; did you mean ${meant}?`
        context.addIssue({ code: 'custom', path, message })
      }
      for (const [index, { from }] of added.entries())
        for (const [place, status] of from.entries())
          check(['transitions', index, 'from', place], status)
      for (const [place, status] of editable.entries()) check(['editable', place], status)
    }),
)

/**
 * Returns true if one letter is wrong, missing or too many, or two are exchanged. Quotes may still
 * have a status to which no transition leads any more, so other statuses are no mistake.
 */
function isTypo(received: string, known: string): boolean {
  const [short, long] = [received, known].sort((left, right) => left.length - right.length)
  if (short === undefined || long === undefined || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1
  const changed = short.slice(start, short.length - end)
  const other = long.slice(start, long.length - end)
  return changed.length <= 1 || (changed.length === 2 && changed === [...other].reverse().join(''))
}

const option = 'lifecycle.guard'

/**
 * Wraps the guard of a host, so that one that returns nothing rejects the call instead of allowing
 * it.
 *
 * @throws QuoteError `callback_failed` if it throws or returns anything but true or a reason
 */
function wrapGuard(guard: LifecycleGuard): LifecycleGuard {
  const wrapped: (...args: Parameters<LifecycleGuard>) => unknown = wrapCallback(option, guard)
  return (transition) => {
    const decision = wrapped(transition)
    if (decision === true || (typeof decision === 'string' && decision !== '')) return decision
    const message = `it must return true or a reason, received ${describeValue(decision)}`
    throw new QuoteError('callback_failed', { option }, { cause: new TypeError(message) })
  }
}
