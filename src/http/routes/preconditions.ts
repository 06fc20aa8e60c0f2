import type { QuoteEngine } from '../../engine/quote-engine.js'
import { isQuoteError } from '../../errors.js'
import { HttpProblem } from '../problem-details.js'
import type { VersionedParameter } from './route-path.js'

/** Returns the strong entity tag of a version of a quote or a template. */
export function entityTag({ version }: Versioned): string {
  return `"${version}"`
}

interface Versioned {
  readonly version: number
}

/** The method that gets the record of each parameter. */
export const versionGetters = {
  quoteId: ({ getQuote }: QuoteEngine) => getQuote,
  templateId: ({ getTemplate }: QuoteEngine) => getTemplate,
} satisfies Record<VersionedParameter, unknown>

const versionTag = /^"([1-9][0-9]{0,14})"$/

/**
 * Returns the version that `If-Match` requires; undefined if any version will do. By RFC 9110 the
 * comparison is strong, so weak tags and malformed tags match no version.
 *
 * @param load Returns the current record, which is needed only if there are several tags.
 *
 * @throws HttpProblem with status 412 if none of several tags is the stored version
 */
export async function parseIfMatch(
  header: string | undefined,
  load: () => Promise<Versioned>,
): Promise<number | undefined> {
  if (header === undefined || header.trim() === '*') return undefined
  const versions = header
    .split(',')
    .flatMap((tag) => versionTag.exec(tag.trim())?.[1] ?? [])
    .map(Number)
  if (versions.length === 1) return versions[0]
  const version = await currentVersion(load)
  // Only the operation itself finds a deleted record: it must be at the last of these versions.
  if (version === undefined) return versions.at(-1) ?? noVersion
  if (versions.includes(version)) return version
  throw new HttpProblem(
    'precondition_failed',
    'If-Match does not match the current version; reload it and retry',
  )
}

/** A version that no record has. */
const noVersion = Number.MAX_SAFE_INTEGER

/** Returns undefined if there is no such record, or it is deleted. */
async function currentVersion(load: () => Promise<Versioned>): Promise<number | undefined> {
  try {
    return (await load()).version
  } catch (error) {
    if (isQuoteError(error) && notFoundCodes.includes(error.code)) return undefined
    throw error
  }
}

const notFoundCodes: readonly string[] = ['quote_not_found', 'record_not_found']

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
