import * as z from 'zod'
import { QuoteError } from '../errors.js'
import { type Role, roles } from '../quote/model/transitions.js'
import { getOnlyQuote, limitToQuote } from '../quote/search/only-quote.js'
import { FieldErrorCollector, guardRead, parseOrThrow } from '../validation/field-errors.js'
import { isValidId } from '../validation/identifiers.js'
import { isSameName, nearestName } from '../validation/known-fields.js'
import {
  idSchema,
  invalidId,
  mustBeObject,
  optionalPositiveInteger,
  optionalSignal,
  withReceived,
} from '../validation/schemas/scalars.js'

/**
 * The store of a call, and who makes it. Take all of it from your own authentication, never from a
 * request: the engine trusts it.
 *
 * A session object can be the context: the options `permit`, `scope` and `approvals` get its other
 * fields as well. Other spellings of the fields below, such as `Actor` or `store_id`, are rejected.
 * So are strings that look like a field that is absent, such as `user` without an `actor`: pass
 * `actor: undefined` if there is none.
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

const storeIdSchema = z.custom<string>(isValidId, {
  error: (issue) =>
    invalidId(issue) +
    (issue.input === undefined
      ? "; the first argument is the context, such as { storeId: 'store-1' }"
      : ''),
})

const contextSchema = z.object(
  {
    storeId: storeIdSchema,
    actor: idSchema.optional(),
    role: z.enum(roles, { error: withReceived(`must be one of ${roles.join(', ')}`) }).optional(),
  },
  {
    error: withReceived(
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
    if (data !== undefined && misspelled.length === 0) {
      const onlyQuote = getOnlyQuote(context)
      const caller = onlyQuote === undefined ? data : limitToQuote(data, onlyQuote)
      // A caller is parsed again in the transaction of an order, and keeps what its context had.
      if (hostContexts.has(context) || Object.keys(context).length !== Object.keys(data).length)
        hostContexts.set(caller, { ...getHostContext(context), ...caller })
      return caller
    }
    const errors = new FieldErrorCollector()
    if (error !== undefined) errors.addIssues(error.issues)
    for (const [name, field] of misspelled)
      errors.add([name], `is not a known field; did you mean ${field}?`)
    throw new QuoteError('invalid_context', { errors: errors.toFieldErrors() })
  })
}

/** The contexts with fields of the host, by what was parsed of them. */
const hostContexts = new WeakMap<StoreContext, StoreContext>()

/** Returns a copy of the context that the host has passed for a caller, with all its fields. */
export function getHostContext(caller: StoreContext): StoreContext {
  return hostContexts.get(caller) ?? caller
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

const callOptionsSchema = z.strictObject({ signal: optionalSignal }, mustBeObject)

const previewFields = {
  signal: optionalSignal,
  preview: z.boolean({ error: 'must be true or false' }).optional(),
}

const previewOptionsSchema = z.strictObject(previewFields, mustBeObject)

const commandFields = {
  ...previewFields,
  idempotencyKey: idSchema.optional(),
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
