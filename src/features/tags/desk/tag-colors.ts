import { createHash } from 'node:crypto'
import type { DeskRoute } from '../../../desk/desk-call.js'
import { ifPermitted } from '../../../desk/parts/load.js'
import { tagClass } from '../../../desk/parts/names.js'
import { securityHeaders } from '../../../pages/security-headers.js'
import type { StoreTags } from '../tags.js'

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
    const ink = parseTextColor(color)
    const behind = parseBackgroundColor(backgroundColor)
    if (ink === undefined || behind === undefined) return []
    return [
      `.${tagClass(value)}{background:${cssColor(blendOnWhite(behind))};color:${cssColor(readableText(ink, behind))}}`,
    ]
  })
  return `${rules.join('\n')}\n`
}

/** A color: red, green and blue from 0 to 1, and its opacity from 0 to 1. */
export interface Color {
  readonly channels: readonly [red: number, green: number, blue: number]
  readonly alpha: number
}

const percent = String.raw`(100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)%`
const channels = `${percent}, ${percent}, ${percent}`
const text = new RegExp(`^rgb\\(${channels}\\)$`)
const background = new RegExp(String.raw`^rgba\(${channels}, (1(?:\.0{1,4})?|0(?:\.\d{1,4})?)\)$`)

/** Parses the color of a tag's text, `rgb(10%, 20%, 30%)`. Returns undefined for anything else. */
export function parseTextColor(value: unknown): Color | undefined {
  return parse(text, value)
}

/** Parses the color behind a tag's text, `rgba(10%, 20%, 30%, 0.5)`. */
export function parseBackgroundColor(value: unknown): Color | undefined {
  return parse(background, value)
}

function parse(pattern: RegExp, value: unknown): Color | undefined {
  const found = typeof value === 'string' ? pattern.exec(value) : null
  if (found === null) return undefined
  const [, red, green, blue, alpha = '1'] = found
  return {
    channels: [Number(red) / 100, Number(green) / 100, Number(blue) / 100],
    alpha: Number(alpha),
  }
}

/** The paper of documents, and what the colors of tags are made for. */
const white = 1

/**
 * Returns the color that is seen on white. Chips show it in a dark page as well, so that their text
 * is as readable there.
 */
export function blendOnWhite({ channels: [red, green, blue], alpha }: Color): Color {
  const mix = (channel: number) => channel * alpha + white * (1 - alpha)
  return { channels: [mix(red), mix(green), mix(blue)], alpha: 1 }
}

/** Returns a color for a stylesheet: `rgb(10% 20% 30%)`. */
export function cssColor({ channels }: Color): string {
  return `rgb(${channels.map(toPercent).join(' ')})`
}

function toPercent(channel: number): string {
  return `${Number((channel * 100).toFixed(2))}%`
}

/** Returns the value of an input for colors: `#1a334d`. The opacity is an input of its own. */
export function toHex({ channels }: Color): string {
  const digits = channels.map((channel) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** Parses the value of an input for colors. */
export function parseHex(value: string): Color | undefined {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value)
  if (found === null) return undefined
  const [red, green, blue] = found.slice(1).map((digits) => Number.parseInt(digits, 16) / 255)
  return { channels: [red as number, green as number, blue as number], alpha: 1 }
}

/** Returns the color of a tag's text as it is stored: `rgb(10%, 20%, 30%)`. */
export function toStoredTextColor({ channels }: Color): string {
  return `rgb(${channels.map(toPercent).join(', ')})`
}

/** Returns the color behind a tag's text as it is stored: `rgba(10%, 20%, 30%, 0.5)`. */
export function toStoredBackgroundColor({ channels, alpha }: Color): string {
  return `rgba(${channels.map(toPercent).join(', ')}, ${alpha})`
}

/**
 * Returns the contrast of a tag's text with what is behind it, on white: from 1 to 21, as WCAG
 * defines it.
 */
export function getContrast(ink: Color, behind: Color): number {
  const [lower, upper] = [getLuminance(ink), getLuminance(blendOnWhite(behind))].sort(
    (left, right) => left - right,
  )
  return ((upper as number) + 0.05) / ((lower as number) + 0.05)
}

/** The contrast that WCAG asks of text of the size of a chip. */
export const minContrast = 4.5

const black: Color = { channels: [0, 0, 0], alpha: 1 }
const pureWhite: Color = { channels: [1, 1, 1], alpha: 1 }

/** Returns the color of a text, or the better of black and white if it could not be read. */
export function readableText(ink: Color, behind: Color): Color {
  if (getContrast(ink, behind) >= minContrast) return ink
  return getContrast(black, behind) >= minContrast ? black : pureWhite
}

function getLuminance({ channels: [red, green, blue] }: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
