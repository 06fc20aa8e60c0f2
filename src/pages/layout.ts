import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Theme } from './theme.js'

/** Escaped markup, as the tag `html` of Hono creates it. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Shows the logo of a theme beside the name of the host. Empty if it has none. */
export function logo({ logo: picture }: Theme): Html {
  // The name stands beside it, so that it is not read twice.
  return picture === undefined ? html`` : html`<img class="logo" src="${picture.url}" alt="">`
}

/** What every page has. */
export interface PageProps {
  /** The title of the window. */
  readonly title: string
  /** The language of the page, as a BCP 47 tag. */
  readonly lang: string
  /** @default 'ltr' */
  readonly dir?: 'ltr' | 'rtl' | undefined
  /** The addresses of its stylesheets. */
  readonly styles: readonly string[]
  /** The picture that tabs of the browser show. */
  readonly icon?: string | undefined
  /** The addresses of its modules. */
  readonly scripts?: readonly string[] | undefined
  /** What the link says that leads past what stands before `main`. */
  readonly skip?: string | undefined
  /** What stands before `main`. */
  readonly header?: Html | undefined
  readonly main: Html
  /** The frame of the host with `main` in it, instead of the header. */
  readonly framed?: Html | undefined
}

/** Returns the element that the skip link leads to. */
export function mainElement(main: Html): Html {
  return html`<main id="main" tabindex="-1">
${main}
</main>`
}

/** Returns a page, complete from its doctype. */
export function layout(props: PageProps): Html {
  const { title, lang, dir = 'ltr', styles, icon = 'data:,', scripts = [] } = props
  const {
    skip,
    header,
    main,
    framed = html`${header}
${mainElement(main)}`,
  } = props
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
${styles.map((url) => html`<link rel="stylesheet" href="${url}">`)}
${scripts.map((url) => html`<script type="module" src="${url}"></script>`)}
</head>
<body>
${
  skip !== undefined &&
  html`<a class="skip" href="#main">${skip}</a>
`
}${framed}
</body>
</html>
`
}
