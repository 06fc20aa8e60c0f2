/** Messages by field path: `{ 'products[2].qty': 'is required' }`; `''` is the whole value. */
export type FieldErrors = Readonly<Record<string, string>>

/** The `details` of each code. */
export interface QuoteErrorDetails {
  /** The request is invalid: `errors` has a message for each invalid field. */
  invalid_request: { readonly errors: FieldErrors }
  /** The context is invalid, for example `storeId`. */
  invalid_context: { readonly errors: FieldErrors }
  /** An option of the engine, an adapter or a call is missing, invalid or unknown. */
  invalid_options: { readonly errors: FieldErrors }
  /** The store has no quote of this id. */
  quote_not_found: { readonly quoteId: string }
  /** The quote has no such version, or did not exist at the requested time. */
  version_not_found: { readonly quoteId: string }
  /** The quote is not at the version that the caller expects. */
  version_mismatch: {
    readonly quoteId: string
    readonly expectedVersion: number
    readonly currentVersion: number
  }
  /** The key was used for a different request and has not expired. */
  idempotency_key_reused: { readonly idempotencyKey: string }
  /** Other writers changed the quote in each of the `attempts`. Nothing was stored. */
  conflict: { readonly quoteId: string; readonly attempts: number }
  /** The catalog method `operation` threw, or rejected with, `cause`. */
  catalog_failed: { readonly operation: string }
  /** The catalog returned invalid products. */
  catalog_invalid_response: { readonly errors: FieldErrors }
  /** The storage method `operation` threw, or rejected with, `cause`. */
  storage_failed: { readonly operation: string }
  /** The storage method `operation` returned invalid data. */
  storage_invalid_response: { readonly operation: string; readonly errors: FieldErrors }
  /** The tables are missing, or of another release or program. */
  storage_schema_mismatch: { readonly found: string; readonly supported: string }
  /** The database user lacks a privilege. */
  storage_permission_denied: { readonly requiredPrivileges: string }
  /** The port method `operation`, or the wait for its turn, took longer than `timeoutMs`. */
  timeout: { readonly operation: string; readonly timeoutMs: number }
  /** The caller's `signal` was aborted. */
  aborted: Readonly<Record<never, never>>
  /** The engine was closed before the call. */
  engine_closed: Readonly<Record<never, never>>
  /** A function in the options threw, or returned a promise. */
  callback_failed: { readonly option: string }
}

/** The codes of a {@link QuoteError}. They are public: a code never changes its meaning. */
export type QuoteErrorCode = keyof QuoteErrorDetails

type ErrorMessages = {
  readonly [C in QuoteErrorCode]: (details: QuoteErrorDetails[C], cause: unknown) => string
}

/** The registry of codes. Programs read `details`; the message is for people who read a log. */
const messages: ErrorMessages = {
  invalid_request: ({ errors }) => `Invalid request: ${formatFieldErrors(errors)}`,
  invalid_context: ({ errors }) => `Invalid context: ${formatFieldErrors(errors)}`,
  invalid_options: ({ errors }) => `Invalid options: ${formatFieldErrors(errors)}`,
  quote_not_found: () => 'Quote not found in this store; check the quote id and the store id',
  version_not_found: () =>
    'Version not found: the quote has no such version, or did not exist at that time',
  version_mismatch: ({ expectedVersion, currentVersion }) =>
    `Version mismatch: expected version ${expectedVersion}, but the quote is at version ` +
    `${currentVersion}; reload the quote and retry`,
  idempotency_key_reused: () =>
    'Idempotency key was already used for a different request; send a new key with a new request',
  conflict: ({ attempts }) =>
    `Gave up after ${attempts} conflicting attempts; nothing was stored, so retry later`,
  catalog_failed: ({ operation }, cause) => `Catalog failed in ${operation}${causeSuffix(cause)}`,
  catalog_invalid_response: ({ errors }) =>
    `Catalog returned an invalid response: ${formatFieldErrors(errors)}`,
  storage_failed: ({ operation }, cause) => `Storage failed in ${operation}${causeSuffix(cause)}`,
  storage_invalid_response: ({ operation, errors }) =>
    `Storage returned an invalid response for ${operation}: ${formatFieldErrors(errors)}`,
  storage_schema_mismatch: ({ found, supported }) =>
    `Database schema mismatch: found ${found}; this release of quotewright requires ${supported}`,
  storage_permission_denied: ({ requiredPrivileges }) =>
    `Database permission denied; required: ${requiredPrivileges}`,
  timeout: ({ operation, timeoutMs }) =>
    `${operation} timed out after ${timeoutMs} ms; retry, or raise timeoutMs`,
  aborted: () => 'Aborted by the caller',
  engine_closed: () => 'The engine is closed; create a new engine',
  callback_failed: ({ option }, cause) =>
    `Option ${option} must return a value, but it threw or returned a promise${causeSuffix(cause)}`,
}

