const pictures = "img-src 'self' data:"

/** Headers of every page. Pages load nothing but their own stylesheets, modules and pictures. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    pictures,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Returns the policy of a page that shows pictures of other origins as well. */
export function policyWithPictures(origins: readonly string[]): string {
  const policy = securityHeaders['content-security-policy'] as string
  return policy.replace(pictures, [pictures, ...origins].join(' '))
}

/** Pages show what only their reader may see, so no cache keeps them. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
}
