import type { Context } from 'hono'
import { QuoteError } from '../../errors.js'

/**
 * Returns the values of the parameters in the path.
 *
 * @throws QuoteError `invalid_request` if the path is not UTF-8 in percent-encoding, except for the
 * id of a quote or a template: none has such an id
 */
export function pathArguments(c: Context, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const value = c.req.param(name) ?? ''
    const isFound = name === 'quoteId' || name === 'templateId'
    if (!isFound && value.includes('%')) checkEncoding(c, name)
    return value
  })
}

/** Hono leaves a malformed path as it is, so that its parameters still have percent signs. */
function checkEncoding(c: Context, name: string): void {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch (cause) {
    const errors = { [name]: 'must be UTF-8 with percent-encoding in the path' }
    throw new QuoteError('invalid_request', { errors }, { cause })
  }
}
