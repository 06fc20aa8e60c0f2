import type { QuoteDocument } from '../../document/model/quote-document.js'
import { QuoteError } from '../../errors.js'

/** A line break costs as much time and space as a line of text. */
const charactersPerLine = 50

/**
 * Rejects a document that would take too long to compile.
 *
 * @throws QuoteError `pdf_failed` if its text is longer than `maxCharacters`
 */
export function rejectLongText(document: QuoteDocument, maxCharacters: number): void {
  const { logo: _, ...shown } = document
  const length = textLength(shown)
  if (length <= maxCharacters) return
  const reason =
    `the text must have at most ${maxCharacters} characters, received ${length} (a line break ` +
    `counts as ${charactersPerLine}); shorten the notes, split the quote, or raise maxCharacters`
  throw new QuoteError('pdf_failed', { reason })
}

function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length + lineBreaks(value) * (charactersPerLine - 1)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, field) => sum + textLength(field), 0)
}

function lineBreaks(value: string): number {
  return value.match(/\r\n?|[\n\u2028\u2029]/g)?.length ?? 0
}
