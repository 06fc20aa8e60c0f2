import type { StoreContext } from '../../engine/context.js'
import type { QuoteEngine } from '../../engine/quote-engine.js'
import { isQuoteError } from '../../errors.js'
import type { QuoteRecord } from '../../quote/quote.js'
import { HttpProblem } from '../problem-details.js'

/** Returns the strong entity tag of a quote's version. */
export function entityTag({ version }: QuoteRecord): string {
  return `"${version}"`
}

const versionTag = /^"([1-9][0-9]{0,14})"$/

/**
 * Returns the version that `If-Match` requires; undefined if any version will do. By RFC 9110 the
 * comparison is strong, so weak tags and malformed tags match no version.
 *
 * @throws HttpProblem with status 412 if none of several tags is the stored version
 */
export async function parseIfMatch(
  header: string | undefined,
  engine: QuoteEngine,
  context: StoreContext,
  quoteId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (header === undefined || header.trim() === '*') return undefined
  const versions = header
    .split(',')
    .flatMap((tag) => versionTag.exec(tag.trim())?.[1] ?? [])
    .map(Number)
  if (versions.length === 1) return versions[0]
  const version = await currentVersion(engine, context, quoteId, signal)
  // Only the operation itself finds a deleted quote: it must be at the last of these versions.
  if (version === undefined) return versions.at(-1) ?? noVersion
  if (versions.includes(version)) return version
  throw new HttpProblem(
    'precondition_failed',
    'If-Match does not match the quote; reload it and retry',
  )
}

/** A version that no quote has. */
const noVersion = Number.MAX_SAFE_INTEGER

/** Returns undefined if there is no such quote, or it is deleted. */
async function currentVersion(
  engine: QuoteEngine,
  context: StoreContext,
  quoteId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return (await engine.getQuote(context, quoteId, { signal })).version
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return undefined
    throw error
  }
}

const maxKeyLength = 255

/**
 * Returns the `Idempotency-Key` as it was sent, with quotation marks; undefined if absent.
 *
 * @throws HttpProblem with status 400 if it is empty or too long
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || (header.length > 0 && header.length <= maxKeyLength)) return header
  throw new HttpProblem(
    'invalid_idempotency_key',
    `Idempotency-Key must have 1 to ${maxKeyLength} characters`,
  )
}