/** Lists every code. */
export const quoteErrorCodes = Object.freeze(Object.keys(messages)) as readonly QuoteErrorCode[]

const maxListedErrors = 5

function formatFieldErrors(errors: FieldErrors): string {
  const entries = Object.entries(errors)
  const listed = entries
    .slice(0, maxListedErrors)
    .map(([path, message]) => (path === '' ? message : `${path} ${message}`))
  const rest = entries.length - listed.length
  return rest > 0 ? `${listed.join('; ')}; and ${rest} more` : listed.join('; ')
}

const maxCauseLength = 200

/** Returns `: <message of the cause>`, or an empty string if the cause has no message. */
function causeSuffix(cause: unknown): string {
  let message: unknown
  try {
    message = messageOf(cause)
  } catch {
    // A cause can be any value that a port throws, with getters that throw.
  }
  if (typeof message !== 'string' || message === '') return ''
  const shown = message.slice(0, maxCauseLength).toWellFormed()
  return `: ${shown}${message.length > maxCauseLength ? '…' : ''}`
}

/** Node reports a failed connection as an AggregateError without a message. */
function messageOf(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null) return cause
  const { message, errors } = cause as { readonly message?: unknown; readonly errors?: unknown }
  return message === '' && Array.isArray(errors) ? errors[0]?.message : message
}

const brand = Symbol.for('quotewright.QuoteError')

interface QuoteErrorOf<C extends QuoteErrorCode> extends Error {
  readonly code: C
  readonly details: QuoteErrorDetails[C]
}

/**
 * The one error class of quotewright. `code` says what happened, `details` is typed by `code`, and
 * `cause` holds what a port or a callback threw.
 *
 * `instanceof` recognises errors of every copy of the package in the process, for example of an ESM
 * and a CommonJS copy, or of two versions.
 *
 * @example
 * if (error instanceof QuoteError && error.code === 'version_mismatch') {
 *   console.log(error.details.currentVersion)
 * }
 */
export type QuoteError<C extends QuoteErrorCode = QuoteErrorCode> = {
  [K in C]: QuoteErrorOf<K>
}[C]

/** The type of the {@link QuoteError} class. */
export interface QuoteErrorConstructor {
  /** Creates an error. Its message follows from `code`, `details` and `cause`. */
  new <C extends QuoteErrorCode>(
    code: C,
    details: QuoteErrorDetails[C],
    options?: { readonly cause?: unknown },
  ): QuoteError<C>
  readonly prototype: QuoteError
  /** Returns true for an error of any copy of the package. */
  [Symbol.hasInstance](value: unknown): value is QuoteError
}

class BrandedError extends Error {
  readonly code: QuoteErrorCode
  readonly details: QuoteErrorDetails[QuoteErrorCode]

  constructor(code: QuoteErrorCode, details: never, options?: { readonly cause?: unknown }) {
    // For callers without types, such as a storage written in JavaScript.
    if (!Object.hasOwn(messages, code))
      throw new TypeError(`Unknown error code "${String(code)}"; see quoteErrorCodes`)
    super(messages[code](details, options?.cause), options)
    this.name = 'QuoteError'
    this.code = code
    this.details = details
  }

  /** On the prototype, so that it doesn't show when an error is logged. */
  get [brand](): true {
    return true
  }
}

Object.defineProperties(BrandedError, {
  name: { value: 'QuoteError' },
  [Symbol.hasInstance]: {
    value(this: unknown, value: unknown): boolean {
      if (this === BrandedError) return isQuoteError(value)
      return Function.prototype[Symbol.hasInstance].call(this as typeof BrandedError, value)
    },
  },
})

/** The class of the errors of quotewright, for `instanceof` and for adapters to throw. */
export const QuoteError = BrandedError as unknown as QuoteErrorConstructor

/** Returns true for a {@link QuoteError} of any copy of the package. Never throws. */
export function isQuoteError(value: unknown): value is QuoteError {
  try {
    return value instanceof Error && (value as { [brand]?: unknown })[brand] === true
  } catch {
    return false
  }
}
