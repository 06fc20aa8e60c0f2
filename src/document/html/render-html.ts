import { hash } from 'node:crypto'
import { html } from 'hono/html'
import {
  type AddressWindow,
  assertDocument,
  type Paper,
  type QuoteDocument,
} from '../model/quote-document.js'
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

function getStyle(document: QuoteDocument): PageStyle {
  const { dir, title, footer, labels, color, paper, addressWindow } = document
  const margins = marginStyles({ dir, footer: footer ?? title, page: labels.page, paper })
  const marks = addressWindow === undefined ? '' : markStyles(addressWindow.form)
  const text = `\n${renderStylesheet(color)}\n${pageCss}${margins}${marks}`
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

/**
 * Returns the styles that print the marks of DIN 5008 into the margin of the first page: where to
 * fold it, and between them where to punch it.
 */
function markStyles(form: AddressWindow): string {
  // From the margins: 16 mm above, 24 mm below.
  const [first, second] = form === 'din5008-a' ? [71, 81] : [89, 63]
  const mark = (width: number) => `content: ''; margin: 0 auto 0 4mm; width: ${width}mm;`
  return `
@page :first {
  @left-top {
    ${mark(4)}
    border-bottom: 0.4pt solid #000000;
    height: ${first}mm;
  }

  @left-middle {
    ${mark(6)}
    border-bottom: 0.4pt solid #000000;
    height: 8mm;
  }

  @left-bottom {
    ${mark(4)}
    border-top: 0.4pt solid #000000;
    height: ${second}mm;
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
