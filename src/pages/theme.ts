import { createHash } from 'node:crypto'
import * as z from 'zod'
import { defaultColor } from '../document/model/color.js'
import { documentColor, documentLogo } from '../document/model/document-options.js'
import type { DocumentLogo } from '../document/model/quote-document.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { lazy } from '../validation/lazy.js'
import { withReceived } from '../validation/schemas/scalars.js'
import { stylesheetResponse } from './hashed-assets.js'
import { callHost, type HostFunctionOptions } from './host-function.js'
import { linkTarget, orFunction, sitePath } from './option-schemas.js'
import { contentPolicy } from './security-headers.js'

/** The look of a host, on the desk, the pages of customers, documents and mails. */
export interface Theme {
  /**
   * The color of buttons, links, and the headings of documents: `#rrggbb`, on which white text can
   * be read, with a contrast of at least 4.5. What else needs a contrast follows from it.
   *
   * @default '#1654a9'
   */
  readonly accent?: string | undefined
  /**
   * The color that all grays lean to: `#rrggbb`, of which only the hue and the chroma count.
   *
   * @default '#6c727c'
   */
  readonly neutral?: string | undefined
  /**
   * How round the corners of buttons and fields are, in pixels: 0 to 24. Others follow.
   *
   * @default 8
   */
  readonly radius?: number | undefined
  /**
   * The fonts of all text, as CSS names them: `"Source Sans 3", Candara, sans-serif`. Those that
   * are not installed need a file in `fonts`.
   *
   * @default Those of the system.
   */
  readonly font?: string | undefined
  /**
   * The fonts of titles.
   *
   * @default Those of the text.
   */
  readonly titleFont?: string | undefined
  /** The logo, as a `data:` URL. Documents have it as well; mails don't, which show no such URL. */
  readonly logo?: DocumentLogo | undefined
  /** What tabs of the browser show: a `data:` URL of a picture. */
  readonly icon?: string | undefined
  /** Files of fonts that the pages load, at most 16. Documents that are files have none. */
  readonly fonts?: readonly ThemeFont[] | undefined
  /**
   * Stylesheets of your site, which come after all others: paths such as `/brand.css`, at most 8.
   * They use the documented tokens and classes.
   */
  readonly styles?: readonly string[] | undefined
  /**
   * Rules that the pages serve themselves, after all other rules of theirs: up to 100,000
   * characters. Only in a theme that all stores share.
   */
  readonly css?: string | undefined
}

/** A file of a font. */
export interface ThemeFont {
  /** Its name in `font` and `titleFont`. */
  readonly family: string
  /** A path of your site such as `/fonts/source-sans.woff2`, or an address with `https://`. */
  readonly url: string
  /**
   * 1 to 1000, or a range for a variable font: `'400 700'`.
   *
   * @default 400
   */
  readonly weight?: number | string | undefined
  /** @default 'normal' */
  readonly style?: 'normal' | 'italic' | undefined
}

/** A theme, or a function that returns that of a store, or a promise. */
export type ThemeSource = Theme | ((storeId: string) => Theme | PromiseLike<Theme>)

const maxFontLength = 200
const family = String.raw`(?:"[\p{L}\p{N} ._-]+"|'[\p{L}\p{N} ._-]+'|-?[\p{L}][\p{L}\p{N} -]*)`
const fontPattern = new RegExp(`^${family}(?: *, *${family})*$`, 'u')

const font = z
  .custom<string>(
    (value) =>
      typeof value === 'string' && value.length <= maxFontLength && fontPattern.test(value),
    {
      error: withReceived(
        `must be names of fonts with commas between them, of up to ${maxFontLength} characters`,
      ),
    },
  )
  .optional()

const familyPattern = /^[\p{L}\p{N} ._-]{1,80}$/u
const maxFonts = 16
const maxStyles = 8
const maxCssLength = 100_000

/** The url of a rule ends at a quote, and has escapes. */
const fontUrl = linkTarget.refine((url) => !/["'\\]/.test(url) && url.length <= 300, {
  error: 'must have no quotes and no backslashes, and at most 300 characters',
})

const weightError = { error: withReceived("must be a number, or a range such as '400 700'") }

const themeFont = z.strictObject(
  {
    family: z
      .string({ error: withReceived('must be the name of a font') })
      .regex(familyPattern, { error: withReceived('must be the name of a font') }),
    url: fontUrl,
    weight: z
      .custom<number | string>(
        (value) => /^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$|^1000$/.test(String(value)),
        weightError,
      )
      .optional(),
    style: z
      .enum(['normal', 'italic'], { error: withReceived('must be normal or italic') })
      .optional(),
  },
  { error: withReceived('must be an object with family and url') },
)

const radiusError = { error: withReceived('must be a number of pixels from 0 to 24') }

const themeError = {
  error: withReceived('must be an object with accent, neutral, radius, font, logo …'),
}

