/** Faults by path, for example `{ 'products[2].qty': 'must be an integer of at least 1' }`. The empty path is the whole value. */
export type FieldErrors = Readonly<Record<string, string>>

/** What each code carries in `details`. */
export interface QuoteErrorDetails {
  invalid_request: { readonly errors: FieldErrors }
  invalid_context: { readonly errors: FieldErrors }
  invalid_options: { readonly errors: FieldErrors }
  quote_not_found: { readonly quoteId: string }
  version_not_found: { readonly quoteId: string }
  version_mismatch: {
    readonly quoteId: string
    readonly expectedVersion: number
    readonly currentVersion: number
  }
  idempotency_key_reused: { readonly idempotencyKey: string }
  conflict: { readonly quoteId: string; readonly attempts: number }
  catalog_failed: { readonly operation: string }
  catalog_invalid_response: { readonly errors: FieldErrors }
  storage_failed: { readonly operation: string }
  storage_invalid_response: { readonly operation: string; readonly errors: FieldErrors }
  storage_schema_mismatch: { readonly found: string; readonly supported: string }
  storage_permission_denied: { readonly requiredPrivileges: string }
  timeout: { readonly operation: string; readonly timeoutMs: number }
  aborted: Readonly<Record<never, never>>
  engine_closed: Readonly<Record<never, never>>
  callback_failed: { readonly option: string }
}

/** The codes that a {@link QuoteError} can have. They are part of the public interface: a code never changes its meaning. */
export type QuoteErrorCode = keyof QuoteErrorDetails

type ErrorMessages = { readonly [C in QuoteErrorCode]: (details: QuoteErrorDetails[C]) => string }

/** The one registry of codes. Details are for programs; the message is for the person who reads the log. */
const messages: ErrorMessages = {
  invalid_request: ({ errors }) => `Invalid request: ${formatFieldErrors(errors)}`,
  invalid_context: ({ errors }) => `Invalid context: ${formatFieldErrors(errors)}`,
  invalid_options: ({ errors }) => `Invalid options: ${formatFieldErrors(errors)}`,
  quote_not_found: () => 'Quote not found in this store',
  version_not_found: () => 'The quote has no such version, or did not exist at that time',
  version_mismatch: ({ expectedVersion, currentVersion }) =>
    `Version mismatch: expected version ${expectedVersion}, but the quote is at version ${currentVersion}`,
  idempotency_key_reused: () => 'Idempotency key was already used for a different request',
  conflict: ({ attempts }) => `Gave up after ${attempts} conflicting attempts; nothing was stored`,
  catalog_failed: ({ operation }) => `Catalog failed in ${operation}`,
  catalog_invalid_response: ({ errors }) =>
    `Catalog returned an invalid response: ${formatFieldErrors(errors)}`,
  storage_failed: ({ operation }) => `Storage failed in ${operation}`,
  storage_invalid_response: ({ operation, errors }) =>
    `Storage returned an invalid response for ${operation}: ${formatFieldErrors(errors)}`,
  storage_schema_mismatch: ({ found, supported }) =>
    `The database has ${found}, and this release of quotewright works with ${supported}`,
  storage_permission_denied: ({ requiredPrivileges }) =>
    `Database permission denied; required: ${requiredPrivileges}`,
  timeout: ({ operation, timeoutMs }) => `${operation} timed out after ${timeoutMs} ms`,
  aborted: () => 'Aborted by the caller',
  engine_closed: () => 'The engine is closed',
  callback_failed: ({ option }) => `Option ${option} threw an error or returned a promise`,
}

/** Every code. */
export const quoteErrorCodes = Object.freeze(Object.keys(messages)) as readonly QuoteErrorCode[]

const maxListedErrors = 5

function formatFieldErrors(errors: FieldErrors): string {
  const faults = Object.entries(errors)
  const shown = faults
    .slice(0, maxListedErrors)
    .map(([path, message]) => (path === '' ? message : `${path} ${message}`))
  const rest = faults.length - shown.length
  return rest > 0 ? `${shown.join('; ')}; and ${rest} more` : shown.join('; ')
}

const brand = Symbol.for('quotewright.QuoteError')

/**
 * The one error class that quotewright throws.
 *
 * `code` says what happened and never changes its meaning; `details` is typed by the code; `cause`
 * is what a port or a function of the host threw. Recognise it with {@link isQuoteError}, which
 * also knows the errors of a second copy of the package.
 */
export class QuoteError<C extends QuoteErrorCode = QuoteErrorCode> extends Error {
  readonly code: C
  readonly details: QuoteErrorDetails[C]

  constructor(code: C, details: QuoteErrorDetails[C], options?: { readonly cause?: unknown }) {
    super(messages[code](details), options)
    this.name = 'QuoteError'
    this.code = code
    this.details = details
  }

  /** On the prototype, where it does not show when an error is logged. */
  get [brand](): true {
    return true
  }
}

/** A {@link QuoteError} of any one code: comparing `code` narrows `details`. */
export type AnyQuoteError = { [C in QuoteErrorCode]: QuoteError<C> }[QuoteErrorCode]

/**
 * Whether a value is a {@link QuoteError}, of this copy of the package or of another. Never throws,
 * whatever the value does.
 *
 * @example
 * if (isQuoteError(error) && error.code === 'invalid_request') console.log(error.details.errors)
 */
export function isQuoteError(value: unknown): value is AnyQuoteError {
  try {
    return value instanceof Error && (value as { [brand]?: unknown })[brand] === true
  } catch {
    return false
  }
}
