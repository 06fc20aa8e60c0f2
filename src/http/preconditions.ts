import type { StoreContext } from '../engine/context.js'
import type { QuoteEngine } from '../engine/quote-engine.js'
import type { QuoteRecord } from '../quote/quote.js'
import { HttpProblem } from './problem-details.js'

/** The strong entity tag of a version of a quote. */
export function entityTag({ version }: QuoteRecord): string {
  return `"${version}"`
}

const versionTag = /^"([1-9][0-9]{0,14})"$/

/**
 * The version that `If-Match` asks for; undefined where any will do. By RFC 9110 the comparison is strong, so a weak tag
 * matches nothing, like any other text that is not the tag of a version.
 *
 * @throws HttpProblem with status 412 where no tag of several is the stored version's
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
  const { version } = await engine.getQuote(context, quoteId, { signal })
  if (versions.includes(version)) return version
  throw new HttpProblem('precondition_failed', 'If-Match names no current version of the quote')
}

const maxKeyLength = 255

/**
 * What `Idempotency-Key` says, as it stands, quotation marks and all; undefined where it is not sent.
 *
 * @throws HttpProblem with status 400 where it is empty or too long
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || (header.length > 0 && header.length <= maxKeyLength)) return header
  throw new HttpProblem(
    'invalid_idempotency_key',
    `Idempotency-Key must have 1 to ${maxKeyLength} characters`,
  )
}
