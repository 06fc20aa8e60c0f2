import { z } from 'zod'
import { roundingModes } from '../money/rounding.js'
import type { Catalog } from '../ports/catalog.js'
import type { Orders } from '../ports/orders.js'
import type { QuoteStorage } from '../ports/storage.js'
import { isTimeZone } from '../quote/lifecycle/expiry.js'
import { quoteStatuses, transitions } from '../quote/lifecycle/transitions.js'
import { limitsSchema } from '../quote/limits.js'
import { portSchema } from '../validation/schemas/port-schema.js'
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
        add(['to'], `must be a status of your own, received ${to}`)
      return
    }
    const builtIn = transitions.find((known) => known.operation === operation)
    if (to !== builtIn?.to) add(['to'], `must be ${builtIn?.to}, as for every ${operation}`)
    for (const [index, status] of from.entries())
      if (isBuiltIn(status))
        add(['from', index], `must be a status of your own, received ${status}`)
  })

const lifecycleSchema = z.strictObject(
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

/** Accepts the options of an engine. */
export const optionsSchema = z.strictObject(
  {
    storage: portSchema<QuoteStorage>('a storage', storageMethods),
    catalog: portSchema<Catalog>('a catalog', ['findProducts']),
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
