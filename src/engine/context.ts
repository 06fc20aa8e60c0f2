import { z } from 'zod'
import { parseOrThrow } from '../validation/field-errors.js'
import { isValidId } from '../validation/identifiers.js'

/** For whom a call is made. Reaches the storage as it is, so take `storeId` from your own authentication, never from a request. */
export interface StoreContext {
  /** 1 to 255 characters. */
  readonly storeId: string
  /** Who is acting, 1 to 255 characters. */
  readonly actor?: string | undefined
}

const identifierSchema = z.custom<string>(isValidId, {
  error: 'must be a string of 1 to 255 characters, without NUL or lone surrogates',
})

const contextSchema = z.object(
  { storeId: identifierSchema, actor: identifierSchema.optional() },
  { error: 'must be an object with a storeId' },
)

/** @throws QuoteError `invalid_context` */
export function parseContext(context: StoreContext): StoreContext {
  return parseOrThrow(contextSchema, context, 'invalid_context')
}

/** What a caller may say of any command. */
export interface CallOptions {
  /**
   * Rejects the command with `aborted`, and reaches the ports. Where a commit was under way it may still go through: load the quote
   * to see.
   */
  readonly signal?: AbortSignal | undefined
}

/** What a caller may say of a creation. */
export interface CreateOptions extends CallOptions {
  /**
   * Makes it safe to repeat the call where its answer was lost: the same key with the same request gives the first answer again, and
   * nothing is done twice. A text of 1 to 255 characters, new for each request (a UUID, say); it holds within the store, for the engine's
   * `idempotencyTtlMs`. Only what was carried out is remembered: a request that was refused, or failed, can be repeated under its key.
   */
  readonly idempotencyKey?: string | undefined
}

/** What a caller may say of an update. */
export interface UpdateOptions extends CreateOptions {
  /** The version that the caller has seen: the update is made on it or not at all, and is never retried. */
  readonly expectedVersion?: number | undefined
}

export const signalSchema = z
  .custom<AbortSignal>(
    (value) => {
      const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>
      return typeof aborted === 'boolean' && typeof addEventListener === 'function'
    },
    {
      error: 'must be an AbortSignal',
    },
  )
  .optional()

const versionMessage = 'must be an integer of at least 1'
const mustBeObject = { error: 'must be an object' }

const callOptionsSchema = z.strictObject({ signal: signalSchema }, mustBeObject)

const createOptionsFields = { signal: signalSchema, idempotencyKey: identifierSchema.optional() }

const createOptionsSchema = z.strictObject(createOptionsFields, mustBeObject)

const updateOptionsSchema = z.strictObject(
  {
    ...createOptionsFields,
    expectedVersion: z.int({ error: versionMessage }).min(1, { error: versionMessage }).optional(),
  },
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
