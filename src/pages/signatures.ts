import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs strings, and checks signatures. */
export interface Signatures {
  /** Returns the signature of a string, with the first secret: 43 characters of base64url. */
  sign(value: string): string
  /** Returns true if a string has this signature with any of the secrets. Takes constant time. */
  verify(value: string, signature: string): boolean
}

/** A secret of 32 random bytes has 43 characters of base64, and 64 hexadecimal digits. */
export const minSecretLength = 32

/**
 * Creates signatures with HMAC-SHA-256.
 *
 * @param secrets The first one signs; the others are accepted as well, until they are removed.
 * @param purpose Signatures for one purpose are invalid for every other.
 */
export function createSignatures(secrets: readonly string[], purpose: string): Signatures {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(purpose).digest())
  const signWith = (key: Buffer, value: string) =>
    createHmac('sha256', key).update(value).digest('base64url')
  return {
    sign: (value) => signWith(keys[0] as Buffer, value),
    verify(value, signature) {
      const sent = Buffer.from(signature)
      return keys.map((key) => isEqual(Buffer.from(signWith(key, value)), sent)).includes(true)
    },
  }
}

function isEqual(expected: Buffer, sent: Buffer): boolean {
  return expected.length === sent.length && timingSafeEqual(expected, sent)
}
