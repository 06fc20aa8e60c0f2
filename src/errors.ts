/** Faults by path, for example `{ 'products[2].qty': 'must be an integer of at least 1' }`. The empty path is the whole value. */
export type Faults = Readonly<Record<string, string>>

/** What each code carries in `details`. */
export interface QuoteErrorDetails {
  invalid_request: { readonly errors: Faults }
  invalid_context: { readonly errors: Faults }
  invalid_options: { readonly errors: Faults }
  quote_not_found: { readonly quoteId: string }
  version_not_found: { readonly quoteId: string }
  version_mismatch: {
    readonly quoteId: string
    readonly expectedVersion: number
    readonly currentVersion: number
  }
  idempotency_key_reused: { readonly idempotencyKey: string }
  too_many_conflicts: { readonly quoteId: string; readonly attempts: number }
  catalog_failed: { readonly operation: string }
  catalog_invalid: { readonly errors: Faults }
  storage_failed: { readonly operation: string }
  storage_invalid: { readonly operation: string; readonly errors: Faults }
  storage_schema: { readonly found: string; readonly supported: string }
  storage_denied: { readonly needed: string }
  timed_out: { readonly operation: string; readonly timeLimit: number }
  aborted: Readonly<Record<never, never>>
  engine_closed: Readonly<Record<never, never>>
  callback_failed: { readonly option: string }
}

/** The codes that a {@link QuoteError} can have. They are part of the public interface: a code never changes its meaning. */
export type QuoteErrorCode = keyof QuoteErrorDetails

type MessageOf = { readonly [C in QuoteErrorCode]: (details: QuoteErrorDetails[C]) => string }

/** The one registry of codes. Details are for programs; the message is for the person who reads the log. */
const messages: MessageOf = {
  invalid_request: ({ errors }) => `The request is refused: ${listFaults(errors)}`,
  invalid_context: ({ errors }) => `The context is refused: ${listFaults(errors)}`,
  invalid_options: ({ errors }) => `The options are refused: ${listFaults(errors)}`,
  quote_not_found: () => 'This store has no quote of that id',
  version_not_found: () => 'The quote had no such version, or did not exist at that time',
  version_mismatch: ({ expectedVersion, currentVersion }) =>
    `The quote is at version ${currentVersion}, not at the expected version ${expectedVersion}`,
  idempotency_key_reused: () => 'This idempotency key came with another request before',
  too_many_conflicts: ({ attempts }) =>
    `Each of ${attempts} attempts met a conflict; nothing was stored`,
  catalog_failed: ({ operation }) => `The catalogue failed in ${operation}`,
  catalog_invalid: ({ errors }) =>
    `The catalogue gave an answer that cannot be used: ${listFaults(errors)}`,
  storage_failed: ({ operation }) => `The storage failed in ${operation}`,
  storage_invalid: ({ operation, errors }) =>
    `The storage gave an answer to ${operation} that cannot be used: ${listFaults(errors)}`,
  storage_schema: ({ found, supported }) =>
    `The database has ${found}, and this release of quotewright works with ${supported}`,
  storage_denied: ({ needed }) => `The database denies quotewright what it needs: ${needed}`,
  timed_out: ({ operation, timeLimit }) => `${operation} gave no answer within ${timeLimit} ms`,
  aborted: () => 'The caller aborted the command',
  engine_closed: () => 'The engine is closed',
  callback_failed: ({ option }) => `The function given as ${option} threw, or gave a promise`,
}

/** Every code. */
export const quoteErrorCodes = Object.freeze(Object.keys(messages)) as readonly QuoteErrorCode[]

const shownFaults = 5

function listFaults(errors: Faults): string {
  const faults = Object.entries(errors)
  const shown = faults
    .slice(0, shownFaults)
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

  constructor(code: C, details: QuoteErrorDetails[C], options?: ErrorOptions) {
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
