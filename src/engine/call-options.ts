import * as z from 'zod'
import { parseOrThrow } from '../validation/field-errors.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { optionalPositiveInteger, optionalSignal } from '../validation/schemas/scalars.js'

/** Options of every method. */
export interface CallOptions {
  /**
   * Rejects the call with `aborted`, and is passed on to the ports. A commit that has begun may
   * still succeed; reload the quote to find out.
   */
  readonly signal?: AbortSignal | undefined
}

/** Options of methods that write, and can be repeated without an idempotency key. */
export interface PreviewOptions extends CallOptions {
  /**
   * Returns the result as it would be, and writes nothing. Cannot be combined with
   * `idempotencyKey`.
   *
   * @default false
   */
  readonly preview?: boolean | undefined
}

/** Options of methods that write. */
export interface CommandOptions extends PreviewOptions {
  /**
   * Makes the call safe to retry: the same key with the same request returns the original result
   * and changes nothing. Use a new string of 1 to 255 characters for each request, for example a
   * UUID. Keys are separate per store and expire after the engine's `idempotencyTtlMs`. Only calls
   * that succeed are remembered, so a rejected one can be retried with its key. If the context has
   * a role, or the engine the option `permit`, a key can only be repeated by the same actor in the
   * same role.
   */
  readonly idempotencyKey?: string | undefined
}

/** Options of methods that change an existing quote. */
export interface UpdateOptions extends CommandOptions {
  /**
   * Rejects the call with `version_mismatch` if the quote is at another version. The call is then
   * not retried on a newer version.
   */
  readonly expectedVersion?: number | undefined
}

const mustBeObject = { error: 'must be an object' }

const callOptionsSchema = z.strictObject({ signal: optionalSignal }, mustBeObject)

const previewFields = {
  signal: optionalSignal,
  preview: z.boolean({ error: 'must be true or false' }).optional(),
}

const previewOptionsSchema = z.strictObject(previewFields, mustBeObject)

const commandFields = {
  ...previewFields,
  idempotencyKey: z.custom<string>(isValidId, { error: `must be ${validId}` }).optional(),
}

const notBoth = {
  path: ['preview'],
  error: 'cannot be combined with idempotencyKey, because a preview has no result to remember',
}

function isEither({ idempotencyKey, preview }: CommandOptions): boolean {
  return idempotencyKey === undefined || preview !== true
}

const commandOptionsSchema = z.strictObject(commandFields, mustBeObject).refine(isEither, notBoth)

const updateOptionsSchema = z
  .strictObject({ ...commandFields, expectedVersion: optionalPositiveInteger }, mustBeObject)
  .refine(isEither, notBoth)

const emptyOptions = Object.freeze({})

/** @throws QuoteError `invalid_options` */
export function parseCallOptions(options: CallOptions | undefined): CallOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(callOptionsSchema, options, 'invalid_options')
}

/** @throws QuoteError `invalid_options` */
export function parsePreviewOptions(options: PreviewOptions | undefined): PreviewOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(previewOptionsSchema, options, 'invalid_options')
}

/** @throws QuoteError `invalid_options` */
export function parseCommandOptions(options: CommandOptions | undefined): CommandOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(commandOptionsSchema, options, 'invalid_options')
}

/** @throws QuoteError `invalid_options` */
export function parseUpdateOptions(options: UpdateOptions | undefined): UpdateOptions {
  return options === undefined
    ? emptyOptions
    : parseOrThrow(updateOptionsSchema, options, 'invalid_options')
}
