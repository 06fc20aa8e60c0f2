import { encode } from 'uqr'
import * as z from 'zod'
import { isUrl } from '../../validation/addresses.js'
import { withReceived } from '../../validation/schemas/scalars.js'

/** Longer links have codes that telephones can't read from paper. */
const maxUrlLength = 500

/** Accepts an absolute URL with http or https. */
export const linkUrl = z
  .string({ error: withReceived('must be an absolute URL') })
  .refine((url) => isShortLink(url), {
    error: withReceived(
      `must be an absolute URL with https or http of at most ${maxUrlLength} characters`,
    ),
  })

function isShortLink(url: string): boolean {
  return /^https?:\/\//i.test(url) && isUrl(url) && asciiUrl(url).length <= maxUrlLength
}

/** Returns a URL as it is sent: other characters than those of ASCII are encoded. */
export function asciiUrl(url: string): string {
  return new URL(url).href
}

/**
 * Returns the modules of a QR code, a row each: `1` for a black one. Up to 15 % of it can be
 * unreadable.
 */
export function qrCodeRows(text: string): readonly string[] {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  return data.map((row) => row.map(Number).join(''))
}
