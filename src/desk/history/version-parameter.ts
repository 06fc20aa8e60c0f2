import { QuoteError } from '../../errors.js'

/**
 * Parses the number of a version in an address.
 *
 * @throws QuoteError `version_not_found` for what no version has as its number
 */
export function parseVersion(value: string, quoteId: string): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
  throw new QuoteError('version_not_found', { quoteId })
}
