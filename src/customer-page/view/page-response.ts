import { type Html, layout, type PageProps } from '../../pages/layout.js'
import { pageHeaders, securityHeaders } from '../../pages/security-headers.js'

/** The link is a secret, so it must reach neither other sites nor search engines. */
export const secretHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** Returns the response with a page. */
export async function pageResponse(
  props: PageProps & { readonly main: Html },
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = String(await layout(props))
  return new Response(body, { status, headers: { ...pageHeaders, ...headers, ...secretHeaders } })
}
