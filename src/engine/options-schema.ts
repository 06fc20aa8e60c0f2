import * as z from 'zod'
import { roundingModes } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { Orders } from '../ports/orders.js'
import type { QuoteStorage } from '../ports/storage.js'
import { isTimeZone } from '../quote/lifecycle/expiry.js'
import { quoteStatuses, transitions } from '../quote/lifecycle/transitions.js'
import { limitsSchema } from '../quote/limits.js'
import { hasMethods, identifyLibrary } from '../validation/database-library.js'
import { type PortRemedy, portSchema } from '../validation/schemas/port-schema.js'
import {
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  received,
} from '../validation/schemas/scalars.js'
import { storageMethods } from './ports/checked-storage.js'
import { pricingOptionFields } from './pricing-options.js'

/** Node's timers fire at once beyond it. */
const maxTimerMs = 2 ** 31 - 1

/** A hundred years: added to any date, it is still an exact number. */
const maxTtlMs = 100 * 366 * 86_400_000

const maxCacheSize = 1_000_000

const mustBeArray = { error: received('must be an array') }
const mustBeObject = { error: received('must be an object') }
const optionalBoolean = z.boolean({ error: received('must be true or false') }).optional()

const ownStatus = z.string().regex(/^(?!expired$)[a-z][a-z0-9_]{0,31}$/, {
  error: received('must be a status of 1 to 32 characters from a to z, 0 to 9 and _'),
})
const roles = ['seller', 'buyer', 'system'] as const
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
const transition = z
  .strictObject(
    {
      operation: z.enum(['updateQuote', ...operationsOfTransitions], {
        error: received('must be updateQuote or an operation of the life cycle'),
      }),
      from: z
        .array(z.string({ error: received('must be a status') }), mustBeArray)
        .min(1, { error: 'must have at least one status' }),
      to: z.string({ error: received('must be a status') }),
      by: z
        .array(
          z.enum(roles, { error: received(`must be one of ${roles.join(', ')}`) }),
          mustBeArray,
        )
        .min(1, { error: 'must have at least one role' }),
    },
    mustBeObject,
  )
  .superRefine(({ operation, from, to }, context) => {
    const add = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (operation === 'updateQuote') {
      if (!ownStatus.safeParse(to).success || isBuiltIn(to))
        add(['to'], `must be a status of your own, received ${to}${getRemedy(to)}`)
      return
    }
    const builtIn = transitions.find((known) => known.operation === operation)
    if (to !== builtIn?.to) add(['to'], `must be ${builtIn?.to}, as for every ${operation}`)
    for (const [index, status] of from.entries())
      if (isBuiltIn(status))
        add(['from', index], `must be a status of your own, received ${status}`)
  })

const lifecycleSchema = z
  .strictObject(
    {
      transitions: z.array(transition, mustBeArray).optional(),
      editable: z
        .array(
          ownStatus.refine((status) => !isBuiltIn(status), {
            error: received('must be a status of your own'),
          }),
          mustBeArray,
        )
        .optional(),
      guard: optionalFunction,
    },
    mustBeObject,
  )
  .superRefine(({ transitions: added = [], editable = [] }, context) => {
    const known = new Set(['expired', ...quoteStatuses, ...added.map(({ to }) => to)])
    const check = (path: PropertyKey[], status: string) => {
      const meant = known.has(status) ? undefined : [...known].find((each) => isTypo(status, each))
      if (meant === undefined) return
      const message = `must be a status that a quote can have, received ${status}; did you mean ${meant}?`
      context.addIssue({ code: 'custom', path, message })
    }
    for (const [index, { from }] of added.entries())
      for (const [place, status] of from.entries())
        check(['transitions', index, 'from', place], status)
    for (const [place, status] of editable.entries()) check(['editable', place], status)
  })

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

/** A connection or a pool is not yet a storage, and products are not yet a catalog. */
const storageRemedy: PortRemedy = (value) => {
  if (hasMethods(value, ['exec', 'prepare'])) return 'pass sqliteStorage(database)'
  if (hasMethods(value, ['query'])) return 'pass postgresStorage(pool)'
  const library = identifyLibrary(value)
  if (library !== undefined)
    return `pass postgresStorage(…) with a client of ${library}, or sqliteStorage(…)`
  return value === undefined
    ? 'pass memoryStorage(), sqliteStorage(…) or postgresStorage(…)'
    : undefined
}

const catalogRemedy: PortRemedy = (value) => {
  if (typeof value === 'function') return 'pass { findProducts }'
  if (Array.isArray(value)) return "pass memoryCatalog({ 'store-1': products })"
  if (hasMethods(value, ['query']) || hasMethods(value, ['prepare']) || identifyLibrary(value))
    return 'pass sqlCatalog(client, { table, columns })'
  return value === undefined ? 'pass memoryCatalog(…) or { findProducts }' : undefined
}

/** Accepts the options of an engine. */
export const optionsSchema = z.strictObject(
  {
    storage: portSchema<QuoteStorage>('a storage', storageMethods, storageRemedy),
    catalog: portSchema<Catalog>('a catalog', ['findProducts'], catalogRemedy),
    now: optionalFunction,
    generateId: optionalFunction,
    rounding: z
      .enum(roundingModes, { error: received(`must be one of ${roundingModes.join(', ')}`) })
      .optional(),
    resolveRegion: optionalFunction,
    maxAttempts: optionalPositiveInteger,
    timeoutMs: optionalIntegerBetween(1, maxTimerMs),
    idempotencyTtlMs: optionalIntegerBetween(1, maxTtlMs),
    recordCacheSize: optionalIntegerBetween(0, maxCacheSize),
    limits: limitsSchema.optional(),
    permit: optionalFunction,
    orders: portSchema<Orders>('orders', ['place']).optional(),
    numbers: z
      .strictObject(
        {
          assign: z
            .enum(['send', 'create', 'never'], {
              error: received('must be one of send, create, never'),
            })
            .optional(),
          format: optionalFunction,
        },
        mustBeObject,
      )
      .optional(),
    timeZone: z
      .custom<string>((value) => typeof value === 'function' || isTimeZone(value), {
        error: received('must be a time zone such as Europe/Berlin, or a function'),
      })
      .optional(),
    lifecycle: lifecycleSchema.optional(),
    reviseOnUpdate: optionalBoolean,
    allowLateAcceptance: optionalBoolean,
    ...pricingOptionFields,
  },
  { error: 'must be an object with storage and catalog' },
)
