import { hash } from 'node:crypto'
import { html } from 'hono/html'
import { assertDocument } from '../model/assert-document.js'
import type { QuoteDocument } from '../model/quote-document.js'
import { pageCss } from './assets/page.css.js'
import { marginStyles } from './page-margins.js'
import { renderFragment } from './render-fragment.js'
import { documentStyles } from './styles.js'

/**
 * Returns a document as a page that needs no other file: to be saved, sent, or printed. It loads
 * nothing and runs nothing. Its content security policy allows its own stylesheet and `data:`
 * pictures only.
 *
 * @throws QuoteError `invalid_options` if `document` is none, such as a quote, or its color is none
 * or too light
 */
export function renderHtml(document: QuoteDocument): string {
  assertDocument(document)
  const { lang, dir, title } = document
  const { text, policy } = styleOf(document)
  const head = html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>`
  return `${head}
<style>${text}</style>
</head>
<body>
<main>
${renderFragment(document)}</main>
</body>
</html>
`
}

interface PageStyle {
  readonly text: string
  /** The content security policy that allows this stylesheet, by its hash. */
  readonly policy: string
}

function styleOf({ dir, title, footer, labels, color }: QuoteDocument): PageStyle {
  const margins = marginStyles({ dir, footer: footer ?? title, page: labels.page })
  const text = `\n${documentStyles(color)}\n${pageCss}${margins}`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', text, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { text, policy }
}
