import { isValidId } from '../validation/identifiers.js'

/** What a reference names. */
export interface MailReference {
  /** The id of the store. */
  readonly storeId: string
  /** The id of the quote. */
  readonly quoteId: string
  /** The revision that was current. Absent if the quote was never sent. */
  readonly revision?: number
}

/** Returns what a mail is about in letters, digits, `-` and `_`, which every provider keeps. */
export function encodeReference({ storeId, quoteId, revision = 0 }: MailReference): string {
  return Buffer.from(JSON.stringify([revision, quoteId, storeId])).toString('base64url')
}

const maxReferenceLength = 8_192

/**
 * Returns what the `reference` of a mail names; undefined for any other string. It is no proof:
 * everyone who has got the mail may know it.
 */
export function parseReference(reference: string): MailReference | undefined {
  if (typeof reference !== 'string' || reference.length > maxReferenceLength) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(reference, 'base64url').toString())
    if (!Array.isArray(parsed) || parsed.length !== 3) return undefined
    const [revision, quoteId, storeId] = parsed
    const isCount = Number.isSafeInteger(revision) && revision >= 0
    if (!isCount || !isValidId(quoteId) || !isValidId(storeId)) return undefined
    return { storeId, quoteId, ...(revision > 0 && { revision }) }
  } catch {
    return undefined
  }
}
