import { QuoteError } from '../../errors.js'
import { getTint, isReadableColor } from '../model/color.js'
import { documentCss } from './assets/document.css.js'
import { documentLinesCss } from './assets/document-lines.css.js'
import { documentNarrowCss } from './assets/document-narrow.css.js'
import { documentPrintCss } from './assets/document-print.css.js'

/**
 * Returns the stylesheet of {@link renderFragment}, to be served as a file. All of its classes
 * begin with `doc-`.
 *
 * @param color That of the document: `#rrggbb`, dark enough to be read on white.
 * @throws QuoteError `invalid_options` if the color is none, or too light
 */
export function renderStylesheet(color: string): string {
  if (!isReadableColor(color))
    throw new QuoteError('invalid_options', {
      errors: { color: 'must be #rrggbb with a contrast of at least 4.5 on white' },
    })
  return `.doc-document {
  --doc-color: ${color};
  --doc-tint: ${getTint(color)};
}

${rules}`
}

const rules = [documentCss, documentLinesCss, documentNarrowCss, documentPrintCss].join('\n')
