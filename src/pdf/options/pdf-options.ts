import type { Paper } from '../../document/model/quote-document.js'
import type { Quote } from '../../quote/model/quote.js'

/** Options of one PDF file. */
export interface PdfOptions {
  /**
   * The quote, or other JSON, that is attached to the file as `quote.json`: canonical JSON by
   * RFC 8785. The file conforms to PDF/A-3a, which allows attachments, instead of PDF/UA-1. What
   * is for the store only, such as `internal_fields`, is left out of a quote and its record.
   *
   * @default Nothing is attached.
   */
  readonly attach?: Quote | object | undefined
  /**
   * The size of the pages.
   *
   * @default That of the document.
   */
  readonly paper?: Paper | undefined
  /**
   * What happens if no font has a character of the document. `'show-box'` shows a box in its place,
   * and the file conforms to no standard. `'reject'` throws `pdf_failed`.
   *
   * @default 'show-box'
   */
  readonly missingCharacters?: 'show-box' | 'reject' | undefined
}

/** Options of a renderer: those of its files, where a call has none, and its fonts. */
export interface PdfRendererOptions extends Omit<PdfOptions, 'attach'> {
  /**
   * Fonts in addition to those of the system: paths of folders, paths of files, or the bytes of
   * files. TrueType and OpenType, not WOFF.
   *
   * @default The fonts of the system.
   */
  readonly fonts?: readonly (string | Uint8Array)[] | undefined
  /**
   * Families to show the text with, the first one first. Those of the language follow.
   *
   * @default Noto Sans, and others that have the characters.
   */
  readonly families?: readonly string[] | undefined
  /**
   * How long one file may take in milliseconds, including the time that it waits for others.
   *
   * @default 30000
   */
  readonly timeoutMs?: number | undefined
  /**
   * How many files may wait, including the one that is compiled. More reject with `pdf_failed`.
   *
   * @default 100
   */
  readonly maxQueue?: number | undefined
  /**
   * How many characters a document may have. A line break counts as 50, because it needs a line of
   * its own. Longer documents reject with `pdf_failed`.
   *
   * @default 500000
   */
  readonly maxCharacters?: number | undefined
}
