import { QuoteError } from '../errors.js'

/**
 * Returns the bytes of a PDF file that an option `renderPdf` returned.
 *
 * @throws QuoteError `pdf_failed` if it returned something else, or no bytes
 */
export function pdfBytes(returned: unknown): Uint8Array<ArrayBuffer> {
  // Views instead of `instanceof`, because the bytes can be from another realm.
  if (ArrayBuffer.isView(returned) && returned.byteLength > 0) {
    const { buffer, byteOffset, byteLength } = returned
    return Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength))
  }
  const received = ArrayBuffer.isView(returned) ? 'no bytes' : typeof returned
  const reason = `renderPdf must return the bytes of a file, received ${received}; correct it`
  throw new QuoteError('pdf_failed', { reason })
}
