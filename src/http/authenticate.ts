import { hash, timingSafeEqual } from 'node:crypto'
import type { StoreContext } from '../engine/context.js'
import { QuoteError } from '../errors.js'

/** What a request carries in `x-auth-client` and `x-auth-token`. */
export interface Credentials {
  /** The store that the caller claims to act for. */
  readonly client: string
  readonly token: string
}

/**
 * Says for whom a request is made, or undefined to refuse it. Called before the body is read, and only with both headers there.
 * What it throws is answered with 503.
 */
export type Authenticate = (
  credentials: Credentials,
) => StoreContext | undefined | Promise<StoreContext | undefined>

/** The tokens of each store; several at once let a store change its token without a gap. */
export type StoreTokens = Readonly<Record<string, readonly string[]>>

/**
 * Authenticates stores by fixed tokens, which are kept as SHA-256 digests and compared in constant time. An unknown store takes
 * as long as a wrong token.
 *
 * @throws QuoteError `invalid_options` where a token is not a text or is empty
 *
 * @example
 * tokenAuthenticator({ 'store-1': ['the token in use', 'the one that will replace it'] })
 */
export function tokenAuthenticator(tokens: StoreTokens): Authenticate {
  const digests = new Map(
    Object.entries(tokens ?? {}).map(([storeId, ofStore]) => [
      storeId,
      hashTokens(storeId, ofStore),
    ]),
  )
  return ({ client, token }) => {
    const sent = digest(token)
    let isKnown = false
    for (const known of digests.get(client) ?? [dummyDigest]) {
      // Compared before it is combined, so that every digest is looked at.
      isKnown = timingSafeEqual(known, sent) || isKnown
    }
    return isKnown && digests.has(client) ? { storeId: client } : undefined
  }
}

const dummyDigest = digest('')

function digest(token: string): Buffer {
  return Buffer.from(hash('sha256', token), 'latin1')
}

function hashTokens(storeId: string, tokens: readonly string[]): readonly Buffer[] {
  const isSound =
    Array.isArray(tokens) &&
    tokens.every((token: unknown) => typeof token === 'string' && token !== '')
  if (isSound) return tokens.map(digest)
  throw new QuoteError('invalid_options', {
    errors: { [storeId]: 'must be an array of tokens, none of them empty' },
  })
}
