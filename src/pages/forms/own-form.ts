import type { Context } from 'hono'

/** Returns false if another site has sent a form, by the browser's own word. */
export function isFromOwnSite(c: Context): boolean {
  return (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
}
