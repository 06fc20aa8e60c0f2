import canonicalizeModule from 'canonicalize'
import { QuoteError } from '../../errors.js'

/** The package is CommonJS, but its types are those of an ES module. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string

/**
 * Returns the canonical JSON (RFC 8785) of an object that is attached.
 *
 * @throws QuoteError `invalid_options` if it is no JSON
 */
export function canonicalJson(value: object): string {
  try {
    if (typeof value === 'object' && value !== null) return canonicalize(value)
  } catch (cause) {
    throw invalid(cause)
  }
  throw invalid()
}

function invalid(cause?: unknown): QuoteError {
  const errors = { attach: 'must be an object of JSON, such as a quote' }
  return new QuoteError('invalid_options', { errors }, { cause })
}
