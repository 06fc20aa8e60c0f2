import type { QuoteErrorCode, QuoteErrorDetails } from './errors/error-details.js'
import { errorMessages } from './errors/error-messages.js'

export type {
  FieldErrors,
  PortErrorDetails,
  QuoteErrorCode,
  QuoteErrorDetails,
  RequiredApproval,
} from './errors/error-details.js'

/** Lists every code. */
export const quoteErrorCodes = Object.freeze(
  Object.keys(errorMessages),
) as readonly QuoteErrorCode[]

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
    if (!Object.hasOwn(errorMessages, code))
      throw new TypeError(`Unknown error code "${String(code)}"; see quoteErrorCodes`)
    super(errorMessages[code](details, options?.cause), options)
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
