import { decodeText, describeOtherSource } from '../catalog/csv/decode-text.js'
import type { CsvSource } from '../catalog/csv/rows.js'
import { QuoteError } from '../errors.js'
import { describeKind } from '../validation/describe-value.js'
import type { FileFormat } from './options.js'

/** What {@link importQuotes} reads: text, bytes, or a stream of them. */
export type ImportSource = CsvSource

/** Creates the error of something in a file. */
export function rowError(path: string, message: string): QuoteError<'invalid_request'> {
  return new QuoteError('invalid_request', { errors: { [path]: message } })
}

/** @throws QuoteError `invalid_options` if the source is no file, or the path of one */
export function assertSource(source: unknown): asserts source is ImportSource {
  const received = describeOtherSource(source)
  if (received === undefined) return
  const message = `must be a string, bytes or a stream of them, received ${received}`
  throw new QuoteError('invalid_options', { errors: { source: message } })
}

/** How a source is read. */
interface DecodeOptions {
  readonly format: FileFormat
  readonly encoding: string | undefined
  /** Ends the reading with `aborted` at once, also while the source has nothing. */
  readonly signal: AbortSignal
}

/** Returns the text of a source. Bytes that its encoding does not have end the import. */
export async function* decodeSource(
  source: ImportSource,
  { format, encoding, signal }: DecodeOptions,
): AsyncGenerator<string> {
  const isWhole = typeof source === 'string' || source instanceof Uint8Array
  const chunks = checkChunks(isWhole ? [source] : untilAborted(source, signal), format)
  const options = { encoding, caller: 'importQuotes', code: 'invalid_request' } as const
  let isFirst = true
  for await (const text of decodeText(chunks, options)) {
    if (isFirst && format === 'csv' && text.trim().startsWith('{')) {
      const message = 'must be jsonl for this file, which begins with an object'
      throw new QuoteError('invalid_options', { errors: { format: message } })
    }
    isFirst &&= text.trim() === ''
    yield text
  }
}

/** Other files by their first bytes, and what they are. */
const otherFiles: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a workbook or another archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a workbook'],
  [[0x1f, 0x8b], 'compressed'],
]

/** Says what a file is that is no text, as far as its first bytes tell. */
async function* checkChunks(
  chunks: Iterable<unknown> | AsyncIterable<unknown>,
  format: FileFormat,
): AsyncGenerator<string | Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw rowError('', `must have chunks of strings or bytes, received ${describeKind(chunk)}`)
    const other =
      isFirst && otherFiles.find(([bytes]) => bytes.every((byte, index) => chunk[index] === byte))
    const name = format === 'csv' ? 'CSV' : 'JSON Lines'
    if (other) throw rowError('', `must be ${name}, received a file that is ${other[1]}`)
    isFirst &&= chunk.length === 0
    yield chunk
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
