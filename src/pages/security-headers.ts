/** Where a page loads more from than from its own origin. */
interface PolicySources {
  readonly pictureOrigins?: readonly string[]
  /** Without them, a page loads no fonts. */
  readonly fontSources?: readonly string[]
}

/** Returns the content security policy of a page. */
export function contentPolicy({ pictureOrigins = [], fontSources = [] }: PolicySources): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data:", ...pictureOrigins].join(' '),
    ...(fontSources.length > 0 ? [`font-src ${fontSources.join(' ')}`] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Headers of every page without a theme, which loads its own stylesheets, modules and pictures. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy({}),
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
