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
import { orFunction } from './option-schemas.js'

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
   * The fonts of all text, as CSS names them: `"Source Sans 3", Candara, sans-serif`. The pages
   * load no files of fonts, so these are fonts that are installed.
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

const radiusError = { error: withReceived('must be a number of pixels from 0 to 24') }

const themeSchema = lazy(() =>
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
      logo: documentLogo.optional(),
      icon: documentLogo.shape.url.optional(),
    },
    { error: withReceived('must be an object with accent, neutral, radius, font, logo …') },
  ),
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
  return parseOrThrow(themeSchema(), returned, 'invalid_options') as Theme
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
}: Theme): string {
  return `:root {
  --accent: ${accent};
  --accent-ink: #ffffff;
  --neutral: ${neutral};
  --radius: ${radius}px;
  --font: ${text};
  --font-title: ${titleFont};
}
`
}

const hashLength = 12
const hash = createHash('sha256').update(themeRule({})).digest('hex').slice(0, hashLength)
const pathPattern = new RegExp(`^/assets/theme-${hash}-([\\w-]{1,2000})\\.css$`)

/**
 * Returns the paths of the stylesheets of a page: one with the theme of its store, if the app has
 * no theme for all. The path has the theme, so that every process of the host knows it.
 */
export function themeStylesPaths(options: Themed, theme: Theme): readonly string[] {
  if (typeof options.theme !== 'function') return []
  const { logo: _, icon: __, ...tokens } = theme
  const encoded = Buffer.from(JSON.stringify(tokens)).toString('base64url')
  return [`/assets/theme-${hash}-${encoded}.css`]
}

/** Returns the response to a request of such a path; undefined for others. */
export function respondThemeStyles(path: string): Response | undefined {
  const encoded = pathPattern.exec(path)?.[1]
  const theme = encoded === undefined ? undefined : decodeTheme(encoded)
  return theme && stylesheetResponse(themeRule(theme))
}

/** Returns a theme; undefined for what is none. */
function decodeTheme(encoded: string): Theme | undefined {
  try {
    const { data } = themeSchema().safeParse(
      JSON.parse(Buffer.from(encoded, 'base64url').toString()),
    )
    return data as Theme | undefined
  } catch {
    return undefined
  }
}
