import * as z from 'zod'
import { QuoteError } from '../errors.js'
import type { Role } from '../quote/lifecycle/transitions.js'
import { FieldErrorCollector, guardRead } from '../validation/field-errors.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { isSameName, nearestName } from '../validation/known-fields.js'
import { received } from '../validation/schemas/scalars.js'

/**
 * The store of a call, and who makes it. Take all of it from your own authentication, never from a
 * request: the engine trusts it.
 *
 * Other fields are ignored, so a session object can be the context. Other spellings of the fields
 * below, such as `Actor` or `store_id`, are rejected. So are strings that look like a field that is
 * absent, such as `user` without an `actor`: pass `actor: undefined` if there is none.
 */
export interface StoreContext {
  /** 1 to 255 characters. */
  readonly storeId: string
  /** The acting user, for the history: 1 to 255 characters. */
  readonly actor?: string | undefined
  /**
   * The role of the acting user. Rejects the operations that are not for this role, and is passed
   * to the option `permit`. Without a role, every operation is allowed.
   */
  readonly role?: Role | undefined
}

const identifierSchema = z.custom<string>(isValidId, {
  error: `must be ${validId}`,
})

const storeIdSchema = z.custom<string>(isValidId, {
  error: ({ input }) =>
    `must be ${validId}` +
    (input === undefined
      ? ", received undefined; the first argument is the context, such as { storeId: 'store-1' }"
      : ''),
})

const roles = ['seller', 'buyer', 'system'] as const satisfies readonly Role[]

const contextSchema = z.object(
  {
    storeId: storeIdSchema,
    actor: identifierSchema.optional(),
    role: z.enum(roles, { error: received(`must be one of ${roles.join(', ')}`) }).optional(),
  },
  {
    error: received(
      "must be an object with a storeId, such as { storeId: 'store-1' }, as the first argument",
    ),
  },
)

/** Each context that was parsed, until its operation takes it. */
const parsed = new WeakSet<object>()

/** Parses the context of a call, so that its operation does not parse it again. */
export function parseContextOnce(context: StoreContext): StoreContext {
  const caller = parseContext(context)
  parsed.add(caller)
  return caller
}

/** @throws QuoteError `invalid_context` */
export function parseContext(context: StoreContext): StoreContext {
  if (parsed.delete(context)) return context
  return guardRead('invalid_context', () => {
    const { data, error } = contextSchema.safeParse(context)
    const misspelled = misspelledFields(context, data)
    if (data !== undefined && misspelled.length === 0) return data
    const errors = new FieldErrorCollector()
    if (error !== undefined) errors.addIssues(error.issues)
    for (const [name, field] of misspelled)
      errors.add([name], `is not a known field; did you mean ${field}?`)
    throw new QuoteError('invalid_context', { errors: errors.toFieldErrors() })
  })
}

const noFields: readonly never[] = []

/** Returns each field that is a known one by another name, with the known one. */
function misspelledFields(
  context: unknown,
  valid: StoreContext | undefined,
): readonly (readonly [name: string, field: string])[] {
  if (typeof context !== 'object' || context === null) return noFields
  const names = Object.keys(context)
  if (valid !== undefined && names.length === Object.keys(valid).length) return noFields
  return names.flatMap((name) => {
    const field = meantField(name, context as Readonly<Record<string, unknown>>)
    return field === undefined ? [] : [[name, field] as const]
  })
}

const fields = ['storeId', 'actor', 'role'] as const satisfies readonly (keyof StoreContext)[]

/** What hosts call the actor. They may have roles of their own, so a role is not guessed. */
const namesOfActors = ['user', 'userId', 'username', 'actorId']

/** Another spelling is never a field of the host; another name only if it is the missing field. */
function meantField(
  name: string,
  context: Readonly<Record<string, unknown>>,
): keyof StoreContext | undefined {
  if ((fields as readonly string[]).includes(name)) return undefined
  const same = fields.find((field) => isSameName(name, field))
  if (same !== undefined) return same
  if (typeof context[name] !== 'string') return undefined
  if (!('storeId' in context)) return nearestName(name, ['storeId'])
  const isActor = namesOfActors.some((actor) => isSameName(name, actor))
  return isActor && !('actor' in context) ? 'actor' : undefined
}
