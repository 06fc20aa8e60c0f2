import { hash, timingSafeEqual } from 'node:crypto'
import type { StoreContext } from '../engine/arguments.js'
import { QuoteError } from '../errors.js'

/**
 * The credentials that a request carries.
 *
 * @typeParam Raw The request of the server: of Express, Nest or Fastify.
 */
export interface Credentials<Raw = unknown> {
  /** The header `x-auth-client`: the id of the caller's store. Empty if the header is absent. */
  readonly client: string
  /** The header `x-auth-token`. Empty if the header is absent. */
  readonly token: string
  /**
   * The request, for other credentials: a Bearer token, a cookie, a signature. Its body is read
   * later; read it from `request.clone()`. It is empty if the host has parsed it already.
   */
  readonly request: Request
  /**
   * The request of the server, if `@hono/node-server` serves the app: that of Express or Nest, with
   * what their middleware has set, such as `session`; `request.raw` of Fastify. Undefined in other
   * servers. `({ raw }: { raw: express.Request }) => …` gives it its type.
   */
  readonly raw: Raw
}

/**
 * Returns the store of a request, and optionally the actor and the role; undefined or null rejects
 * it with 401. Called for every request, before its body is read. If it throws, the response is
 * 503.
 *
 * @example
 * const authenticate: Authenticate = async ({ request }) => {
 *   const token = request.headers.get('authorization')?.replace(/^Bearer /, '')
 *   const user = token && (await verifyToken(token))
 *   return user ? { storeId: user.storeId, actor: user.id, role: user.role } : undefined
 * }
 * @example
 * const authenticate = ({ raw }: { raw: express.Request }) => raw.session.user
 */
export type Authenticate<Raw = unknown> = AuthenticateMethod<Raw>['authenticate']

/** A method, so that hosts can annotate the credentials with a type of their own. */
interface AuthenticateMethod<Raw> {
  authenticate(
    credentials: Credentials<Raw>,
  ): StoreContext | null | undefined | Promise<StoreContext | null | undefined>
}

/** The tokens of each store by store id. Several tokens let a store rotate them. */
export type StoreTokens = Readonly<Record<string, readonly string[]>>

/**
 * Authenticates stores by fixed tokens in `x-auth-client` and `x-auth-token`. Keeps SHA-256 digests
 * of the tokens and compares them in constant time. An unknown store takes as long as a wrong
 * token.
 *
 * @throws QuoteError `invalid_options` with every store that has an invalid list of tokens
 *
 * @example
 * tokenAuthenticator({ 'store-1': ['current token', 'next token'] })
 */
export function tokenAuthenticator(
  tokens: StoreTokens,
): (credentials: Pick<Credentials, 'client' | 'token'>) => StoreContext | undefined {
  checkTokens(tokens)
  const digests = new Map(
    Object.entries(tokens).map(([storeId, storeTokens]) => [storeId, storeTokens.map(digest)]),
  )
  return ({ client, token }) => {
    const sent = digest(token)
    let isKnown = false
    for (const known of digests.get(client) ?? [dummyDigest]) {
      // Compares first, so that every digest takes its time.
      isKnown = timingSafeEqual(known, sent) || isKnown
    }
    return isKnown && digests.has(client) ? { storeId: client } : undefined
  }
}

const dummyDigest = digest('')

function digest(token: string): Buffer {
  return Buffer.from(hash('sha256', token), 'latin1')
}

function checkTokens(tokens: StoreTokens): void {
  const isRecord =
    typeof tokens === 'object' &&
    tokens !== null &&
    !Array.isArray(tokens) &&
    !(tokens instanceof Map)
  const errors: [path: string, message: string][] = isRecord
    ? Object.entries(tokens)
        .filter(([, storeTokens]) => !isTokenList(storeTokens))
        .map(([storeId]) => [storeId, 'must be an array of non-empty tokens'])
    : [['', "must be an object of tokens by store id, such as { 'store-1': ['token'] }"]]
  if (errors.length > 0)
    throw new QuoteError('invalid_options', { errors: Object.fromEntries(errors) })
}

function isTokenList(tokens: unknown): tokens is readonly string[] {
  return Array.isArray(tokens) && tokens.every((token) => typeof token === 'string' && token !== '')
}
