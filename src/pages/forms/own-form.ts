import type { Context } from 'hono'
import { isUrl } from '../../validation/addresses.js'

/** Returns false if another site has sent a form, by the browser's own word. */
export function isFromOwnSite(c: Context): boolean {
  return (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
}

/**
 * Returns true if the browser says that a page of this origin has sent a form by navigation. Unlike
 * {@link isFromOwnSite}, silence is not enough. Without TLS, browsers send only `Origin`.
 */
export function isFromThisPage(c: Context): boolean {
  const mode = c.req.header('sec-fetch-mode') ?? 'navigate'
  const site = c.req.header('sec-fetch-site')
  if (mode !== 'navigate') return false
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  return origin !== undefined && isUrl(origin) && new URL(origin).host === getHost(c)
}

function getHost(c: Context): string {
  return c.req.header('host') ?? new URL(c.req.url).host
}
