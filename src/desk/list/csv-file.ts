import { reportError } from '../../http/report-error.js'
import { attachmentHeader } from '../../pages/file-name.js'
import { securityHeaders } from '../../pages/security-headers.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { toListFilter } from './load-list.js'

/**
 * Responds with the quotes of the list as a file: what `exportQuotes` writes for the filters, all
 * pages of it. Orders by a column are not those of the engine, so the file has the newest first.
 */
export const csvRoute: DeskRoute = {
  path: '/quotes.csv',
  async get(call) {
    const { order = 'newest', ...filter } = await toListFilter(call)
    const { exportQuotes } = await import('../../files/export-quotes.js')
    const options = { format: 'csv', filter: { ...filter, order }, bom: true } as const
    const chunks = exportQuotes(call.engine, call.user, options)
    // Errors of the filter are shown on a page, so they must come before the file.
    const first = await chunks.next()
    const headers = {
      ...securityHeaders,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachmentHeader(call.strings.list.title, 'csv'),
      'cache-control': 'no-store',
    }
    return new Response(streamOf(call, first, chunks), { headers })
  },
}

/** Returns a file that is read as fast as it is sent. What fails then ends it, and is reported. */
function streamOf(
  { options, c }: DeskCall,
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<string, void>> | undefined = Promise.resolve(first)
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await (next ?? rest.next())
        next = undefined
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        reportError(options.onError, error, c.req.raw)
        controller.error(error)
      }
    },
    async cancel() {
      await rest.return()
    },
  })
}
