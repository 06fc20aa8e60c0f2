import { z } from 'zod'
import { QuoteError } from '../errors.js'
import type { Role } from '../quote/lifecycle/transitions.js'
import { FieldErrorCollector, guardRead } from '../validation/field-errors.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { received } from '../validation/schemas/scalars.js'

/**
 * The store of a call, and who makes it. Take all of it from your own authentication, never from a
 * request: the engine trusts it.
 *
 * Other fields are ignored, so a session object can be the context. Other spellings of the fields
 * below, such as `Actor` or `store_id`, are rejected.
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

const roles = ['seller', 'buyer', 'system'] as const satisfies readonly Role[]

const contextSchema = z.object(
  {
    storeId: identifierSchema,
    actor: identifierSchema.optional(),
    role: z.enum(roles, { error: received(`must be one of ${roles.join(', ')}`) }).optional(),
  },
  { error: 'must be an object with a storeId' },
)

/** @throws QuoteError `invalid_context` */
export function parseContext(context: StoreContext): StoreContext {
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

/** Returns each field that is another spelling of a known one, with the known one. */
function misspelledFields(
  context: unknown,
  valid: StoreContext | undefined,
): readonly (readonly [name: string, field: string])[] {
  const names = Object.keys(Object(context))
  if (valid !== undefined && names.length === Object.keys(valid).length) return noFields
  return names.flatMap((name) => {
    const field = misspelledField(name)
    return field === undefined ? [] : [[name, field] as const]
  })
}

/** The known fields by their normalised spelling. */
const fieldsBySpelling = new Map<string, keyof StoreContext>([
  ['storeid', 'storeId'],
  ['actor', 'actor'],
  ['role', 'role'],
])

/** Longer names are not compared, so that they cost nothing. */
const maxSpellingLength = 32

function misspelledField(name: string): keyof StoreContext | undefined {
  if (name.length > maxSpellingLength) return undefined
  const field = fieldsBySpelling.get(name.replaceAll(/[_-]/g, '').toLowerCase())
  return field === name ? undefined : field
}
