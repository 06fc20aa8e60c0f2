import { z } from 'zod'
import { QuoteError } from '../errors.js'
import { FieldErrorCollector, guardRead, parseOrThrow } from '../validation/field-errors.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { optionalPositiveInteger, optionalSignal } from '../validation/schemas/scalars.js'

/**
 * The store of a call, and who makes it. Take `storeId` from your own authentication, never from a
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
}

const identifierSchema = z.custom<string>(isValidId, {
  error: `must be ${validId}`,
})

const contextSchema = z.object(
  { storeId: identifierSchema, actor: identifierSchema.optional() },
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
  if (valid !== undefined && names.length === (valid.actor === undefined ? 1 : 2)) return noFields
  return names.flatMap((name) => {
    const field = misspelledField(name)
    return field === undefined ? [] : [[name, field] as const]
  })
}

/** Longer names are not compared, so that they cost nothing. */
const maxSpellingLength = 32

function misspelledField(name: string): keyof StoreContext | undefined {
  if (name === 'storeId' || name === 'actor' || name.length > maxSpellingLength) return undefined
  const normalised = name.replaceAll(/[_-]/g, '').toLowerCase()
  if (normalised === 'storeid') return 'storeId'
  return normalised === 'actor' ? 'actor' : undefined
}

/** Options of every method. */
export interface CallOptions {
  /**
   * Rejects the call with `aborted`, and is passed on to the ports. A commit that has begun may
   * still succeed; reload the quote to find out.
   */
  readonly signal?: AbortSignal | undefined
}

/** Options of methods that write. */
export interface CreateOptions extends CallOptions {
  /**
   * Makes the call safe to retry: the same key with the same request returns the original result
   * and changes nothing. Use a new string of 1 to 255 characters for each request, for example a
   * UUID. Keys are separate per store and expire after the engine's `idempotencyTtlMs`. Only calls
   * that succeed are remembered, so a rejected one can be retried with its key.
   */
  readonly idempotencyKey?: string | undefined
}

/** Options of an update. */
export interface UpdateOptions extends CreateOptions {
  /**
   * Rejects the update with `version_mismatch` if the quote is at another version. The update is
   * then not retried on a newer version.
   */
  readonly expectedVersion?: number | undefined
}

const mustBeObject = { error: 'must be an object' }

const callOptionsSchema = z.strictObject({ signal: optionalSignal }, mustBeObject)

const createOptionsSchema = z.strictObject(
  { ...callOptionsSchema.shape, idempotencyKey: identifierSchema.optional() },
  mustBeObject,
)

const updateOptionsSchema = z.strictObject(
  { ...createOptionsSchema.shape, expectedVersion: optionalPositiveInteger },
  mustBeObject,
)

const emptyOptions = Object.freeze({})

/** @throws QuoteError `invalid_options` */
export function parseCallOptions(options: CallOptions | undefined): CallOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(callOptionsSchema, options, 'invalid_options')
}

/** @throws QuoteError `invalid_options` */
export function parseCreateOptions(options: CreateOptions | undefined): CreateOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(createOptionsSchema, options, 'invalid_options')
}

/** @throws QuoteError `invalid_options` */
export function parseUpdateOptions(options: UpdateOptions | undefined): UpdateOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(updateOptionsSchema, options, 'invalid_options')
}
