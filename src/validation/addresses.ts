/** Every header can have it. Other characters have to be percent-encoded. */
export const visibleAscii = /^[!-~]*$/

/** What `isAddress` accepts, for messages. */
export const validAddress =
  'an address with http:// or https://, or a path that begins with one slash, such as ' +
  'https://shop.example or /shop, in visible ASCII characters'

/**
 * Returns true for an address that a browser can open: with `http:` or `https:`, or a path of the
 * same site. Without a scheme, an address would be a path of the page that shows it; another scheme
 * could run code.
 */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !visibleAscii.test(value)) return false
  // Browsers take a backslash for a slash, and two of them for the beginning of a host.
  if (value.startsWith('/')) return !/^\/[/\\]/.test(value)
  return /^https?:\/\/[^/?#\\]/i.test(value) && isUrl(value)
}

/**
 * Returns true for an absolute URL. `URL.canParse` can't be used: once it is optimized, Node 20 and
 * 22 return false for URLs with characters such as ü.
 */
export function isUrl(value: string): boolean {
  try {
    new URL(value)
    return true
  } catch {
    return false
  }
}
