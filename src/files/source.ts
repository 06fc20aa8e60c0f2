import type { CsvSource } from '../catalog/csv/rows.js'
import { QuoteError } from '../errors.js'
import { describeKind } from '../validation/describe-value.js'
import type { FileFormat } from './options.js'

/** What {@link importQuotes} reads: text or bytes in UTF-8, or a stream of them. */
export type ImportSource = CsvSource

/** Creates the error of something in a file. */
export function rowError(path: string, message: string): QuoteError<'invalid_request'> {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}

const filePath = /^[^\n\r{]*\.(csv|tsv|txt|jsonl|ndjson|json|xlsx?|ods|gz|zip)$/i

/** @throws QuoteError `invalid_options` if the source is no file, or the path of one */
export function assertSource(source: unknown): asserts source is ImportSource {
  const isStream = typeof Object(source)[Symbol.asyncIterator] === 'function'
  const isPath = typeof source === 'string' && filePath.test(source)
  if ((isStream || typeof source === 'string' || source instanceof Uint8Array) && !isPath) return
  const received = isPath ? 'a path: pass createReadStream(path)' : describeKind(source)
  const message = `must be a string, bytes or a stream of them, received ${received}`
  throw new QuoteError('invalid_options', { errors: { source: message } })
}

/**
 * Returns the text of a source. Bytes that are not UTF-8 would become other names, so they end the
 * import. Ends with `aborted` as soon as the signal aborts, also while the source has nothing.
 */
export async function* decode(
  source: ImportSource,
  format: FileFormat,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const isWhole = typeof source === 'string' || source instanceof Uint8Array
  let isFirst = true
  for await (const chunk of isWhole ? [source] : untilAborted(source, signal)) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw rowError('', `must have chunks of strings or bytes, received ${describeKind(chunk)}`)
    if (isFirst) assertFormat(chunk, format)
    isFirst &&= chunk.length === 0
    yield typeof chunk === 'string' ? chunk : decodeChunk(decoder, chunk)
  }
  yield decodeChunk(decoder, undefined)
}

/** Other files by their first bytes, and what they are. */
const otherFiles: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
  [[0x50, 0x4b, 0x03, 0x04], 'a workbook or another archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a workbook'],
  [[0x1f, 0x8b], 'compressed'],
]

/** Says what a file is that is no text in UTF-8, or has objects instead of rows, as it begins. */
function assertFormat(chunk: string | Uint8Array, format: FileFormat): void {
  const other =
    typeof chunk !== 'string' &&
    otherFiles.find(([bytes]) => bytes.every((byte, index) => chunk[index] === byte))
  const name = format === 'csv' ? 'CSV' : 'JSON Lines'
  if (other) throw rowError('', `must be ${name} in UTF-8, received a file that is ${other[1]}`)
  const start = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk.slice(0, 100))
  if (format !== 'csv' || !start.trim().startsWith('{')) return
  const message = 'must be jsonl for this file, which begins with an object'
  throw new QuoteError('invalid_options', { errors: { format: message } })
}

function decodeChunk(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw rowError('', 'must be UTF-8; save or convert the file in this encoding')
  }
}

/** Passes on the chunks of a stream, without waiting for the next one after the signal aborts. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isEnded = false
  try {
    for (;;) {
      const { done, value } = await orAborted(Promise.resolve(iterator.next()), signal)
      if (done) {
        isEnded = true
        return
      }
      yield value
    }
  } finally {
    // The source may never end, so nothing waits for it.
    if (!isEnded) void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new QuoteError('aborted', {}, { cause: signal.reason }))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const clear = () => signal.removeEventListener('abort', abort)
    promise.then(resolve, reject).finally(clear)
  })
}
