import { createHash } from 'node:crypto'
import { securityHeaders } from '../../pages/security-headers.js'
import type { StoreTags } from '../../store/tags.js'
import type { DeskRoute } from '../desk-call.js'
import { ifPermitted } from '../parts/if-permitted.js'
import { tagClass } from '../parts/tag-chips.js'
import { cssColor, onWhite, parseBackground, parseText, readableText } from './tag-colors.js'

/** Serves the colors of the store's tags, which the pages must not contain themselves. */
export const tagsStylesheet: DeskRoute = {
  path: '/tags.css',
  async get({ c, engine, user }) {
    const css = tagsCss(await ifPermitted(engine.listTags(user), {}))
    const etag = `"${createHash('sha256').update(css).digest('base64url')}"`
    const headers = {
      ...securityHeaders,
      etag,
      // Each user sees the tags of their own store, and a new color at once.
      'cache-control': 'private, no-cache',
      vary: 'cookie, authorization',
    }
    const isCached = c.req.header('if-none-match')?.includes(etag) === true
    if (isCached) return new Response(null, { status: 304, headers })
    return new Response(css, { headers: { ...headers, 'content-type': 'text/css; charset=utf-8' } })
  },
}

/**
 * Returns a rule for each tag. A storage can hold anything, so colors are parsed again, and a tag
 * with an invalid one keeps the colors of the page. A text that could not be read on its background
 * becomes black or white.
 */
export function tagsCss(tags: StoreTags): string {
  const rules = Object.values(tags).flatMap(({ value, color, backgroundColor }) => {
    const ink = parseText(color)
    const behind = parseBackground(backgroundColor)
    if (ink === undefined || behind === undefined) return []
    return [
      `.${tagClass(value)}{background:${cssColor(onWhite(behind))};color:${cssColor(readableText(ink, behind))}}`,
    ]
  })
  return `${rules.join('\n')}\n`
}
