import { hash } from 'node:crypto'
import { html } from 'hono/html'
import { assertDocument, type Paper, type QuoteDocument } from '../model/quote-document.js'
import { pageCss } from './assets/page.css.js'
import { renderFragment } from './render-fragment.js'
import { renderStylesheet } from './styles.js'

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
  const { text, policy } = getStyle(document)
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

function getStyle({ dir, title, footer, labels, color, paper }: QuoteDocument): PageStyle {
  const margins = marginStyles({ dir, footer: footer ?? title, page: labels.page, paper })
  const text = `\n${renderStylesheet(color)}\n${pageCss}${margins}`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', text, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { text, policy }
}

/** What is printed in the margins of every page. */
interface PageMargins {
  readonly dir: QuoteDocument['dir']
  readonly footer: string
  /** The number of the page, with `{page}` and `{pages}` to replace. */
  readonly page: string
  readonly paper: Paper | undefined
}

/**
 * Returns the styles that print the footer and the number into the margin of every page. Browsers
 * without margin boxes print the footer once, at the end.
 */
function marginStyles({ dir, footer, page, paper }: PageMargins): string {
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const box = `color: #444444; direction: ${dir}; font: 8pt/1.35 sans-serif;
    padding-top: 4mm; vertical-align: top;`
  return `
@page {
  size: ${paper === 'us-letter' ? 'letter' : 'A4'};

  @bottom-${start} {
    content: ${cssString(footer)};
    ${box}
    text-align: start;
    white-space: pre-line;
    width: 78%;
  }

  @bottom-${end} {
    content: ${pageContent(page)};
    ${box}
    text-align: end;
  }
}

/* A browser that is known to print the footer in the margin need not print it at the end. */
@supports at-rule(@bottom-left) {
  @media print {
    .doc-document .doc-footer {
      display: none;
    }
  }
}
`
}

const counters: Readonly<Record<string, string>> = {
  '{page}': 'counter(page)',
  '{pages}': 'counter(pages)',
}

function pageContent(template: string): string {
  const parts = template.split(/(\{pages?\})/).filter((part) => part !== '')
  return parts.map((part) => counters[part] ?? cssString(part)).join(' ')
}

/** Returns a string of CSS in which nothing can end the string or its `style` element. */
function cssString(value: string): string {
  const escaped = value.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped.
    /["\\<>&\u0000-\u001f\u007f]/g,
    (character) => `\\${(character.codePointAt(0) as number).toString(16)} `,
  )
  return `"${escaped}"`
}
