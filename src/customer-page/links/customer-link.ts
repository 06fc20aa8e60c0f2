/** What a link names: one revision of one quote, until a time. */
export interface CustomerLink {
  /** The store of the quote. */
  readonly storeId: string
  /** The quote. */
  readonly quoteId: string
  /** The revision that was sent with the link. */
  readonly revision: number
  /**
   * When the link expires, in milliseconds since the Unix epoch. The offer has its own expiry.
   *
   * @default The link does not expire.
   */
  readonly expires?: number | undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Writes a link with characters that URLs keep as they are. A digit or letter is the last. */
export function encodeLink({ storeId, quoteId, revision, expires = 0 }: CustomerLink): string {
  const parts = [encodeId(quoteId), toBase64(storeId), expires.toString(36), revision.toString(36)]
  return parts.join('.')
}

/** Reads what `encodeLink` has written. The signature is checked before. */
export function decodeLink(encoded: string): CustomerLink {
  const [id = '', store = '', expiry = '', revision = ''] = encoded.split('.')
  const expires = Number.parseInt(expiry, 36)
  return {
    storeId: fromBase64(store),
    quoteId: decodeId(id),
    revision: Number.parseInt(revision, 36),
    ...(expires === 0 ? undefined : { expires }),
  }
}

/** Other ids than UUIDs begin with an underscore, and can be as long as one. */
function encodeId(quoteId: string): string {
  if (!uuid.test(quoteId)) return `_${toBase64(quoteId)}`
  return `-${Buffer.from(quoteId.replaceAll('-', ''), 'hex').toString('base64url')}`
}

function decodeId(id: string): string {
  if (id.startsWith('_')) return fromBase64(id.slice(1))
  const digits = Buffer.from(id.slice(1), 'base64url').toString('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}