/** What the rule of a theme consists of. */
const tokensSchema = lazy(() =>
  z.strictObject(
    {
      accent: documentColor.optional(),
      neutral: z
        .string({ error: withReceived('must be #rrggbb') })
        .regex(/^#[\da-f]{6}$/i, { error: withReceived('must be #rrggbb') })
        .optional(),
      radius: z.number(radiusError).min(0, radiusError).max(24, radiusError).optional(),
      font,
      titleFont: font,
      fonts: z
        .array(themeFont, { error: withReceived('must be an array of fonts') })
        .max(maxFonts, { error: `must have at most ${maxFonts} fonts` })
        .optional(),
    },
    themeError,
  ),
)

const themeSchema = lazy(() =>
  z.strictObject(
    {
      ...tokensSchema().shape,
      logo: documentLogo.optional(),
      icon: documentLogo.shape.url.optional(),
      styles: z
        .array(sitePath, { error: withReceived('must be an array of paths') })
        .max(maxStyles, { error: `must have at most ${maxStyles} paths` })
        .optional(),
      css: z
        .string({ error: withReceived('must be a string of CSS') })
        .max(maxCssLength, { error: `must have at most ${maxCssLength} characters` })
        .optional(),
    },
    themeError,
  ),
)

/** Every process must know what an address has, and an address can't have so much. */
const storeThemeSchema = lazy(() =>
  themeSchema().extend({
    css: z
      .undefined({
        error: 'must be in a theme that all stores share; serve it yourself, and name it in styles',
      })
      .optional(),
  }),
)

/** Accepts the option `theme`. */
export const themeSource = z
  .unknown()
  .superRefine((value, context) => {
    const { error } = orFunction(themeSchema()).safeParse(value)
    for (const { message, path } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path })
  })
  .optional()

const noTheme: Theme = Object.freeze({})

/** An app with a theme. */
export interface Themed extends HostFunctionOptions {
  readonly theme?: ThemeSource | undefined
}

/** Returns the theme that all stores of an app have, which its stylesheet contains. */
export function sharedTheme({ theme }: Themed): Theme {
  return typeof theme === 'object' ? theme : noTheme
}

/**
 * Loads the theme of a store. Calls the function of the host.
 *
 * @throws what the function throws, and QuoteError `timeout`, or `invalid_options` if it has
 * returned no theme
 */
export async function loadTheme(options: Themed, storeId: string): Promise<Theme> {
  const { theme } = options
  if (typeof theme !== 'function') return sharedTheme(options)
  const returned = await callHost(options, 'theme', () => theme(storeId))
  return parseOrThrow(storeThemeSchema(), returned, 'invalid_options') as Theme
}

const defaultFont =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/** Returns the rule that gives the tokens of a theme their values. */
export function themeRule({
  accent = defaultColor,
  neutral = '#6c727c',
  radius = 8,
  font: text = defaultFont,
  titleFont = 'var(--font)',
  fonts = [],
}: Theme): string {
  return `${fonts.map(fontRule).join('')}:root {
  --accent: ${accent};
  --accent-ink: #ffffff;
  --neutral: ${neutral};
  --radius: ${radius}px;
  --font: ${text};
  --font-title: ${titleFont};
}
`
}

function fontRule({ family: name, url, weight = 400, style = 'normal' }: ThemeFont): string {
  return `@font-face {
  font-family: "${name}";
  src: url("${url}");
  font-weight: ${weight};
  font-style: ${style};
  font-display: swap;
}
`
}

/** Returns the content security policy of a page with a theme. */
export function pagePolicy(theme: Theme, pictureOrigins: readonly string[] = []): string {
  const { fonts = [], styles, css } = theme
  const hasFonts = fonts.length > 0 || styles !== undefined || css !== undefined
  const others = fonts.flatMap(({ url }) => (url.startsWith('/') ? [] : [new URL(url).origin]))
  const fontSources = hasFonts ? ["'self'", 'data:', ...new Set(others)] : []
  return contentPolicy({ pictureOrigins, fontSources })
}

const hashLength = 12

/** Returns the path of the rules of a host: `/assets/own-0f3c….css`. */
function ownStylesPath(css: string): string {
  return `/assets/own-${createHash('sha256').update(css).digest('hex').slice(0, hashLength)}.css`
}

/** Returns the addresses of the stylesheets of a host, which come after all others. */
export function ownStyles({ styles = [], css }: Theme, url: (path: string) => string) {
  return css === undefined ? styles : [url(ownStylesPath(css)), ...styles]
}

const hash = createHash('sha256').update(themeRule({})).digest('hex').slice(0, hashLength)
const pathPattern = new RegExp(`^/assets/theme-${hash}-([\\w-]{1,12000})\\.css$`)

/**
 * Returns the paths of the stylesheets of a page: one with the theme of its store, if the app has
 * no theme for all. The path has the theme, so that every process of the host knows it.
 */
export function themeStylesPaths(options: Themed, theme: Theme): readonly string[] {
  if (typeof options.theme !== 'function') return []
  const { logo: _, icon: __, styles: ___, ...tokens } = theme
  const encoded = Buffer.from(JSON.stringify(tokens)).toString('base64url')
  return [`/assets/theme-${hash}-${encoded}.css`]
}

/** Returns the response to a request of a stylesheet of a theme; undefined for other paths. */
export function respondThemeStyles(path: string, { css }: Theme = noTheme): Response | undefined {
  if (css !== undefined && path === ownStylesPath(css)) return stylesheetResponse(css)
  const encoded = pathPattern.exec(path)?.[1]
  const theme = encoded === undefined ? undefined : decodeTheme(encoded)
  return theme && stylesheetResponse(themeRule(theme))
}

/** Returns a theme; undefined for what is none. */
function decodeTheme(encoded: string): Theme | undefined {
  try {
    const { data } = tokensSchema().safeParse(
      JSON.parse(Buffer.from(encoded, 'base64url').toString()),
    )
    return data as Theme | undefined
  } catch {
    return undefined
  }
}
