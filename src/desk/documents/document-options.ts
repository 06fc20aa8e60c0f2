import type { DocumentOptions } from '../../document/model/document-options.js'
import { parseDocumentOptions } from '../../document/model/parse-options.js'
import { callHost, documentOptionsFrom } from '../../pages/host-function.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskOptions } from '../options.js'

const none: DocumentOptions = Object.freeze({})

/**
 * Returns a function that loads the options of a quote's document: those of the host, with the
 * formats of the desk unless they have their own. The same object gives the same options, which
 * `createDocument` then checks once.
 *
 * @throws QuoteError `invalid_options` if the options are invalid. Those that the host's function
 * returns are checked when they are used.
 */
export function getDocumentOptions({
  document = none,
  locale,
  timeZone,
  timeoutMs,
}: Pick<DeskOptions, 'document' | 'locale' | 'timeZone' | 'timeoutMs'>): (
  record: QuoteRecord,
) => Promise<DocumentOptions> {
  const known = new WeakMap<object, DocumentOptions>()
  function withFormats(own: DocumentOptions): DocumentOptions {
    const options = known.get(own) ?? { locale, timeZone, ...own }
    known.set(own, options)
    return options
  }
  if (typeof document === 'function')
    return async (record) => {
      const own = await callHost({ timeoutMs }, 'document', () => document(record))
      return withFormats(documentOptionsFrom(own))
    }
  const options = withFormats(document)
  parseDocumentOptions(options)
  return async () => options
}
