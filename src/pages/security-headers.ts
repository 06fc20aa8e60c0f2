/** Returns the policy of a page that shows pictures of these origins, besides its own. */
export function policyWithPictures(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data:", ...origins].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Headers of every page. Pages load nothing but their own stylesheets, modules and pictures. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyWithPictures([]),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Pages show what only their reader may see, so no cache keeps them. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
}
