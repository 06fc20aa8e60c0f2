import { z } from 'zod'
import { parseOrThrow } from '../validation/field-errors.js'
import { isValidId } from '../validation/identifiers.js'
import { optionalPositiveInteger, optionalSignal } from '../validation/schemas/scalars.js'

/**
 * The store of a call, and who makes it. Take `storeId` from your own authentication, never from a
 * request: the engine trusts it.
 */
export interface StoreContext {
  /** 1 to 255 characters. */
  readonly storeId: string
  /** The acting user, for the history: 1 to 255 characters. */
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
