import { type Context, Hono } from 'hono'
import { HttpProblem, toProblem } from '../http/problem-details.js'
import { type OnError, reportError } from '../http/report-error.js'
import { respondDocumentStyles } from './document-stylesheet.js'
import type { HashedAssets } from './hashed-assets.js'
import { notFoundResponse } from './not-found-response.js'
import { securityHeaders } from './security-headers.js'
import { respondThemeStyles, type Theme } from './theme.js'

export interface PagesApp {
  readonly prefix: string
  readonly assets: HashedAssets
  readonly onError: OnError | undefined
  /** The theme that all stores share. */
  readonly theme: Theme
  /** What is at the prefix, for the developer who mounts the app: `the desk is`. */
  readonly where: string
  errorPage(error: unknown, c: Context): Promise<Response>
  /** Adds the routes of the pages. */
  addPages(app: Hono): void
}

/** Creates an app of pages with its assets, its error page, and what is not found. */
export function createPagesApp({
  prefix,
  assets,
  onError,
  theme,
  where,
  errorPage,
  addPages,
}: PagesApp): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    if (toProblem(error).status >= 500) reportError(onError, error, c.req.raw)
    return errorPage(error, c)
  })
  app.get(`${prefix}/assets/:file`, async (c, next) => {
    const path = `/assets/${c.req.param('file')}`
    const asset =
      assets.respond(path) ?? respondDocumentStyles(path) ?? respondThemeStyles(path, theme)
    if (asset === undefined) return next()
    for (const [name, value] of Object.entries(securityHeaders)) asset.headers.set(name, value)
    return asset
  })
  addPages(app)
  // A route instead of `notFound`, which a host's `app.route` does not take over. Each app has its
  // own words for it.
  app.all(`${prefix}/*`, () => {
    throw new HttpProblem('not_found', '')
  })
  app.notFound(() => notFoundResponse(where, prefix))
  return app
}
