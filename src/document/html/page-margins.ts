import type { QuoteDocument } from '../model/quote-document.js'

/** What is printed in the margins of every page. */
export interface PageMargins {
  readonly dir: QuoteDocument['dir']
  readonly footer: string
  /** The number of the page, with `{page}` and `{pages}` to replace. */
  readonly page: string
}

/**
 * Returns the styles that print the footer and the number into the margin of every page. Browsers
 * without margin boxes print the footer once, at the end.
 */
export function marginStyles({ dir, footer, page }: PageMargins): string {
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const box = `color: #444444; direction: ${dir}; font: 8pt/1.35 sans-serif;
    padding-top: 4mm; vertical-align: top;`
  return `
@page {
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
